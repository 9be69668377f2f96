"""Engines: other programs as players, and our bots in other programs."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import smalti
from smalti.bots import BotFailed, Budget
from smalti.bots.bot import UnknownBot
from smalti.bots.external import find_engine, leave_all
from smalti.bots.players import find_player
from smalti.bots.protocol import Listening, Turn
from smalti.games import GAMES
from smalti.kernel.errors import SmaltiError
from tests.settings import one_quick

EXAMPLES = Path("examples/engines")
LAST = f"cmd:{sys.executable} {EXAMPLES / 'last.py'}"
OURS = f"cmd:{sys.executable} -m smalti engine --bot greedy"


@pytest.fixture(autouse=True)
def _no_engine_is_left() -> object:
    yield
    leave_all()


@pytest.fixture(scope="module")
def in_c(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The example in C, compiled."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    assert compiler, "this test needs a C compiler (Debian: apt install gcc)"
    program = tmp_path_factory.mktemp("engine") / "any"
    subprocess.run([compiler, "-O2", "-Wall", "-Werror", "-o", program, EXAMPLES / "any.c"], check=True)
    return f"cmd:{program}"


def engine_that(tmp_path: Path, *answers: str, hello: str = "ready") -> str:
    """An engine that says these lines when it is asked for a move."""
    said = "; ".join(f"echo '{answer}'" for answer in answers)
    script = tmp_path / "engine.sh"
    script.write_text(f"while read word rest; do case $word in smalti) echo {hello};; go) {said};; esac; done\n")
    return f"cmd:sh {script}"


@pytest.mark.parametrize("name", GAMES)
def test_the_example_in_python_takes_the_last_move(name: str) -> None:
    position = smalti.new(name, seed=1)

    assert find_player(LAST).move(position, position.actors()[0], 1) == position.legal_moves()[-1]


@pytest.mark.parametrize("name", GAMES)
def test_the_example_in_c_plays_whole_games(in_c: str, name: str) -> None:
    player, position = find_player(in_c), smalti.new(name, seed=2)
    chosen = set()
    for turn in range(120):
        if position.is_over:
            break
        seat = position.actors()[0]
        move = player.move(position, seat, turn << 40)
        chosen.add(position.legal_moves(seat).index(move))
        position = position.play(move, seat)

    assert len(chosen) > 5


@pytest.mark.parametrize("name", one_quick("majolica", GAMES))
def test_our_bots_speak_it_too(name: str) -> None:
    position = smalti.new(name, seed=3)
    seat = position.actors()[0]

    assert find_player(OURS).move(position, seat, 5) == find_player("greedy").move(position, seat, 5)


def test_a_move_may_be_notation(tmp_path: Path) -> None:
    position = smalti.new("maharani", seed=3)
    move = position.legal_moves()[4]
    words = position.game.text.write_move(position.state, position.actors()[0], move)

    assert (
        find_player(engine_that(tmp_path, "info wait", f"move {words}")).move(position, position.actors()[0], 1) == move
    )


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        (("move 801",), "no legal move"),
        (("move nonsense",), "not understood"),
        (("hello",), "where `move` or `info` was expected"),
        (("move 99999999999999999999",), "no legal move"),
    ],
)
def test_an_engine_that_fails_is_started_again(tmp_path: Path, answers: tuple[str, ...], words: str) -> None:
    position = smalti.new("maharani", seed=3)
    player = find_player(engine_that(tmp_path, *answers))

    for _ in range(2):
        with pytest.raises(BotFailed, match=words):
            player.move(position, position.actors()[0], 1)


def test_an_engine_that_ends_has_failed() -> None:
    position = smalti.new("maharani", seed=3)

    with pytest.raises(BotFailed, match="has ended"):
        find_player("cmd:true").move(position, position.actors()[0], 1)
    with pytest.raises(BotFailed, match="cannot be started"):
        find_player("cmd:/no/such/engine").move(position, position.actors()[0], 1)


def test_an_engine_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("smalti.bots.external.GRACE_S", 0.2)
    position = smalti.new("maharani", seed=3)
    spec = engine_that(tmp_path, "info thinking")

    with pytest.raises(BotFailed, match="said nothing for"):
        find_player(spec).think(position, position.actors()[0], 1, Budget(milliseconds=100))

    assert find_engine(("sh", str(tmp_path / "engine.sh"))).helper.process.poll() is None, "a new one is running"


@pytest.mark.parametrize("spec", ["cmd:", "cmd:'unfinished"])
def test_what_is_no_command(spec: str) -> None:
    with pytest.raises(UnknownBot):
        find_player(spec)


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["go seat 0"], "nothing to think about"),
        (["game chess"], "no game"),
        (["game mosaix", "position nonsense", "go seat 0"], "position"),
        (["game mosaix", "position {}", "go seat"], "in turns"),
        (["game mosaix", "position {}", "go seat 0 wishes 3"], "wishes"),
        (["game mosaix", "position {}", "go seat 3"], "not to choose"),
    ],
)
def test_an_engine_of_ours_says_what_it_does_not_understand(lines: list[str], words: str) -> None:
    heard = Listening()
    position = str(smalti.new("mosaix", 1, seed=1))

    def say() -> None:
        for line in lines:
            heard.hear(line.format(position))

    with pytest.raises(SmaltiError, match=words):
        say()


@pytest.mark.parametrize("name", GAMES)
def test_a_turn_is_understood_as_it_was_meant(name: str) -> None:
    position = smalti.new(name, seed=4)
    turn = Turn(position, position.actors()[0], 77, Budget(simulations=5, milliseconds=900, cores=2))
    heard, found = Listening(), None
    for line in turn.write():
        found = heard.hear(line)

    assert found is not None
    assert (found.seat, found.generator, found.budget) == (turn.seat, turn.generator, turn.budget)
    assert found.position == position.view(turn.seat)
