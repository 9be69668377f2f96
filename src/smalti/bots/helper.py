"""A program beside this one that is talked to in lines of text: how it is started, heard and ended.

Every helper process of ours goes through here: engines in other languages, and the processes that bots think in.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Thread

from smalti.bots.bot import BotFailed
from smalti.kernel.errors import show

LONGEST_LINE = 1 << 16


class Helper:
    """A running program. `heard` gets each line it says, from a thread of its own, and an empty text when it ends."""

    def __init__(self, command: Sequence[str], heard: Callable[[str], None], *, apart: bool = False) -> None:
        try:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
                start_new_session=apart,  # a signal for its owner is none for it
            )
        except OSError as error:
            words = f"the engine {show(command[0])} cannot be started: {(error.strerror or '').lower()}"
            raise BotFailed(words) from error
        self.heard = heard
        Thread(target=self._listen, daemon=True).start()

    @property
    def has_ended(self) -> bool:
        """Whether nobody is there any more."""
        return self.process.poll() is not None

    def say(self, *lines: str) -> None:
        """Some lines; whoever has ended is a failure."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write("".join(f"{line}\n" for line in lines))
            self.process.stdin.flush()
        except (OSError, ValueError) as error:
            raise BotFailed("the engine has ended") from error

    def stop(self) -> None:
        """Ends the program."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe:
                with suppress(OSError):  # what was not said to one who has ended is not said any more
                    pipe.close()

    def leave(self, farewell: str, patience_s: float = 1) -> None:
        """Asks the program to end, and ends it if it does not."""
        if not self.has_ended:
            with suppress(BotFailed, subprocess.TimeoutExpired):
                self.say(farewell)
                self.process.wait(patience_s)
        self.stop()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        with suppress(ValueError, OSError):  # closed by `stop`
            while line := self.process.stdout.readline(LONGEST_LINE):
                self.heard(line)
        with suppress(RuntimeError):  # nobody waits any more: the loop that was told is closed
            self.heard("")


def whole(line: str) -> str:
    """A line without its end; a line that has none is a failure."""
    if not line.endswith("\n"):
        raise BotFailed("the engine has ended" if len(line) < LONGEST_LINE else "the engine said a line without end")
    return line.strip()


def silent(limit_s: float) -> BotFailed:
    """Nothing came in time."""
    return BotFailed(f"the engine said nothing for {limit_s:g} seconds")
