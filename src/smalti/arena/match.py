"""Matches between bots and games alone, from the first game to the report."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from smalti.arena.journal import Journal, open_journal, records_in
from smalti.arena.picture import match_picture, solo_picture
from smalti.arena.play import Result
from smalti.arena.pool import Runner, run_in_processes
from smalti.arena.ratings import require_openskill
from smalti.arena.report import Report, make_report
from smalti.arena.series import Series
from smalti.arena.solo import SoloReport, make_solo_report
from smalti.arena.statistics import Sprt
from smalti.bots.manifest import make_manifest
from smalti.kernel.errors import SmaltiError

Watch = Callable[[int, int], None]
"""(games finished, games wanted): called after every game."""

JOURNAL, RECORDS, REPORT = "games.jsonl", "records.jsonl", "report.json"
PICTURE, MANIFEST = "report.svg", "manifest.json"


def play_matches(
    game: str,
    bots: Iterable[str],
    *,
    seats: int = 2,
    games: int = 100,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    alone: bool = False,
    sprt: Sprt | None = None,
    workers: int = 1,
    runner: Runner | None = None,
    out: Path | None = None,
    watch: Watch | None = None,
    command: str = "",
) -> Report:
    """Plays a match and reports on it.

    As many whole deals are played as make up `games` (see `Series`); with `sprt` the match stops as soon as that test
    is decided. `out` is a folder that keeps every finished game: the same call again goes on from there, and `games`
    may have grown. For any number of workers the result is the same, unless a bot looks at the clock. `command` is
    what the manifest there names.
    """
    series = Series(game, seats, tuple(bots), options or {}, seed, alone)
    series.check()
    require_openskill()
    if sprt and len(series.bots) != 2:
        raise SmaltiError(f"a sequential test compares two bots; here are {len(series.bots)}")
    what = series.fields() | {"sprt": asdict(sprt) if sprt else None}
    with open_journal(out and out / JOURNAL, what) as journal:
        match = Match(series, series.deals_for(games), journal, sprt)
        match.play(runner or run_in_processes(workers), watch)
        report = make_report(series, match.settled(), sprt, match.verdict)
        write_report(out, match, report.fields(), match_picture(report), command)
    return report


def play_solo(
    game: str,
    bot: str,
    *,
    games: int = 100,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    workers: int = 1,
    runner: Runner | None = None,
    out: Path | None = None,
    watch: Watch | None = None,
    command: str = "",
) -> SoloReport:
    """Lets a bot play alone over and over, and reports on its points; `out` as in `play_matches`."""
    series = Series(game, 1, (bot,), options or {}, seed)
    series.check()
    with open_journal(out and out / JOURNAL, series.fields()) as journal:
        match = Match(series, series.deals_for(games), journal)
        match.play(runner or run_in_processes(workers), watch)
        report = make_solo_report(series, match.settled())
        write_report(out, match, report.fields(), solo_picture(report), command)
    return report


def write_report(folder: Path | None, match: Match, fields: dict[str, Any], picture: str, command: str) -> None:
    """The report beside its journal, in figures and as a picture, the games as records, and what all came from.

    Whoever looks sees the old file or the new one.
    """
    if not folder:
        return
    numbers = [result.number for result in match.settled()]
    contents: dict[str, Iterable[str]] = {
        RECORDS: records_in(folder / JOURNAL, numbers),
        REPORT: [json.dumps(fields, indent=2)],
        PICTURE: [picture],
        MANIFEST: [json.dumps(make_manifest([match.series.seed], command), indent=2)],
    }
    for name, lines in contents.items():
        part = folder / f".{name}.part"
        with part.open("w", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in lines)
        part.replace(folder / name)


class Match:
    """A series being played, a number of deals of it or until a test is decided."""

    def __init__(self, series: Series, deals: int, journal: Journal, sprt: Sprt | None = None) -> None:
        self.series = series
        self.deals = deals
        self.journal = journal
        self.sprt = sprt
        self.verdict: str | None = None
        self._counted = 0
        """The deals 0 .. counted - 1 are complete, and open as far as the test goes."""
        self._shares: list[float] = []
        """The first bot's share of each of them."""

    def play(self, runner: Runner, watch: Watch | None) -> None:
        """Plays what is missing; games that end out of turn wait for the ones before them to be counted."""
        wanted = self.deals * self.series.games_per_deal
        self._count()
        missing = [number for number in range(wanted) if number not in self.journal.results]
        if self.verdict or not missing:
            return
        with closing(runner(self.series, missing)) as results:
            for result in results:
                self.journal.add(result)
                self._count()
                if watch:
                    watch(min(len(self.journal.results), wanted), wanted)
                if self.verdict:
                    return

    def settled(self) -> list[Result]:
        """The games of the deals that count, in order."""
        return [self.journal.results[number] for number in range(self._counted * self.series.games_per_deal)]

    def _count(self) -> None:
        """Moves on over complete deals, one by one, so that a test stops at the same deal for any number of workers."""
        size = self.series.games_per_deal
        while self._counted < self.deals and self.verdict is None:
            numbers = range(self._counted * size, (self._counted + 1) * size)
            if not all(number in self.journal.results for number in numbers):
                return
            self._counted += 1
            if self.sprt:
                self._shares.append(share_of_first(self.journal.results[number] for number in numbers))
                self.verdict = self.sprt.verdict(np.array(self._shares), self.series.seats)


def share_of_first(results: Iterable[Result]) -> float:
    """What the first bot has of the wins in a deal, for each seat it sat on."""
    own = [share for r in results for bot, share in zip(r.seating, r.shares(), strict=True) if bot == 0]
    return sum(own) / len(own)
