"""Everything that may be clicked can be hit with a pointer: nothing lies hidden under something else."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from playwright.sync_api import Browser

from smalti.games import find_game
from smalti.kernel.reader import reader
from smalti.kernel.stage import catalogue
from tests.play import new_match, positions
from tests.server.serving import Server

SETTINGS: list[Any] = [
    ("mosaix", 2, {}),
    pytest.param(("maharani", 2, {}), marks=pytest.mark.long),
    ("maharani", 4, {"plan": "compact"}),
    ("majolica", 1, {"expansions": ["bloom", "kaleidoscope", "missions"]}),
    pytest.param(("majolica", 3, {}), marks=pytest.mark.long),
]

OPEN = """async (sent) => {
  document.body.innerHTML = '<div id="table"><section id="board"></section></div><div id="flyers"></div>'
    + '<div id="decision"></div><p id="preview"></p>';
  document.body.className = "at-table";
  const load = (name) => import(`/static/table/${name}.js`);
  const [{ readCatalogue }, { Stage }, { Telling }, { drawMarks }, { newModel, nextPlaces }, { readPaths, readPieces }, { layoutOf, panelsWith }] =
    await Promise.all(["catalogue", "stage", "words", "marks", "state", "rows", "layout"].map(load));
  const known = readCatalogue(sent);
  const stage = new Stage(known, new Telling(known));
  window.missed = ({ eyes, pieces, offers, paths }) => {
    for (const key of [...stage.shown.keys()]) if (key[0] === "p") stage.take(Number(key.slice(1)));
    const lying = readPieces(pieces);
    for (const piece of lying.values()) stage.put(piece);
    stage.offer(readPieces(offers));
    const held = panelsWith(known, [...lying.values(), ...readPieces(offers).values()]);
    stage.arrange(layoutOf(known, eyes, held));
    const model = { ...newModel(), table: { paths: readPaths(paths), number: 1, seat: eyes, asks: [] } };
    const beginnings = new Set(model.table.paths.flatMap(({ places }) => places.map((_, n) => places.slice(0, n).join())));
    return [...beginnings].flatMap((beginning) => {
      model.picked = beginning ? beginning.split(",").map(Number) : [];
      drawMarks(stage, model, []);
      return [...nextPlaces(model)].filter((place) => !hit(place)).map((place) => [...model.picked, place]);
    });
  };
  const spots = [[.5, .5], [.25, .25], [.75, .75], [.25, .75], [.75, .25], [.1, .5], [.9, .5], [.5, .1], [.5, .9]];
  const hit = (place) => {
    const box = document.querySelector(`.panel .can[data-place="${place}"]`)?.getBoundingClientRect();
    const reached = known.places.get(place).hit.length ? "every" : "some"; // what is larger than it looks is so everywhere
    return box && spots[reached](([x, y]) => {
      const found = document.elementFromPoint(box.x + box.width * x, box.y + box.height * y)?.closest("[data-place]");
      return Number(found?.getAttribute("data-place")) === place;
    });
  };
}"""  # noqa: E501


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: f"{setting[0]}-{setting[1]}")
@pytest.mark.parametrize("moments", [range(0, 45, 14), pytest.param(range(45), marks=pytest.mark.long)], ids=len)
def test_nothing_that_may_be_clicked_is_covered(
    server: Server, browser: Browser, setting: tuple[str, int, dict[str, Any]], moments: range
) -> None:
    game = find_game(setting[0])
    read, match = reader(game), new_match(*setting, seed=3)
    page = browser.new_page(viewport={"width": 1400, "height": 1200})
    page.goto(f"{server.url}/about")
    page.add_style_tag(url="/static/table.css")
    page.evaluate(OPEN, catalogue(game.name, game.tables.stage(match.position.state), "en"))
    for now, seat, _ in islice(positions(match, 3), moments.start, moments.stop, moments.step):
        view = game.course.view(now.position.state, seat)
        sent = {
            "pieces": [number for row in read.pieces(view, seat) for number in row],
            "offers": [number for row in read.offers(view, seat) for number in row],
            "paths": [number for row in read.paths(view, seat) for number in row],
        }
        assert page.evaluate("(sent) => window.missed(sent)", {"eyes": seat, **sent}) == []
    page.close()
