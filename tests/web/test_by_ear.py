"""A turn of each game by keyboard and by what a reader of the screen finds in the tree of the page, nothing else."""

from __future__ import annotations

import pytest

from smalti.games import GAMES
from tests.web.table import BOT, ME, Player, one_of

HERE = "document.activeElement.closest('.panel .can:not(.grave)')?.getAttribute('aria-label') ?? ''"
MOST_KEYS = 60


def focused(player: Player) -> str:
    """What is said of the place that may be chosen and has focus; Tab leads there."""
    for _ in range(MOST_KEYS):
        label: str = player.page.evaluate(HERE)
        if label:
            return label
        player.page.keyboard.press("Tab")
    raise AssertionError("Tab never leads to anything that can be chosen")


def has_moved(player: Player, length: int) -> bool:
    """Whether the own seat has made a move since the log was so long."""
    table = player.table
    return any(event["by"] in table["mine"] for event in table["log"][length:])


@pytest.mark.parametrize("game", one_of(GAMES, "maharani"))
def test_a_turn_by_keyboard_and_by_ear(player: Player, game: str) -> None:
    player.play(game, ME, BOT)
    page = player.page
    player.wait_turn()
    length = len(player.table["log"])
    while not has_moved(player, length):
        player.until(lambda: player.can.count() or has_moved(player, length))
        if player.can.count() == 0:
            continue
        player.until(lambda: page.get_by_role("button", name=focused(player), exact=True).count() >= 1)
        page.keyboard.press("Enter")
        assert page.locator("#sure[open]").count() == 0
    player.wait_turn(player.number)
    last = page.locator("#log .line").last.inner_text().split("\n")[0]
    player.wait_for("line => document.getElementById('said').textContent.includes(line)", last)
