"""Positions as numbers: what is documented is written, and nothing that is hidden."""

from __future__ import annotations

import numpy as np
import pytest

from smalti.envs.batch import Batch
from smalti.games import GAMES, find_game
from smalti.kernel.encoding import Encoding, Reals
from smalti.kernel.game import Game
from smalti.kernel.state import State

UNWRITTEN = -7.0


def numbers(game: Game, state: State, seat: int) -> Reals:
    """One position from one seat's side, and a mark where nothing was written."""
    assert game.course.encoding is not None
    out = np.full(game.course.encoding.length + 1, UNWRITTEN, np.float32)
    game.compiler(game.course.encoding.write)(state, seat, out)
    assert out[-1] == UNWRITTEN
    return out[:-1]


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_number_has_a_name_and_a_meaning(game: Game) -> None:
    """All are written; in random games of all seat counts every plane shows something, and most values differ."""
    everything = {option.name: list(option.values) for option in game.facts.options if option.several}
    batches = [Batch(game, 300, seats, everything, seed=2) for seats in game.facts.seat_counts]
    for batch in batches:
        batch.play(40)
    seen = np.concatenate([batch.observe() for batch in batches])
    assert isinstance(game.course.encoding, Encoding)
    names = (*game.course.encoding.planes, *game.course.encoding.values)

    assert len(set(names)) == len(names)
    assert seen.shape[1] == game.course.encoding.length
    assert numbers(game, batches[0].states[0], 0).min() > UNWRITTEN
    assert np.isfinite(seen).all()
    planes, values = game.course.encoding.split(seen)
    assert planes.any(axis=(0, 2, 3)).all()
    assert (values.max(axis=0) > values.min(axis=0)).mean() > 0.5


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_seat_learns_no_more_than_it_sees(game: Game) -> None:
    batch = Batch(game, 50, game.facts.seat_counts[-1], seed=4)
    batch.play(30)

    for place in range(50):
        position = batch.position(place)
        for seat in range(position.seats):
            assert (numbers(game, position.state, seat) == numbers(game, position.view(seat).state, seat)).all()


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_interpreted_and_compiled_write_the_same(game: Game) -> None:
    batch = Batch(game, 5, game.facts.seat_counts[0], seed=4)
    batch.play(20)
    assert game.course.encoding is not None

    for place in range(5):
        plain = np.zeros(game.course.encoding.length, np.float32)
        game.course.encoding.write(batch.position(place).state, 0, plain)
        assert (plain == numbers(game, batch.states[place], 0)).all()


def test_planes_show_the_own_grid_first() -> None:
    """A printed circle in the middle of the own grid, the next seat's symbol in its own planes."""
    batch = Batch(find_game("mosaix"), 20, 2)
    planes, values = batch.encoding.split(batch.observe())
    position = batch.position(0)
    cell = int(position.state.printed[batch.actors[0]])

    assert planes.shape == (20, 12, 7, 7)
    assert values.shape == (20, len(batch.encoding.values))
    assert planes[0, :3].sum() == 1
    assert planes[0, :3, cell // 7, cell % 7].sum() == 1
    assert planes[0, 6:].sum() == 0
