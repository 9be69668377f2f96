"""`smalti stats`: a folder of records as tables, one object, a file for a spreadsheet, and pictures."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from smalti.bots import BOTS
from smalti.bots.simulation import Simulation
from smalti.cli.main import run
from smalti.games import GAMES
from smalti.kernel.record import write_line


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three games of two bots in two files, one with the moment of its end."""
    series = Simulation(GAMES["mosaix"], (BOTS["random"],) * 2, 4)
    records = [series.record(n) for n in range(3)]
    folder = tmp_path_factory.mktemp("stats") / "games"
    (folder / "below").mkdir(parents=True)
    (folder / "two.jsonl").write_text("".join(write_line(one) + "\n" for one in records[:2]))
    (folder / "below" / "one.json").write_text(json.dumps(records[2] | {"ended": "2026-11-15T20:00:00+00:00"}))
    return folder


def test_a_folder_of_records_as_a_table_and_as_files(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = folder.parent / "out"
    assert run(["stats", str(folder), "--svg", str(out), "--csv", str(out.with_suffix(".csv")), "-l", "fr"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "random 1\N{NO-BREAK SPACE}: 3 parties finies"
    assert lines[3].split()[:3] == ["Mosaix", "2", "3"]
    assert sorted(one.name for one in out.iterdir()) == ["days.svg", "points-mosaix-2.svg"]
    assert all(ElementTree.fromstring(one.read_text()) is not None for one in out.iterdir())
    assert len(out.with_suffix(".csv").read_text().splitlines()) == 4


def test_one_object_with_reviews_of_one_player(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["stats", str(folder / "below"), "--json", "--name", "random 2", "--review", "quick"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["name"], told["days"]) == ("random 2", {"2026-11-15": 1})
    assert told["games"][0]["luck"] is not None


def test_what_cannot_be_read_gets_a_sentence(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "some.jsonl").write_text((folder / "two.jsonl").read_text() + "nonsense\n")
    assert run(["stats", str(tmp_path), "--json"]) == 1
    told = capsys.readouterr()
    assert len(json.loads(told.out)["games"]) == 2
    assert told.err.startswith("smalti: some.jsonl: line 3: the line is not JSON")
    (tmp_path / "some.jsonl").unlink()
    assert run(["stats", str(tmp_path)]) == 2
    assert "there is no file of records" in capsys.readouterr().err
    assert run(["stats", str(folder), "--name", "Zoe"]) == 2
    assert run(["stats", str(tmp_path / "nowhere")]) == 2


def test_one_record_that_cannot_be_counted_is_named_and_the_others_count(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = json.loads((folder / "two.jsonl").read_text().splitlines()[0])
    wrong = [{"game": "chess"}, {"scores": [1]}, {"scores": [10**400, 1]}, {"seats": 2}]
    lines = "".join(json.dumps(record | one) + "\n" for one in (*wrong, {}))
    (tmp_path / "some.jsonl").write_text(lines)

    assert run(["stats", str(tmp_path), "--json", "-l", "fr"]) == 1
    told = capsys.readouterr()
    assert len(json.loads(told.out)["games"]) == 1
    assert [line.split(":")[2].strip() for line in told.err.splitlines()] == [f"line {n}" for n in range(1, 5)]


def test_a_name_in_a_record_is_shown_on_one_line_and_controls_no_terminal(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = json.loads((folder / "below" / "one.json").read_text())
    record["seats"][0]["name"], record["seats"][1]["name"] = "Ada\n\x1b[31m", "\u202eBen"
    (tmp_path / "one.json").write_text(json.dumps(record))

    for command in (
        ["stats", str(tmp_path), "--name", "Ada [31m"],
        ["review", str(tmp_path / "one.json"), "--depth", "quick"],
    ):
        assert run(command) == 0
        told = capsys.readouterr().out
        assert "Ada [31m" in told
        assert all(line.isprintable() for line in told.splitlines())
