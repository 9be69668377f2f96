"""Many games as one value: sums by game, number of players and opponent, streaks, days, bests, kinds of mistakes."""

from __future__ import annotations

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from statistics import fmean
from typing import Any, TypeVar

import numpy as np

from smalti.kernel.door import read_text
from smalti.kernel.errors import InvalidNotation, UnknownGame, show
from smalti.kernel.game import Entry
from smalti.kernel.names import shown_name
from smalti.statistics.played import Played, read_played, seat_names

Key = TypeVar("Key", bound=Hashable)
FIRST = datetime.min.replace(tzinfo=UTC)
DAY = timedelta(days=1)


@dataclass(frozen=True)
class Line:
    """Some games in one line of a table."""

    games: int
    won: float
    """Wins, a shared one in parts."""
    mean: float
    """Points on average."""
    best: Played
    """The game with the most points."""

    @classmethod
    def of(cls, some: Sequence[Played]) -> Line:
        """The sums of some games."""
        best = max(some, key=lambda one: one.score)
        return cls(len(some), sum(one.share for one in some), fmean(one.score for one in some), best)

    def as_json(self) -> dict[str, Any]:
        """Its numbers."""
        numbers = {"games": self.games, "won": round(self.won, 4), "mean": round(self.mean, 2)}
        return numbers | {"best": self.best.score}


@dataclass(frozen=True)
class Statistics:
    """What somebody's games add up to; the games in the order in which they ended."""

    name: str
    played: tuple[Played, ...]

    @cached_property
    def by_count(self) -> dict[tuple[str, int], Line]:
        """By game and number of players."""
        return self._lines(lambda one: [(one.game, one.seats)])

    @cached_property
    def by_opponent(self) -> dict[tuple[str, str], Line]:
        """By opponent and game, whom one met most first."""
        found = self._lines(lambda one: [(other, one.game) for other in dict.fromkeys(one.others)])
        met = Counter(other for one in self.played for other in one.others)
        return dict(sorted(found.items(), key=lambda pair: (-met[pair[0][0]], pair[0])))

    def _lines(self, keys_of: Any) -> dict[Any, Line]:
        groups: dict[Any, list[Played]] = defaultdict(list)
        for one in self.played:
            for key in keys_of(one):
                groups[key].append(one)
        return {key: Line.of(some) for key, some in sorted(groups.items())}

    @cached_property
    def days(self) -> dict[date, int]:
        """How many games ended on each day (UTC)."""
        return dict(sorted(Counter(one.ended.astimezone(UTC).date() for one in self.played if one.ended).items()))

    @property
    def longest_win(self) -> int:
        """The most games against others won one after the other."""
        return longest(self._wins)

    @property
    def present_win(self) -> int:
        """How many of the last games against others were won one after the other."""
        return trailing(self._wins)

    @cached_property
    def _wins(self) -> list[bool]:
        return [one.is_won for one in self.played if one.seats > 1]

    @property
    def longest_days(self) -> int:
        """The most days played one after the other."""
        return longest(self._row_of_days())

    def present_days(self, today: date) -> int:
        """How many days were played one after the other, until today or yesterday."""
        is_there = today if today in self.days else today - DAY
        count = 0
        while is_there - count * DAY in self.days:
            count += 1
        return count

    def _row_of_days(self) -> list[bool]:
        if not self.days:
            return []
        first, last = min(self.days), max(self.days)
        return [first + n * DAY in self.days for n in range((last - first).days + 1)]

    @cached_property
    def reviewed(self) -> tuple[Played, ...]:
        """The games that were looked at again."""
        return tuple(one for one in self.played if one.judged)

    def lost_in(self, game: str, seats: int) -> list[float]:
        """What decisions lost, game by game, where reviews tell it by the same judges."""
        kind = (one.lost for one in self.reviewed if (one.game, one.seats) == (game, seats))
        return [lost for lost in kind if lost is not None]

    @cached_property
    def kinds(self) -> dict[tuple[str, str], int]:
        """The kinds of mistakes by game, the most frequent first."""
        found: Counter[tuple[str, str]] = Counter()
        for one in self.reviewed:
            assert one.judged is not None
            found.update({(one.game, kind): count for kind, count in one.judged.kinds.items()})
        return dict(found.most_common())

    def as_json(self, today: date | None = None) -> dict[str, Any]:
        """Everything, as an export."""
        wins = {"longest": self.longest_win, "present": self.present_win}
        days = {"longest": self.longest_days, "present": self.present_days(today) if today else None}
        return {
            "format": "smalti-statistics/1",
            "name": self.name,
            "by_count": [{"game": g, "seats": n, **line.as_json()} for (g, n), line in self.by_count.items()],
            "by_opponent": [{"other": o, "game": g, **line.as_json()} for (o, g), line in self.by_opponent.items()],
            "wins_in_a_row": wins,
            "days_in_a_row": days,
            "days": {day.isoformat(): count for day, count in self.days.items()},
            "mistakes": [{"game": game, "kind": kind, "count": n} for (game, kind), n in self.kinds.items()],
            "games": [one.as_json() for one in self.played],
        }

    def as_csv(self) -> str:
        """A game a line, for a spreadsheet."""
        written = io.StringIO()
        rows = [one.as_json() | {"others": ", ".join(one.others)} for one in self.played]
        names = list(Played("", 0, (), (), 0).as_json())
        table = csv.DictWriter(written, names, lineterminator="\r\n")
        table.writeheader()
        table.writerows({name: harmless(value) for name, value in row.items()} for row in rows)
        return written.getvalue()


