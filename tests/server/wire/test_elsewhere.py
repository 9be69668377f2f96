"""What two servers on one database know of each other: who has signed out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.club.visiting import come, meet
from tests.server.http.test_accounts import everything
from tests.server.serving import Guest, Server, serving


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
