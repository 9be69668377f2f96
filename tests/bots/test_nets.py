"""What the lesson of a network needs besides PyTorch: games, layers, files, and sentences for who cannot learn."""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from time import monotonic

import numpy as np
import pytest

from smalti.bots.defaults import evaluation_of
from smalti.bots.training.nets.files import pack, write_network
from smalti.bots.training.nets.layers import FACTOR, Size, new_layers, shapes
from smalti.bots.training.nets.lesson import CURVE, PUPIL, TEACHER, NetDone, bend, pace
from smalti.bots.training.nets.playing import CARELESS, TOP, Crowd, Seen
from smalti.bots.training.nets.trainer import NetTrainer, vision_of
from smalti.cli.main import run
from smalti.games import find_game
from smalti.kernel.errors import SmaltiError
from smalti.kernel.thinking import Weights
from smalti.kernel.vision import GOES_ON, Turns

MOSAIX = find_game("mosaix")
ENDS = ("", "_unit", "_bias")
"""Of each layer a file has these arrays."""


def crowd(games: int, cores: int = 1, seed: int = 1) -> Crowd:
    weights = evaluation_of(MOSAIX).weights()
    return Crowd(vision_of(MOSAIX), weights, games, cores, np.random.default_rng(seed))


def by_patterns(turns: Turns, mirror: int, exchange: int) -> Weights:  # noqa: ARG001 - who looks at them needs no view
    return turns.values


def test_games_side_by_side_go_on_to_their_ends_and_begin_anew() -> None:
    games = crowd(4)
    games.careless[:] = 0.0
    seen = games.play(16, by_patterns)
    games.close()

    assert games.ended >= 4
    assert len(games.points) >= 4
    assert games.mean_points() > 110
    assert len(seen.codes) == 4 * 16 - games.ended - 4
    assert seen.after.codes.shape == (len(seen.codes), 15, TOP, 49)


def test_what_is_seen_of_a_position_is_what_the_turn_before_left() -> None:
    games = crowd(2)
    first = games.play(1, by_patterns)
    codes, values, lefts = games.codes.copy(), games.values.copy(), games.lefts.copy()
    seen = games.play(1, by_patterns)
    games.close()

    assert len(first.codes) == 0
    assert np.array_equal(codes, seen.codes)
    assert np.array_equal(values, seen.values)
    assert np.array_equal(lefts, seen.lefts)
    assert (seen.after.values[:, :, :-1] >= seen.after.values[:, :, 1:]).all()


def test_the_same_seed_plays_the_same_games_whatever_the_cores() -> None:
    def played(cores: int) -> Seen:
        games = crowd(5, cores, seed=3)
        seen = games.play(3, by_patterns)
        games.close()
        return seen

    one, other = played(1), played(2)
    assert all(np.array_equal(getattr(one, name), getattr(other, name)) for name in ("codes", "lefts", "values"))
    assert all(np.array_equal(getattr(one.after, name), getattr(other.after, name)) for name in Turns._fields)


def test_two_games_in_five_are_played_as_well_as_can_be() -> None:
    games = crowd(5000)
    games.close()

    shares = {float(chance): float(np.mean(games.careless == chance)) for chance in CARELESS}
    assert shares == pytest.approx({0.0: 0.4, 0.1: 0.2, 0.3: 0.2, 0.6: 0.2}, abs=0.03)


def test_careless_turns_are_any_with_which_a_game_goes_on() -> None:
    games = crowd(400)
    games.close()
    games.careless[:] = 1.0
    kinds = np.tile(np.array([2, GOES_ON, GOES_ON, 0], np.uint8), (400, 1))
    turns = Turns(
        kinds.astype(np.int64), kinds, np.tile(np.array([9.0, 8.0, 7.0, 0.0], np.float32), (400, 1)), kinds, kinds
    )

    assert set(games.picked(turns, turns.values).tolist()) == {1, 2}
    games.careless[:] = 0.0
    assert set(games.picked(turns, turns.values).tolist()) == {0}


def test_a_crowd_that_is_closed_plays_no_more() -> None:
    games = crowd(2)
    games.close()

    with pytest.raises(RuntimeError):
        games.play(1, by_patterns)


