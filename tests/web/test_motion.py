"""Movement, frame by frame: no piece is ever shown at another size or place than its path allows."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.serving import Server
from tests.web.conftest import Seat
from tests.web.table import BOT, ME, Follower, Player

MOVES = 12
FILM = """
window.film = { frames: 0, flights: 0, wrong: [], seen: {} };
const rounded = (box) => [box.x, box.y, box.width, box.height].map((n) => Math.round(n * 10) / 10);
const near = (a, b) => Math.abs(a - b) < 1.6;
const rectOf = (place) => {
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
  const [from, to, around] = ["from", "to", "around"].map((name) => window.catalogue.places[flyer.dataset[name]]).map((place) => place && rectOf(place));
  const box = flyer.getBoundingClientRect();
  window.film.flights++;
  const isRight = around ? isOnItsArc(box, from, to, around) : isOnItsWay(box, from, to);
  if (!isRight) window.film.wrong.push(["flyer", flyer.dataset.flyer, rounded(box), rounded(from), rounded(to)]);
}
function watchPiece(piece) {
  const place = window.catalogue.places[piece.dataset.place];
  const box = rectOf(place);
  const [, x, y] = piece.getAttribute("transform").match(/translate\\(([-\\d.e]+) ([-\\d.e]+)\\)/).map(Number);
  if (!near(x, place.x) || !near(y, place.y)) window.film.wrong.push(["piece", piece.dataset.piece, x, y, place]);
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
    const flying = new Set([...document.querySelectorAll("#flyers .flyer")].map((one) => one.dataset.flyer));
    for (const piece of document.querySelectorAll(".panel [data-piece]:not(.arriving)")) {
      watchPiece(piece);
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


@pytest.mark.parametrize("game", ["mosaix", "maharani", "majolica"])
def test_no_piece_leaves_its_way_or_its_size(server: Server, person: Seat, game: str) -> None:
    player = person(reduced_motion="no-preference")
    player.context.add_init_script(FILM)
    table = player.play(game, ME, BOT)
    player.page.evaluate(
        "async () => { window.catalogue = await (await fetch(`/catalogues/${lastTable.catalogue}.json`)).json(); }"
    )
    follower, number = Follower(server, table), 0
    for _ in range(MOVES):
        now = follower.turn(player, number)
        if now["over"]:
            break
        number = player.choose(follower.sensible(now["seat"]), now) + 1
        player.wait_until(number)
        player.page.wait_for_timeout(400)
    film = filmed(player)
    assert film["wrong"][:3] == []
    assert film["flights"] > 10


def test_a_click_lets_everything_arrive_at_once(person: Seat) -> None:
    player = person(reduced_motion="no-preference")
    player.play("mosaix", ME)
    player.choose()
    player.page.locator("#flyers .flyer").first.wait_for(state="attached")
    player.page.locator("#ask").click()
    assert player.page.locator("#flyers .flyer, .panel .arriving").count() == 0
