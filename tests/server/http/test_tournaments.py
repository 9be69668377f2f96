"""Whole tournaments of every kind over real sockets: rounds come once, deals stay secret, nobody waits in vain."""

from __future__ import annotations

import csv
import hashlib
import io
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from smalti.server.http.tournament_words import BY_LEADS, BY_POINTS
from tests.server.correspondence import FIRST, Clock
from tests.server.forked import RUNNING
from tests.server.http.test_accounts import everything, person_of
from tests.server.http.test_daily import PATHS, own_record
from tests.server.serving import Guest, Server, serving
from tests.waiting import until

WORKERS = "1"
BOT = "random"
LOST = {"kind": "days", "time_s": 86_400, "over": "lose"}


def named(server: Server, name: str) -> Guest:
    guest = Guest(server)
    guest.post("/api/name", {"name": name})
    return guest


def made(host: Guest, kind: str, **more: Any) -> str:
    order = {"name": "Evening", "kind": kind, "game": "mosaix", "bot": BOT, **more}
    return str(host.post("/api/tournaments", order)["id"])


def joined(tournament: str, *guests: Guest) -> None:
    for guest in guests:
        guest.post(f"/api/tournaments/{tournament}/join", {"added": "a1b2"})


def told(guest: Guest, tournament: str) -> dict[str, Any]:
    found: dict[str, Any] = guest.http.get(f"/api/tournaments/{tournament}").json()
    return found


def number_of(state: dict[str, Any], name: str) -> int:
    return next(int(one["number"]) for one in state["entries"] if one["name"] == name)


def table_of(state: dict[str, Any], name: str) -> str | None:
    """Where somebody plays in the last round."""
    number = number_of(state, name)
    boards = state["rounds"][-1]["boards"]
    return next((board["table"] for board in boards if number in board["entries"] and not board["decided"]), None)


def finish(*guests: Guest) -> None:
    """Plays a table to its end from all seats of people: always the last choice, which is to stop where one can."""
    one = guests[0]
    while not one.table["over"]:
        mover = next((guest for guest in guests if guest.moves), None)
        if mover is None:
            one.receive()
            continue
        number = mover.table["number"]
        mover.move(-1)
        for guest in guests:
            guest.wait_until(number + 1)


def play_round(people: dict[str, Guest], tournament: str) -> None:
    """All people play their tables of this round, those who share one together."""
    state = told(next(iter(people.values())), tournament)
    at: dict[str, list[Guest]] = {}
    for name, guest in people.items():
        if table := table_of(state, name):
            guest.sit(table, wait=False)
            at.setdefault(table, []).append(guest)
    for guests in at.values():
        for guest in guests:
            guest.wait_to_begin()
        finish(*guests)


def play_all(people: dict[str, Guest], tournament: str) -> dict[str, Any]:
    """Until it is over; returns what it came to."""
    guest = next(iter(people.values()))
    while (state := told(guest, tournament))["state"] == "running":
        number = len(state["rounds"])
        play_round(people, tournament)
        until(lambda number=number: is_on(guest, tournament, number), "the next round did not come")  # type: ignore[misc]
    return state


def is_on(guest: Guest, tournament: str, number: int) -> bool:
    state = told(guest, tournament)
    return state["state"] == "over" or len(state["rounds"]) > number


