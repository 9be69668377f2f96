"""The asynchronous client: our own engine really started, asked, interrupted and killed."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

import smalti
from smalti.bots import Budget, find_bot
from smalti.bots.bot import BotFailed, Candidate, Thought
from smalti.bots.protocol import Info, read_info, write_info
from smalti.engine import Engine, popen
from smalti.games import GAMES
from smalti.kernel.errors import SmaltiError
from tests.bots.test_external import LAST, engine_that
from tests.waiting import PATIENCE_S

OURS = [sys.executable, "-m", "smalti", "engine", "--bot", "search"]
MANY = Budget(simulations=10_000_000)
"""More than anybody waits for."""


def test_ours_plays_tells_and_is_interrupted() -> None:
    """One process for several promises: starting one costs most of the time."""

    async def talk() -> None:
        async with popen(OURS) as engine:
            assert engine.name == f"Smalti {smalti.__version__} search"
            assert engine.options == {"bot": "search"}
            for promise in (plays_as_here, streams, can_be_stopped, can_be_cancelled, is_told_who_plays, refuses):
                await promise(engine)
        assert engine.process.returncode is not None, "it ends with the block"

    asyncio.run(talk())


async def plays_as_here(engine: Engine) -> None:
    for name in GAMES:
        position = smalti.new(name, seed=3)
        seat, budget = position.actors()[0], Budget(simulations=60)
        thought = find_bot("search").think(position, seat, 5, budget)
        played = await engine.play(position, budget, generator=5)

        assert played.move == thought.move
        assert position.play(played.text) == position.play(played.move)
        assert played.info.simulations == thought.simulations
        assert played.info.expected == pytest.approx(thought.expected, rel=1e-4)


async def streams(engine: Engine) -> None:
    position = smalti.new("maharani", seed=3)
    async with engine.analysis(position, MANY, lines=3) as analysis:
        counts = []
        async for info in analysis:
            assert len(info.lines) == 3
            assert {one.move for one in info.lines} <= set(position.legal_moves())
            counts.append(info.simulations)
            if len(counts) == 3:
                await analysis.stop()

        assert (await analysis.wait()).info.simulations == counts[-1]
    assert counts == sorted(set(counts[:3])) + counts[3:]


async def can_be_stopped(engine: Engine) -> None:
    async with engine.analysis(smalti.new("maharani", seed=3), MANY) as analysis:
        await anext(aiter(analysis))
    assert (await engine.analyse(smalti.new("maharani", seed=3), Budget(simulations=4))).simulations == 4


async def can_be_cancelled(engine: Engine) -> None:
    position = smalti.new("majolica", seed=3)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.2):
            await engine.play(position, MANY)
    assert (await engine.play(position, Budget(simulations=5))).info.simulations == 5


async def is_told_who_plays(engine: Engine) -> None:
    position = smalti.new("maharani", seed=3)
    await engine.configure(bot="greedy")

    assert (await engine.play(position, generator=5)).move == find_bot("greedy").move(position, position.actors()[0], 5)
    with pytest.raises(BotFailed, match="there is no bot 'nobody'"):
        await engine.configure(bot="nobody")
    with pytest.raises(SmaltiError, match="can be told bot, not 'hash'"):
        await engine.configure(hash=16)
    assert engine.options == {"bot": "greedy"}


async def refuses(engine: Engine) -> None:
    position = smalti.new("mosaix", 1, seed=1)
    with pytest.raises(SmaltiError, match="seat 7 is not to choose"):
        await engine.play(position, seat=7)
    while not position.is_over:
        position = position.play(position.legal_moves()[-1])
    with pytest.raises(SmaltiError, match="nobody is to choose"):
        await engine.play(position)


def failing(
    command: list[str] | str, does: Callable[[Engine], Coroutine[Any, Any, object]], words: str, **limits: float
) -> None:
    """An engine that fails is told in a sentence, and is gone."""

    async def talk() -> None:
        async with popen(command, **limits) as engine:
            with pytest.raises(BotFailed, match=words):
                await does(engine)
            assert engine.process.returncode is not None
            with pytest.raises(BotFailed, match="has ended"):
                await engine.play(smalti.new("maharani", seed=3))

    asyncio.run(talk())


def test_an_engine_that_is_killed_while_it_thinks_has_failed() -> None:
    async def kill_it(engine: Engine) -> None:
        async with engine.analysis(smalti.new("maharani", seed=3), MANY) as analysis:
            await anext(aiter(analysis))
            os.kill(engine.process.pid, signal.SIGKILL)
            await analysis.wait()

    failing(OURS, kill_it, "has ended")


def test_whoever_is_cancelled_is_cancelled_although_something_is_said_that_moment(tmp_path: Path) -> None:
    command = engine_that(tmp_path, "info thinking").removeprefix("cmd:")

    async def talk() -> None:
        async with popen(command) as engine, engine.analysis(smalti.new("maharani", seed=3)) as analysis:
            await anext(aiter(analysis))
            waiting = asyncio.create_task(analysis.wait())
            await asyncio.sleep(0)
            assert engine.process.stdout is not None
            engine.process.stdout.feed_data(b"info and thinking\n")
            waiting.cancel()
            await asyncio.wait({waiting}, timeout=PATIENCE_S)
            assert waiting.cancelled()

    asyncio.run(talk())


def test_an_engine_that_hangs_is_ended(tmp_path: Path) -> None:
    command = engine_that(tmp_path, "info thinking").removeprefix("cmd:")
    failing(command, lambda engine: engine.play(smalti.new("maharani", seed=3), timeout_s=0.2), "said nothing for 0.2")


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        (("move 801",), "no legal move"),
        (("move nonsense",), "not understood"),
        (("hello there",), "said 'hello there' where"),
    ],
)
def test_an_engine_that_answers_nonsense_is_told(tmp_path: Path, answers: tuple[str, ...], words: str) -> None:
    async def talk() -> None:
        async with popen(engine_that(tmp_path, *answers).removeprefix("cmd:")) as engine:
            for _ in range(2):
                with pytest.raises(BotFailed, match=words):
                    await engine.play(smalti.new("maharani", seed=3))

    asyncio.run(talk())


def test_a_wrong_question_is_told_and_the_engine_plays_on() -> None:
    """Such a question was blamed on the engine, which was ended, or an error of Python came of it."""
    position: Any = smalti.new("maharani", seed=3)
    wrong: list[tuple[Any, dict[str, Any], str]] = [
        (None, {}, "an engine is asked about a position, not None"),
        (position, {"budget": 5}, "given a `Budget`, not 5"),
        (position, {"generator": -1}, "a generator is a whole number"),
        (position, {"lines": "3"}, "lines is a whole number"),
        (position, {"timeout_s": float("nan")}, "silent for some seconds, not for nan"),
        (position, {"seat": 7}, "seat 7 is not to choose here"),
    ]

    async def talk() -> None:
        async with popen(LAST.removeprefix("cmd:")) as engine:
            for asked, how, words in wrong:
                with pytest.raises(SmaltiError, match=words) as told:
                    await engine.play(asked, **how)
                assert not isinstance(told.value, BotFailed)
            engine.options["name"] = "x"
            with pytest.raises(SmaltiError, match="on one line"):
                await engine.configure(name="x\nquit")
            assert (await engine.play(position)).move in position.legal_moves()

    asyncio.run(talk())


@pytest.mark.parametrize(
    ("command", "words"),
    [("true", "has ended"), ("/no/such/engine", "cannot be started"), ("", "cannot be started"), ("cat", "nothing")],
)
def test_what_is_no_engine_cannot_be_started(command: str, words: str) -> None:
    async def talk() -> None:
        async with popen(command, start_s=0.2):
            pass

    with pytest.raises(BotFailed, match=words):
        asyncio.run(talk())


def test_an_engine_that_tells_nothing_of_its_thought_is_an_engine() -> None:
    async def talk() -> None:
        position = smalti.new("maharani", seed=3)
        async with popen(LAST.removeprefix("cmd:")) as engine:
            played = await engine.play(position, lines=3)
            assert (played.move, played.info.lines) == (position.legal_moves()[-1], ())

    asyncio.run(talk())


@pytest.mark.parametrize("lines", [0, 1, 5])
def test_what_is_said_of_a_thought_is_understood(lines: int) -> None:
    found = tuple(Candidate(n, 9 - n, (1.5, n + 0.25), -0.5 * n) for n in range(3))
    word, _, rest = write_info(Thought(0, found, 24), lines).partition(" ")

    assert word == "info"
    assert read_info(rest) == Info(24, 0, found[:lines])


@pytest.mark.parametrize(
    "words", ["I think", "line", "line x", "line 3 visits many", "depth 3 4", "simulations 1 wishes 3 x"]
)
def test_what_is_said_otherwise_is_words(words: str) -> None:
    assert read_info(words) == Info(words=words)
