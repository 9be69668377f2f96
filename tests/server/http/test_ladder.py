"""Rated tables and the ladder over HTTP: what counts, what does not, and who sees whom."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest

from smalti.server.table import rating
from tests.server.held import HASTY
from tests.server.http.test_accounts import person_of
from tests.server.serving import Guest, Server
from tests.waiting import until

WORKERS, CODE = "1", HASTY  # they review what was rated, and how closely makes no difference here
NO_AIDS = {"hints": False, "undo": False}
ME, INVITE, NOVICE = {"kind": "me"}, {"kind": "invite"}, {"kind": "bot", "bot": "novice"}


def order(*seats: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"game": "mosaix", "seats": list(seats), "aids": NO_AIDS, "rated": True} | more


def member(server: Server, name: str) -> Guest:
    """Somebody with an account."""
    guest = Guest(server)
    guest.post("/api/name", {"name": name})
    guest.post("/api/account/recovery")
    return guest


def play_out(*guests: Guest) -> None:
    """Plays a game to its end, each seat the last of its choices."""
    while not all(guest.table["over"] for guest in guests):
        for guest in guests:
            number = max(one.table["number"] for one in guests)
            guest.wait_until(number)
            if guest.moves and not guest.table["over"]:
                guest.move(-1)
                guest.wait_until(number + 1)


def play(one: Guest, other: Guest, **more: Any) -> str:
    """A game of two, from its set-up to its end."""
    made = one.post("/api/tables", order(ME, INVITE, **more))
    other.post(f"/api{made['invitations']['1']}")
    one.sit(made["table"], wait=False)
    other.sit(made["table"])
    one.wait_to_begin()
    play_out(one, other)
    return str(made["table"])


def line_of(text: str, name: str) -> list[str]:
    """The figures in somebody's line of the ladder."""
    rows = re.findall(r"<tr[ >].*?</tr>", text, re.DOTALL)
    [row] = [row for row in rows if re.search(rf'scope="row" class="who">(<a [^>]*>)?{name}\b', row)]
    return re.findall(r"-?\d+", re.sub(r"<[^>]*>", " ", row.partition("</th>")[2]))


def games_of(server: Guest, name: str) -> int:
    text = server.http.get("/ladder/mosaix/2").text
    return int(line_of(text, name)[2]) if re.search(rf"\b{name}\b", text) else 0


def refused(answer: httpx.Response, words: str) -> bool:
    return (answer.status_code, answer.json()["words"]) == (400, words)


def test_a_table_is_rated_only_if_it_can_be(server: Server) -> None:
    ada, guest = member(server, "Ada"), Guest(server)
    wrong = {
        rating.NO_AIDS: order(ME, INVITE, aids={"hints": True, "undo": False}),
        rating.NO_SCREEN: order(ME, {"kind": "local"}),
        rating.NO_SUCH_BOT: order(ME, {"kind": "bot", "bot": "random"}),
        rating.TOO_FEW: order(ME),
        rating.NO_PERSON: order(NOVICE, NOVICE),
    }
    for words, one in wrong.items():
        assert refused(ada.http.post("/api/tables", json=one), words)
    assert refused(guest.http.post("/api/tables", json=order(ME, NOVICE)), rating.NO_ACCOUNT)
    made = ada.post("/api/tables", order(ME, INVITE))
    link = f"/api{made['invitations']['1']}"
    assert refused(guest.http.post(link), rating.NO_ACCOUNT)
    assert refused(ada.http.post(link), rating.SITS_ALREADY)
    assert "Rated game" in guest.http.get(made["invitations"]["1"]).text
    assert "Rated game" in ada.http.get(f"/table/{made['table']}").text
    guest.post("/api/account/recovery")
    guest.post(link)


def test_an_open_rated_table_is_for_accounts_and_levels_too(server: Server) -> None:
    ada, guest = member(server, "Ada"), Guest(server)
    fill = {"bot": "partner", "name": "Partner", "minutes": 5}
    asked = order(ME, INVITE, opening={"listed": True, "fill": fill})
    assert refused(ada.http.post("/api/tables", json=asked), rating.NO_SUCH_BOT)
    table = ada.post("/api/tables", order(ME, INVITE, opening={"listed": True}))["table"]
    assert refused(
        ada.http.post(f"/api/club/tables/{table}/open", json={"listed": True, "fill": fill}), rating.NO_SUCH_BOT
    )
    assert refused(guest.http.post(f"/api/club/tables/{table}/sit"), rating.NO_ACCOUNT)
    guest.post("/api/account/recovery")
    guest.post(f"/api/club/tables/{table}/sit")


