"""Everything that may be clicked can be hit with a pointer: nothing lies hidden under something else."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from smalti.kernel.scene import Scene
from tests.play import new_match, positions

POSITIONS = 45
SETTINGS: list[tuple[str, int, dict[str, Any]]] = [
    ("mosaix", 2, {}),
    ("maharani", 2, {}),
    ("maharani", 4, {"plan": "compact"}),
    ("majolica", 1, {"expansions": ["bloom", "kaleidoscope", "missions"]}),
    ("majolica", 3, {}),
]

MISSED = """([picked, ids]) => {
  for (const one of document.querySelectorAll(".unfold")) {
    one.classList.toggle("unfolded", picked.includes(one.dataset.under));
  }
  const wanted = new Set(ids);
  const spots = [[.5, .5], [.25, .25], [.75, .75], [.25, .75], [.75, .25], [.1, .5], [.9, .5], [.5, .1], [.5, .9]];
  const hit = (x, y) => {
    let element = document.elementFromPoint(x, y);
    while (element && !wanted.has(element.id)) element = element.parentElement;
    return element?.id;
  };
  return ids.filter((id) => {
    const box = document.getElementById(id).getBoundingClientRect();
    return !spots.some(([fx, fy]) => hit(box.x + box.width * fx, box.y + box.height * fy) === id);
  });
}"""


def steps(scene: Scene) -> list[tuple[list[str], list[str]]]:
    """Every beginning of a path, and what may be clicked next."""
    following: dict[tuple[str, ...], set[str]] = {}
    for choice in scene.choices:
        for path in choice.paths:
            for n, step in enumerate(path):
                following.setdefault(path[:n], set()).add(step)
    return [(list(picked), sorted(ids)) for picked, ids in following.items()]


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: f"{setting[0]}-{setting[1]}")
def test_nothing_that_may_be_clicked_is_covered(browser: Browser, setting: tuple[str, int, dict[str, Any]]) -> None:
    page = browser.new_page(viewport={"width": 1400, "height": 1200})
    for _, (match, seat, _) in zip(range(POSITIONS), positions(new_match(*setting, seed=3), 3), strict=False):
        scene = match.game.drawn.scene(match.position.state, seat, "en")
        sized = scene.svg.replace("<svg ", f'<svg width="{scene.width:g}" height="{scene.height:g}" ', 1)
        page.set_content(f'<body style="margin:0">{sized}</body>')
        for step in steps(scene):
            assert page.evaluate(MISSED, step) == []
    page.close()
