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
from smalti.games import find_game
from smalti.kernel.clauses import clauses
from smalti.kernel.game import CHANCE, Game
from smalti.kernel.match import Event
from smalti.kernel.once import once
from smalti.kernel.position import Position
from smalti.kernel.reason import Verbatim
from smalti.kernel.scene import Choice
from smalti.kernel.state import State
from smalti.kernel.words import N_, calling, say
from smalti.server.drawing import Picture, View, place_of
from smalti.server.logbook import Chair, hidden_events
from smalti.server.table import Table

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


def view_of(table: Table, person_id: str | None, language: str) -> View:
    """What one person is to be shown."""
    seat = eyes(table, person_id)
    state = table.game.course.view(table.match.position.state, seat)
    names = tuple(chair.name for chair in table.chairs)
    return View(table.game.name, state.tobytes(), seat, language, names, may_choose(table, seat))


def may_choose(table: Table, seat: int) -> bool:
    """Whether a person has to choose for this seat now."""
    return table.playable and seat in table.match.position.actors() and not table.chairs[seat].bot


def table_facts(table: Table, person_id: str | None, language: str) -> Message:
    """Everything one person may see and do, but the picture."""
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
        "seats": [chair_message(table, chair, person_id, points[chair.seat]) for chair in table.chairs],
        "scores": [score_lines(position, one, language) for one in range(position.seats)],
        "winners": list(position.winners()),
        "ending": ending(position, language),
        "log": log_lines(table, seat, language),
        "last": last_places(table, seat),
        "watching": watching(table),
        "preparing": table.preparing,
    }


def own_panels(table: Table, picture: Picture) -> list[str]:
    """The panels that only the viewer sees."""
    shared = shared_panels(table)
    return [sheet.id for sheet in picture.sheets if sheet.id not in shared]


def shared_panels(table: Table) -> frozenset[str]:
    """The panels a spectator sees too: the board. What is not among them a phone shows beside the question."""
    if table.shared_panels is None:
        scene = table.game.drawn.scene(table.match.position.view(CHANCE).state, CHANCE, "en")
        table.shared_panels = frozenset(panel.id for panel in scene.panels)
    return table.shared_panels


def is_covered(table: Table, person_id: str | None, seat: int) -> bool:
    """Whether several people share this screen while choices are hidden from each other."""
    people = [own for own in table.seats_of(person_id) if not table.chairs[own].bot]
    together = len(table.match.position.actors()) > 1 or bool(hidden_events(table.match, seat))
    return len(people) > 1 and together


def help_message(table: Table, mine: tuple[int, ...]) -> Message:
    """The aids of the table, and whether something can be taken back now."""
    seat = undo_seat(table, mine)
    return {"can_undo": seat is not None, "undo_seat": seat, "aids": table.aids}


def undo_seat(table: Table, mine: tuple[int, ...]) -> int | None:
    """The own seat that may take its last move back, if there is one."""
    if not table.aids.get("undo") or table.match.position.is_over or not table.playable:
        return None
    latest = [event.by for event in reversed(table.match.log) if event.by in mine]
    return next((seat for seat in dict.fromkeys(latest) if table.match.can_undo(seat)), None)


def people_here(table: Table) -> list[str | None]:
    """Who looks at the table now; None is somebody without a cookie."""
    return [listener.person_id for listener in table.listeners if hasattr(listener, "person_id")]


def watching(table: Table) -> int:
    """How many look on without a seat."""
    return sum(1 for person in people_here(table) if not table.seats_of(person))


def people_message(table: Table) -> Message:
    """Who is there; sent by itself when somebody came or left."""
    here = [c.seat for c in table.chairs if c.person_id is not None and c.person_id in people_here(table)]
    return {"type": "people", "here": here, "watching": watching(table)}


def preparing_message(table: Table) -> Message:
    """How far the compiler is with the bots of the table; nothing once they are ready."""
    return {"type": "preparing", "preparing": table.preparing}


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


def chair_message(table: Table, chair: Chair, person_id: str | None, points: int) -> Message:
    """A seat and who sits on it."""
    return {
        "seat": chair.seat,
        "name": chair.name,
        "mine": chair.person_id is not None and chair.person_id == person_id,
        "bot": chair.bot,
        "invited": chair.invited,
        "here": chair.person_id is not None and chair.person_id in people_here(table),
        "score": points,
        "facts": table.game.course.written_seat(table.match.position.state, chair.seat),
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
    return _score_lines(position.state, position.game.name, seat, language)


@once
def _score_lines(state: State, game: str, seat: int, language: str) -> list[Message]:
    return [
        {"points": line.points, "words": line.say(language), "clause": line.clause, "places": list(line.places)}
        for line in find_game(game).drawn.derivation(state, seat)
    ]


def log_lines(table: Table, seat: int, language: str) -> list[Message]:
    """The log in words; a choice that may not be seen yet is only said to be made."""
    hidden = hidden_events(table.match, seat)
    return [log_line(table, index, language, is_hidden=index in hidden) for index in range(len(table.match.log))]


def log_line(table: Table, index: int, language: str, *, is_hidden: bool) -> Message:
    """One line of the log; worked out once, since everybody is sent all of them after every move."""
    told, key = table.told_of(index), f"line {language} {is_hidden} {index in table.stand_ins}"
    if key not in told:
        words = say(language, "has chosen") if is_hidden else log_words(table, index, language)
        note = say(language, STOOD_IN) if index in table.stand_ins else ""
        told[key] = {"ply": index + 1, "by": table.match.log[index].by, "words": words, "note": note}
    line: Message = told[key]
    return line


def log_words(table: Table, index: int, language: str) -> str:
    """One event of the log in words."""
    told, event = table.told_of(index), table.match.log[index]
    if language not in told:
        told[language] = table.game.drawn.describe(event.before.state, event.by, event.move, language)
    words: str = told[language]
    return words


def log_places(table: Table, index: int, seat: int) -> list[str]:
    """Where on the picture an event of the log took place; nothing if it may not be seen yet."""
    if index in hidden_events(table.match, seat):
        return []
    told, event = table.told_of(index), table.match.log[index]
    if "places" not in told:
        told["places"] = outcome_places(table, index) if event.by == CHANCE else move_places(event)
    places: list[str] = told["places"]
    return places[:MOST_PLACES]


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
    log, hidden = table.match.log, hidden_events(table.match, seat)
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
    told, event = table.told_of(index), table.match.log[index]
    if "put" not in told:
        told["put"] = [place for place, _ in table.game.drawn.puts(event.before.state, event.by, event.move)]
    put: list[str] = told["put"]
    return put


def scene_message(game: Game, position: Position, seat: int, language: str) -> Message:
    """The picture of a position that is only looked at."""
    scene = game.drawn.scene(game.course.view(position.state, seat), seat, language)
    panels = [place_of(panel) | {"body": panel.body} for panel in scene.panels]
    return {"label": scene.label, "width": scene.width, "height": scene.height, "panels": panels, "choices": []}
