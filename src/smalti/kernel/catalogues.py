"""Catalogues of words, read as they are written: no compiled copy exists that could be older or differ."""

from __future__ import annotations

import json
import re
import struct
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

PART = re.compile(r'^(msgctxt|msgid_plural|msgid|msgstr)(?:\[\d\])?((?:\s*"(?:[^"\\]|\\.)*")+)', re.MULTILINE)
QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
FUZZY = re.compile(r"^#,.*\bfuzzy\b", re.MULTILINE)
BEFORE = {"msgctxt": "", "msgid": "", "msgid_plural": "\0"}
"""What gettext has between the parts of a key."""


def read_catalogue(path: Path) -> GNUTranslations:
    """A `.po` file; what is not translated, or marked as uncertain, is left to others."""
    return GNUTranslations(BytesIO(compiled(parse(path.read_text(encoding="utf-8")))))


def parse(text: str) -> dict[str, str]:
    """What is said for each key, plurals after each other, as gettext keeps them."""
    words = {}
    for entry in text.split("\n\n"):
        key, said = "", []
        for name, quoted in PART.findall(entry):
            part = "".join(json.loads(line) for line in QUOTED.findall(quoted))
            if name == "msgstr":
                said.append(part)
            else:
                key += BEFORE[name] + part + ("\4" if name == "msgctxt" else "")
        if any(said) and not FUZZY.search(entry):
            words[key] = "\0".join(said)
    return words


def compiled(words: dict[str, str]) -> bytes:
    """The same as gettext reads it: keys in order, then what is said, and where each begins."""
    sides = [[one.encode() for one in side] for side in zip(*sorted(words.items()), strict=True)]
    start = 28 + 16 * len(words)
    head, body = [0x950412DE, 0, len(words), 28, 28 + 8 * len(words), 0, 0], b""
    for one in (one for side in sides for one in side):
        head += [len(one), start + len(body)]
        body += one + b"\0"
    return struct.pack(f"<{len(head)}I", *head) + body
