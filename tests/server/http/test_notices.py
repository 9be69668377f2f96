"""How people are reached, over HTTP: by a browser, a program and a mail address, and how all of it ends."""

from __future__ import annotations

import hmac
import json
import re
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from smalti.server.operation import clock
from smalti.server.store.database import read_url
from tests.server.forked import CLOCK
from tests.server.http.test_accounts import database_of, everything, person_of, seated, tables_of
from tests.server.http.test_tournaments import joined, made
from tests.server.ports import free_port
from tests.server.receiving import Browser, Post, Receiver, claims, mail_server, receiving
from tests.server.serving import Guest, Server, serving
from tests.waiting import until

MAIL_PORT = free_port()
TOLD = {
    "SMALTI_NOTICES_PRIVATE": "1",
    "SMALTI_NOTICES_DELAY_S": "0",
    "SMALTI_NOTICES_CONTACT": "mailto:steward@club.example",
    "SMALTI_MAIL": f"smtp://127.0.0.1:{MAIL_PORT}/?from=smalti@club.example",
}
"""The server may reach this machine, and does not wait."""
NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as running:
        yield running


@pytest.fixture(scope="module")
def post() -> Iterator[Post]:
    with mail_server(MAIL_PORT) as running:
        yield running


def waiting_notices(server: Server, guest: Guest, kind: str = "turn") -> list[Any]:
    """What is written down for somebody: about what, and whether it is done."""
    engine = create_engine(read_url(database_of(server)).set(drivername=driver(server)))
    query = text("SELECT about, done FROM notices WHERE person_id = :who AND kind = :kind ORDER BY number")
    with engine.connect() as connection:
        found = connection.execute(query, {"who": person_of(guest), "kind": kind}).all()
    engine.dispose()
    return list(found)


def driver(server: Server) -> str:
    return "postgresql+psycopg" if "SMALTI_DATABASE_URL" in server.environment else "sqlite"


def key_of(guest: Guest) -> str:
    """The key of the server, as the page names it."""
    found = re.search(r'data-key="([\w-]+)"', guest.http.get("/account").text)
    assert found
    return found[1]


def two_where_one_is_told(
    server: Server, receiver: Receiver, path: str
) -> tuple[Guest, Browser, str, dict[str, Guest]]:
    """Two people at a table; both are reached, whoever chooses first gets theirs at `path`."""
    ada, ben, table = seated(server)
    browsers = {name: Browser(receiver, f"{path}/{name}") for name in ("ada", "ben")}
    people = {"ada": ada, "ben": ben}
    for name, guest in people.items():
        guest.post("/api/notices/push", browsers[name].subscription)
    for guest in people.values():
        guest.sit(table, wait=False)
    ada.wait_to_begin()
    ben.wait_to_begin()
    first = "ada" if ada.moves else "ben"
    return people[first], browsers[first], table, people


def test_a_push_is_sealed_for_the_browser_and_signed_by_the_server(server: Server, receiver: Receiver) -> None:
    guest, browser, table, _ = two_where_one_is_told(server, receiver, "/signed")
    [told] = browser.received()
    assert (told["title"], told["path"], told["tag"]) == (
        "Your turn: Mosaix",
        f"/table/{table}",
        table,
    )
    [request] = receiver.at(browser.path)
    assert b"Mosaix" not in request.body
    claimed = claims(request, key_of(guest))
    assert claimed["aud"] == receiver.url
    assert claimed["sub"] == "mailto:steward@club.example"
    assert 0 < claimed["exp"] - clock.now().timestamp() <= 24 * 3600
    assert 0 < int(request.headers["TTL"]) <= 3 * 24 * 3600
    assert re.fullmatch(r"[\w-]{32}", request.headers["Topic"])
    guest.move()
    guest.wait_for("done")


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_nothing_is_told_to_whom_the_page_has_shown_it(
    database: str, tmp_path: Path, request: pytest.FixtureRequest, receiver: Receiver
) -> None:
    """They see it before the time of telling has come, however long that takes them: the clock stands still."""
    file, later = tmp_path / "clock", tmp_path / "later"
    file.write_text(NOON.isoformat())
    told = TOLD | {"SMALTI_WORKERS": "0", "SMALTI_NOTICES_DELAY_S": "60", CLOCK: str(file)}
    if database == "postgresql":
        told["SMALTI_DATABASE_URL"] = request.getfixturevalue("shared_postgres").new_database()
    with serving(tmp_path / "data", **told) as server:
        second = one_who_sees_their_turn(server, receiver)
        later.write_text((NOON + timedelta(minutes=2)).isoformat())
        later.replace(file)
        until(lambda: waiting_notices(server, second) and all(done for _, done in waiting_notices(server, second)))
        assert receiver.at("/second") == []


def one_who_sees_their_turn(server: Server, receiver: Receiver) -> Guest:
    """The second of two at a table, who could be told, and whose page has shown that it is their turn."""
    ada, ben, table = seated(server)
    for guest in (ada, ben):
        guest.sit(table, wait=False)
    for guest in (ada, ben):
        guest.wait_to_begin()
    first, second = (ada, ben) if ada.moves else (ben, ada)
    second.post("/api/notices/push", Browser(receiver, "/second").subscription)
    while not second.moves:
        if first.moves:
            first.move()
            first.wait_for("done")
        second.receive()
    second.send(type="saw", number=second.table["number"])
    second.send(type="ping")
    second.wait_for("pong")
    return second


