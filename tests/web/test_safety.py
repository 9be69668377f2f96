"""Nothing is lost by accident: what cannot be taken back is asked about, and a double click reaches nothing new."""

from __future__ import annotations

from tests.web.people import Seat
from tests.web.table import BOT, ME, Player, gather, play_out

FOCUSED = "document.activeElement.closest('dialog, .grave')?.tagName ?? ''"

PRESS_TWICE = """place => {
  const spot = () => document.querySelector(`.panel .can[data-place="${place}"]`);
  const press = () => {
    const box = spot().getBoundingClientRect();
    const at = { bubbles: true, cancelable: true, clientX: box.x + 5, clientY: box.y + 5, detail: 1, isPrimary: true };
    for (const type of ["pointerdown", "pointerup", "click"]) spot().dispatchEvent(new PointerEvent(type, at));
  };
  const { number } = window.lastTable;
  window.pressedAgain = false;
  const watch = new MutationObserver(() => {
    if (window.lastTable.number === number) return;
    watch.disconnect();
    if (spot()) {
      window.pressedAgain = true;
      press();
    }
  });
  watch.observe(document.body, { subtree: true, childList: true, attributes: true });
  press();
}"""
"""Presses where something can be clicked, and once more as soon as the table has changed and something can be again."""


def stop_place(player: Player) -> int:
    """Where a solo game of Mosaix is stopped."""
    table = player.wait_turn()
    place: int = next(one["paths"][0][0] for one in table["choices"] if one["move"] == table["choices"][-1]["move"])
    return place


def test_the_daily_challenge_and_its_end_are_asked_about_first(player: Player) -> None:
    """Defect 1: one click ended a solo game, and the single try of the day."""
    page = player.page
    player.open("/daily/mosaix")
    page.locator(".primary[data-daily]").click()
    page.locator("#sure[open]").wait_for()
    assert page.evaluate("document.activeElement.value") == "no"
    page.keyboard.press("Escape")
    page.locator("#sure:not([open])").wait_for(state="attached")
    assert "/daily/" in page.url
    page.locator(".primary[data-daily]").click()
    page.locator("#sure-yes").click()
    player.wait_for("() => window.lastTable !== undefined")
    place = stop_place(player)
    number = player.number
    player.click(place)
    page.locator("#sure[open]").wait_for()
    page.keyboard.press("Enter")  # focus is on the safe answer
    page.locator("#sure:not([open])").wait_for(state="attached")
    assert (player.number, player.table["over"]) == (number, False)
    player.can_at(place).wait_for(state="attached")  # it is offered again
    player.click(place)
    page.locator("#sure-yes").click()
    player.wait_for("() => window.lastTable.over")


def test_focus_never_goes_by_itself_to_what_cannot_be_taken_back(player: Player) -> None:
    """Defect 1: one more Enter ended the game."""
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


def test_a_double_click_makes_one_move(player: Player) -> None:
    """Defect 2, Maharani around one screen: the next player finds a button where one was just clicked."""
    player.play("maharani", ME, {"kind": "local", "name": "Ada"})
    was_replaced = False
    for _ in range(60):
        table = player.wait_turn(player.number)
        buttons = [one["paths"][0] for one in table["choices"] if len(one["paths"][0]) == 1]
        if not buttons:
            player.move(table["choices"][0]["move"])
            continue
        [place] = buttons[-1]
        player.page.mouse.move(1, 1)
        player.page.evaluate(PRESS_TWICE, place)
        after = player.wait_turn(table["number"] + 1)
        assert [event["by"] for event in after["log"][len(table["log"]) :] if event["by"] >= 0] == [table["seat"]]
        was_replaced = player.page.evaluate("window.pressedAgain")
        if was_replaced:
            break
    assert was_replaced
    player.click(place)  # a hand that has moved means it
    player.wait_until(after["number"] + 1)
    assert [event["by"] for event in player.table["log"][len(after["log"]) :] if event["by"] >= 0] == [after["seat"]]


def test_a_double_click_on_a_board_picks_and_does_not_put_back(player: Player) -> None:
    player.play("mosaix", ME)
    path = next(one["paths"][0] for one in player.wait_turn()["choices"] if len(one["paths"][0]) > 1)
    player.can_at(path[0]).dblclick()
    player.can_at(path[1]).wait_for(state="attached")


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
    """Defect 5: it opened a second table and told nobody."""
    host, friend = person(), person()
    table = gather("mosaix", host, friend)
    play_out(table, host, friend)
    for one in (host, friend):
        one.sit(table)
    host.page.locator("#after .again").click()
    host.page.wait_for_url(lambda url: table not in url)
    friend.page.locator("#rematch:not([hidden]) .primary").click()
    friend.page.wait_for_url(lambda url: table not in url)
    assert friend.page.url == host.page.url
    for one in (host, friend):
        one.wait_for("() => window.lastTable?.started")
        assert one.table["seats"][one.table["mine"][0]]["bot"] is None
    assert (host.table["mine"], friend.table["mine"]) == ([0], [1])
