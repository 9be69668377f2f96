"""What is sent to a browser: the table as one pair of eyes may see it, whole or as what changed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from smalti.bots.hints import Hint
from smalti.kernel.game import CHANCE
from smalti.kernel.match import Event
from smalti.kernel.position import Position
from smalti.kernel.reader import reader
from smalti.kernel.reason import Verbatim
from smalti.kernel.seeing import describe
from smalti.kernel.words import N_, say
from smalti.server.keeping.keeper import Keeper
from smalti.server.table.chairs import Chair
from smalti.server.table.table import Table
from smalti.server.wire import seeing
from smalti.server.wire.catalogues import catalogue_of
from smalti.server.wire.seeing import Flat

Message = dict[str, Any]
STOOD_IN = N_("The bot failed here twice, so this move was made at random.")


class Presence(NamedTuple):
    """Who looks at a table now."""

    people: Collection[str | None]
    """None is somebody without a cookie."""
    watching: int
    """How many have no seat."""


def eyes_of(table: Table, person_id: str | None) -> int:
    """Through which seat somebody looks: the own one that is to choose, else the first own, else a spectator's."""
    seats = table.seats_of(person_id)
    if not seats:
        return CHANCE
    mine = [seat for seat in seats if not table.chairs[seat].bot]
    acting = [seat for seat in mine if seat in table.position.actors()]
    return next(iter([*acting, *mine, *seats]))


def may_choose(table: Table, seat: int) -> bool:
    """Whether a person has to choose for this seat now."""
    return table.playable and seat in table.position.actors() and not table.chairs[seat].bot


def head_message(keeper: Keeper, presence: Presence, person_id: str | None, eyes: int, language: str) -> Message:
    """What every table message says: who sits there, whose turn it is, what may be done."""
    table = keeper.table
    position, mine = table.position, table.seats_of(person_id)
    actors, points = position.actors(), position.scores()
    undo_seat = table.undo_seat(mine) if mine else None
    return {
        "number": table.number,
        "catalogue": catalogue_of(table.game.name, len(table.chairs), table.row["options"], language).name,
        "game": table.game.name,
        "seat": eyes,
        "mine": list(mine),
        "cover": is_covered(table, mine, eyes),
        "started": table.started,
        "over": position.is_over,
        "acting": list(actors) if table.playable else [],
        "can_undo": undo_seat is not None,
        "undo_seat": undo_seat,
        "aids": table.aids,
        "may_add": table.may_add(person_id),
        "commitment": table.match.chance.commitment if table.match.chance else "",
        "seats": [chair_message(table, presence, chair, mine, points) for chair in table.chairs],
        "winners": list(position.winners()),
        "ending": ending(position, language),
        "watching": presence.watching,
        "preparing": keeper.preparing,
        "waiting": waiting(table, eyes, language),
    }


def chair_message(
    table: Table, presence: Presence, chair: Chair, mine: Collection[int], points: Sequence[int]
) -> Message:
    """A seat and who sits on it."""
    return {
        "seat": chair.seat,
        "name": chair.name,
        "mine": chair.seat in mine,
        "bot": chair.bot,
        "invited": chair.invited,
        "here": chair.person_id is not None and chair.person_id in presence.people,
        "score": points[chair.seat],
        "facts": table.game.course.written_seat(table.position.state, chair.seat),
    }


def is_covered(table: Table, mine: tuple[int, ...], eyes: int) -> bool:
    """Whether several people share this screen while choices are hidden from each other."""
    if len([seat for seat in mine if not table.chairs[seat].bot]) < 2:
        return False
    return len(table.position.actors()) > 1 or bool(table.match.hidden_from(eyes))


def waiting(table: Table, eyes: int, language: str) -> str:
    """What is waited for, in a sentence; nothing while these eyes are to choose."""
    if table.frozen:
        return table.frozen.say(language)
    if not table.full:
        return say(language, N_("Waiting for everybody who was invited."))
    if not table.begun:
        return say(language, N_("The game is about to begin."))
    if table.position.is_over:
        return say(language, N_("The game is over."))
    if may_choose(table, eyes):
        return ""
    names = ", ".join(table.chairs[actor].name for actor in table.position.actors())
    return say(language, N_("Waiting for {names}."), {"names": Verbatim(names)})


def ending(position: Position, language: str) -> Message:
    """What a finished game says besides points and winners: a rank, in words."""
    said = position.game.course.ending(position.state) if position.is_over else {}
    return {name: say(language, value) if isinstance(value, str) else value for name, value in said.items()}


def choice_message(table: Table, eyes: int) -> Message:
    """What these eyes may choose from, and what they are asked."""
    if not may_choose(table, eyes):
        return {"offers": [], "paths": [], "asks": []}
    game, view = table.game, table.game.course.view(table.position.state, eyes)
    return {
        "offers": seeing.offers(game, view, eyes),
        "paths": seeing.paths(game, view, eyes),
        "asks": seeing.asks(game, view, eyes),
    }


def earned(position: Position, eyes: int) -> dict[str, Flat]:
    """How the score of each seat comes about, for these eyes."""
    view = position.game.course.view(position.state, eyes)
    return {str(seat): seeing.earns(position.game, view, seat) for seat in range(position.seats)}


def log_message(table: Table, eyes: int, first: int, language: str) -> Message:
    """The log from a place on, as rows."""
    events = table.match.log[first:]
    told = seeing.told(events, eyes)
    return {
        "log_from": first,
        "log": [
            event_message(event, rows, say(language, STOOD_IN) if first + n in table.stand_ins else "")
            for n, (event, rows) in enumerate(zip(events, told, strict=True))
        ],
    }


def event_message(event: Event, rows: Flat, note: str) -> Message:
    """One event of the log."""
    return {"by": event.by, "rows": rows, "note": note}


def past_message(table: Table, ply: int, eyes: int) -> Message:
    """The table as it was at a point of the game, for these eyes."""
    log = table.match.log
    position = log[ply].before if ply < len(log) else table.position
    view = table.game.course.view(position.state, eyes)
    pieces = seeing.pieces(table.game, view, eyes)
    return {"ply": ply, "pieces": pieces, "earns": earned(position, eyes), "totals": list(position.scores())}


def people_message(table: Table, presence: Presence) -> Message:
    """Who is there; sent by itself when somebody came or left."""
    here = [c.seat for c in table.chairs if c.person_id is not None and c.person_id in presence.people]
    return {"type": "people", "here": here, "watching": presence.watching}


def preparing_message(keeper: Keeper) -> Message:
    """How far the compiler is with the bots of the table; nothing once they are ready."""
    return {"type": "preparing", "preparing": keeper.preparing}


def hint_message(table: Table, seat: int, best: list[Hint], stage: int, language: str) -> Message:
    """A hint in stages: where to look, then the move, then why, beside what else is good."""
    view = table.game.course.view(table.position.state, seat)
    ways = {path.move: list(path.places) for path in reversed(reader(table.game).paths(view, seat))}

    def label(move: int) -> str:
        return describe(table.game, view, seat, move, language, table.names)

    path = ways[best[0].move]
    message: Message = {"type": "hint", "number": table.number, "stage": stage, "places": path[:1]}
    if stage > 1:
        message |= {"places": path, "move": best[0].move, "label": label(best[0].move)}
    if stage > 2:
        message["best"] = [
            {
                "label": label(one.move),
                "places": ways[one.move],
                "difference": round(one.difference, 1),
                "words": one.say(language),
            }
            for one in best
        ]
    return message