def test_a_dead_subscription_is_forgotten(server: Server, receiver: Receiver) -> None:
    receiver.answers |= {"/dead/ada": 410, "/dead/ben": 410}
    guest, browser, _, _ = two_where_one_is_told(server, receiver, "/dead")
    receiver.wait(browser.path)
    until(lambda: guest.http.get("/api/account/export").json()["reaches"] == [])


def test_a_program_is_told_with_a_signature_and_nobody_is_called_by_it(server: Server, receiver: Receiver) -> None:
    guest = Guest(server)
    made = guest.post("/api/notices/hook", {"address": f"{receiver.url}/hook?a=b"})
    guest.post("/api/notices/test", {"id": made["id"]})
    [request] = receiver.at("/hook?a=b")
    moment, mark = (part.partition("=")[2] for part in request.headers["Smalti-Signature"].split(","))
    assert hmac.new(made["secret"].encode(), f"{moment}.".encode() + request.body, sha256).hexdigest() == mark
    told = json.loads(request.body)
    assert told["content"].startswith("Smalti reaches you here")
    assert told["allowed_mentions"] == {"parse": []}
    assert made["secret"] not in guest.http.get("/account").text


def test_a_test_that_nobody_takes_is_told_as_such(server: Server, receiver: Receiver) -> None:
    guest, stranger = Guest(server), Guest(server)
    receiver.answers["/refuses"] = 500
    place = guest.post("/api/notices/hook", {"address": f"{receiver.url}/refuses"})
    refused = guest.http.post("/api/notices/test", json={"id": place["id"]})
    assert (refused.status_code, "nobody took it" in refused.json()["words"]) == (400, True)
    for path in ("test", "forget"):
        assert stranger.http.post(f"/api/notices/{path}", json={"id": place["id"]}).status_code == 404
    guest.post("/api/notices/forget", {"id": place["id"]})
    assert guest.http.get("/api/account/export").json()["reaches"] == []


def code_in(letter: EmailMessage) -> str:
    found = re.search(r"[A-Z2-9]{4}-[A-Z2-9]{4}", str(letter["Subject"]))
    assert found
    return found[0]


def test_a_mail_address_is_confirmed_by_a_code_and_left_by_a_click(server: Server, post: Post) -> None:
    guest, address, before = Guest(server), f"ada-{server.port}@example.org", len(post.letters)
    place = guest.post("/api/notices/mail", {"address": f" {address} "})
    code = post.wait(before + 1)[-1]
    assert guest.http.post("/api/notices/test", json=place).status_code == 400, "nothing is sent before it is confirmed"
    assert guest.http.post("/api/notices/mail/confirm", json={"code": "AAAA-AAAA"}).status_code == 400
    again = Guest(server).http.post("/api/notices/mail", json={"address": address})
    assert (again.status_code, "just now" in again.json()["words"]) == (400, True), "nobody fills a stranger's post box"
    assert Guest(server).http.post("/api/notices/mail/confirm", json={"code": code_in(code)}).status_code == 400
    guest.post("/api/notices/mail/confirm", {"code": code_in(code).lower()})
    guest.post("/api/notices/test", place)
    letter = post.wait(before + 2)[-1]
    assert (letter["To"], letter["From"]) == (address, "smalti@club.example")
    stop = str(letter["List-Unsubscribe"]).strip("<>")
    assert stop.startswith(server.url)
    assert str(letter["List-Unsubscribe-Post"]) == "List-Unsubscribe=One-Click"
    assert stop in letter.get_content().replace("=\n", "")
    path = stop.removeprefix(server.url)
    assert address in Guest(server).http.get(path, headers={"accept": "text/html"}).text
    assert len(guest.http.get("/api/account/export").json()["reaches"]) == 1, "a preview of the link ends nothing"
    assert Guest(server).http.post(path, content=b"List-Unsubscribe=One-Click").status_code == 200
    assert guest.http.get("/api/account/export").json()["reaches"] == []
    assert Guest(server).http.post(path[:-1] + ("0" if path[-1] != "0" else "1")).status_code == 404


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("mail", {"address": "nobody"}),
        ("mail", {"address": "a@b.example\nBcc: c@d.example"}),
        ("mail", {"address": "a@b.example, c@d.example"}),
        ("hook", {"address": "ftp://example.org/"}),
        ("hook", {"address": "https://u:p@example.org/"}),
        ("push", {"endpoint": "https://example.org/", "keys": {"p256dh": "AAAA", "auth": "AAAA"}}),
        ("wishes", {"ways": {"turn": ["pigeon"]}}),
        ("wishes", {"ways": {}, "zone": "../../etc/passwd"}),
        ("wishes", {"ways": {}, "hour": 24}),
        ("mail/confirm", {"code": ""}),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(server: Server, path: str, body: dict[str, Any]) -> None:
    guest = Guest(server)
    answer = guest.http.post(f"/api/notices/{path}", json=body)
    assert (answer.status_code, bool(answer.json()["words"])) == (400, True)
    found = guest.http.get("/api/account/export").json()
    assert (found["reaches"], found["wishes"]) == ([], [])


