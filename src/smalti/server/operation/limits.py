"""How much one address and one person may ask for. Whoever asks for more is told to wait; nobody who plays is."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, fields, replace
from ipaddress import IPv6Address, ip_address, ip_network
from typing import NamedTuple

from starlette.requests import HTTPConnection

from smalti.kernel.errors import SmaltiError
from smalti.kernel.words import N_

MINUTE_S = 60.0
HOUR_S = 3600.0
NOTABLE = 20
"""Other servers are told when somebody has taken this part of what they may."""

TOO_MUCH = N_("This is too much at once; please wait a moment.")
TOO_MANY_TABLES = N_("You have set up many tables already; please wait a while before the next one.")
TOO_MANY_CONNECTIONS = N_("Too many tables are open at once; please close some.")
CROWDED = N_("There is hardly room left here; it is kept for those who play. Please come back in a while.")
TOO_MANY_BOT_TABLES = N_("You have let bots play among themselves often already; please wait a while.")
TOO_MANY_LISTINGS = N_("You have opened many tables or asked many people already; please wait a while.")
VARIABLE = "SMALTI_LIMIT_"


class TooMuch(SmaltiError):
    """More than is allowed, and how many seconds to wait."""

    def __init__(self, words: str, wait_s: float) -> None:
        super().__init__(words)
        self.wait_s = max(1, round(wait_s + 0.5))


class TooMany(TooMuch):
    """More connections than may be open at once."""


class Taken(NamedTuple):
    """What somebody has taken of a kind, by address (0) or by person (1)."""

    kind: str
    which: int
    who: str
    number: int


class Patron(NamedTuple):
    """For whom something is done: an address as it is counted, and a person there; empty where nobody knows."""

    address: str = ""
    person: str = ""


@dataclass(frozen=True)
class Limits:
    """Generous for people, also for many behind one address; 0 is no limit. Rates may be spent at once."""

    address_requests: int = 6000
    """A minute, as the next ones."""
    person_requests: int = 1200
    address_messages: int = 24_000
    person_messages: int = 1200
    address_connects: int = 1200
    person_connects: int = 240
    address_tables: int = 600
    """An hour, as the next three."""
    person_tables: int = 100
    address_bot_tables: int = 60
    person_bot_tables: int = 10
    address_notices: int = 120
    """An hour, as the next one: addresses to be reached at, codes sent to them, and trials."""
    person_notices: int = 20
    address_listings: int = 120
    """An hour: tables that are put on the club's list, and people who are asked to play; as the next one."""
    person_listings: int = 40
    person_listed: int = 5
    """Tables of one person on the club's list at the same time."""
    address_lines: int = 120
    """Said at tables in a minute, as the next one."""
    person_lines: int = 20
    address_reports: int = 60
    """An hour, as the next one."""
    person_reports: int = 20
    address_sockets: int = 400
    """Open at the same time, as the next one."""
    person_sockets: int = 40
    address_streams: int = 2
    connections: int = 40_000
    """Open at the same time, of all, as far as there are descriptors; a part is kept for people with a seat."""
    address_connections: int = 1000
    open_tables: int = 10_000
    """In memory, besides those that somebody looks at."""
    body_bytes: int = 65_536
    message_bytes: int = 16_384
    """Beyond it a connection is closed; a shorter message that is still too long is refused in words."""
    wait_s: int = 20
    """For the rest of a request, for a browser to take what it is sent, and for its answer to a ping."""

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> Limits:
        """The limits with those that the environment names, such as SMALTI_LIMIT_PERSON_TABLES=20."""
        known = {f"{VARIABLE}{one.name.upper()}": one.name for one in fields(cls)}
        chosen = {}
        for variable, value in environment.items():
            if not variable.startswith(VARIABLE):
                continue
            if variable not in known:
                raise SmaltiError(f"there is no limit {variable}; there are: {', '.join(known)}")
            if not value.isdecimal():
                raise SmaltiError(f"{variable} is a whole number, 0 for no limit, not {value!r}")
            chosen[known[variable]] = int(value)
        return replace(cls(), **chosen)

    def without_rates(self) -> Limits:
        """No limit on how often something is asked, for measuring how much can be served."""
        return replace(self, **{one.name: 0 for one in fields(self) if one.name.startswith(("address_", "person_"))})


