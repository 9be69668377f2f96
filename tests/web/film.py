"""Films a turn of each game, a frame every 60 ms of its own time, as a strip of frames at a desk and on a phone.

Run by hand: `python -m tests.web.film FOLDER`, with the names of some games for those only, `--size phone` for that
size only. The browser's clock is slowed down, so that a picture can be taken of every frame: what is seen is what the
page does, only later.
"""

from __future__ import annotations

import argparse
import base64
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from smalti.kernel.reader import reader
from smalti.kernel.seeing import stage_of
from tests.server.serving import Server, serving
from tests.web.chromium import ARGUMENTS, MISSING, find_chromium
from tests.web.table import BOT, ME, Follower, Player

SIZES: dict[str, ViewportSize] = {"desk": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}
ACROSS = {"desk": (4, 480), "phone": (8, 240)}
"""How many frames stand in a row of the strip, and how wide each is."""
BEFORE = {"mosaix": 4, "maharani": 8, "majolica": 12}
"""How many own moves lie before the film at least."""
WORTH = {"mosaix": "", "maharani": "grow", "majolica": "glow"}
"""A motion that the move has which is filmed."""
ON_A_SHEET = {"desk": 16, "phone": 16}
KEPT = {"desk": 12, "phone": 16}
PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
FRAME_MS = 60
SLOWER = 12
MOST_FRAMES = 60
QUIET_FRAMES = 4
ENOUGH = 30
MIND = "heuristic"
SLOW_MOTION = """
{
  const slower = %d;
  window.slowly = false;
  const [later, frame, now] = [window.setTimeout, window.requestAnimationFrame, performance.now.bind(performance)];
  const moment = (real) => (window.slowly ? window.since + (real - window.since) / slower : real);
  window.setTimeout = (run, ms = 0, ...order) => later(run, window.slowly ? ms * slower : ms, ...order);
  window.requestAnimationFrame = (run) => frame((real) => run(moment(real)));
  performance.now = () => moment(now());
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...order) {
    const made = animate.apply(this, order);
    if (window.slowly) made.playbackRate = 1 / slower;
    return made;
  };
  window.slowDown = () => ([window.slowly, window.since] = [true, now()]);
}
"""
IS_BUSY = """() => document.body.classList.contains('moving')
  || !(window.lastTable.paths.length || window.lastTable.over)
  || document.querySelector('#ceremony:not([hidden]):not(.crowned)') !== null"""


def film(player: Player) -> list[bytes]:
    """Frame after frame until nothing has moved for a while; frames that look the same are kept once."""
    camera = player.context.new_cdp_session(player.page)
    taken: list[bytes] = []
    quiet = 0
    while len(taken) < MOST_FRAMES and quiet < QUIET_FRAMES:
        shot = camera.send("Page.captureScreenshot", {"format": "jpeg", "quality": 70})
        data = base64.b64decode(shot["data"])
        is_new = not taken or data != taken[-1]
        if is_new:
            taken.append(data)
        quiet = 0 if is_new or player.page.evaluate(IS_BUSY) else quiet + 1
        player.page.evaluate("ms => new Promise((done) => setTimeout(done, ms))", FRAME_MS)
    camera.detach()
    return taken


def strips(browser: Browser, frames: list[bytes], size: str, path: Path) -> None:
    """Frames side by side in the order they were taken, each with its number, some on a sheet."""
    for first in range(0, len(frames), ON_A_SHEET[size]):
        name = f"{path}-{first // ON_A_SHEET[size]}.png"
        strip(browser, dict(enumerate(frames[first : first + ON_A_SHEET[size]], first)), size, Path(name))


def strip(browser: Browser, frames: dict[int, bytes], size: str, path: Path) -> None:
    """One sheet."""
    across, width = ACROSS[size]
    pictures = "".join(
        f'<figure><img src="data:image/jpeg;base64,{base64.b64encode(one).decode()}"><b>{n}</b></figure>'
        for n, one in frames.items()
    )
    style = f"""body {{ margin: 0; display: grid; grid-template-columns: repeat({across}, {width}px); gap: 4px; }}
      figure {{ margin: 0; position: relative; }} img {{ width: 100%; display: block; }}
      b {{ position: absolute; left: 0; top: 0; font: 14px sans-serif; background: #fff; padding: 0 4px; }}"""
    page = browser.new_page(viewport={"width": across * (width + 4), "height": 400})
    page.set_content(f"<style>{style}</style>{pictures}")
    page.wait_for_function("() => [...document.images].every((one) => one.complete)")
    if path.suffix == ".webp":
        height = page.evaluate("document.body.scrollHeight")
        page.set_viewport_size({"width": across * (width + 4), "height": height})
        camera = page.context.new_cdp_session(page)
        shot = camera.send("Page.captureScreenshot", {"format": "webp", "quality": 60})
        path.write_bytes(base64.b64decode(shot["data"]))
    else:
        page.screenshot(path=path, full_page=True)
    page.close()


