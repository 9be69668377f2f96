"""Two browsers with different hosts behind them play one game, through a restart of both."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from tests.server.serving import Server, serving
from tests.web.table import Player


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
