"""Statistics in words, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from statistics import fmean

from smalti.games import find_game
from smalti.kernel.reason import Verbatim
from smalti.kernel.words import N_, say
from smalti.statistics.summing import Line, Statistics

MONTHS = (
    N_("January"), N_("February"), N_("March"), N_("April"), N_("May"), N_("June"),
    N_("July"), N_("August"), N_("September"), N_("October"), N_("November"), N_("December"),
)  # fmt: skip
LOST_ALONE, LOST = N_("Lost per decision, {game} alone"), N_("Lost per decision, {game} for {seats}")
MISTAKES, BROUGHT = N_("Most frequent mistakes"), N_("By what the better move would have brought, and how often.")
KINDS = 5
"""So many kinds of mistakes are told."""


def tell(told: Statistics, today: date, language: str = "en") -> Iterator[str]:
    """The lines of the report."""
    teller = Teller(told, language)
    one, many = N_("{name}: one finished game"), N_("{name}: {n} finished games")
    facts = {"name": Verbatim(told.name), "n": len(told.played)}
    yield say(language, one if len(told.played) == 1 else many, facts)
    yield ""
    yield from columns(teller.counts())
    if told.by_opponent:
        yield ""
        yield from columns(teller.opponents())
    yield ""
    for name, value in teller.rows(today):
        yield say(language, N_("{name}: {value}"), {"name": Verbatim(name), "value": Verbatim(value)})
    if kinds := teller.kinds():
        yield say(language, N_("{name}: {value}"), {"name": MISTAKES, "value": BROUGHT})
        yield from (f"  {kind}" for kind in kinds)


class Teller:
    """The tables of statistics in one language, for the terminal and the page."""

    def __init__(self, told: Statistics, language: str) -> None:
        self.told, self.language = told, language

    def heads(self, first: str, second: str) -> list[str]:
        """What the columns are called."""
        names = (first, second, N_("games"), N_("victories"), N_("average"), N_("best"))
        return [say(self.language, name) for name in names]

    def numbers(self, line: Line) -> list[str]:
        """The columns of a line."""
        return [str(line.games), self.number(line.won), self.number(line.mean), str(line.best.score)]

    def number(self, value: float) -> str:
        """At most one decimal, as the language writes it."""
        written = f"{value:.1f}".removesuffix(".0")
        return written.replace(".", ",") if self.language == "fr" else written

    def counts(self) -> list[list[str]]:
        """The table by game and number of players."""
        rows = [
            [find_game(game).title, str(seats), *self.numbers(line)]
            for (game, seats), line in self.told.by_count.items()
        ]
        return [self.heads(N_("game"), N_("players")), *rows]

    def opponents(self) -> list[list[str]]:
        """The table by opponent and game."""
        rows = [
            [name, find_game(game).title, *self.numbers(line)] for (name, game), line in self.told.by_opponent.items()
        ]
        return [self.heads(N_("opponent"), N_("game")), *rows]

    def rows(self, today: date) -> list[tuple[str, str]]:
        """Single facts with their names."""
        told, facts = self.told, list[tuple[str, str]]()
        pair = N_("{present} now, {longest} at most")
        if any(one.seats > 1 for one in told.played):
            wins = {"present": told.present_win, "longest": told.longest_win}
            facts.append((N_("Wins in a row"), say(self.language, pair, wins)))
        if told.days:
            days = {"present": told.present_days(today), "longest": told.longest_days}
            facts.append((N_("Days played"), str(len(told.days))))
            facts.append((N_("Days in a row"), say(self.language, pair, days)))
        if told.reviewed:
            facts.append((N_("Games reviewed"), f"{len(told.reviewed)} / {len(told.played)}"))
        return [(say(self.language, name), value) for name, value in facts] + self.skill()

    def skill(self) -> list[tuple[str, str]]:
        """What reviews found: what a decision costs on average, and the luck."""
        judged = [one.judged for one in self.told.reviewed if one.judged]
        if not judged:
            return []
        luck = f"{sum(one.luck for one in judged) / len(judged):+z.2f}".replace("-", "\N{MINUS SIGN}")
        named = [*self.lost(), (say(self.language, N_("Luck of a game, in spreads")), luck)]
        return [(name, value.replace(".", ",") if self.language == "fr" else value) for name, value in named]

    def lost(self) -> Iterator[tuple[str, str]]:
        """What a decision costs on average in each kind of game: other judges tell it in each."""
        for game, seats in self.told.by_count:
            lost = self.told.lost_in(game, seats)
            if lost:
                facts = {"game": find_game(game).title, "seats": seats}
                yield say(self.language, LOST_ALONE if seats == 1 else LOST, facts), self.number(fmean(lost))

    def kinds(self) -> list[str]:
        """The most frequent kinds of mistakes, with how often."""
        kinds = list(self.told.kinds.items())[:KINDS]
        return [f"{find_game(game).title}, {say(self.language, kind)} ({n})" for (game, kind), n in kinds]


def columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table in lines: two columns of words, then numbers."""
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    for row in rows:
        cells = [one.ljust(w) if n < 2 else one.rjust(w) for n, (one, w) in enumerate(zip(row, widths, strict=True))]
        yield "  ".join(cells).rstrip()
