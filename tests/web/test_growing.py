"""A review that is being worked out, in a browser: there is something to see before all of it is known."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Route

from tests.server.held import held, hold
from tests.server.http.test_reviews import bad_game
from tests.server.http.test_statistics import stopped
from tests.server.serving import Guest, Server, serving
from tests.waiting import until
from tests.web.looking import violations
from tests.web.table import Player

LINES = "lines => lines.map(line => [...line.points].map(({x, y}) => [x, y]))"
GROWING = ".growing .graph .line"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One whose reviews do not go on after their first events."""
    folder = tmp_path_factory.mktemp("data")
    with serving(folder, held(folder), SMALTI_WORKERS="1") as running:
        yield running


def test_the_graph_grows_while_a_game_is_looked_at(server: Server, player: Player) -> None:
    record = bad_game()
    table = Guest(server).post("/api/games", {"record": record, "bots": [None, "novice", "novice"]})["table"]
    hold(server.data).touch()
    page = player.page
    player.open(f"/table/{table}/review")
    page.locator(GROWING).first.wait_for()
    assert page.locator("#reviewed").count() == 0, "it is not done"
    grown = page.locator(GROWING).evaluate_all(LINES)
    assert [len(line) for line in grown] == [2, 2, 2]
    assert page.locator(".growing .legend li").all_inner_texts() == [seat["name"] for seat in record["seats"]]
    assert violations(player) == []

    hold(server.data).unlink()
    page.locator("#reviewed .graph .line").first.wait_for()
    whole = page.locator("#reviewed .graph .line").evaluate_all(LINES)
    assert [line[:2] for line in whole] == grown, "where it stood, it stands in the end"


def test_it_grows_where_the_browser_looks_itself(player: Player) -> None:
    """The own game of one person: nothing is handed in before the graph was there."""
    player.post("/api/name", {"name": "Ada"})
    table = player.post("/api/games", {"record": stopped(3), "bots": [None]})["table"]
    handed: list[Route] = []

    def keep(route: Route) -> None:
        handed.append(route)

    player.page.route(f"**/api/games/{table}/review", keep, times=1)
    player.open(f"/table/{table}/review")
    until(lambda: handed, pause=lambda seconds: player.page.wait_for_timeout(1000 * seconds))
    assert handed[0].request.method == "POST"
    events = len(player.page.request.get(f"{player.server.url}/api/games/{table}").json()["log"])
    assert [len(line) for line in player.page.locator(GROWING).evaluate_all(LINES)] == [events]
    handed[0].continue_()
    player.page.locator("#reviewed .graph .line").first.wait_for()
