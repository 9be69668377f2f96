"""What is sent to a browser: the table as one pair of eyes may see it, complete every time.

Each message carries the number of the log it shows. A client that missed some needs no repair: the next message,
or the first after it connects again, is the whole table.
"""

from __future__ import annotations

from typing import Any

from smalti.kernel.clauses import clauses
from smalti.kernel.game import CHANCE, Game
from smalti.kernel.match import Match
from smalti.kernel.position import Position
from smalti.kernel.reason import Verbatim
from smalti.kernel.scene import Choice, Scene
from smalti.kernel.words import say
from smalti.server.table import Chair, Table, hidden_events

Message = dict[str, Any]


def eyes(table: Table, person_id: str | None) -> int:
    """Through which seat somebody looks: the own one that is to choose, else the first own, else a spectator's."""
    mine = [seat for seat in table.seats_of(person_id) if not table.chairs[seat].bot]
    acting = [seat for seat in mine if seat in table.match.position.actors()]
    return next(iter([*acting, *mine, *table.seats_of(person_id)]), CHANCE)


def table_message(table: Table, person_id: str | None, language: str) -> Message:
    """The whole table for one person."""
    seat = eyes(table, person_id)
    position = table.match.position
    mine = table.seats_of(person_id)
    may_choose = table.started and seat in position.actors() and not table.chairs[seat].bot
    return {
        "type": "table",
        "table": table.id,
        "number": table.number,
        "game": table.game.name,
        "seat": seat,
        "mine": list(mine),
        "cover": len(mine) > 1 and len(position.actors()) > 1,
        "started": table.started,
        "over": position.is_over,
        "ask": sentence(table, seat, may_choose, language),
        "teaches": teaching(table, seat, language) if may_choose else [],
        "acting": list(position.actors()) if table.started else [],
        "can_undo": bool(table.aids.get("undo")) and any(table.match.can_undo(own) for own in mine),
        "aids": table.aids,
        "commitment": table.match.chance.commitment if table.match.chance else "",
        "seats": [chair_message(table, chair, person_id) for chair in table.chairs],
        "scores": [score_lines(position, one, language) for one in range(position.seats)],
        "winners": list(position.winners()),
        "ending": table.game.ending(position.state) if position.is_over else {},
        "log": log_lines(table.match, seat, language),
        **scene_message(table.game, position, seat, language, may_choose=may_choose),
    }


def chair_message(table: Table, chair: Chair, person_id: str | None) -> Message:
    """A seat and who sits on it."""
    return {
        "seat": chair.seat,
        "name": chair.name,
        "mine": chair.person_id is not None and chair.person_id == person_id,
        "bot": chair.bot,
        "invited": chair.invited,
        "score": table.match.position.scores()[chair.seat],
    }


def sentence(table: Table, seat: int, may_choose: bool, language: str) -> str:
    """Whose turn it is and what they are asked to decide, in one sentence."""
    position = table.match.position
    if not table.started:
        return say(language, "Waiting for everybody who was invited.")
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


def score_lines(position: Position, seat: int, language: str) -> list[Message]:
    """The points of a seat, line by line."""
    return [
        {"points": line.points, "words": line.say(language), "clause": line.clause, "places": list(line.places)}
        for line in position.derivation(seat)
    ]


def log_lines(match: Match, seat: int, language: str) -> list[Message]:
    """The log in words; a choice that may not be seen yet is only said to be made."""
    hidden = hidden_events(match, seat)
    lines = []
    for index, event in enumerate(match.log):
        if index in hidden:
            words = say(language, "has chosen")
        else:
            words = match.game.describe(event.before.state, event.by, event.move, language)
        lines.append({"ply": index + 1, "by": event.by, "words": words})
    return lines


def scene_message(game: Game, position: Position, seat: int, language: str, *, may_choose: bool) -> Message:
    """The picture with its choices."""
    scene = game.scene(game.view(position.state, seat), seat, language)
    return {
        "label": scene.label,
        "width": scene.width,
        "height": scene.height,
        "panels": panels_message(scene),
        "choices": [choice_message(choice) for choice in scene.choices] if may_choose else [],
    }


def panels_message(scene: Scene) -> list[Message]:
    """The parts of the picture."""
    return [{"id": p.id, "label": p.label, "width": p.width, "height": p.height, "body": p.body} for p in scene.panels]


def choice_message(choice: Choice) -> Message:
    """One legal move."""
    return {
        "move": choice.move,
        "label": choice.label,
        "paths": [list(path) for path in choice.paths],
        "ghost": [list(part) for part in choice.ghost],
        "gain": choice.gain,
    }
