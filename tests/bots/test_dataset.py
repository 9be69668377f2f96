"""Datasets: a schema, games that can be played again, work that goes on, and the small one that is shipped."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest

from smalti.bots.dataset import FORMAT, SCHEMA, Recipe, is_right, play_row
from smalti.bots.players import find_player
from smalti.bots.simulation import Simulation
from smalti.cli.main import run
from smalti.games import GAMES
from smalti.kernel.chance import Chance
from smalti.kernel.match import Match

SHIPPED = Path(__file__).parents[2] / "docs" / "dataset"
PART = ["--game", "maharani", "--seats", "2", "--games", "5", "--part", "2", "--seed", "4"]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dataset") / "new"
    assert run(["dataset", str(folder), *PART, "--bots", "random,apprentice", "--lines", "3"]) == 0
    return folder


def rows(folder: Path) -> list[dict[str, Any]]:
    return [row for path in sorted(folder.glob("*.parquet")) for row in pyarrow.parquet.read_table(path).to_pylist()]


def test_a_game_can_be_played_again_from_its_row(made: Path) -> None:
    """By the rules alone, entry by entry, as anybody would who knows docs/dataset.md."""
    for row in rows(made):
        match = Match.new(GAMES[row["game"]], row["seats"], {}, None)
        chance, outcomes = Chance(row["secret"], row["id"]), 0
        for by, move in zip(row["by"], row["move"], strict=True):
            if by < 0:
                assert move == match.position.sample(chance.generator(outcomes))
                outcomes += 1
            match.record(by, move)
        assert list(match.position.scores()) == row["scores"]
        assert list(match.position.winners()) == row["winners"]


def test_what_a_bot_thought_is_kept(made: Path) -> None:
    found = [(row, value) for row in rows(made) for value in row["values"]]
    assert len(found) > 20
    for row, value in found:
        seat = row["by"][value["entry"]]
        assert row["bots"][seat] == "apprentice"
        assert 1 <= len(value["lines"]) <= 3
        assert len(value["expected"]) == row["seats"]
        assert row["move"][value["entry"]] == value["lines"][0]["move"]


@pytest.mark.parametrize("name", GAMES)
def test_random_games_are_those_of_simulate(name: str) -> None:
    row = play_row(Recipe(name, 2, ("random",), seed=6), 3)
    match = Simulation(GAMES[name], (find_player("random"),) * 2, 6).play(3)

    assert [(by, move) for by, move in zip(row["by"], row["move"], strict=True)] == [
        (event.by, event.move) for event in match.log
    ]
    assert row["scores"] == match.position.scores()


def test_games_of_bots_that_never_end_are_those_of_simulate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("smalti.bots.simulation.LONGEST", 50)
    row = play_row(Recipe("majolica", 2, ("greedy",), seed=6), 0)
    match = Simulation(GAMES["majolica"], (find_player("greedy"),) * 2, 6, compiled=True).play(0)

    assert row["move"].tolist() == [event.move for event in match.log]
    assert match.position.is_over


def test_bots_may_sit_in_some_games_only() -> None:
    recipe = Recipe("mosaix", 2, ("greedy",), every=3)

    assert [recipe.seated(number)[0] for number in range(5)] == ["greedy", "random", "random", "greedy", "random"]


def test_the_same_command_goes_on_and_another_is_refused(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = json.loads((made / "manifest.json").read_text())
    lost = made / "maharani-2-00001.parquet"
    lost.unlink()
    command = ["dataset", str(made), *PART, "--lines", "3"]

    assert run([*command, "--bots", "random,apprentice", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["sum"] == before["sum"]
    assert run([*command, "--bots", "random"]) == 2
    assert "holds another dataset" in capsys.readouterr().err


def test_several_workers_make_the_same(made: Path, tmp_path: Path) -> None:
    command = ["dataset", str(tmp_path), *PART, "--bots", "random,apprentice", "--lines", "3", "--workers", "2"]
    assert run(command) == 0
    sums = [json.loads((folder / "manifest.json").read_text())["sum"] for folder in (made, tmp_path)]
    assert sums[0] == sums[1]


@pytest.mark.parametrize(
    ("column", "wrong"), [("scores", [0, 0]), ("winners", [0, 1]), ("secret", "other"), ("move", None), ("by", None)]
)
def test_what_is_changed_is_found(made: Path, column: str, wrong: Any) -> None:
    row = rows(made)[0]
    assert is_right(GAMES[row["game"]], row)
    changed = row | {column: [*row[column][:-1], row[column][-1] + 1] if wrong is None else wrong}
    assert not is_right(GAMES[row["game"]], changed)


def test_check_says_how_many_and_what(made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["dataset", str(made), "--check"]) == 0
    assert "5 games, 0 errors" in capsys.readouterr().out
    broken = [rows(made)[0] | {"scores": [1, 2]}]
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(broken, SCHEMA), tmp_path / "a.parquet")
    assert run(["dataset", str(tmp_path), "--check", "--json"]) == 1
    assert len(json.loads(capsys.readouterr().out)["errors"]) == 1


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["--game", "chess"], "there is no game 'chess'"),
        (["--game", "maharani", "--seats", "1"], "Maharani is for 2, 3, 4 seats, not 1"),
        (["--bots", "random,nobody"], "there is no bot 'nobody'"),
        (["--check"], "holds no file of a dataset"),
    ],
)
def test_what_cannot_be_made_is_refused(
    command: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["dataset", str(tmp_path / "new"), *command]) == 2
    assert words in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_the_small_one_is_right_and_small(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["dataset", str(SHIPPED), "--check"]) == 0
    assert "0 errors" in capsys.readouterr().out
    files = list(SHIPPED.glob("*.parquet"))
    assert {tuple(file.stem.split("-")[:2]) for file in files} == {
        (game.name, str(seats)) for game in GAMES.values() for seats in game.facts.seat_counts
    }
    assert sum(file.stat().st_size for file in files) < 1_000_000
    metadata = pyarrow.parquet.read_schema(files[0]).metadata
    assert metadata[b"format"].decode() == FORMAT


def test_without_pyarrow_the_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "smalti.bots.dataset", raising=False)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert run(["dataset", str(tmp_path / "new")]) == 2
    assert "needs the extra `dataset`: pip install 'smalti[dataset]'" in capsys.readouterr().err
