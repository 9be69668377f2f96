"""The log of a table as it is stored: what an event is made of, and the match that a log comes to."""

from __future__ import annotations

import json

from smalti.kernel.chance import Chance
from smalti.kernel.game import Entry
from smalti.kernel.match import Event, Match
from smalti.kernel.record import BY_HAND, write_line, write_record
from smalti.kernel.studies import LONGEST
from smalti.server.table.changes import Row


def write_event(event: Event) -> Row:
    """A move or outcome for the log: its number for the program, its entry for everybody."""
    return {"by": event.by, "move": event.move, "entry": event.entry}


def begin_events(match: Match) -> list[Row]:
    """What happens before anybody has to choose."""
    return [{"begins": True}, *(write_event(event) for event in match.log)]


def apply_event(match: Match, event: Row) -> None:
    """One event of the log; its entry is read as in a record, so that the numbers of moves may change."""
    if "undo" in event:
        match.undo(event["undo"])
    elif "entry" in event:
        match.enter(event["entry"])


def chance_of(row: Row) -> Chance | None:
    """Where the outcomes of a table come from; None where they were chosen by hand."""
    return Chance(row["secret"], row["deal"], row["added"]) if row["secret"] else None


def record_of(match: Match, row: Row, names: tuple[str, ...]) -> Entry:
    """The record of a table. The first outcomes of a what-if come from its parent, so its own secret proves nothing."""
    record = write_record(match, names) | {"rules": row["rules"]}
    if row["branched"]:
        del record["chance"]
    return record if row["secret"] else record | {BY_HAND: True}


def without_chance(record: str) -> str:
    """A record as it is shown while others still play the same deal."""
    return write_line({name: value for name, value in json.loads(record).items() if name != "chance"})


def comments_of(noted: list[Row]) -> dict[str, str]:
    """The comments of a record: by ply what each has written there."""
    plies = dict.fromkeys(str(one["ply"]) for one in noted)
    said = {ply: [f"{one['name']}: {one['text']}" for one in noted if str(one["ply"]) == ply] for ply in plies}
    return {ply: "\n".join(lines)[:LONGEST] for ply, lines in said.items()}
