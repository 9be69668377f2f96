"""The log of a table as it is stored, and who sits there: what an event, a seat and a chance are made of."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Insert, Update

from smalti.kernel.chance import Chance
from smalti.kernel.game import CHANCE, Entry
from smalti.kernel.match import Event, Match
from smalti.kernel.record import write_record
from smalti.server.store import Row, end_game


@dataclass(frozen=True)
class Chair:
    """A seat at the table and who sits on it."""

    seat: int
    name: str
    person_id: str | None = None
    bot: str | None = None
    invited: bool = False
    """Whether the invitation to it has not been taken yet."""


@dataclass(frozen=True)
class Change:
    """What is to be stored: new events, the match with them, and the row of a seat or table that goes with them."""

    rows: list[Row]
    match: Match
    also: Update | Insert | None = None


def write_event(event: Event) -> Row:
    """A move or outcome for the log: its number for the program, its entry for everybody."""
    return {"by": event.by, "move": event.move, "entry": event.entry}


def new_events(table_id: str, before: Match, after: Match) -> Change:
    """What has happened since, and with the last move how the game ended."""
    end = after.position
    also = end_game(table_id, end.scores(), end.winners()) if end.is_over else None
    return Change([write_event(event) for event in after.log[len(before.log) :]], after, also)


def apply_event(match: Match, event: Row) -> None:
    """One event of the log; its entry is read as in a record, so that the numbers of moves may change."""
    if "undo" in event:
        match.undo(event["undo"])
    elif "entry" in event:
        match.enter(event["entry"])


def begin_rows(match: Match) -> list[Row]:
    """What happens before anybody has to choose."""
    return [{"begins": True}, *(write_event(event) for event in match.log)]


def record_of(match: Match, row: Row, names: tuple[str, ...]) -> Entry:
    """The record of a table. The first outcomes of a what-if come from its parent, so its own secret proves nothing."""
    record = write_record(match, names) | {"rules": row["rules"]}
    if row["branched"]:
        del record["chance"]
    return record


def is_played(row: Row, now: datetime) -> bool:
    """Whether others still play the same deal today: at the table of a challenge, or at one that repeats it."""
    deal = str(row["deal"])
    return deal.startswith("daily ") and deal.endswith(now.date().isoformat())


def read_chair(row: Row) -> Chair:
    """A chair as the database has it."""
    return Chair(row["seat"], row["name"], row["person_id"], row["bot"], row["token_hash"] is not None)


def chance_of(row: Row) -> Chance:
    """Where the outcomes of a table come from."""
    return Chance(row["secret"], row["deal"], row["added"])


def hash_token(token: str) -> str:
    """What is stored of an invitation."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_id() -> str:
    """An id that cannot be guessed."""
    return secrets.token_urlsafe(12)


def hidden_events(match: Match, seat: int) -> set[int]:
    """The places in the log of choices that this viewer may not see yet: made at the same time, not revealed."""
    hidden = set()
    for index in range(len(match.log) - 1, -1, -1):
        event = match.log[index]
        together = event.before.actors()
        revealed = event.by == CHANCE or match.game.course.reveals(event.before.state, event.by, event.move)
        if revealed or len(together) == 1:
            break
        if event.by != seat:
            hidden.add(index)
    return hidden
