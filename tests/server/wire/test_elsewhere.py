"""What two servers on one database know of each other: who is at a table, and who has signed out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.club.visiting import come, meet
from tests.server.forked import START
from tests.server.http.test_accounts import everything
from tests.server.serving import Guest, Server, serving

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
