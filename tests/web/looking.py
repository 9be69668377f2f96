"""What every page owes everybody: axe finds nothing, nothing is scrolled aside, and a thumb can hit everything."""

from __future__ import annotations

from typing import Literal, NamedTuple

from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import ViewportSize

from tests.web.table import Player

DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 360, "height": 740}
SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
SMALL = """() => {
  const inText = (one) => one.matches("a") && getComputedStyle(one).display === "inline";
  const target = (one) => (one.matches("input[type=checkbox], input[type=radio]") ? one.closest("label") : one);
  return [...document.querySelectorAll("a[href], button, summary, select, input, .panel .can .hit")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !inText(one) && !one.matches(".skip"))
    .map((one) => [one.outerHTML.slice(0, 90), target(one).getBoundingClientRect()])
    .filter(([, { width, height }]) => Math.min(width, height) < 39.5)
    .map(([what, { width, height }]) => `${Math.round(width)} x ${Math.round(height)}: ${what}`);
}"""
"""What a thumb may want to hit and is too small; links inside of a sentence are as high as its lines."""


class Sight(NamedTuple):
    """A way to look at a page."""

    size: ViewportSize
    scheme: Literal["dark", "light"]


SIGHTS = (Sight(DESK, "light"), Sight(PHONE, "dark"), Sight(DESK, "dark"), Sight(PHONE, "light"))


def see(player: Player, sight: Sight) -> None:
    """From now on the page is looked at like this."""
    player.page.set_viewport_size(sight.size)
    player.page.emulate_media(color_scheme=sight.scheme)


def violations(player: Player) -> list[str]:
    """What axe finds on the page as it is shown."""
    player.page.evaluate(SETTLED)
    if not player.page.evaluate("'axe' in window"):
        player.page.evaluate(AXE_SCRIPT)
    found = player.page.evaluate("axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)")
    return [f"{one['id']} {[(node['target'], node['failureSummary']) for node in one['nodes'][:4]]}" for one in found]


def fits_a_thumb(player: Player) -> bool:
    """Whether a phone scrolls nothing aside, and every target is large enough."""
    player.page.set_viewport_size(PHONE)
    assert player.page.evaluate("() => document.scrollingElement.scrollWidth - innerWidth") <= 0
    small = player.page.evaluate(SMALL)
    assert small == [], small
    return True
