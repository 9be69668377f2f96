"""Every page in a real browser: it opens, it leads on, nothing is loaded from elsewhere, and axe finds nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

from tests.server.serving import Server
from tests.web.conftest import Seat
from tests.web.loading import Loaded
from tests.web.table import BOT, INVITE, ME, WHOLE_GAMES, Player, let_bots_play

GAMES = ("mosaix", "maharani", "majolica")
ALONE = ("mosaix", "majolica")
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
FIRST_VISIT_BYTES = 200_000
PAGES = [
    "/",
    "/about",
    "/my-games",
    "/account",
    "/club",
    "/ladder",
    "/daily/mosaix/2026-11",
    "/tournaments",
    "/welcome",
    "/study",
    "/statistics",
    "/chance",
    *(f"/{page}/{game}" for page in ("set-up", "rules", "learn") for game in GAMES),
    *(f"/daily/{game}" for game in ALONE),
]
GONE = ["/nowhere", "/join/nobody-sent-this", "/table/nobody-set-this-up"]


ALL_SIGHTS = tuple((size, scheme) for size in (DESK, PHONE) for scheme in ("light", "dark"))
SIGHTS = ALL_SIGHTS if WHOLE_GAMES else ((DESK, "light"), (PHONE, "dark"))
"""Every size and every colour is looked at; all pairs of them in the long form."""
SMALL = """() => {
  const inText = (one) => one.matches("a") && getComputedStyle(one).display === "inline";
  const target = (one) => (one.matches("input[type=checkbox], input[type=radio]") ? one.closest("label") : one);
  return [...document.querySelectorAll("a[href], button, summary, select, input, .panel .can .hit")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !inText(one) && !one.matches(".skip"))
    .map((one) => [one.outerHTML.slice(0, 90), target(one).getBoundingClientRect()])
    .filter(([, { width, height }]) => Math.min(width, height) < 39.5)
    .map(([what, { width, height }]) => `${Math.round(width)} x ${Math.round(height)}: ${what}`);
}"""
"""What a thumb may want to hit and is too small; links inside of a sentence are as high as its lines."""


def fits_a_thumb(player: Player) -> bool:
    """Whether a phone scrolls nothing aside, and every target is large enough."""
    player.page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    assert player.page.evaluate("() => document.scrollingElement.scrollWidth - innerWidth") <= 0
    assert player.page.evaluate(SMALL) == []
    return True


def violations(player: Player, sights: Sequence[tuple[Any, str]] = SIGHTS) -> list[str]:
    """What axe finds, at a desk and on a phone, in light and in dark."""
    found = []
    page = player.page
    for size, scheme in sights:
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        for one in Axe().run(page).response["violations"]:
            nodes = [f"{node['target']} {node['failureSummary']}" for node in one["nodes"][:4]]
            found.append(f"{size['width']} {scheme}: {one['id']} {nodes}")
    return found


def test_axe_would_find_something(player: Player) -> None:
    player.open("/about")
    player.page.evaluate("() => document.documentElement.removeAttribute('lang')")
    assert len(violations(player)) == len(SIGHTS)


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_and_a_thumb_can_hit_everything(player: Player, path: str) -> None:
    player.open(path)
    if path.startswith("/learn"):
        player.page.locator("#lesson-deeds button").wait_for()
    assert violations(player) == []
    assert fits_a_thumb(player)


@pytest.mark.parametrize("path", GONE)
def test_a_page_that_is_not_there_says_so_and_leads_on(player: Player, path: str) -> None:
    player.open(path, 404)
    assert violations(player) == []
    player.page.locator("main a.button").first.click()
    player.page.wait_for_url(lambda url: path not in url)


def test_axe_finds_nothing_on_an_invitation_and_on_a_table_that_waits(person: Seat) -> None:
    host, friend = person(), person()
    made = host.make("mosaix", ME, INVITE)
    host.sit(made["table"])
    assert violations(host) == []
    friend.open(made["invitations"]["1"])
    assert violations(friend) == []
    assert fits_a_thumb(friend)


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_on_a_table(player: Player, game: str) -> None:
    table = player.play(game, ME, BOT)
    player.wait_turn()
    assert violations(player) == []
    let_bots_play(player, table)
    assert player.table["over"]
    assert violations(player) == []


def test_axe_finds_nothing_in_what_opens(player: Player) -> None:
    """Drawers, what a thing says of itself, the question before what cannot be taken back, and the end of a game."""
    player.play("mosaix", ME)
    player.wait_turn()
    page = player.page
    for drawer in ("rules", "more"):
        page.locator(f'[data-drawer="{drawer}"]').click()
        assert violations(player) == []
        page.set_viewport_size({"width": DESK["width"], "height": DESK["height"]})
    page.locator(".panel .can").first.focus()
    page.keyboard.press("i")
    page.locator("#note:not([hidden])").wait_for()
    assert violations(player, ((DESK, "dark"), (DESK, "light"))) == []
    page.locator(".panel .can.grave").click()
    page.locator("#sure[open]").wait_for()
    assert violations(player) == []
    page.locator("#sure-yes").click()
    page.locator("#ceremony:not([hidden])").wait_for()
    assert violations(player) == []
    assert fits_a_thumb(player)
    page.locator("#ceremony .primary").click()
    page.locator('[data-drawer="history"]').click()
    page.locator("#log .line").first.wait_for()
    assert fits_a_thumb(player)


@pytest.mark.parametrize("path", ["/", "/static/table.js", "/catalogues/none.json", "/nowhere"])
def test_every_answer_allows_our_own_host_only(server: Server, player: Player, path: str) -> None:
    policy = player.context.request.get(server.url + path).headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert re.findall(r"[a-z-]*unsafe[a-z-]*", policy) == ["wasm-unsafe-eval"]
    assert "http" not in policy


@pytest.mark.parametrize("game", GAMES)
def test_two_clicks_lead_from_the_shelf_into_a_game_against_a_bot(player: Player, game: str) -> None:
    """The person may move before any bot has been compiled, unless the bot is drawn to begin; little is loaded."""
    loaded = Loaded(player)
    player.open("/")
    player.page.locator(f'[data-play="{game}"]').first.click()
    player.page.wait_for_url("**/table/*")
    player.wait_for("() => window.lastTable !== undefined && document.querySelector('.panel [data-piece]') !== null")
    assert [seat["bot"] is None for seat in player.table["seats"]] == [True, False]
    player.page.wait_for_load_state()
    player.wait_for(
        "() => document.querySelector('.panel .can') !== null || window.lastTable.log.some(({ by }) => by >= 0)"
    )
    assert loaded.total < FIRST_VISIT_BYTES, loaded.bytes.most_common(8)
    assert loaded.encoded["/static/table.js"] == loaded.encoded[f"/cover/{game}.svg"] == "gzip"
    files = loaded.bytes["/static/table/stage.js"]
    player.page.reload()
    player.wait_for("() => document.querySelector('.panel [data-piece]') !== null")
    again = loaded.bytes["/static/table/stage.js"] - files
    assert again < files / 4, "a second visit loads what it has not kept"


def test_the_form_sets_a_table_up_as_wished(player: Player) -> None:
    player.open("/set-up/mosaix")
    player.page.locator('[name="seats"][value="3"]').check(force=True)
    player.page.locator('[name="kind-1"][value="local"]').check(force=True)
    player.page.locator('[name="kind-2"][value="local"]').check(force=True)
    player.page.locator('[name="me-0"]').fill("Ada")
    player.page.locator('[name="local-1"]').fill("Bea")
    player.page.locator('[name="aid-hints"]').uncheck(force=True)
    player.page.locator("#set-up [type=submit]").click()
    player.page.wait_for_url("**/table/*")
    table = player.wait_turn()
    assert [seat["name"] for seat in table["seats"]][:2] == ["Ada", "Bea"]
    assert table["aids"] == {"hints": False, "undo": True}


def test_my_games_lists_whose_turn_it_is_and_leads_back(player: Player) -> None:
    table = player.play("mosaix", ME)
    player.wait_turn()
    player.open("/my-games")
    line = player.page.locator(f'.running a[href="/table/{table}"]')
    assert "Your turn" in (line.text_content() or "")
    assert violations(player) == []
    line.click()
    player.wait_turn()


def test_a_new_name_is_kept(player: Player) -> None:
    player.open("/my-games")
    player.page.locator('#rename [name="name"]').fill("Ada")
    player.page.locator("#rename button").click()
    player.page.locator("#saved:not(:empty)").wait_for()
    player.page.reload()
    assert player.page.locator('#rename [name="name"]').input_value() == "Ada"


def test_an_invitation_is_taken_once(person: Seat) -> None:
    host, friend, late = person(), person(), person()
    made = host.make("mosaix", ME, INVITE)
    for guest in (friend, late):
        guest.open(made["invitations"]["1"])
    friend.page.locator("#join [type=submit]").click()
    friend.page.wait_for_url("**/table/*")
    late.open(made["invitations"]["1"], 404)
    assert late.page.locator("#join").count() == 0


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_are_there_in_both_languages(player: Player, game: str) -> None:
    player.open(f"/rules/{game}")
    clauses = player.page.locator(".clause .number").all_text_contents()
    player.page.locator('.languages [lang="fr"]').click()
    player.page.locator('html[lang="fr"]').wait_for()
    assert player.page.locator(".clause .number").all_text_contents() == clauses
    assert len(clauses) > 10


def test_the_daily_challenge_is_the_same_deal_for_everybody_with_a_list_of_scores(person: Seat) -> None:
    people = [person(), person()]
    logs = []
    for player in people:
        player.open("/daily/mosaix")
        player.page.locator('[data-daily="mosaix"]').click()
        player.page.locator("#sure-yes").click()
        player.page.wait_for_url("**/table/*")
        logs.append([line["rows"] for line in player.wait_turn()["log"]])
        player.move()
        assert not player.page.locator("#undo").is_visible()
        player.move(player.wait_turn(player.number)["choices"][-1]["move"])
        player.page.locator("#after:not([hidden])").wait_for()
    assert logs[0] == logs[1]
    people[0].open("/daily/mosaix")
    assert people[0].page.locator(".own-score strong").text_content() is not None
    assert people[0].page.locator(".scores li").count() >= 2
    assert people[0].page.locator(".scores li.mine").count() == 1


def test_a_finished_game_gives_its_record_and_its_picture(player: Player) -> None:
    table = player.play("mosaix", ME)
    player.move()
    player.move(player.wait_turn(player.number)["choices"][-1]["move"])
    player.page.locator("#after:not([hidden])").wait_for()
    for ending, way in (("json", 'a[download$="json"]'), ("png", "button.picture")):
        with player.page.expect_download() as download:
            player.page.locator(f"#after {way}").click()
        assert download.value.suggested_filename == f"mosaix-{table}.{ending}"
    assert download.value.path().read_bytes().startswith(b"\x89PNG")
