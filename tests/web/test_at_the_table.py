"""What can be done at a table besides moving: taking back, looking back, handing over, changing how it looks."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from smalti.games.mosaix.components import CELLS_IN_GRID
from smalti.games.mosaix.rows.places import CELL
from tests.server.serving import Server
from tests.web.looking import SETTLED
from tests.web.people import Lounge, Seat, seating
from tests.web.table import BOT, ME, Follower, Player, one_of

GAMES = ("mosaix", "maharani", "majolica")
Entering = tuple[Player, list[int]]
PHONE = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True, "device_scale_factor": 2}


def to_enter(player: Player, *seats: dict[str, str]) -> list[int]:
    """A table of Mosaix with the first formation laid; returns a path of two clicks or more to enter it."""
    player.play("mosaix", *(seats or (ME,)))
    player.move()
    return way_in(player)


def way_in(player: Player) -> list[int]:
    """A path of two clicks or more."""
    table = player.wait_turn(player.number)
    path: list[int] = next(one["paths"][0] for one in table["choices"] if len(one["paths"][0]) > 1)
    return path


@pytest.fixture(scope="module")
def entering(server: Server, lounge: Lounge) -> Iterator[Entering]:
    """Somebody with a formation to enter, and how; for those who leave the table as they found it."""
    with seating(server, lounge) as person:
        player = person()
        yield player, to_enter(player)


def step_back(player: Player) -> None:
    player.page.keyboard.press("Escape")
    player.page.locator(".panel .picked").wait_for(state="detached")


def log_length(player: Player) -> int:
    return player.page.locator("#log li").count()


def stop(player: Player) -> None:
    """Ends a game of Mosaix alone."""
    player.move(player.wait_turn()["choices"][-1]["move"])
    player.page.locator("#after:not([hidden])").wait_for()


# Taking back


def test_a_move_is_taken_back_unless_the_dice_rolled_after_it(player: Player) -> None:
    player.play("mosaix", ME)
    player.wait_turn()
    before, lines = sorted(player.offered), log_length(player)
    player.move()
    number = player.wait_turn(player.number)["number"]
    player.page.locator("#undo").click()
    player.wait_turn(number + 1)
    assert (sorted(player.offered), log_length(player)) == (before, lines)
    assert not player.page.locator("#undo").is_visible()

    player.move()
    number = player.wait_turn(player.number)["number"]
    assert player.page.locator("#undo").is_visible()
    for place in way_in(player):
        player.click(place)
    player.wait_turn(number + 1)
    assert player.table["log"][-1]["by"] == -1
    assert not player.page.locator("#undo").is_visible()


def test_a_table_may_do_without_taking_back(player: Player) -> None:
    player.play("mosaix", ME, aids={"undo": False, "hints": False})
    player.move()
    player.wait_turn(player.number)
    assert not player.page.locator("#undo").is_visible()
    assert not player.page.locator("#hint").is_visible()


def test_escape_steps_back_on_the_path(entering: Entering) -> None:
    player, path = entering
    number, before = player.number, sorted(player.offered)
    player.click(path[0])
    player.page.locator(".panel .picked").wait_for()
    step_back(player)
    assert (player.number, sorted(player.offered)) == (number, before)


# Looking back


def test_a_finished_game_is_replayed_and_played_again(player: Player) -> None:
    to_enter(player)
    stop(player)
    last = log_length(player)
    player.page.locator("#first").click()
    player.page.locator("body.replaying").wait_for()
    player.wait_for("() => document.querySelector('#ask').textContent.includes('point 0')")
    player.page.locator("#next").click()
    player.wait_for("() => document.querySelector('#ask').textContent.includes('point 1')")
    player.page.locator("#log li .line").nth(1).click()
    player.wait_for("() => document.querySelector('#ask').textContent.includes('point 2')")
    player.page.locator("#slider").fill("0")
    player.wait_for("() => document.querySelector('#ask').textContent.includes('point 0')")
    player.page.locator("#present").click()
    player.page.locator("body:not(.replaying)").wait_for()
    assert player.page.locator("#slider").input_value() == str(last)

    table = player.table["id"]
    player.page.locator("#after button").first.click()
    player.page.wait_for_url(lambda url: "/table/" in url and table not in url)
    player.wait_turn()
    player.move()


def test_what_if_goes_on_from_any_point_at_a_table_of_its_own(player: Player) -> None:
    path = to_enter(player)
    table, number = player.table["id"], player.number
    for place in path:
        player.click(place)
    player.wait_turn(number + 1)
    first, later = player.table["log"][0], player.number
    player.page.locator("#previous").click()
    player.page.locator("body.replaying").wait_for()
    player.page.locator("#slider").fill("1")
    player.page.locator("#continue summary").click()
    player.page.locator("#branch").click()
    player.page.wait_for_url(lambda url: "/table/" in url and table not in url)
    player.wait_turn()
    assert player.table["log"][0] == first
    player.move()
    player.sit(table)
    assert player.number == later


# Seats


def test_a_seat_is_handed_to_a_bot_and_taken_back(player: Player) -> None:
    """Bea sits at the same screen, so that the bots wait for her."""
    player.play("maharani", ME, BOT, {"kind": "local", "name": "Bea"})
    player.wait_turn()
    player.page.locator('[data-drawer="more"]').click()
    player.page.locator(".hand-over").first.click()
    player.page.locator("#sure-yes").click()
    player.wait_for("() => window.lastTable.seats[0].bot !== null")
    while not player.page.evaluate("() => window.lastTable.log.some((line) => line.by === 0)"):
        player.wait_turn()
        player.move()
    player.wait_turn()
    player.page.locator(".hand-over").first.click()
    player.wait_for("() => window.lastTable.seats[0].bot === null")
    player.wait_turn()
    player.move()


def test_nothing_below_the_question_moves_while_others_play(player: Player) -> None:
    """A click on a tab, the log or a seat that is handed over does not miss, whatever is asked meanwhile."""
    player.play("maharani", ME, BOT, {**BOT, "name": "Bot 2"})
    player.page.locator('[data-drawer="more"]').click()
    player.page.locator('[data-switch="help"]').uncheck()
    player.page.locator("#decision:is(.yours, .waiting)").wait_for()
    player.page.evaluate(
        """() => {
          const rail = document.getElementById("decision");
          window.heights = new Set();
          new ResizeObserver(() => window.heights.add(rail.offsetHeight)).observe(rail);
        }"""
    )
    number = 0
    for _ in range(4):
        number = player.choose(table=player.wait_turn(number)) + 1
    player.wait_turn(number)
    assert len(player.page.evaluate("[...window.heights]")) == 1


def test_people_who_share_a_screen_do_not_see_each_others_choice(player: Player) -> None:
    player.play("mosaix", ME, {"kind": "local", "name": "Bea"})
    player.wait_turn()
    player.move()
    if player.page.locator("#cover[open]").is_visible():
        player.page.locator("#cover-ok").click()
    player.wait_turn()
    player.move()
    player.page.locator("#cover:modal").wait_for()
    assert player.can.count() == 0
    player.page.locator("#cover-ok").click()
    player.wait_turn()
    player.move()


# How it looks


def test_the_language_is_switched_in_mid_game(player: Player) -> None:
    player.play("mosaix", ME)
    player.move()
    player.wait_turn(player.number)
    english, number = player.shown("#ask"), player.number
    player.page.locator('.languages [lang="fr"]').click()
    player.page.locator('html[lang="fr"]').wait_for()
    french = player.wait_turn()
    assert (french["number"], player.shown("#ask") != english) == (number, True)
    player.move()
    player.page.locator('.languages [lang="en"]').click()
    player.page.locator('html[lang="en"]').wait_for()
    player.wait_turn(number + 1)


@pytest.mark.parametrize("game", one_of(GAMES, "majolica"))
def test_a_phone_reaches_the_whole_board_without_scrolling_aside(server: Server, person: Seat, game: str) -> None:
    player = person(**PHONE)
    table = player.play(game, ME, BOT)
    player.wait_turn()
    too_wide = """() => [document.scrollingElement, ...document.querySelectorAll("#board .frame, #decision, #seats")]
      .filter((one) => one.scrollWidth > innerWidth || one.getBoundingClientRect().right > innerWidth + 1)
      .map((one) => one.id || one.tagName)"""
    assert player.page.evaluate(too_wide) == []
    assert player.page.locator("#board .frame").count() > 2
    follower = Follower(server, table)
    for _ in range(2):
        now = follower.turn(player)
        move = follower.sensible(now["seat"])
        path = next(one["paths"][0] for one in now["choices"] if one["move"] == move)
        player.tap(path)
        player.wait_until(now["number"] + 1)
    assert player.page.evaluate(too_wide) == []


def brightness(player: Player) -> float:
    found = player.page.evaluate(
        "() => getComputedStyle(document.body).backgroundColor.match(/[0-9.]+/g).slice(0, 3).map(Number)"
    )
    return float(sum(found)) / 3 / 255


def test_the_system_chooses_light_or_dark(player: Player, entering: Entering) -> None:
    player.open("/")
    for one in (player, entering[0]):
        one.page.emulate_media(color_scheme="dark")
        dark = brightness(one)
        one.page.emulate_media(color_scheme="light")
        assert dark < 0.4 < brightness(one)


COUNT_FLIGHTS = """() => {
  window.flights = 0;
  new MutationObserver(() => (window.flights += 1)).observe(document.getElementById("flyers"), { childList: true });
}"""


def test_movement_is_off_when_the_system_asks_for_it(player: Player) -> None:
    path = to_enter(player)
    player.page.evaluate(COUNT_FLIGHTS)
    number = player.number
    for place in path:
        player.click(place)
    player.wait_turn(number + 1)
    player.page.evaluate(SETTLED)  # the table is shown first
    assert player.page.evaluate("() => window.flights") == 0
    player.page.emulate_media(reduced_motion="no-preference")
    player.move()
    player.wait_for("() => window.flights > 0")


# Ways to choose


def test_a_formation_is_dragged_to_its_place(player: Player) -> None:
    path = to_enter(player)
    number = player.number
    assert len(path) == 2
    mouse = player.page.mouse
    for step, place in enumerate(path):
        box = player.at(place).bounding_box()
        assert box is not None
        mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=1 + 6 * step)
        if step == 0:
            mouse.down()
    player.page.locator(".dragged").wait_for()
    mouse.up()
    player.wait_turn(number + 1)
    assert player.page.locator(".dragged").count() == 0


def test_a_click_on_what_is_not_allowed_says_why_with_the_clause(entering: Entering) -> None:
    player, path = entering
    number = player.number
    player.click(path[0])
    player.page.locator(".panel .picked").wait_for()
    refused = next(cell for cell in range(CELL, CELL + CELLS_IN_GRID) if cell not in player.offered)
    player.at(refused).click()
    clause = player.page.locator("#notice .clause")
    clause.wait_for()
    assert len(player.shown("#notice")) > 20
    assert player.number == number
    target = urlsplit(clause.get_attribute("href") or "")
    assert f'id="{target.fragment}"' in player.server.get(target.path).text
    step_back(player)


def test_a_move_waits_for_a_nod_where_that_is_wished(player: Player) -> None:
    path = to_enter(player)
    number = player.number
    player.page.locator('[data-drawer="more"]').click()
    player.page.locator('[data-switch="confirm"]').check()
    for place in path:
        player.click(place)
    player.page.locator("#send:not([hidden])").wait_for()
    assert player.number == number
    player.page.locator("#send").click()
    player.wait_until(number + 1)


def test_focus_shows_what_a_move_would_do(entering: Entering) -> None:
    player, path = entering
    player.click(path[0])
    player.at(path[1]).focus()
    player.page.locator(".panel .ghost").first.wait_for(state="attached")
    assert player.shown("#preview")
    step_back(player)
