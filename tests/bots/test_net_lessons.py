"""A network learns: needs PyTorch, which the tests do without; `make learners` installs it."""

from __future__ import annotations

import json
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from smalti.bots.defaults import evaluation_of
from smalti.bots.training.nets.layers import Layers, Size
from smalti.bots.training.nets.lesson import CURVE, NetLesson
from smalti.bots.training.nets.playing import Crowd, Seen
from smalti.bots.training.nets.trainer import NetTrainer, vision_of
from smalti.cli.main import run
from smalti.games import find_game
from smalti.kernel.weights import read_record

torch: Any = pytest.importorskip("torch", reason="not run: PyTorch is not installed here")

MOSAIX = find_game("mosaix")
TINY = NetLesson(games=8, seed=2, batch=4, teacher=Size(8, 2, 16), pupil=Size(6, 1, 12), room=512)
Numbers = npt.NDArray[Any]


def learner(lesson: NetLesson = TINY) -> Any:
    from smalti.bots.training.nets.learner import Learner

    return Learner(vision_of(MOSAIX), lesson, 1)


def played(turns: int, judge: Any) -> Seen:
    crowd = Crowd(vision_of(MOSAIX), evaluation_of(MOSAIX).weights(), 4, 1, np.random.default_rng(2))
    seen = crowd.play(turns, judge)
    crowd.close()
    return seen


def learned(folder: Path) -> Layers:
    trainer = NetTrainer(MOSAIX, folder, 1, monotonic)
    assert len(list(trainer.learn(TINY))) > 3
    trainer.write()
    assert trainer.learned is not None
    return trainer.learned


def heard(layer: Numbers) -> Numbers:
    return np.maximum(layer, 0.0)


def around(file: Any, name: str, x: Numbers) -> Numbers:
    """A convolution as the file has it: of each cell the nine around it, row by row, with all their channels."""
    wide = np.zeros((9, 9, x.shape[2]))
    wide[1:8, 1:8] = x
    nine = np.stack([wide[r : r + 7, c : c + 7] for r in range(3) for c in range(3)], axis=2)
    found: Numbers = nine.reshape(7, 7, -1) @ (file[name] * file[f"{name}_unit"]) + file[f"{name}_bias"]
    return found


def through(file: Any, name: str, x: Numbers) -> Numbers:
    found: Numbers = x @ (file[name] * file[f"{name}_unit"]) + file[f"{name}_bias"]
    return found


def judged(file: Any, codes: Numbers, left: int, value: float) -> float:
    """What a file says of a grid, written out once more."""
    towers = [heard(around(file, "first", planes[codes].reshape(7, 7, -1))) for planes in vision_of(MOSAIX).planes]
    common = np.array([*np.eye(9)[left], (codes == 0).mean(), (value - 140) / 20])
    every, head = around(file, "all", np.sum(towers, axis=0)), []
    for x in towers:
        y = heard(around(file, "own", x) + every)
        y = heard(y + through(file, "whole", y.mean((0, 1))))
        x = heard(x + around(file, "back", y))
        one = heard(through(file, "one", np.concatenate([x.mean((0, 1)), x.max((0, 1)), common])))
        head.append(heard(through(file, "two", one)))
    three = heard(through(file, "three", np.concatenate([np.sum(head, axis=0), common])))
    return float(through(file, "out", three)[0])


def test_a_file_means_what_the_network_has_learned(tmp_path: Path) -> None:
    from smalti.bots.training.nets.network import placed

    layers = learned(tmp_path)
    network, seen = placed(vision_of(MOSAIX), layers, "cpu"), played(4, learner().judge)
    with torch.no_grad():
        said = network(*map(torch.from_numpy, (seen.codes, seen.lefts, seen.values))).numpy()
    with np.load(tmp_path / "mosaix-network.npz") as file:
        for n in range(len(said)):
            assert judged(file, seen.codes[n], int(seen.lefts[n]), float(seen.values[n])) == pytest.approx(
                float(said[n]), abs=0.01
            )
    assert np.abs(said).max() > 0.01