@pytest.mark.parametrize(
    ("kind", "more", "rounds"),
    [
        ("swiss", {"rounds": 2}, 2),
        pytest.param("knock_out", {}, 2, marks=pytest.mark.long),
        pytest.param("round_robin", {}, 3, marks=pytest.mark.long),
        ("duplicate", {"rounds": 2}, 2),
    ],
)
def test_a_whole_tournament(server: Server, kind: str, more: dict[str, Any], rounds: int) -> None:
    """In duplicate of five, so that a bot fills."""
    people = {name: named(server, name) for name in ("Ada", "Ben", "Cyd", "Dan", "Eve")[: 4 + (kind == "duplicate")]}
    ada = people["Ada"]
    tournament = made(ada, kind, **more)
    joined(tournament, *people.values())
    ada.post(f"/api/tournaments/{tournament}/begin")
    state = play_all(people, tournament)

    assert (state["state"], len(state["rounds"])) == ("over", rounds)
    assert all(one["over"] and all(board["decided"] for board in one["boards"]) for one in state["rounds"])
    assert sorted(line["number"] for line in state["standing"]) == list(range(1, len(people) + 1))
    table = list(csv.DictReader(io.StringIO(ada.http.get(f"/api/tournaments/{tournament}/standing.csv").text)))
    assert [int(row["number"]) for row in table] == [line["number"] for line in state["standing"]]
    assert {row["name"] for row in table} == people.keys()
    page = ada.http.get(f"/tournaments/{tournament}").text
    assert "It is over" in page
    if kind == "duplicate":
        check_deals(ada, state)


@pytest.mark.parametrize(("game", "words"), [("mosaix", BY_POINTS), ("majolica", BY_LEADS)])
def test_the_page_of_a_duplicate_says_what_points_are(server: Server, game: str, words: str) -> None:
    people = [named(server, name) for name in ("Ada", "Ben", "Cyd", "Dan")]
    tournament = made(people[0], "duplicate", game=game, rounds=1)
    joined(tournament, *people)
    address = f"/tournaments/{tournament}"
    assert words not in people[0].http.get(address).text
    people[0].post(f"/api{address}/begin")
    assert words in people[0].http.get(address).text


def opened(guest: Guest, address: str) -> dict[str, Any]:
    """What a table says once it has heard that the round is over."""
    until(lambda: guest.http.get(address).is_success, "it is sealed for ever")
    return dict(guest.http.get(address).json())


def check_deals(guest: Guest, state: dict[str, Any]) -> None:
    """Every table of a round had the same chance, and it is the one whose fingerprint was shown."""
    parts = ",".join(f"{one['number']}:{one['added']}" for one in state["entries"])
    for one, commitment in zip(state["rounds"], state["commitments"], strict=False):
        checks = [opened(guest, f"/api/tables/{board['table']}/chance") for board in one["boards"]]
        assert {check["verified"] for check in checks} == {True}
        assert len({(check["secret"], check["id"], check["added"]) for check in checks}) == 1
        assert hashlib.sha256(checks[0]["secret"].encode()).hexdigest() == commitment == one["commitment"]
        assert checks[0]["added"] == state["added"] == hashlib.sha256(parts.encode()).hexdigest()


def test_nobody_sees_a_deal_before_their_own_end_nor_its_secret_before_all_have_ended(server: Server) -> None:
    people = {name: named(server, name) for name in ("Ada", "Ben", "Cyd", "Dan")}
    ada, stranger = people["Ada"], Guest(server)
    tournament = made(ada, "duplicate", rounds=1)
    commitment = told(stranger, tournament)["commitments"][0]
    joined(tournament, *people.values())
    ada.post(f"/api/tournaments/{tournament}/begin")
    state = told(ada, tournament)
    first = table_of(state, "Ada")
    assert first is not None
    early = [guest for name, guest in people.items() if table_of(state, name) == first]
    late = [guest for guest in people.values() if guest not in early]
    for guest in people.values():
        guest.sit(str(table_of(state, next(name for name, one in people.items() if one is guest))))
    assert early[0].table["commitment"] == late[0].table["commitment"] == commitment
    assert early[0].table["pieces"] == late[0].table["pieces"], "the same roll"
    check_no_help(early[0])
    finish(*early)
    for other in (stranger, late[0]):
        for path in PATHS:
            answer = other.http.get(path.format(first))
            assert answer.status_code == 403, (path, answer.text)
        assert first not in {game["id"] for game in other.http.get("/api/games").json()["games"]}
        assert first not in other.http.get("/api/games.jsonl").text
        assert other.http.get(f"/api/games/{first}/review").status_code == 403
        with pytest.raises(ConnectionClosed, match="others still play"):
            Guest(server).sit(first)
    for guest in early:
        assert "chance" not in guest.http.get(f"/api/games/{first}").json()
        assert "chance" not in own_record(guest)
        assert guest.http.get(f"/api/tables/{first}/chance").status_code == 403
        assert guest.http.post(f"/api/tables/{first}/again?same_deal=true").status_code == 403
        assert guest.http.post(f"/api/tables/{first}/branch", json={"ply": 1}).status_code == 403
    running = told(stranger, tournament)["rounds"][0]["boards"]
    assert [board["scores"] for board in running] == [[], []]
    finish(*late)
    until(lambda: told(ada, tournament)["state"] == "over")
    for other in (stranger, late[0]):
        record = other.http.get(f"/api/games/{first}").json()
        assert hashlib.sha256(record["chance"]["secret"].encode()).hexdigest() == commitment
    check_deals(ada, told(ada, tournament))


