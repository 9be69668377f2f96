"""Games and players from elsewhere."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from smalti.bots import BOTS, find_bot
from smalti.bots.defaults import evaluation_of, weights_in
from smalti.bots.sources import FURTHER_BOTS, SOURCES, BadSource, add_sources
from smalti.cli.main import run
from smalti.games import GAMES
from smalti.games.mosaix.thinking import EVALUATION
from smalti.kernel.errors import SmaltiError
from smalti.kernel.game import Game

LAST = f"cmd:{sys.executable} examples/engines/last.py"
WITH = ["--with", "examples.pebbles"]

pytestmark = pytest.mark.usefixtures("only_here")


def module(folder: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> str:
    """A module of somebody's own."""
    name = f"own_{folder.name.replace('-', '_')}"
    (folder / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(folder)
    return name


def test_a_command_is_a_player() -> None:
    add_sources([LAST, LAST])

    assert [bot.title for bot in FURTHER_BOTS] == ["last.py"]
    assert find_bot("last.py") is FURTHER_BOTS[0]
    assert SOURCES == [LAST]


def test_a_command_can_be_given_a_name() -> None:
    add_sources([LAST, f"second={LAST}"])

    assert [bot.name for bot in FURTHER_BOTS] == ["last.py", "second"]
    with pytest.raises(BadSource, match="there is a bot second already"):
        add_sources([f"second={LAST} --other"])


def test_a_module_brings_games_and_bots(pebbles: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert GAMES["pebbles"] is pebbles
    assert pebbles.thinking is not None
    bots = (
        "from dataclasses import replace\nfrom smalti.bots.greedy import GREEDY\nBOTS = [replace(GREEDY, name='own')]"
    )
    add_sources([module(tmp_path, monkeypatch, bots)])

    assert BOTS["own"] in FURTHER_BOTS


BAD = {
    "is_not_there": (None, "there is no module"),
    "needs_more": ("import nowhere_at_all", "needs nowhere_at_all, which is not installed"),
    "breaks": ("1 / 0", "cannot be used: ZeroDivisionError"),
    "is_empty": ("", "lists no GAMES"),
    "lists_words": ("GAMES = ['chess']", "no list of values of the type Game"),
    "is_no_list": ("BOTS = 3", "no list of values of the type Bot"),
    "takes_a_name": (
        "import dataclasses, smalti.games as g\nGAMES = [dataclasses.replace(g.GAMES['mosaix'])]",
        "there is a game mosaix already",
    ),
}


@pytest.mark.parametrize(("text", "words"), BAD.values(), ids=BAD)
def test_a_bad_module_is_refused_in_a_sentence_and_changes_nothing(
    text: str | None, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = dict(GAMES), dict(BOTS)
    source = "nowhere.at.all" if text is None else module(tmp_path, monkeypatch, text)
    with pytest.raises(BadSource, match=words):
        add_sources([source])

    assert (dict(GAMES), dict(BOTS), SOURCES) == (*before, [])


@pytest.mark.parametrize(
    ("source", "words"),
    [("cmd:./no_such_engine", "no such program"), ("cmd:", "here is none"), ("cmd:'x", "no command")],
)
def test_so_is_a_command_that_is_none(source: str, words: str) -> None:
    with pytest.raises(SmaltiError, match=words):
        add_sources([source])

    assert not FURTHER_BOTS


def test_the_command_line_says_what_is_wrong_in_a_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(["--with", "nowhere", "games"]) == 2
    monkeypatch.setenv("SMALTI_WITH", "'half a quotation")
    assert run(["games"]) == 2

    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.splitlines() == [
        "smalti: there is no module 'nowhere'; expected one that can be imported, or cmd: and a command",
        'smalti: SMALTI_WITH is "\'half a quotation", which is no list of sources: no closing quotation',
    ]


def test_every_command_knows_what_was_added(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games = tmp_path / "games.jsonl"
    picture = tmp_path / "end.svg"
    assert run([*WITH, "simulate", "pebbles", "--games", "3", "--bot", "greedy", "--out", str(games)]) == 0
    assert run([*WITH, "verify", str(games)]) == 0
    assert run([*WITH, "draw", str(games), "--out", str(picture)]) == 0
    assert run([*WITH, "rules", "pebbles", "--language", "fr"]) == 0
    assert run([*WITH, "games"]) == 0

    said = capsys.readouterr().out
    assert "<svg" in picture.read_text(encoding="utf-8")
    assert "galets" in said
    assert "pebbles: Pebbles" in said


def test_the_environment_adds_too(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SMALTI_WITH", f"examples.pebbles '{LAST}'")
    assert run(["games"]) == 0

    assert SOURCES == ["examples.pebbles", LAST]
    assert "pebbles" in capsys.readouterr().out


def test_the_processes_of_the_arena_know_it(capsys: pytest.CaptureFixture[str]) -> None:
    match = ["arena", "pebbles", "--bots", "random,last.py", "--games", "4", "--workers", "2"]
    assert run([*WITH, "--with", LAST, *match]) == 0

    assert "last.py" in capsys.readouterr().out


def test_weights_that_are_given_are_judged_by_everywhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In the arena as when each bot is told so; a worker of the arena or of a table adds the same sources."""
    first, game = EVALUATION.first, ["arena", "solo", "mosaix", "--games=1", "--workers=1", "--out"]
    assert run([*game, str(tmp_path / "told"), f"--bot=master:blur=0:weights={first}"]) == 0
    assert run(["--weights", first, *game, str(tmp_path / "given"), "--bot=master:blur=0"]) == 0
    capsys.readouterr()

    reports = [json.loads((tmp_path / name / "report.json").read_text()) for name in ("told", "given")]
    assert reports[0]["distribution"] == reports[1]["distribution"]
    assert [f"weights:{first}"] == SOURCES
    assert evaluation_of(GAMES["mosaix"]).weights() is weights_in(GAMES["mosaix"], first)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (None, "is no file of weights: its record own.json cannot be read (No such file or directory)"),
        ("mosaix", "is no file of weights: its record own.json is not JSON"),
        ("[1]", "is no file of weights: its record own.json is not a JSON object"),
        ('{"game": "chess"}', "there is no game"),
        ('{"game": "mosaix"}', "is no file of weights: it cannot be read (No such file or directory)"),
    ],
)
def test_a_file_without_weights_is_refused(
    text: str | None, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if text:
        (tmp_path / "own.json").write_text(text)

    assert run(["--weights", str(tmp_path / "own.npz"), "games"]) == 2
    assert words in capsys.readouterr().err
    assert SOURCES == []
