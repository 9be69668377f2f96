"""Tuning: least squares, evolution, and the file that says how weights were made."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from smalti.bots.defaults import evaluation_of
from smalti.bots.tuning.cards import CHECK_SEED, Wishes, copy_seats, first_weights, start_of, tune_game
from smalti.bots.tuning.games import margins, processes, wins
from smalti.bots.tuning.tuner import Search, fitted
from smalti.games import find_game
from smalti.games.maharani.thinking import weights as maharani_weights
from smalti.games.majolica.thinking import weights as majolica_weights
from smalti.kernel.errors import SmaltiError
from smalti.kernel.game import CHANCE
from smalti.kernel.position import Position

each_tuned = pytest.mark.parametrize("game", ["maharani", "majolica"])
MAHARANI_FILE, MAJOLICA_FILE = maharani_weights.FILE, majolica_weights.FILE
FEW = Wishes(rounds=1, games=2, generations=1, population=4, contests=2, checks=8)


def opening(game: str, seats: int) -> Position:
    """A position in which somebody is to choose."""
    position, n = Position.new(find_game(game), seats), 0
    while position.needs_chance:
        position, n = position.after(CHANCE, position.sample(n)), n + 1
    return position


def test_least_squares_finds_the_weights_that_made_the_points() -> None:
    features = np.random.default_rng(1).standard_normal((2000, 3)) * 10
    true = np.array([1.5, -2.0, 0.5])
    squares, products = features.T @ features, features.T @ (features @ true)

    assert fitted(squares, products, np.zeros(3), 0) == pytest.approx(true, abs=0.01)


def test_weights_that_are_held_stay() -> None:
    features = np.random.default_rng(1).standard_normal((2000, 3)) * 10
    squares, products = features.T @ features, features.T @ (features @ np.array([1.5, -2.0, 0.5]))

    found = fitted(squares, products, np.array([1.5, 0.0, 0.0]), 1)
    assert found == pytest.approx([1.5, -2.0, 0.5], abs=0.01)
    assert found[0] == 1.5


def test_evolution_finds_a_maximum() -> None:
    goal = np.array([3.0, -2.0, 0.0, 1.0])
    search = Search(4, 12, np.random.default_rng(2))
    for _ in range(80):
        points = search.ask()
        search.tell(points, -((points - goal) ** 2).sum(axis=1))

    assert search.mean == pytest.approx(goal, abs=0.05)


def test_margins_are_against_the_best_other() -> None:
    points = np.array([[10.0, 4.0, 7.0], [10.0, 10.0, 2.0]])

    assert list(margins(points)) == [3.0, 0.0]
    assert list(wins(points)) == [1.0, 0.5]


@each_tuned
def test_an_evaluation_is_linear_in_its_weights(game: str) -> None:
    """Tuning reads the features off by asking with one weight at a time."""
    generator = np.random.default_rng(3)
    state, size = opening(game, 2).state, start_of(game).weights.size
    one, other = generator.standard_normal((2, size)).astype(np.float32)
    values = {name: np.zeros(4) for name in ("none", "one", "other", "both")}
    for name, weights in (("none", 0 * one), ("one", one), ("other", other), ("both", one + other)):
        evaluation_of(find_game(game)).evaluate(state, weights, values[name])

    assert values["both"] - values["one"] == pytest.approx(values["other"] - values["none"], abs=1e-4)


def test_mosaix_has_nothing_to_tune() -> None:
    with pytest.raises(SmaltiError, match="nothing to tune in 'mosaix'; there is in: maharani, majolica"):
        start_of("mosaix")


def test_a_tuning_can_be_repeated_and_says_how_it_was_done(tmp_path: Path) -> None:
    cards = []
    for name in ("a.json", "b.json"):
        with processes(1) as run:
            tune_game("majolica", [1], FEW, run, lambda _table, _words: None, tmp_path / name)
        cards.append((tmp_path / name).read_text())
    card = json.loads(cards[0])

    assert cards[0] == cards[1]
    assert card["made"]["1"]["settings"]["table"] == {"game": "majolica", "seats": 1}
    assert card["made"]["1"]["settings"]["generations"] == 1
    assert len(card["made"]["1"]["curve"]) == 1 + FEW.rounds
    assert card["made"]["1"]["manifest"]["seeds"] == [FEW.seed, CHECK_SEED]
    assert np.array(card["weights"]).shape == start_of("majolica").weights.shape


def test_tuning_can_begin_with_the_weights_of_a_file(tmp_path: Path) -> None:
    none = replace(FEW, generations=0, rounds=0, begin=MAJOLICA_FILE)
    with processes(1) as run:
        card = tune_game("majolica", [1], none, run, lambda _table, _words: None, tmp_path / "new.json")

    shipped = json.loads(MAJOLICA_FILE.read_text(encoding="utf-8"))
    assert card["weights"][1] == pytest.approx(np.array(shipped["weights"][1]))
    assert card["made"]["1"]["begun with"] == "weights.json"
    (tmp_path / "text.json").write_text("weights")
    for other in (MAHARANI_FILE, tmp_path / "text.json"):
        with pytest.raises(SmaltiError, match="has no weights of majolica"):
            first_weights("majolica", other)


def test_other_numbers_of_seats_take_over_what_was_found(tmp_path: Path) -> None:
    out = tmp_path / "majolica.json"
    shipped = json.loads(MAJOLICA_FILE.read_text(encoding="utf-8"))
    out.write_text(json.dumps(shipped | {"made": {"2": shipped["made"]["2"]}}))
    card = copy_seats("majolica", 2, [3], out)

    assert card["made"]["3"] == {"copied from": 2}
    assert card["weights"][3] == pytest.approx(np.array(shipped["weights"][3]))
    with pytest.raises(SmaltiError, match="has no weights that were tuned for 1 seats"):
        copy_seats("majolica", 1, [3], out)


@each_tuned
def test_shipped_weights_say_how_they_were_made(game: str) -> None:
    card = json.loads({"maharani": MAHARANI_FILE, "majolica": MAJOLICA_FILE}[game].read_text(encoding="utf-8"))

    assert set(card["made"]) == {str(seats) for seats in find_game(game).facts.seat_counts}
    assert all(line.startswith(f"smalti tune {game} --seats ") for line in card["command"])
    assert evaluation_of(find_game(game)).thumb().size == start_of(game).weights.size
    for seats, made in card["made"].items():
        if "copied from" in made:
            assert "check" in card["made"][str(made["copied from"])]
        else:
            assert made["settings"]["table"] == {"game": game, "seats": int(seats)}
