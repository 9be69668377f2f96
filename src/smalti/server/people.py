"""Who somebody is: a random id in a signed cookie, and a name of their choice."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from pathlib import Path

from smalti.kernel.errors import SmaltiError
from smalti.kernel.words import N_

COOKIE = "smalti"
LONGEST_NAME = 24
YEAR = 365 * 24 * 3600


def read_key(folder: Path) -> bytes:
    """The key that signs cookies, made at the first start and readable by its owner only."""
    file = folder / "cookie.key"
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return file.read_bytes()
    with os.fdopen(handle, "wb") as fresh:
        fresh.write(secrets.token_bytes(32))
    return file.read_bytes()


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