@dataclass
class Buckets:
    """A bucket of tokens for everybody who comes; a full one is not kept."""

    size: int
    period_s: float
    """In this time an empty bucket fills up."""
    clock: Callable[[], float] = time.monotonic
    young: dict[str, tuple[float, float]] = field(default_factory=dict)
    """Who: the tokens left, and when that was. Whoever was not seen in this period or the last has a full bucket."""
    old: dict[str, tuple[float, float]] = field(default_factory=dict)
    since: float = field(init=False)
    shared: bool = False
    """Whether other servers are told what was taken here."""
    taken: Counter[str] = field(default_factory=Counter)
    """Of that, what they were not told yet."""

    def __post_init__(self) -> None:
        self.since = self.clock()

    def take(self, who: str) -> float:
        """Takes a token; returns how many seconds to wait if there is none."""
        if self.size == 0:
            return 0.0
        tokens, now = self._left(who)
        if tokens < 1:
            return (1 - tokens) * self.period_s / self.size
        self.young[who] = (tokens - 1, now)
        if self.shared:
            self.taken[who] += 1
        return 0.0

    def spend(self, who: str, number: int) -> None:
        """So many tokens were taken at another server; what is missing for them has to come first, too."""
        if self.size == 0:
            return
        tokens, now = self._left(who)
        self.young[who] = (max(-float(self.size), tokens - number), now)

    def drain(self) -> dict[str, int]:
        """What others are to be told: who has taken a notable part."""
        found = {who: number for who, number in self.taken.items() if number >= max(1, self.size // NOTABLE)}
        for who in found:
            del self.taken[who]
        return found

    def _left(self, who: str) -> tuple[float, float]:
        """The tokens that somebody has now, and now."""
        now = self.clock()
        self._turn(now)
        tokens, then = self.young.get(who) or self.old.get(who) or (float(self.size), now)
        return min(self.size, tokens + (now - then) * self.size / self.period_s), now

    def _turn(self, now: float) -> None:
        if now - self.since >= self.period_s:
            is_recent = now - self.since < 2 * self.period_s
            self.old, self.young, self.since = (self.young if is_recent else {}), {}, now
            self.taken.clear()  # whoever takes so little in so long needs no telling


class Counts:
    """What each address and each person has asked for lately, and has open at this process now."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self.buckets = {
            "request": (
                Buckets(limits.address_requests, MINUTE_S, clock),
                Buckets(limits.person_requests, MINUTE_S, clock),
            ),
            "message": (
                Buckets(limits.address_messages, MINUTE_S, clock),
                Buckets(limits.person_messages, MINUTE_S, clock),
            ),
            "connect": (
                Buckets(limits.address_connects, MINUTE_S, clock),
                Buckets(limits.person_connects, MINUTE_S, clock),
            ),
            "notice": (
                Buckets(limits.address_notices, HOUR_S, clock),
                Buckets(limits.person_notices, HOUR_S, clock),
            ),
            "bots": (
                Buckets(limits.address_bot_tables, HOUR_S, clock),
                Buckets(limits.person_bot_tables, HOUR_S, clock),
            ),
            "listing": (
                Buckets(limits.address_listings, HOUR_S, clock),
                Buckets(limits.person_listings, HOUR_S, clock),
            ),
            "line": (Buckets(limits.address_lines, MINUTE_S, clock), Buckets(limits.person_lines, MINUTE_S, clock)),
            "report": (Buckets(limits.address_reports, HOUR_S, clock), Buckets(limits.person_reports, HOUR_S, clock)),
            "table": (Buckets(limits.address_tables, HOUR_S, clock), Buckets(limits.person_tables, HOUR_S, clock)),
        }
        self.sockets: Counter[str] = Counter()
        self.mark: Callable[[str], str] = str

    def share(self, mark: Callable[[str], str]) -> None:
        """From now on other servers are told what was taken here, and addresses are known by their marks."""
        self.mark = mark
        for both in self.buckets.values():
            for buckets in both:
                buckets.shared = True

    def drain(self) -> list[Taken]:
        """What other servers are to be told."""
        return [
            Taken(kind, which, who, number)
            for kind, both in self.buckets.items()
            for which, buckets in enumerate(both)
            for who, number in buckets.drain().items()
        ]

    def spend(self, taken: Iterable[Taken]) -> None:
        """What was taken at another server."""
        for kind, which, who, number in taken:
            if kind in self.buckets:
                self.buckets[kind][which].spend(who, number)

    def count(self, kind: str, address: str, person_id: str | None, words: str = TOO_MUCH) -> None:
        """One more request, message or table; raises TooMuch beyond the limit."""
        by_address, by_person = self.buckets[kind]
        wait_s = by_address.take(self.mark(address)) or (by_person.take(person_id) if person_id else 0.0)
        if wait_s:
            raise TooMuch(words, wait_s)

    def socket(self, address: str, person_id: str | None) -> AbstractContextManager[None]:
        """While a connection is open; raises TooMuch where too many are."""
        most = {f"address {address}": self.limits.address_sockets}
        if person_id:
            most[f"person {person_id}"] = self.limits.person_sockets
        return self._open(most)

    def stream(self, address: str) -> AbstractContextManager[None]:
        """While all records are sent to somebody."""
        return self._open({f"stream {address}": self.limits.address_streams})

    @contextmanager
    def _open(self, most: dict[str, int]) -> Iterator[None]:
        if any(limit and self.sockets[who] >= limit for who, limit in most.items()):
            raise TooMany(TOO_MANY_CONNECTIONS, self.limits.wait_s)
        self.sockets.update(most.keys())
        try:
            yield
        finally:
            self.sockets.subtract(most.keys())
            for who in most:
                if self.sockets[who] <= 0:
                    del self.sockets[who]


def whose(address: str) -> str:
    """The address that is counted: of the sixth version the network, because everybody there has many."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is None:
        return str(ip_network((parsed, 64), strict=False))
    return address


def address_of(connection: HTTPConnection) -> str:
    """Where somebody comes from, as it is counted; the server has heeded its trusted proxies already."""
    return whose(connection.client.host if connection.client else "")
