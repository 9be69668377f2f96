"""A guided first game as messages: the tables that a socket would send, step by step. Nothing of it is stored."""

from __future__ import annotations

from functools import cache

from smalti.games import find_game
from smalti.kernel.errors import SmaltiError, UnknownGame
from smalti.kernel.game import Game
from smalti.kernel.lesson import LEARNER
from smalti.kernel.reader import reader
from smalti.kernel.rows import Path
from smalti.kernel.seeing import stage_of, why_path
from smalti.kernel.state import State
from smalti.kernel.teaching import Stop, walk
from smalti.kernel.words import N_, calling, say
from smalti.server.wire import seeing
from smalti.server.wire.apart import Since, table_apart, table_message
from smalti.server.wire.messages import Message

WHO = N_("You"), N_("Neighbour")
NO_LESSON = N_("this game has no guided first game")
NO_STEP = N_("the lesson has the steps 0 to {last}, not {step}")
FOLLOW = N_("Not here: the arrow shows where.")
ALSO = N_("You may do that in a game. Now, please, where the arrow points.")


@cache
def stops(game: Game) -> tuple[Stop, ...]:
    """The lesson of a game, played once."""
    if game.tables.lesson is None:
        raise UnknownGame(NO_LESSON)
    return tuple(walk(game, game.tables.lesson))


@cache
def lesson_message(name: str, language: str) -> Message:
    """The whole lesson: what is said at each step, and the table as the learner sees it there."""
    game = find_game(name)
    return {"steps": [step_message(game, number, language) for number in range(len(stops(game)))]}


def step_message(game: Game, number: int, language: str) -> Message:
    """What is said and pointed at, the table since the step before, and what the expected move would do."""
    step, match, path = stops(game)[number]
    view = game.course.view(match.position.state, LEARNER)
    told = seeing.foresees(game, view, LEARNER, path.move) if path else []
    return {
        "words": [say(language, words) for words in step.words],
        "look": list(step.look),
        "path": list(path.places) if path else [],
        "table": told_at(game, number, language),
        "foreseen": {"type": "foreseen", "number": number, "moves": [[path.move, told]] if path else []},
    }


def told_at(game: Game, number: int, language: str) -> Message:
    """The table at a step, as what changed since the one before; only what is expected can be clicked."""
    _, match, path = stops(game)[number]
    table = table_apart(match, names_in(game, language), number, {})
    since = Since(number - 1, len(stops(game)[number - 1].match.log)) if number else None
    view = game.course.view(match.position.state, LEARNER)
    return table_message(table, LEARNER, language, since) | expected_message(game, view, path)


def expected_message(game: Game, view: State, path: Path | None) -> Message:
    """Only what is expected can be clicked; of what is offered, the panels are shown that it leads through."""
    if path is None:
        return {"offers": [], "paths": [], "asks": []}
    places = stage_of(game, view).places
    panels = {places[place].panel for place in path.places}
    offers = [one for one in reader(game).offers(view, LEARNER) if places[one.place].panel in panels]
    return {"offers": [number for one in offers for number in one], "paths": list(path)}


def names_in(game: Game, language: str) -> list[str]:
    """How the seats of a lesson are called."""
    return [say(language, WHO[min(seat, 1)]) for seat in range(stops(game)[0].match.position.seats)]


def why_not_there(name: str, number: int, clicks: tuple[int, ...], language: str) -> Message:
    """What is said of clicks that a step does not expect: the reason if there is one, and to follow the arrow."""
    game = find_game(name)
    if not 0 <= number < len(stops(game)):
        raise SmaltiError(NO_STEP, last=len(stops(game)) - 1, step=number)
    state = stops(game)[number].match.position.state
    ways = reader(game).paths(game.course.view(state, LEARNER), LEARNER)
    if any(way.places[: len(clicks)] == clicks for way in ways):
        return {"words": say(language, ALSO), "clause": None}
    reason = why_path(game, state, LEARNER, clicks[:3])
    if reason is None:
        return {"words": say(language, FOLLOW), "clause": None}
    with calling(names_in(game, language)):
        return {"words": reason.say(language), "clause": reason.clause}
