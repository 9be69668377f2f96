"""Deals that many play: the challenge of a day, or a round of a tournament. When they may be played, and shown."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta

from smalti.kernel.words import N_
from smalti.server.table.changes import Row
from smalti.server.table.refusals import NotYours

GRACE = timedelta(minutes=10)
"""A day is closed at midnight and shown so long after it: clocks differ, and what was sent is still on its way."""
CLOSED = N_("this challenge was for one day, and that day is over")
ALONE = N_("a challenge is played to its end by the one who took it; no bot can help")
STILL_PLAYED = N_("others still play this deal today; it is shown to those who have finished it, and to all tomorrow")
STILL_SEALED = N_("others still play this deal; it is shown to those who have finished it, and to all after the round")
IN_TOURNAMENT = N_("a game of a tournament is played at its table alone; whoever runs it says who plays for whom")


def deal_of(game: str, day: date) -> str:
    """What the deal and the challenge of a day are called."""
    return f"daily {game} {day.isoformat()}"


def day_of(row: Row) -> date | None:
    """The day whose deal this table has: as a challenge, or because it repeats one."""
    first, _, rest = str(row["deal"]).partition(" ")
    return date.fromisoformat(rest.rpartition(" ")[2]) if first == "daily" and rest else None


def is_closed(row: Row, now: datetime) -> bool:
    """Whether this is the table of a challenge whose day is over."""
    day = day_of(row) if row["challenge"] else None
    return day is not None and now.date() > day


def is_played(row: Row, now: datetime) -> bool:
    """Whether others may still play the same deal: today's, or that of a round that runs."""
    day = day_of(row)
    if row.get("sealed"):
        return True
    return day is not None and now < datetime.combine(day + timedelta(days=1), time(), UTC) + GRACE


def still_played(row: Row) -> NotYours:
    """Why a deal is not shown yet."""
    return NotYours(STILL_SEALED if row.get("sealed") else STILL_PLAYED)


def played_deals(games: Iterable[str], now: datetime) -> set[str]:
    """The deals that somebody may still play: those of today, and of yesterday just after midnight."""
    return {deal_of(game, day) for game in games for day in (now.date(), (now - GRACE).date())}


def counts(one: Row, day: date) -> bool:
    """Whether a try is proven: brought to its end by one person, without help, on its day."""
    return bool(one["scores"]) and one["alone"] and one["ended"].date() == day
