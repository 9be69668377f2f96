"""Finished games for everybody: listed, one by one, and all in one stream."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from sqlalchemy import event

from smalti.games import GAMES, find_game
from smalti.games.mosaix.moves import STOP
from smalti.kernel.chance import Chance
from smalti.kernel.game import CHANCE
from smalti.kernel.match import Match
from smalti.kernel.record import verify, write_record
from smalti.kernel.schema import record_schema
from smalti.server.http.archive import Place, page_of, versions_of
from smalti.server.keeping.setting_up import Order, Person, Wish, set_up
from tests.server.hosts import ANN, host
from tests.server.serving import Guest, Server

SOLO = {"game": "mosaix", "seats": [{"kind": "me"}]}


on_sqlite = pytest.mark.parametrize("server", ["sqlite"], indirect=True)
"""Where the database makes no difference."""


@pytest.fixture(scope="module")
def games(server: Server) -> dict[str, str]:
    """Three finished games, one of them today's challenge, which is not shown yet, and one that goes on."""
    guest = Guest(server)
    guest.post("/api/name", {"name": "Ada"})
    made = {name: guest.post("/api/tables", SOLO)["table"] for name in ("first", "second", "running")}
    made["daily"] = guest.post("/api/daily/mosaix")["table"]
    for name in ("first", "second", "daily"):
        guest.sit(made[name])
        guest.move(guest.moves.index(STOP))
        guest.wait_for("done")
    return made


def ask(server: Server, path: str, **query: Any) -> Any:
    answer = server.get(path, params=query)
    answer.raise_for_status()
    return answer.json()


def test_finished_games_are_listed_and_running_ones_are_not(server: Server, games: dict[str, str]) -> None:
    page = ask(server, "/api/games")

    assert {game["id"] for game in page["games"]} == {games[name] for name in ("first", "second")}
    assert page["next"] is None
    assert {name for game in page["games"] for name in game["names"]} == {"Ada"}


def test_the_pages_of_the_list_have_every_game_once(server: Server, games: dict[str, str]) -> None:
    found: list[str] = []
    place: dict[str, str] = {}
    while True:
        page = ask(server, "/api/games", limit=1, **place)
        found += [game["id"] for game in page["games"]]
        if page["next"] is None:
            break
        place = {"after": page["next"]}

    assert sorted(found) == sorted(games[name] for name in ("first", "second"))


@pytest.mark.parametrize(
    ("query", "count"),
    [({"game": "maharani"}, 0), ({"game": "mosaix", "since": "2020-01-01"}, 2), ({"since": "2999-01-01"}, 0), ({}, 2)],
)
@pytest.mark.usefixtures("games")
def test_the_stream_has_the_records_asked_for(server: Server, query: dict[str, str], count: int) -> None:
    answer = server.get("/api/games.jsonl", params=query)
    records = [json.loads(line) for line in answer.text.splitlines()]

    assert answer.headers["content-type"].startswith("application/x-ndjson")
    assert len(records) == count
    for record in records:
        Draft202012Validator(record_schema(GAMES[record["game"]])).validate(record)
        verify(record, find_game)


def test_a_page_of_the_list_asks_the_database_twice_however_many_play(database_url: str) -> None:
    async def run() -> None:
        async with host(database_url) as lobby:
            await lobby.store.save_person(ANN, "Ann")
            for n in range(6):
                keeper, _ = await set_up(lobby, Order("mosaix", (Wish("me"),)), Person(ANN, "Ann"))
                await keeper.begin()
                if n % 2:
                    await keeper.play(ANN, 0, STOP, "stop", keeper.table.number)
            asked: list[str] = []
            event.listen(
                lobby.store.engine.sync_engine, "before_cursor_execute", lambda *told: asked.append(str(told[2]))
            )
            games, place = await page_of(lobby.store, versions_of(None), Place(None), 2)
            assert sum(words.startswith("SELECT") for words in asked) == 2
            assert place is not None
            rest, end = await page_of(lobby.store, versions_of("mosaix"), place, 2)
            assert end is None
            assert len({game.id for game in games + rest}) == 3
            assert await page_of(lobby.store, versions_of("maharani"), Place(None), 2) == ([], None)

    asyncio.run(run())


def test_a_finished_game_is_shown_with_its_chance_unless_others_still_play_it(
    server: Server, games: dict[str, str]
) -> None:
    assert "chance" in ask(server, f"/api/games/{games['first']}")
    assert server.get(f"/api/games/{games['daily']}").status_code == 403


def test_a_running_game_is_no_game_here(server: Server, games: dict[str, str]) -> None:
    assert server.get(f"/api/games/{games['running']}").status_code == 404
    assert server.get("/api/games/nonsense").status_code == 404


