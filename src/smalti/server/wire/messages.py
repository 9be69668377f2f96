"""What is sent to a browser: the table as one pair of eyes may see it, whole or as what changed."""

from __future__ import annotations

import zlib
from base64 import b64encode
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import orjson

from smalti.bots.hints import Hint
from smalti.kernel.game import CHANCE, Entry, Game
from smalti.kernel.match import Event
from smalti.kernel.position import Position
from smalti.kernel.reader import reader
from smalti.kernel.reason import Verbatim
from smalti.kernel.seeing import describe
from smalti.kernel.state import State
from smalti.kernel.words import N_, say
from smalti.server.club.talk import talks
from smalti.server.keeping.keeper import Keeper
from smalti.server.operation import clock
from smalti.server.table.chairs import Chair
from smalti.server.table.challenges import CLOSED, is_closed
from smalti.server.table.changes import Turn
from smalti.server.table.leaving import away_from, voters
from smalti.server.table.prepared import may_prepare
from smalti.server.table.table import Table
from smalti.server.table.together import Together
from smalti.server.wire import seeing
from smalti.server.wire.catalogues import catalogue_of
from smalti.server.wire.seeing import Flat

Message = dict[str, Any]
WORTH_PACKING = 4_000
"""Letters; a shorter message would hardly be shorter."""
OVER = N_("The game is over.")
STUCK = N_("The bot {name} does not get on. It can be asked again.")
WAITING = N_("Waiting for {names}.")
STOOD_IN = N_("The bot failed here twice, so this move was made at random.")


def write(message: Message) -> str:
    """JSON, as compact as it goes."""
    return orjson.dumps(message).decode()


class Presence(NamedTuple):
    """Who looks at a table now."""

    people: frozenset[str]
    """Those with a seat."""
    watching: int
    """How many have no seat."""


def eyes_of(table: Table, person_id: str | None, actors: Collection[int] | None = None) -> int:
    """Through which seat somebody looks: the own one that is to choose, else the first own, else a spectator's."""
    seats = table.seats_of(person_id)
    if not seats:
        return CHANCE
    acting = table.position.actors() if actors is None else actors
    mine = [seat for seat in seats if not table.chairs[seat].bot]
    return next(iter([*(seat for seat in mine if seat in acting), *mine, *seats]))


@dataclass(frozen=True)
class Common:
    """What everybody at a table is told alike, worked out once for all of them."""

    sitting: frozenset[str]
    """Who has a seat."""
    actors: tuple[int, ...]
    choosers: tuple[int, ...]
    """Those of them for whom a person has to choose."""
    over: bool
    head: Message
    seats: list[Message]
    own_seats: list[Message]
    """The same, for whoever owns them."""


def common_of(table: Table, presence: Presence, preparing: Message | None = None, stuck: int | None = None) -> Common:
    """What everybody is told of the table as it stands, how far the compiler is with its bots, and who is stuck."""
    position = table.position
    actors, over, playable = position.actors(), position.is_over, table.playable
    points, state, facts = position.scores(), position.state, table.game.course.written_seat
    seats = [chair_message(chair, presence, points[chair.seat], facts(state, chair.seat)) for chair in table.chairs]
    head = {
        "number": table.number,
        "game": table.game.name,
        "started": table.started,
        "over": over,
        "acting": list(actors) if playable else [],
        "aids": table.aids,
        "commitment": table.match.chance.commitment if table.match.chance else "",
        "rematch": table.rematch._asdict() if table.rematch else None,
        "declined": sorted(table.declined),
        "winners": list(position.winners()) if over else [],
        "watching": presence.watching,
        "preparing": preparing,
        "stuck": stuck,
        "challenge": bool(table.row["challenge"]),
        "talk": talks(table),
        "pace": table.row.get("pace"),
        "clocks": [clock_message(table, turn) for seat, turn in sorted(table.turns.items()) if seat >= 0],
        "ended": table.ended,
    }
    sitting = frozenset(chair.person_id for chair in table.chairs if chair.person_id)
    return Common(sitting, actors, choosers(table), over, head, seats, [seat | {"mine": True} for seat in seats])


def head_message(table: Table, common: Common, person_id: str | None, eyes: int, language: str) -> Message:
    """What every table message says: who sits there, whose turn it is, what may be done."""
    mine = table.seats_of(person_id)
    undo_seat = table.undo_seat(mine) if mine and not common.over else None
    both = zip(common.seats, common.own_seats, strict=True)
    return {
        **common.head,
        "catalogue": catalogue_of(table.game.name, len(table.chairs), table.row["options"], language).name,
        "seat": eyes,
        "mine": list(mine),
        "cover": is_covered(table, common.actors, mine, eyes),
        "can_undo": undo_seat is not None,
        "undo_seat": undo_seat,
        "may_prepare": bool(mine) and may_prepare(table, eyes),
        "may_add": not table.begun and table.may_add(person_id),
        "seats": [own if seat in mine else other for seat, (other, own) in enumerate(both)],
        "ending": ending(table.position, language) if common.over else {},
        "waiting": waiting(table, common, eyes, language),
    }


def together_message(together: Together, key: str) -> Message:
    """Who leads others through a finished game, what they look at, and what is pointed at."""
    return {
        "type": "together",
        "lead": together.name if together.leader else None,
        "mine": bool(key) and key == together.leader,
        "ply": together.ply,
        "points": [{"name": one.name, "place": one.place} for one in together.points],
    }


