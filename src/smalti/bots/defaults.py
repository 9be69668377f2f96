"""How to think of a game: what the game itself says, and what is usual where it says nothing."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from smalti.bots.points import PLAIN, POINTS
from smalti.kernel.errors import SmaltiError
from smalti.kernel.game import Game
from smalti.kernel.thinking import Budget, Evaluation, Plan, Strength, Terms, Weights

PLAN = Plan(denial=1.0, explore=2.0, doubt=2.0, effort=200, ahead=1, trust=1.0)
STRENGTHS = {
    "novice": Strength(blur=2.0),
    "apprentice": Strength(blur=1.0),
    "journeyman": Strength(blur=0.5),
    "artisan": Strength(blur=0.2),
    "master": Strength(budget=Budget(simulations=200, milliseconds=900), ahead=2),
    "legend": Strength(budget=Budget(simulations=2000, milliseconds=4500, cores=2), ahead=4),
}
JUDGE = "artisan"
"""The best level of first looks: styles trust what was learned as it does, `heuristic` counts the others' points so."""
FORMER = "legend-1"
"""Legend as it was before anything was learned on a GPU, to measure against."""


GIVEN: dict[str, str] = {}
"""[game]: the file of weights that this process judges by instead of those that are shipped."""


def evaluation_of(game: Game) -> Evaluation:
    """The evaluation of a game; its points as they stand where nobody has written one."""
    own = game.thinking.evaluation if game.thinking else PLAIN
    return own._replace(weights=partial(weights_in, game, GIVEN[game.name])) if game.name in GIVEN else own


@cache
def weights_in(game: Game, file: str) -> Weights:
    """The weights of a file for a game, read once."""
    read = game.thinking.evaluation.read if game.thinking else None
    if read is None:
        raise SmaltiError(f"the evaluation of {game.title} has no weights")
    try:
        return read(Path(file))
    except (OSError, KeyError, ValueError, BadZipFile) as error:
        raise SmaltiError(f"{file} has no weights for {game.title}: {error}") from error


def trusted(game: Game, faith: float) -> Weights:
    """What one judges by who trusts what was learned beyond rules of thumb so far, from 0 to 1.

    Weights that somebody has given are trusted by all who trust any.
    """
    wholly = faith == 1.0 or (faith > 0.0 and game.name in GIVEN)
    return evaluation_of(game).weights() if wholly else _trusted(game, faith)


@cache
def _trusted(game: Game, faith: float) -> Weights:
    evaluation = evaluation_of(game)
    thumb = evaluation.thumb()
    if faith == 0.0:
        return thumb
    weights = evaluation.weights().copy()
    weights[len(thumb) :] *= np.float32(faith)
    return weights


def plan_for(game: Game, seats: int) -> Plan:
    """How to search a game with so many seats."""
    return game.thinking.plan(seats) if game.thinking and game.thinking.plan else PLAN


def plan_of(strength: Strength, game: Game, seats: int) -> Plan:
    """How one of this strength searches a game with so many seats."""
    plan = plan_for(game, seats)
    return plan._replace(
        ahead=strength.ahead,
        horizon=strength.horizon or plan.horizon,
        exact=strength.exact,
        denial=plan.denial if strength.denial is None else strength.denial,
    )


def strength_of(level: str, game: Game, seats: int) -> Strength:
    """How a level plays a game with so many seats."""
    if level == FORMER and not (first := evaluation_of(game).first):
        level = "legend"
    elif level == FORMER:
        return replace(own_strength(game, level, seats), weights=first)
    return own_strength(game, level, seats)


def own_strength(game: Game, level: str, seats: int) -> Strength:
    """How a game wants a level to play it; as usual where it says nothing."""
    return game.thinking.strength(level, seats) if game.thinking and game.thinking.strength else STRENGTHS[level]


def terms_of(game: Game) -> Terms:
    """The parts of a game's evaluation; its points as they stand where nobody has named any."""
    return (game.thinking and game.thinking.terms) or POINTS
