"""Matches that are played, interrupted, killed and resumed, always to the same result."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from time import sleep
from typing import Any
from xml.etree import ElementTree

import pytest

from smalti.arena import Series, Sprt, play_matches, play_solo
from smalti.arena.journal import open_journal
from smalti.arena.play import Result, play_game
from smalti.arena.pool import Results, Runner, run_here
from smalti.bots import BOTS, Bot
from smalti.bots.simulation import Simulation
from smalti.cli.main import run
from smalti.games import GAMES
from smalti.kernel.errors import SmaltiError
from smalti.kernel.position import Position
from tests.cli.console import SOURCES, START

BOTH = ("greedy", "random")
SERIES = Series("mosaix", 2, BOTH, seed=3)


def outcomes(results: Iterable[Result]) -> list[tuple[object, ...]]:
    return sorted(result.outcome for result in results)


def journal_outcomes(folder: Path) -> list[tuple[object, ...]]:
    _, *lines = (folder / "games.jsonl").read_text().splitlines()
    return outcomes(Result.from_fields(json.loads(line)) for line in lines)


def without_time(fields: Any) -> Any:
    """A report without what differs from run to run."""
    if isinstance(fields, dict):
        return {name: without_time(value) for name, value in fields.items() if name != "ms_per_move"}
    return [without_time(one) for one in fields] if isinstance(fields, list) else fields


def report_of(folder: Path) -> Any:
    return without_time(json.loads((folder / "report.json").read_text()))


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("arena") / "whole"
    play_matches("mosaix", BOTH, games=24, seed=3, out=folder)
    return folder


def test_a_game_of_the_arena_is_the_one_that_simulate_plays() -> None:
    series = Series("mosaix", 2, BOTH, seed=5)
    for number, names in ((0, BOTH), (1, BOTH[::-1])):
        simulated = Simulation(GAMES["mosaix"], tuple(BOTS[name] for name in names), 5).play(0)
        played = play_game(series, number)

        assert played.scores == simulated.position.scores()
        assert played.winners == simulated.position.winners()


def test_whoever_never_ends_a_game_fails_and_the_game_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two greedy bots discard for ever in Majolica."""
    monkeypatch.setattr("smalti.arena.play.MOST_CHOICES", 30)
    result = play_game(Series("majolica", 2, ("greedy", "greedy"), seed=1729, alone=True), 0)

    assert all(failed == moves - 30 > 0 for failed, moves in zip(result.failures, result.moves, strict=True))


def test_a_game_longer_than_a_record_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("smalti.bots.simulation.MOST_ENTRIES", 30)
    with pytest.raises(SmaltiError, match="a game of Mosaix does not end"):
        play_game(SERIES, 0)


def test_who_ties_shares_the_win_and_the_place() -> None:
    result = Result(0, 0, (0, 1, 1), (9, 4, 9), (0, 2), (1, 1, 1), (0.0,) * 3, (0, 0, 0))

    assert result.shares() == (0.5, 0.0, 0.5)
    assert result.places() == (0, 2, 0)


def test_the_report_says_who_is_better_and_how_sure_that_is(uninterrupted: Path) -> None:
    report = report_of(uninterrupted)
    greedy, random = report["standings"]

    assert (report["games"], report["deals"]) == (24, 12)
    assert greedy["wins"]["value"] + random["wins"]["value"] == pytest.approx(1)
    assert greedy["wins"]["low"] > 0.5 > random["wins"]["high"]
    assert greedy["elo"]["low"] > random["elo"]["high"]
    assert greedy["skill"]["mu"] > random["skill"]["mu"] + random["skill"]["sigma"]
    assert report["pairs"][0]["ahead"] == greedy["wins"]
    assert report["pairs"][0]["points"]["low"] > 0


def test_the_picture_is_svg_and_names_the_bots(uninterrupted: Path) -> None:
    root = ElementTree.parse(uninterrupted / "report.svg").getroot()
    words = {text.text for text in root.iter("{http://www.w3.org/2000/svg}text")}

    assert {"greedy", "random", "Mosaix: ratings"} <= words


