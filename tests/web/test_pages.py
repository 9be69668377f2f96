"""Every page in a real browser: it opens, it leads on, nothing is loaded from elsewhere, and axe finds nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet
from fastapi.responses import HTMLResponse
from fastapi.routing import APIRoute

from smalti.server.http.app import ROUTERS
from tests.server.http.test_daily import finishes, takes
from tests.server.serving import Server
from tests.web.loading import Loaded
from tests.web.looking import SIGHTS, Sight, fits_a_thumb, see, violations
from tests.web.people import Lounge, Seat, seating
from tests.web.table import INVITE, ME, Player, hand_in, one_of

FEWEST = {"mosaix": ["Ada"], "maharani": ["Ada", "Blaise"], "majolica": ["Ada"]}
GAMES = tuple(FEWEST)
ALONE = ("mosaix", "majolica")
FIRST_VISIT_BYTES = 200_000
SHOWN = {"set-up": "maharani", "rules": "mosaix", "learn": "majolica"}
"""Pages that each game has, and the one whose page is always looked at."""
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
    *(f"/{page}/{game}" for page in SHOWN for game in GAMES),
    *(f"/daily/{game}" for game in ALONE),
    "/puzzles",
    "/welcome/unknown",
    "/notices/stop/unknown",
    "/local/{language}/index.html",
]
ELSEWHERE = {
    "/table/{table_id}": "test_pages",
    "/join/{token}": "test_pages",
    "/puzzle/{key}": "test_puzzles",
    "/people/{person_id}": "test_ladder",
    "/club/friend/{person_id}/{code}": "test_club",
    "/ladder/{game}/{seats}": "test_ladder",
    "/table/{table_id}/company": "test_ladder",
    "/table/{table_id}/review": "test_reviews",
    "/steward": "test_talk",
    "/tournaments/{tournament_id}": "test_tournaments",
    "/tournaments/{tournament_id}/live": "test_tournaments",
}
"""Pages that need people or games first, and who looks at them with axe."""
GONE = ["/nowhere", "/join/nobody-sent-this", "/table/nobody-set-this-up"]


VIEWS = [(sight, language) for language in ("en", "fr") for sight in SIGHTS]


ALIKE = (
    *(f"/{page}/{game}" for page, shown in SHOWN.items() for game in GAMES if game != shown),
    "/daily/majolica",
    *GONE[1:],
    *GAMES[1:],
)
"""What is written by the same template as another one: in the long form alone."""


def in_turn(subjects: Sequence[str]) -> list[ParameterSet]:
    """Each once, in turn at every size, in every colour and language; in the long form each in all of them."""
    return [
        pytest.param(
            subject,
            *VIEWS[(at + turn) % len(VIEWS)],
            marks=[pytest.mark.long] if turn or subject in ALIKE else [],
            id="-".join((subject, str(sight.size["width"]), sight.scheme, language)),
        )
        for turn in range(len(VIEWS))
        for at, subject in enumerate(subjects)
        for sight, language in [VIEWS[(at + turn) % len(VIEWS)]]
    ]


@pytest.fixture(scope="module")
def visitor(server: Server, lounge: Lounge) -> Iterator[Player]:
    """Somebody who only looks, at one page after the other."""
    with seating(server, lounge) as person:
        yield person()


def look(player: Player, sight: Sight, language: str) -> None:
    """Comes to look in this way and language."""
    see(player, sight)
    player.context.add_cookies([{"name": "language", "value": language, "url": player.server.url}])


def test_axe_looks_at_every_page_that_the_server_has() -> None:
    pages = [route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]
    paths = {route.path: route.path_regex for route in pages if is_page(route)}
    seen = {path for path, pattern in paths.items() if any(map(pattern.match, PAGES))}
    assert seen | ELSEWHERE.keys() == paths.keys()
    for name in ELSEWHERE.values():
        assert "violations(" in Path(__file__).with_name(f"{name}.py").read_text(encoding="utf-8")


def is_page(route: APIRoute) -> bool:
    """Whether a browser shows what it answers."""
    kind = getattr(route.response_class, "value", route.response_class)  # some are named by their router
    return "GET" in (route.methods or ()) and isinstance(kind, type) and issubclass(kind, HTMLResponse)


def test_axe_would_find_something(visitor: Player) -> None:
    visitor.open("/about")
    visitor.page.evaluate("() => document.documentElement.removeAttribute('lang')")
    assert len(violations(visitor)) == 1


def test_a_page_that_loads_something_from_elsewhere_would_be_found_out(player: Player) -> None:
    """By name or by number, whatever a policy allows."""
    for elsewhere in ("http://example.org", "http://192.0.2.1"):
        player.page.set_content(f'<img src="{elsewhere}/picture.png">')
        player.until(lambda: player.complaints)
        [complaint] = player.complaints
        assert "ERR_NAME_NOT_RESOLVED" in complaint
        player.complaints.clear()


@pytest.mark.parametrize(("path", "sight", "language"), in_turn(PAGES))
def test_axe_finds_nothing_and_a_thumb_can_hit_everything(
    visitor: Player, path: str, sight: Sight, language: str
) -> None:
    look(visitor, sight, language)
    visitor.open(path.format(language=language))
    if path.startswith("/learn"):
        visitor.page.locator("#lesson-deeds button").wait_for()
    assert visitor.page.locator("html").get_attribute("lang") == language
    assert violations(visitor) == []
    assert fits_a_thumb(visitor)
    assert visitor.complaints == []


@pytest.mark.parametrize(("path", "sight", "language"), in_turn(GONE))
def test_a_page_that_is_not_there_says_so_and_leads_on(visitor: Player, path: str, sight: Sight, language: str) -> None:
    look(visitor, sight, language)
    visitor.open(path, 404)
    assert violations(visitor) == []
    visitor.page.locator("main a.button").first.click()
    visitor.page.wait_for_url(lambda url: path not in url)


def test_an_invitation_is_taken_once_and_axe_finds_nothing_on_its_way(person: Seat) -> None:
    host, friend, late = person(), person(color_scheme="dark"), person()
    made = host.make("mosaix", ME, INVITE)
    host.sit(made["table"])
    assert violations(host) == []
    late.open(made["invitations"]["1"])
    friend.open(made["invitations"]["1"])
    assert violations(friend) == []
    assert fits_a_thumb(friend)
    friend.page.locator("#join [type=submit]").click()
    friend.page.wait_for_url("**/table/*")
    late.open(made["invitations"]["1"], 404)
    assert late.page.locator("#join").count() == 0


@pytest.mark.parametrize(("game", "sight", "language"), in_turn(GAMES))
def test_axe_finds_nothing_on_a_table(player: Player, game: str, sight: Sight, language: str) -> None:
    look(player, sight, language)
    player.play(game, ME, {"kind": "local", "name": "Bea"})
    player.wait_turn()
    assert violations(player) == []
    player.sit(hand_in(player, f"{game}-by-chance", *FEWEST[game]))
    player.page.locator("#after:not([hidden])").wait_for()
    assert violations(player) == []


def test_axe_finds_nothing_in_what_opens(player: Player) -> None:
    """Drawers, what a thing says of itself, the question before what cannot be taken back, and the end of a game."""
    player.play("mosaix", ME)
    player.wait_turn()
    page = player.page
    for drawer, sight in zip(("rules", "more"), SIGHTS, strict=False):
        page.locator(f'[data-drawer="{drawer}"]').click()
        see(player, sight)
        assert violations(player) == []
        see(player, SIGHTS[0])
    page.locator(".panel .can").first.focus()
    page.keyboard.press("i")
    page.locator("#note:not([hidden])").wait_for()
    page.emulate_media(color_scheme="dark")
    assert violations(player) == []
    page.locator(".panel .can.grave").click()
    page.locator("#sure[open]").wait_for()
    assert violations(player) == []
    page.locator("#sure-yes").click()
    page.locator("#ceremony:not([hidden])").wait_for()
    see(player, SIGHTS[3])
    assert violations(player) == []
    assert fits_a_thumb(player)
    page.locator("#ceremony .primary").click()
    page.locator('[data-drawer="history"]').click()
    page.locator("#log .line").first.wait_for()
    assert fits_a_thumb(player)


@pytest.mark.parametrize("path", ["/", "/static/table.js", "/catalogues/none.json", "/nowhere"])
def test_every_answer_allows_our_own_host_only(server: Server, path: str) -> None:
    policy = server.get(path).headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert re.findall(r"[a-z-]*unsafe[a-z-]*", policy) == ["wasm-unsafe-eval"]
    assert "http" not in policy


@pytest.mark.parametrize("game", one_of(GAMES, "majolica"))
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


@pytest.mark.parametrize("game", one_of(GAMES, "mosaix"))
def test_the_rules_are_there_in_both_languages(player: Player, game: str) -> None:
    player.open(f"/rules/{game}")
    clauses = player.page.locator(".clause .number").all_text_contents()
    player.page.locator('.languages [lang="fr"]').click()
    player.page.locator('html[lang="fr"]').wait_for()
    assert player.page.locator(".clause .number").all_text_contents() == clauses
    assert len(clauses) > 10


def test_the_daily_challenge_is_the_same_deal_for_everybody_with_a_list_of_scores(player: Player) -> None:
    other = takes(player.server, "Ada")
    player.open("/daily/mosaix")
    player.page.locator('[data-daily="mosaix"]').click()
    player.page.locator("#sure-yes").click()
    player.page.wait_for_url("**/table/*")
    deal = [line["rows"] for line in player.wait_turn()["log"]]
    assert deal == [line["rows"] for line in other.table["log"]]
    finishes(other)
    player.move()
    assert not player.page.locator("#undo").is_visible()
    player.move(player.wait_turn(player.number)["choices"][-1]["move"])
    player.page.locator("#after:not([hidden])").wait_for()
    player.open("/daily/mosaix")
    assert player.page.locator(".own-score strong").text_content() is not None
    assert player.page.locator(".scores li").count() >= 2
    assert player.page.locator(".scores li.mine").count() == 1


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
