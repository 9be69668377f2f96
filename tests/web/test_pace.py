"""Two people and a clock, in real browsers: one goes away, time is over, a bot stands in, and they come back."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from tests.server.forked import CLOCK
from tests.server.http.test_daily import it_is
from tests.server.serving import Server, serving
from tests.web.looking import PHONE, fits_a_thumb, violations
from tests.web.people import Seat
from tests.web.table import Player, play_out, sit_together

NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("data")
    (folder / "clock").write_text(NOON.isoformat())
    with serving(folder, SMALTI_WORKERS="1", **{CLOCK: str(folder / "clock")}) as running:
        yield running


def later(server: Server, passed: timedelta) -> None:
    it_is(server, datetime.fromisoformat((server.data / "clock").read_text()) + passed)


def two(person: Seat, **pace: object) -> tuple[Player, Player]:
    """Whoever is to choose, and the other one; one of them has a phone."""
    host, friend = person(color_scheme="dark"), person(viewport=PHONE, color_scheme="dark")
    friend.post("/api/name", {"name": "Ada"})
    sit_together("maharani", host, friend, pace=pace | {"bot": "random"})
    return (host, friend) if host.table["choices"] else (friend, host)


def test_the_form_offers_a_pace_and_the_invitation_names_it(person: Seat) -> None:
    host, guest = person(viewport=PHONE, color_scheme="dark"), person(viewport=PHONE, locale="fr-FR")
    host.open("/set-up/maharani")
    page = host.page
    page.locator('[name="kind-1"][value="invite"]').check(force=True)
    assert page.locator("#time-over").is_hidden()
    page.locator('[name="pace"][value="own"]').check()
    page.locator('[name="clock-minutes"]').fill("2.5")
    page.locator('[name="clock-seconds"]').fill("7")
    page.locator('[name="over"][value="others"]').check()
    assert violations(host) == []
    page.locator("#set-up [type=submit]").click()
    link = page.locator("#links input").input_value()
    page.locator("#to-table").click()
    host.wait_for("() => window.lastTable !== undefined")
    pace = host.table["pace"]
    assert (pace["kind"], pace["time_s"], pace["more_s"], pace["over"]) == ("clock", 150, 7, "others")
    guest.page.goto(link)
    assert "2.5 minutes + 7 secondes" in guest.shown(".invitation-text")


def test_one_goes_away_a_bot_stands_in_and_they_come_back(server: Server, person: Seat) -> None:
    gone, stays = two(person, kind="days", time_s=3 * 86_400)
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
    assert violations(gone) == []
    gone.page.locator("#leaving button").click()
    stays.wait_for("seat => window.lastTable.seats[seat].bot === null", seat)
    gone.wait_for("() => document.querySelector('#leaving').hidden")


def test_the_others_end_it_and_it_is_asked_first(server: Server, person: Seat) -> None:
    late, other = two(person, kind="days", time_s=86_400, over="others")
    assert other.page.locator("#leaving").is_hidden()
    later(server, timedelta(days=1, seconds=5))
    other.wait_for("() => document.querySelectorAll('#leaving button').length === 2")
    assert "is over" in other.shown("#leaving p")
    assert violations(other) == []
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
    gone, stays = two(person, kind="clock", time_s=3600, more_s=10)
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


@pytest.mark.long
def test_a_seat_without_a_clock_is_given_to_a_bot_by_the_votes_of_the_others(server: Server, person: Seat) -> None:
    """A day later two come back, and the third one does not."""
    people = person(), person(viewport=PHONE, color_scheme="dark"), person(locale="fr-FR")
    sit_together("maharani", *people)
    gone = next(one for one in people if one.table["choices"])
    seat, others = gone.table["mine"][0], [one for one in people if one is not gone]
    assert all(one.page.locator("#leaving").is_hidden() for one in others)
    later(server, timedelta(days=1, seconds=5))
    for votes, one in enumerate(others):
        one.page.reload()
        button = one.page.locator("#leaving button")
        button.wait_for()
        one.wait_for("votes => document.querySelector('#leaving button').textContent.includes(votes)", f"{votes} ")
        assert violations(one) == []
        button.click()
        if not votes:
            one.wait_for("() => document.querySelector('#leaving button')?.textContent.includes('1 ')")
            assert one.table["seats"][seat]["bot"] is None
    for one in others:
        one.wait_for("seat => window.lastTable.seats[seat].away === 'vote'", seat)
    gone.wait_for("() => !document.querySelector('#leaving').hidden")
    gone.page.locator("#leaving button").click()
    others[0].wait_for("seat => window.lastTable.seats[seat].bot === null", seat)


def test_days_off_are_taken_and_given_back_under_my_games(server: Server, person: Seat) -> None:
    mover, _ = two(person, kind="days", time_s=2 * 86_400)
    mover.open("/my-games")
    assert "2 days left" in mover.shown(".runnings .left")
    now = datetime.fromisoformat((server.data / "clock").read_text())
    first, last = ((now + timedelta(days=days)).date().isoformat() for days in (1, 3))
    mover.page.locator("#days-off summary").click()
    mover.page.locator('#days-off [name="first"]').fill(last)
    mover.page.locator('#days-off [name="last"]').fill(first)
    mover.page.locator("#days-off [type=submit]").click()
    mover.page.locator("#days-problem:not(:empty)").wait_for()
    assert ["400" in one for one in mover.complaints] == [True]
    mover.complaints.clear()
    mover.page.locator('#days-off [name="first"]').fill(first)
    mover.page.locator('#days-off [name="last"]').fill(last)
    mover.page.locator("#days-off [type=submit]").click()
    mover.page.locator("#days-off li").wait_for()
    assert "5 days left" in mover.shown(".runnings .left"), "three days are added"
    assert violations(mover) == []
    assert fits_a_thumb(mover)
    mover.page.locator("#days-off li button").click()
    mover.page.locator("#days-off li").wait_for(state="detached")
    assert "2 days left" in mover.shown(".runnings .left")


def test_bots_take_the_seats_when_the_time_to_wait_is_over(server: Server, person: Seat) -> None:
    player = person(viewport=PHONE)
    player.post("/api/name", {"name": "Ada"})
    player.open("/club")
    player.page.locator("#seek [name=seats]").select_option("3")
    player.page.locator("#seek [name=minutes]").select_option("2")
    player.page.locator("#seek [name=bot]").select_option("novice")
    player.page.locator("#seek [type=submit]").click()
    player.page.locator("[data-live=mine] .opening", has_text="1 of 3 seats").wait_for()
    later(server, timedelta(minutes=2, seconds=1))
    player.page.locator("[data-live=asked]", has_text="Your table is ready: Mosaix").wait_for()
    player.page.locator("[data-live=asked] a").first.click()
    player.wait_for("() => window.lastTable?.started")
    assert [seat["bot"] for seat in player.table["seats"]] == [None, "novice", "novice"]


def test_friends_compare_the_week_of_the_daily_after_its_day(server: Server, person: Seat) -> None:
    ada, ben, _ = people = person(locale="fr-FR", viewport=PHONE), person(), person()
    for one, name in zip(people, ("Ada", "Ben", "Cem"), strict=True):
        one.post("/api/name", {"name": name})
        play_out(one.post("/api/daily/mosaix")["table"], one)
    befriend(ada, ben)
    names = ada.page.locator(".rungs tbody th.who")
    ada.open("/daily/mosaix")
    ada.page.locator(".counts a").nth(1).click()
    ada.page.wait_for_url("**/daily/mosaix/*-W*")
    assert names.count() == 0, "today's is not told"
    today = datetime.fromisoformat((server.data / "clock").read_text())
    it_is(server, (today + timedelta(days=1)).replace(hour=1))
    ada.page.reload()
    assert {"Ben", "Cem"} <= set(names.all_text_contents())
    ada.page.locator(".circles a").nth(1).click()
    ada.page.wait_for_url("**friends=true")
    assert sorted(name.partition(" (")[0] for name in names.all_text_contents()) == ["Ada", "Ben"]
    assert violations(ada) == []
    assert fits_a_thumb(ada)


def befriend(one: Player, other: Player) -> None:
    """The first follows the second, who shows themselves to everybody."""
    other.post("/api/account/profile", {"seen_by": "everybody"})
    cookie = next(cookie["value"] for cookie in other.context.cookies() if cookie["name"] == "smalti")
    one.post(f"/api/club/people/{cookie.partition('.')[0]}", {"tie": "friend"})