def check_no_help(guest: Guest) -> None:
    """No hint, nothing taken back, no bot, no what-if."""
    number = guest.table["seat"]
    guest.send(type="hint", seat=number, stage=1, id="h")
    assert "without hints" in guest.wait_for("refused")["words"]
    guest.send(type="undo", seat=number, id="u", number=guest.table["number"])
    assert "without taking back" in guest.wait_for("refused")["words"]
    for what, body in {
        "seat": {"seat": number, "bot": "legend"},
        "resign": {"seat": number},
        "branch": {"ply": 0},
    }.items():
        assert guest.http.post(f"/api/tables/{guest.at}/{what}", json=body).status_code in (400, 403), what


def refused(guest: Guest, path: str, body: dict[str, Any] | None = None) -> tuple[int, str]:
    answer = guest.http.post(path, json=body or {})
    return answer.status_code, answer.json().get("words", "")


def test_what_cannot_be_done_gets_a_sentence_and_changes_nothing(server: Server) -> None:
    ada, ben = named(server, "Ada"), named(server, "Ben")
    tournament = made(ada, "swiss")
    at = f"/api/tournaments/{tournament}"
    joined(tournament, ada)
    assert refused(ada, f"{at}/join") == (400, "you take part in this tournament already")
    assert refused(ada, f"{at}/begin")[0] == 400
    for path, body in {"begin": {}, "delete": {}, "fill": {"bot": BOT, "count": 3}}.items():
        assert refused(ben, f"{at}/{path}", body) == (403, "only whoever made this tournament can do that")
    assert refused(ada, f"{at}/fill", {"bot": "nobody", "count": 3})[0] == 400
    assert refused(ada, f"{at}/fill", {"bot": BOT, "count": 33})[0] == 400
    assert len(told(ada, tournament)["entries"]) == 1
    ada.post(f"{at}/fill", {"bot": BOT, "count": 3})
    ada.post(f"{at}/begin")
    assert refused(ben, f"{at}/join") == (400, "this tournament has begun; nobody can join or leave it by now")
    assert refused(ada, f"{at}/delete")[0] == 400
    assert refused(ben, f"{at}/entries/1", {"deed": "absent"})[0] == 403
    assert refused(ada, f"{at}/entries/99", {"deed": "absent"})[0] == 404
    assert len(told(ada, tournament)["entries"]) == 4
    for path in ("/tournaments/none", "/api/tournaments/none", "/tournaments/none/live", "/api/tournaments/%00"):
        assert ada.http.get(path).status_code == 404, path
    for more in ({"kind": "league"}, {"seats": 9}, {"rounds": 99}, {"game": "chess"}, {"name": " "}, {"bot": "nobody"}):
        order = {"name": "Evening", "kind": "swiss", "game": "mosaix", **more}
        assert ada.http.post("/api/tournaments", json=order).status_code in (400, 404), more
    for pace in ({"kind": "days", "time_s": 5}, {"kind": "turn", "time_s": 60, "over": "others"}):
        order = {"name": "Evening", "kind": "swiss", "game": "mosaix", "pace": pace}
        assert refused(ada, "/api/tournaments", order)[0] == 400
    order = {"name": "Evening", "kind": "swiss", "game": "mosaix", "seats": 4, "pace": LOST}
    assert "nobody loses by that alone" in refused(ada, "/api/tournaments", order)[1]


