"""How strong the levels are in a game, as it was measured: `thinking/scale.json` beside each game's evaluation.

`steps` says by how many Elo each level leads the one below it with two players, and the standard error of that
(docs/strength.md); `luck` by seats how much of the luck that a review finds is best taken out of a result, and which
part of its variance is left then (docs/club.md).
"""

from __future__ import annotations

import json
from functools import cache
from math import hypot
from pathlib import Path
from typing import Any, NamedTuple

from smalti.bots.defaults import STRENGTHS, evaluation_of
from smalti.kernel.game import Game

FILE = "scale.json"
MIDDLE = "journeyman"
"""The level that the others are measured from."""
USUAL = (150, 100)
"""A step of a game that nobody has measured, and its error."""
SURE = 30.0
"""No level is known better than this."""
ELSEWHERE = 150.0
"""How much less is known of tables with another number of seats than that which was measured."""
MEASURED = 2


class Strong(NamedTuple):
    """How far a level is ahead of the middle one, in Elo, and the standard error of that."""

    elo: float
    error: float


@cache
def scale_file(game: Game) -> dict[str, Any]:
    """What was measured of a game; nothing where nobody has."""
    file = Path(evaluation_of(game).evaluate.__code__.co_filename).with_name(FILE)
    measured: dict[str, Any] = json.loads(file.read_text()) if game.thinking and file.is_file() else {}
    return measured


def strong(game: Game, seats: int, level: str) -> Strong:
    """How strong a level is with so many seats: errors add up along the steps from the middle."""
    names, steps = list(STRENGTHS), scale_file(game).get("steps", {})
    here, middle = names.index(level), names.index(MIDDLE)
    between = names[min(here, middle) + 1 : max(here, middle) + 1]
    told = [steps.get(name, USUAL) for name in between]
    elo = sum(step for step, _ in told) * (1 if here > middle else -1)
    return Strong(elo, hypot(SURE, 0.0 if seats == MEASURED else ELSEWHERE, *(error for _, error in told)))


class Luck(NamedTuple):
    """How luck is taken out of results: a review measures it with errors, so all of it would often be too much."""

    taken: float = 1.0
    """So much of what a review says."""
    left: float = 1.0
    """Which part of the variance of a result is left then."""


def luck_in(game: Game, seats: int) -> Luck:
    """How luck is taken out of a game's results; with as many seats as nobody has measured as with two."""
    measured = scale_file(game).get("luck", {})
    return Luck(*measured.get(str(seats)) or (measured.get(str(MEASURED), (1.0,))[0],))
