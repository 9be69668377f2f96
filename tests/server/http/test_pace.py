"""The pace of a table at a real server, whose clock is moved: time is over, a bot plays, people come back or end it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from smalti.server.store.database import read_url
from tests.server.forked import START
from tests.server.http.test_accounts import database_of
from tests.server.http.test_daily import CLOCK, it_is
from tests.server.serving import Guest, Server, serving
from tests.waiting import until

NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
SLOW = {"kind": "days", "time_s": 86_400, "bot": "random"}
OTHERS = {"kind": "turn", "time_s": 15, "over": "others", "bot": "random"}


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("data")
    (folder / "clock").write_text(NOON.isoformat())
    told = {"SMALTI_WORKERS": "1"}
    if request.param == "postgresql":
        told["SMALTI_DATABASE_URL"] = request.getfixturevalue("shared_postgres").new_database()
    with serving(folder, CLOCK.format(file=str(folder / "clock")) + START, **told) as running:
        yield running


def later(server: Server, passed: timedelta) -> None:
    """Some time has passed at the server."""
    it_is(server, datetime.fromisoformat((server.data / "clock").read_text()) + passed)


def two(server: Server, pace: dict[str, Any] | None, **more: Any) -> tuple[Guest, Guest]:
    """Whoever is to choose first, and the other one."""
    ada, ben = Guest(server), Guest(server)
    for one, name in ((ada, "Ada"), (ben, "Ben")):
        one.post("/api/name", {"name": name})
    order = {"game": "maharani", "seats": [{"kind": "me"}, {"kind": "invite"}], "pace": pace, **more}
    made = ada.post("/api/tables", order)
    ben.post(f"/api{made['invitations']['1']}")
    ada.sit(made["table"], wait=False)
    ben.sit(made["table"])
    ada.wait_to_begin()
    return (ada, ben) if ada.moves else (ben, ada)


def seat_of(guest: Guest) -> int:
    return int(guest.table["mine"][0])


def wait(guest: Guest, what: str, holds: Any) -> None:
    """Until the table shows it."""
    while not holds(guest.table):
        guest.receive()
    assert holds(guest.table), what


def told(server: Server, table: str, word: str) -> int:
    """How many events of a table say this."""
    url = read_url(database_of(server))
    plain = url.set(drivername="sqlite" if url.get_backend_name() == "sqlite" else "postgresql+psycopg")
    engine = create_engine(plain)
    with engine.connect() as connection:
        rows = connection.execute(text("SELECT event FROM events WHERE table_id = :id"), {"id": table}).all()
    engine.dispose()
    return sum(word in str(row[0]) for row in rows)


def test_time_is_over_a_bot_plays_and_the_person_comes_back(server: Server) -> None:
    gone, stays = two(server, SLOW)
    seat, table = seat_of(gone), gone.at
    [clock] = [one for one in stays.table["clocks"] if one["since"]]
    assert (clock["seat"], clock["due"] - clock["since"]) == (seat, 86_400)
    gone.leave()
    later(server, DAY + timedelta(seconds=5))
    wait(stays, "a bot stands in", lambda shown: shown["seats"][seat]["away"] == "time")
    wait(stays, "it plays", lambda shown: seat not in shown["acting"])
    assert told(server, table, "away") == 1
    gone.post(f"/api/tables/{table}/seat", {"seat": seat, "bot": None})
    wait(stays, "back again", lambda shown: shown["seats"][seat]["bot"] is None)
    assert stays.table["seats"][seat]["away"] is None


def test_a_server_that_was_killed_before_it_happened_does_it_when_it_is_back(server: Server) -> None:
    gone, stays = two(server, SLOW)
    seat, table = seat_of(gone), gone.at
    server.kill()
    later(server, DAY + timedelta(minutes=1))
    server.start()
    until(lambda: told(server, table, "away") == 1, "nobody has looked at the clocks")
    server.kill()
    server.start()
    stays.sit(table)
    wait(stays, "the bot has played", lambda shown: seat not in shown["acting"])
    assert told(server, table, "away") == 1


def test_the_others_end_it_where_that_was_agreed_on(server: Server) -> None:
    late, other = two(server, OTHERS)
    seat, table = seat_of(late), late.at
    refused = other.http.post(f"/api/tables/{table}/vote", json={"seat": seat, "wish": "end"})
    assert (refused.status_code, "still has time" in refused.json()["words"]) == (400, True)
    later(server, timedelta(seconds=20))
    wait(other, "it is said that time is over", lambda shown: any(one["late"] for one in shown["clocks"]))
    for one in (late, Guest(server)):
        assert one.http.post(f"/api/tables/{table}/vote", json={"seat": seat, "wish": "end"}).status_code == 403
    other.post(f"/api/tables/{table}/vote", {"seat": seat, "wish": "end"})
    wait(other, "it is over", lambda shown: shown["ended"])
    assert (other.table["acting"], other.table["clocks"]) == ([], [])
    assert "did not come back" in other.table["waiting"]
    assert "Ended early" in other.http.get("/my-games").text
    late.wait_until(other.table["number"])
    late.move(id="too-late", move=0)
    assert "did not come back" in late.wait_for("refused")["words"]


def test_whoever_resigns_does_not_come_back_and_a_bot_plays_on(server: Server) -> None:
    gone, stays = two(server, None)
    seat, table = seat_of(gone), gone.at
    assert stays.http.post(f"/api/tables/{table}/resign", json={"seat": seat}).status_code == 403
    gone.post(f"/api/tables/{table}/resign", {"seat": seat})
    wait(
        stays,
        "a bot plays on",
        lambda shown: shown["seats"][seat]["away"] == "resigned" and shown["seats"][seat]["bot"],
    )
    back = gone.http.post(f"/api/tables/{table}/seat", json={"seat": seat, "bot": None})
    assert (back.status_code, "does not come back" in back.json()["words"]) == (400, True)


def test_without_a_pace_a_seat_is_away_after_a_day(server: Server) -> None:
    gone, stays = two(server, None)
    seat, table = seat_of(gone), gone.at
    wish = {"seat": seat, "wish": "bot"}
    assert stays.http.post(f"/api/tables/{table}/vote", json=wish).status_code == 400
    later(server, DAY)
    assert stays.http.post(f"/api/tables/{table}/vote", json={**wish, "wish": "end"}).status_code == 400
    stays.post(f"/api/tables/{table}/vote", wish)
    wait(stays, "a bot stands in", lambda shown: shown["seats"][seat]["away"] == "vote")


@pytest.mark.parametrize(
    "pace",
    [
        {"kind": "clock", "time_s": 29},
        {"kind": "clock", "time_s": 300, "more_s": 181},
        {"kind": "turn", "time_s": 60, "more_s": 1},
        {"kind": "days", "time_s": 86_401},
        {"kind": "days", "time_s": 31 * 86_400},
        {"kind": "clock", "time_s": 300, "over": "nobody"},
        {"kind": "clock", "time_s": 10**30},
        {"kind": "hurry", "time_s": 300},
        {"kind": "clock", "time_s": 300, "bot": "nobody"},
    ],
)
def test_a_pace_that_there_is_not_is_refused(server: Server, pace: dict[str, Any]) -> None:
    order = {"game": "mosaix", "seats": [{"kind": "me"}, {"kind": "invite"}], "pace": pace}
    answer = Guest(server).http.post("/api/tables", json=order)
    assert answer.status_code in (400, 404)
    assert answer.json()["words"]


def test_bots_among_themselves_have_no_clock(server: Server) -> None:
    order = {"game": "mosaix", "seats": [{"kind": "bot"}, {"kind": "bot"}], "pace": SLOW}
    answer = Guest(server).http.post("/api/tables", json=order)
    assert (answer.status_code, "bots have no clock" in answer.json()["words"]) == (400, True)


def test_days_off_are_taken_shown_and_given_back(server: Server) -> None:
    mover, _ = two(server, SLOW)
    today = datetime.fromisoformat((server.data / "clock").read_text()).date()
    first, last = (today + timedelta(days=1)).isoformat(), (today + timedelta(days=3)).isoformat()
    [before] = [one["due"] for one in mover.table["clocks"] if one["due"]]
    taken = mover.post("/api/days-off", {"first": first, "last": last})
    assert (taken["days"][0], taken["days"][-1], taken["left"]) == (first, last, 27)
    wait(mover, "the clock is moved", lambda shown: any(one["due"] == before + 3 * 86_400 for one in shown["clocks"]))
    assert first in mover.http.get("/my-games").text
    assert mover.post("/api/days-off", {"first": first, "last": last, "off": False})["days"] == []
    for bad in ({"first": "2020-01-01", "last": last}, {"first": "x", "last": last}, {"first": first}):
        assert mover.http.post("/api/days-off", json=bad).status_code == 400


def test_my_games_begin_with_the_shortest_time(server: Server) -> None:
    ada = Guest(server)
    made = [
        ada.post(
            "/api/tables", {"game": "majolica", "seats": [{"kind": "me"}], "pace": SLOW | {"time_s": days * 86_400}}
        )
        for days in (7, 1, 3)
    ]
    for one in made:
        ada.sit(one["table"])
    page = ada.http.get("/my-games").text
    order = sorted(made, key=lambda one: page.index(one["table"]))
    assert [made.index(one) for one in order] == [1, 2, 0]
    assert "7 days left" in page or "6 days left" in page
