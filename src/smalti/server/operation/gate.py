"""How many connections may be open: in all, from one address, and how many of them are kept for people at tables."""

from __future__ import annotations

from collections import Counter
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from smalti.server.operation.limits import Limits, whose

KEPT_FREE = 5
"""One in so many connections is kept: beyond, only people with a seat look at tables, and nobody dawdles."""
HURRY_S = 3.0
"""So long a request may take to come in while there is hardly room."""
RESERVED = 256
"""Descriptors for the database, for processes that think, and for files."""


class Gate:
    """The connections that are open now, by address."""

    def __init__(self, limits: Limits, descriptors: int = 0, trusted: tuple[str, ...] = ()) -> None:
        """No more than the system has descriptors for; proxies that are trusted stand for many addresses."""
        bounds = [bound for bound in (limits.connections, descriptors and max(1, descriptors - RESERVED)) if bound]
        self.most = min(bounds, default=0)
        self.limits = limits
        self.trusted = [network for one in trusted if (network := _network(one))]
        self.open: Counter[str] = Counter()
        self.total = 0
        self.is_ending = False
        """Whether the server was told to end: nobody waits for news any more."""

    def enter(self, address: str) -> bool:
        """One more; whether there is room for it. Who was counted leaves, also if there was none."""
        self.total += 1
        self.open[whose(address)] += 1
        limit = 0 if self._is_trusted(address) else self.limits.address_connections
        return not (0 < self.most < self.total or 0 < limit < self.open[whose(address)])

    def leave(self, address: str) -> None:
        """One less."""
        self.total -= 1
        self.open[whose(address)] -= 1
        if not self.open[whose(address)]:
            del self.open[whose(address)]

    @property
    def is_crowded(self) -> bool:
        """Whether only what is kept for people at tables is left."""
        return 0 < self.most <= self.total + self.most // KEPT_FREE

    @property
    def patience_s(self) -> float:
        """How long a request may take to come in."""
        return min(HURRY_S, self.limits.wait_s) if self.is_crowded else float(self.limits.wait_s)

    def _is_trusted(self, address: str) -> bool:
        try:
            found = ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self.trusted)


def _network(text: str) -> IPv4Network | IPv6Network | None:
    """The network that is meant, if it is one: a proxy may also be named otherwise."""
    try:
        return ip_network(text, strict=False)
    except ValueError:
        return None