def test_networks_have_the_layers_of_their_size() -> None:
    vision = vision_of(MOSAIX)
    small = new_layers(PUPIL, vision, np.random.default_rng(1))

    assert sum(layer.size for layer in small.values()) == 31_769
    assert sum(layer.size for layer in new_layers(TEACHER, vision, np.random.default_rng(1)).values()) == 183_025
    assert list(shapes(Size(8, 2, 16), vision)) == [
        *("first", "own", "all", "back", "whole", "own1", "all1", "back1", "whole1"),
        *("one", "two", "three", "out"),
    ]
    assert not small["out.weight"].any()
    assert np.abs(small["first.weight"]).max() <= (12 * 9) ** -0.5


def test_a_file_has_the_layers_in_whole_numbers(tmp_path: Path) -> None:
    layers = new_layers(PUPIL, vision_of(MOSAIX), np.random.default_rng(1))
    layers["out.weight"] += np.arange(64, dtype=np.float32)
    write_network(tmp_path / "n.npz", layers, {"game": "mosaix"})

    with np.load(tmp_path / "n.npz") as file:
        arrays = {name: file[name] for name in file.files}
    assert arrays["first"].shape == (9 * 12, 24)
    assert arrays["one"].shape == (2 * 24 + 9 + 2, 64)
    for name in shapes(PUPIL, vision_of(MOSAIX)):
        weights, unit = layers[f"{name}.weight"], arrays[f"{name}_unit"]
        factor = FACTOR if name == "out" else 1.0
        kept = arrays[name] * unit
        if weights.ndim == 4:  # a cell's channels lie together
            kept = np.stack([kept[n :: weights.shape[1]] for n in range(weights.shape[1])]).transpose(2, 0, 1)
            weights = weights.reshape(*weights.shape[:2], 9)
            unit = unit[:, None, None]
        else:
            kept, unit = kept.T, unit[:, None]
        assert arrays[name].dtype == np.int16
        assert (np.abs(kept - factor * weights) <= 0.51 * unit).all()
        assert np.array_equal(arrays[f"{name}_bias"], np.float32(factor) * layers[f"{name}.bias"])
    sha256 = hashlib.sha256((tmp_path / "n.npz").read_bytes()).hexdigest()
    assert json.loads((tmp_path / "n.json").read_text()) == {"sha256": sha256, "game": "mosaix"}
    assert sorted(file.name for file in tmp_path.iterdir()) == ["n.json", "n.npz"]


def test_the_same_network_is_the_same_file(tmp_path: Path) -> None:
    layers = new_layers(Size(2, 1, 4), vision_of(MOSAIX), np.random.default_rng(1))
    for name in ("a", "b"):
        write_network(tmp_path / f"{name}.npz", layers, {})

    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()
    assert set(pack(layers)) == {name + end for name in shapes(Size(2, 1, 4), vision_of(MOSAIX)) for end in ENDS}


def test_steps_grow_at_first_and_shrink_in_the_second_half() -> None:
    assert [round(pace(n, 0.1), 2) for n in range(4)] == [0.33, 0.67, 1.0, 1.0]
    assert [round(pace(9, over), 2) for over in (0.5, 0.75, 0.999)] == [1.0, 0.5, 0.02]


def test_a_curve_has_a_point_wherever_there_is_news() -> None:
    curve: list[list[float]] = []
    for positions in (100, 101, 103, 104, 200):
        bend(curve, NetDone(1.0, 2, positions, 140.0, 2.0, 1.0))

    assert [point[CURVE.index("positions")] for point in curve] == [100, 103, 200]
    assert len(CURVE) == len(NetDone._fields)


def test_before_anything_was_learned_nothing_is_written(tmp_path: Path) -> None:
    NetTrainer(MOSAIX, tmp_path / "new", 1, monotonic).write()

    assert not (tmp_path / "new").exists()


def test_a_network_does_not_write_over_another(tmp_path: Path) -> None:
    (tmp_path / "mosaix-network.npz").touch()

    with pytest.raises(SmaltiError, match="is there already; a network begins anew, so name another folder"):
        NetTrainer(MOSAIX, tmp_path, 1, monotonic)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (["mosaix"], "learning a network needs the extra `net`: pip install 'smalti[net]'"),
        (["mosaix", "--seats=2"], "a network learns the game alone"),
        (["majolica"], "no network learns Majolica; there is one for: mosaix"),
    ],
)
def test_who_cannot_teach_a_network_is_told(
    wrong: list[str],
    words: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    for name in ("learner", "network"):
        monkeypatch.delitem(sys.modules, f"smalti.bots.training.nets.{name}", raising=False)

    assert run(["train", *wrong, "--lesson=net", "--out", str(tmp_path / "new")]) == 2
    assert words in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
