"""`smalti arena` as people type it."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

import smalti
from smalti.bots import Budget
from smalti.bots.external import leave_all
from smalti.bots.players import find_player
from smalti.cli.main import run


def test_a_match_is_told_in_a_table_and_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "new" / "report"
    command = ["arena", "mosaix", "--bots", "greedy,random", "--games", "4", "--workers", "1", "--out", str(out)]

    assert run(command) == 0

    said = capsys.readouterr().out
    assert "Mosaix, 2 seats, 4 games in 2 deals, seed 0." in said
    assert "greedy" in said
    kept = ["games.jsonl", "manifest.json", "records.jsonl", "report.json", "report.svg"]
    assert sorted(file.name for file in out.iterdir()) == kept
    assert json.loads((out / "report.json").read_text())["series"]["bots"] == ["greedy", "random"]
    manifest = json.loads((out / "manifest.json").read_text())
    assert (manifest["version"], manifest["seeds"]) == (smalti.__version__, [0])
    assert manifest["command"] == shlex.join(["smalti", *command])
    assert run(["verify", str(out / "records.jsonl")]) == 0
    assert "4 records, 0 errors" in capsys.readouterr().out
    assert [match.position.scores() for match in smalti.load(out / "records.jsonl")] == [
        tuple(json.loads(line)["scores"]) for line in (out / "games.jsonl").read_text().splitlines()[1:]
    ]


def test_a_network_refuses_settings_that_it_has_no_use_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for wrong in (["--trace=0.4"], ["--seats=2"]):
        assert run(["train", "mosaix", "--lesson=net", "--out", str(tmp_path), *wrong]) == 2
        assert wrong[0].partition("=")[0] in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("only_here")
def test_what_was_learned_plays_everywhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The loop, closed: train, then the arena, an engine, and a record, all by the same file."""
    learned = tmp_path / "learned"
    assert run(["train", "mosaix", "--out", str(learned), "--seats=1", "--games=2", "--batch=1", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    card = json.loads((learned / "mosaix.json").read_text())
    assert said == {"weights": str(learned / "mosaix.npz"), "lessons": card["lessons"]}
    assert card["lessons"][0]["curve"]
    assert card["manifest"]["command"].startswith("smalti train mosaix --out")
    bot = f"master:weights={said['weights']}"

    solo = ["arena", "solo", "mosaix", "--games=2", "--workers=1", "--json"]
    assert run([*solo, "--bot", bot]) == 0
    told = json.loads(capsys.readouterr().out)
    assert run(["--weights", said["weights"], *solo, "--bot", "master"]) == 0
    given = json.loads(capsys.readouterr().out)
    assert told["distribution"] == given["distribution"]

    position = smalti.new("mosaix", 1, seed=4)
    expected = find_player(bot).think(position, 0, 9).move
    engine = shlex.join([sys.executable, "-m", "smalti", "--weights", said["weights"], "engine", "--bot", "master"])
    patient = Budget(simulations=200)  # without a time it may take a minute to load what it needs
    assert find_player(f"cmd:{engine}").think(position, 0, 9, patient).move == expected
    leave_all()


def test_options_come_before_the_game_as_well(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--option", "end=formation-impossible", "--seats", "3", "--bots", "random", "--bots", "greedy"]

    assert run(["arena", *options, "--games", "1", "--workers", "1", "mosaix"]) == 0
    assert "3 seats, 6 games in 2 deals" in capsys.readouterr().out


def test_a_test_says_what_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["arena", "mosaix", "--bots", "greedy,random", "--games", "60", "--sprt", "0,400", "--workers", "1"]

    assert run(command) == 0
    assert "Sequential test, 0 or 400 Elo: greedy is" in capsys.readouterr().out


def test_alone_the_ranks_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["arena", "solo", "mosaix", "--bot", "random", "--games", "3", "--workers", "1"]) == 0

    said = capsys.readouterr().out
    assert "Mosaix alone, random, 3 games, seed 0." in said
    assert "brilliant" in said


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["chess", "--bots", "random,greedy"], "there is no game 'chess'"),
        (["mosaix"], "Missing option '--bots'"),
        (["mosaix", "--bots", "random"], "a match needs at least two bots; here is 1"),
        (["mosaix", "--bots", "random,nobody"], "there is no bot 'nobody'"),
        (["mosaix", "--bots", "random,greedy", "--seats", "7"], "Mosaix is for 1, 2, 3, 4 seats, not 7"),
        (["mosaix", "--bots", "random,greedy", "--sprt", "5"], "--sprt is '5', expected two numbers"),
        (["mosaix", "--bots", "random,greedy", "--sprt", "9,5"], "the smaller first"),
        (["solo", "maharani"], "Maharani is for 2, 3, 4 seats, not 1"),
        (["solo", "mosaix", "--bot", "random:x=1"], "the bot random has no settings"),
        (["solo", "mosaix", "--bot", "cmd:./no_such_engine"], "there is no such program"),
        (["solo", "mosaix", "--bot", "legend:weights=nothing.npz"], "nothing.npz is no file of weights"),
    ],
)
def test_what_cannot_be_played_is_refused(
    command: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "report"

    assert run(["arena", *command, "--out", str(out)]) == 2
    assert words in capsys.readouterr().err
    assert not out.exists()


def test_without_openskill_the_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "openskill", None)

    assert run(["arena", "mosaix", "--bots", "random,greedy"]) == 2
    assert "a match with ratings needs the extra `arena`: pip install 'smalti[arena]'" in capsys.readouterr().err


@pytest.mark.parametrize("command", [[], ["match"], ["solo"]])
def test_there_is_help(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["arena", *command, "--help"]) == 0
    assert " ".join(["Usage: smalti arena", *command]) in capsys.readouterr().out
