"""Who is served next, when many wait: address after address, and of each person after person."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from typing import Any, Generic, TypeVar

from smalti.server.operation.limits import Patron

T = TypeVar("T", bound=tuple[Any, ...])


class Turns(Generic[T]):
    """What waits. However much somebody asks for, everybody else waits for one of it at most in each round.

    Of what one person has asked for, the smallest comes first.
    """

    def __init__(self) -> None:
        self.addresses: dict[str, dict[str, list[T]]] = {}
        """Those who are next stand first; whoever was served goes to the end."""

    def add(self, patron: Patron, one: T) -> None:
        """One more that waits."""
        heapq.heappush(self.addresses.setdefault(patron.address, {}).setdefault(patron.person, []), one)

    def take(self) -> T:
        """The next one."""
        address, people = next(iter(self.addresses.items()))
        person, asked = next(iter(people.items()))
        one = heapq.heappop(asked)
        del people[person], self.addresses[address]
        if asked:
            people[person] = asked
        if people:
            self.addresses[address] = people
        return one

    def __iter__(self) -> Iterator[T]:
        return (one for people in self.addresses.values() for asked in people.values() for one in asked)

    def __bool__(self) -> bool:
        return bool(self.addresses)
