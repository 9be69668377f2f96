"""What is sent to a browser: the table as one pair of eyes may see it, complete every time.

Each message carries the number of the log it shows. A client that missed some needs no repair: the next message,
or the first after it connects again, is the whole table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any

from smalti.bots.hints import Hint
from smalti.kernel.clauses import clauses
from smalti.kernel.game import CHANCE, Game
from smalti.kernel.match import Event
from smalti.kernel.position import Position
from smalti.kernel.reason import Verbatim
from smalti.kernel.scene import Choice, Panel
from smalti.kernel.words import N_, calling, say
from smalti.server.keeping.keeper import Keeper
from smalti.server.table.chairs import Chair
from smalti.server.table.table import Table

Message = dict[str, Any]
STOOD_IN = N_("The bot failed here twice, so this move was made at random.")
MOST_PLACES = 24
"""More than that would light up the whole board and say nothing."""
LAST_EVENTS = 12
"""How far back the last move may reach: a turn of several choices, or everybody's choice."""


def eyes(table: Table, person_id: str | None) -> int:
    """Through which seat somebody looks: the own one that is to choose, else the first own, else a spectator's."""
    mine = [seat for seat in table.seats_of(person_id) if not table.chairs[seat].bot]
    acting = [seat for seat in mine if seat in table.match.position.actors()]
    return next(iter([*acting, *mine, *table.seats_of(person_id)]), CHANCE)


def calling_people(table: Table) -> AbstractContextManager[None]:
    """Inside, what is said and drawn of this table calls its people by name."""
    return calling([chair.name for chair in table.chairs])


def may_choose(table: Table, seat: int) -> bool:
    """Whether a person has to choose for this seat now."""
    return table.playable and seat in table.match.position.actors() and not table.chairs[seat].bot


def table_message(keeper: Keeper, person_id: str | None, language: str) -> Message:
    """Everything one person may see and do."""
    with calling_people(keeper.table):
        return table_facts(keeper, person_id, language) | picture_message(keeper.table, person_id, language)


def table_facts(keeper: Keeper, person_id: str | None, language: str) -> Message:
    """Everything one person may see and do, but the picture."""
    table = keeper.table
    seat = eyes(table, person_id)
    position = table.match.position
    mine = table.seats_of(person_id)
    is_asked = may_choose(table, seat)
    points = position.scores()
    return {
        "type": "table",
        "table": table.id,
        "number": table.number,
        "game": table.game.name,
        "seat": seat,
        "mine": list(mine),
        "cover": is_covered(table, person_id, seat),
        "started": table.started,
        "over": position.is_over,
        "ask": sentence(table, seat, is_asked, language),
        "teaches": teaching(table, seat, language) if is_asked else [],
        "acting": list(position.actors()) if table.playable else [],
        **help_message(table, mine),
        "may_add": table.may_add(person_id),
        "commitment": table.match.chance.commitment if table.match.chance else "",
        "seats": [chair_message(keeper, chair, person_id, points[chair.seat]) for chair in table.chairs],
        "scores": [score_lines(position, one, language) for one in range(position.seats)],
        "winners": list(position.winners()),
        "ending": ending(position, language),
        "log": log_lines(table, seat, language),
        "last": last_places(table, seat),
        "watching": watching(keeper),
        "preparing": keeper.preparing,
    }


def picture_message(table: Table, person_id: str | None, language: str) -> Message:
    """The picture for one person, with the choices; `aside` names the panels that nobody else sees."""
    seat = eyes(table, person_id)
    scene = table.game.drawn.scene(table.position.view(seat).state, seat, language)
    shared = {panel.id for panel in table.game.drawn.scene(table.position.view(CHANCE).state, CHANCE, language).panels}
    return {
        "label": scene.label,
        "width": scene.width,
        "height": scene.height,
        "panels": [panel_message(panel) for panel in scene.panels],
        "aside": [panel.id for panel in scene.panels if panel.id not in shared],
        **packed(scene.choices if may_choose(table, seat) else ()),
    }


def panel_message(panel: Panel) -> Message:
    """A part of the picture."""
    return {
        "id": panel.id,
        "label": panel.label,
        "width": panel.width,
        "height": panel.height,
        "x": panel.x,
        "y": panel.y,
        "scale": panel.scale,
        "body": panel.body,
    }


