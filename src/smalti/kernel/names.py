"""Names of people, as they may be shown."""

from __future__ import annotations

import unicodedata

BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that leave no mark: the fillers of Hangul, and the Braille pattern without dots."""
SEEN = "LNPS"
"""Letters, numbers, punctuation and symbols: of these kinds a name needs one."""


def shown_name(name: str) -> str:
    """A name as it is shown: on one line, without what controls how others see it; empty if nothing can be seen."""
    printable = "".join(c for c in " ".join(name.split()) if c.isprintable() and c not in BLANK)
    return printable.strip() if any(unicodedata.category(c)[0] in SEEN for c in printable) else ""
