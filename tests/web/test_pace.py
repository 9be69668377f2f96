"""Two people and a clock, in real browsers: one goes away, time is over, a bot stands in, and they come back."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from tests.server.forked import START
from tests.server.http.test_daily import CLOCK, it_is
from tests.server.serving import Server, serving
from tests.web.conftest import Seat
from tests.web.table import INVITE, ME, Player
from tests.web.test_pages import PHONE, violations

SIGHTS = [(PHONE, "dark")]
NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("data")
    (folder / "clock").write_text(NOON.isoformat())
    with serving(folder, CLOCK.format(file=str(folder / "clock")) + START, SMALTI_WORKERS="1") as running:
        yield running


def later(server: Server, passed: timedelta) -> None:
    it_is(server, datetime.fromisoformat((server.data / "clock").read_text()) + passed)


def two(person: Seat, made: dict[str, object], host: Player) -> tuple[Player, Player]:
    """Whoever is to choose, and the other one, who has a phone."""
    friend = person(viewport=PHONE)
    friend.post("/api/name", {"name": "Ada"})
    invitations = made["invitations"]
    assert isinstance(invitations, dict)
    friend.post(f"/api{invitations['1']}")
    for one in (host, friend):
        one.sit(str(made["table"]))
    for one in (host, friend):
        one.wait_for("() => window.lastTable.started")
    return (host, friend) if host.table["choices"] else (friend, host)


def test_the_form_offers_a_pace_and_the_invitation_names_it(person: Seat) -> None:
    host, guest = person(), person(viewport=PHONE, locale="fr-FR")
    host.open("/set-up/maharani")
    page = host.page
    page.locator('[name="kind-1"][value="invite"]').check(force=True)
    assert page.locator("#time-over").is_hidden()
    page.locator('[name="pace"][value="own"]').check()
    page.locator('[name="clock-minutes"]').fill("2.5")
    page.locator('[name="clock-seconds"]').fill("7")
    page.locator('[name="over"][value="others"]').check()
    assert violations(host, SIGHTS) == []
    page.locator("#set-up [type=submit]").click()
    link = page.locator("#links input").input_value()
    page.locator("#to-table").click()
    host.wait_for("() => window.lastTable !== undefined")
    pace = host.table["pace"]
    assert (pace["kind"], pace["time_s"], pace["more_s"], pace["over"]) == ("clock", 150, 7, "others")
    guest.page.goto(link)
    assert "2.5 minutes + 7 secondes" in guest.shown(".invitation-text")


def test_one_goes_away_a_bot_stands_in_and_they_come_back(server: Server, person: Seat) -> None:
    host = person()
    pace = {"kind": "days", "time_s": 3 * 86_400, "bot": "random"}
    gone, stays = two(person, host.make("maharani", ME, INVITE, pace=pace), host)
    seat, table = gone.table["mine"][0], gone.table["id"]
    face = f".seat-{seat} .clock.runs"
    stays.wait_for("face => /^[23] days left$/.test(document.querySelector(face)?.textContent ?? '')", face)
    gone.open("/my-games")
    assert "3 days left" in gone.shown(".runnings .left")
    later(server, timedelta(days=2, hours=20))
    gone.page.reload()
    assert "4 hours left" in gone.shown(".runnings .left")
    later(server, timedelta(hours=4, seconds=5))
    stays.wait_for("seat => window.lastTable.seats[seat].away === 'time'", seat)
    stays.wait_for("seat => !window.lastTable.acting.includes(seat)", seat)
    stays.wait_for("seat => document.querySelector(`.seat-${seat}`).textContent.includes('stands in')", seat)
    gone.sit(table)
    assert "because your time was over" in gone.shown("#leaving")
    assert violations(gone, SIGHTS) == []
    gone.page.locator("#leaving button").click()
    stays.wait_for("seat => window.lastTable.seats[seat].bot === null", seat)
    gone.wait_for("() => document.querySelector('#leaving').hidden")


def test_the_others_end_it_and_it_is_asked_first(server: Server, person: Seat) -> None:
    host = person()
    pace = {"kind": "days", "time_s": 86_400, "over": "others", "bot": "random"}
    late, other = two(person, host.make("maharani", ME, INVITE, pace=pace), host)
    assert other.page.locator("#leaving").is_hidden()
    later(server, timedelta(days=1, seconds=5))
    other.wait_for("() => document.querySelectorAll('#leaving button').length === 2")
    assert "is over" in other.shown("#leaving p")
    assert violations(other, SIGHTS) == []
    assert not other.page.evaluate("document.querySelector('#leaving').contains(document.activeElement)")
    end = other.page.locator("#leaving button").nth(1)
    end.click()
    other.page.locator("#sure[open]").wait_for()
    assert other.page.evaluate("document.activeElement.id") != "sure-yes"
    other.page.keyboard.press("Escape")
    other.page.locator("#sure:not([open])").wait_for(state="attached")
    assert not other.table["ended"]
    end.click()
    other.page.locator("#sure-yes").click()
    for one in (late, other):
        one.wait_for("() => window.lastTable.ended")
        one.wait_for("() => document.querySelector('#ask').textContent.includes('ended this game')")
    assert late.can.count() == 0


def test_resigning_asks_first_and_a_bot_plays_on(person: Seat) -> None:
    host = person()
    pace = {"kind": "clock", "time_s": 3600, "more_s": 10, "bot": "random"}
    gone, stays = two(person, host.make("maharani", ME, INVITE, pace=pace), host)
    seat = gone.table["mine"][0]
    figures = "face => /^(1:00|5.):..$/.test(document.querySelector(face)?.textContent ?? '')"
    stays.wait_for(figures, f".seat-{seat} .clock.runs")
    gone.page.locator('[data-drawer="more"]').click()
    resign = gone.page.locator(".resign")
    resign.click()
    gone.page.locator("#sure[open]").wait_for()
    gone.page.keyboard.press("Escape")
    gone.page.locator("#sure:not([open])").wait_for(state="attached")
    assert gone.table["seats"][seat]["bot"] is None
    resign.click()
    gone.page.locator("#sure-yes").click()
    stays.wait_for("seat => window.lastTable.seats[seat].away === 'resigned'", seat)
    gone.wait_for("() => document.querySelector('#leaving').textContent.includes('You have resigned')")
    assert gone.page.locator("#leaving button").count() == 0
