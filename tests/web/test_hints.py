"""Hints, failing bots and the compiler's progress, as people see them at the table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from smalti.games import GAMES
from smalti.games.majolica.rows import kinds
from tests.server.serving import Server, serving, serving_bad_bots
from tests.web.decisions import question_of
from tests.web.people import Seat
from tests.web.table import ME, Follower, Player, lines_of, one_of

LOCAL = {"kind": "local", "name": "Other"}
WORDS = {
    "en": ("Look here.", "Show the move", "Why?", "fewer", "expected best"),
    "fr": ("Regardez ici.", "Montrer le coup", "Pourquoi", "de moins", "sans doute"),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving_bad_bots(tmp_path_factory.mktemp("data")) as running:
        yield running


def ask(player: Player, words: str, shown: str) -> None:
    """Clicks on the button of the next stage and waits for what it brings."""
    button = player.page.locator("#hint", has_text=words)
    button.click()
    player.page.locator(shown).first.wait_for(state="attached")


def hint_in_stages(player: Player, language: str) -> None:
    look, move, why, fewer, best = WORDS[language]
    player.wait_turn()
    ask(player, "", ".panel .mark-hint")
    assert player.shown("#advice") == look
    ask(player, move, ".panel .ghost, #preview:not(:empty)")
    player.wait_for("() => document.querySelector('#preview').textContent !== ''")
    ask(player, why, "#advice .best li")
    lines = player.page.locator("#advice .best li").all_text_contents()
    assert len(lines) == min(3, len(player.table["choices"]))
    assert best in lines[0]
    assert all(fewer in line or best in line for line in lines)
    assert not player.page.locator("#hint").is_visible()


@pytest.mark.parametrize("game", one_of(GAMES, "mosaix"))
def test_a_hint_comes_in_stages_in_both_languages(player: Player, game: str) -> None:
    player.play(game, ME, LOCAL)
    hint_in_stages(player, "en")
    player.page.locator("#advice .best li button").last.hover()
    player.page.locator(".panel .mark-look").first.wait_for(state="attached")

    player.page.locator('.languages [lang="fr"]').click()
    player.page.locator('html[lang="fr"]').wait_for()
    hint_in_stages(player, "fr")

    player.move()
    player.wait_for("() => document.querySelector('#advice').textContent === ''")


HINTED = """() => {
  const box = (one) => one.getBoundingClientRect();
  const near = (a, b) => Math.hypot(a.x - b.x, a.y - b.y, a.width - b.width, a.height - b.height) < 6;
  const marks = [...document.querySelectorAll(".panel .mark-hint .edge")];
  const targets = [...document.querySelectorAll(".panel .can .mark .edge")];
  return marks.length > 0 && marks.every((mark) => targets.some((target) => near(box(mark), box(target))));
}"""


def test_a_hint_at_delivery_marks_the_tile(server: Server, player: Player) -> None:
    """Defect 7: it marked the kiln, and the tile was to be clicked."""
    table = player.make("majolica", ME, LOCAL)["table"]
    follower, [line] = Follower(server, table, "heuristic"), lines_of(table, player)
    while question_of(line.table, 0)[0] != kinds.ASK_DELIVER:
        number = line.table["number"]
        line.move(line.moves.index(follower.sensible(line.table["seat"])))
        line.wait_until(number + 1)
    line.leave()
    player.sit(table)
    assert "deliver a" in player.shown("#ask")
    ask(player, "", ".panel .mark-hint")
    assert player.page.evaluate(HINTED)


HEAR = """
window.heard = [];
document.addEventListener('DOMContentLoaded', () => {
  for (const place of document.querySelectorAll('#notice, #said')) {
    const hear = () => window.heard.push(place.textContent);
    new MutationObserver(hear).observe(place, { childList: true, subtree: true, characterData: true });
  }
});
"""


def test_the_table_says_that_a_bot_failed(person: Seat) -> None:
    player = person(own=True, locale="fr-FR")
    player.page.add_init_script(HEAR)  # what is said is gone with the next move
    player.play("mosaix", ME, {"kind": "bot", "bot": "crash", "name": "Bot"})
    note = "Le robot a échoué ici deux fois\u202f; ce coup a donc été joué au hasard."
    player.move_until(player.page.locator("#log .note").count)
    assert player.shown("#log .note >> nth=0") == note
    player.wait_for("note => window.heard.some((said) => said.includes(note))", note)
    player.wait_turn(player.number)


def step(player: Player, place: str) -> tuple[int, int, int]:
    """The steps done, all steps and the percentage that stand there, once they do."""
    pattern = r"step (\d+) of (\d+) \((\d+) %\)"
    look = "([place, pattern]) => document.querySelector(place).textContent.match(pattern)"
    _, done, of, percent = player.page.wait_for_function(look, arg=[place, pattern]).json_value()
    return int(done), int(of), int(percent)


def test_the_page_says_how_far_the_compiler_is(browser: Browser, tmp_path: Path) -> None:
    """With nothing compiled yet: while a bot gets ready, and while a hint is waited for."""
    (tmp_path / "data").mkdir()
    with serving(tmp_path / "data", SMALTI_CACHE_DIR=str(tmp_path / "cache"), SMALTI_WORKERS="1") as fresh:
        player = Player(fresh, browser.new_context(locale="en-GB"))
        there = {"kind": "local", "name": "Bea"}  # the bots of who plays alone think in their browser
        player.play("mosaix", ME, there, {"kind": "bot", "bot": "apprentice", "name": "Bot"})
        player.wait_for("() => window.lastTable.number > 1")  # the dice are rolled
        if player.table["choices"]:
            player.move()  # now all are to enter the formation
        done, of, percent = step(player, "#seats .seat-2 .state")
        assert 0 < done < of
        assert percent == round(100 * done / of)
        if player.table["choices"]:
            if player.page.locator("#cover[open]").count():
                player.page.locator("#cover-ok").click()  # the screen goes from one to the other
            player.page.locator("#hint").click()
            player.wait_for(
                "() => document.querySelector('#advice').textContent || document.querySelector('.mark-hint')"
            )
        player.context.close()
