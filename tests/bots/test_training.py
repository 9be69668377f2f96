"""What self-play teaches: the patterns it is about, the weights, and the files they are kept in."""

from __future__ import annotations

import hashlib
import json
import shutil
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from smalti.bots import BOTS, tree_search
from smalti.bots.defaults import evaluation_of, weights_in
from smalti.bots.training.devices import Cores
from smalti.bots.training.learning import NUMBER, SQUARES, ahead, correct, find_errors, new_memory, promised
from smalti.bots.training.trainer import Lesson, Study, Trainer, names_of, patterns_of
from smalti.cli.main import run
from smalti.games import find_game
from smalti.games.mosaix.components import FORMATIONS, SHAPES
from smalti.games.mosaix.thinking import EVALUATION
from smalti.games.mosaix.thinking.weights import FILE
from smalti.kernel.chance import Chance
from smalti.kernel.errors import SmaltiError
from smalti.kernel.game import CHANCE
from smalti.kernel.position import Position
from smalti.kernel.thinking import Weights
from smalti.kernel.weights import BrokenWeights, read_learned, read_record

MOSAIX = find_game("mosaix")
SHORT = Lesson(seats=1, games=6, seed=1, step=1.9, batch=2, part=1)


def learned(folder: Path, cores: int, stop_after: int | None = None) -> Trainer:
    """Goes through the short lesson, or a part of it."""
    trainer = Trainer(MOSAIX, folder, cores)
    for done in trainer.learn(SHORT):
        if done.games == stop_after:
            break
    trainer.write()
    return trainer


def test_weights_follow_from_the_lesson_whatever_the_cores_and_interruptions(tmp_path: Path) -> None:
    whole = learned(tmp_path / "whole", cores=1)
    learned(tmp_path / "parts", cores=1, stop_after=4)
    parts = learned(tmp_path / "parts", cores=2)

    assert np.count_nonzero(whole.memory.weights) > 100
    assert np.array_equal(whole.memory.weights, parts.memory.weights)
    assert [one["done"] for one in parts.lessons] == [SHORT.games]
    assert [point[0] for point in parts.lessons[0]["curve"]] == [2, 4, 6]
    assert read_record(tmp_path / "parts" / "mosaix.npz") == read_record(tmp_path / "whole" / "mosaix.npz")


def test_weights_are_kept_in_small_numbers(tmp_path: Path) -> None:
    trainer = learned(tmp_path, cores=1)
    kept = read_learned(tmp_path / "mosaix.npz")

    assert np.abs(kept - trainer.memory.weights).max() <= 1 / 512


def test_weights_that_their_record_does_not_know_are_refused(tmp_path: Path) -> None:
    for suffix in (".npz", ".json"):
        shutil.copy(FILE.with_suffix(suffix), tmp_path)
    (tmp_path / FILE.name).write_bytes((tmp_path / FILE.name).read_bytes() + b"\0")

    with pytest.raises(BrokenWeights, match=r"is not the file that weights\.json describes"):
        read_learned(tmp_path / FILE.name)


def described(path: Path, **arrays: Any) -> Path:
    """An archive with a record that knows it."""
    np.savez(path, **arrays)
    path.with_suffix(".json").write_text(json.dumps({"sha256": hashlib.sha256(path.read_bytes()).hexdigest()}))
    return path


@pytest.mark.parametrize(
    ("arrays", "words"),
    [
        ({"other": np.zeros(3)}, "it has no row of numbers called 'weights'"),
        ({"weights": np.zeros((2, 3))}, "it has no row of numbers called 'weights'"),
        ({"weights": np.array(["a"])}, "it has no row of numbers called 'weights'"),
        ({"weights": np.array([{}], object)}, "it is no archive of arrays of numbers"),
        ({"weights": np.zeros(3)}, "has 3 weights, which are none of"),
    ],
)
@pytest.mark.parametrize("name", ["mosaix", "maharani"])
def test_what_is_no_row_of_weights_is_refused(name: str, arrays: Any, words: str, tmp_path: Path) -> None:
    with pytest.raises(BrokenWeights, match=words):
        weights_in(find_game(name), str(described(tmp_path / "own.npz", **arrays)))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("7", "its record own.json is not a JSON object"),
        ("{}", "it has no numbers called 'weights'"),
        ('{"weights": {"a": 1}}', "it has no numbers called 'weights'"),
        ('{"weights": [[1, 2]]}', "has 2 weights, which are none of Maharani"),
    ],
)
def test_what_tuning_has_not_written_is_refused(text: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "own.json").write_text(text)

    with pytest.raises(BrokenWeights, match=words):
        weights_in(find_game("maharani"), str(tmp_path / "own.json"))
    with pytest.raises(BrokenWeights, match="it is a record; what was learned lies beside"):
        weights_in(MOSAIX, str(tmp_path / "own.json"))


