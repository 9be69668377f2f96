"""Help, errors and exit statuses of every command."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from smalti.cli.growing import whole_lines
from smalti.cli.main import COMMANDS, run
from smalti.games import GAMES
from smalti.kernel.record import open_records
from tests.cli.console import SOURCES, START, smalti_process
from tests.leftovers import kept_mark
from tests.waiting import PATIENCE_S

WRONG = {
    "no such command": (["nonsense"], "No such command"),
    "no such option": (["games", "--nonsense"], "No such option"),
    "no output named": (["simulate", "mosaix"], "--out"),
    "no such game": (["simulate", "chess", "--out", "-"], "there is no game 'chess'; there are: mosaix"),
    "no such seats": (["simulate", "mosaix", "--seats", "9", "--out", "-"], "Mosaix is for 1, 2, 3, 4 seats, not 9"),
    "seats in words": (["simulate", "mosaix", "--seats", "two", "--out", "-"], "'--seats'"),
    "no such option of the game": (["simulate", "mosaix", "--option", "x=y", "--out", "-"], "has no option 'x'"),
    "no such value": (["simulate", "mosaix", "--option", "end=never", "--out", "-"], "is one of dead-board"),
    "no value": (["simulate", "mosaix", "--option", "end", "--out", "-"], "expected key=value"),
    "an option twice": (
        ["simulate", "mosaix", "--option", "end=dead-board", "--option", "end=dead-board", "--out", "-"],
        "given twice",
    ),
    "no such bot": (["simulate", "mosaix", "--bot", "deep", "--out", "-"], "there is no bot 'deep'"),
    "no games": (["simulate", "mosaix", "--games", "0", "--out", "-"], "'--games'"),
    "no such file": (["verify", "nowhere.jsonl"], "nowhere.jsonl: no such file or directory"),
    "a folder": (["verify", "."], ".: is a directory"),
    "no rules page": (["rules", "chess"], "there is no game 'chess'"),
    "too many bots": (["play", "mosaix", "--seats", "2", "--bots", "2"], "leave no seat for you"),
    "no such language": (["games", "--language", "de"], "'de' is not one of"),
}


@pytest.mark.parametrize(("arguments", "words"), WRONG.values(), ids=WRONG.keys())
def test_what_a_person_does_wrong_is_one_line_and_status_2(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2

    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert words in said.err


@pytest.mark.parametrize("command", [command.__name__ for command in COMMANDS])
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([command, "--help"]) == 0
    assert f"Usage: smalti {command}" in capsys.readouterr().out


def test_without_a_command_the_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 0
    assert "simulate" in capsys.readouterr().out


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out.startswith("smalti 0")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_games_are_listed_with_seats_and_options(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games", "--language", language]) == 0

    listed = capsys.readouterr().out
    for game in GAMES.values():
        assert game.title in listed
        assert all(f"--option {option.name}=" in listed for option in game.facts.options)
    assert ("places\u00a0: 1, 2, 3, 4" if language == "fr" else "seats: 1, 2, 3, 4") in listed


def test_the_rules_page_is_printed_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "mosaix", "--language", "fr"]) == 0
    assert "**1.1**" in capsys.readouterr().out


def bare() -> dict[str, str]:
    """Nothing of the surroundings."""
    return {"PYTHONPATH": str(SOURCES)} | kept_mark()


def test_the_start_needs_neither_numba_nor_textual() -> None:
    check = "import smalti.cli.main, smalti.games, sys; sys.exit(bool({'numba', 'textual'} & set(sys.modules)))"

    assert subprocess.run([sys.executable, "-c", check], env=bare()).returncode == 0


def test_a_broken_pipe_is_silent() -> None:
    command = [sys.executable, "-c", START, "simulate", "mosaix", "--games", "9", "--out", "-"]
    with subprocess.Popen(command, env=bare(), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


@pytest.mark.parametrize("name", ["games.jsonl.gz", pytest.param("games.jsonl", marks=pytest.mark.long)])
def test_interrupted_work_leaves_quietly_keeps_what_is_finished_and_goes_on(name: str, tmp_path: Path) -> None:
    out = tmp_path / name
    command = [sys.executable, "-c", START, "simulate", "mosaix", "--games", "9000000", "--out", str(out)]
    with subprocess.Popen(command, env=bare(), stderr=subprocess.PIPE) as process:
        while not any(file.stat().st_size for file in tmp_path.iterdir()):  # the first games are written
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130
    assert said == b""
    assert list(tmp_path.iterdir()) == [out]

    kept, _ = whole_lines(str(out))
    with out.open("ab") as file:
        file.write(out.read_bytes()[:40])  # the beginning of what was not finished
    wanted = tmp_path / f"whole-{name}"
    assert run(["simulate", "mosaix", "--games", str(kept + 20), "--resume", "--out", str(out)]) == 0
    assert run(["simulate", "mosaix", "--games", str(kept + 20), "--out", str(wanted)]) == 0
    with open_records(out) as one, open_records(wanted) as other:
        assert one.read() == other.read()
    assert run(["verify", str(out)]) == 0


def test_a_file_of_other_games_is_not_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "games.jsonl"
    assert run(["simulate", "mosaix", "--seed", "1", "--out", str(out)]) == 0
    before = out.read_bytes()

    assert run(["simulate", "mosaix", "--seed", "2", "--games", "5", "--resume", "--out", str(out)]) == 2
    assert "was not begun by this command" in capsys.readouterr().err
    assert out.read_bytes() == before


def test_an_error_is_no_traceback_in_a_process_of_its_own() -> None:
    done = smalti_process("simulate", "chess", "--out", "-")

    assert done.returncode == 2
    assert done.stderr.startswith("smalti: there is no game 'chess'")
    assert done.stderr.count("\n") == 1
