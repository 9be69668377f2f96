"""Records from outside: what play can reach is taken, and what rules cannot work with is refused with a sentence."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from smalti.envs.batch import Batch
from smalti.games import GAMES
from smalti.kernel.errors import InvalidNotation
from smalti.kernel.game import CHANCE, Game
from smalti.kernel.position import Position
from smalti.kernel.referee import raw_bytes
from smalti.kernel.soundness import is_sound, limit_table
from smalti.kernel.state import State, copy_state
from tests.play import Setting, new_match, positions
from tests.settings import each_setting

FIELDS = [(game, field) for game in GAMES.values() for field in game.course.limits]


@each_setting()
def test_every_position_of_a_game_is_sound(setting: Setting) -> None:
    """Before choices and before chance, whole and as a seat sees it, interpreted and compiled."""
    match = new_match(*setting)
    for _ in positions(match):
        pass
    plain, fast = (build(is_sound) for build in (match.game.interpreted, match.game.compiler))

    for n, event in enumerate(match.log):
        raw = raw_bytes(event.before.state)
        assert fast(raw)
        assert fast(raw_bytes(event.before.view(CHANCE).state))
        assert n % 10 or plain(raw)
    assert fast(raw_bytes(match.position.state))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_field_has_its_limits(game: Game) -> None:
    """All but the generator, of which any number will do."""
    record = game.course.state_type

    assert {"rng", *game.course.limits} == {*(record.names or ())}
    assert {limit_table(record, {field: (0, 0)}).shape[1] for field in game.course.limits} == {4}


@pytest.mark.parametrize(("game", "field"), FIELDS, ids=lambda one: getattr(one, "name", one))
def test_a_number_beyond_its_limits_is_refused(game: Game, field: str) -> None:
    start = Position.new(game, game.facts.seat_counts[0], seed=1).state
    kind = np.iinfo(start[field].dtype)
    for wrong in (game.course.limits[field][0] - 1, game.course.limits[field][1] + 1):
        if kind.min <= wrong <= kind.max:
            with pytest.raises(InvalidNotation, match=f"no game of {game.title} comes to such a position"):
                Position.of(game, changed(start, field, wrong))


def changed(state: State, field: str, number: int) -> State:
    """The same with another number as the last one of a field."""
    other: Any = copy_state(state)
    if other[field].ndim:
        other[field].flat[other[field].size - 1] = number
    else:
        other[field] = number
    return other  # type: ignore[no-any-return]


@pytest.mark.parametrize("wrong", ["x", None, 3, np.zeros(3), Position.new(GAMES["maharani"], 2).state])
def test_a_position_is_made_of_a_record_of_its_game(wrong: Any) -> None:
    with pytest.raises(InvalidNotation, match="is made of a record of Mosaix"):
        Position.of(GAMES["mosaix"], wrong)


@pytest.mark.parametrize(
    ("name", "field", "number"),
    [("mosaix", "roller", 3), ("maharani", "phase", 3), ("majolica", "phase", 14), ("majolica", "start", -1)],
)
def test_numbers_that_contradict_each_other_are_refused(name: str, field: str, number: int) -> None:
    """Each alone would do: a roller who is not there, a worker due nowhere, a delivery of no workshop."""
    batch = Batch(GAMES[name], 2, 2, seed=1)
    wrong = batch.states.copy()
    wrong[field][1] = number

    with pytest.raises(InvalidNotation, match="position 1 is over, is none of 2 seats, or none that a game comes to"):
        batch.load(wrong)
    with pytest.raises(InvalidNotation):
        Position.of(GAMES[name], wrong[1])
