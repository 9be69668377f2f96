"""What commands answer to programs: one JSON object, the same facts as in words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from smalti.cli.main import run
from smalti.games import GAMES


def no_constant(name: str) -> None:
    raise AssertionError(f"{name} is not JSON")


@pytest.fixture
def asked(capsys: pytest.CaptureFixture[str]) -> Any:
    """Runs a command and reads its answer."""

    def ask(*command: str, status: int = 0) -> dict[str, Any]:
        assert run([*command, "--json"]) == status
        answer: dict[str, Any] = json.loads(capsys.readouterr().out, parse_constant=no_constant)
        return answer

    return ask


def test_games(asked: Any) -> None:
    told = {one["name"]: one for one in asked("games")["games"]}

    assert list(told) == list(GAMES)
    assert told["maharani"]["seats"] == [2, 3, 4]
    assert told["majolica"]["options"]["expansions"]["several"]


def test_a_database_and_its_backups(asked: Any, tmp_path: Path) -> None:
    data, file = str(tmp_path / "data"), str(tmp_path / "smalti.backup")
    newest = asked("db", "upgrade", "--data", data)["schema"]

    assert asked("db", "status", "--data", data) == {"schema": newest, "newest": newest}
    assert asked("db", "check", "--data", data) == {"findings": []}
    assert asked("db", "rerate", "--data", data) == {"games": 0}
    saved = asked("backup", file, "--data", data)
    assert saved["losses"] == []
    assert asked("drill", file) == {
        "rows": saved["rows"],
        "file": file,
        "tables": 0,
        "events": 0,
        "last": None,
        "faults": [],
    }
    assert asked("restore", file, "--data", str(tmp_path / "new"))["rows"] == saved["rows"]


def test_puzzles(asked: Any) -> None:
    told = asked("puzzles", "mosaix")

    assert told["puzzles"] == sum(told["players"].values()) == sum(told["about"].values()) > 0


def test_records_and_what_they_add_up_to(asked: Any, tmp_path: Path) -> None:
    file, wrong = str(tmp_path / "games.jsonl"), tmp_path / "wrong.jsonl"
    assert run(["simulate", "mosaix", "--games", "2", "--out", file]) == 0
    wrong.write_text("{}\n")

    assert asked("verify", file) == {"records": 2, "errors": []}
    assert asked("verify", str(wrong), status=1)["errors"][0]["line"] == 1
    assert asked("stats", file)["name"] == "random 1"


def test_entries_of_the_bench(asked: Any) -> None:
    pytest.importorskip("openskill")
    folder = Path(__file__).parents[2] / "docs" / "bench"
    entry = str(folder / "random.json")

    assert asked("bench-agents", "board", entry)["random"]["score"] > 0
    assert asked("bench-agents", "check", entry, "--sample", "0") == {entry: []}


@pytest.mark.parametrize("command", ["reports", "muted", "log", "stewards"])
def test_of_a_club_in_which_nothing_happened_nothing_is_told(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = str(tmp_path / "data")
    assert run(["db", "upgrade", "--data", data]) == 0
    capsys.readouterr()

    assert run(["club", command, "--data", data, "--json"]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("command", ["rules mosaix", "draw games.jsonl --out svg", "export --out games.jsonl"])
def test_what_is_no_answer_to_a_program_takes_no_json(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Rules are text, drawings and records are files."""
    assert run([*command.split(), "--json"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "--json" in said.err
