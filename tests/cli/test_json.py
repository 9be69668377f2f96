"""What commands answer to programs: one JSON object, the same facts as in words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from smalti.cli.main import run
from smalti.games import GAMES


@pytest.fixture
def asked(capsys: pytest.CaptureFixture[str]) -> Any:
    """Runs a command and reads its answer."""

    def ask(*command: str, status: int = 0) -> dict[str, Any]:
        assert run([*command, "--json"]) == status
        answer: dict[str, Any] = json.loads(capsys.readouterr().out)
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