def test_the_same_seed_teaches_the_same_on_a_core(tmp_path: Path) -> None:
    one, other = learned(tmp_path / "one"), learned(tmp_path / "other")

    assert all(np.array_equal(one[name], other[name]) for name in one)
    assert (tmp_path / "one/mosaix-network.npz").read_bytes() == (tmp_path / "other/mosaix-network.npz").read_bytes()


def test_who_knows_nothing_aims_at_what_patterns_expect() -> None:
    """A network that says nothing yet leaves the expectation over all rolls as it is."""
    pupil = learner()
    pupil.memory.add(seen := played(3, pupil.judge))
    goals = pupil.goals(torch.arange(len(seen.codes)))

    expected = seen.after.values.max(2) @ vision_of(MOSAIX).chances
    assert np.allclose(goals.numpy(), expected, atol=1e-3)


def test_a_network_comes_closer_to_its_goals() -> None:
    """The same positions again and again, and goals that stay: they are learned by heart."""
    pupil = learner()
    pupil.memory.add(played(8, pupil.judge))
    errors = [pupil.sweep(64, 5e-3)[1] for _ in range(60)]

    assert errors[-1] < 0.7 * errors[0]


def test_symbols_are_alike_to_a_network(tmp_path: Path) -> None:
    from smalti.bots.training.nets.network import judge, placed

    network, seen = placed(vision_of(MOSAIX), learned(tmp_path), "cpu"), played(4, learner().judge).after
    turns = [torch.from_numpy(array) for array in (seen.codes, seen.lefts, seen.values, seen.kinds)]
    views = [judge(network, *turns, view=(0, exchange)).numpy() for exchange in range(6)]

    assert all(np.allclose(views[0], one, atol=1e-3) for one in views)
    assert not np.allclose(views[0], judge(network, *turns, view=(1, 0)).numpy(), atol=1e-4)
    assert np.allclose(judge(network, *turns, near=-1.0).numpy(), seen.values)


def test_a_memory_forgets_the_oldest() -> None:
    from smalti.bots.training.nets.learner import Memory

    seen = played(5, learner().judge)
    memory = Memory(vision_of(MOSAIX), 10, "cpu")
    memory.add(seen)

    assert (len(seen.codes), len(memory), memory.seen) == (16, 10, 16)
    assert (memory.codes[:6].numpy() == seen.codes[10:]).all()
    assert (memory.codes[6:].numpy() == seen.codes[6:10]).all()


def test_train_leaves_a_network_with_its_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["train", "mosaix", "--lesson=net", "--games=4", "--batch=2", "--out", str(tmp_path)]
    assert run(command) == 0

    assert "points at the end of the lesson" in capsys.readouterr().out
    record = read_record(tmp_path / "mosaix-network.npz")
    lesson = record["lessons"][0]
    assert (lesson["seed"], lesson["batch"], lesson["done"] >= 4) == (1, 2, True)
    assert tuple(record["columns"]) == CURVE
    assert len(lesson["curve"][-1]) == len(CURVE)
    assert record["manifest"]["command"].startswith("smalti train mosaix --lesson=net")
    assert run(command) == 2
    assert "is there already" in capsys.readouterr().err


def test_a_lesson_ends_in_time_and_leaves_whole_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["train", "mosaix", "--lesson=net", "--minutes=0", "--batch=2", "--json", "--out", str(tmp_path)]) == 0

    said = json.loads(capsys.readouterr().out)
    assert len(said["lessons"][0]["curve"]) == 1
    with np.load(said["weights"]) as file:
        assert file["first"].shape == (108, 24)


def test_an_interrupt_leaves_what_the_last_round_taught(tmp_path: Path) -> None:
    trainer = NetTrainer(MOSAIX, tmp_path, 1, monotonic)
    rounds = trainer.learn(TINY)
    next(rounds)
    kept = trainer.learned
    rounds.close()  # type: ignore[attr-defined]  # a generator
    trainer.write()

    assert kept is trainer.learned
    assert sorted(file.name for file in tmp_path.iterdir()) == ["mosaix-network.json", "mosaix-network.npz"]


def test_a_device_that_is_none_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["train", "mosaix", "--lesson=net", "--device=tpu", "--out", str(tmp_path / "new")]) == 2

    assert "the device 'tpu' is neither cpu nor cuda" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