def test_an_equal_bot_under_another_name_scores_exactly_half(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paired games of equals are the same game: the seats and the deals cancel out."""
    monkeypatch.setitem(BOTS, "twin", BOTS["random"])
    report = play_matches("mosaix", ["random", "twin"], games=6)

    assert report.pairs[0].ahead.value == 0.5
    assert report.pairs[0].points.value == 0


def stopping_after(count: int) -> Runner:
    """A runner that is interrupted."""

    def run(series: Series, numbers: Iterable[int]) -> Results:
        for played, result in enumerate(run_here(series, numbers)):
            if played == count:
                raise KeyboardInterrupt
            yield result

    return run


def test_interrupted_work_goes_on(uninterrupted: Path, tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        play_matches("mosaix", BOTH, games=24, seed=3, out=tmp_path, runner=stopping_after(15))
    kept = (tmp_path / "games.jsonl").read_text()
    (tmp_path / "games.jsonl").write_text(kept + '{"number": 15, "deal')
    play_matches("mosaix", BOTH, games=24, seed=3, out=tmp_path)

    assert (tmp_path / "games.jsonl").read_text().startswith(kept)
    assert report_of(tmp_path) == report_of(uninterrupted)


def test_killed_work_goes_on_to_the_same_result(
    uninterrupted: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command with two workers, killed with no time to say anything as soon as some games are in the journal."""
    asked = ["arena", "mosaix", "--bots", ",".join(BOTH), "--games", "24", "--seed", "3", "--out", str(tmp_path)]
    command = [sys.executable, "-c", START, *asked, "--workers", "2"]
    environment = os.environ | {"PYTHONPATH": str(SOURCES)}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True) as first:
        journal = tmp_path / "games.jsonl"
        while first.poll() is None and (not journal.exists() or journal.read_text().count("\n") < 4):
            sleep(0.02)
        os.kill(first.pid, signal.SIGKILL)
        assert first.stdout is not None
        first.stdout.read()  # ends when the workers have ended too: they hold the other end
    before = journal.read_text().count("\n")
    assert run([*asked, "--workers", "1"]) == 0

    assert 4 <= before < 25
    assert report_of(tmp_path) == report_of(uninterrupted)
    assert journal_outcomes(tmp_path) == journal_outcomes(uninterrupted)
    assert "24 games in 12 deals" in capsys.readouterr().out


def test_more_games_go_on_from_those_there_are(uninterrupted: Path, tmp_path: Path) -> None:
    for games in (6, 24):
        play_matches("mosaix", BOTH, games=games, seed=3, out=tmp_path)

    assert report_of(tmp_path) == report_of(uninterrupted)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seed": 4}, "begun with seed 3, not 4"),
        ({"bots": ("random", "greedy")}, "begun with bots"),
        ({"options": {"end": "formation-impossible"}}, "begun with options"),
        ({"sprt": Sprt(0, 10)}, "begun with sprt None"),
    ],
)
def test_another_match_in_the_same_folder_is_refused(uninterrupted: Path, change: dict[str, Any], words: str) -> None:
    before = (uninterrupted / "games.jsonl").read_bytes()
    asked: dict[str, Any] = {"bots": BOTH, "games": 24, "seed": 3, "out": uninterrupted}
    with pytest.raises(SmaltiError, match=words):
        play_matches("mosaix", **asked | change)

    assert (uninterrupted / "games.jsonl").read_bytes() == before


@pytest.mark.parametrize("content", ["hello\n", "[]\n", '{"format": "other"}\n', '{"format": "smalti-arena 1"}\nx\n'])
def test_a_file_that_is_no_journal_is_refused_and_kept(content: str, tmp_path: Path) -> None:
    (tmp_path / "games.jsonl").write_text(content)
    with pytest.raises(SmaltiError, match=r"games\.jsonl"):
        play_matches("mosaix", BOTH, games=2, out=tmp_path)

    assert (tmp_path / "games.jsonl").read_text() == content


def test_two_at_a_time_in_a_folder_are_refused(tmp_path: Path) -> None:
    with (
        open_journal(tmp_path / "games.jsonl", SERIES.fields()),
        pytest.raises(SmaltiError, match="written by another arena"),
    ):
        play_matches("mosaix", BOTH, games=2, seed=3, out=tmp_path)


def test_a_sequential_test_stops_at_the_same_deal_for_any_number_of_workers() -> None:
    whole = play_matches("mosaix", BOTH, games=240, sprt=Sprt(0, 200))
    shared = play_matches("mosaix", BOTH, games=240, sprt=Sprt(0, 200), workers=2)

    assert whole.verdict == shared.verdict == "better"
    assert whole.games == shared.games < 100
    assert whole.pairs == shared.pairs


def test_a_sequential_test_of_three_is_refused() -> None:
    with pytest.raises(SmaltiError, match="compares two bots; here are 3"):
        play_matches("mosaix", ["random", "greedy", "heuristic"], sprt=Sprt(0, 10))


def crash(_position: Position, _seat: int, _generator: int) -> int:
    raise RuntimeError("tripped")


def test_a_bot_that_crashes_costs_its_moves_and_not_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "clumsy", Bot("clumsy", "", crash))
    clumsy, random = play_matches("mosaix", ["clumsy", "random"], games=2).standings

    assert clumsy.failures > 10
    assert random.failures == 0


def test_alone_the_ranks_add_up(tmp_path: Path) -> None:
    report = play_solo("mosaix", "greedy", games=12, out=tmp_path)

    assert list(report.ranks) == ["brilliant", "won", "lost"]
    assert sum(share.value for share in report.ranks.values()) == pytest.approx(1)
    assert sum(report.distribution.values()) == report.games == 12
    assert report.least <= report.quartiles[0] <= report.points.value <= report.most
    assert json.loads((tmp_path / "report.json").read_text())["points"] == asdict(report.points)
    assert ElementTree.parse(tmp_path / "report.svg").getroot().tag.endswith("svg")


def test_a_game_that_nobody_plays_alone_is_refused() -> None:
    with pytest.raises(SmaltiError, match="Maharani is for 2, 3, 4 seats, not 1"):
        play_solo("maharani", "greedy")