def test_on_a_rated_table_the_server_thinks_and_nobody_helps(server: Server) -> None:
    ada = member(server, "Ada")
    ada.thinks = True
    ada.sit(ada.post("/api/tables", order(ME, NOVICE))["table"])
    while not ada.moves:
        ada.receive()
    ada.send(type="hint", seat=0, stage=1, id="h")
    assert "without hints" in ada.wait_for("refused")["words"]
    ada.move()
    said: list[str] = []
    while not ada.moves or not said:
        message = ada.receive()
        said.append(message["type"])
    assert "think" not in said, "the browser offered, and was not asked"


def test_a_rated_game_counts_once_for_both_and_then_without_luck(server: Server) -> None:
    vera, wim = member(server, "Vera"), member(server, "Wim")
    table = play(vera, wim)
    until(lambda: games_of(vera, "Wim") == 1, "the game was not rated")
    until(lambda: len(line_of(vera.http.get("/ladder/mosaix/2").text, "Vera")) == 5, "the game was not reviewed")
    text = vera.http.get("/ladder/mosaix/2").text
    points, doubt, games, _, fair_doubt = map(int, line_of(text, "Vera"))
    assert games == 1
    assert 250 < max(doubt, fair_doubt) < 491, "a little more is known than of a newcomer"
    assert sum(int(line_of(text, name)[0]) for name in ("Vera", "Wim")) in (2999, 3000, 3001), (
        "what one wins another loses"
    )
    assert '<tr class="mine"' in text
    for page in (f"/people/{person_of(vera)}", "/ladder/mosaix/2"):
        assert str(points) in wim.http.get(page).text
    exported = vera.http.get("/api/account/export").json()
    assert [one["games"] for one in exported["standings"]] == [1]
    assert [one["table_id"] for one in exported["rated"]] == [table]

    again = vera.post(f"/api/tables/{table}/again")
    assert "Rated game" in vera.http.get(f"/table/{again['table']}").text
    same = vera.post(f"/api/tables/{table}/again?same_deal=true")
    branched = vera.post(f"/api/tables/{table}/branch", {"ply": 3})
    for one in (same, branched):
        assert "Rated game" not in vera.http.get(f"/table/{one['table']}").text


def test_other_games_change_nothing(server: Server) -> None:
    xena, yan = member(server, "Xena"), member(server, "Yan")
    play(xena, yan, rated=False)
    play(xena, yan)
    until(lambda: games_of(xena, "Yan") == 1, "the rated game was not rated")
    assert games_of(xena, "Xena") == 1


def test_names_are_for_those_whom_people_let_see_them(server: Server) -> None:
    zoe, uli, stranger = member(server, "Zoe"), member(server, "Uli"), Guest(server)
    play(zoe, uli)
    until(lambda: games_of(uli, "Zoe") == 1, "the game was not rated")

    def seen(one: Guest) -> bool:
        return "Zoe" in one.http.get("/ladder/mosaix/2").text

    assert (seen(uli), seen(stranger)) == (True, False)
    zoe.post("/api/account/profile", {"seen_by": "everybody"})
    assert (seen(uli), seen(stranger)) == (True, True)
    profile = f"/people/{person_of(zoe)}"
    assert "Without luck" in uli.http.get(profile).text
    zoe.post("/api/account/profile", {"show_ratings": False})
    assert (seen(zoe), seen(uli), seen(stranger)) == (True, False, False)
    assert "Without luck" not in uli.http.get(profile).text
    zoe.post("/api/account/profile", {"show_ratings": True})
    assert (seen(zoe), seen(uli), seen(stranger)) == (True, True, True)
    zoe.post("/api/account/profile", {"seen_by": "nobody"})
    assert (seen(zoe), seen(uli), seen(stranger)) == (True, False, False)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/ladder", 200),
        ("/ladder/majolica/4?page=9", 200),
        ("/ladder/mosaix/1", 404),
        ("/ladder/mosaix/9", 404),
        ("/ladder/chess/2", 404),
        ("/ladder/mosaix/2?page=0", 400),
        ("/ladder/mosaix/two", 400),
    ],
)
def test_a_ladder_that_there_is_not_is_refused(server: Server, path: str, status: int) -> None:
    answer = server.get(path, headers={"Accept": "text/html"})
    assert answer.status_code == status, answer.text
    if path == "/ladder":
        assert all(level in answer.text for level in ("Novice", "Legend"))
