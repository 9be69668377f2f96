"""Playing again with the same people in any number, turns that are prepared, and the next game that waits."""

from __future__ import annotations

from smalti.games.maharani.moves import END
from tests.web.looking import violations
from tests.web.people import Seat
from tests.web.table import Player, gather, lines_of, play_out, sit_together

PHONE = {"width": 390, "height": 844}


def test_three_play_again_in_place_and_a_bot_takes_the_seat_of_who_declines(person: Seat) -> None:
    ann, ben, cleo = person(), person(viewport=PHONE, has_touch=True), person(locale="fr-FR")
    for one, name in ((ann, "Ann"), (ben, "Ben"), (cleo, "Cleo")):
        one.post("/api/name", {"name": name})
    table = gather("mosaix", ann, ben, cleo)
    play_out(table, ann, ben, cleo)
    for one in (ann, ben):
        one.sit(table)
    ann.page.locator("#after .again").click()
    ann.page.wait_for_url(lambda url: table not in url)

    cleo.open("/my-games")
    card = cleo.page.locator(".asked li")
    assert "Ann voudrait rejouer." in card.inner_text()
    assert violations(cleo) == []
    card.locator("[data-decline]").click()
    card.wait_for(state="detached")

    ben.page.locator("#rematch:not([hidden])", has_text="Cleo does not play again.").wait_for()
    assert ben.page.locator("#rematch .decline").is_visible()
    assert violations(ben) == []
    ben.page.locator("#rematch .primary").click()
    ben.page.wait_for_url(lambda url: table not in url)
    assert ben.page.url == ann.page.url
    ann.wait_for("() => window.lastTable.seats.filter((seat) => seat.invited).length === 1")
    assert "Cleo does not play again." in ann.shown("#invitations")
    ann.page.locator("#invitations .fill").click()
    ann.page.locator("#sure-yes").click()
    for seat, one in enumerate((ann, ben)):
        one.wait_for("() => window.lastTable?.started")
        assert one.table["mine"] == [seat]


def test_a_turn_is_prepared_by_clicks_seen_by_nobody_else_and_made_in_its_time(person: Seat) -> None:
    people = person(), person()
    sit_together("maharani", *people)
    moving, waiting = people if people[0].table["choices"] else people[::-1]
    number = moving.number
    moving.move()
    while END not in [choice["move"] for choice in moving.wait_turn(number + 1)["choices"]]:
        number = moving.number
        moving.move()
    waiting.wait_until(moving.number)

    waiting.page.locator("#ahead .prepare").click()
    waiting.can.first.wait_for()
    assert "As if it were your turn" in waiting.shown("#ahead")
    place_a_tile(waiting)
    waiting.page.locator("#ahead .steps li").first.wait_for()
    waiting.page.locator("#ahead .primary").click()
    waiting.page.locator(".mark-prepared").first.wait_for()
    assert waiting.can.count() == 0
    assert "Prepared for your turn:" in waiting.shown("#ahead")
    assert violations(waiting) == []
    assert moving.page.locator("#ahead:not([hidden])").count() == 0

    waiting.page.reload()
    waiting.page.locator("#ahead .steps li").first.wait_for()
    made = waiting.page.locator("#ahead .steps li").count()
    before = moving.number
    moving.move(END)
    waiting.wait_for("n => window.lastTable.log.filter((event) => event.by === lastTable.seat).length >= n", made)
    waiting.wait_until(before + 2)
    waiting.page.locator(".mark-prepared").first.wait_for(state="detached")


OTHERS = """(before) => {
  if (document.querySelector("#ahead .steps li")) return true;
  const now = [...document.querySelectorAll(".panel .can")].map((one) => Number(one.dataset.place));
  return now.length > 0 && JSON.stringify(now) !== JSON.stringify(before);
}"""
"""Whether something else may be clicked now, or a move is prepared."""


def place_a_tile(player: Player) -> None:
    """Clicks what may be clicked until a move is prepared."""
    steps = player.page.locator("#ahead .steps li")
    while steps.count() == 0:
        before = player.offered
        player.click(before[-1])
        player.wait_for(OTHERS, before)


def test_the_next_game_that_waits_is_one_click_or_one_key_away(person: Seat) -> None:
    ann, ben = person(), person(locale="fr-FR")
    waiting = [gather("maharani", ann, ben) for _ in range(3)]
    for table in waiting:
        give_turn(table, ann, ben)
    ben.open("/my-games")
    ben.page.locator("#next-game:visible", has_text="Partie suivante (3 m’attendent)").wait_for()
    ben.page.keyboard.press("n")
    ben.page.wait_for_url(f"**/table/{waiting[0]}")
    ben.wait_turn()
    assert ben.page.locator("#next-game").is_hidden(), "it is one's turn here"
    end_turn(ben)
    ben.page.locator("#next-game:visible", has_text="Partie suivante (2 m’attendent)").click()
    ben.page.wait_for_url(f"**/table/{waiting[1]}")


def give_turn(table: str, one: Player, other: Player) -> None:
    """They begin, and the first one makes a turn if it is not the other's."""
    mover, waiter = lines_of(table, one, other)
    while not waiter.moves:
        number = mover.table["number"]
        if mover.moves:
            mover.move(mover.moves.index(END) if END in mover.moves else 0)
        for guest in (mover, waiter):
            guest.wait_until(number + 1)
    for guest in (mover, waiter):
        guest.leave()


def end_turn(player: Player) -> None:
    """Chooses until it is somebody else's turn."""
    number = player.number
    while (table := player.table)["seat"] in table["acting"]:
        moves = [choice["move"] for choice in player.wait_turn(number)["choices"]]
        number = player.choose(END if END in moves else None) + 1
        player.wait_until(number)