def test_all_of_it_is_handed_out_and_deleted(server: Server, receiver: Receiver) -> None:
    guest, browser, table, people = two_where_one_is_told(server, receiver, "/all")
    guest.post("/api/notices/wishes", {"ways": {"turn": ["push"]}, "hour": 7, "zone": "Europe/Paris"})
    guest.post("/api/notices/hook", {"address": f"{receiver.url}/all/hook"})
    browser.received()
    guest.send(type="saw", number=guest.table["number"])
    until(lambda: guest.http.get("/api/account/export").json()["seen"])
    found = guest.http.get("/api/account/export").json()
    assert sorted(one["way"] for one in found["reaches"]) == ["hook", "push"]
    assert (found["wishes"][0]["notices"]["hour"], found["notices"][0]["about"]) == (7, table)
    assert "secret" not in json.dumps(found)
    person = person_of(guest)
    for one in people.values():
        one.leave()
    guest.post("/api/account/delete", {"sure": True})
    left = everything(server)
    assert person not in left
    assert browser.path not in left


def test_a_round_of_a_tournament_is_told_to_who_plays_in_it(server: Server) -> None:
    people = [Guest(server) for _ in range(4)]
    evening = made(people[0], "round_robin")
    joined(evening, *people)
    people[0].post(f"/api/tournaments/{evening}/begin")
    for guest in people:
        [(table, _)] = waiting_notices(server, guest, "round")
        assert table in tables_of(guest)


def test_who_signs_out_is_told_nothing_in_that_browser_any_more(server: Server, receiver: Receiver) -> None:
    guest, phone = Guest(server), Guest(server)
    guest.post("/api/notices/push", Browser(receiver, "/desk").subscription)
    guest.post("/api/account/recovery")
    phone.post("/api/account/arrive", {"code": guest.post("/api/account/transfer")["code"]})
    phone.post("/api/notices/push", Browser(receiver, "/phone").subscription)
    guest.post("/api/account/sign-out", {"everywhere": False})
    left = phone.http.get("/api/account/export").json()["reaches"]
    assert [one["address"].rpartition("/")[2] for one in left] == ["phone"]


def test_a_browser_is_one_persons(server: Server, receiver: Receiver) -> None:
    """Who sits down at somebody else's computer and is told there takes it over."""
    before, after = Guest(server), Guest(server)
    for guest in (before, after):
        guest.post("/api/notices/push", Browser(receiver, "/shared").subscription)
    found = [guest.http.get("/api/account/export").json()["reaches"] for guest in (before, after)]
    assert [len(one) for one in found] == [0, 1]


def test_a_server_killed_while_it_sends_sends_it_again_and_the_device_shows_one(
    tmp_path: Path, receiver: Receiver
) -> None:
    with serving(tmp_path, SMALTI_WORKERS="0", **TOLD) as server:
        receiver.held = threading.Event()
        _, browser, _, people = two_where_one_is_told(server, receiver, "/killed")
        [first] = receiver.wait(browser.path)
        server.kill()
        receiver.held.set()
        receiver.held = None
        server.start()
        for one in people.values():
            one.leave()
        again = receiver.wait(browser.path, 2)[1]
        assert browser.opened(first)["id"] == browser.opened(again)["id"]
        assert first.headers["Topic"] == again.headers["Topic"]


def test_whoever_runs_a_server_can_switch_it_off(tmp_path: Path, receiver: Receiver) -> None:
    with serving(tmp_path, SMALTI_NOTICES="0", SMALTI_WORKERS="0") as server:
        guest = Guest(server)
        for path, body in (
            ("push", Browser(receiver, "/off").subscription),
            ("hook", {"address": "https://a.example"}),
        ):
            assert "switched notices off" in guest.http.post(f"/api/notices/{path}", json=body).json()["words"]
        shown = guest.http.get("/account").text
        assert "has switched notices off" in shown
        assert 'id="push"' not in shown


def test_out_of_the_box_nothing_leads_inside_and_there_is_no_mail(tmp_path: Path, receiver: Receiver) -> None:
    with serving(tmp_path, SMALTI_WORKERS="0") as server:
        guest = Guest(server)
        plain = guest.http.post("/api/notices/hook", json={"address": f"{receiver.url}/inside"})
        assert plain.status_code == 400
        assert guest.http.post("/api/notices/push", json=Browser(receiver, "/inside").subscription).status_code == 400
        place = guest.post("/api/notices/hook", {"address": f"https://localhost:{receiver.port}/inside"})
        assert guest.http.post("/api/notices/test", json={"id": place["id"]}).status_code == 400
        assert "no mail" in guest.http.post("/api/notices/mail", json={"address": "a@example.org"}).json()["words"]
        assert 'id="mail"' not in guest.http.get("/account").text
    assert receiver.at("/inside") == []