def test_bots_are_as_few_as_is_said_however_many_are_asked_for_at_once(server: Server) -> None:
    ada = named(server, "Ada")
    tournament = made(ada, "swiss")

    def fill(_: int) -> tuple[int, str]:
        return refused(ada, f"/api/tournaments/{tournament}/fill", {"bot": BOT, "count": 32})

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(fill, range(8)))
    assert sorted({status for status, _ in answers}) == [200, 400]
    assert {words for status, words in answers if status == 400} == {"up to 32 bots can take part"}
    assert len(told(ada, tournament)["entries"]) == 32


def test_tournaments_in_which_bots_meet_are_few_like_other_tables_of_bots_alone(tmp_path: Path) -> None:
    with serving(tmp_path, SMALTI_WORKERS="1", SMALTI_LIMIT_PERSON_BOT_TABLES="2") as server:
        ada = named(server, "Ada")
        paths = [f"/api/tournaments/{made(ada, 'swiss')}/fill" for _ in range(3)]
        assert [refused(ada, path, {"bot": BOT, "count": 32})[0] for path in paths] == [200, 200, 429]
        assert refused(ada, paths[2], {"bot": BOT, "count": 1})[0] == 200, "it plays with people only"


def test_before_it_begins_people_leave_and_it_can_be_taken_away(server: Server) -> None:
    ada, ben = named(server, "Ada"), named(server, "Ben")
    tournament = made(ada, "knock_out", listed=False)
    joined(tournament, ada, ben)
    assert tournament in ben.http.get("/tournaments").text
    assert tournament not in Guest(server).http.get("/tournaments").text
    ben.post(f"/api/tournaments/{tournament}/entries/2", {"deed": "withdraw"})
    assert [one["name"] for one in told(ada, tournament)["entries"]] == ["Ada"]
    ada.post(f"/api/tournaments/{tournament}/delete")
    assert ada.http.get(f"/tournaments/{tournament}").status_code == 404


def test_who_does_not_come_is_stood_in_for_or_loses_and_the_tournament_goes_on(server: Server) -> None:
    people = {name: named(server, name) for name in ("Ada", "Ben", "Cyd", "Dan", "Eve")}
    ada = people["Ada"]
    tournament = made(ada, "round_robin", auto=False)
    joined(tournament, *people.values())
    at = f"/api/tournaments/{tournament}"
    ada.post(f"{at}/begin")
    state = told(ada, tournament)
    playing = [board for board in state["rounds"][0]["boards"] if len(board["entries"]) == 2]
    (first, absent), (third, fourth) = (board["entries"] for board in playing)
    assert refused(ada, f"{at}/begin")[0] in (200, 400)
    ada.post(f"{at}/entries/{absent}", {"deed": "lose"})
    assert refused(ada, f"{at}/entries/{absent}", {"deed": "lose"})[0] in (200, 400)
    ada.post(f"{at}/entries/{absent}", {"deed": "absent"})
    for number in (third, fourth):
        ada.post(f"{at}/entries/{number}", {"deed": "bot", "bot": BOT})
    until(lambda: told(ada, tournament)["rounds"][0]["over"], "bots did not play on")
    state = told(ada, tournament)
    points = {line["number"]: line["points"] for line in state["standing"]}
    assert (points[first], points[absent], points[third] + points[fourth]) == (1, 0, 1)
    assert len(state["rounds"]) == 1, "the next one is begun by who runs it"
    ada.post(f"{at}/begin")
    boards = told(ada, tournament)["rounds"][1]["boards"]
    assert all(absent in board["lost"] or absent not in board["entries"] for board in boards)


