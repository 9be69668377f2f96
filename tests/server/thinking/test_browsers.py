"""Bots of a table with one person think in that person's browser, and in the server where that does not come about."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from smalti.bots import find_bot
from smalti.bots.hints import OTHERS, Hint
from smalti.games import find_game
from smalti.kernel.errors import SmaltiError
from smalti.kernel.position import Position
from smalti.server.thinking.browsers import read_advice
from smalti.wasm.shipping import mark_of
from tests.server.forked import START
from tests.server.operation.test_metrics import figures
from tests.server.serving import Guest, Server, serving
from tests.server.table.test_lending import against_bots
from tests.server.table.test_table import first_move, hold
from tests.waiting import PATIENCE_S

ME: dict[str, str] = {"kind": "me"}
NOVICE = {"kind": "bot", "bot": "novice"}
WAITING = "from smalti.server.thinking import browsers; browsers.PATIENCE_S = {seconds}; " + START
"""A server that waits so long for a browser: what is asked of it in a test shall not hang on how busy a machine is."""
PATIENT = WAITING.format(seconds=PATIENCE_S)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data"), PATIENT, SMALTI_WORKERS="1") as running:
        yield running


@dataclass
class Thinker(Guest):
    """Somebody whose browser offers to think for bots; what it is asked is kept until somebody wants to know."""

    thinks: bool = True
    asked: dict[str, Any] | None = None

    def receive(self) -> dict[str, Any]:
        message = super().receive()
        self.asked = message if message["type"] == "think" else self.asked
        return message


def thinker(server: Server, game: str = "maharani", seats: tuple[dict[str, str], ...] = (ME, NOVICE)) -> Thinker:
    """One at a new table."""
    guest = Thinker(server)
    guest.sit(guest.post("/api/tables", {"game": game, "seats": list(seats)})["table"])
    return guest


def wait_to_be_asked(guest: Thinker) -> dict[str, Any]:
    """Makes moves of the own seat until a bot is to be thought for."""
    awaited = ""
    while guest.asked is None:
        if guest.moves and not awaited:
            awaited = guest.move()
        awaited = "" if guest.receive().get("id") == awaited else awaited
    question, guest.asked = guest.asked, None
    return question


def position_in(guest: Guest, question: dict[str, Any]) -> Position:
    """What a browser is to think of."""
    game = find_game(guest.table["game"])
    return Position.of(game, np.frombuffer(b64decode(question["position"]), game.course.state_type)[0])


def answer(guest: Guest, question: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Sends the first legal move of the bot; what the server says to it."""
    seat, number = question["seat"], question["number"]
    thought = {"type": "thought", "id": f"thought {number} {seat}", "number": number, "seat": seat}
    guest.send(**{**thought, "move": position_in(guest, question).legal_moves(seat)[0], **changes})
    while (said := guest.receive()).get("id") != thought["id"]:
        pass
    return said


def moves_by_bots(guest: Guest) -> int:
    return sum(line["by"] == 1 for line in guest.table["log"])


def wait_for_the_server(guest: Guest) -> None:
    """Until a bot has moved although no browser thinks for it any more."""
    before = moves_by_bots(guest)
    while moves_by_bots(guest) == before:
        guest.receive()


def test_a_browser_is_asked_what_a_worker_would_be_and_no_worker_is(server: Server) -> None:
    before = figures(server)
    guest = thinker(server)
    question = wait_to_be_asked(guest)
    position = position_in(guest, question)

    assert question["engine"] == mark_of(position.game)
    assert (question["level"], question["seat"]) == ("novice", 1)
    move = find_bot("novice").move(position, 1, int(question["generator"]))
    assert answer(guest, question, move=move)["type"] == "done"
    guest.wait_until(question["number"] + 1)
    assert moves_by_bots(guest) == 1
    after = figures(server)
    assert after["smalti_moves_lent"] == before["smalti_moves_lent"] + 1
    assert after["smalti_moves_asked"] == before["smalti_moves_asked"]


def test_a_move_is_made_once_however_often_it_comes(server: Server) -> None:
    guest = thinker(server)
    question = wait_to_be_asked(guest)
    assert [answer(guest, question)["type"] for _ in range(3)] == ["done"] * 3
    guest.wait_until(question["number"] + 1)
    assert moves_by_bots(guest) == 1


@pytest.mark.parametrize("change", [{"move": 0}, {"move": "x"}, {"move": -1}, {"seat": 0}, {"number": None}], ids=str)
def test_what_is_no_move_of_the_bot_is_refused_and_changes_nothing(server: Server, change: dict[str, Any]) -> None:
    guest = thinker(server)
    question = wait_to_be_asked(guest)
    if change == {"move": 0}:
        legal = position_in(guest, question).legal_moves(1)
        change = {"move": next(move for move in range(10_000) if move not in legal)}
    log = guest.table["log"]
    said = answer(guest, question, **change)
    assert said["type"] == "refused"
    assert said["words"]
    assert guest.table["log"][: len(log)] == log


def test_after_a_move_that_is_refused_the_server_thinks(server: Server) -> None:
    guest = thinker(server)
    question = wait_to_be_asked(guest)
    assert answer(guest, question, move=10**6)["type"] == "refused"
    wait_for_the_server(guest)


