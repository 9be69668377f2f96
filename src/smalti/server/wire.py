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
from smalti.kernel.scene import Choice, Scene
from smalti.kernel.state import State
from smalti.kernel.words import N_, calling, say
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


def table_message(table: Table, person_id: str | None, language: str) -> Message:
    """The whole table for one person."""
    with calling_people(table):
        return whole_table(table, person_id, language)


def whole_table(table: Table, person_id: str | None, language: str) -> Message:
    """Everything one person may see and do."""
    seat = eyes(table, person_id)
    position = table.match.position
    mine = table.seats_of(person_id)
    may_choose = table.playable and seat in position.actors() and not table.chairs[seat].bot
    scene = table.game.scene(table.game.view(position.state, seat), seat, language)
    remember(table, seat, scene)
    points = position.scores()
    message: Message = {
        "type": "table",
        "table": table.id,
        "number": table.number,
        "game": table.game.name,
        "seat": seat,
        "mine": list(mine),
        "cover": is_covered(table, person_id, seat),
        "started": table.started,
        "over": position.is_over,
        "ask": sentence(table, seat, may_choose, language),
        "teaches": teaching(table, seat, language) if may_choose else [],
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
        **drawn(scene, may_choose=may_choose),
    }
    return message | {"aside": own_panels(table, message["panels"])}


def own_panels(table: Table, panels: list[Message]) -> list[str]:
    """The panels that only the viewer sees."""
    shared = shared_panels(table)
    return [panel["id"] for panel in panels if panel["id"] not in shared]


def shared_panels(table: Table) -> frozenset[str]:
    """The panels a spectator sees too: the board. What is not among them a phone shows beside the question."""
    if table.shared_panels is None:
        scene = table.game.scene(table.match.position.view(CHANCE).state, CHANCE, "en")
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
        scene = table.game.scene(table.match.position.view(seat).state, seat, language)
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
        "facts": table.game.written_seat(table.match.position.state, chair.seat),
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
        return table.game.ask(position.state, seat, language)
    names = ", ".join(table.chairs[actor].name for actor in position.actors())
    return say(language, "Waiting for {names}.", {"names": Verbatim(names)})


def teaching(table: Table, seat: int, language: str) -> list[Message]:
    """The clauses that explain the decision at hand, for a first game."""
    known = clauses(table.game.name, language)
    numbers = table.game.teaches(table.match.position.state, seat)
    return [{"clause": number, "words": known[number]} for number in numbers]


def ending(position: Position, language: str) -> Message:
    """What a finished game says besides points and winners: a rank, in words."""
    said = position.game.ending(position.state) if position.is_over else {}
    return {name: say(language, value) if isinstance(value, str) else value for name, value in said.items()}


def score_lines(position: Position, seat: int, language: str) -> list[Message]:
    """The points of a seat, line by line."""
    return _score_lines(position.state, position.game.name, seat, language)


@once
def _score_lines(state: State, game: str, seat: int, language: str) -> list[Message]:
    return [
        {"points": line.points, "words": line.say(language), "clause": line.clause, "places": list(line.places)}
        for line in find_game(game).derivation(state, seat)
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
        told[language] = table.game.describe(event.before.state, event.by, event.move, language)
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
    scene = game.scene(game.view(event.before.state, event.by), event.by, "en")
    return next((choice for choice in scene.choices if choice.move == event.move), None)


def outcome_places(table: Table, index: int) -> list[str]:
    """The parts of the picture that chance changed."""
    log = table.match.log
    after = log[index + 1].before if index + 1 < len(log) else table.match.position
    old, new = (dict(drawn_parts(position)) for position in (log[index].before, after))
    return [name for name, drawing in new.items() if old.get(name) != drawing]


def drawn_parts(position: Position) -> Iterator[tuple[str, str]]:
    """Each named part of a spectator's picture and what is drawn for it."""
    for panel in position.game.scene(position.game.view(position.state, CHANCE), CHANCE, "en").panels:
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


def remember(table: Table, seat: int, scene: Scene) -> None:
    """Keeps where each move offered now would put something, so that the one that is made is not drawn once more."""
    log = table.match.log
    for index in range(len(log) - 1, max(-1, len(log) - 1 - LAST_EVENTS), -1):
        event = log[index]
        position, ghosts = table.offered.get(event.by, (None, {}))
        if position is event.before and event.move in ghosts:
            table.told_of(index)["put"] = [place for place, _ in ghosts[event.move]]
    table.offered[seat] = table.match.position, {choice.move: choice.ghost for choice in scene.choices}


def put_places(table: Table, index: int) -> list[str]:
    """Where a move put something; nothing for a move that puts nothing anywhere."""
    told = table.told_of(index)
    if "put" not in told:
        choice = choice_of(table.match.log[index])
        told["put"] = [place for place, _ in choice.ghost] if choice else []
    put: list[str] = told["put"]
    return put


def scene_message(game: Game, position: Position, seat: int, language: str, *, may_choose: bool) -> Message:
    """The picture with its choices."""
    return drawn(game.scene(game.view(position.state, seat), seat, language), may_choose=may_choose)


def drawn(scene: Scene, *, may_choose: bool) -> Message:
    """A picture with its choices."""
    return {
        "label": scene.label,
        "width": scene.width,
        "height": scene.height,
        "panels": panels_message(scene),
        "choices": [choice_message(choice) for choice in scene.choices] if may_choose else [],
    }


def panels_message(scene: Scene) -> list[Message]:
    """The parts of the picture."""
    return [
        {
            "id": panel.id,
            "label": panel.label,
            "width": panel.width,
            "height": panel.height,
            "x": panel.x,
            "y": panel.y,
            "scale": panel.scale,
            "body": panel.body,
        }
        for panel in scene.panels
    ]


def choice_message(choice: Choice) -> Message:
    """One legal move."""
    return {
        "move": choice.move,
        "label": choice.label,
        "paths": choice.paths,
        "ghost": choice.ghost,
        "gain": choice.gain,
    }


class Numbered(dict[str, int]):
    """Names, each with the number under which it was first asked for."""

    def __missing__(self, name: str) -> int:
        self[name] = number = len(self)
        return number


def packed(message: Message) -> Message:
    """A table as it goes over the line: each element id is written once, paths and ghosts point to it."""
    ids = Numbered()
    choices = [
        {
            **choice,
            "paths": [[ids[place] for place in path] for path in choice["paths"]],
            "ghost": [[ids[part] for part in pair] for pair in choice["ghost"]],
        }
        for choice in message["choices"]
    ]
    return message | {"choices": choices, "ids": list(ids)}
