"""Browsers that think for the bots of their own table, so that the server need not.

Whoever offers is asked for one move at a time and has as long as the bot may think. If they leave, decline, send what
is refused, or say nothing in that time, another browser of the person is asked, and at last the workers of the server.
"""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, Protocol

from smalti.bots.defaults import strength_of, terms_of
from smalti.bots.hints import HINTS, OTHERS, PATIENCE, REASONS, Hint
from smalti.bots.levels import LEVELS
from smalti.kernel.errors import SmaltiError
from smalti.kernel.state import state_bytes
from smalti.kernel.words import N_
from smalti.server.keeping.keeper import Keeper
from smalti.server.table.chairs import Chair
from smalti.server.table.lending import lending, only_person
from smalti.server.table.table import Table
from smalti.wasm.shipping import mark_of

NO_ADVICE = N_("this is no hint for the table as it stands")
PATIENCE_S = 5.0
"""What a browser may need besides the bot's own time: loading the game, and the way there and back."""


Awaited = asyncio.Future[list[Hint] | None]


class Browser(Protocol):
    """A connection to a page that can think."""

    person_id: str | None

    def ask(self, question: dict[str, Any]) -> None:
        """Sends it a question."""


@dataclass(eq=False)
class Lease:
    """A browser thinks of what a seat does, on a log of so many events."""

    number: int
    seat: int
    browser: Browser
    end: asyncio.TimerHandle


class Browsers:
    """Who has offered to think, and who does."""

    def __init__(self, give_back: Callable[[Keeper], None]) -> None:
        self.give_back = give_back
        """Somebody else is to think for the bots of this table."""
        self.offers: dict[str, list[Browser]] = {}
        self.leases: dict[str, Lease] = {}
        self.hints: dict[tuple[str, int], tuple[Browser, Awaited]] = {}
        """By table and number: who thinks of a hint for its own person."""
        self.moves = 0
        """How many moves have come from browsers."""

    def offer(self, keeper: Keeper, browser: Browser) -> None:
        """A page wants to think for the bots of its table."""
        if browser not in self.offers.setdefault(keeper.id, []):
            self.offers[keeper.id].append(browser)

    def withdraw(self, keeper: Keeper, browser: Browser) -> None:
        """A page has gone, or is not asked any more; what it was thinking of somebody else does."""
        offers = self.offers.get(keeper.id, [])
        if browser not in offers:
            return
        offers.remove(browser)
        if not offers:
            del self.offers[keeper.id]
        lease = self.leases.get(keeper.id)
        if lease and lease.browser is browser:
            self._end(keeper.id)
        for asked, hint in self.hints.values():
            if asked is browser and not hint.done():
                hint.set_result(None)
        self.give_back(keeper)

    def take(self, keeper: Keeper, due: Sequence[Chair]) -> bool:
        """Whether a browser thinks for the first of the bots that are due, or will when its person has chosen."""
        table, lease = keeper.table, self.leases.get(keeper.id)
        if lease and due and (lease.number, lease.seat) == (table.number, due[0].seat):
            return True
        self._end(keeper.id)
        level, seat = (due[0].bot or "", due[0].seat) if due else ("", -1)
        lent = lending(table, seat) if level in LEVELS and keeper.id in self.offers else None
        browser = (
            next((one for one in self.offers[keeper.id] if one.person_id == lent.person_id), None) if lent else None
        )
        if browser is None:
            return False
        if lent and lent.now:
            end = asyncio.get_running_loop().call_later(lease_s(table, level), self.withdraw, keeper, browser)
            self.leases[keeper.id] = Lease(table.number, seat, browser, end)
            browser.ask(question_of(table, seat, level))
        return True

    async def hint(self, keeper: Keeper, seat: int) -> list[Hint] | None:
        """The best moves of somebody who plays alone, as their own browser finds them; None if it does not."""
        table, person = keeper.table, only_person(keeper.table)
        offers = self.offers.get(keeper.id, []) if person and person.seat == seat else []
        browser = next((one for one in offers if person and one.person_id == person.person_id), None)
        if browser is None:
            return None
        key, answer = (keeper.id, table.number), asyncio.get_running_loop().create_future()
        self.hints[key] = browser, answer
        browser.ask(question_of(table, seat, ""))
        try:
            async with asyncio.timeout(PATIENCE_S + (PATIENCE.milliseconds or 0) / 1000):
                best: list[Hint] | None = await answer
                return best
        except TimeoutError:
            self.withdraw(keeper, browser)
            return None
        finally:
            self.hints.pop(key, None)

    def advised(self, keeper: Keeper, browser: Browser, number: int, best: object) -> None:
        """A browser has found its hint; what is none is refused."""
        asked, answer = self.hints.get((keeper.id, number), (None, None))
        if asked is browser and answer and not answer.done():
            person = only_person(keeper.table)
            answer.set_result(read_advice(keeper.table, person.seat, best) if person else None)

    def _end(self, table_id: str) -> None:
        if lease := self.leases.pop(table_id, None):
            lease.end.cancel()


def lease_s(table: Table, level: str) -> float:
    """How long a browser may take: the bot's own time, and some for all around it."""
    budget = strength_of(level, table.game, len(table.chairs)).budget
    return PATIENCE_S + (budget.milliseconds or 0 if budget else 0) / 1000


def read_advice(table: Table, seat: int, best: Any) -> list[Hint]:
    """What a browser advises its own person, as a worker would; nothing that the page could not be told is taken."""
    legal, words = table.position.legal_moves(seat), (*terms_of(table.game).words, OTHERS)
    try:
        found = [
            Hint(
                int(one["move"]),
                float(one["difference"]),
                tuple((words[term], float(gain)) for term, gain in one["reasons"][:REASONS]),
                one["only"] is True,
                bool(one["decides"]) if one.get("decides") is not None else None,
            )
            for one in best[:HINTS]
        ]
    except (LookupError, TypeError, ValueError, OverflowError):
        raise SmaltiError(NO_ADVICE) from None
    numbers = [number for one in found for number in (one.difference, *(gain for _, gain in one.reasons))]
    if not found or not all(map(isfinite, numbers)) or any(one.move not in legal for one in found):
        raise SmaltiError(NO_ADVICE)
    return found


def question_of(table: Table, seat: int, level: str) -> dict[str, Any]:
    """What a browser is asked: the position as the seat sees it, and what makes its thought that of a worker.

    Without a level the question is what the person is advised to do.
    """
    assert table.match.chance is not None
    return {
        "type": "think",
        "number": table.number,
        "seat": seat,
        "level": level,
        "position": b64encode(state_bytes(table.position.view(seat).state)).decode(),
        "generator": str(table.match.chance.bot_generator(table.number, seat)),
        "engine": mark_of(table.game),
    }
