"""Writes the icons of the application as PNG, from our own SVG. Run by hand: `python -m tests.web.icons`."""

from __future__ import annotations

import sys

from playwright.sync_api import sync_playwright

from smalti.server.http.app import STATIC
from tests.web.chromium import ARGUMENTS, MISSING, find_chromium

ICONS = {"icon-192": (192, 1.0), "icon-512": (512, 1.0), "icon-maskable-512": (512, 0.72)}
"""How large each is, and how much of it the drawing takes: a system may cut a mask out of the last one."""
SLATE = "#3a3f45"


def main() -> int:
    """Draws each icon in Chromium."""
    path = find_chromium()
    assert path is not None, MISSING
    drawing = (STATIC / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        for name, (size, part) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            ground = SLATE if part < 1 else "transparent"
            page.set_content(
                f"<style>body{{margin:0;background:{ground};display:grid;place-items:center;height:100vh}}"
                f"svg{{width:{size * part}px}}</style>{drawing}"
            )
            page.screenshot(path=STATIC / f"{name}.png", omit_background=True)
            page.close()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