def harmless(value: object) -> object:
    """A cell that no spreadsheet takes for a formula: names come from strangers."""
    return f"'{value}" if isinstance(value, str) and value[:1] in tuple("=+-@\t\r") else value


def longest(row: Iterable[bool]) -> int:
    """The most one after the other."""
    best = now = 0
    for one in row:
        now = now + 1 if one else 0
        best = max(best, now)
    return best


def trailing(row: Sequence[bool]) -> int:
    """How many at the end, one after the other."""
    return next((n for n, one in enumerate(reversed(row)) if not one), len(row))


def add_up(name: str, played: Iterable[Played]) -> Statistics:
    """The games of one person in the order in which they ended; those without a day stay as they came, first."""
    return Statistics(name, tuple(sorted(played, key=lambda one: one.ended or FIRST)))


def stats(records: Iterable[Entry], name: str | None = None, *, depth: str | None = None) -> Statistics:
    """What the finished games of these records add up to for the one with this name, else for who is named most often.

    With a `depth` (quick, usual, deep) every game is reviewed, for skill and luck; that takes seconds for each.
    """
    from smalti.reviewing.reviewing import review

    given: Any = records  # whatever it is called, a stranger may send anything
    if isinstance(given, str | bytes | np.ndarray) or not isinstance(given, Iterable):
        raise InvalidNotation(f"statistics are made of records, one after the other, not of {show(records)}")
    finished = [record for record in given if isinstance(record, dict) and "scores" in record]
    who = shown_name(read_text("a name", name)) if name else most_named(finished)
    seated = [(record, seat_names(record).index(who)) for record in finished if who in seat_names(record)]
    if not seated:
        raise UnknownGame(f"nobody called {who!r} has finished a game there" if who else "no game is finished there")
    return add_up(who, (read_played(r, seat, review(r, depth=depth) if depth else None) for r, seat in seated))


def most_named(records: Iterable[Entry]) -> str:
    """The name that is in most games; of several the first."""
    found = Counter(name for record in records for name in dict.fromkeys(seat_names(record)) if name)
    return found.most_common(1)[0][0] if found else ""


def percentile(points: int, of: Sequence[int]) -> int:
    """How many in a hundred had fewer points, those with as many by half; `of` has all results, the own one too."""
    fewer, same = sum(one < points for one in of), sum(one == points for one in of)
    return round(100 * (fewer + (same - 1) / 2) / max(len(of) - 1, 1))