def packed(choices: tuple[Choice, ...]) -> Message:
    """Legal moves; each element id is written once, paths and ghosts point to it."""
    ids: dict[str, int] = {}

    def number(name: str) -> int:
        return ids.setdefault(name, len(ids))

    written = [
        {
            "move": choice.move,
            "label": choice.label,
            "paths": [list(map(number, path)) for path in choice.paths],
            "ghost": [list(map(number, pair)) for pair in choice.ghost],
            "gain": choice.gain,
        }
        for choice in choices
    ]
    return {"choices": written, "ids": list(ids)}


def is_covered(table: Table, person_id: str | None, seat: int) -> bool:
    """Whether several people share this screen while choices are hidden from each other."""
    people = [own for own in table.seats_of(person_id) if not table.chairs[own].bot]
    together = len(table.match.position.actors()) > 1 or bool(table.match.hidden_from(seat))
    return len(people) > 1 and together


def help_message(table: Table, mine: tuple[int, ...]) -> Message:
    """The aids of the table, and whether something can be taken back now."""
    seat = table.undo_seat(mine)
    return {"can_undo": seat is not None, "undo_seat": seat, "aids": table.aids}


def people_here(keeper: Keeper) -> list[str | None]:
    """Who looks at the table now; None is somebody without a cookie."""
    return [listener.person_id for listener in keeper.listeners if hasattr(listener, "person_id")]


def watching(keeper: Keeper) -> int:
    """How many look on without a seat."""
    return sum(1 for person in people_here(keeper) if not keeper.table.seats_of(person))


def people_message(keeper: Keeper) -> Message:
    """Who is there; sent by itself when somebody came or left."""
    here = [c.seat for c in keeper.table.chairs if c.person_id is not None and c.person_id in people_here(keeper)]
    return {"type": "people", "here": here, "watching": watching(keeper)}


def preparing_message(keeper: Keeper) -> Message:
    """How far the compiler is with the bots of the table; nothing once they are ready."""
    return {"type": "preparing", "preparing": keeper.preparing}


def hint_message(table: Table, seat: int, best: list[Hint], stage: int, language: str) -> Message:
    """A hint in stages: where to look, then the move, then why, beside what else is good."""
    with calling_people(table):
        scene = table.game.drawn.scene(table.match.position.view(seat).state, seat, language)
    choices = {choice.move: choice for choice in scene.choices}
    path = choices[best[0].move].paths[0]
    message: Message = {"type": "hint", "number": table.number, "stage": stage, "places": list(path[:1])}
    if stage > 1:
        message |= {"places": list(path), "move": best[0].move, "label": choices[best[0].move].label}
    if stage > 2:
        message["best"] = [
            {
                "label": choices[one.move].label,
                "places": list(choices[one.move].paths[0]),
                "difference": round(one.difference, 1),
                "words": one.say(language),
            }
            for one in best
        ]
    return message


def chair_message(keeper: Keeper, chair: Chair, person_id: str | None, points: int) -> Message:
    """A seat and who sits on it."""
    return {
        "seat": chair.seat,
        "name": chair.name,
        "mine": chair.person_id is not None and chair.person_id == person_id,
        "bot": chair.bot,
        "invited": chair.invited,
        "here": chair.person_id is not None and chair.person_id in people_here(keeper),
        "score": points,
        "facts": keeper.table.game.course.written_seat(keeper.table.position.state, chair.seat),
    }


def sentence(table: Table, seat: int, may_choose: bool, language: str) -> str:
    """Whose turn it is and what they are asked to decide, in one sentence."""
    position = table.match.position
    if table.frozen:
        return table.frozen.say(language)
    if not table.full:
        return say(language, "Waiting for everybody who was invited.")
    if not table.begun:
        return say(language, N_("The game is about to begin."))
    if position.is_over:
        return say(language, "The game is over.")
    if may_choose:
        return table.game.drawn.ask(position.state, seat, language)
    names = ", ".join(table.chairs[actor].name for actor in position.actors())
    return say(language, "Waiting for {names}.", {"names": Verbatim(names)})


def teaching(table: Table, seat: int, language: str) -> list[Message]:
    """The clauses that explain the decision at hand, for a first game."""
    known = clauses(table.game.name, language)
    numbers = table.game.drawn.teaches(table.match.position.state, seat)
    return [{"clause": number, "words": known[number]} for number in numbers]


