"""`smalti puzzles`: lists, mines into a file and into a server's database, and checks."""

from __future__ import annotations

from pathlib import Path

import pytest

from smalti.bots import find_bot
from smalti.bots.simulation import Simulation
from smalti.cli.main import run
from smalti.games import find_game
from smalti.kernel.record import write_line
from tests.server.serving import serving


def test_what_is_shipped_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["puzzles", "majolica"]) == 0
    told = capsys.readouterr().out
    assert "players: 4" in told
    assert "about: designs on the way" in told


def test_games_are_mined_into_a_file_a_database_and_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SMALTI_DATABASE_URL", raising=False)
    series = Simulation(find_game("maharani"), (find_bot("apprentice"), find_bot("artisan")), 4, compiled=True)
    records, file = tmp_path / "games.jsonl", tmp_path / "mined.jsonl.gz"
    records.write_text("".join(write_line(series.record(n)) + "\n" for n in range(3)))
    order = ["puzzles", "maharani", "--mine", "1", "--records", str(records)]
    assert run([*order, "--file", str(file)]) == 0
    for part, checked in (("1/2", 1), ("2/2", 0)):
        assert run(["puzzles", "maharani", "--check", "9", "--part", part, "--file", str(file), "--json"]) == 0
        assert f'"checked": {checked}' in capsys.readouterr().out
    with serving(tmp_path / "data") as server:  # it goes on meanwhile
        for new in (1, 0):
            assert run([*order, "--data", str(server.data)]) == 0
            assert f"{new} of them new" in capsys.readouterr().out
        assert server.get("/health").status_code == 200


def test_a_database_that_cannot_be_used_is_told_before_anything_is_mined(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SMALTI_DATABASE_URL", raising=False)
    (tmp_path / "smalti.sqlite").touch()
    assert run(["puzzles", "maharani", "--mine", "100000", "--data", str(tmp_path)]) == 2
    assert "run `smalti db upgrade` first" in capsys.readouterr().err


def test_what_is_no_file_of_puzzles_is_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad").write_text("x")
    assert run(["puzzles", "mosaix", "--file", str(tmp_path / "bad")]) == 2
    assert "has no puzzles" in capsys.readouterr().err


@pytest.mark.parametrize("part", ["0/2", "3/2", "2", "a/b", "1/0"])
def test_a_part_that_there_is_not_is_refused(part: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["puzzles", "mosaix", "--check", "1", "--part", part]) == 2
    assert "such as 2/8" in capsys.readouterr().err
