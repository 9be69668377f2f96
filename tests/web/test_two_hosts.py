"""Two browsers with different hosts behind them play one game, through a restart of both.

A browser does not know that there are several hosts: what it does when its own is gone is in `test_reconnect.py` and
`test_thinking.py`, what hosts do for each other in `tests/server/keeping/test_hosts.py`. Together they are long.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.server.operation.test_metrics import figures
from tests.server.serving import Server, serving
from tests.server.thinking.test_browsers import PATIENT
from tests.web.table import ME, Player
from tests.web.test_thinking import asked, bot, held

pytestmark = pytest.mark.long


def person(server: Server, browser: Browser) -> Player:
    return Player(
        server, browser.new_context(locale="en-GB", reduced_motion="reduce", service_workers="block"), may_be_cut=True
    )


def play(people: tuple[Player, Player], moves: int) -> None:
    """Whoever is to choose does, by clicks; everybody sees it."""
    for _ in range(moves):
        number = max(one.number for one in people)
        for one in people:
            one.wait_until(number)
        mover = next(one for one in people if one.table["choices"])
        mover.move()


def test_one_game_in_two_browsers_at_two_hosts_through_a_restart_of_both(
    browser: Browser, postgres_url: str, tmp_path: Path
) -> None:
    folders = tmp_path / "one", tmp_path / "two"
    for folder in folders:
        folder.mkdir()
    database = {"SMALTI_DATABASE_URL": postgres_url}
    with serving(folders[0], **database) as here, serving(folders[1], **database) as there:
        people = ann, ben = person(here, browser), person(there, browser)
        made = ann.make("maharani", {"kind": "me"}, {"kind": "invite"})
        ben.post("/api" + made["invitations"]["1"])
        for one in people:
            one.sit(made["table"])
        for one in people:
            one.wait_for("() => window.lastTable.started")
        play(people, 4)
        for server in (here, there):
            server.kill()
        for server in (there, here):
            server.start()
        play(people, 4)
        number = max(one.number for one in people)
        for one in people:
            one.wait_until(number)
        assert ann.shown("#log") == ben.shown("#log")
        for one in people:
            one.context.close()
        assert ann.complaints == ben.complaints == []


def test_a_thought_from_a_browser_at_one_host_is_right_at_the_other_and_a_host_takes_over_when_its_tab_is_closed(
    browser: Browser, postgres_url: str, tmp_path: Path
) -> None:
    folders = tmp_path / "one", tmp_path / "two"
    for folder in folders:
        folder.mkdir()
    database = {"SMALTI_DATABASE_URL": postgres_url, "SMALTI_WORKERS": "1"}
    with serving(folders[0], PATIENT, **database) as here, serving(folders[1], PATIENT, **database) as there:
        ann, eve = person(here, browser), person(there, browser)
        table = ann.play("maharani", ME, bot("novice"))
        eve.sit(table)
        eve.wait_until(ann.number)
        lent, looked_on = figures(here)["smalti_moves_lent"], figures(there)["smalti_moves_asked"]
        ann.move_until(lambda: figures(here)["smalti_moves_lent"] >= lent + 2)
        assert figures(there)["smalti_moves_asked"] == looked_on, "whoever looks on at another host costs no thought"
        ann.wait_turn()  # nothing moves while the two are compared
        eve.wait_until(ann.number)
        assert eve.shown("#log") == ann.shown("#log")

        asked_before = figures(here)["smalti_moves_asked"]
        ann.page.close()
        ann.page = ann.context.new_page()
        held(ann.page, "maharani")
        thoughts = asked(ann.page)
        ann.sit(table)
        ann.move_until(lambda: thoughts)
        number = json.loads(thoughts[0])["number"]
        ann.page.close()
        eve.wait_until(number + 1)
        assert figures(here)["smalti_moves_asked"] > asked_before, "its host took over"
        ann.page = ann.context.new_page()
        ann.sit(table)
        ann.wait_turn()
        eve.wait_until(ann.number)
        assert eve.shown("#log") == ann.shown("#log")
        for one in (ann, eve):
            one.context.close()
        assert ann.complaints == eve.complaints == []
