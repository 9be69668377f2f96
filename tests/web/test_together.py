"""Two browsers at one table over an invitation link, and a third that looks on."""

from __future__ import annotations

import pytest

from smalti.games import GAMES
from tests.server.serving import Server
from tests.web.people import Seat
from tests.web.table import MOST_MOVES, Follower, Player, sit_together

SOME_MOVES = 4
"""Two browsers play the first moves of a game."""
PHONE = {"width": 390, "height": 844}


def invite(host: Player, friend: Player, game: str) -> str:
    """Sets a table up by the form, sends the link, and the friend takes the seat."""
    page = host.page
    host.open(f"/set-up/{game}")
    page.locator('[name="kind-1"][value="invite"]').check(force=True)
    page.locator("#set-up [type=submit]").click()
    link = page.locator("#links input").input_value()
    page.locator("#to-table").click()
    host.wait_for("() => window.lastTable !== undefined && document.querySelector('#invitations input') !== null")
    assert host.page.locator("#invitations input").input_value() == link
    friend.page.goto(link)
    friend.page.locator("#name").fill("Ada")
    friend.page.locator("#join [type=submit]").click()
    friend.wait_for("() => window.lastTable?.started === true")
    host.wait_for("() => window.lastTable.started")
    table: str = host.table["id"]
    return table


def same_number(*people: Player) -> int:
    """Waits until everybody sees the same table."""
    number = max(one.number for one in people)
    for one in people:
        one.wait_until(number)
    return number


@pytest.mark.parametrize(
    ("game", "most"),
    [("maharani", SOME_MOVES), *(pytest.param(game, MOST_MOVES, marks=pytest.mark.long) for game in GAMES)],
)
def test_a_game_in_two_browsers_with_a_spectator(server: Server, person: Seat, game: str, most: int) -> None:
    host, friend, watcher = everybody = person(), person(), person(viewport=PHONE)
    table = invite(host, friend, game)
    watcher.sit(table)
    play_together(host, friend, Follower(server, table), most)
    same_number(*everybody)
    assert host.table["over"] or most < MOST_MOVES
    scores = [[seat["score"] for seat in one.table["seats"]] for one in everybody]
    assert scores[0] == scores[1] == scores[2]
    assert watcher.can.count() == 0
    assert watcher.table["seat"] == -1
    assert "Ada" in host.shown("#seats")


def play_together(host: Player, friend: Player, follower: Follower, most: int) -> None:
    """Whoever has a choice makes a move, until the game is over or so many were made."""
    number = 0
    for _ in range(most):
        host.wait_for("n => lastTable.number >= n && (lastTable.over || lastTable.acting.length > 0)", number)
        mover, table = host, host.table
        if table["over"]:
            return
        if not table["choices"]:
            mover, table = friend, friend.wait_turn(number)
        number = mover.choose(follower.sensible(table["seat"]), table) + 1
    host.wait_until(number)


def test_nobody_sees_a_choice_of_mosaix_early(person: Seat) -> None:
    host, friend, watcher = person(), person(), person()
    watcher.sit(sit_together("mosaix", host, friend))
    roller = host if host.table["choices"] else friend
    roller.move()
    other = friend if roller is host else host
    seen = []
    for choice in (0, -1):
        number = same_number(host, friend, watcher)
        roller.move(roller.wait_turn(number)["choices"][choice]["move"])
        for one in (other, watcher):
            one.wait_until(number + 1)
            one.wait_for("() => document.querySelector('#log li:last-child').textContent.includes('has chosen')")
        seen.append([one.page.locator("#board").inner_html() for one in (other, watcher)])
        roller.page.locator("#undo").click()
        roller.wait_until(number + 2)
    assert seen[0] == seen[1]


def test_a_path_stays_clicked_when_the_other_chooses(person: Seat) -> None:
    host, friend = person(), person()
    sit_together("mosaix", host, friend)
    roller = host if host.table["choices"] else friend
    roller.move()
    number = same_number(host, friend)
    host.wait_turn()
    path = next(one["paths"][0] for one in host.table["choices"] if len(one["paths"][0]) > 1)
    host.click(path[0])
    friend.move()
    host.wait_until(number + 1)
    host.click(path[1])
    host.wait_until(number + 2)
