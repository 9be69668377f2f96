"""One call a move: checked, carried out, chance, and what may follow."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
import threading

import numpy as np
import pytest

import smalti
from smalti.games import GAMES
from smalti.kernel.errors import IllegalMove, InvalidNotation, SmaltiError, WrongSeat
from smalti.kernel.game import CHANCE, Game
from smalti.kernel.position import Position, restore
from smalti.kernel.state import copy_state

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def walk(position: Position, seed: int, moves: int) -> list[Position]:
    """Positions on a random way from here, compiled or not."""
    found, pick = [position], random.Random(seed)
    while len(found) <= moves and not found[-1].is_over:
        position = found[-1]
        seat = pick.choice(position.actors())
        found.append(position.play(pick.choice(position.legal_moves(seat)), seat))
    return found


@games
@pytest.mark.parametrize("seats", [2, 4])
def test_compiled_and_interpreted_positions_go_the_same_way(game: Game, seats: int) -> None:
    slow = walk(Position.new(game, seats, seed=3, compiled=False), 1, 120)
    fast = walk(Position.new(game, seats, seed=3, compiled=True), 1, 120)

    assert slow == fast
    assert [p.state.tobytes() for p in slow] == [p.state.tobytes() for p in fast]
    assert [(p.actors(), p.is_over, p.scores(), p.winners()) for p in slow] == [
        (p.actors(), p.is_over, p.scores(), p.winners()) for p in fast
    ]


@games
def test_a_move_is_the_rule_and_nothing_else(game: Game) -> None:
    """The fused call must agree with the rules called one by one."""
    position = Position.new(game, 2, compiled=True)
    for n in range(150):
        state = copy_state(position.state)
        if position.is_over:
            break
        if position.needs_chance:
            move = position.sample(n * 7919)
            game.rules.apply_outcome(state, move)
            position = position.after(CHANCE, move)
        else:
            seat, moves = position.actors()[-1], np.empty(game.course.action_count, np.int64)
            listed = moves[: game.rules.legal_moves(state, seat, moves)].tolist()
            assert listed == position.legal_moves(seat) == position.legal_array(seat).tolist()
            game.rules.apply(state, seat, listed[n % len(listed)])
            position = position.play(listed[n % len(listed)], seat)
        assert position.state.tobytes() == state.tobytes()


@games
@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
def test_exactly_the_legal_moves_are_carried_out(game: Game, compiled: bool) -> None:
    for position in walk(Position.new(game, 2, seed=5, compiled=compiled), 2, 12)[::4]:
        seat = position.actors()[0]
        legal = set(position.legal_moves(seat))
        for move in range(game.course.action_count):
            if move in legal:
                position.play(move, seat)
            else:
                with pytest.raises(IllegalMove):
                    position.play(move, seat)


@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
@pytest.mark.parametrize("seat", [100_000, 7, 2, -1, -(2**70), 2**70, 1.0, "0", b"0", [0]])
def test_a_seat_that_is_none_is_refused(compiled: bool, seat: object) -> None:
    position = smalti.new("maharani", seats=2, seed=1, compiled=compiled)
    move = position.legal_moves()[0]

    for ask in (position.legal_moves, position.legal_array, position.derivation, lambda s: position.play(move, s)):
        with pytest.raises(WrongSeat, match="seat"):
            ask(seat)  # type: ignore[arg-type]  # that is the point


@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
def test_a_seat_that_is_not_to_choose_has_no_moves(compiled: bool) -> None:
    position = smalti.new("maharani", seats=2, seed=1, compiled=compiled)
    other = 1 - position.actors()[0]

    with pytest.raises(WrongSeat, match=f"seat {other} is not to choose now"):
        position.legal_moves(other)
    with pytest.raises(IllegalMove):
        position.play(position.legal_moves()[0], other)
    with pytest.raises(IllegalMove):
        position.after(other, position.legal_moves()[0])


@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
@pytest.mark.parametrize("move", [-1, 902, 10**6, 2**63, 2**70, -(2**70), 1.0, None, b"x", (1,)])
def test_a_number_that_is_no_move_is_refused(compiled: bool, move: object) -> None:
    position = smalti.new("maharani", seats=2, seed=1, compiled=compiled)

    for ask in (position.play, position.why_not):
        with pytest.raises(InvalidNotation, match="moves 0 to 901"):
            ask(move)  # type: ignore[arg-type]  # that is the point


@games
@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
def test_what_chance_cannot_give_is_refused(game: Game, compiled: bool) -> None:
    position = Position.new(game, 2, compiled=compiled)
    for n in range(4):
        for wrong in (-1, 10**9, 2**62, 2**80, -(2**80), 1.5, "x", None):
            with pytest.raises(InvalidNotation):
                position.after(CHANCE, wrong)  # type: ignore[arg-type]  # that is the point
        position = position.after(CHANCE, position.sample(n))
        if not position.needs_chance:
            break


def test_chance_acts_only_where_it_is_next() -> None:
    position = smalti.new("mosaix", seed=1)

    assert position.outcomes() == {}
    with pytest.raises(WrongSeat):
        position.sample(1)
    with pytest.raises(WrongSeat):
        position.after(CHANCE, 0)


def test_numbers_of_numpy_are_numbers() -> None:
    position = smalti.new("mosaix", seed=1)

    assert position.play(position.legal_array()[0]) == position.play(position.legal_moves()[0])
    assert position.legal_moves(np.int8(position.actors()[0])) == position.legal_moves()


@pytest.mark.parametrize("name", ["mosaix", "maharani", "majolica"])
@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
def test_a_list_found_anew_is_the_one_that_play_has_left(name: str, compiled: bool) -> None:
    position = smalti.new(name, seats=2, seed=1, compiled=compiled)
    for _ in range(20):
        for seat in (None, *position.actors()):
            listed = position.legal_moves(seat)
            position.forget_moves()
            assert position.legal_array(seat).tolist() == listed == position.legal_moves(seat)
        position = position.play(listed[-1], position.actors()[-1])


def test_moves_as_an_array_cannot_be_changed() -> None:
    position = smalti.new("mosaix", seed=1, compiled=True)

    with pytest.raises(ValueError, match="read-only"):
        position.legal_array()[0] = 1
    with pytest.raises(ValueError, match="read-only"):
        position.state.seats = 9


@games
@pytest.mark.parametrize("compiled", [None, False, True], ids=["when ready", "interpreted", "compiled"])
def test_a_position_travels_whole_and_light(game: Game, compiled: bool | None) -> None:
    position = walk(Position.new(game, 2, seed=2, compiled=compiled), 1, 20)[-1]

    kept = pickle.dumps(position)
    back = pickle.loads(kept)

    assert len(kept) < 2000
    assert back == position
    assert hash(back) == hash(position)
    assert (back.draws, back.is_compiled) == (position.draws, position.is_compiled)
    assert back.state.tobytes() == position.state.tobytes()
    assert copy.deepcopy(position) is copy.copy(position) is position
    assert walk(back, 4, 10) == walk(position, 4, 10)


def test_a_position_arrives_in_another_process() -> None:
    position = walk(smalti.new("majolica", seats=3, seed=4), 1, 30)[-1]
    code = "import pickle, sys; print(pickle.loads(sys.stdin.buffer.read()))"

    said = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(position), capture_output=True, check=True)

    assert said.stdout.decode().strip() == str(position)


@pytest.mark.parametrize(("version", "more"), [("0", b""), ("1", b"x")])
def test_a_position_of_other_rules_is_refused(version: str, more: bytes) -> None:
    raw = smalti.new("mosaix", seed=1).state.tobytes() + more

    with pytest.raises(InvalidNotation, match="other rules"):
        restore(GAMES["mosaix"], version, raw, True, None)


def test_another_seed_has_another_future() -> None:
    """What comes of a move depends on the seed from here on, and on nothing that was drawn before."""
    position = smalti.new("maharani", seats=2, seed=1)
    same = [walk(position.reseeded(seed), 1, 30)[-1] for seed in (8, 8, 9)]

    assert same[0] == same[1] != same[2]
    assert position.reseeded(8) == position


def test_a_view_knows_nothing_of_what_will_be_drawn() -> None:
    seen = smalti.new("maharani", seats=2, seed=1).view(0)

    assert int(seen.state.rng) == 0
    assert not seen.draws


def test_threads_share_a_game() -> None:
    """A compiled move lets other threads run; each has its own room for moves."""
    start = smalti.new("mosaix", seed=1, compiled=True)
    alone = [walk(start, seed, 60)[-1] for seed in range(4)]
    found: dict[int, Position] = {}

    def work(seed: int) -> None:
        for _ in range(5):
            found[seed] = walk(start, seed, 60)[-1]

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [found[seed] for seed in range(4)] == alone


def test_positions_are_compiled_when_ready() -> None:
    """A position that began interpreted goes on compiled, without a switch."""
    code = """
import smalti
position = smalti.new("mosaix", seed=1)
first = position.is_compiled
smalti.prepare("mosaix", wait=True)
print(first, position.is_compiled, position.play(position.legal_moves()[0]).is_over)
"""
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert said.stdout.split() == ["False", "True", "False"]


def test_a_program_may_end_while_it_compiles() -> None:
    code = "import smalti; smalti.prepare(); smalti.new('mosaix', seed=1).legal_moves()"

    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert (said.stdout, said.stderr) == ("", "")


def test_settings_of_numba_are_left_alone() -> None:
    code = """
import numba
before = {name: getattr(numba.config, name) for name in dir(numba.config) if name.isupper()}
import smalti
position = smalti.new("mosaix", seed=1, compiled=True)
print(before == {name: getattr(numba.config, name) for name in dir(numba.config) if name.isupper()})
"""
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert said.stdout.strip() == "True"


def test_errors_are_those_that_python_expects() -> None:
    for error in (IllegalMove, InvalidNotation, WrongSeat):
        assert issubclass(error, SmaltiError)
        assert issubclass(error, ValueError)