@pytest.mark.parametrize(
    ("kind", "seats", "rounds"), [("knock_out", 4, 2), pytest.param("round_robin", 3, 1, marks=pytest.mark.long)]
)
def test_three_and_four_sit_at_a_table(server: Server, kind: str, seats: int, rounds: int) -> None:
    ada = named(server, "Ada")
    tournament = made(ada, kind, seats=seats, rounds=1, options={"end": "formation-impossible"})
    ada.post(f"/api/tournaments/{tournament}/fill", {"bot": BOT, "count": 6})
    ada.post(f"/api/tournaments/{tournament}/begin")
    until(lambda: told(ada, tournament)["state"] == "over", "bots did not play it to its end")
    state = told(ada, tournament)
    assert len(state["rounds"]) == rounds
    assert [len(board["entries"]) for board in state["rounds"][0]["boards"]] == [3, 3]
    assert [line["rank"] for line in state["standing"]].count(1) == 1 or kind == "round_robin"


class Evening:
    """A tournament by days a turn to which nobody comes, at a server whose clock is moved."""

    def __init__(self, server: Server, clock: Clock, **more: Any) -> None:
        self.people = {name: named(server, name) for name in ("Ada", "Ben", "Cyd", "Dan")}
        self.clock, self.ada = clock, self.people["Ada"]
        self.tournament = made(self.ada, "swiss", rounds=1, **more)
        joined(self.tournament, *self.people.values())
        self.begin()

    def begin(self) -> None:
        self.ada.post(f"/api/tournaments/{self.tournament}/begin")

    @property
    def waiting(self) -> int:
        """How many are to choose somewhere."""
        return sum(guest.http.get("/api/waiting").json()["count"] for guest in self.people.values())

    def wait_for_their_turns(self) -> None:
        """Nobody has come, and the clocks run all the same."""
        assert self.waiting == 0
        self.clock.move(timedelta(minutes=2))
        self.begin()
        until(lambda: self.waiting >= 2, "the games did not begin")

    def is_over(self) -> bool:
        """A day later, and another one."""
        self.clock.move(timedelta(hours=13))
        return bool(told(self.ada, self.tournament)["state"] == "over")


@pytest.mark.parametrize("pace", [LOST, pytest.param(LOST | {"over": "bot"}, marks=pytest.mark.long)])
def test_whoever_has_no_time_left_loses_or_is_stood_in_for(tmp_path: Path, pace: dict[str, Any]) -> None:
    clock = Clock(tmp_path / "clock")
    clock.set(FIRST)
    with serving(tmp_path, SMALTI_WORKERS=WORKERS, **{RUNNING: str(clock.file)}) as server:
        evening = Evening(server, clock, pace=pace)
        assert "1 day a turn" in evening.ada.http.get(f"/tournaments/{evening.tournament}").text
        evening.wait_for_their_turns()
        until(evening.is_over, "nobody's time was over")
        boards = told(evening.ada, evening.tournament)["rounds"][0]["boards"]
        assert [bool(board["lost"]) for board in boards] == [pace["over"] == "lose"] * 2
        assert [bool(board["scores"]) for board in boards] == [pace["over"] == "bot"] * 2
        assert evening.waiting == 0, "nobody is waited for at a table that is decided"


