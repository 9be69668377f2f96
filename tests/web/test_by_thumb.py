"""Games by touch alone on a phone: taps on the screen where something glows, then the thumb confirms."""

from __future__ import annotations

from typing import Any

import pytest

from smalti.games import GAMES
from tests.server.serving import Server
from tests.web.looking import SETTLED
from tests.web.people import Seat
from tests.web.table import BOT, ME, MOST_MOVES, Follower, Player, one_of

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
FIRST_TURN = {"mosaix": 2, "maharani": 3, "majolica": 4}
"""About so many decisions make the first turn."""
SPOT = """(name) => {
  const one = document.querySelector(name);
  const box = (one?.querySelector(".hit") ?? one)?.getBoundingClientRect();
  if (!box?.width) return null;
  const parts = [0.5, 0.3, 0.7, 0.15, 0.85];
  const spots = parts.flatMap((down) => parts.map((across) => [box.x + box.width * across, box.y + box.height * down]));
  return spots.find(([x, y]) => document.elementFromPoint(x, y)?.closest(name) === one) ?? null;
}"""
"""Where on the screen a finger reaches something, in its middle if that is free."""
IN_VAIN = (
    """(name) => window.lastClick && (window.lastClick.defaultPrevented || !window.lastClick.target.closest(name))"""
)
"""Whether a tap reached nothing: what lay there has just taken the place of something else, or has moved on."""
MOST_IN_VAIN = 8
OWN = "() => window.lastTable.log.filter((event) => event.by === 0).length"
STATE = "() => JSON.stringify([document.querySelector('.lens') !== null, document.querySelectorAll('.picked').length])"


def touch(player: Player, name: str) -> None:
    """A finger on the screen, once nothing moves there any more."""
    player.page.evaluate(SETTLED)
    player.page.evaluate("() => (window.lastClick = null)")
    player.page.touchscreen.tap(*player.page.wait_for_function(SPOT, arg=name).json_value())


def pick(player: Player, place: int) -> None:
    """Taps a place that glows; a first tap may only enlarge what is around it."""
    name, picked = f'.panel .can[data-place="{place}"]', f'.panel .picked[data-place="{place}"]'
    done = vain = 0
    while done < 2 and vain < MOST_IN_VAIN:
        before = player.page.evaluate(STATE)
        touch(player, name)
        player.wait_for(f"([name, before]) => ({IN_VAIN})(name) || ({STATE})() !== before", [name, before])
        if player.page.locator(picked).count():
            return
        changed = player.page.evaluate(STATE) != before
        done, vain = done + changed, vain + (not changed)
    raise AssertionError(f"taps did not pick place {place}: {done} did something else, {vain} nothing")


def decide(player: Player, table: dict[str, Any], move: int) -> int:
    """Makes a move: what was tapped is shown with what it brings, and waits for the thumb. Returns the next number."""
    before = player.page.evaluate(OWN)
    for place in next(one for one in table["choices"] if one["move"] == move)["paths"][0]:
        pick(player, place)
    player.wait_for("() => document.querySelector('#preview').textContent.length > 3")
    assert player.page.evaluate(OWN) == before, "nothing is done before the thumb has confirmed it"
    touch(player, "#send")
    if player.page.locator("#sure[open]").count():
        touch(player, "#sure-yes")
    player.wait_for(f"(before) => ({OWN})() > before", before)
    return int(table["number"]) + 1


def play(player: Player, follower: Follower, most: int) -> int:
    """Plays on to the end, or for so many decisions; returns how many there were."""
    number = 0
    for made in range(most):
        table = follower.turn(player, number)
        if table["over"]:
            return made
        number = decide(player, table, follower.sensible(table["seat"]))
    return most


@pytest.mark.parametrize("game", one_of(GAMES, "mosaix"))
@pytest.mark.parametrize("is_whole", [False, pytest.param(True, marks=pytest.mark.long)])
def test_a_game_is_played_by_thumb_alone(server: Server, person: Seat, game: str, *, is_whole: bool) -> None:
    player = person(**PHONE)
    table = player.play(game, ME, BOT)
    player.page.locator("#lesson-deeds button").tap()
    made = play(player, Follower(server, table), MOST_MOVES if is_whole else FIRST_TURN[game])
    assert made >= FIRST_TURN[game]
    assert player.table["over"] or not is_whole
