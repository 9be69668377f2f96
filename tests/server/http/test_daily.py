"""The challenge of a day cannot be cheated: one try, no help, nothing to be seen before one's own end."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.forked import START
from tests.server.serving import Guest, Server, serving
from tests.waiting import PATIENCE_S

CLOCK = """
from datetime import datetime
from pathlib import Path
from smalti.server.operation import clock

clock.now = lambda: datetime.fromisoformat(Path({file!r}).read_text())
"""
"""The server's clock is what a file says."""
NOON, LAST_MINUTE = datetime(2027, 3, 1, 12, tzinfo=UTC), datetime(2027, 3, 1, 23, 59, tzinfo=UTC)
MIDNIGHT, SHOWN = datetime(2027, 3, 2, tzinfo=UTC), datetime(2027, 3, 2, 0, 10, tzinfo=UTC)
PATHS = (
    "/table/{}",
    "/table/{}/company",
    "/table/{}/review",
    "/table/{}/review/0.svg",
    "/chance?table={}",
    "/api/games/{}",
    "/api/games/{}/log",
    "/api/games/{}/notes",
    "/api/games/{}/review",
    "/api/tables/{}/prepared",
    "/api/tables/{}/record",
    "/api/tables/{}/at/0",
    "/api/tables/{}/picture.svg",
    "/api/tables/{}/chance",
)
"""Wherever a table can be seen."""


def it_is(server: Server, moment: datetime) -> None:
    """Sets the clock, at once: whoever reads it meanwhile reads what it was."""
    new = server.data / "new clock"
    new.write_text(moment.isoformat())
    new.replace(server.data / "clock")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("data")
    (folder / "clock").write_text(NOON.isoformat())
    with serving(folder, CLOCK.format(file=str(folder / "clock")) + START) as running:
        yield running


def takes(server: Server, name: str) -> Guest:
    """Somebody who has taken the challenge."""
    guest = Guest(server)
    guest.post("/api/name", {"name": name})
    guest.sit(guest.post("/api/daily/mosaix")["table"])
    return guest


def finishes(guest: Guest) -> None:
    while not guest.table["over"]:
        number = guest.table["number"]
        guest.move(-1)
        guest.wait_until(number + 1)


def listed(asking: httpx.Client) -> set[str]:
    return {game["id"] for game in asking.get("/api/games").json()["games"]}


def own_record(guest: Guest) -> dict[str, Any]:
    """The record of their game at this table, in all that is stored of them."""
    endings = guest.http.get("/api/account/export").json()["endings"]
    found: dict[str, Any] = json.loads(next(one["record"] for one in endings if one["table_id"] == guest.at))
    return found


def test_what_is_played_today_is_shown_to_those_who_have_finished(server: Server) -> None:
    it_is(server, NOON)
    ada, stranger, bea = takes(server, "Ada"), Guest(server), takes(server, "Bea")
    finishes(ada)
    for other in (stranger, bea):
        for path in PATHS:
            answer = other.http.get(path.format(ada.at))
            assert answer.status_code == 403, (path, answer.text)
        assert ada.at not in listed(other.http)
        assert other.http.get("/api/games.jsonl").text == ""
    with pytest.raises(ConnectionClosed, match="others still play"):
        stranger.sit(ada.at)
    assert "Ada" in stranger.http.get("/daily/mosaix").text, "points are no help"

    finishes(bea)
    assert bea.http.get(f"/api/games/{ada.at}").json()["log"]
    assert "chance" not in bea.http.get(f"/api/games/{ada.at}").json()
    assert "chance" not in own_record(bea)
    assert listed(bea.http) == {ada.at, bea.at}
    bea.sit(ada.at)


def test_nobody_practises_a_deal_of_today_or_gets_help(server: Server) -> None:
    it_is(server, NOON)
    ada, bea = takes(server, "Ada"), takes(server, "Bea")
    refused = {
        "seat": {"seat": 0, "bot": "legend"},
        "branch": {"ply": 1},
    }
    for what, body in refused.items():
        assert ada.http.post(f"/api/tables/{ada.at}/{what}", json=body).status_code in (400, 403), what
    ada.send(type="hint", seat=0, stage=1, id="h")
    assert "without hints" in ada.wait_for("refused")["words"]
    finishes(ada)
    finishes(bea)
    for guest in (ada, bea, Guest(server)):
        assert guest.http.post(f"/api/tables/{ada.at}/again?same_deal=true").status_code == 403
        assert guest.http.post(f"/api/tables/{ada.at}/branch", json={"ply": 1}).status_code == 403