def test_values_come_closer_to_what_games_bring(tmp_path: Path) -> None:
    """The same games, learned from again and again: their ends are predicted better each time."""
    lesson = Lesson(seats=2, games=16, seed=3, trace=1.0, step=1.0, batch=16, part=16, denial=1.0, rivals=100)
    trainer = Trainer(MOSAIX, tmp_path)
    assert next(iter(trainer.learn(lesson))).games == 16
    study = trainer.study
    assert study is not None
    study.lesson = replace(lesson, rivals=0)
    crowd, memory, errors = study.crowd, study.memory, []
    crowd.learners[:] = 3
    for _ in range(6):
        memory.tallies[:] = 0
        study.device.run_adding(32, find_errors, crowd, memory, 1.0, 0.0, 0)
        study.device.run(len(memory.weights), correct, memory, 1.0)
        errors.append(memory.tallies[SQUARES] / memory.tallies[NUMBER])

    assert all(later < earlier for earlier, later in pairwise(errors))
    assert errors[-1] < errors[0] / 2


def test_of_leads_is_learned_what_sets_seats_apart(tmp_path: Path) -> None:
    """What all seats have alike is nobody's lead, so leads add up to nothing; without, a seat's points are its own."""
    lesson = Lesson(seats=3, games=2, seed=3, trace=1.0, step=1.0, batch=2, part=2, denial=1.0, lead=1.0)
    trainer = Trainer(MOSAIX, tmp_path)
    assert next(iter(trainer.learn(lesson))).games == 2
    study = trainer.study
    assert study is not None
    crowd, memory, seats = study.crowd, study.memory, range(3)
    assert np.count_nonzero(memory.weights) > 100
    leads = [promised(crowd, memory, 0, 0, seat, 1.0) for seat in seats]
    own = [promised(crowd, memory, 0, 0, seat, 0.0) for seat in seats]

    assert sum(leads) == pytest.approx(0.0, abs=1e-4)
    assert leads[0] == pytest.approx(own[0] - (own[1] + own[2]) / 2)
    assert ahead(np.array([10.0, 7.0, 4.0, 0.0]), 3, 0, 1.0) == 4.5
    assert ahead(np.array([10.0, 0.0, 0.0, 0.0]), 1, 0, 0.0) == 10.0


def test_a_round_is_the_same_interpreted_and_compiled() -> None:
    """The last choices of a game: the corner is free."""
    patterns, seen = EVALUATION.patterns, []
    assert patterns is not None
    names, lesson = names_of(MOSAIX), Lesson(seats=1, games=1, seed=2, batch=1, part=1)
    for compiled in (True, False):
        memory = new_memory(int(patterns.shared().max()) + 1)
        study = Study(MOSAIX, lesson, Cores(MOSAIX, names, 1, compiled=compiled), memory, patterns)
        corner = 1 << 0 | 1 << 1 | 1 << 7 | 1 << 8
        study.start[0]["marks"][0] = 0x1249249249249 & ~corner, 0x492492492492 & ~corner, 0x924924924924 & ~corner
        seen.append((study.round(0, 1).tolist(), np.flatnonzero(memory.weights), memory.weights))

    assert seen[0][0] == seen[1][0]
    assert np.array_equal(seen[0][1], seen[1][1])
    assert len(seen[0][1]) > 50
    assert np.allclose(seen[0][2], seen[1][2], atol=1e-5)


