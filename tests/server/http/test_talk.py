"""Talk at tables over the wire and over HTTP, on either database: saying, hearing, muting, reporting, stewards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from smalti.cli.main import run
from smalti.games.mosaix.moves import STOP
from tests.server.http.test_accounts import database_of, everything, person_of
from tests.server.serving import Guest, Server, serving

TWO = {"game": "mosaix", "seats": [{"kind": "me"}, {"kind": "invite"}]}
THREE = {"game": "mosaix", "seats": [{"kind": "me"}, {"kind": "invite"}, {"kind": "invite"}]}
ATTACK = '<img src=x onerror="alert(1)">{{7*7}}'


def named(server: Server, name: str) -> Guest:
    guest = Guest(server)
    guest.post("/api/name", {"name": name})
    return guest


def meet(server: Server, *names: str) -> list[Guest]:
    """People at a table, all of whom hear what is said."""
    people = [named(server, name) for name in names]
    made = people[0].post("/api/tables", TWO if len(people) == 2 else THREE)
    for seat, one in enumerate(people[1:], 1):
        one.post(f"/api{made['invitations'][str(seat)]}")
    for one in people:
        one.sit(made["table"], wait=False)
        hear(one)
    return people


def hear(guest: Guest) -> dict[str, Any]:
    guest.send(type="talk")
    return guest.wait_for("talk")


def ask(guest: Guest, **message: Any) -> dict[str, Any]:
    """What something is answered with; what is said meanwhile is left to be heard."""
    asked = {"id": uuid4().hex, **message}
    guest.send(**asked)
    while True:
        answer = guest.receive()
        if answer.get("id") == asked["id"]:
            return answer


def heard(guest: Guest) -> dict[str, Any]:
    """The newest line of the next message that has one: whose list has changed is told that it is empty, too."""
    while not (lines := guest.wait_for("talk")["lines"]):
        pass
    return dict(lines[-1])


def said(guest: Guest) -> list[str]:
    """All that somebody hears when they ask for it."""
    guest.send(type="talk")
    while not (told := guest.wait_for("talk"))["whole"] or "words" not in told:
        pass
    return [one["sign"] or one["text"] for one in told["lines"]]


def club(server: Server, *arguments: str) -> int:
    return run(["club", *arguments, "--database", database_of(server)])


def link_of(guest: Guest) -> str:
    """Their profile; an id alone may begin with a dash, and with `-h` it would be asked for help."""
    return f"/people/{person_of(guest)}"


def test_what_is_said_reaches_all_and_is_there_when_one_comes_back(server: Server) -> None:
    ada, ben = meet(server, "Ada", "Ben")
    ada.send(type="say", id="one", text="  good\nevening ")
    for one in (ada, ben):
        told = one.wait_for("talk")
        line = told["lines"][0]
        assert (told["whole"], line["name"], line["text"], line["seat"]) == (False, "Ada", "good evening", 0)
        assert line["mine"] == (one is ada)
    assert ask(ben, type="say", sign="luck")["type"] == "done"
    ben.sit(ben.at, wait=False)
    assert said(ben) == ["good evening", "luck"]
    assert person_of(ada) not in ben.raw


def test_sent_twice_it_is_said_once(server: Server) -> None:
    ada, ben = meet(server, "Ada", "Ben")
    for _ in range(3):
        assert ask(ada, type="say", id="same", text="once")["type"] == "done"
    assert ask(ben, type="say", id="same", text="the id is mine alone")["type"] == "done"
    assert said(ben) == ["once", "the id is mine alone"]


def test_old_lines_come_when_they_are_asked_for(server: Server) -> None:
    ada, ben = meet(server, "Ada", "Ben")
    for n in range(60):
        speaker = (ada, ben)[n // 15 % 2]
        answer = ask(speaker, type="say", text=f"line {n}")
        if answer["type"] == "refused":
            break  # whoever talks so much is asked to wait
    ada.send(type="talk")
    first = ada.wait_for("talk")
    while "words" not in first:
        first = ada.wait_for("talk")
    ada.send(type="talk", before=2)
    older = ada.wait_for("talk")
    assert ([one["text"] for one in older["lines"]], older["more"]) == (["line 0", "line 1"], False)
    for before in (-5, 10**40, 0):
        ada.send(type="talk", before=before)
        assert ada.wait_for("talk")["type"] == "talk"


def test_who_hides_talk_gets_none(server: Server) -> None:
    ada, ben = meet(server, "Ada", "Ben")
    ben.send(type="talk", on=False)
    told = ben.wait_for("talk")
    assert (told["on"], told["lines"], told["words"]["show"]) == (False, [], "Show talk")
    ask(ada, type="say", text="does anybody hear me?")
    ben.send(type="ping")
    while (kind := ben.receive()["type"]) != "pong":
        assert kind != "talk"


def test_there_is_none_where_one_person_sits(server: Server) -> None:
    ada = named(server, "Ada")
    alone = ada.post("/api/tables", {"game": "mosaix", "seats": [{"kind": "me"}, {"kind": "local"}]})["table"]
    ada.sit(alone)
    assert ada.table["talk"] is False
    for kind in ("talk", "say", "mute", "report"):
        assert ask(ada, type=kind, text="hello")["words"] == "there is no talk at this table"
    assert 'data-drawer="talk"' not in ada.http.get(f"/table/{alone}").text
    waits = ada.post("/api/tables", TWO)["table"]
    assert 'data-drawer="talk"' in ada.http.get(f"/table/{waits}").text


def test_onlookers_read_and_talk_when_the_game_is_over(server: Server) -> None:
    ada, ben = meet(server, "Ada", "Ben")
    eve, stranger = named(server, "Eve"), Guest(server)
    for one in (eve, stranger):
        one.sit(ada.at)
        assert hear(one)["silent"]
    ask(ada, type="say", text="hello")
    assert heard(eve)["text"] == "hello"
    assert ask(eve, type="say", text="take the red one")["words"] == "those who look on may talk when the game is over"
    play_to_the_end(ada, ben)
    while not eve.table["over"]:
        eve.receive()
    assert ask(eve, type="say", text="well done")["type"] == "done"
    assert "with a name" in ask(stranger, type="say", text="me too")["words"]
    assert said(ada) == ["hello", "well done"]


def play_to_the_end(*people: Guest) -> None:
    """Whoever is to choose stops, or does the first that can be done."""
    while not all(one.table["over"] for one in people):
        for one in people:
            one.send(type="ping")
            one.wait_for("pong")
            if one.moves and not one.table["over"]:
                one.move(one.moves.index(STOP) if STOP in one.moves else 0)


def test_who_is_muted_is_not_heard_and_not_told(server: Server) -> None:
    ada, ben, cat = meet(server, "Ada", "Ben", "Cat")
    ask(ben, type="say", text="first")
    who = heard(ada)["who"]
    assert ask(ada, type="mute", who=who)["type"] == "done"
    assert said(ada) == []
    assert ask(ben, type="say", text="second")["type"] == "done"
    assert ask(ben, type="say", sign="oh")["type"] == "done"
    assert ask(cat, type="say", text="third")["type"] == "done"
    assert heard(ada)["text"] == "third"
    assert (said(ada), said(ben)) == (["third"], ["first", "second", "oh", "third"])
    told = hear(ada)
    assert told["muted"] == [{"name": "Ben", "ever": False, "who": who}]
    assert ask(ada, type="unmute", who=who)["type"] == "done"
    assert said(ada) == ["first", "second", "oh", "third"]
    for wrong in ("", "nobody", None, told["lines"][0]["who"] + "x"):
        assert ask(ada, type="mute", who=wrong)["type"] == "refused"


def test_a_mute_for_ever_holds_at_every_table_and_device(server: Server) -> None:
    ada, ben = meet(server, "Ada", "Ben")
    phone = Guest(server)
    phone.post("/api/account/arrive", {"code": ada.post("/api/account/transfer")["code"]})
    phone.sit(ada.at, wait=False)
    hear(phone)
    ask(ben, type="say", text="first")
    who = heard(phone)["who"]
    ada.sit(ada.at, wait=False)
    assert ask(ada, type="mute", who=who, ever=True)["type"] == "done"
    while (told := phone.wait_for("talk"))["lines"]:
        pass
    assert told["whole"], "the other device is told at once"
    again = ada.post("/api/tables", TWO)
    ben.post(f"/api{again['invitations']['1']}")
    for one in (ada, ben):
        one.sit(again["table"], wait=False)
        hear(one)
    ask(ben, type="say", text="here too")
    assert said(ada) == []
    assert "Whom you do not hear" in ada.http.get("/account").text
    assert ada.http.post("/api/talk/hear", json={"person": person_of(ben)}).status_code == 200
    assert said(ada) == ["here too"]


def test_much_in_a_short_time_is_refused_kindly(tmp_path: Path) -> None:
    with serving(
        tmp_path, SMALTI_WORKERS="0", SMALTI_LIMIT_PERSON_LINES="3", SMALTI_LIMIT_PERSON_REPORTS="1"
    ) as server:
        ada, ben = meet(server, "Ada", "Ben")
        answers = (ask(ada, type="say", text=str(n)) for n in range(100))  # three, and a further one in 20 seconds
        spoken, refusal = next((n, one) for n, one in enumerate(answers) if one["type"] != "done")
        assert spoken >= 3
        assert refusal["type"] == "refused"
        assert refusal["words"] == "You have said a lot in a short time; please wait a moment."
        assert ask(ben, type="say", text="mine")["type"] == "done"
        assert [ask(ben, type="report", number=n, reason="spam")["type"] for n in (0, 1)] == ["done", "refused"]
        ada.sit(ada.at, wait=False)
        assert ask(ada, type="say", text="again")["type"] == "refused", "also over another line"


def reported(server: Server) -> tuple[Guest, Guest, Guest]:
    """Ben has said something; Ada has reported it, twice; and a steward has come."""
    ada, ben = meet(server, "Ada", "Ben")
    for text in ("before", ATTACK, "after"):
        ask(ben, type="say", text=text)
    for reason in ("insult", "hate"):
        assert ask(ada, type="report", number=1, reason=reason, text="<b>look</b>")["type"] == "done"
    steward = named(server, "Stella")
    assert club(server, "steward", "add", link_of(steward)) == 0
    return ada, ben, steward


def test_a_report_says_what_was_said_around_it_and_counts_once(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    ada, _, steward = reported(server)
    for wrong in ({"number": 99, "reason": "spam"}, {"number": 1, "reason": "?"}, {"number": None, "reason": "spam"}):
        assert ask(ada, type="report", **wrong)["type"] == "refused"
    shown = steward.http.get("/steward").text
    assert "&lt;img src=x onerror=&#34;alert(1)&#34;&gt;{{7*7}}" in shown
    assert "<img src=x" not in shown
    assert "&lt;b&gt;look&lt;/b&gt;" in shown
    assert all(word in shown for word in ("before", "after", "It insults or threatens somebody"))
    capsys.readouterr()
    assert club(server, "reports", "--json") == 0
    mine = [one for one in map(json.loads, capsys.readouterr().out.splitlines()) if one["place"] == f"{ada.at}/1"]
    assert [[why["reason"] for why in one["reports"]] for one in mine] == [["insult"]]
    assert club(server, "close", f"/table/{ada.at}/1") == 0
    assert club(server, "close", f"/table/{ada.at}/1") == 2


def test_the_page_of_the_stewards_is_for_nobody_else(server: Server) -> None:
    ada, _, steward = reported(server)
    for one in (ada, Guest(server)):
        assert one.http.get("/steward").status_code == 404
        for deed, body in (("remove", {"table": ada.at, "number": 1}), ("unmute", {"person": person_of(steward)})):
            assert one.http.post(f"/api/steward/{deed}", json=body).status_code == 404
    assert "/steward" not in ada.http.get("/account").text
    assert "/steward" in steward.http.get("/account").text
    assert club(server, "steward", "remove", link_of(steward)) == 0
    assert steward.http.get("/steward").status_code == 404


def test_a_steward_removes_a_line_from_all_who_read(server: Server) -> None:
    ada, ben, steward = reported(server)
    steward.post("/api/steward/remove", {"table": ada.at, "number": 1})
    for one in (ada, ben):
        while not (removed := [line for line in one.wait_for("talk")["lines"] if line["removed"]]):
            pass
        assert [(line["number"], line["text"]) for line in removed] == [(1, "")]
    assert said(ada) == ["before", "", "after"]
    shown = steward.http.get("/steward").text
    assert f"{ada.at}/1" in shown
    assert "removed a line of Ben" in shown
    gone = steward.http.post("/api/steward/remove", json={"table": ada.at, "number": 7})
    assert (gone.status_code, gone.json()["words"]) == (404, "there is no such line")


def test_who_is_muted_by_a_steward_is_told_until_when_and_plays_on(server: Server) -> None:
    ada, ben, steward = reported(server)
    steward.post("/api/steward/mute", {"person": person_of(ben), "days": 7})
    told = ben.wait_for("talk")
    while not told.get("silent"):
        told = ben.wait_for("talk")
    assert "not to talk here until 20" in told["silent"]
    assert ask(ben, type="say", text="still here")["words"] == told["silent"]
    assert said(ada) == ["before", ATTACK, "after"]
    steward.post("/api/steward/mute", {"person": person_of(ben), "days": 0})
    assert "not to talk here any more" in ask(ben, type="say", sign="oh")["words"]
    assert "muted Ben" in steward.http.get("/steward").text
    steward.post("/api/steward/unmute", {"person": person_of(ben)})
    assert ask(ben, type="say", text="thank you")["type"] == "done"
    again = steward.http.post("/api/steward/unmute", json={"person": person_of(ben)})
    assert (again.status_code, again.json()["words"]) == (404, "this person may talk already")


def test_a_steward_cannot_mute_a_steward(server: Server) -> None:
    _, ben, steward = reported(server)
    assert club(server, "steward", "add", f"https://smalti.example{link_of(ben)}") == 0
    refused = steward.http.post("/api/steward/mute", json={"person": person_of(ben), "days": 1})
    assert (refused.status_code, "steward" in refused.json()["words"]) == (403, True)
    assert ask(ben, type="say", text="I may")["type"] == "done"
    assert club(server, "mute", link_of(ben)) == 0, "whoever runs the server may"
    assert ask(ben, type="say", text="I may not")["type"] == "refused"


def test_what_somebody_said_can_be_taken_along_and_goes_with_them(server: Server) -> None:
    ada, ben, steward = reported(server)
    ask(ben, type="say", text="Zenobia was here")
    ask(ada, type="mute", who=said_by(ada), ever=True)
    steward.post("/api/steward/mute", {"person": person_of(ben), "days": 7})
    taken = ben.http.get("/api/account/export").json()
    assert "Zenobia was here" in [one["text"] for one in taken["talk"]]
    assert taken["silences"][0]["expires"]
    assert [one["deed"] for one in taken["deeds"]] == ["mute"]
    assert "Stella" not in json.dumps(taken)
    assert ada.http.get("/api/account/export").json()["reports"][0]["reason"] == "insult"
    gone = person_of(ben)
    ben.post("/api/account/delete", {"sure": True})
    left = everything(server)
    assert gone not in left
    assert "Zenobia was here" not in left
    gone = person_of(steward)
    steward.post("/api/account/delete", {"sure": True})
    assert gone not in everything(server)


def said_by(guest: Guest) -> str:
    """The first whose line is not one's own."""
    told = hear(guest)
    return str(next(one["who"] for one in told["lines"] if not one["mine"]))


def test_whom_one_blocks_one_does_not_hear(server: Server) -> None:
    ada, ben = meet(server, "Ada", "Ben")
    ask(ben, type="say", text="hello")
    ada.post(f"/api/club/people/{person_of(ben)}", {"tie": "block"})
    assert (said(ada), said(ben)) == ([], ["hello"])
