"""Talk at a table: who may say what, as it may be shown. It knows no clock, no database and no connection.

Those who sit at a table talk at any time; those who look on read, and talk when the game is over, so that nobody
gives hints. Where only one person sits there is no talk, nor at a challenge.
"""

from __future__ import annotations

import hashlib
import unicodedata
from typing import Any

from smalti.kernel.entry import is_number, show
from smalti.kernel.errors import SmaltiError
from smalti.kernel.names import shown_name
from smalti.kernel.words import N_
from smalti.server.table.changes import Row
from smalti.server.table.refusals import NotYours
from smalti.server.table.table import Table

LONGEST_LINE = 280
LONGEST_REASON = 500
MOST_MARKS = 3
"""So many accents a letter may carry: piles of them cover what others say."""
SIGNS = {
    "well": N_("Well played!"),
    "thanks": N_("Thank you!"),
    "oh": N_("Oh!"),
    "thinking": N_("I am thinking."),
    "luck": N_("Good luck!"),
    "again": N_("Again?"),
}
"""Quick reactions and what they say."""
REASONS = {
    "insult": N_("It insults or threatens somebody"),
    "hate": N_("It is hateful"),
    "spam": N_("It is advertising, or the same again and again"),
    "private": N_("It tells something private about somebody"),
    "other": N_("Something else"),
}
"""Why somebody reports a line."""
NO_TALK = N_("there is no talk at this table")
NOBODY = N_("only somebody with a name can do this here; choose one first")
LATER = N_("those who look on may talk when the game is over")
NOTHING_SAID = N_("a line has at least one letter that can be seen")
TOO_LONG = N_("a line has up to {most} letters, this one has {length}")
NO_SIGN = N_("{sign} is no reaction that there is")
NO_ID = N_("a line needs an id of its own")
NO_LINE = N_("there is no such line")
NO_REASON = N_("{reason} is no reason that there is")
OWN_LINE = N_("this is your own line")
NO_PERSON = N_("nobody here is called by that")


def talks(table: Table) -> bool:
    """Whether there is somebody to talk to: two people sit there, and no challenge is played."""
    return not table.row["challenge"] and len(people_at(table)) > 1


def may_talk(table: Table) -> bool:
    """Whether there is or will be somebody to talk to, when all who were invited have come."""
    invited = sum(chair.invited for chair in table.chairs)
    return not table.row["challenge"] and len(people_at(table)) + invited > 1


def people_at(table: Table) -> set[str]:
    """Those who sit there, also while a bot plays for them."""
    return {chair.person_id for chair in table.chairs if chair.person_id}


def who(table_id: str, person_id: str | None) -> str:
    """By what somebody is meant at a table, in nothing that is sent by their id; empty for who has left for good."""
    return hashlib.sha256(f"{table_id} {person_id}".encode()).hexdigest()[:12] if person_id else ""


def told(line: Row, reader: str | None) -> dict[str, Any]:
    """A line as a reader is told it; what was removed says so, and nothing else."""
    removed, said = line["removed"], line["created"].isoformat(timespec="seconds")
    return {
        "number": line["number"],
        "who": who(line["table_id"], line["person_id"]),
        "name": line["name"],
        "seat": line["seat"],
        "mine": reader is not None and line["person_id"] == reader,
        "sign": None if removed else line["sign"],
        "text": "" if removed else line["text"],
        "removed": removed,
        "at": said,
    }


def why_silent(table: Table, person_id: str | None) -> SmaltiError | None:
    """Why somebody may not talk here now, as far as the table knows."""
    if not talks(table):
        return NotYours(NO_TALK)
    if person_id is None:
        return NotYours(NOBODY)
    if not table.seats_of(person_id) and not (table.position.is_over or table.ended):
        return NotYours(LATER)
    return None


def read_said(table: Table, person_id: str | None, name: str, message: dict[str, Any]) -> Row:
    """What somebody wants to say, under the name of their seat, or their own if they look on; as it is stored."""
    if refusal := why_silent(table, person_id):
        raise refusal
    seats, wished, sign = table.seats_of(person_id), message.get("seat"), message.get("sign")
    seat = next((one for one in seats if is_number(wished) and one == wished), seats[0] if seats else None)
    called = name if seat is None else table.chairs[seat].name
    if sign is None:
        return {"name": called, "seat": seat, "sign": None, "text": clean_line(message.get("text"))}
    if not isinstance(sign, str) or sign not in SIGNS:
        raise SmaltiError(NO_SIGN, sign=show(sign))
    return {"name": called, "seat": seat, "sign": sign, "text": ""}


def read_reason(message: dict[str, Any]) -> tuple[str, str]:
    """Why a line is reported, and what somebody adds."""
    reason, text = message.get("reason"), message.get("text", "")
    if not isinstance(reason, str) or reason not in REASONS:
        raise SmaltiError(NO_REASON, reason=show(reason))
    return reason, cleaned(text, LONGEST_REASON) if isinstance(text, str) else ""


def clean_line(text: object) -> str:
    """A line as it may be shown: on one line, without what controls how others see it."""
    shown = cleaned(text, LONGEST_LINE) if isinstance(text, str) else ""
    if not shown:
        raise SmaltiError(NOTHING_SAID)
    return shown


def cleaned(text: str, most: int) -> str:
    """Text that can be seen and is not too long; empty if nothing of it can be seen."""
    shown = shown_name(without_piles(unicodedata.normalize("NFC", text)))
    if len(shown) > most:
        raise SmaltiError(TOO_LONG, most=most, length=len(shown))
    return shown


def without_piles(text: str) -> str:
    """Letters with a few accents each."""
    kept, marks = [], 0
    for letter in text:
        marks = marks + 1 if unicodedata.category(letter)[0] == "M" else 0
        if marks <= MOST_MARKS:
            kept.append(letter)
    return "".join(kept)
