"""Who somebody is: a random id in a signed cookie, and a name of their choice."""

from __future__ import annotations

import hashlib
import hmac
from pathlib import Path

from smalti.kernel.errors import SmaltiError
from smalti.kernel.words import N_

COOKIE = "smalti"
LONGEST_NAME = 24
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


def clean_name(name: object) -> str:
    """A name as it may be shown: printable, on one line, not too long."""
    if not isinstance(name, str):
        raise SmaltiError(N_("a name is a text"))
    printable = "".join(c for c in " ".join(name.split()) if c.isprintable())
    if not printable:
        raise SmaltiError(N_("a name has at least one letter"))
    return printable[:LONGEST_NAME].strip()
