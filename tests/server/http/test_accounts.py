"""Who somebody is: codes, devices, signing out, guests whose games come along, and all that is stored of them."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import create_engine, text
from websockets.exceptions import ConnectionClosed

from smalti.server.operation import clock
from smalti.server.store.backup import write_backup
from smalti.server.store.database import read_url, sqlite_url
from smalti.server.store.schema import METADATA
from tests.server.club.visiting import come, meet, seek
from tests.server.serving import Guest, Server, connect_as, serving
from tests.waiting import until

TWO = {"game": "mosaix", "seats": [{"kind": "me"}, {"kind": "invite"}]}


def database_of(server: Server) -> str:
    return server.environment.get("SMALTI_DATABASE_URL") or sqlite_url(server.data / "smalti.sqlite")


def everything(server: Server) -> str:
    """Every row of the database, as text."""
    url = read_url(database_of(server))
    plain = url.set(drivername="sqlite" if url.get_backend_name() == "sqlite" else "postgresql+psycopg")
    engine = create_engine(plain)
    with engine.connect() as connection:
        rows = [connection.execute(text(f'SELECT * FROM "{table.name}"')).all() for table in METADATA.sorted_tables]
    engine.dispose()
    return repr(rows)


def person_of(guest: Guest) -> str:
    return str(guest.http.cookies["smalti"]).partition(".")[0]


def seated(server: Server, first: str = "Ada Unusual") -> tuple[Guest, Guest, str]:
    """Two people at a table, in the middle of their game."""
    ada, ben = Guest(server), Guest(server)
    for one, name in ((ada, first), (ben, "Ben")):
        one.post("/api/name", {"name": name})
    made = ada.post("/api/tables", TWO)
    ben.post(f"/api{made['invitations']['1']}")
    return ada, ben, made["table"]


def tables_of(guest: Guest) -> str:
    return guest.http.get("/my-games").text


def test_a_transfer_code_makes_another_device_mine_once(server: Server) -> None:
    ada, _, table = seated(server)
    code = ada.post("/api/account/transfer")["code"]
    phone, stranger = Guest(server), Guest(server)
    assert phone.post("/api/account/arrive", {"code": f" {code.lower()} "}) == {"name": "Ada Unusual"}
    assert table in tables_of(phone)
    assert table in tables_of(ada)
    again = stranger.http.post("/api/account/arrive", json={"code": code})
    assert (again.status_code, "not known here" in again.json()["words"]) == (400, True)
    assert table not in tables_of(stranger)


def test_a_recovery_code_lasts_until_there_is_a_new_one(server: Server) -> None:
    ada = Guest(server)
    ada.post("/api/name", {"name": "Ada"})
    old = ada.post("/api/account/recovery")["code"]
    for _ in range(2):
        assert Guest(server).post("/api/account/arrive", {"code": old}) == {"name": "Ada"}
    new = ada.post("/api/account/recovery")["code"]
    assert Guest(server).http.post("/api/account/arrive", json={"code": old}).status_code == 400
    assert Guest(server).post("/api/account/arrive", {"code": new}) == {"name": "Ada"}


def test_a_guest_takes_their_games_along_and_may_move_at_once(server: Server) -> None:
    ada = Guest(server)
    ada.post("/api/name", {"name": "Ada"})
    code = ada.post("/api/account/transfer")["code"]
    guest, other, table = seated(server)
    guest.sit(table, wait=False)
    other.sit(table)
    guest.wait_to_begin()
    guest.leave()
    before = person_of(guest)
    guest.post("/api/account/arrive", {"code": code})
    assert person_of(guest) != before
    assert before not in everything(server)
    until(lambda: sits(guest, table))
    make_a_move(guest, other)


def make_a_move(one: Guest, other: Guest) -> None:
    """As soon as it is their turn."""
    while not one.moves:
        if other.moves:
            other.move()
            other.wait_for("done")
        one.receive()
    one.move()
    one.wait_for("done")


def sits(guest: Guest, table: str) -> bool:
    """Whether the table has heard who somebody is now."""
    guest.sit(table)
    return bool(guest.table["mine"])


def test_signing_out_everywhere_ends_every_device_and_every_open_table(server: Server) -> None:
    ada, _, table = seated(server)
    phone = Guest(server)
    phone.post("/api/account/arrive", {"code": ada.post("/api/account/transfer")["code"]})
    refused = ada.http.post("/api/account/sign-out", json={"everywhere": True})
    assert (refused.status_code, "last way" in refused.json()["words"]) == (400, True), "nobody locks themselves out"
    ada.post("/api/account/recovery")
    phone.sit(table, wait=False)
    kept = str(ada.http.cookies["smalti"])
    ada.post("/api/account/sign-out", {"everywhere": True})
    assert phone.connection is not None
    with pytest.raises(ConnectionClosed):
        phone.wait_for("an end")
    for one in (ada, phone):
        assert table not in tables_of(one)
    copied = Guest(server)
    copied.http.cookies.set("smalti", kept)
    assert table not in tables_of(copied)


def test_the_old_cookie_of_a_guest_no_longer_counts_once_there_is_an_account(server: Server) -> None:
    ada, _, table = seated(server)
    copied = Guest(server)
    copied.http.cookies.set("smalti", ada.http.cookies["smalti"])
    assert table in tables_of(copied)
    ada.post("/api/account/recovery")
    assert table in tables_of(ada)
    assert table not in tables_of(copied)


@pytest.mark.parametrize("code", ["", "AAAA", "AAAA-AAAA", "ß" * 60])
def test_a_code_that_nobody_was_given_lets_nobody_in(server: Server, code: str) -> None:
    answer = Guest(server).http.post("/api/account/arrive", json={"code": code})
    assert answer.status_code == 400


@pytest.mark.parametrize(
    "body", [{}, {"credential": {}}, {"credential": {"id": "x", "response": {}}}, {"credential": 3}]
)
def test_a_passkey_that_nobody_asked_for_is_refused(server: Server, body: dict[str, Any]) -> None:
    headers = {"Origin": f"http://127.0.0.1:{server.port}"}
    for path in ("/api/account/sign-in", "/api/account/passkeys"):
        answer = Guest(server).http.post(path, json=body, headers=headers)
        assert answer.status_code == 400, answer.text


def test_an_export_has_all_of_mine_and_no_key_to_any_door(server: Server) -> None:
    ada, _, table = seated(server)
    ada.post("/api/account/recovery")
    found = ada.http.get("/api/account/export").json()
    assert found["format"] == "smalti-person/1"
    assert [one["name"] for one in found["people"]] == ["Ada Unusual"]
    assert [one["id"] for one in found["tables"]] == [table]
    assert [found["people"][0][f"show_{what}"] for what in ("games", "ratings", "presence")] == [True] * 3
    assert len(found["seats"]) == len(found["devices"]) == len(found["codes"]) == 1
    told = json.dumps(found)
    assert all(word not in told for word in ("secret", "hash", "public_key"))
    assert {one.name for one in METADATA.sorted_tables if "person_id" in one.c} <= set(found)


def test_deleting_leaves_no_trace_and_a_bot_plays_on(server: Server, tmp_path: Path) -> None:
    ada, ben, table = seated(server, "Zenobia")
    ada.sit(table, wait=False)
    ben.sit(table)
    ada.wait_to_begin()
    make_a_move(ada, ben)
    ada.post("/api/account/recovery")
    person = person_of(ada)
    assert person in everything(server)
    assert ada.http.post("/api/account/delete", json={"sure": False}).status_code == 400
    ada.post("/api/account/delete", {"sure": True})
    left = everything(server)
    assert person not in left
    assert "Zenobia" not in left
    ben.sit(table)
    assert [(seat["name"], seat["bot"] is not None) for seat in ben.table["seats"]] == [
        ("Somebody", True),
        ("Ben", False),
    ]
    backup = tmp_path / "backup"
    with backup.open("wb") as file:
        write_backup(database_of(server), file, lambda *_: None)
    kept = gzip.decompress(backup.read_bytes()).decode()
    assert "Ben" in kept
    assert person not in kept
    assert "Zenobia" not in kept


def test_deleting_leaves_nothing_of_the_guest_somebody_was_on_another_device(server: Server) -> None:
    ada, phone, ben = come(server, "Ada"), come(server, "Zenobia"), come(server, "Ben")
    day = clock.now().date().isoformat()
    for one in (ada, phone):  # both have the same, of which the account keeps its own
        one.post("/api/daily/mosaix")
        one.post("/api/days-off", {"first": day, "last": day})
        meet(one, ben)
        one.post(f"/api/club/people/{person_of(ben)}", {"tie": "friend"})
        ben.post(f"/api/club/people/{person_of(one)}", {"tie": "friend"})
        one.post(f"/api/club/tables/{seek(one)}/withdraw")
    phone.visit()
    guest = person_of(phone)
    phone.post("/api/account/arrive", {"code": ada.post("/api/account/transfer")["code"]})
    with pytest.raises(ConnectionClosed):
        phone.hears(lambda _: False)
    assert guest not in everything(server)
    person = person_of(phone)
    phone.post("/api/account/delete", {"sure": True})
    left = everything(server)
    assert [one for one in (guest, person, "Zenobia") if one in left] == []


def test_what_is_deleted_is_overwritten_on_the_disk(tmp_path: Path) -> None:
    with serving(tmp_path, SMALTI_WORKERS="0") as server:
        ada, _, table = seated(server, "Zenobia")
        ada.sit(table, wait=False)
        ada.send(type="say", id=str(uuid4()), text="Xylophones everywhere")
        ada.wait_for("done")
        ada.post("/api/account/recovery")
        words = [b"Zenobia", person_of(ada).encode(), b"Xylophones"]
        assert [one for one in words if one in on_disk(tmp_path)] == words
        ada.post("/api/account/delete", {"sure": True})
        assert [one for one in words if one in on_disk(tmp_path)] == []


def on_disk(folder: Path) -> bytes:
    """Every byte of the database and its log."""
    return b"".join(file.read_bytes() for file in sorted(folder.glob("smalti.sqlite*")))


def test_a_profile_is_shown_to_whom_its_owner_wants(server: Server) -> None:
    ada, ben, _ = seated(server)
    stranger, address = Guest(server), f"/people/{person_of(ada)}"

    def seen() -> list[int]:
        return [one.http.get(address).status_code for one in (ada, ben, stranger)]

    assert seen() == [200, 200, 403]
    ada.post("/api/account/profile", {"seen_by": "everybody", "avatar": "012345670", "name": " Ada L. "})
    assert seen() == [200, 200, 200]
    shown = stranger.http.get(address).text
    assert "/avatar/012345670.svg" in shown
    assert "Ada L." in shown
    ada.post("/api/account/profile", {"seen_by": "nobody"})
    assert seen() == [200, 403, 403]
    assert ada.http.post("/api/account/profile", json={"avatar": "99"}).status_code == 400
    assert ada.http.get("/avatar/012345678.svg").status_code == 400
    assert ada.http.get("/avatar/012345677.svg").headers["content-type"].startswith("image/svg+xml")


def test_a_profile_lists_the_last_games_but_no_private_ones_unless_games_are_not_shown(server: Server) -> None:
    ada, stranger = Guest(server), Guest(server)
    ada.post("/api/name", {"name": "Ada"})
    ada.post("/api/account/profile", {"seen_by": "everybody"})
    shown, private = (finished_alone(ada, private=one) for one in (False, True))
    address = f"/people/{person_of(ada)}"
    for guest in (ada, stranger):
        page = guest.http.get(address).text
        assert [f'href="/table/{one}"' in page for one in (shown, private)] == [True, False]
        assert "Finished games: 2" in page
    ada.post("/api/account/profile", {"show_games": False})
    for guest in (ada, stranger):
        page = guest.http.get(address).text
        assert (shown in page, "Finished games" in page, "Most points" in page) == (False, False, False)


def finished_alone(guest: Guest, *, private: bool) -> str:
    """A game alone that is over; returns its table."""
    table = str(guest.post("/api/tables", {"game": "mosaix", "seats": [{"kind": "me"}], "private": private})["table"])
    guest.sit(table)
    while not guest.table["over"]:
        number = guest.table["number"]
        guest.move(-1)
        guest.wait_until(number + 1)
    return table


def test_whether_somebody_is_there_is_shown_only_if_they_like(server: Server) -> None:
    ada, ben, _ = seated(server)
    address = f"/people/{person_of(ada)}"

    def club_line() -> str:
        """Her line on the club's page: others may be there too."""
        [line] = [one for one in ben.http.get("/club").text.split("</li>") if f'href="{address}"' in one]
        return line

    line = connect_as(f"ws://127.0.0.1:{server.port}/live/club?parts=people", f"smalti={ada.http.cookies['smalti']}")
    until(lambda: "is here" in ben.http.get(address).text, "nobody saw that she came")
    assert "is here" in club_line()
    ada.post("/api/account/profile", {"show_presence": False})
    assert "is here" not in ben.http.get(address).text
    assert "is here" not in club_line()
    line.close()