@on_sqlite
@pytest.mark.parametrize("query", ["game=chess", "since=yesterday", "after=2026-13-01T00:00:00~1", "limit=0"])
def test_what_cannot_be_understood_is_refused_in_a_sentence(server: Server, query: str) -> None:
    answer = server.get(f"/api/games?{query}")

    assert answer.status_code in (400, 404)
    assert answer.json()["words"]


@on_sqlite
@pytest.mark.parametrize("game", GAMES)
def test_the_schema_of_a_game_is_there(server: Server, game: str) -> None:
    assert ask(server, f"/api/schema/{game}") == record_schema(GAMES[game])


# Games that were played without a server


def played(game_id: str) -> dict[str, Any]:
    """A finished game of two as a browser hands it in: the first legal moves, by number, and chance of its own."""
    match = Match.new(find_game("mosaix"), 2, {}, Chance("s" * 64, game_id, "0:ab"))
    while not match.position.is_over:
        match.play(match.position.actors()[0], match.position.legal_moves()[0])
    log = [{"by": "chance" if event.by == CHANCE else event.by, "do": event.move} for event in match.log]
    return write_record(match, ("Ann", "Bot")) | {"format": "smalti-numbers/1", "log": log}


def test_a_game_played_in_a_browser_is_taken_in_once_and_belongs_to_who_hands_it_in(server: Server) -> None:
    guest, record = Guest(server), played("Browser-game-01")
    order = {"record": record, "bots": [None, "apprentice"]}
    assert guest.post("/api/games", order) == guest.post("/api/games", order) == {"table": "Browser-game-01"}

    kept = ask(server, "/api/games/Browser-game-01")
    assert len(verify(kept, find_game).log) == len(record["log"])
    assert [seat["name"] for seat in kept["seats"]] == ["Ann", "Bot"]
    assert "Browser-game-01" in guest.http.get("/my-games").text
    assert sum(game["id"] == "Browser-game-01" for game in ask(server, "/api/games")["games"]) == 1


def test_a_game_that_is_handed_in_under_a_name_is_not_of_who_is_called_so(server: Server) -> None:
    """A name is text; whose game it is goes by the id, which no record and no list has."""
    ann, other = Guest(server), Guest(server)
    ann.post("/api/name", {"name": "Ann"})
    person = str(ann.http.cookies["smalti"]).partition(".")[0]
    other.post("/api/games", {"record": played("Browser-game-04"), "bots": [None, "apprentice"]})
    for page in ("/my-games", f"/people/{person}", "/statistics"):
        found = ann.http.get(page)
        assert (found.status_code, "Browser-game-04" in found.text) == (200, False)
    assert "Browser-game-04" in other.http.get("/my-games").text
    ours = str(other.http.cookies["smalti"]).partition(".")[0]
    for path in ("/api/games/Browser-game-04", "/api/games", "/api/games.jsonl"):
        assert not {person, ours} & set(re.findall(r"[\w-]+", server.get(path).text))


def test_a_game_whose_chance_was_chosen_by_hand_is_kept_once_in_no_list_and_counts_for_nobody(server: Server) -> None:
    guest, record = Guest(server), played("Browser-game-03")
    del record["chance"]
    order = {"record": record | {"by_hand": True}, "bots": []}
    table = guest.post("/api/games", order)["table"]

    assert guest.post("/api/games", order)["table"] == table
    kept = ask(server, f"/api/games/{table}")
    assert kept["by_hand"] is True
    assert verify(kept, find_game).position.scores() == tuple(record["scores"])
    assert ask(server, f"/api/tables/{table}/record").items() <= kept.items()
    assert table not in guest.http.get("/my-games").text
    assert table not in [game["id"] for game in ask(server, "/api/games")["games"]]
    assert guest.http.get(f"/api/tables/{table}/chance").status_code == 403


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"scores": [1, 2]}, "scores"),
        ({"log": []}, "ends before the game does"),
        ({"chance": {"id": "../../etc", "secret": "s" * 64, "added": "0:ab"}}, "not what the secret gives"),
        ({"chance": None}, "chance"),
        ({"rules": "0"}, "version"),
    ],
)
@on_sqlite
def test_a_game_that_does_not_stand_up_is_not_taken_in(server: Server, change: dict[str, Any], words: str) -> None:
    answer = Guest(server).http.post("/api/games", json={"record": played("Browser-game-02") | change, "bots": []})

    assert answer.status_code == 400
    assert words in answer.json()["words"]
    assert server.get("/api/games/Browser-game-02").status_code == 404


@on_sqlite
def test_an_id_that_another_game_has_is_refused(server: Server, games: dict[str, str]) -> None:
    order = {"record": played(games["first"]), "bots": []}
    answer = Guest(server).http.post("/api/games", json=order)

    assert (answer.status_code, answer.json()["words"]) == (403, "another game has this id already")
