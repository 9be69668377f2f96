"""Batches: the same games whatever the size, the threads and the way of running them."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import smalti
from smalti.bots.greedy import think
from smalti.envs.batch import Batch
from smalti.games import GAMES, find_game
from smalti.kernel.errors import SmaltiError
from smalti.kernel.game import Game

TABLES = [(game, seats) for game in GAMES.values() for seats in (game.facts.seat_counts[0], game.facts.seat_counts[-1])]
STEPS = 90


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_game_does_not_depend_on_the_batch(game: Game, seats: int) -> None:
    """Alone, among others, in two threads, from another first place, drawn and stepped or played at once."""
    one = Batch(game, 1, seats, seed=5, threads=1)
    many = Batch(game, 200, seats, seed=5, threads=1)
    threads = Batch(game, 200, seats, seed=5, threads=2)
    later = Batch(game, 10, seats, seed=5, first=190, threads=2)

    for _ in range(STEPS):
        many.step(many.sample())
    for batch in (one, threads, later):
        batch.play(STEPS)

    assert one.states.tobytes() == many.states[:1].tobytes()
    assert threads.states.tobytes() == many.states.tobytes()
    assert later.states.tobytes() == many.states[190:].tobytes()


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_interpreted_games_are_the_same(game: Game, seats: int) -> None:
    compiled, interpreted = (Batch(game, 2, seats, seed=3, compiled=c, threads=1) for c in (True, False))

    for batch in (compiled, interpreted):
        batch.play(25)

    assert compiled.states.tobytes() == interpreted.states.tobytes()
    assert (compiled.masks() == interpreted.masks()).all()


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_single_position_plays_the_first_game_of_a_batch(game: Game, seats: int) -> None:
    batch = Batch(game, 1, seats, seed=3)
    position = smalti.new(game.name, seats, seed=3)

    for turn in range(25):
        moves = np.flatnonzero(batch.masks()[0])
        assert list(moves) == position.legal_moves()
        move = int(moves[7 * turn % len(moves)])
        position = position.play(move)
        batch.step([move])
        if position.is_over:
            assert position.scores() == tuple(batch.results[0])
            return
        assert batch.position(0) == position


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_an_illegal_move_changes_nothing(game: Game, seats: int) -> None:
    batch = Batch(game, 300, seats)
    before = batch.states.tobytes()
    actions = batch.masks().argmax(axis=1)
    actions[217] = batch.masks()[217].argmin()

    with pytest.raises(SmaltiError, match=f"{actions[217]} is no legal move of seat {batch.actors[217]} in game 217"):
        batch.step(actions)

    assert batch.states.tobytes() == before


@pytest.mark.parametrize("illegal", ["penalty", "end"])
def test_an_illegal_move_costs_its_seat(illegal: str) -> None:
    """The others go on as if nothing had been; where the game ends, nobody has won and the next one begins."""
    batch, same = (Batch(GAMES["mosaix"], 100, 3, seed=2, illegal=how, finals=True) for how in (illegal, "raise"))
    batch.play(9)
    same.play(9)
    before, masks = batch.position(17), batch.masks()
    actions = masks.argmax(axis=1)
    same.step(actions)
    seat, actions[17] = int(batch.actors[17]), masks[17].argmin()
    rewards, ended = batch.step(actions)

    assert all(batch.position(place) == same.position(place) for place in range(100) if place != 17)
    assert rewards[17].tolist() == [-1.0 if one == seat else 0.0 for one in range(3)]
    assert ended[17] == (illegal == "end")
    if illegal == "end":
        assert batch.final(17) == before
        assert batch.episodes[17] == same.episodes[17] + 1
    else:
        assert batch.position(17) == before


def test_each_game_may_have_its_seed() -> None:
    """A place plays what the first place of a batch with its seed plays, one game after the other."""
    batch = Batch(GAMES["mosaix"], 3, 1)
    batch.reset([7, 1, 7])
    alone = Batch(GAMES["mosaix"], 1, 1, seed=7)
    for one in (batch, alone):
        one.play(60)

    assert batch.states[0].tobytes() == batch.states[2].tobytes() == alone.states[0].tobytes()
    assert batch.episodes[0] > 0
    with pytest.raises(SmaltiError, match="as many seeds"):
        batch.reset([1, 2])


def test_a_step_takes_one_move_for_each_game() -> None:
    with pytest.raises(SmaltiError, match="one move for each of 3 games"):
        smalti.batch("mosaix", 3, seats=1).step([1, 2])


@pytest.mark.parametrize("reward", ["outcome", "points"])
def test_alone_the_rewards_of_a_game_are_its_points(reward: str) -> None:
    """Points as they come are counted from the first position on, which has the free scale."""
    batch = Batch(find_game("mosaix"), 50, 1, reward=reward, finals=True)
    at_first = smalti.new("mosaix", 1).scores()[0] if reward == "points" else 0
    total = np.zeros(50)

    for _ in range(STEPS):
        rewards, ended = batch.step(batch.sample())
        total += rewards[:, 0]
        assert (total[ended] + at_first == batch.results[ended, 0]).all()
        total[ended] = 0

    assert batch.episodes.min() > 0
    assert [batch.game.rules.is_over(final) for final in batch.finals] == [True] * 50


def test_who_wins_gets_one_and_all_together_nothing() -> None:
    batch = Batch(find_game("maharani"), 300, 3)
    ends = 0
    while ends < 300:
        rewards, ended = batch.step(batch.sample())
        ends += int(ended.sum())

        assert (rewards[~ended] == 0).all()
        assert np.allclose(rewards.sum(axis=1), 0, atol=1e-6)
        best = batch.results == batch.results.max(axis=1, keepdims=True)
        assert ((rewards > 0) == best)[ended & (best.sum(axis=1) < 3)].all()
        assert (rewards[ended & (best.sum(axis=1) == 1)].max(axis=1, initial=1.0) == 1).all()


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_game_takes_less_than_a_kilobyte(game: Game, seats: int) -> None:
    assert Batch(game, 1000, seats).bytes_per_game < 1024


@pytest.mark.parametrize(
    ("settings", "words"),
    [({"reward": "glory"}, "glory"), ({"illegal": "fine"}, "fine"), ({"size": 0}, "at least one game")],
)
def test_a_batch_that_cannot_be(settings: dict[str, object], words: str) -> None:
    with pytest.raises(SmaltiError, match=words):
        smalti.batch("mosaix", **({"size": 3} | settings))  # type: ignore[arg-type]  # wrong on purpose


def test_positions_are_loaded_with_their_generator_or_another() -> None:
    """Whoever tries moves on copies must not see the rolls that will come."""
    games = Batch(GAMES["mosaix"], 64, 2, seed=1)
    games.play(10)
    copies = [Batch(GAMES["mosaix"], 64, 2, seed=9) for _ in range(3)]
    copies[0].load(games.states)
    copies[1].load(games.states, reseed=5)
    copies[2].load([games.position(place) for place in range(64)], reseed=5)

    assert copies[0].states.tobytes() == games.states.tobytes()
    assert copies[1].states.tobytes() == copies[2].states.tobytes() != games.states.tobytes()
    assert [copies[1].position(n) for n in range(64)] == [games.position(n) for n in range(64)]
    assert (copies[1].actors == games.actors).all()


def test_what_cannot_be_loaded_is_refused() -> None:
    games = Batch(GAMES["mosaix"], 2, 2, seed=1)
    before = games.states.tobytes()

    for wrong in ("x", [], [1, 2], games.states[:1], np.zeros(2), Batch(GAMES["mosaix"], 2, 3).states, None):
        with pytest.raises(SmaltiError):
            games.load(wrong)  # type: ignore[arg-type]  # that is the point
    assert games.states.tobytes() == before


def test_records_of_a_batch_can_only_be_read() -> None:
    with pytest.raises(ValueError, match="read-only"):
        Batch(GAMES["mosaix"], 2, 2).states[0] = 0


@pytest.mark.parametrize("out", [np.zeros((2, 3), np.bool_), np.zeros((1, 804)), "x", np.zeros((804, 2), np.bool_).T])
def test_a_sheet_that_does_not_fit_is_refused(out: object) -> None:
    with pytest.raises(SmaltiError, match="`out`"):
        Batch(GAMES["mosaix"], 2, 2).masks(out)  # type: ignore[arg-type]  # that is the point


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_batch_chooses_as_the_bots_random_and_greedy_do(game: Game) -> None:
    """Greedy takes the most points at once, and changes nothing; random games come to an end."""
    batch = Batch(game, 40, game.facts.seat_counts[-1], seed=5)
    for _ in range(20):
        batch.step(batch.random())
    before, moves = batch.results.copy(), batch.greedy()
    for place in range(batch.size):
        thought = think(batch.position(place), int(batch.actors[place]), 1)
        worths = {one.move: one.worth for one in thought.candidates}
        assert worths[int(moves[place])] == max(worths.values())
    assert (batch.results == before).all()
    for _ in range(1200):
        batch.step(batch.random())
    assert batch.episodes.all()


FORKS = """
import os, signal, smalti

games = smalti.batch("mosaix", 128, threads=2, compiled=False, seed=1)
games.step(games.sample())
child = os.fork()
if not child:
    signal.alarm(300)
    games.step(games.sample())
    os._exit(7)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def test_a_batch_goes_on_in_a_process_that_was_forked() -> None:
    """It waited for ever for the threads of the process before."""
    said = subprocess.run([sys.executable, "-W", "ignore", "-c", FORKS], capture_output=True, text=True, check=True)

    assert said.stdout == "7\n"
