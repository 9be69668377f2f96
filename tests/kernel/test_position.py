"""A position is a value; a state is one record."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import smalti
from smalti.games.mosaix.game import MOSAIX
from smalti.kernel.errors import IllegalMove
from smalti.kernel.position import Position
from smalti.kernel.state import copy_state, new_state, record_type, state_bytes
from tests.games.mosaix.table import FRESH_O, FRESH_T, at

TWO = f"{FRESH_O},{FRESH_T}"


def test_playing_returns_another_position() -> None:
    before = at(f"{TWO} form:0:ootx")

    after = before.play("oo/tx")

    assert str(before) == f"{TWO} form:0:ootx"
    assert after != before


def test_equal_positions_are_equal_keys() -> None:
    one, two = at(f"{TWO} roll:0"), at(f"{TWO} roll:0")

    assert one == two
    assert len({one, two, at(f"{TWO} roll:1")}) == 2


def test_the_generator_is_no_part_of_a_position() -> None:
    one, two = (Position.new(MOSAIX, 1, seed=1).reseeded(seed) for seed in (5, 6))

    assert int(one.state.rng) != int(two.state.rng)
    assert one == two
    assert hash(one) == hash(two)


def test_a_position_equals_nothing_else() -> None:
    assert at(f"{TWO} roll:0") != f"{TWO} roll:0"


def test_compiled_and_interpreted_positions_are_equal() -> None:
    assert Position.new(MOSAIX, 2) == Position.new(MOSAIX, 2, compiled=True)


def test_a_move_may_be_a_number_or_a_text() -> None:
    position = at(f"{TWO} form:0:ootx")
    move = MOSAIX.text.parse_move(position.state, 0, "oo/tx")

    assert position.play(move) == position.play("oo/tx")


def test_a_number_that_is_not_legal_is_refused() -> None:
    with pytest.raises(IllegalMove):
        at(f"{TWO} form:0:ootx").play(0)


def test_a_position_where_nobody_chooses_has_no_moves() -> None:
    with pytest.raises(ValueError, match="nobody"):
        at(f"{TWO} roll:0").legal_moves()


def test_sampling_leaves_the_position_as_it_was() -> None:
    position = at(f"{TWO} roll:0")
    before = position.state.tobytes()

    drawn = {position.sample(seed * 7919) for seed in range(200)}

    assert position.state.tobytes() == before
    assert drawn <= set(position.outcomes())
    assert len(drawn) > 8


def test_a_position_shows_itself() -> None:
    position = at(f"{TWO} roll:0")

    assert repr(position) == f"<mosaix {TWO} roll:0>"
    assert position._repr_svg_().startswith("<svg")


def test_a_state_is_copied_whole() -> None:
    state = new_state(record_type([("one", np.int8), ("many", np.int64, (3,))]))
    state.rng, state.one, state.many[:] = 5, 7, [1, 2, 3]

    twin = copy_state(state)
    twin.many[0] = 9

    assert (int(twin.rng), int(twin.one)) == (5, 7)
    assert int(state.many[0]) == 1


def test_padding_never_makes_a_difference() -> None:
    """Records are aligned; the bytes between the fields are no part of the game."""
    kind = record_type([("small", np.int8), ("large", np.int64)])
    dirty = np.frombuffer(bytearray(b"\xff" * kind.itemsize), kind).view(np.recarray)[0]
    clean = new_state(kind)
    for name in ("rng", "small", "large"):
        clean[name] = dirty[name]

    assert state_bytes(dirty) == state_bytes(clean)


def test_text_is_taken_wherever_a_move_is() -> None:
    position = smalti.new("maharani", seed=1, compiled=False)
    move = position.legal_moves()[0]
    words = position.write_move(move)
    batch = smalti.batch("maharani", 2, seed=1)
    other = batch.position(1).write_move(batch.position(1).legal_moves()[0])
    batch.step([words, other])

    assert position.write_move(words) == words
    assert position.why_not(words) is None
    assert str(position.after(position.actors()[0], words)) == str(position.play(move)) == str(batch.position(0))
    unplayed = position.play(move)
    assert (reason := unplayed.why_not(words)) is None or "rule" in str(reason)


@pytest.mark.parametrize("spelled", [["bloom", "missions"], ("missions", "bloom"), "bloom+missions", "bloom,missions"])
def test_options_are_spelled_alike_everywhere(spelled: Any) -> None:
    wanted = smalti.new("majolica", seed=1, compiled=False, expansions=["bloom", "missions"])

    assert smalti.new("majolica", seed=1, compiled=False, expansions=spelled) == wanted
    assert smalti.batch("majolica", 1, seed=1, expansions=spelled).position(0) == wanted
    with pytest.raises(smalti.UnknownGame, match="expansions of Majolica"):
        smalti.batch("majolica", 1, expansions="bloom+dragons")
