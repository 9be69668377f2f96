"""Movement, frame by frame: no piece is ever shown at another size or place than its path allows."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.serving import Server
from tests.web.people import Seat
from tests.web.stillness import hold
from tests.web.table import BOT, ME, Follower, Player, one_of, play_on

FILMED = [(2, "fast"), pytest.param(12, "normal", marks=pytest.mark.long)]
"""So many moves are filmed at least, and how fast it moves."""
MOST_MOVES = 60
FILM = """
window.film = { frames: 0, flights: 0, wrong: [], seen: {}, kinds: {} };
const rounded = (box) => [box.x, box.y, box.width, box.height].map((n) => Math.round(n * 10) / 10);
const near = (a, b) => Math.abs(a - b) < 1.6;
const rectOf = (whole, look) => {
  const most = window.catalogue.looks[look]?.largest ?? Infinity;
  const [width, height] = [Math.min(whole.width, most), Math.min(whole.height, most)];
  const place = { ...whole, x: whole.x + (whole.width - width) / 2, y: whole.y + (whole.height - height) / 2, width, height };
  const drawing = document.querySelector(`[data-panel="${place.panel}"] .panel`)?.getBoundingClientRect();
  const panel = window.catalogue.panels.find((one) => one.number === place.panel);
  if (!drawing?.width) return null;
  const scale = drawing.width / panel.width;
  return { x: drawing.x + place.x * scale, y: drawing.y + place.y * scale, width: place.width * scale, height: place.height * scale };
};
const lies = (a, b, value) => value > Math.min(a, b) - 1.6 && value < Math.max(a, b) + 1.6;
function isOnItsWay(box, from, to) {
  const far = ["x", "y", "width", "height"].sort((a, b) => Math.abs(to[b] - from[b]) - Math.abs(to[a] - from[a]))[0];
  const part = Math.abs(to[far] - from[far]) < 0.5 ? 0 : (box[far] - from[far]) / (to[far] - from[far]);
  return part > -0.02 && part < 1.02 && ["x", "y", "width", "height"].every((name) => near(box[name], from[name] + (to[name] - from[name]) * part));
}
function isOnItsArc(box, from, to, around) {
  const [x, y] = [around.x + around.width / 2, around.y + around.height / 2];
  const far = (one) => Math.hypot(one.x + one.width / 2 - x, one.y + one.height / 2 - y);
  return lies(far(from), far(to), far(box)) && lies(from.width, to.width, box.width) && lies(from.height, to.height, box.height);
}
function watchFlyer(flyer) {
  const [from, to, around] = ["from", "to", "around"].map((name) => window.catalogue.places[flyer.dataset[name]]).map((place) => place && rectOf(place, flyer.dataset.look));
  const box = flyer.getBoundingClientRect();
  window.film.flights++;
  const isRight = around ? isOnItsArc(box, from, to, around) : isOnItsWay(box, from, to);
  if (!isRight) window.film.wrong.push(["flyer", flyer.dataset.flyer, rounded(box), rounded(from), rounded(to)]);
  watchInside(flyer, box);
}
// What tumbles or is turned over does so within its box, a hop and the corners of a turned square aside, and one face at a time.
function watchInside(flyer, box) {
  const inside = [...flyer.children].filter((one) => Number(getComputedStyle(one).opacity) > 0 && getComputedStyle(one).scale !== "0 1");
  if (flyer.children.length > 1) window.film.kinds[flyer.children.length === 2 ? "flip" : "roll"] = true;
  if (inside.length > 1) window.film.wrong.push(["faces", flyer.dataset.flyer, inside.length]);
  const symbols = flyer.children.length > 1 ? inside.flatMap((one) => [...one.querySelectorAll("use")]) : [];
  for (const one of symbols) {
    const seen = one.getBoundingClientRect();
    const [x, y] = [seen.x + seen.width / 2 - box.x - box.width / 2, seen.y + seen.height / 2 - box.y - box.height / 2];
    const isIn = Math.abs(x) < 0.1 * box.width && y < 0.1 * box.height && y > -0.45 * box.height;
    if (!isIn || seen.width > 1.5 * box.width + 2 || seen.height > 1.5 * box.height + 2) window.film.wrong.push(["inside", flyer.dataset.flyer, rounded(seen), rounded(box)]);
  }
}
// What comes up where it lies is never larger than it will be, and stays around its middle.
function watchGrowing(piece) {
  const moving = piece.getAnimations().some((one) => one.playState === "running" && one.effect.getKeyframes().some((frame) => "scale" in frame));
  if (!moving) return;
  window.film.kinds.grow = true;
  const scale = Number(getComputedStyle(piece).scale);
  if (!(scale > 0.19 && scale < 1.001)) window.film.wrong.push(["grows", piece.dataset.piece, scale]);
  const [seen, place] = [piece.getBoundingClientRect(), rectOf(window.catalogue.places[piece.dataset.place])];
  const isCentred = Math.abs(seen.x + seen.width / 2 - place.x - place.width / 2) < place.width / 2 + 2 && Math.abs(seen.y + seen.height / 2 - place.y - place.height / 2) < place.height / 2 + 2;
  if (!isCentred) window.film.wrong.push(["grows away", piece.dataset.piece, rounded(seen), rounded(place)]);
}
function watchChip(chip) {
  const box = chip.getBoundingClientRect();
  if (box.right < 0 || box.bottom < 0 || box.left > innerWidth || box.top > innerHeight) window.film.wrong.push(["chip", chip.textContent, rounded(box)]);
}
function watchGlow(light) {
  window.film.kinds.glow = true;
  if (![...Object.values(window.catalogue.places)].some((place) => near(place.x, light.x.baseVal.value) && near(place.y, light.y.baseVal.value) && near(place.width, light.width.baseVal.value))) window.film.wrong.push(["glow", light.x.baseVal.value]);
}
function watchPiece(piece) {
  const place = window.catalogue.places[piece.dataset.place];
  const box = rectOf(place);
  const [, x, y] = piece.getAttribute("transform").match(/translate\\(([-\\d.e]+) ([-\\d.e]+)\\)/).map(Number);
  const own = piece.querySelector("use");
  const isCentred = own && near(x + own.width.baseVal.value / 2, place.x + place.width / 2) && near(y + own.height.baseVal.value / 2, place.y + place.height / 2);
  if ((!near(x, place.x) || !near(y, place.y)) && !isCentred) window.film.wrong.push(["piece", piece.dataset.piece, x, y, place]);
  for (const use of piece.querySelectorAll("use")) {
    const [width, height] = [Number(use.getAttribute("width")), Number(use.getAttribute("height"))];
    const key = `${piece.dataset.place} ${use.getAttribute("href")} ${Math.round(width)} ${Math.round(height)}`;
    window.film.seen[key] = true;
    if (width > place.width * 1.6 || height > place.height * 1.6) window.film.wrong.push(["size", key, place.width, place.height]);
  }
  if (!box) window.film.wrong.push(["nowhere", piece.dataset.piece]);
}
function frame() {
  if (window.catalogue && window.lastTable) {
    window.film.frames++;
    for (const flyer of document.querySelectorAll("#flyers .flyer")) watchFlyer(flyer);
    for (const chip of document.querySelectorAll("#flyers .chip")) watchChip(chip);
    for (const light of document.querySelectorAll(".panel .glow")) watchGlow(light);
    const flying = new Set([...document.querySelectorAll("#flyers .flyer")].map((one) => one.dataset.flyer));
    for (const piece of document.querySelectorAll(".panel [data-piece]:not(.arriving)")) {
      watchPiece(piece);
      watchGrowing(piece);
      if (flying.has(piece.dataset.piece)) window.film.wrong.push(["twice", piece.dataset.piece]);
    }
  }
  requestAnimationFrame(frame);
}
requestAnimationFrame(frame);
"""  # noqa: E501


def filmed(player: Player) -> dict[str, Any]:
    player.wait_for("() => document.querySelectorAll('#flyers > *').length === 0")
    found: dict[str, Any] = player.page.evaluate("window.film")
    return found


KINDS = {"mosaix": {"roll"}, "maharani": {"flip", "grow"}, "majolica": {"glow"}}
"""What must have been seen of each game, besides flights."""


@pytest.mark.parametrize("game", one_of(KINDS, "maharani"))
@pytest.mark.parametrize(("moves", "speed"), FILMED)
def test_no_piece_leaves_its_way_or_its_size(server: Server, person: Seat, game: str, moves: int, speed: str) -> None:
    player = person(own=True, reduced_motion="no-preference")
    player.page.add_init_script(FILM)
    player.page.add_init_script(f"localStorage.setItem('smalti-speed', JSON.stringify({speed!r}))")
    table = player.play(game, ME, BOT)
    player.page.evaluate(
        "async () => { window.catalogue = await (await fetch(`/catalogues/${lastTable.catalogue}.json`)).json(); }"
    )
    follower, number = Follower(server, table), 0
    for made in range(MOST_MOVES):
        now = follower.turn(player, number)
        if now["over"] or (made >= moves and KINDS[game] <= set(player.page.evaluate("window.film.kinds"))):
            break
        number = player.choose(follower.sensible(now["seat"]), now) + 1
        player.wait_until(number)
        player.wait_for("() => !document.body.classList.contains('moving')")
    film = filmed(player)
    assert film["wrong"][:3] == []
    assert film["flights"] > 10
    assert set(film["kinds"]) >= KINDS[game]


def test_a_click_lets_everything_arrive_at_once(person: Seat) -> None:
    player = person(own=True, reduced_motion="no-preference")
    hold(player)
    player.play("mosaix", ME)
    player.choose()
    player.page.locator("#flyers .flyer").first.wait_for(state="attached")
    player.page.locator("#ask").click()
    assert player.page.locator("#flyers .flyer, .panel .arriving").count() == 0


WATCH_TITLES = """window.mixed = new Set();
document.addEventListener("DOMContentLoaded", () => {
  const look = () => {
    const seen = [...document.querySelectorAll(".ground > .title")].filter((one) => one.checkVisibility({ visibilityProperty: true }));
    const at = seen.map((one) => [one.textContent, one.getBoundingClientRect()]);
    for (const [a, p] of at) for (const [b, q] of at) if (a < b && Math.hypot(p.x - q.x, p.y - q.y) < 12) window.mixed.add(a + b);
    requestAnimationFrame(look);
  };
  look();
});"""  # noqa: E501
"""Looks at every frame for titles of panels that are written over each other."""


def test_no_two_titles_are_written_over_each_other_while_dice_go_from_the_roll_to_the_formation(person: Seat) -> None:
    player = person(own=True, reduced_motion="no-preference")
    player.page.add_init_script(WATCH_TITLES)
    player.play("mosaix", ME, BOT)
    for _ in range(4):
        player.move()
    player.wait_turn()
    assert player.page.evaluate("[...window.mixed]") == []


WATCH_PANELS = """window.jumps = [];
document.addEventListener("DOMContentLoaded", () => {
  let before = [new Set(), "", ""];
  const look = () => {
    const flyers = new Set(document.querySelectorAll("#flyers .flyer"));
    const frames = [...document.querySelectorAll("#board .frame")].map((one) => `${one.dataset.panel} ${one.style.cssText}`).join();
    const asked = document.getElementById("ask").textContent;
    const isSame = [...flyers].some((one) => before[0].has(one));
    if (isSame && frames !== before[1]) window.jumps.push([before[1], frames]);
    if (flyers.size && document.querySelector(".following") && getComputedStyle(document.getElementById("ask")).opacity !== "0") window.jumps.push(asked);
    before = [flyers, frames, asked];
    requestAnimationFrame(look);
  };
  look();
});"""  # noqa: E501
"""Looks at every frame for panels that change places, and questions that are asked, while something is in the air."""


def test_on_a_phone_panels_and_questions_wait_until_nothing_is_in_the_air(server: Server, person: Seat) -> None:
    player = person(own=True, reduced_motion="no-preference", viewport={"width": 390, "height": 844})
    player.page.add_init_script(WATCH_PANELS)
    table = player.play("majolica", ME, BOT)
    follower = Follower(server, table, "heuristic")
    play_on(player, follower, 6)
    player.wait_turn()
    player.wait_for("() => document.querySelectorAll('#flyers > *').length === 0")
    assert player.page.evaluate("window.jumps") == []
