"""Whoever comes to a test, with a browser of their own.

A browser that was only looked at and clicked in is left to the next one who wishes for the same, with everything of the
one before forgotten: it has loaded the client once and need not again, which is most of what a test costs.
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
KEPT = "local_storage,indexeddb,cache_storage"
"""What a page can keep in a browser, besides cookies."""
MOST_FREE = 6


@dataclass
class Lounge:
    """Where browsers wait for the next one."""

    browser: Browser
    free: list[tuple[str, Player]] = field(default_factory=list)

    def seat(self, server: Server, wishes: dict[str, Any]) -> Player:
        """Somebody whom nobody knows yet."""
        wanted = json.dumps(wishes, sort_keys=True)
        found = next((one for one in self.free if one[0] == wanted), None)
        if found is None:
            return Player(server, self.browser.new_context(**wishes))
        self.free.remove(found)
        player = found[1]
        player.come_anew(server)
        return player

    def leave(self, player: Player, wishes: dict[str, Any]) -> None:
        """They leave; what they had seen or said is gone."""
        context = player.context
        context.set_offline(False)
        for page in context.pages:
            if page is not player.page:
                page.close()
        if player.page.is_closed():
            player.page = context.new_page()
        player.page.goto("about:blank")
        player.page.set_viewport_size(wishes["viewport"])
        player.page.emulate_media(
            media="null", color_scheme=wishes["color_scheme"], reduced_motion=wishes["reduced_motion"]
        )
        line = context.new_cdp_session(player.page)
        line.send("Storage.clearDataForOrigin", {"origin": player.server.url, "storageTypes": KEPT})
        line.detach()
        context.clear_cookies()
        self.free.append((json.dumps(wishes, sort_keys=True), player))
        while len(self.free) > MOST_FREE:
            self.free.pop(0)[1].context.close()


@contextmanager
def seating(server: Server, lounge: Lounge) -> Iterator[Seat]:
    """Makes people; `own` is for who changes the browser itself: by scripts, routes, listeners or a line to it."""
    people: list[tuple[Player, dict[str, Any]]] = []
    owners: list[Player] = []

    def make(*, own: bool = False, **wishes: Any) -> Player:
        wished = USUAL | wishes
        if own:
            owners.append(Player(server, lounge.browser.new_context(**wished)))
            return owners[-1]
        people.append((lounge.seat(server, wished), wished))
        return people[-1][0]

    try:
        yield make
    finally:
        for one in owners:
            one.context.close()
        for one, wished in people:
            lounge.leave(one, wished)
    everybody = [*owners, *(one for one, _ in people)]
    assert [complaint for one in everybody for complaint in one.complaints] == []
    assert {host for one in everybody for host in one.hosts} <= {f"127.0.0.1:{server.port}"}
