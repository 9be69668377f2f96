"""The agent that plays Mosaix alone by patterns and a network."""

from __future__ import annotations

import hashlib
import json

import numpy as np
import pytest

import smalti
from examples.agents.network import FILE, choose
from examples.agents.towers import BORDERED, SHAPES, promise, read_brain
from smalti.bots import tree_search
from smalti.games import find_game
from smalti.games.mosaix.components import CELLS_IN_GRID, SIDE
from smalti.games.mosaix.moves import STOP
from smalti.games.mosaix.thinking.vision import planes, write_codes
from smalti.kernel.errors import SmaltiError
from smalti.kernel.thinking import Weights

MOSAIX = find_game("mosaix")
ROWS, COLUMNS = np.divmod(np.arange(CELLS_IN_GRID), SIDE)


def layer(name: str) -> tuple[Weights, Weights]:
    """Its weights and biases."""
    with np.load(FILE) as file:
        return file[name] * file[f"{name}_unit"], file[f"{name}_bias"]


def around(name: str, x: Weights) -> Weights:
    """[tower, cell, channel]: a layer that sees each cell with its neighbours."""
    weights, biases = layer(name)
    bordered = np.zeros((len(x), BORDERED, BORDERED, x.shape[2]), np.float32)
    bordered[:, ROWS + 1, COLUMNS + 1] = x
    seen = [bordered[:, ROWS + r, COLUMNS + c] for r in range(3) for c in range(3)]
    return np.concatenate(seen, 2) @ weights + biases


def through(name: str, x: Weights) -> Weights:
    weights, biases = layer(name)
    return x @ weights + biases


def heard(x: Weights) -> Weights:
    return np.maximum(x, 0)


def by_numpy(marks: tuple[int, int, int], scale: int, value: float) -> float:
    """What `promise` says, in whole arrays."""
    codes = np.zeros(CELLS_IN_GRID, np.uint8)
    write_codes(marks, codes)
    x = heard(around("first", planes()[:, codes]))
    y = heard(around("own", x) + around("all", x.sum(0, keepdims=True)))
    y = heard(y + through("whole", y.mean(1))[:, None])
    x = heard(x + around("back", y))
    common = np.concatenate([np.eye(9)[scale], [(codes == 0).mean(), (value - 140) / 20]])
    seen = np.concatenate([x.mean(1), x.max(1), np.tile(common, (3, 1))], 1)
    towers = heard(through("two", heard(through("one", seen)))).sum(0)
    return float(through("out", heard(through("three", np.concatenate([towers, common]))))[0])


@pytest.mark.parametrize(
    ("marks", "scale", "value"),
    [((0, 0, 1 << 24), 8, 140.0), ((0b111_1111, 0b11 << 30, 1 << 24), 3, 131.5), ((0, 0xFFFF << 20, 0xFF), 0, 98.25)],
)
def test_the_compiled_network_says_what_plain_arrays_say(marks: tuple[int, int, int], scale: int, value: float) -> None:
    found = tree_search.build(MOSAIX)(promise)(marks, scale, value, read_brain(FILE))

    assert found == pytest.approx(by_numpy(marks, scale, value), abs=1e-3)
    assert abs(found) > 0.1


def test_a_game_alone_is_played_by_legal_moves_to_a_good_end() -> None:
    position = smalti.new("mosaix", 1, seed=5)
    while not position.is_over:
        move = choose(position, 0, 0)
        assert move != STOP
        assert move in position.legal_moves(0)
        position = position.play(move)

    assert position.scores()[0] > 110


def test_a_formation_of_somebody_else_is_entered_too() -> None:
    position = smalti.new("mosaix", 1, seed=5)
    for formation in position.legal_moves(0)[::15]:
        laid = position.play(formation)
        assert choose(laid, 0, 0) in laid.legal_moves(0)


def test_other_games_and_seats_get_a_sentence() -> None:
    for name, seats in (("mosaix", 2), ("majolica", 1)):
        with pytest.raises(SmaltiError, match="plays Mosaix alone"):
            choose(smalti.new(name, seats, seed=5), 0, 0)


def test_the_record_beside_the_network_is_of_this_file() -> None:
    record = json.loads(FILE.with_suffix(".json").read_text(encoding="utf-8"))
    with np.load(FILE) as file:
        for name, shape in SHAPES.items():
            assert file[name].shape == shape

    assert record["sha256"] == hashlib.sha256(FILE.read_bytes()).hexdigest()
    assert record["lessons"][0]["pupil"] == [24, 1, 64]