def mean_of_first_looks(weights: Weights, games: int) -> float:
    """Points alone when the first look decides."""
    total = 0
    for game in range(games):
        position, chance, n = Position.new(MOSAIX, 1, compiled=True), Chance.from_seed(game, "looks"), 0
        while not position.is_over:
            if position.needs_chance:
                position = position.after(CHANCE, position.sample(chance.generator(n)))
            else:
                position = position.after(0, tree_search.look(position, 0, weights=weights)[0].move)
            n += 1
        total += position.scores()[0]
    return total / games


def test_what_was_learned_is_worth_many_points() -> None:
    """By rule of thumb 97 points are usual, with what was learned more than 125."""
    own = EVALUATION

    assert mean_of_first_looks(own.weights(), 10) > mean_of_first_looks(own.thumb(), 10) + 10


def test_a_roller_does_not_lay_what_it_cannot_enter_itself() -> None:
    """Two who stall would go on for ever; with three single cells at the rim the square is the only way to."""
    state = MOSAIX.course.setup(2, {})
    free = 1 << 1 | 1 << 3 | 1 << 5
    for seat in range(2):
        state.marks[seat] = 0x1249249249249 & ~free, 0x492492492492 & ~free, 0x924924924924 & ~free
    position = Position(MOSAIX, state, compiled=True)
    position = position.after(CHANCE, 0).after(CHANCE, 4)
    looks = tree_search.look(position, 0)

    assert [SHAPES[FORMATIONS[one.move][0]] for one in looks][-1] == "O"
    assert looks[-1].worth < looks[-2].worth - 500


def test_the_heuristic_bot_judges_by_hand() -> None:
    position = Position.new(MOSAIX, 1, compiled=True)
    position = position.after(CHANCE, position.sample(1))
    thumb = EVALUATION.thumb()

    assert BOTS["heuristic"].think(position, 0, 1).candidates == tuple(tree_search.look(position, 0, weights=thumb))


def test_train_writes_weights_and_says_how_good_they_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["train", "mosaix", "--out", str(tmp_path), "--seats=1", "--games=2", "--batch=1"]) == 0

    assert "points a seat" in capsys.readouterr().out
    assert json.loads((tmp_path / "mosaix.json").read_text())["lessons"][0]["done"] == 2
    assert (tmp_path / "mosaix.npz").exists()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (["mosaix", "--seats=5"], "Mosaix is for 1, 2, 3, 4 seats, not 5"),
        (["mosaix", "--device=tpu"], "the device 'tpu' is neither cpu nor cuda"),
        (["mosaix", "--device=cuda"], "NVIDIA GPU"),
    ],
)
def test_train_refuses_what_it_cannot_learn(
    wrong: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["train", *wrong, "--out", str(tmp_path / "new")]) == 2

    assert words in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_a_game_without_patterns_does_not_learn() -> None:
    with pytest.raises(SmaltiError, match="Mosaix does not learn; these do: mosaix, maharani, majolica"):
        patterns_of(replace(MOSAIX, thinking=None))


@pytest.mark.parametrize(("name", "seats"), [("maharani", 2), pytest.param("majolica", 1, marks=pytest.mark.long)])
def test_what_was_tuned_stays_when_patterns_are_learned(name: str, seats: int, tmp_path: Path) -> None:
    game = find_game(name)
    trainer, tuned = Trainer(game, tmp_path), evaluation_of(game).thumb()
    assert next(iter(trainer.learn(Lesson(seats, games=1, seed=1, batch=1, part=1)))).games == 1
    trainer.write()

    assert np.array_equal(trainer.memory.weights[: len(tuned)], tuned)
    assert np.count_nonzero(trainer.memory.weights[len(tuned) :]) > 100
    read = evaluation_of(game).read
    assert read is not None
    assert np.array_equal(read(tmp_path / f"{name}.npz")[: len(tuned)], tuned)


def test_train_refuses_a_folder_of_other_sources(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    learned(tmp_path, cores=1, stop_after=2)
    record = read_record(tmp_path / "mosaix.npz")
    record["lessons"][-1]["sources"] = "other"
    (tmp_path / "mosaix.json").write_text(json.dumps(record))

    assert (
        run(
            ["train", "mosaix", "--seats=1", "--games=6", "--batch=2", "--part=1", "--step=1.9", "--out", str(tmp_path)]
        )
        == 2
    )
    assert "was begun with other sources; begin in an empty folder" in capsys.readouterr().err
