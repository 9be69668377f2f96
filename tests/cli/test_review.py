"""`smalti review`: both languages, one object a game, and a sentence for what is no finished game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from smalti.bots import BOTS
from smalti.bots.simulation import Simulation
from smalti.cli.main import run
from smalti.cli.review import say_expected
from smalti.games import GAMES
from smalti.kernel.record import write_line


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    series = Simulation(GAMES["mosaix"], (BOTS["random"],) * 2, 4)
    path = tmp_path_factory.mktemp("review") / "games.jsonl"
    path.write_text("".join(write_line(series.record(n)) + "\n" for n in range(2)))
    return path


def test_one_object_for_each_game(records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["review", str(records), "--json", "--depth", "quick"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(told) == 2
    for game in told:
        assert game["evaluator"]["hash"]
        for seat in game["seats"]:
            assert seat["start"] + seat["luck"] + seat["own"] + seat["others"] == seat["end"]
        assert {event["kind"] for event in game["events"]} == {"decision", "chance"}
        for event in game["events"]:
            own = "luck" if event["kind"] == "chance" else "cost"
            assert {"ply", "by", "error", "best", "mark", own} <= event.keys()
            assert ("luck" in event) != ("cost" in event)


def test_the_graph_of_each_game_is_written_into_a_folder(records: Path, tmp_path: Path) -> None:
    assert run(["review", str(records), "--depth", "quick", "--svg", str(tmp_path / "new")]) == 0
    drawn = {file.name: file.read_text() for file in (tmp_path / "new").iterdir()}
    assert set(drawn) == {"review-1.svg", "review-2.svg"}
    assert all(text.startswith("<svg") and 'class="line seat-1"' in text for text in drawn.values())


def test_one_record_over_several_lines_is_read_too(records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = json.loads(records.read_text().splitlines()[0])
    path = records.with_name("one.json")
    path.write_text(json.dumps(one, indent=1))
    assert run(["review", str(path), "--depth", "quick", "-l", "fr"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["Mosaix", ":", "part", "de", "la", "victoire,", "en", "pour", "cent"]
    assert lines[3].startswith("random 1")
    printed = [round(10 * float(n.replace("\N{MINUS SIGN}", "-").replace(",", "."))) for n in lines[3].split()[2:7]]
    assert sum(printed[:4]) == printed[4]


def test_what_is_expected_stands_beside_the_bar(
    records: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # as at a terminal
    monkeypatch.setenv("COLUMNS", "160")
    assert run(["review", str(records), "--json", "--depth", "quick"]) == 0
    seen = capsys.readouterr()
    last = json.loads(seen.out.splitlines()[0])["events"][-1]["expected"]
    assert f"random 1 {100 * last[0]:.0f} %, random 2 {100 * last[1]:.0f} %" in seen.err
    assert say_expected((63.25,), ("Ada",), "fr") == "Ada 63,2"


def test_what_is_no_finished_game_gets_a_sentence(records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    running = json.loads(records.read_text().splitlines()[0])
    running["log"] = running["log"][:5]
    for name in ("scores", "winners", "chance"):
        running.pop(name, None)
    path = records.with_name("bad.jsonl")
    path.write_text(f"{json.dumps(running)}\nnonsense\n{{}}\n")
    assert run(["review", str(path), "--json"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert [line.split(": ", 2)[1:] for line in told.err.splitlines()[:3]] == [
        ["line 1", "this game is not over, so it cannot be reviewed"],
        ["line 2", "the line is not JSON: Expecting value: line 1 column 1 (char 0)"],
        ["line 3", "the format is None, expected 'smalti-record/1'"],
    ]
    path.write_text("")
    assert run(["review", str(path)]) == 1
    assert run(["review", str(path.with_name("missing"))]) == 2
    assert run(["review", str(records), "--depth", "bottomless"]) == 2
