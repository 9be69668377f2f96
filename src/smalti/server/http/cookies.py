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


def sign(key: bytes, person_id: str, device: str = "") -> str:
    """The cookie of somebody; with an account, on one of their devices."""
    who = f"{person_id}.{device}" if device else person_id
    mark = hmac.new(key, who.encode(), hashlib.sha256).hexdigest()[:32]
    return f"{who}.{mark}"


def unsign(key: bytes, cookie: str | None) -> tuple[str, str] | None:
    """Whose cookie it is and on which device, if it is one of ours; a guest's names no device."""
    person_id, _, rest = (cookie or "").partition(".")
    device = rest.rpartition(".")[0]
    is_ours = cookie and hmac.compare_digest(sign(key, person_id, device).encode(), cookie.encode())
    return (person_id, device) if is_ours else None
