"""Players in other programs, in any language: `cmd:./my_engine --fast` (docs/protocol.md)."""

from __future__ import annotations

import atexit
import shlex
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

from smalti.bots.bot import Bot, BotFailed, Budget, Thought, UnknownBot, thinking_bot
from smalti.bots.protocol import HELLO, QUIT, READY, Turn, read_move
from smalti.kernel.errors import SmaltiError, show
from smalti.kernel.position import Position
from smalti.kernel.words import N_

PREFIX = "cmd:"
USUAL = Budget(milliseconds=1000)
START_S = 60.0
"""How long an engine may take to say that it is ready."""
GRACE_S = 10.0
"""How much longer than its time an engine may take, before it counts as hanging."""
LONGEST_S = 60.0
"""The same where it was given simulations and no time."""
LONGEST_LINE = 1 << 16


@dataclass(eq=False)
class Engine:
    """A running program that plays."""

    command: tuple[str, ...]
    process: subprocess.Popen[str] = field(init=False)
    lines: SimpleQueue[str] = field(default_factory=SimpleQueue)

    def __post_init__(self) -> None:
        try:
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, errors="replace"
            )
        except OSError as error:
            words = f"the engine {show(self.command[0])} cannot be started: {(error.strerror or '').lower()}"
            raise BotFailed(words) from error
        Thread(target=self._listen, daemon=True).start()
        with self._trusted():
            self._say(HELLO)
            while self._hear(START_S) != READY:
                pass

    def think(self, turn: Turn) -> int:
        """The move it chooses."""
        limit = GRACE_S + turn.budget.milliseconds / 1000 if turn.budget and turn.budget.milliseconds else LONGEST_S
        with self._trusted():
            self._say(*turn.write())
            while True:
                word, _, rest = self._hear(limit).partition(" ")
                if word == "move":
                    return read_move(turn, rest.strip())
                if word != "info":
                    raise BotFailed(f"the engine said {show(word)} where `move` or `info` was expected")

    @contextmanager
    def _trusted(self) -> Iterator[None]:
        """Whoever ends, says something else or says nothing in time is not asked again."""
        try:
            yield
        except BotFailed:
            self.stop()
            raise
        except SmaltiError as error:
            self.stop()
            raise BotFailed(f"the engine was not understood: {error}") from error

    def stop(self) -> None:
        """Ends the program."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe:
                with suppress(OSError):  # what was not said to one who has ended is not said any more
                    pipe.close()

    def leave(self) -> None:
        """Asks the program to end, and ends it if it does not."""
        if self.process.poll() is None:
            try:
                self._say(QUIT)
                self.process.wait(1)
            except (BotFailed, subprocess.TimeoutExpired):
                pass
        self.stop()

    def _say(self, *lines: str) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write("".join(f"{line}\n" for line in lines))
            self.process.stdin.flush()
        except (OSError, ValueError) as error:
            raise BotFailed("the engine has ended") from error

    def _hear(self, limit: float) -> str:
        try:
            line = self.lines.get(timeout=limit)
        except Empty:
            raise BotFailed(f"the engine said nothing for {limit:g} seconds") from None
        if not line.endswith("\n"):
            raise BotFailed(
                "the engine has ended" if len(line) < LONGEST_LINE else "the engine said a line without end"
            )
        return line.strip()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        try:
            while line := self.process.stdout.readline(LONGEST_LINE):
                self.lines.put(line)
        except ValueError:  # closed by `stop`
            pass
        self.lines.put("")


_running: dict[tuple[str, ...], Engine] = {}


@atexit.register
def leave_all() -> None:
    """No engine outlives its table."""
    while _running:
        _running.popitem()[1].leave()


def find_engine(command: tuple[str, ...]) -> Engine:
    """The program, started once in this process and again after it failed."""
    engine = _running.get(command)
    if engine is None or engine.process.poll() is not None:
        engine = _running[command] = Engine(command)
    return engine


def engine_player(spec: str) -> Bot:
    """The player that a command is."""
    try:
        command = tuple(shlex.split(spec.removeprefix(PREFIX)))
    except ValueError as error:
        raise UnknownBot(f"{show(spec)} is no command: {str(error).lower()}") from error
    if not command:
        raise UnknownBot("behind `cmd:` stands the command of an engine; here is none")

    def think(position: Position, seat: int, generator: int, budget: Budget | None) -> Thought:
        return Thought(find_engine(command).think(Turn(position, seat, generator, budget or USUAL)))

    title = Path(next((word for word in reversed(command) if not word.startswith("-")), command[0])).name
    return thinking_bot(spec, N_("A program of its own, by the engine protocol."), think, title)