def test_many_clicks_at_once_begin_one_round_on_two_servers(tmp_path: Path, postgres_url: str) -> None:
    told_them = {"SMALTI_DATABASE_URL": postgres_url, "SMALTI_WORKERS": "0"}
    with serving(tmp_path / "a", **told_them) as one, serving(tmp_path / "b", **told_them) as two:
        ada = named(one, "Ada")
        there = Guest(two)
        there.http.cookies = ada.http.cookies
        tournament = made(ada, "swiss")
        joined(tournament, ada)
        ada.post(f"/api/tournaments/{tournament}/fill", {"bot": BOT, "count": 9})

        def begin(n: int) -> int:
            return (ada, there)[n % 2].http.post(f"/api/tournaments/{tournament}/begin").status_code

        with ThreadPoolExecutor(8) as together:
            assert set(together.map(begin, range(8))) == {200}
        state = told(there, tournament)
        assert (len(state["rounds"]), len(state["rounds"][0]["boards"])) == (1, 5)
        for guest in (ada, there):
            assert str(table_of(state, "Ada")) in guest.http.get(f"/tournaments/{tournament}").text


def test_a_killed_server_goes_on_with_its_tournaments(server: Server) -> None:
    ada = named(server, "Ada")
    tournament = made(ada, "swiss", rounds=2)
    ada.post(f"/api/tournaments/{tournament}/fill", {"bot": BOT, "count": 4})
    ada.post(f"/api/tournaments/{tournament}/begin")
    for _ in range(2):
        server.kill()
        server.start()
    until(lambda: told(ada, tournament)["state"] == "over", "bots did not play on after the server was killed")
    assert [len(one["boards"]) for one in told(ada, tournament)["rounds"]] == [2, 2]


def test_the_page_follows_without_being_loaded_again(server: Server) -> None:
    ada, ben = named(server, "Ada"), named(server, "Ben")
    tournament = made(ada, "duplicate")
    mark = told(ada, tournament)["mark"]
    with ThreadPoolExecutor(1) as aside:
        waiting = aside.submit(ben.http.get, f"/tournaments/{tournament}/live?after={mark}")
        joined(tournament, ada)
        answer = waiting.result()
    assert (answer.status_code, "Ada" in answer.text, "<html" in answer.text) == (200, True, False)


def test_somebody_who_is_forgotten_is_nobody_in_the_standing(server: Server) -> None:
    zoe, ben = named(server, "Zenobia"), named(server, "Ben")
    tournament = made(zoe, "swiss", rounds=1)
    joined(tournament, zoe, ben)
    zoe.post(f"/api/tournaments/{tournament}/fill", {"bot": BOT, "count": 2})
    zoe.post(f"/api/tournaments/{tournament}/begin")
    found = zoe.http.get("/api/account/export").json()
    assert [row["name"] for row in found["tournaments"]] == ["Evening"]
    assert [row["name"] for row in found["entries"]] == ["Zenobia"]
    person = person_of(zoe)
    assert "Zenobia" in ben.http.get(f"/tournaments/{tournament}").text
    zoe.post("/api/account/delete", {"sure": True})
    assert person not in everything(server)
    state = told(ben, tournament)
    assert [one["name"] for one in state["entries"]][:2] == ["Somebody", "Ben"]
    assert "Zenobia" not in ben.http.get(f"/tournaments/{tournament}").text
    play_all({"Ben": ben}, tournament)


def test_a_guest_and_an_account_in_one_tournament_become_one(server: Server) -> None:
    ada, guest = named(server, "Ada"), named(server, "Guest of Ada")
    tournament = made(guest, "swiss")
    joined(tournament, ada, guest)
    assert guest.http.get(f"/tournaments/{tournament}").text.count("(you)") == 1
    guest.post("/api/account/arrive", {"code": ada.post("/api/account/transfer")["code"]})
    entries = told(ada, tournament)["entries"]
    assert [(one["name"], one["absent"]) for one in entries] == [("Ada", False), ("Somebody", True)], (
        "whose it was is nowhere stored"
    )
    assert 'Ada <span class="fine">(you)' in guest.http.get(f"/tournaments/{tournament}").text
    guest.post(f"/api/tournaments/{tournament}/delete")