def test_nobody_else_thinks_for_the_bots(server: Server) -> None:
    guest, stranger = thinker(server), Thinker(server)
    stranger.post("/api/tables", {"game": "mosaix", "seats": [ME]})
    question = wait_to_be_asked(guest)
    stranger.sit(guest.at)
    assert answer(stranger, question)["type"] == "refused"
    assert answer(guest, question)["type"] == "done"


def test_when_the_person_leaves_or_declines_the_server_thinks(server: Server) -> None:
    guest = thinker(server)
    wait_to_be_asked(guest)
    guest.thinks = False
    guest.sit(guest.at)  # a new connection, after the old one was closed in the middle of a thought
    wait_for_the_server(guest)

    declining = thinker(server)
    wait_to_be_asked(declining)
    declining.send(type="thinks", able=False)
    wait_for_the_server(declining)


def test_of_two_tabs_one_thinks_and_the_other_goes_on_when_it_is_closed(server: Server) -> None:
    guest = thinker(server)
    other = Thinker(server)
    other.http.cookies = guest.http.cookies
    other.sit(guest.at)
    other.send(type="ping")
    other.wait_for("pong")  # by then its offer was heard
    question = wait_to_be_asked(guest)
    guest.leave()
    again = wait_to_be_asked(other)
    assert (again["number"], again["position"]) == (question["number"], question["position"])
    assert answer(other, again)["type"] == "done"


def wait_for_a_question_about_a_hint(guest: Thinker) -> dict[str, Any]:
    """Asks for advice on the own turn; bots are answered for on the way there."""
    while not guest.moves:
        if guest.asked:
            answer(guest, wait_to_be_asked(guest))
        else:
            guest.receive()
    guest.send(type="hint", seat=0, stage=3)
    return guest.wait_for("think")


def test_a_hint_is_thought_of_where_the_person_is(server: Server) -> None:
    guest = thinker(server)
    question = wait_for_a_question_about_a_hint(guest)
    assert (question["level"], question["seat"]) == ("", 0)
    best = [
        {"move": guest.moves[-1], "difference": 0, "reasons": [[0, 2.0], [-1, 1.0]], "only": False, "decides": False}
    ]
    guest.send(type="thought", id="h", number=question["number"], seat=0, best=best)
    hint = guest.wait_for("hint")
    assert hint["move"] == guest.moves[-1]
    assert hint["best"][0]["words"].endswith(
        "(+2.0), less for the others (+1.0), among other things; none of them decides alone."
    )


ADVICE = {"move": 0, "difference": 0.0, "reasons": [], "only": False}


@pytest.mark.parametrize(
    "best", [None, 7, "x", {}, [], [7], [{}], *([ADVICE | one] for one in (
        {"move": 10**6}, {"move": None}, {"difference": "x"}, {"difference": float("nan")}, {"difference": 10**400},
        {"reasons": [[99, 1.0]]}, {"reasons": [[0]]}, {"reasons": [[0, float("inf")]]}, {"reasons": 7},
    ))], ids=str,
)  # fmt: skip
def test_only_advice_is_taken_for_advice(best: Any) -> None:
    table = against_bots()
    while 0 not in table.position.actors():
        hold(table, table.make(1, first_move(table, 1)))
    legal = first_move(table, 0)
    if isinstance(best, list):
        best = [one | {"move": legal} if one not in (7, {}) and one["move"] == 0 else one for one in best]
    good = ADVICE | {"move": legal, "reasons": [[-1, 1]]}
    assert read_advice(table, 0, [good]) == [Hint(legal, 0.0, ((OTHERS, 1.0),))]
    assert read_advice(table, 0, [good | {"decides": True}]) == [Hint(legal, 0.0, ((OTHERS, 1.0),), decides=True)]
    with pytest.raises(SmaltiError):
        read_advice(table, 0, best)


def test_when_an_advice_is_refused_the_server_thinks(server: Server) -> None:
    guest = thinker(server)
    question = wait_for_a_question_about_a_hint(guest)
    guest.send(type="thought", id="h", number=question["number"], seat=0, best=[])
    assert guest.wait_for("refused")["words"] == "this is no hint for the table as it stands"
    assert guest.wait_for("hint")["best"][0]["words"]


def test_among_several_people_no_browser_is_asked(server: Server) -> None:
    guest = thinker(server, seats=(ME, NOVICE, {"kind": "local", "name": "Ben"}))
    while not moves_by_bots(guest):
        if guest.moves:
            number = guest.table["number"]
            guest.move()
            guest.wait_until(number + 1)
        else:
            assert guest.receive()["type"] != "think"


def test_what_is_hidden_is_asked_for_when_the_person_has_chosen(server: Server) -> None:
    guest = thinker(server, "mosaix")
    before = figures(server)["smalti_moves_asked"]
    for _ in range(4):
        question = wait_to_be_asked(guest)
        assert 0 not in position_in(guest, question).actors(), "the person has nothing to choose now"
        assert answer(guest, question)["type"] == "done"
    assert figures(server)["smalti_moves_asked"] == before, "no worker thinks meanwhile"


def test_who_says_nothing_is_not_waited_for_long(tmp_path: Path) -> None:
    with serving(tmp_path, WAITING.format(seconds=0), SMALTI_WORKERS="1") as server:
        guest = thinker(server)
        question = wait_to_be_asked(guest)
        wait_for_the_server(guest)
        assert answer(guest, question)["type"] == "done", "what comes too late is made already"
