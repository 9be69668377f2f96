"""Talk at a table through two servers on one database: heard at both, counted once, and `smalti club` is heard too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from smalti.cli.main import run
from tests.server.http.test_accounts import database_of
from tests.server.http.test_talk import TWO, ask, hear, link_of, named, said
from tests.server.serving import Guest, Server, serving


@pytest.fixture(scope="module")
def hosts(tmp_path_factory: pytest.TempPathFactory, shared_postgres: Any) -> Iterator[tuple[Server, Server]]:
    """Two servers on one database."""
    told = {
        "SMALTI_DATABASE_URL": shared_postgres.new_database(),
        "SMALTI_WORKERS": "0",
        "SMALTI_LIMIT_PERSON_LINES": "6",
    }
    folders = [tmp_path_factory.mktemp("data") for _ in range(2)]
    with serving(folders[0], **told) as here, serving(folders[1], **told) as there:
        yield here, there


def apart(hosts: tuple[Server, Server]) -> tuple[Guest, Guest]:
    """Two people at one table, each at another server."""
    ada, ben = named(hosts[0], "Ada"), named(hosts[1], "Ben")
    made = ada.post("/api/tables", TWO)
    ben.post(f"/api{made['invitations']['1']}")
    for one in (ada, ben):
        one.sit(made["table"], wait=False)
        while not one.table["talk"]:
            one.receive()
        hear(one)
    return ada, ben


def test_what_is_said_at_one_server_is_heard_at_the_other(hosts: tuple[Server, Server]) -> None:
    ada, ben = apart(hosts)
    ask(ada, type="say", text="hello over there")
    line = ben.wait_for("talk")["lines"][0]
    assert line["text"] == "hello over there"
    ask(ben, type="mute", who=line["who"])
    ask(ada, type="say", text="still there?")
    assert said(ben) == []
    assert run(["club", "remove", f"/table/{ada.at}/1", "--database", database_of(hosts[0])]) == 0
    while not (told := ada.wait_for("talk"))["lines"] or not told["lines"][-1]["removed"]:
        pass
    assert run(["club", "mute", link_of(ada), "--database", database_of(hosts[0])]) == 0
    while not ada.wait_for("talk").get("silent"):
        pass


def test_a_limit_holds_over_both_servers(hosts: tuple[Server, Server]) -> None:
    ada, _ = apart(hosts)
    twin = Guest(hosts[1])
    twin.http.cookies.update(dict(ada.http.cookies))
    twin.sit(ada.at, wait=False)
    answers = [ask((ada, twin)[n % 2], type="say", text=str(n))["type"] for n in range(8)]
    assert answers == ["done"] * 6 + ["refused"] * 2
