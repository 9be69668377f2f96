"""Nothing is lost by accident: what cannot be taken back is asked about, and a double click reaches nothing new."""

from __future__ import annotations

from tests.web.conftest import Seat
from tests.web.table import BOT, ME, Player

FOCUSED = "document.activeElement.closest('dialog, .grave')?.tagName ?? ''"


def stop_place(player: Player) -> int:
    """Where a solo game of Mosaix is stopped."""
    table = player.wait_turn()
    return next(one["paths"][0][0] for one in table["choices"] if one["move"] == table["choices"][-1]["move"])


def test_the_daily_challenge_and_its_end_are_asked_about_first(player: Player) -> None:
    page = player.page
    player.open("/daily/mosaix")
    page.locator("[data-daily]").click()
    page.locator("#sure[open]").wait_for()
    assert page.evaluate("document.activeElement.value") == "no"
    page.keyboard.press("Escape")
    page.locator("#sure:not([open])").wait_for(state="attached")
    assert "/daily/" in page.url
    page.locator("[data-daily]").click()
    page.locator("#sure-yes").click()
    player.wait_for("() => window.lastTable !== undefined")
    place = stop_place(player)
    number = player.number
    player.click(place)
    page.locator("#sure[open]").wait_for()
    page.keyboard.press("Enter")  # focus is on the safe answer
    page.locator("#sure:not([open])").wait_for(state="attached")
    assert (player.number, player.table["over"]) == (number, False)
    assert player.can_at(place).count() == 1
    player.click(place)
    page.locator("#sure-yes").click()
    player.wait_for("() => window.lastTable.over")


def test_focus_never_goes_by_itself_to_what_cannot_be_taken_back(player: Player) -> None:
    player.play("mosaix", ME)
    page = player.page
    for _ in range(8):
        player.wait_turn(player.number)
        page.locator(".panel .can:not(.grave)").first.focus()
        number = player.number
        for _ in range(3):
            if player.number == number:
                page.keyboard.press("Enter")
                assert page.evaluate(FOCUSED) == ""
    assert not player.table["over"]
    assert page.locator("#sure[open]").count() == 0


def test_a_double_click_makes_one_move(person: Seat) -> None:
    player = person()
    player.play("maharani", ME, {"kind": "local", "name": "Ada"})
    page = player.page
    for _ in range(4):
        table = player.wait_turn(player.number)
        single = next((one for one in table["choices"] if len(one["paths"][0]) == 1), table["choices"][0])
        *first, last = single["paths"][0]
        for place in first:
            player.click(place)
        page.mouse.move(1, 1)
        player.can_at(last).dblclick()
        player.wait_until(table["number"] + 1)
        turn = player.wait_turn(table["number"] + 1)
        assert page.locator(".panel .picked").count() == 0
        moves = [event for event in turn["log"][len(table["log"]) :] if event["by"] >= 0]
        assert len(moves) == 1


def test_a_seat_is_handed_over_after_a_nod(player: Player) -> None:
    player.play("maharani", ME, BOT)
    page = player.page
    page.locator('[data-drawer="more"]').click()
    page.locator("#hand-overs button").click()
    page.locator("#sure button[value=no]").click()
    assert player.table["seats"][0]["bot"] is None
    page.locator("#hand-overs button").click()
    page.locator("#sure-yes").click()
    player.wait_for("() => window.lastTable.seats[0].bot !== null")


def test_a_rematch_is_accepted_in_place_by_one_click(person: Seat) -> None:
    host, friend = person(), person()
    made = host.make("mosaix", ME, {"kind": "invite", "name": "Friend"})
    friend.open("/")
    friend.post(made["invitations"]["1"].replace("/join/", "/api/join/"))
    for one in (host, friend):
        one.sit(made["table"])
    for seat, one in enumerate((host, friend)):
        one.post(f"/api/tables/{made['table']}/seat", {"seat": seat, "bot": "random"})
    for one in (host, friend):
        one.page.locator("#after:not([hidden])").wait_for()
    host.page.locator("#after .again").click()
    host.page.wait_for_url(lambda url: made["table"] not in url)
    friend.page.locator("#rematch:not([hidden]) button").click()
    friend.page.wait_for_url(lambda url: made["table"] not in url)
    assert friend.page.url == host.page.url
    for one in (host, friend):
        one.wait_for("() => window.lastTable?.started")
        assert one.table["seats"][one.table["mine"][0]]["bot"] is None
    assert (host.table["mine"], friend.table["mine"]) == ([0], [1])
