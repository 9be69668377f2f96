"""Games on the cores of one machine."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import islice

from smalti.arena.play import Result, play_game
from smalti.arena.series import Series
from smalti.bots.processes import AHEAD, processes
from smalti.bots.sources import SOURCES, add_sources
from smalti.kernel.errors import SmaltiError

Results = Generator[Result, None, None]
Runner = Callable[[Series, Iterable[int]], Results]
"""Plays the games of these numbers, in any order; closing the generator ends the work at once."""


def run_here(series: Series, numbers: Iterable[int]) -> Results:
    """One game after the other in this process."""
    return (play_game(series, number) for number in numbers)


def run_in_processes(workers: int) -> Runner:
    """That many processes; one game each at a time, each on one core."""

    def run(series: Series, numbers: Iterable[int]) -> Results:
        rest, play = iter(numbers), partial(play_knowing, tuple(SOURCES))
        with processes(workers) as pool:
            waiting = {pool.submit(play, series, number) for number in islice(rest, AHEAD * workers)}
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                waiting |= {pool.submit(play, series, number) for number in islice(rest, len(done))}
                yield from in_order(done)

    return run_here if workers == 1 else run


def play_knowing(sources: tuple[str, ...], series: Series, number: int) -> Result:
    """A game in another process, which has to know the games and bots that were added here."""
    add_sources(sources)
    return play_game(series, number)


def in_order(done: set[Future[Result]]) -> list[Result]:
    """The results of what is done."""
    try:
        return sorted((one.result() for one in done), key=lambda result: result.number)
    except BrokenProcessPool as error:
        raise SmaltiError("a process that played died; games that were finished are kept with --out") from error
