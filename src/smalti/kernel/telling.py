"""Rows in words. Knows tables (`kernel.stage`), never a game; the page has a twin of this in JavaScript.

A gap is {field:type}: a field of the row, and how its number is said: `number`, `signed`, `seat`, `place`, `look`, or
a list of names of the stage. {KIND OTHER...} joins the rows of these kinds that stand under a head.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from smalti.kernel.rows import NOWHERE, Happening, Piece
from smalti.kernel.words import elided

GAP = re.compile(r"(\b(?:de|que) )?\{([^}]*)\}", re.IGNORECASE)
MORE = "..."
Catalogue = dict[str, Any]


@dataclass(frozen=True)
class Line:
    """A head in words, with what stands under it."""

    head: Happening
    words: str
    notes: tuple[str, ...]
    """The small print under it."""
    places: tuple[int, ...]
    """Where on the table it took place."""


@dataclass(frozen=True)
class Telling:
    """The words of a game in one language, for seats with these names."""

    catalogue: Catalogue
    names: Sequence[str] = ()
    eyes: int = NOWHERE

    def lines(self, rows: Iterable[Happening]) -> list[Line]:
        """What rows say, a line for each head."""
        lines: list[Line] = []
        under: list[Happening] = []
        for row in reversed(list(rows)):
            if not self._kind(row.kind).get("head"):
                under.insert(0, row)
                continue
            notes = tuple(filter(None, (self.sentence(one) for one in under if self._kind(one.kind).get("small"))))
            places = tuple(dict.fromkeys(one.target for one in (row, *under) if one.target != NOWHERE))
            lines.insert(0, Line(row, self.sentence(row, under), notes, places))
            under = []
        return lines

    def sentence(self, row: Happening, under: Sequence[Happening] = ()) -> str:
        """One row in words, with the rows that stand under it."""
        form = self._form(self._kind(row.kind).get("sentence", ""), row.amount)

        def fill(gap: re.Match[str]) -> str:
            return self._joined(under, gap[2]) if gap[2].endswith(MORE) else self._linked(row._asdict(), gap)

        return GAP.sub(fill, form)

    def _linked(self, fields: dict[str, Any], gap: re.Match[str]) -> str:
        """A gap filled in, with the word before it as the name of a person wants it."""
        before, said = gap[1] or "", self._said(fields, gap[2])
        return (elided(before, said) if gap[2].endswith(":seat") else before) + said

    def _joined(self, under: Sequence[Happening], gap: str) -> str:
        """The rows of some kinds, one after the other."""
        kinds = gap.removesuffix(MORE).split()
        return ", ".join(self.sentence(one) for one in under if self._kind(one.kind)["name"] in kinds)

    def asked(self, kind: int, amount: int) -> str:
        """A question in words."""
        return self.sentence(Happening(kind, amount=amount))

    def refusal(self, row: Happening) -> str:
        """A refusal with its clause."""
        rule = self.catalogue["words"]["rule"].format(clause=clause_text(row.clause))
        return f"{self.sentence(row)} ({rule})"

    def written(self, piece: Piece) -> str:
        """The text on a piece, cut where there is little room."""
        look, text = self.catalogue["looks"][piece.look], self._text(piece)
        most = 0 if self._is_own(piece) else look.get("most", 0)
        return f"{text[: most - 1].rstrip()}…" if 0 < most < len(text) else text

    def called(self, piece: Piece) -> str:
        """What a piece is called: its name, with the text on it."""
        look = self.catalogue["looks"].get(piece.look, {})
        return ", ".join(filter(None, (self._filled(look.get("name", ""), piece._asdict()), self._text(piece))))

    def labelled(self, panel: dict[str, Any]) -> str:
        """What a panel is called."""
        return self._filled(panel["label"], panel)

    def _text(self, piece: Piece) -> str:
        look = self.catalogue["looks"][piece.look]
        form = look["own"] if self._is_own(piece) else self._form(look.get("text", ""), piece.number)
        return self._filled(form, piece._asdict())

    def _is_own(self, piece: Piece) -> bool:
        return piece.number == self.eyes and "own" in self.catalogue["looks"][piece.look]

    def _filled(self, words: str, fields: dict[str, Any]) -> str:
        return GAP.sub(lambda gap: self._linked(fields, gap), words)

    def seat(self, seat: int) -> str:
        """Whoever sits there, by name where the names are known, else by number."""
        if 0 <= seat < len(self.names):
            return self.names[seat]
        return str(self.catalogue["words"]["seat"]).format(seat=seat + 1)

    def _said(self, row: dict[str, Any], gap: str) -> str:
        field, _, kind = gap.partition(":")
        value = row[field]
        if kind == "number":
            return str(value)
        if kind == "signed":
            return f"{value:+d}"
        if kind == "seat":
            return self.seat(value)
        if kind == "place":
            return str(self.catalogue["places"][value].get("name", ""))
        if kind == "look":
            return str(self.catalogue["looks"][value].get("name", ""))
        return str(self.catalogue["names"][kind][value])

    def _form(self, sentence: str | dict[str, str], amount: int) -> str:
        if isinstance(sentence, str):
            return sentence
        category = plural(self.catalogue["language"], amount)
        return sentence.get(str(amount)) or sentence.get(category) or sentence["other"]

    def _kind(self, kind: int) -> dict[str, Any]:
        found: dict[str, Any] = self.catalogue["kinds"][kind]
        return found


def plural(language: str, number: int) -> str:
    """The plural category of a number: "one" or "other", by the rules of CLDR for our languages."""
    return "one" if abs(number) == 1 or (language == "fr" and number == 0) else "other"


def clause_text(clause: int) -> str:
    """402 as "4.2"."""
    return f"{clause // 100}.{clause % 100}"


def clause_number(clause: str) -> int:
    """ "4.2" as 402."""
    section, _, number = clause.partition(".")
    return int(section) * 100 + int(number)
