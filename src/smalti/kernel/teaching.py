"""A lesson being played: each step with the match as it stands there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from smalti.kernel.game import Game
from smalti.kernel.lesson import LEARNER, Lesson, Others, Step
from smalti.kernel.match import Match
from smalti.kernel.position import Position
from smalti.kernel.reader import reader
from smalti.kernel.rows import Path


class Stop(NamedTuple):
    """A step, the match before it, and the clicks that it expects."""

    step: Step
    match: Match
    path: Path | None


def walk(game: Game, lesson: Lesson) -> Iterator[Stop]:
    """The steps in order, played by the rules; what is not allowed raises why."""
    match = Match(Position.of(game, game.text.parse_position(lesson.position)))
    for step in lesson.steps:
        path = expected(match, step) if step.move else None
        yield Stop(step, Match(match.position, None, match.log.copy()), path)
        for doing in ((LEARNER, step.move), *step.then) if step.move else step.then:
            carry_out(match, doing)


def expected(match: Match, step: Step) -> Path:
    """The way to click what the learner is to do."""
    number, view = match.position.parse_move(step.move, LEARNER), match.position.view(LEARNER)
    ways = (one for one in reader(match.game).paths(view.state, LEARNER) if one.move == number)
    return next(one for one in ways if set(step.look) <= set(one.places))


def carry_out(match: Match, doing: Others) -> None:
    """A move of a seat or what chance gives, and what follows from it by itself."""
    if isinstance(doing, dict):
        match.enter(doing)
        match.advance()
    else:
        match.play(*doing)
