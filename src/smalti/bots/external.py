"""Players in other programs, in any language: `cmd:./my_engine --fast` (docs/protocol.md)."""

from __future__ import annotations

import atexit
import shlex
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue

from smalti.bots.bot import Bot, BotFailed, Budget, Thought, UnknownBot, thinking_bot
from smalti.bots.helper import Helper, silent, whole
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


def check_program(command: str) -> None:
    """Refuses the command of a program that is not there, before anybody waits for its moves."""
    program = shlex.split(command.removeprefix(PREFIX))[0]
    if shutil.which(program) is None:
        raise UnknownBot(f"the engine {show(program)} cannot be started: there is no such program")


@dataclass(eq=False)
class Engine:
    """A running program that plays."""

    command: tuple[str, ...]
    helper: Helper = field(init=False)
    lines: SimpleQueue[str] = field(default_factory=SimpleQueue)

    def __post_init__(self) -> None:
        self.helper = Helper(self.command, self.lines.put)
        with self._trusted():
            self.helper.say(HELLO)
            while self._hear(START_S) != READY:
                pass

    def think(self, turn: Turn) -> int:
        """The move it chooses."""
        limit = GRACE_S + turn.budget.milliseconds / 1000 if turn.budget and turn.budget.milliseconds else LONGEST_S
        with self._trusted():
            self.helper.say(*turn.write())
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
            self.helper.stop()
            raise
        except SmaltiError as error:
            self.helper.stop()
            raise BotFailed(f"the engine was not understood: {error}") from error

    def _hear(self, limit_s: float) -> str:
        try:
            return whole(self.lines.get(timeout=limit_s))
        except Empty:
            raise silent(limit_s) from None


_running: dict[tuple[str, ...], Engine] = {}


@atexit.register
def leave_all() -> None:
    """No engine outlives its table."""
    while _running:
        _running.popitem()[1].helper.leave(QUIT)


def find_engine(command: tuple[str, ...]) -> Engine:
    """The program, started once in this process and again after it failed."""
    engine = _running.get(command)
    if engine is None or engine.helper.has_ended:
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
