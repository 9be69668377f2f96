"""Open tables over HTTP, live: sitting down, being asked, withdrawing; friends and blocks; on either database."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from tests.server.club.visiting import Visitor, ask, come, id_of, meet, seek
from tests.server.http.test_accounts import everything
from tests.server.postgres import Postgres
from tests.server.serving import Guest, Server, connect, serving


def sit(guest: Guest, table: str) -> Any:
    return guest.http.post(f"/api/club/tables/{table}/sit")


def test_an_open_table_is_shown_at_once_and_taken_by_a_click(server: Server) -> None:
    ada, ben = come(server, "Ada"), come(server, "Ben")
    ben.visit()
    ada.visit()
    table = seek(ada)
    ben.hears(lambda told: table in told["tables"] and "Ada" in told["tables"])
    assert table not in ada.http.get("/club").text.split('id="tables"')[1], "the own one stands apart"
    ada.hears(lambda told: table in told["mine"])
    assert sit(ben, table).json() == {"table": table}
    ada.hears(lambda told: "Your table is ready" in told["asked"] and table not in told["mine"])
    ben.hears(lambda told: table not in told["tables"])
    assert ada.http.get(f"/table/{table}").status_code == 200
    assert "Your table is ready" not in ada.http.get("/club").text
    ben.sit(table, wait=False)
    assert [seat["name"] for seat in ben.table["seats"]] == ["Ada", "Ben"]


def test_of_many_at_the_last_seat_one_sits_and_the_others_are_told_kindly(server: Server) -> None:
    table = seek(come(server, "Ada"))
    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(lambda one: sit(one, table), [come(server, "Ben") for _ in range(6)]))
    assert sorted(one.status_code for one in found) == [200, *[403] * 5]
    assert {one.json()["words"][:12] for one in found if one.status_code == 403} <= {"somebody els", "nobody can s"}


def test_a_table_is_withdrawn_by_its_owner_and_its_links_lead_nowhere(server: Server) -> None:
    ada, ben = come(server, "Ada"), come(server, "Ben")
    order = {"game": "mosaix", "seats": [{"kind": "me"}, {"kind": "invite"}], "opening": {"listed": True}}
    made = ada.post("/api/tables", order)
    ben.visit("tables")
    ben.hears(lambda told: made["table"] in told["tables"])
    refused = ben.http.post(f"/api/club/tables/{made['table']}/withdraw")
    assert (refused.status_code, "whoever set this table up" in refused.json()["words"]) == (403, True)
    ada.post(f"/api/club/tables/{made['table']}/withdraw")
    ben.hears(lambda told: made["table"] not in told["tables"])
    assert sit(ben, made["table"]).status_code == 403
    assert ben.http.post(f"/api{made['invitations']['1']}").status_code == 403
    assert made["table"] not in ada.http.get("/my-games").text


def test_what_nobody_opened_is_not_open(server: Server) -> None:
    ada, ben = come(server, "Ada"), come(server, "Ben")
    table = ada.post("/api/tables", {"game": "mosaix", "seats": [{"kind": "me"}, {"kind": "invite"}]})["table"]
    assert sit(ben, table).status_code == 403
    assert sit(ben, "nobody-set-this-up").status_code == 404
    assert ben.http.post(f"/api/club/tables/{table}/open", json={"listed": True}).status_code == 403
    ada.post(f"/api/club/tables/{table}/open", {"listed": True})
    assert sit(ben, table).status_code == 200
    alone = {"game": "mosaix", "seats": [{"kind": "me"}], "opening": {"listed": True}}
    assert "no free seat" in ada.http.post("/api/tables", json=alone).json()["words"]
    strange = {"listed": True, "fill": {"bot": "no such bot", "minutes": 5}}
    before = ada.http.get("/my-games").text
    order = {"game": "mosaix", "seats": [{"kind": "me"}, {"kind": "invite"}], "opening": strange}
    refused = ada.http.post("/api/tables", json=order)
    assert (refused.status_code, "no such bot" in refused.json()["words"]) == (400, True)
    assert ada.http.get("/my-games").text.count("/table/") == before.count("/table/"), "nothing was set up"


def test_somebody_is_asked_sees_it_at_once_and_accepts_or_declines(server: Server) -> None:
    ada, ben = come(server, "Ada"), come(server, "Ben")
    meet(ada, ben)
    ben.visit("asked")
    ada.visit()
    first = ask(ada, id_of(ben)).json()["table"]
    ben.hears(lambda told: "Ada asks you to play Mosaix" in told["asked"] and first in told["asked"])
    again = ask(ada, id_of(ben))
    assert (again.status_code, "asked this person already" in again.json()["words"]) == (403, True)
    assert sit(come(server, "Cid"), first).status_code == 403, "the seat is kept"
    ben.post(f"/api/club/tables/{first}/decline")
    ada.hears(lambda told: "Ben does not want to play now." in told["mine"])
    ben.hears(lambda told: first not in told["asked"])
    second = ask(ada, id_of(ben)).json()["table"]
    ben.hears(lambda told: second in told["asked"])
    assert sit(ben, second).status_code == 200
    ada.hears(lambda told: "Your table is ready" in told["asked"])
    assert ben.http.post(f"/api/club/tables/{first}/decline").status_code == 200
    assert come(server, "Cid").http.post(f"/api/club/tables/{first}/decline").status_code == 403


def test_strangers_are_asked_only_if_they_show_themselves(server: Server) -> None:
    ada, ben = come(server, "Ada"), come(server, "Ben")
    refused = ask(ada, id_of(ben))
    assert (refused.status_code, "not shown to you" in refused.json()["words"]) == (403, True)
    assert ask(ada, id_of(ada)).status_code == 403
    assert ada.http.post(f"/api/club/people/{id_of(ben)}", json={"tie": "friend"}).status_code == 403
    ben.post("/api/account/profile", {"seen_by": "everybody"})
    ada.post(f"/api/club/people/{id_of(ben)}", {"tie": "friend"})
    assert ask(ada, id_of(ben)).status_code == 200
    ben.post("/api/account/profile", {"seen_by": "nobody"})
    assert ask(ada, id_of(ben)).status_code == 403


def is_shown_here(name: str, told: dict[str, str]) -> bool:
    lines = [line for line in told["people"].split("<li") if f">{name}</a>" in line]
    return any("is here" in line for line in lines)


def test_friends_by_a_link_find_each_other_and_see_who_is_there(server: Server) -> None:
    ada, ben = come(server, "Ada"), come(server, "Ben")
    link = ada.http.get("/club").text.split('value="/club/friend/')[1].partition('"')[0]
    person, _, code = link.partition("/")
    assert "Ada would like to find you" in ben.http.get(f"/club/friend/{link}").text
    assert ben.http.get(f"/club/friend/{person}/{'0' * 20}").status_code == 403
    assert ben.http.post("/api/club/friends", json={"person": person, "code": "0" * 20}).status_code == 403
    ben.post("/api/club/friends", {"person": person, "code": code})
    ada.visit("people")
    ada.hears(lambda told: ">Ben</a>" in told["people"] and not is_shown_here("Ben", told))
    ben.visit("people")
    ada.hears(lambda told: is_shown_here("Ben", told))
    ben.hears(lambda told: is_shown_here("Ada", told))
    ben.line.close()
    ada.hears(lambda told: not is_shown_here("Ben", told))


def test_who_is_blocked_neither_finds_nor_asks_nor_sees(server: Server) -> None:
    ada, ben = come(server, "Ada"), come(server, "Ben")
    meet(ada, ben)
    ada.post(f"/api/club/people/{id_of(ben)}", {"tie": "block"})
    table = seek(ada)
    ada.visit()
    ben.visit()
    other = seek(come(server, "Cid"))
    ben.hears(lambda told: other in told["tables"])
    assert table not in ben.parts["tables"]
    assert ">Ada<" not in ben.parts["people"]
    assert "Blocked: 1" in ada.parts["people"]
    assert sit(ben, table).status_code == 403
    assert ask(ben, id_of(ada)).status_code == ask(ada, id_of(ben)).status_code == 403
    assert ben.http.get(f"/people/{id_of(ada)}").status_code == 403
    ada.post(f"/api/club/people/{id_of(ben)}", {"tie": None})
    ben.hears(lambda told: table in told["tables"])
    assert sit(ben, table).status_code == 200


def test_bots_come_when_nobody_does(tmp_path: Path) -> None:
    """The owner is away, and the server was killed in between."""
    with serving(tmp_path, SMALTI_WORKERS="0") as server:
        ada = come(server, "Ada")
        fill = {"bot": "apprentice", "name": "Apprenti", "minutes": 1}
        table = seek(ada, 3, opening={"fill": fill})
        server.kill()
        wind_forward(tmp_path)
        server.start()
        ada.sit(table, wait=False)
        while not all(seat["bot"] or seat["name"] == "Ada" for seat in ada.table["seats"]):
            ada.receive()
        assert [seat["name"] for seat in ada.table["seats"]] == ["Ada", "Apprenti", "Apprenti"]
        ada.wait_to_begin()
        assert ada.table["started"]


def wind_forward(data: Path) -> None:
    """As if the time had come already."""
    engine = create_engine(f"sqlite:///{data / 'smalti.sqlite'}")
    with engine.begin() as connection:
        changed = connection.execute(text("UPDATE openings SET fill_at = '2026-01-01 00:00:00.000000'"))
        assert changed.rowcount == 1
    engine.dispose()


@pytest.fixture(scope="module")
def hosts(tmp_path_factory: pytest.TempPathFactory, shared_postgres: Postgres) -> Iterator[tuple[Server, Server]]:
    """Two servers on one database."""
    told = {
        "SMALTI_DATABASE_URL": shared_postgres.new_database(),
        "SMALTI_WORKERS": "0",
        "SMALTI_LIMIT_PERSON_LISTED": "2",
    }
    folders = [tmp_path_factory.mktemp("data") for _ in range(2)]
    with serving(folders[0], **told) as here, serving(folders[1], **told) as there:
        yield here, there


def elsewhere(guest: Visitor, server: Server) -> Visitor:
    """The same person at another server."""
    other = Visitor(server)
    other.http.cookies.update({"smalti": guest.http.cookies["smalti"]})
    return other


def test_people_at_two_servers_meet_as_at_one(hosts: tuple[Server, Server]) -> None:
    here, there = hosts
    ada, ben = come(here, "Ada"), come(there, "Ben")
    meet(ada, elsewhere(ben, here))
    ada.visit()
    ben.visit()
    ada.hears(lambda told: is_shown_here("Ben", told))
    ben.hears(lambda told: is_shown_here("Ada", told))
    table = ask(ada, id_of(ben)).json()["table"]
    ben.hears(lambda told: table in told["asked"])
    assert sit(ben, table).status_code == 200
    ada.hears(lambda told: "Your table is ready" in told["asked"])
    opened = seek(ada)
    ben.hears(lambda told: opened in told["tables"])
    seek(elsewhere(ada, there))
    order = {"game": "mosaix", "seats": [{"kind": "me"}, {"kind": "invite"}], "opening": {"listed": True}}
    assert ada.http.post("/api/tables", json=order).status_code == 400, "two are on the list, whoever put them there"
    there.stop()
    ada.hears(lambda told: not is_shown_here("Ben", told))
    there.start()


@pytest.mark.parametrize(
    "kind", ["PERSON_LISTED", "ADDRESS_LISTINGS", pytest.param("PERSON_LISTINGS", marks=pytest.mark.long)]
)
def test_nobody_fills_the_list(tmp_path: Path, kind: str) -> None:
    with serving(tmp_path, **{"SMALTI_WORKERS": "0", f"SMALTI_LIMIT_{kind}": "2"}) as server:
        ada = come(server, "Ada")
        first = seek(ada)
        seek(ada)
        order = {"game": "mosaix", "seats": [{"kind": "me"}, {"kind": "invite"}], "opening": {"listed": True}}
        refused = ada.http.post("/api/tables", json=order)
        expected = (400, "on the list already") if kind == "PERSON_LISTED" else (429, "wait a while")
        assert (refused.status_code, expected[1] in refused.json()["words"]) == (expected[0], True)
        assert ada.http.get("/my-games").text.count('href="/table/') == 2, "nothing was set up"
        if kind == "PERSON_LISTED":
            ada.post(f"/api/club/tables/{first}/withdraw")
            seek(ada)


def test_what_the_club_knows_of_somebody_is_handed_out_and_forgotten(server: Server) -> None:
    ada, ben = come(server, "Ada"), come(server, "Ben")
    meet(ada, ben)
    ada.post(f"/api/club/people/{id_of(ben)}", {"tie": "friend"})
    ben.post(f"/api/club/people/{id_of(ada)}", {"tie": "friend"})
    ask(ben, id_of(ada))
    seek(ada)
    ada.visit()
    found = ada.http.get("/api/account/export").json()
    assert [one["other_id"] for one in found["ties"]] == [id_of(ben)]
    assert len(found["openings"]) == len(found["reservations"]) == 1
    assert not any(one["person_id"] == id_of(ben) for one in found["ties"]), "what others think is theirs"
    person = id_of(ada)
    ada.post("/api/account/recovery")
    ada.post("/api/account/delete", {"sure": True})
    assert person not in everything(server)


def test_a_guest_brings_their_friends_and_tables_along(server: Server) -> None:
    ada, guest, ben = come(server, "Ada"), come(server, "Guest"), come(server, "Ben")
    meet(guest, ben)
    guest.post(f"/api/club/people/{id_of(ben)}", {"tie": "friend"})
    ben.post(f"/api/club/people/{id_of(guest)}", {"tie": "friend"})
    table = seek(guest)
    guest.post("/api/account/arrive", {"code": ada.post("/api/account/transfer")["code"]})
    shown = guest.http.get("/club").text
    assert f"/people/{id_of(ben)}" in shown
    assert f"/api/club/tables/{table}/withdraw" in shown
    assert f"/people/{id_of(ada)}" in ben.http.get("/club").text


def test_a_page_of_another_site_hears_nothing_of_the_club(server: Server) -> None:
    with pytest.raises(InvalidStatus, match="403"):
        connect(f"ws://127.0.0.1:{server.port}/live/club?parts=people", origin=Origin("http://elsewhere.example"))


def test_connections_to_the_club_are_bounded_like_all_others(tmp_path: Path) -> None:
    limits = {"SMALTI_LIMIT_PERSON_SOCKETS": "2", "SMALTI_LIMIT_PERSON_MESSAGES": "5"}
    with serving(tmp_path, SMALTI_WORKERS="0", **limits) as server:
        ada = come(server, "Ada")
        ada.visit("tables")
        first = ada.line
        ada.visit("tables")
        with pytest.raises(InvalidStatus):
            ada.visit("tables")
        for _ in range(6):
            first.send("nothing that anybody asked for")
        with pytest.raises(ConnectionClosed):
            first.recv()
