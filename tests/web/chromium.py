"""The browser of the tests: an installed Chromium or Chrome, else Debian's packages where they may be installed.

Most tests look at pages and at nothing around them: they run in the shell of Chromium that has no windows, where there
is one. It is the same engine of the same source, at three quarters of the processor's time.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

SHELL = "chromium-headless-shell"
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
    # Whatever a page wants from elsewhere is not there, about which Chromium complains.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
)
MISSING = (
    "The browser tests need Chromium or Chrome "
    "(Debian and Ubuntu: apt install chromium; elsewhere: Chromium or Google Chrome)."
)


def find_chromium() -> str | None:
    """The path of a browser, if there is one."""
    named = os.environ.get("SMALTI_CHROMIUM")
    return named or next((path for path in map(shutil.which, NAMES) if path), None)


def find_quick() -> str | None:
    """The path of a browser for those who look at pages alone, if there is one."""
    return os.environ.get("SMALTI_CHROMIUM") or shutil.which(SHELL) or find_chromium()


def may_install() -> bool:
    """Whether Debian's packages are ours to install."""
    return shutil.which("apt-get") is not None and os.geteuid() == 0


def apt(*order: str) -> bool:
    """Whether it was done."""
    unasked = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(["apt-get", *order], check=False, env=unasked).returncode == 0


def install(name: str) -> None:
    """One of Debian's packages; not every distribution has each of them."""
    print(f"Installing Debian's {name} for the browser tests.", flush=True)  # noqa: T201 - told to who runs make
    apt("install", "-y", "-qq", name)


def main() -> int:
    """Makes sure that there is a browser, or says what to install."""
    if may_install() and find_chromium() is None:
        apt("update", "-qq")
        install("chromium")
    if may_install() and shutil.which(SHELL) is None and apt("install", "-qq", "--simulate", SHELL):
        install(SHELL)
    if find_chromium() is None:
        print(MISSING, file=sys.stderr)  # noqa: T201
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
