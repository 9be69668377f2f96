"""How it feels: turns one after the other and shown again, speed, sounds, vibration, and the end with its podium."""

from __future__ import annotations

from typing import Any

from tests.server.serving import Server
from tests.web.looking import violations
from tests.web.people import Seat
from tests.web.stillness import hold, let_go
from tests.web.table import BOT, ME, Follower, Player

WATCH = """
window.seen = { flyers: 0, rooms: 0, notes: 0, buzzes: [], together: [], asked: 0, captions: new Set() };
new MutationObserver((changes) => {
  for (const change of changes) for (const one of change.addedNodes) if (one.matches?.(".flyer, .chip")) window.seen.flyers++;
}).observe(document, { childList: true, subtree: true });
const Room = window.AudioContext;
window.AudioContext = class extends Room { constructor(...order) { super(...order); window.seen.rooms++; } };
const start = AudioScheduledSourceNode.prototype.start;
AudioScheduledSourceNode.prototype.start = function (...order) { window.seen.notes++; return start.apply(this, order); };
navigator.vibrate = (pattern) => { window.seen.buzzes.push(pattern); return true; };
const look = () => {
  const seats = new Set([...document.querySelectorAll("#flyers .flyer")].map((one) => one.dataset.seat).filter((seat) => seat >= 0));
  if (seats.size > 1) window.seen.together.push([...seats]);
  const caption = document.querySelector(".following #caption");
  if (caption) window.seen.captions.add(caption.textContent);
  if (caption && getComputedStyle(document.getElementById("ask")).opacity !== "0") window.seen.asked++;
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""  # noqa: E501
LYING = """() => JSON.stringify([...document.querySelectorAll(".panel [data-piece]")].map((one) =>
  [Number(one.dataset.piece), Number(one.dataset.place), one.textContent]).sort((a, b) => a[0] - b[0]))"""
IS_STILL = "() => !document.body.classList.contains('moving')"
SPEAKERS = [{**BOT, "name": "Blaise"}, {**BOT, "name": "Cleo"}]
VISIBLE = "(names) => [...document.querySelectorAll(names)].map((one) => getComputedStyle(one).visibility)"
SKIP = f"""(names) => {{
  const skip = document.querySelector("#ceremony:not([hidden], .crowned) .primary");
  const seen = skip && ({VISIBLE})(names);
  skip?.click();
  return seen;
}}"""
"""While it is counted: what is seen of some elements then, and no more counting."""
RENDER = """async () => {
  const { SOUNDS, write } = await import("/static/table/sound.js");
  const found = {};
  for (const name of Object.keys(SOUNDS)) {
    const room = new OfflineAudioContext(1, 48000 * 2, 48000);
    write(room, name, 0, 1);
    const heard = (await room.startRendering()).getChannelData(0);
    found[name] = [Math.max(...heard.map(Math.abs)), Math.max(...heard.slice(48000 * 1.5).map(Math.abs))];
  }
  return found;
}"""


def watched(person: Seat, **wishes: Any) -> Player:
    """Somebody who likes it fast."""
    player = person(own=True, **wishes)
    player.page.add_init_script(WATCH)
    player.page.add_init_script("localStorage['smalti-speed'] ??= JSON.stringify('fast')")
    return player


def settings(player: Player) -> None:
    player.page.locator("[data-drawer=more]").click()


def turn(player: Player, follower: Follower) -> None:
    """Moves until the others have had their turns and something can be chosen again."""
    while not player.page.locator("#since-turns .line").count():
        now = follower.turn(player)
        player.choose(follower.sensible(now["seat"]), now)
        player.wait_until(now["number"] + 1)
        player.wait_turn()


def test_turns_of_others_come_one_after_the_other_and_can_be_shown_again(server: Server, person: Seat) -> None:
    player = watched(person, reduced_motion="no-preference")
    hold(player)
    table = player.play("maharani", ME, *SPEAKERS)
    turn(player, Follower(server, table))
    player.page.locator("body.moving").wait_for()
    assert player.page.locator("#since-turns .line b:first-child").all_inner_texts() == ["Blaise", "Cleo"]
    player.can.first.click()  # whoever acts is at the present at once
    assert player.page.evaluate(IS_STILL)
    assert player.page.locator(".panel .picked, .panel .can").count() > 0
    player.page.keyboard.press("Escape")
    lying = player.page.evaluate(LYING)

    player.page.locator("#since-turns .line").first.focus()
    player.page.keyboard.press("Enter")
    player.page.locator("body.moving").wait_for()
    assert player.page.evaluate(LYING) != lying
    let_go(player)
    player.wait_for(IS_STILL)
    assert player.page.evaluate(LYING) == lying
    assert player.page.evaluate("[...window.seen.captions].some((one) => one.startsWith('Blaise places the '))")

    player.page.reload()
    player.wait_turn()
    let_go(player)
    player.page.locator("#since-all").click()
    player.wait_for("() => document.getElementById('caption').textContent.startsWith('Cleo')")
    player.wait_for(IS_STILL)
    assert player.page.evaluate(LYING) == lying
    assert player.page.evaluate("window.seen.together") == []
    assert player.page.evaluate("window.seen.asked") == 0  # nothing is asked before all is shown
    assert player.page.locator("#ask").evaluate("one => getComputedStyle(one).opacity") == "1"


def test_without_movement_turns_are_shown_again_step_by_step(server: Server, person: Seat) -> None:
    player = watched(person)
    hold(player)
    turn(player, Follower(server, player.play("maharani", ME, *SPEAKERS)))
    player.page.set_viewport_size({"width": 390, "height": 844})
    lying = player.page.evaluate(LYING)
    player.page.locator("[data-drawer=history]").click()
    player.page.locator("#since-turns .line").last.click()
    player.page.locator("body.moving").wait_for()
    assert player.page.locator("#history").is_hidden()  # it makes room for the board
    assert player.page.evaluate(LYING) != lying
    let_go(player)
    player.wait_for(IS_STILL)
    assert player.page.evaluate(LYING) == lying
    assert player.page.evaluate("window.seen.flyers") == 0


def test_speed_sound_and_vibration_are_chosen_and_kept(person: Seat) -> None:
    player = watched(person, reduced_motion="no-preference")
    player.play("mosaix", ME)
    player.move()
    player.wait_for("() => window.seen.flyers > 0")
    seen = player.page.evaluate("window.seen")
    assert (seen["rooms"], seen["notes"]) == (0, 0)  # off until it is switched on
    assert seen["buzzes"] != []

    settings(player)
    player.page.locator("[data-choice=speed]").select_option("none")
    player.page.locator("[data-switch=sound]").check()
    player.page.locator("[data-choice=volume]").fill("20")
    player.page.locator("[data-switch=buzz]").uncheck()
    player.page.reload()
    player.wait_turn()
    settings(player)
    assert player.page.locator("[data-choice=speed]").input_value() == "none"
    assert player.page.locator("[data-choice=volume]").input_value() == "20"
    player.move()
    player.wait_for("() => window.seen.rooms === 1 && window.seen.notes > 0")
    seen = player.page.evaluate("window.seen")
    assert (seen["flyers"], seen["buzzes"]) == (0, [])


def test_every_sound_is_small_and_ends(player: Player) -> None:
    player.play("mosaix", ME)
    for name, (loudest, rest) in player.page.evaluate(RENDER).items():
        assert 0.02 < loudest < 1, name
        assert rest < 0.001, name


def totals(player: Player) -> dict[str, list[int]]:
    """The points of each name, category by category, as they stand in the table of the ceremony."""
    names = player.page.locator(".counting thead th").all_inner_texts()
    rows = [row.locator("td").all_inner_texts() for row in player.page.locator(".counting tbody tr").all()]
    return {name: [int(row[n]) for row in rows] for n, name in enumerate(names)}


def test_the_end_is_counted_by_category_once_and_again_when_asked(person: Seat) -> None:
    player = watched(person, viewport={"width": 390, "height": 844})
    table = player.play("mosaix", ME, *SPEAKERS, BOT)
    player.post(f"/api/tables/{table}/seat", {"seat": 0, "bot": "random"})
    player.page.locator("#ceremony.crowned").wait_for()
    scores = {seat["name"]: seat["score"] for seat in player.table["seats"]}
    assert {name: sum(points) for name, points in totals(player).items()} == scores
    assert player.page.locator(".counting tbody tr:not(.counted)").count() == 0
    steps = player.page.locator(".podium .score").all_inner_texts()
    assert [int(step) for step in steps] == sorted(scores.values(), reverse=True)
    boxes = [one.bounding_box() for one in player.page.locator(".side, .podium .step, .counting th").all()]
    assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in boxes)  # all seats, also on a phone
    assert player.page.locator(".side").count() == 4
    assert player.page.evaluate("window.seen.flyers") == 0

    assert violations(player) == []

    player.page.keyboard.press("Escape")
    assert player.page.locator("#ceremony").is_hidden()
    player.page.reload()
    player.wait_turn()
    assert player.page.locator("#ceremony").is_hidden()
    player.page.locator("#after summary").click()
    player.page.get_by_role("button", name="Count the points again").click()
    player.page.locator("#ceremony.crowned").wait_for()
    player.page.locator(".moment button").click()  # the best moment is shown on the board
    player.page.locator("body.replaying").wait_for()
    assert player.page.locator("#ceremony").is_hidden()


def test_the_end_can_be_skipped(person: Seat) -> None:
    player = watched(person, reduced_motion="no-preference")
    player.play("mosaix", ME)
    player.move()
    player.move(player.wait_turn(player.number)["choices"][-1]["move"])
    told = "#ask, #ceremony h2, #seats, #log"
    hidden = player.page.wait_for_function(SKIP, arg=told)
    assert hidden.json_value() == ["hidden"] * 4, "nobody is named before all is counted"
    player.page.locator("#ceremony.crowned").wait_for()
    assert player.page.evaluate(VISIBLE, told) == ["visible"] * 4
    assert player.page.locator(".counting tbody tr:not(.counted)").count() == 0
