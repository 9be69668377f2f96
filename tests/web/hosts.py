"""Where the pages come from that need no server: one that offers them, or a folder behind a plain file server."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Browser, BrowserContext

from tests.server.forked import START
from tests.server.ports import free_port
from tests.server.serving import Server
from tests.waiting import PATIENCE_S, until
from tests.web.chromium import ARGUMENTS, MISSING, find_quick
from tests.web.table import Player

PATIENT = f"""
import re
from smalti.server.http import edition

hurried = edition.service_worker

def patient():
    script, found = re.subn(r"PATIENCE_MS = \\d+", "PATIENCE_MS = {1000 * PATIENCE_S}", hurried())
    assert found == 1
    return script

edition.service_worker = patient
{START}
"""
"""A server whose pages are waited for, however busy the machine is, before those that were kept are shown."""
LOCALES = {"en": "en-GB", "fr": "fr-FR"}
BELOW = "some/place"
"""A web space need not begin with the games."""


@dataclass
class Files(Server):
    """The static edition, as Python's own file server gives it away."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/{BELOW}"

    def start(self) -> None:
        """Nothing of ours runs there."""
        plain = ["-m", "http.server", str(self.port), "--bind", "127.0.0.1", "--directory", str(self.data)]
        self.process = subprocess.Popen([sys.executable, *plain], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until(self._answers, "the file server did not start")

    def _answers(self) -> bool:
        with suppress(URLError, OSError), urlopen(self.url + "/sw.js", timeout=PATIENCE_S) as answer:
            return bool(answer.status == 200)
        return False


@contextmanager
def files_of(web: Path) -> Iterator[Files]:
    """A plain file server over a folder that has the edition somewhere below."""
    host = Files(web, free_port())
    host.start()
    try:
        yield host
    finally:
        if host.process and host.process.poll() is None:
            host.stop()


@contextmanager
def profile(
    host: Server,
    browser: Browser,
    folder: Path,
    *,
    language: str = "en",
    offline: bool = False,
    path: str | None = None,
    **wishes: Any,
) -> Iterator[Player]:
    """A browser with a disk of its own, which is there again when it is started once more."""
    path = path or find_quick()
    assert path is not None, MISSING
    context: BrowserContext = browser.browser_type.launch_persistent_context(
        folder, executable_path=path, args=list(ARGUMENTS), reduced_motion="reduce", locale=LOCALES[language], **wishes
    )
    context.set_offline(offline)
    player = Player(host, context)
    player.may_be_cut = True
    yield player
    context.close()
    assert player.complaints == []


def wait_until_kept(player: Player) -> None:
    """Until the service worker has everything."""
    ready = "navigator.serviceWorker.ready.then((one) => one.active.state)"
    player.until(lambda: player.page.evaluate(ready) == "activated")
