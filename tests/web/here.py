"""Games in the browser alone: how they are begun, played and looked at by those who test them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from smalti.kernel.words import say
from tests.web.table import Player

ALONE = "[data-play=mosaix][data-seats='1']"

KEPT = """() => new Promise((done) => {
  const opened = indexedDB.open("smalti");
  opened.onsuccess = () => {
    const found = opened.result.transaction("games").objectStore("games").getAll();
    found.onsuccess = () => (opened.result.close(), done(found.result));
  };
})"""
"""Every game that is kept."""

RECORD = """async () => {
  const files = new URL(`${document.body.dataset.files}static/local/`, location.href);
  const { find } = await import(new URL("store.js", files));
  const { recordOf } = await import(new URL("games.js", files));
  return recordOf(await find(new URLSearchParams(location.hash.slice(1)).get("g")));
}"""


def begin_alone(player: Player) -> None:
    """A game of Mosaix for one, by the shelf."""
    player.page.locator(ALONE).click()
    player.page.wait_for_url("**/play-mosaix.html#g=*")
    player.wait_turn()


def start_here(player: Player, game: str, *kinds: str, bot: str = "") -> None:
    """A game in the browser alone, from the set-up page."""
    player.page.locator(f"input[name=seats][value='{len(kinds)}']").check(force=True)
    for seat, kind in enumerate(kinds):
        player.page.locator(f"input[name=kind-{seat}][value={kind}]").check(force=True)
        if kind == "bot" and bot:
            player.page.locator(f"select[name=bot-{seat}]").select_option(bot)
    player.page.locator("[type=submit]").click()
    player.page.wait_for_url(f"**/play-{game}.html#g=*")


def play_some(player: Player, moves: int) -> dict[str, Any]:
    """So many moves by clicks, the first that is offered each time."""
    for _ in range(moves):
        if (table := player.wait_turn())["over"]:
            break
        if player.page.locator("#cover[open]").count():
            player.page.locator("#cover-ok").click()
        player.wait_until(player.choose(table=table) + 1)
    return player.wait_turn()


def kept(player: Player) -> list[dict[str, Any]]:
    """The games of this browser, the first one first."""
    found: list[dict[str, Any]] = player.page.evaluate(KEPT)
    return sorted(found, key=lambda game: float(game["created"]))


def as_record(player: Player) -> Any:
    """The game of this page as it is kept, as a record that can be verified."""
    return player.page.evaluate(RECORD)


def saved_record(player: Player, language: str) -> Any:
    """The record that the page hands out after the game."""
    with player.page.expect_download() as download:
        player.page.get_by_role("button", name=say(language, "Save the record")).click()
    return json.loads(Path(download.value.path()).read_text(encoding="utf-8"))


def said(player: Player, words: str) -> None:
    """Waits until the page says something above the table."""
    player.wait_for("words => document.querySelector('#connection').textContent.trim() === words", words)


def stands_at(player: Player, ply: int) -> None:
    """Until the page shows this point of a game: what has come may not be drawn yet, and then a button does nothing."""
    player.wait_for("ply => document.querySelector('#slider').value === ply", str(ply))
