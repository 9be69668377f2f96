"""What two servers on one database know of each other: who is at a table, who has left, how much was asked for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

from smalti.server.http.shared_limits import CHANNEL as TAKEN
from smalti.server.store.database import plain_url
from tests.server.club.visiting import come, id_of, meet
from tests.server.forked import START
from tests.server.http.test_accounts import database_of, everything
from tests.server.serving import Guest, Server, serving

MOST_TABLES = 20
ALONE = {"game": "mosaix", "seats": [{"kind": "me"}]}
IMPATIENT = f"""
from smalti.server.wire import elsewhere
elsewhere.BEAT_S, elsewhere.FORGOTTEN_S = 0.5, 5.0
{START}
"""
"""A server that soon takes another one for gone."""


@pytest.fixture(scope="module")
def hosts(tmp_path_factory: pytest.TempPathFactory, shared_postgres: Any) -> Iterator[tuple[Server, Server]]:
    """Two servers on one database."""
    told = {"SMALTI_DATABASE_URL": shared_postgres.new_database(), "SMALTI_WORKERS": "0"}
    told |= {"SMALTI_LIMIT_PERSON_TABLES": str(MOST_TABLES)}
    folders = [tmp_path_factory.mktemp("data") for _ in range(2)]
    with serving(folders[0], **told) as here, serving(folders[1], **told) as there:
        yield here, there


def at_another_server(guest: Guest, server: Server) -> Guest:
    """The same browser, which the next connection leads elsewhere."""
    twin = Guest(server)
    twin.http.cookies.update(dict(guest.http.cookies))
    return twin


@pytest.mark.parametrize("path", ["sign-out", "delete"])
def test_who_signs_out_or_deletes_themselves_leaves_every_server(hosts: tuple[Server, Server], path: str) -> None:
    ada, ben = come(hosts[0], "Ada"), come(hosts[1], "Ben")
    table = meet(ada, ben)
    ada.post("/api/account/recovery")
    twin = at_another_server(ada, hosts[1])
    twin.sit(table, wait=False)
    ada.post(f"/api/account/{path}", {"everywhere": True} if path == "sign-out" else {"sure": True})
    with pytest.raises(ConnectionClosed):
        twin.wait_for("an end")
    with pytest.raises(ConnectionClosed):
        twin.send(type="say", id=str(uuid4()), text="still with you")
    assert "still with you" not in everything(hosts[1])


def sees(guest: Guest, *seats: int, watching: int = 0) -> None:
    """Waits until somebody is told that these are there, and no others."""
    table = guest.table
    while ([seat["seat"] for seat in table["seats"] if seat["here"]], table["watching"]) != ([*seats], watching):
        message = guest.receive()
        table = guest.table
        if message["type"] == "people":
            table["watching"] = message["watching"]
            for seat in table["seats"]:
                seat["here"] = seat["seat"] in message["here"]


def test_who_is_at_a_table_through_another_server_is_there(hosts: tuple[Server, Server]) -> None:
    ada, ben = come(hosts[0], "Ada"), come(hosts[1], "Ben")
    table = meet(ada, ben)
    for one in (ada, ben):
        one.sit(table, wait=False)
    for one in (ada, ben):
        sees(one, 0, 1)
    looker = Guest(hosts[1])
    looker.sit(table, wait=False)
    sees(ada, 0, 1, watching=1)
    sees(looker, 0, 1, watching=1)
    ben.leave()
    sees(ada, 0, watching=1)
    sees(looker, 0, watching=1)
    looker.leave()
    sees(ada, 0)
    twin = at_another_server(ada, hosts[1])
    twin.sit(table, wait=False)
    sees(twin, 0)
    ada.leave()
    ben.sit(table, wait=False)
    sees(twin, 0, 1)


def test_what_was_asked_for_at_one_server_counts_at_the_other(hosts: tuple[Server, Server]) -> None:
    ada = come(hosts[0], "Ada")
    twin = at_another_server(ada, hosts[1])
    with psycopg.connect(plain_url(database_of(hosts[0])), autocommit=True) as line:
        line.execute(f"LISTEN {TAKEN}")
        for _ in range(MOST_TABLES):
            ada.post("/api/tables", ALONE)
        told = 0
        for note in line.notifies():
            told += sum(number for *_, who, number in json.loads(note.payload)["taken"] if who == id_of(ada))
            assert "127.0.0.1" not in note.payload
            if told >= MOST_TABLES:
                break
    answers: list[int] = []
    while 429 not in answers:
        answers.append(twin.http.post("/api/tables", json=ALONE).status_code)
        assert len(answers) < MOST_TABLES / 2, "not once more as many"


@pytest.mark.long
def test_the_people_of_a_killed_server_are_there_no_longer(tmp_path: Path, postgres_url: str) -> None:
    told = {"SMALTI_DATABASE_URL": postgres_url, "SMALTI_WORKERS": "0"}
    with serving(tmp_path / "a", IMPATIENT, **told) as here, serving(tmp_path / "b", IMPATIENT, **told) as there:
        ada, ben = come(here, "Ada"), come(there, "Ben")
        table = meet(ada, ben)
        for one in (ada, ben):
            one.sit(table, wait=False)
        sees(ada, 0, 1)
        there.kill()
        sees(ada, 0)
        there.start()
        ben.sit(table, wait=False)
        sees(ada, 0, 1)
