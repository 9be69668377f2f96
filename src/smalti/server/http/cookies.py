"""Who somebody is: a random id in a signed cookie, and a name of their choice."""

from __future__ import annotations

import hashlib
import hmac
from pathlib import Path

COOKIE = "smalti"
YEAR = 365 * 24 * 3600


def old_key(folder: Path) -> bytes | None:
    """The key that signed cookies when it was kept in a file, so that everybody stays who they were."""
    file = folder / "cookie.key"
    return file.read_bytes() if file.exists() else None


def sign(key: bytes, person_id: str) -> str:
    """The cookie of somebody."""
    mark = hmac.new(key, person_id.encode(), hashlib.sha256).hexdigest()[:32]
    return f"{person_id}.{mark}"


def unsign(key: bytes, cookie: str | None) -> str | None:
    """Whose cookie it is, if it is one of ours."""
    person_id, _, _ = (cookie or "").partition(".")
    return person_id if cookie and hmac.compare_digest(sign(key, person_id).encode(), cookie.encode()) else None
