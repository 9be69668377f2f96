"""Whole games through the page, by clicks on what glows and by keys, to the final score."""

from __future__ import annotations

import pytest

from smalti.games import GAMES
from smalti.games.mosaix.moves import STOP
from tests.server.serving import Server
from tests.web.table import BOT, ME, MOST_MOVES, WHOLE, Follower, Player, hand_in, let_bots_play, one_of, play_on

SOME_MOVES = 6
"""So many are made by clicks, and bots play on to the end."""


def check_final(player: Player) -> None:
    """The page shows the final score, its derivation and what can be done next."""
    table = player.table
    assert table["over"]
    for seat in table["seats"]:
        assert player.shown(f".seat-{seat['seat']} .score") == str(seat["score"])
        points = [int(text) for text in player.page.locator(f".seat-{seat['seat']} .derivation b").all_text_contents()]
        assert sum(points) == seat["score"]
    best = max(seat["score"] for seat in table["seats"])
    assert str(best) in player.shown("#ask")
    assert player.page.locator("#after button, #after a").count() == 9
    assert player.can.count() == 0


@pytest.mark.parametrize(
    ("game", "most"),
    [("mosaix", SOME_MOVES), *(pytest.param(game, MOST_MOVES, marks=pytest.mark.long) for game in GAMES)],
)
def test_a_whole_game_against_a_bot_by_clicks(server: Server, player: Player, game: str, most: int) -> None:
    table = player.play(game, ME, BOT)
    made = play_on(player, Follower(server, table), most)
    assert made > 5
    if made == most:
        let_bots_play(player, table)
    check_final(player)


@pytest.mark.parametrize("game", one_of(GAMES, "majolica"))
def test_the_final_score_of_every_game_is_shown_with_where_it_comes_from(player: Player, game: str) -> None:
    player.sit(hand_in(player, f"{game}-to-its-end", "Ada", "Blaise"))
    player.wait_turn()
    check_final(player)


def focused(player: Player) -> int:
    return int(player.page.evaluate("Number(document.activeElement.dataset.place ?? -1)"))


def tab_to_board(player: Player) -> None:
    """Presses Tab until something that glows has the focus."""
    for _ in range(30):
        if player.page.evaluate("document.activeElement.classList.contains('can')"):
            return
        player.page.keyboard.press("Tab")
    raise AssertionError("the Tab key does not lead to the board")


def walk_to(player: Player, place: int) -> None:
    """From one glowing place to another by Home, End and the arrow keys; Page Down goes through them all."""
    keyboard = player.page.keyboard
    for first in ("", "Home", "End"):
        if first:
            keyboard.press(first)
        seen: set[int] = set()
        while focused(player) not in seen:
            if focused(player) == place:
                return
            seen.add(focused(player))
            keyboard.press(towards(player, place))
    for _ in range(player.can.count()):
        keyboard.press("PageDown")
        if focused(player) == place:
            return
    raise AssertionError(f"no keys lead to {place}")


def towards(player: Player, place: int) -> str:
    """The arrow key that leads from the focus towards a place."""
    way = """(place) => {
      const middle = (one) => { const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
      const [x, y] = middle(document.activeElement);
      const [u, v] = middle(document.querySelector(`.panel .can[data-place="${place}"]`));
      if (Math.abs(u - x) > Math.abs(v - y)) return u > x ? "ArrowRight" : "ArrowLeft";
      return v > y ? "ArrowDown" : "ArrowUp";
    }"""  # noqa: E501
    return str(player.page.evaluate(way, place))


def nod(player: Player) -> None:
    """Who is asked whether they mean it has the focus on the safe answer; Tab leads to the other."""
    player.page.keyboard.press("Tab")
    player.wait_for("() => document.activeElement?.id === 'sure-yes'")
    player.page.keyboard.press("Enter")


@pytest.mark.parametrize("turns", [3, WHOLE])
def test_a_whole_solo_game_by_keyboard_alone(server: Server, player: Player, turns: int) -> None:
    """It is stopped after so many turns, if it is not over by itself."""
    follower = Follower(server, player.play("mosaix", ME))
    player.wait_turn()
    tab_to_board(player)
    number = 0
    for _ in range(200):
        table = follower.turn(player, number)
        if table["over"]:
            break
        moves = [one["move"] for one in table["choices"]]
        move = STOP if turns <= 0 and STOP in moves else follower.sensible(0)
        choice = table["choices"][moves.index(move)]
        turns -= len(choice["paths"][0]) > 1
        sent = player.moves_sent
        for place in choice["paths"][0]:
            tab_to_board(player)
            walk_to(player, place)
            player.page.keyboard.press("Enter")
        if player.is_asked(sent):
            nod(player)
        number = table["number"] + 1
        player.wait_until(number)
    check_final(player)
