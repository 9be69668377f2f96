"""A game from elsewhere at the browser table, without a line of client code."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from smalti.kernel.game import Game
from tests.server.serving import Server, serving
from tests.web.table import Follower, Player, play_on
from tests.web.test_whole_games import check_final


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data"), SMALTI_WITH="examples.pebbles") as running:
        yield running


def test_from_the_shelf_to_the_final_score_by_clicks(server: Server, player: Player, pebbles: Game) -> None:
    player.open("/")
    assert player.page.locator(f'img[alt="{pebbles.title}"]').evaluate("image => image.decode().then(() => true)")
    player.page.locator('[data-play="pebbles"][data-seats="2"]').click()
    player.page.wait_for_url("**/table/*")
    player.wait_turn()

    made = play_on(player, Follower(server, player.page.url.rsplit("/", 1)[-1], "greedy"), 16)
    assert made == 8
    player.wait_turn()
    check_final(player)


def test_its_rules_and_its_words_are_there_in_french(player: Player, pebbles: Game) -> None:
    player.context.add_cookies([{"name": "language", "value": "fr", "url": player.server.url}])
    player.open("/rules/pebbles")
    assert "dix-huit galets" in player.shown("main")
    for path in ("/set-up/pebbles", "/daily/pebbles", "/about"):
        player.open(path)
        assert pebbles.title in player.shown("main")
    player.play("pebbles", {"kind": "me"})
    player.wait_turn()
    assert player.shown("#ask").startswith("Prenez un galet exposé")
