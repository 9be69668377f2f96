"""Libraries that not everybody has: who asks for what needs them is told the extra to install."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from smalti.kernel.errors import MissingExtra

OURS = "smalti"


@contextmanager
def extra(name: str, what: str) -> Iterator[None]:
    """Around imports that only `what` needs: a missing library becomes a sentence with the extra's name."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == OURS:
            raise  # a bug of ours
        raise MissingExtra(f"{what} needs the extra `{name}`: pip install 'smalti[{name}]'") from error
