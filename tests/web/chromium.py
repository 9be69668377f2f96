"""The browser of the tests: an installed Chromium or Chrome, else Debian's package where it may be installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
UNUSED = (
    "WebUIOmniboxAimPopup",  # two pages for the address line, which nobody sees, are loaded with every new window
    "WebUIOmniboxPopup",
    # Playwright's own: of two such options the last one counts.
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
ARGUMENTS = (
    f"--disable-features={','.join(UNUSED)}",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
MISSING = (
    "The browser tests need Chromium or Chrome "
    "(Debian and Ubuntu: apt install chromium; elsewhere: Chromium or Google Chrome)."
)


def find_chromium() -> str | None:
    """The path of a browser, if there is one."""
    named = os.environ.get("SMALTI_CHROMIUM")
    return named or next((path for path in map(shutil.which, NAMES) if path), None)


def install_chromium() -> None:
    """Debian's package, where we are allowed to install it."""
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return
    print("Installing Debian's chromium for the browser tests.", flush=True)  # noqa: T201 - told to who runs make
    for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "chromium"]):
        subprocess.run(command, check=False, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})


def main() -> int:
    """Makes sure that there is a browser, or says what to install."""
    if find_chromium() is None:
        install_chromium()
    if find_chromium() is None:
        print(MISSING, file=sys.stderr)  # noqa: T201
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
