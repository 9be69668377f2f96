"""Engines as asynchronous players: any program that speaks docs/protocol.md, started, asked, watched and ended::

    async with smalti.engine.popen("smalti engine --bot legend") as engine:
        played = await engine.play(position, Budget(milliseconds=500))

Whoever fails raises `BotFailed` and is ended.
"""

from __future__ import annotations

import asyncio
import math
import shlex
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from types import TracebackType

from smalti.bots.bot import BotFailed, Budget
from smalti.bots.external import GRACE_S, LONGEST_S, START_S
from smalti.bots.helper import LONGEST_LINE, silent, whole
from smalti.bots.protocol import HELLO, QUIT, READY, STOP, Info, Turn, read_info, read_move
from smalti.kernel.door import LARGEST, read_position, read_whole
from smalti.kernel.errors import InvalidNotation, SmaltiError, UnknownGame, show
from smalti.kernel.generator import MASK_62
from smalti.kernel.position import Position

__all__ = ["Analysis", "BotFailed", "Budget", "Engine", "Info", "Played", "popen"]

LEAVE_S = 1.0
"""How long an engine may take to go when it is told to."""


@dataclass(frozen=True)
class Played:
    """What an engine chose."""

    move: int
    text: str
    """The move in the game's notation."""
    info: Info
    """The last it said of its thought."""


@asynccontextmanager
async def popen(command: str | Sequence[str], *, start_s: float = START_S) -> AsyncIterator[Engine]:
    """Starts an engine, and ends it with the block. Raises `BotFailed` if it is not ready within `start_s` seconds."""
    words = shlex.split(command) if isinstance(command, str) else list(command)
    try:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*words, stdin=pipe, stdout=pipe, limit=LONGEST_LINE)
    except (OSError, IndexError, TypeError) as error:
        raise BotFailed(f"the engine {show(command)} cannot be started: {error}") from error
    engine = Engine(process)
    try:
        await engine._meet(start_s)
        yield engine
    finally:
        await engine.quit()


def check_limits(budget: object, timeout_s: object) -> None:
    """Refuses limits that no engine can keep."""
    if not (budget is None or isinstance(budget, Budget)):
        raise InvalidNotation(f"an engine is given a `Budget`, not {show(budget)}")
    if not (timeout_s is None or (isinstance(timeout_s, int | float) and 0 < timeout_s < math.inf)):
        raise InvalidNotation(f"an engine may be silent for some seconds, not for {show(timeout_s)}")


