"""Whoever comes to a test, with a browser of their own.

A browser is left to the next one who wishes for the same, with everything of the one before forgotten: it has loaded
the client once and need not again, which is most of what a test costs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser

from tests.server.serving import Server
from tests.web.looking import DESK
from tests.web.table import Player

Seat = Callable[..., Player]
USUAL: dict[str, Any] = {
    "viewport": DESK,
    "reduced_motion": "reduce",  # movement is off unless a test asks for it
    "color_scheme": "light",
    "locale": "en-GB",
    "service_workers": "block",  # tests/web/test_offline.py has it
}
SIGHT = "viewport", "color_scheme", "reduced_motion"
"""Wishes that any page fulfils."""
KEPT = "local_storage,indexeddb,cache_storage,service_workers"
"""What a page can keep in a browser, besides cookies."""
MOST_FREE = 6


def kind_of(wishes: dict[str, Any]) -> str:
    """What makes a browser another one: all that cannot be wished for later."""
    return json.dumps({wish: value for wish, value in wishes.items() if wish not in SIGHT}, sort_keys=True)


@dataclass
class Lounge:
    """Where browsers wait for the next one."""

    browser: Browser
    free: list[tuple[str, Player]] = field(default_factory=list)

    def seat(self, server: Server, wishes: dict[str, Any]) -> Player:
        """Somebody whom nobody knows yet."""
        kind = kind_of(wishes)
        found = next((one for one in self.free if one[0] == kind), None)
        if found is None:
            return Player(server, self.browser.new_context(**wishes))
        self.free.remove(found)
        player = found[1]
        player.come_anew(server)
        player.page.set_viewport_size(wishes["viewport"])
        player.page.emulate_media(
            media="null", color_scheme=wishes["color_scheme"], reduced_motion=wishes["reduced_motion"]
        )
        return player

    def leave(self, player: Player, wishes: dict[str, Any], *, own: bool) -> None:
        """They leave; what they had seen or said is gone, and so is a page of their own."""
        context = player.context
        context.set_offline(False)
        kept = None if own or player.page.is_closed() else player.page
        for page in context.pages:
            if page is not kept:
                page.close()
        player.page = kept or context.new_page()
        player.page.goto("about:blank")
        line = context.new_cdp_session(player.page)
        for host in ("127.0.0.1", "localhost"):  # passkeys are bound to a name
            origin = f"http://{host}:{player.server.port}"
            line.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": KEPT})
        line.detach()
        context.clear_cookies()
        self.free.append((kind_of(wishes), player))
        while len(self.free) > MOST_FREE:
            self.free.pop(0)[1].context.close()


@contextmanager
def seating(server: Server, lounge: Lounge) -> Iterator[Seat]:
    """Makes people; `own` is for who changes the page itself: by scripts, routes, listeners or a line to it."""
    people: list[tuple[Player, dict[str, Any], bool]] = []

    def make(*, own: bool = False, **wishes: Any) -> Player:
        wished = USUAL | wishes
        people.append((lounge.seat(server, wished), wished, own))
        return people[-1][0]

    try:
        yield make
    finally:
        for one, wished, own in people:
            lounge.leave(one, wished, own=own)
    assert [complaint for one, _, _ in people for complaint in one.complaints] == []