def chair_message(chair: Chair, presence: Presence, points: int, facts: Entry) -> Message:
    """A seat and who sits on it."""
    return {
        "seat": chair.seat,
        "name": chair.name,
        "mine": False,
        "bot": chair.bot,
        "away": chair.away,
        "invited": chair.invited,
        "here": chair.person_id is not None and chair.person_id in presence.people,
        "score": points,
        "facts": facts,
    }


def clock_message(table: Table, turn: Turn) -> Message:
    """The turn of a seat; moments are seconds since 1970, as the clock of the server has them."""
    away = away_from(table, turn)
    return {
        "seat": turn.seat,
        "since": turn.since and turn.since.timestamp(),
        "due": turn.due and turn.due.timestamp(),
        "left_s": turn.left_s,
        "late": turn.late,
        "away_from": away and away.timestamp(),
        "votes": turn.votes,
        "voters": len(voters(table, turn.seat)),
    }


def choosers(table: Table) -> tuple[int, ...]:
    """The seats for which a person has to choose now."""
    if not table.playable or is_closed(table.row, clock.now()):
        return ()
    return tuple(seat for seat in table.position.actors() if not table.chairs[seat].bot)


def is_covered(table: Table, actors: tuple[int, ...], mine: tuple[int, ...], eyes: int) -> bool:
    """Whether several people share this screen while choices are hidden from each other."""
    if len([seat for seat in mine if not table.chairs[seat].bot]) < 2:
        return False
    return len(actors) > 1 or bool(table.match.hidden_from(eyes))


def waiting(table: Table, common: Common, eyes: int, language: str) -> str:
    """What is waited for, in a sentence; nothing while these eyes are to choose."""
    if table.frozen:
        return table.frozen.say(language)
    if not table.full:
        return say(language, N_("Waiting for everybody who was invited."))
    if not table.begun:
        return say(language, N_("The game is about to begin."))
    if common.over:
        return say(language, OVER)
    if common.head["stuck"] is not None:
        stuck = Verbatim(table.chairs[common.head["stuck"]].name)
        return say(language, STUCK, {"name": stuck})
    if eyes in common.choosers:
        return ""
    if is_closed(table.row, clock.now()):
        return say(language, CLOSED)
    names = ", ".join(table.chairs[actor].name for actor in common.actors)
    return say(language, WAITING, {"names": Verbatim(names)})


def ending(position: Position, language: str) -> Message:
    """What a finished game says besides points and winners: a rank, in words."""
    said = position.ending() if position.is_over else {}
    return {name: say(language, value) if isinstance(value, str) else value for name, value in said.items()}


def choice_message(table: Table, common: Common, eyes: int, view: State) -> Message:
    """What these eyes may choose from, and what they are asked."""
    if eyes not in common.choosers:
        return {"offers": [], "paths": [], "asks": []}
    game = table.game
    return {
        "offers": seeing.offers(game, view, eyes),
        "paths": seeing.paths(game, view, eyes),
        "asks": seeing.asks(game, view, eyes),
    }


def earned(game: Game, view: State) -> dict[str, Flat]:
    """How the score of each seat comes about, for the eyes of a view."""
    return {str(seat): seeing.earns(game, view, seat) for seat in range(int(view.seats))}


def log_message(table: Table, eyes: int, first: int, language: str) -> Message:
    """The log from a place on, as rows."""
    events = table.match.log[first:]
    log = [{"by": event.by, "rows": rows, "note": ""} for event, rows in zip(events, told(events, eyes), strict=True)]
    for place in table.stand_ins:
        if place >= first:
            log[place - first]["note"] = say(language, STOOD_IN)
    return {"log_from": first, "log": log}


def told(events: Sequence[Event], eyes: int) -> list[Flat]:
    """What events of a log tell these eyes."""
    return [seeing.happens(one.before.game, one.before.state, eyes, one.by, one.move) for one in events]


def past_message(table: Table, ply: int, eyes: int) -> Message:
    """The table as it was at a point of the game, for these eyes."""
    log = table.match.log
    position = log[ply].before if ply < len(log) else table.position
    view = position.view(eyes).state
    pieces = seeing.pieces(table.game, view, eyes)
    return {"ply": ply, "pieces": pieces, "earns": earned(table.game, view), "totals": list(position.scores())}


def people_message(table: Table, presence: Presence) -> Message:
    """Who is there; sent by itself when somebody came or left."""
    here = [c.seat for c in table.chairs if c.person_id is not None and c.person_id in presence.people]
    return {"type": "people", "here": here, "watching": presence.watching}


def preparing_message(keeper: Keeper) -> Message:
    """How far the compiler is with the bots of the table; nothing once they are ready."""
    return {"type": "preparing", "preparing": keeper.preparing}


def hint_message(table: Table, seat: int, best: list[Hint], stage: int, language: str) -> Message:
    """A hint in stages: where to look, then the move, then why, beside what else is good."""
    view = table.position.view(seat).state
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


def pack(message: Message) -> Message:
    """A long message for who can unpack it: rows repeat themselves."""
    text = write(message)
    if len(text) < WORTH_PACKING:
        return message
    return {"type": "packed", "deflated": b64encode(zlib.compress(text.encode())).decode()}