def test_a_day_is_closed_before_its_secret_is_shown(server: Server) -> None:
    it_is(server, LAST_MINUTE)
    ada, late = takes(server, "Ada"), takes(server, "Late")
    finishes(ada)
    it_is(server, MIDNIGHT)
    late.move()
    assert late.wait_for("refused")["words"] == "this challenge was for one day, and that day is over"
    assert ada.http.get(f"/api/tables/{ada.at}/chance").status_code == 403
    assert "chance" not in ada.http.get(f"/api/games/{ada.at}").json()
    assert late.http.get(f"/api/games/{ada.at}").status_code == 403
    late.sit(late.at)
    assert (late.moves, late.table["waiting"]) == ([], "this challenge was for one day, and that day is over")
    it_is(server, SHOWN)
    assert late.http.get(f"/api/games/{ada.at}").json()["chance"]["secret"]
    assert own_record(ada)["chance"]["secret"]
    late.move()
    assert "that day is over" in late.wait_for("refused")["words"]
    page = late.http.get("/daily/mosaix").text
    assert "Ada" in page
    assert "Late" not in page
    it_is(server, NOON)


def test_twenty_posts_at_once_are_one_try(tmp_path: Path, postgres_url: str) -> None:
    """Through two servers on one database."""
    told = {"SMALTI_DATABASE_URL": postgres_url, "SMALTI_WORKERS": "0"}
    with serving(tmp_path / "a", **told) as first, serving(tmp_path / "b", **told) as second:
        ada = Guest(first)
        ada.post("/api/name", {"name": "Ada"})
        cookies = dict(ada.http.cookies)

        def take(n: int) -> str:
            url = (first, second)[n % 2].url
            answer = httpx.post(f"{url}/api/daily/mosaix", cookies=cookies, timeout=PATIENCE_S)
            assert answer.status_code == 200, answer.text
            return str(answer.json()["table"])

        with ThreadPoolExecutor(20) as together:
            assert len(set(together.map(take, range(20)))) == 1


def in_season(one: Guest, path: str) -> list[list[str]]:
    """The lines of a season's table: place, name, points, days."""
    rows = re.findall(r"<tr[ >].*?</tr>", one.http.get(path).text, re.DOTALL)[1:]
    return [
        [re.sub(r"<[^>]*>|\(you\)", "", cell).strip() for cell in re.findall(r"<t[dh].*?</t[dh]>", row)][:4]
        for row in rows
    ]


def test_a_season_adds_up_days_that_are_over_and_tells_nothing_of_today(server: Server) -> None:
    it_is(server, datetime(2027, 3, 3, 12, tzinfo=UTC))
    eva, fay = takes(server, "Eva"), takes(server, "Fay")
    finishes(eva)
    finishes(fay)
    week, month = "/daily/mosaix/2027-W09", "/daily/mosaix/2027-03"
    assert all("Eva" not in eva.http.get(path).text for path in (week, month)), "the day is not over"
    assert "Eva" in eva.http.get("/daily/mosaix").text

    it_is(server, datetime(2027, 3, 4, 0, 11, tzinfo=UTC))
    for path in (week, month):
        mine = [row for row in in_season(eva, path) if row[1] in ("Eva", "Fay")]
        assert [row[3] for row in mine] == ["1", "1"]
        assert sum(int(row[2]) for row in mine) >= 99
    assert [row[1] for row in in_season(eva, f"{week}?friends=true")] == ["Eva"], "they have not met"
    made = eva.post("/api/tables", {"game": "mosaix", "seats": [{"kind": "me"}, {"kind": "invite"}]})
    fay.post(f"/api{made['invitations']['1']}")
    assert {row[1] for row in in_season(eva, f"{week}?friends=true")} == {"Eva", "Fay"}
    assert "Fay" in eva.http.get("/daily/mosaix?friends=true").text

    it_is(server, datetime(2027, 4, 20, 12, tzinfo=UTC))
    assert in_season(eva, month), "past seasons can be read"
    assert "/daily/mosaix/2027-W08" in eva.http.get(week).text
    for path in ("/daily/mosaix/2027-W30", "/daily/mosaix/soon", "/daily/maharani/2027-03"):
        assert eva.http.get(path).status_code == 404