def keep(browser: Browser, frames: list[bytes], size: str, name: str) -> None:
    """Some of the frames, evenly spread, for `docs/pictures`."""
    chosen = {round(n * (len(frames) - 1) / (KEPT[size] - 1)) for n in range(KEPT[size])}
    strip(browser, {n: frames[n] for n in sorted(chosen)}, size, PICTURES / f"film-{name}-{size}.webp")


def somebody(server: Server, browser: Browser) -> Player:
    """Somebody with a slow browser that shows movement."""
    player = Player(server, browser.new_context(viewport=SIZES["desk"], locale="en-GB"))
    player.context.set_default_timeout(300_000)
    player.context.add_init_script(SLOW_MOTION % SLOWER)
    player.post("/api/name", {"name": "Ada"})
    return player


OWN = "() => window.lastTable.log.filter((event) => event.by === 0).length"
OTHERS = "() => window.lastTable.log.filter((event) => event.by > 0).length"


def move(player: Player, follower: Follower) -> None:
    """Makes a sensible move, and waits until it has been made: others may choose at the same time."""
    now, before = follower.turn(player), player.page.evaluate(OWN)
    chosen = follower.sensible(now["seat"])
    for place in next(one for one in now["choices"] if one["move"] == chosen)["paths"][0]:
        player.can_at(place).dispatch_event("click")
    player.wait_for(f"before => ({OWN})() > before", before)


def motions(follower: Follower, seat: int) -> set[str]:
    """How what comes of the next sensible move is seen."""
    position = follower.catch_up()
    kinds = stage_of(position.game, position.state).kinds
    rows = reader(position.game).happens(position.state, seat, seat, follower.sensible(seat))
    return {kinds[row.kind].motion for row in rows}


def turn(player: Player, game: str, size: str) -> list[bytes]:
    """A table in the middle of a game with two bots; films an own turn and what the others do then."""
    bots = [{**BOT, "bot": MIND, "name": name} for name in ("Blaise", "Cleo")]
    table = player.play(game, ME, *bots)
    player.page.evaluate("() => localStorage.setItem('smalti-help', 'false')")
    player.page.evaluate("() => localStorage.setItem('smalti-speed', '\"none\"')")
    follower = Follower(player.server, table, MIND)
    made = 0
    while made < BEFORE[game] or WORTH[game] not in motions(follower, follower.turn(player)["seat"]):
        move(player, follower)
        made += 1
    player.page.set_viewport_size(SIZES[size])
    player.wait_turn()
    player.wait_for("() => !document.body.classList.contains('moving')")
    player.page.evaluate("() => { localStorage.setItem('smalti-speed', '\"normal\"'); slowDown(); }")
    frames: list[bytes] = []
    before = player.page.evaluate(OTHERS)
    while True:
        move(player, follower)
        frames += film(player)
        have_answered = player.page.evaluate(OTHERS) > before
        if (have_answered and len(frames) > ENOUGH) or player.table["over"]:
            return frames


def end(player: Player) -> list[bytes]:
    """Lets a bot play on, and films what comes after the last move."""
    player.page.evaluate("() => { window.slowly = false; localStorage.setItem('smalti-speed', '\"fast\"'); }")
    player.post(f"/api/tables/{player.table['id']}/seat", {"seat": 0, "bot": MIND})
    player.wait_for("() => window.lastTable.over && !document.getElementById('ceremony').hidden")
    player.page.evaluate("() => { localStorage.setItem('smalti-speed', '\"normal\"'); slowDown(); }")
    return film(player)


def take(server: Server, browser: Browser, game: str, size: str, folder: Path) -> None:
    """Films a turn and the end; all frames go to the folder, some to `docs/pictures`."""
    player = somebody(server, browser)
    films = {game: turn(player, game, size), f"{game}-end": end(player)}
    for name, frames in films.items():
        strips(browser, frames, size, folder / f"{name}-{size}")
        keep(browser, frames, size, name)
        print(f"{name} {size}: {len(frames)} frames", flush=True)  # noqa: T201
    player.context.close()


def ordered() -> argparse.Namespace:
    """What is to be filmed, and where it goes."""
    options = argparse.ArgumentParser(prog="python -m tests.web.film", description=__doc__)
    options.add_argument("folder", type=Path, help="where all frames go")
    options.add_argument("games", nargs="*", choices=[*BEFORE, []], metavar="game", help=", ".join(BEFORE))
    options.add_argument("--size", choices=SIZES, action="append", help="only there")
    return options.parse_args()


def main() -> int:
    """Starts a server and a browser and films."""
    order, path = ordered(), find_chromium()
    if path is None:
        print(MISSING, file=sys.stderr)  # noqa: T201
        return 1
    folder, wanted, sizes = order.folder, order.games or list(BEFORE), order.size or list(SIZES)
    folder.mkdir(exist_ok=True, parents=True)
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        for game in wanted:
            for size in sizes:
                take(server, browser, game, size, folder)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
