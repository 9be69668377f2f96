"""A page in which what moves stays in the air until a test lets it go on: nobody has to look at the right moment."""

from __future__ import annotations

from tests.web.table import Player

HOLD = """
(() => {
  const [begin, stop, waiting] = [window.setTimeout, window.clearTimeout, new Map()];
  let isHeld = true;
  window.setTimeout = (run, ms = 0, ...rest) => {
    const id = begin(() => (isHeld && ms > 0 ? waiting.set(id, () => run(...rest)) : run(...rest)), ms);
    return id;
  };
  window.clearTimeout = (id) => (waiting.delete(id), stop(id));
  window.letGo = () => {
    isHeld = false;
    for (const [id, run] of [...waiting]) waiting.delete(id) && run();
  };
})();
"""
"""What is to happen after some time does not; what was clicked or came over the line does."""


def hold(player: Player) -> None:
    """From the next page on."""
    player.page.add_init_script(HOLD)


def let_go(player: Player) -> None:
    """Until the next page."""
    player.page.evaluate("window.letGo()")
