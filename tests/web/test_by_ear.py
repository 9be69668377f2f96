"""A turn of each game by keyboard, by what a reader of the screen finds in the tree of the page, and by nothing else."""

from __future__ import annotations

import pytest

from tests.web.table import BOT, ME, Player

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


@pytest.mark.parametrize("game", ["mosaix", "maharani", "majolica"])
def test_a_turn_by_keyboard_and_by_ear(player: Player, game: str) -> None:
    player.play(game, ME, BOT)
    page = player.page
    for _ in range(2):
        player.wait_turn(player.number)
        number, length = player.number, len(player.table["log"])
        for _ in range(4):
            if player.number > number or not player.can.count():
                break
            label = focused(player)
            assert page.get_by_role("button", name=label, exact=True).count() >= 1
            page.keyboard.press("Enter")
            page.locator("#sure[open]").wait_for(state="hidden")
        player.wait_until(number + 1)
        player.wait_turn(number + 1)
        assert any(event["by"] == player.table["mine"][0] for event in player.table["log"][length:])
        last = page.locator("#log .line").last.inner_text().split("\n")[0]
        player.wait_for("line => document.getElementById('said').textContent.includes(line)", last)
