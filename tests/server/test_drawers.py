"""Processes that draw beside the server: the same pictures, and play that goes on when they die."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from smalti.games import GAMES, find_game
from smalti.kernel.game import CHANCE
from smalti.kernel.position import Position
from smalti.server import drawers
from smalti.server.drawers import Drawer, Drawers
from smalti.server.drawing import View, draw
from tests.server.serving import START, Guest, serving

DRAWN_BESIDE = f"from smalti.server import drawers; drawers.FEW = 0; {START}"
BROKEN = View("mosaix", b"", 0, "en", (), may_choose=True)


def view_of(game: str, seat: int = 0) -> View:
    position = Position.new(find_game(game), 2, seed=5)
    while position.needs_chance:
        position = position.after(CHANCE, position.sample(3))
    return View(game, position.view(seat).state.tobytes(), seat, "fr", ("Ada", "Bo <b>"), may_choose=True)


async def until(happened: Callable[[], object]) -> None:
    async with asyncio.timeout(120):
        while not happened():
            await asyncio.sleep(0.02)


@asynccontextmanager
async def a_drawer() -> AsyncIterator[tuple[Drawer, Process]]:
    """A drawer whose process is ready, and that process."""
    drawer = Drawer()
    assert await drawer.draw(view_of("mosaix")) == draw(view_of("mosaix")), "nobody waits for a process that starts"
    await until(lambda: drawer.process)
    assert drawer.process is not None
    try:
        yield drawer, drawer.process
    finally:
        await drawer.close()
    assert drawer.process is None


def nobody(view: View) -> None:
    raise AssertionError(f"{view.game} was drawn here")


def test_a_process_draws_what_would_be_drawn_here(monkeypatch: pytest.MonkeyPatch) -> None:
    async def compare() -> None:
        here = [draw(view_of(game)) for game in GAMES]
        async with a_drawer() as (drawer, _):
            monkeypatch.setattr(drawers, "draw", nobody)
            assert await asyncio.gather(*(drawer.draw(view_of(game)) for game in GAMES)) == here

    asyncio.run(compare())


def test_who_waits_for_a_process_that_dies_is_drawn_for_here() -> None:
    async def kill() -> None:
        async with a_drawer() as (drawer, first):
            waiting = [asyncio.create_task(drawer.draw(view_of(game))) for game in GAMES]
            await asyncio.sleep(0)
            first.kill()
            assert await asyncio.gather(*waiting) == [draw(view_of(game)) for game in GAMES]
            await until(lambda: drawer.process is None)
            while not drawer.process:  # the next who looks on has it replaced
                await drawer.draw(view_of("mosaix"))
                await asyncio.sleep(0.02)
            assert drawer.process is not first

    asyncio.run(kill())


def test_a_process_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    async def hang() -> None:
        async with a_drawer() as (drawer, process):
            monkeypatch.setattr(drawers, "LONGEST_DRAWING_S", 0.2)
            process.send_signal(signal.SIGSTOP)
            assert await drawer.draw(view_of("maharani")) == draw(view_of("maharani"))
            await until(lambda: drawer.process is None)

    asyncio.run(hang())


def test_without_any_process_the_server_draws_itself(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    async def nothing_to_start() -> None:
        drawer = Drawer()
        monkeypatch.setattr(sys, "executable", str(tmp_path / "nothing"))
        for game in GAMES:
            assert await drawer.draw(view_of(game)) == draw(view_of(game))
        await asyncio.sleep(0.1)
        assert drawer.process is None
        await drawer.close()

    asyncio.run(nothing_to_start())


def test_what_cannot_be_drawn_says_why_and_costs_no_process() -> None:
    async def fail() -> None:
        async with a_drawer() as (drawer, process):
            with pytest.raises((IndexError, ValueError)):
                await drawer.draw(BROKEN)
            assert await drawer.draw(view_of("majolica")) == draw(view_of("majolica"))
            assert drawer.process is process

    asyncio.run(fail())


def test_a_few_onlookers_are_drawn_for_without_help() -> None:
    async def few() -> None:
        some = Drawers(1)
        with some.looking():
            assert await some.draw("t", view_of("mosaix")) == draw(view_of("mosaix"))
        assert some.drawers[0].work is None
        await some.close()

    asyncio.run(few())


def children(pid: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def drawing_processes(pid: int) -> list[int]:
    return [one for one in children(pid) if b"smalti.server.drawer" in Path(f"/proc/{one}/cmdline").read_bytes()]


def test_play_goes_on_when_the_process_that_draws_is_killed(tmp_path: Path) -> None:
    with serving(tmp_path, DRAWN_BESIDE, SMALTI_DRAWERS="1") as server:
        guest = Guest(server)
        guest.sit(guest.post("/api/tables", {"game": "mosaix", "seats": [{"kind": "me"}, {"kind": "local"}]})["table"])
        assert server.process is not None
        deadline, killed = time.monotonic() + 120, set[int]()
        while len(killed) < 3:
            assert time.monotonic() < deadline
            number = guest.table["number"]
            guest.move()
            guest.wait_until(number + 1)
            for one in drawing_processes(server.process.pid):
                os.kill(one, signal.SIGKILL)
                killed.add(one)
            guest.send(type="language", language="fr")
            guest.wait_for("table")
            time.sleep(0.1)
        assert guest.table["label"]
        guest.leave()
