"""The page for oneself over HTTP: what was played is added up for who played it, and for nobody else."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from smalti.bots import find_bot
from smalti.bots.simulation import play_bot, write_match
from smalti.games import GAMES
from smalti.games.mosaix.moves import STOP
from smalti.kernel.chance import Chance
from smalti.kernel.match import Match
from tests.server.forked import START
from tests.server.http.test_daily import CLOCK, NOON, SHOWN, finishes, it_is, takes
from tests.server.http.test_reviews import SOLO, finish
from tests.server.serving import Guest, Server, serving
from tests.waiting import until

RANDOM = find_bot("random"), find_bot("random")


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder, told = tmp_path_factory.mktemp("data"), {"SMALTI_WORKERS": "1"}
    (folder / "clock").write_text(NOON.isoformat())
    if request.param == "postgresql":
        told["SMALTI_DATABASE_URL"] = request.getfixturevalue("shared_postgres").new_database()
    with serving(folder, CLOCK.format(file=str(folder / "clock")) + START, **told) as running:
        yield running


def played(seed: int) -> dict[str, Any]:
    """A game of Mosaix that Ada has played against a bot, without a server."""
    match = Match.new(GAMES["mosaix"], 2, {}, Chance.from_seed(seed, f"Game-of-statistics-{seed}"), compiled=True)
    while not match.position.is_over:
        play_bot(match, RANDOM, match.position.actors()[0])
    record = write_match(match, RANDOM)
    record["seats"][0]["name"], record["seats"][1]["name"] = "Ada", "Bot"
    return record


def stopped(seed: int, moves: int = 2) -> dict[str, Any]:
    """A game of Mosaix alone that was stopped after a round or before, so that its review is quick."""
    bots = RANDOM[:1]
    match = Match.new(GAMES["mosaix"], 1, {}, Chance.from_seed(seed, f"Stopped-early-{seed}"), compiled=True)
    for _ in range(moves):
        play_bot(match, bots, 0)
    match.play(0, STOP)
    return write_match(match, bots)


def test_games_are_added_up_for_who_played_them(server: Server) -> None:
    it_is(server, NOON)
    ada, stranger, records = Guest(server), Guest(server), [played(seed) for seed in (1, 2)]
    ada.post("/api/name", {"name": "Ada"})
    tables = [ada.post("/api/games", {"record": record, "bots": [None, "random"]})["table"] for record in records]
    ada.post(f"/api/tables/{tables[0]}/branch", {"ply": len(records[0]["log"]), "bots": "random"})

    told = ada.http.get("/api/statistics").json()
    points = [record["scores"][0] for record in records]
    assert [one["points"] for one in told["games"]] == points, "a what-if is none of one's games"
    assert told["by_count"][0]["mean"] == sum(points) / 2
    assert [(one["other"], one["games"]) for one in told["by_opponent"]] == [("Bot", 2)]
    assert "data:image/svg+xml" in ada.http.get("/statistics").text
    assert stranger.http.get("/api/statistics").json()["games"] == []
    assert "No game of yours is finished yet." in stranger.http.get("/statistics").text


def test_skill_and_luck_are_those_of_the_review(server: Server) -> None:
    it_is(server, NOON)
    ada = Guest(server)
    table = finish(ada, ada.post("/api/tables", SOLO)["table"])
    assert ada.post("/api/statistics/reviews") == {"games": 1}
    until(lambda: ada.http.get("/api/statistics").json()["games"][0]["luck"] is not None)
    saved = ada.http.get("/api/statistics.csv")
    assert saved.headers["content-disposition"] == 'attachment; filename="smalti.csv"'
    review = ada.http.get(f"/api/games/{table}/review").json()
    luck = next(csv.DictReader(io.StringIO(saved.text)))["luck"]
    assert float(luck) == pytest.approx(review["seats"][0]["luck"] / review["unit"], abs=1e-4)
    assert ada.post("/api/statistics/reviews") == {"games": 0}


def test_a_try_is_placed_among_all_for_who_has_finished_it(server: Server) -> None:
    """And for nobody else, and in hundredths only when enough have."""
    it_is(server, NOON + timedelta(days=1))
    people = [takes(server, f"Player {n}") for n in range(5)]
    late = takes(server, "Late")
    for count, guest in enumerate(people, 1):
        finishes(guest)
        mine = guest.http.get("/api/statistics").json()["daily"][0]
        assert (mine["of"], mine["percentile"] is None) == (count, count < 5)
    assert (mine["rank"], mine["percentile"]) == (1, 50), "all have made the same choices"
    assert "Better than 50 in a hundred." in people[0].http.get("/statistics").text
    assert late.http.get("/api/statistics").json()["daily"] == []


def test_the_deal_of_a_day_is_played_again_when_that_is_over(server: Server) -> None:
    it_is(server, NOON)
    ada = takes(server, "Ada")
    finishes(ada)
    path = f"/api/daily/mosaix/{NOON.date()}"
    for day in (NOON.date(), NOON.date() + timedelta(days=1)):
        assert ada.http.post(f"/api/daily/mosaix/{day}").status_code == 403
    assert f"mosaix/{NOON.date()}" not in ada.http.get("/daily/mosaix").text
    it_is(server, SHOWN)
    assert f"mosaix/{NOON.date()}" in ada.http.get("/daily/mosaix").text
    again = Guest(server)
    again.sit(again.post(path)["table"])
    assert again.table["aids"] == {"undo": True, "hints": True}
    finishes(again)
    first, second = (server.get(f"/api/games/{one.at}").json() for one in (ada, again))
    assert (second["log"], second["chance"]) == (first["log"], first["chance"])
    assert again.http.get("/api/statistics").json()["daily"] == []
    assert ada.http.post("/api/daily/maharani/2027-03-01").status_code == 400
    assert ada.http.post("/api/daily/mosaix/yesterday").status_code == 400