def ending(position: Position, language: str) -> Message:
    """What a finished game says besides points and winners: a rank, in words."""
    said = position.game.course.ending(position.state) if position.is_over else {}
    return {name: say(language, value) if isinstance(value, str) else value for name, value in said.items()}


def score_lines(position: Position, seat: int, language: str) -> list[Message]:
    """The points of a seat, line by line."""
    return [
        {"points": line.points, "words": line.say(language), "clause": line.clause, "places": list(line.places)}
        for line in position.derivation(seat)
    ]


def log_lines(table: Table, seat: int, language: str) -> list[Message]:
    """The log in words; a choice that may not be seen yet is only said to be made."""
    hidden = table.match.hidden_from(seat)
    return [log_line(table, index, language, is_hidden=index in hidden) for index in range(len(table.match.log))]


def log_line(table: Table, index: int, language: str, *, is_hidden: bool) -> Message:
    """One line of the log."""
    words = say(language, "has chosen") if is_hidden else log_words(table, index, language)
    note = say(language, STOOD_IN) if index in table.stand_ins else ""
    return {"ply": index + 1, "by": table.match.log[index].by, "words": words, "note": note}


def log_words(table: Table, index: int, language: str) -> str:
    """One event of the log in words."""
    event = table.match.log[index]
    return table.game.drawn.describe(event.before.state, event.by, event.move, language)


def log_places(table: Table, index: int, seat: int) -> list[str]:
    """Where on the picture an event of the log took place; nothing if it may not be seen yet."""
    if index in table.match.hidden_from(seat):
        return []
    event = table.match.log[index]
    return (outcome_places(table, index) if event.by == CHANCE else move_places(event))[:MOST_PLACES]


def move_places(event: Event) -> list[str]:
    """Where a move puts something; else what was clicked last for it."""
    choice = choice_of(event)
    return [place for place, _ in choice.ghost] or [choice.paths[0][-1]] if choice else []


def choice_of(event: Event) -> Choice | None:
    """The move of an event as it was offered to its seat."""
    game = event.before.game
    scene = game.drawn.scene(game.course.view(event.before.state, event.by), event.by, "en")
    return next((choice for choice in scene.choices if choice.move == event.move), None)


def outcome_places(table: Table, index: int) -> list[str]:
    """The parts of the picture that chance changed."""
    log = table.match.log
    after = log[index + 1].before if index + 1 < len(log) else table.match.position
    old, new = (dict(drawn_parts(position)) for position in (log[index].before, after))
    return [name for name, drawing in new.items() if old.get(name) != drawing]


def drawn_parts(position: Position) -> Iterator[tuple[str, str]]:
    """Each named part of a spectator's picture and what is drawn for it."""
    for panel in position.game.drawn.scene(position.game.course.view(position.state, CHANCE), CHANCE, "en").panels:
        _, *pieces = re.split(r' id="([^"]+)"', panel.body)
        yield from zip(pieces[::2], pieces[1::2], strict=True)


def last_places(table: Table, seat: int) -> list[str]:
    """Where something was put last: by one seat in its turn, or by all who chose together."""
    log, hidden = table.match.log, table.match.hidden_from(seat)
    places: list[str] = []
    mover: int | None = None
    for index in range(len(log) - 1, max(-1, len(log) - 1 - LAST_EVENTS), -1):
        event = log[index]
        if event.by == CHANCE or index in hidden:
            continue
        if mover is not None and event.by != mover and len(event.before.actors()) == 1:
            break
        put = put_places(table, index)
        mover = event.by if put else mover
        places += put
    return places[:MOST_PLACES]


def put_places(table: Table, index: int) -> list[str]:
    """Where a move put something; nothing for a move that puts nothing anywhere."""
    event = table.match.log[index]
    return [place for place, _ in table.game.drawn.puts(event.before.state, event.by, event.move)]


def scene_message(game: Game, position: Position, seat: int, language: str) -> Message:
    """The picture of a position that is only looked at."""
    scene = game.drawn.scene(game.course.view(position.state, seat), seat, language)
    panels = [panel_message(panel) for panel in scene.panels]
    return {"label": scene.label, "width": scene.width, "height": scene.height, "panels": panels, "choices": []}
