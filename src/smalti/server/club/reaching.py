"""Of what people are told, by which way, when, and in which words. Nothing here reads a clock or a database."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Literal
from zoneinfo import ZoneInfo

from smalti.kernel.reason import Verbatim
from smalti.kernel.words import N_, counted, say

Way = Literal["push", "hook", "mail"]
Kind = Literal["turn", "third", "tenth", "over", "invited", "round", "digest"]
WAYS: tuple[Way, ...] = ("push", "hook", "mail")
SWITCHES = {
    "turn": N_("It is my turn"),
    "reminder": N_("My time runs out (a third of it is left, a tenth)"),
    "invited": N_("Somebody invites or challenges me"),
    "over": N_("A game is over"),
    "round": N_("A round of a tournament begins"),
    "digest": N_("Once a day: which games wait for me"),
}
USUAL: dict[str, tuple[Way, ...]] = {
    "turn": ("push", "hook"),
    "reminder": ("push", "hook", "mail"),
    "invited": ("push", "hook", "mail"),
    "over": ("push", "hook"),
    "round": ("push", "hook", "mail"),
    "digest": ("mail",),
}
"""What somebody is told who has chosen nothing yet."""
REMINDERS: dict[Kind, int] = {"third": 3, "tenth": 10}
"""A reminder comes when so much of the time is left: a third, a tenth."""
SHORTEST = timedelta(hours=1)
"""Of less time nobody is reminded: they are at the table, or it is too late."""
FIRST_WAIT_S, MOST_TRIES = 30.0, 8
"""The next try comes four times as late as the one before; after so many nobody tries again."""
HOUR = 8
"""At this hour of their day people get their digest, unless they wish otherwise."""
LONG_AGO = datetime.min.replace(tzinfo=UTC)
DIGEST_LASTS = timedelta(hours=4)
"""So long after its hour has begun a digest is still written."""


@dataclass(frozen=True)
class Wishes:
    """Of what somebody wants to be told: by which ways, by kind, and when their day begins."""

    ways: Mapping[str, Sequence[str]] = field(default_factory=lambda: USUAL)
    hour: int = HOUR
    zone: str = "UTC"
    since: datetime = LONG_AGO
    """When they last said so."""

    @classmethod
    def read(cls, stored: Mapping[str, Any] | None) -> Wishes:
        """As they are kept; what is not said is as usual."""
        told = stored or {}
        ways = {kind: tuple(told.get("ways", {}).get(kind, USUAL[kind])) for kind in SWITCHES}
        since = datetime.fromisoformat(told["since"]) if "since" in told else LONG_AGO
        return cls(ways, told.get("hour", HOUR), told.get("zone", "UTC"), since)

    def want(self, kind: str, way: str) -> bool:
        """Whether somebody wants to be told of this by that way."""
        return way in self.ways[switch_of(kind)]

    def digest_day(self, now: datetime, known: datetime) -> int | None:
        """The number of the day whose digest is due, if there was something to tell and somebody to be told since then.

        It is due in its hour, and for some hours more if no server was there; what came after its hour waits a day.
        """
        here = now.astimezone(zone_of(self.zone))
        for day in (here, here - timedelta(days=1)):  # an hour before midnight has its last hours on the next day
            begun = day.replace(hour=self.hour, minute=0, second=0, microsecond=0, fold=0).astimezone(UTC)
            if begun <= now < begun + DIGEST_LASTS and max(known, self.since) < begun + timedelta(hours=1):
                return day.toordinal()
        return None


def switch_of(kind: str) -> str:
    """What somebody switches off who does not want this."""
    return "reminder" if kind in REMINDERS else kind


def zone_of(name: str) -> ZoneInfo:
    """A time zone by its name; universal time where this machine does not know it."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError):
        return ZoneInfo("UTC")


def reminder_times(since: datetime, until: datetime | None) -> dict[Kind, datetime]:
    """When somebody who has from one moment to another is reminded."""
    if until is None or until - since < SHORTEST:
        return {}
    return {kind: until - (until - since) / part for kind, part in REMINDERS.items()}


def next_try_s(tried: int) -> float | None:
    """How long to wait after so many tries; None: no more."""
    return FIRST_WAIT_S * 4 ** (tried - 1) if tried < MOST_TRIES else None


@dataclass(frozen=True)
class Told:
    """A notice as somebody reads it."""

    id: str
    kind: str
    tag: str
    """A newer notice with the same tag takes the place of an older one."""
    title: str
    body: str
    path: str
    language: str = "en"
    high: bool = True

    def as_json(self) -> dict[str, str]:
        """For a browser or a program."""
        return {"id": self.id, "kind": self.kind, "tag": self.tag, "title": self.title, "body": self.body}


@dataclass(frozen=True)
class Setting:
    """What a notice about a table speaks of."""

    game: str = ""
    others: tuple[str, ...] = ()
    results: tuple[tuple[str, int, bool], ...] = ()
    """Of a game that is over: name, points, whether a winner."""
    left: timedelta | None = None
    """How much time somebody has."""
    waiting: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """For a digest: the games that wait, and with whom."""
    by: str = ""
    """Who invites."""


TITLES = {
    "turn": N_("Your turn: {game}"),
    "third": N_("A third of your time is left: {game}"),
    "tenth": N_("A tenth of your time is left: {game}"),
    "over": N_("The game is over: {game}"),
}
WITH = N_("You play with {names}.")
ONE_WAITS, SOME_WAIT = N_("One game waits for you"), N_("{n} games wait for you")


def id_of(person_id: str, kind: str, about: str, number: int) -> str:
    """By which a notice is known outside: the same however often it is sent, and it tells nothing."""
    return hashlib.sha256(f"{person_id} {kind} {about} {number}".encode()).hexdigest()[:32]


def worded(language: str, kind: str, setting: Setting, words: Mapping[str, Any]) -> tuple[str, str]:
    """Title and body of a notice in somebody's language."""
    if kind == "digest":
        lines = [f"{game} ({', '.join(names)})" if names else game for game, names in setting.waiting]
        return counted(language, len(lines), ONE_WAITS, SOME_WAIT), "\n".join(lines)
    if kind not in TITLES:
        about = {"by": setting.by, "game": setting.game}
        gaps = {name: Verbatim(str(value)) for name, value in {**about, **words.get("gaps", {})}.items()}
        return say(language, words["title"], gaps), say(language, words.get("body", ""), gaps)
    title = say(language, TITLES[kind], {"game": setting.game})
    if kind == "over":
        return title, " · ".join(f"{'★ ' if won else ''}{name} {points}" for name, points, won in setting.results)
    told = say(language, WITH, {"names": Verbatim(", ".join(setting.others))}) if setting.others else ""
    left = time_left(language, setting.left) if setting.left else ""
    return title, " ".join(filter(None, (told, left)))


def time_left(language: str, left: timedelta) -> str:
    """How much time there is, in words."""
    if left >= timedelta(days=2):
        return counted(language, left.days, "", N_("{n} days are left."))
    if left >= timedelta(hours=1):
        return counted(language, left // timedelta(hours=1), N_("One hour is left."), N_("{n} hours are left."))
    minutes = max(1, left // timedelta(minutes=1))
    return counted(language, minutes, N_("One minute is left."), N_("{n} minutes are left."))