class Engine:
    """A running engine. Questions are answered one after the other; whoever fails is ended and answers no more."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.name = ""
        self.options: dict[str, str] = {}
        """What it can be told with `configure`, as it stands."""
        self._lock = asyncio.Lock()
        self._owes = False
        """Whether it was interrupted and its move is still to come."""

    async def configure(self, **settings: object) -> None:
        """Tells the engine some of its options; one that it does not know is refused before anything is said."""
        for name in settings:
            if name not in self.options:
                known = ", ".join(self.options) or "nothing"
                raise UnknownGame(f"the engine can be told {known}, not {show(name)}")
        for name, value in settings.items():
            if not str(value).isprintable():
                raise InvalidNotation(f"the engine is told {name} on one line, not {show(value)}")
        async with self._lock:
            await self._settle()
            for name, value in settings.items():
                await self._say(f"set {name} {value}")
                if (said := await self._hear(START_S)) != READY:
                    raise BotFailed(f"the engine does not take {name} {value}: {said.removeprefix('error ')}")
                self.options[name] = str(value)

    async def play(
        self,
        position: Position,
        budget: Budget | None = None,
        *,
        seat: int | None = None,
        generator: int = 0,
        lines: int = 1,
        timeout_s: float | None = None,
    ) -> Played:
        """The move that the engine chooses for a seat, by default the first that is to choose.

        Without `timeout_s` it may be silent for ten seconds longer than its time, or for a minute where it has none.
        Whoever is cancelled interrupts the engine, which can be asked again.
        """
        asked = self.analysis(position, budget, seat=seat, generator=generator, lines=lines, timeout_s=timeout_s)
        async with asked as analysis:
            return await analysis.wait()

    async def analyse(self, position: Position, budget: Budget | None = None, *, lines: int = 3, **asked: int) -> Info:
        """What the engine says in the end of its best moves."""
        return (await self.play(position, budget, lines=lines, **asked)).info

    def analysis(
        self,
        position: Position,
        budget: Budget | None = None,
        *,
        seat: int | None = None,
        generator: int = 0,
        lines: int = 3,
        timeout_s: float | None = None,
    ) -> Analysis:
        """A thought to look on at: `async with` begins it, `async for` gives what is said, `stop` is enough."""
        actors = read_position("an engine is asked about", position).actors()
        check_limits(budget, timeout_s)
        generator, lines = read_whole("a generator", generator, MASK_62), read_whole("lines", lines, LARGEST)
        if not actors or (seat is not None and seat not in actors):
            raise UnknownGame("nobody is to choose here" if not actors else f"seat {seat} is not to choose here")
        usual = GRACE_S + budget.milliseconds / 1000 if budget and budget.milliseconds else LONGEST_S
        turn = Turn(position, actors[0] if seat is None else seat, generator, budget, lines)
        return Analysis(self, turn, timeout_s or usual)

    async def quit(self) -> None:
        """Asks the engine to end, and ends it if it does not."""
        if self.process.returncode is None:
            with suppress(BotFailed, TimeoutError):
                await self._say(QUIT)
                async with asyncio.timeout(LEAVE_S):
                    await self.process.wait()
        await self._end()

    async def _meet(self, limit_s: float) -> None:
        await self._say(HELLO)
        while (said := await self._hear(limit_s)) != READY:
            word, _, rest = said.partition(" ")
            if word == "name":
                self.name = rest
            elif word == "option":
                name, _, value = rest.partition(" ")
                self.options[name] = value

    async def _settle(self) -> None:
        """Waits for the move of a thought that was interrupted."""
        until = asyncio.get_running_loop().time() + GRACE_S
        while self._owes:
            left = max(0.0, until - asyncio.get_running_loop().time())
            self._owes = not (await self._hear(left)).startswith(("move ", "error "))

    async def _say(self, *lines: str) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
            await self.process.stdin.drain()
        except (OSError, RuntimeError) as error:
            await self._end()
            raise BotFailed("the engine has ended") from error

    async def _hear(self, limit_s: float) -> str:
        assert self.process.stdout is not None
        try:
            async with asyncio.timeout(
                limit_s
            ):  # `wait_for` of Python 3.11 forgets a cancellation if a line comes just then
                line = await self.process.stdout.readline()
            return whole(line.decode(errors="replace"))
        except TimeoutError:
            await self._end()
            raise silent(limit_s) from None
        except (BotFailed, ValueError) as error:  # a ValueError: a line that is too long
            await self._end()
            raise BotFailed(
                str(error) if isinstance(error, BotFailed) else "the engine said a line without end"
            ) from error

    async def _end(self) -> None:
        if self.process.returncode is None:
            with suppress(ProcessLookupError):
                self.process.kill()
        await self.process.wait()


class Analysis:
    """An engine that thinks about a position."""

    def __init__(self, engine: Engine, turn: Turn, limit_s: float) -> None:
        self.engine, self.turn, self.limit_s = engine, turn, limit_s
        self.info = Info()
        """The last that was said."""
        self.played: Played | None = None

    async def __aenter__(self) -> Analysis:
        await self.engine._lock.acquire()
        try:
            await self.engine._settle()
            self.engine._owes = True
            await self.engine._say(*self.turn.write())
        except BaseException:
            await self.__aexit__(None, None, None)
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if self.engine._owes:
                with suppress(BotFailed):  # the next question says so too
                    await self.stop()
        finally:
            self.engine._lock.release()

    def __aiter__(self) -> Analysis:
        return self

    async def __anext__(self) -> Info:
        if self.played:
            raise StopAsyncIteration
        word, _, rest = (await self.engine._hear(self.limit_s)).partition(" ")
        if word == "info":
            said = read_info(rest)
            self.info = replace(self.info, words=said.words) if said.words else said
            return self.info
        self.engine._owes = False
        if word != "move":
            raise BotFailed(f"the engine said {show(f'{word} {rest}')} where `move` or `info` was expected")
        self.played = self._read(rest.strip())
        raise StopAsyncIteration

    async def stop(self) -> None:
        """It is enough: the engine is to move at once; what it still says can be read on."""
        await self.engine._say(STOP)

    async def wait(self) -> Played:
        """The move in the end."""
        async for _ in self:
            pass
        assert self.played is not None
        return self.played

    def _read(self, text: str) -> Played:
        turn = self.turn
        try:
            move = read_move(turn, text)
        except SmaltiError as error:
            raise BotFailed(f"the engine was not understood: {error}") from error
        if move not in turn.position.legal_moves(turn.seat):
            raise BotFailed(f"the engine chose {show(text)}, which is no legal move here")
        words = turn.position.game.text.write_move(turn.position.state, turn.seat, move)
        return Played(move, words, self.info)
