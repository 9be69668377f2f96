"""Finished games looked at again over HTTP: worked out once by the workers, and nothing of it while a game runs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

import smalti
from smalti.bots import find_bot
from smalti.bots.defaults import terms_of
from smalti.bots.hints import OTHERS
from smalti.bots.simulation import Simulation, play_bot, write_match
from smalti.games import find_game
from smalti.games.mosaix.moves import STOP
from smalti.kernel.chance import Chance
from smalti.kernel.match import Match
from smalti.kernel.record import verify
from smalti.kernel.words import LANGUAGES
from smalti.reviewing.marks import ERRORS
from smalti.reviewing.telling import MOMENTS, Words
from tests.server.held import failing, held, hold, looked_at
from tests.server.serving import Guest, Server, serving
from tests.waiting import until

SOLO = {"game": "mosaix", "seats": [{"kind": "me"}]}


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder, told = tmp_path_factory.mktemp("data"), {"SMALTI_WORKERS": "1"}
    if request.param == "postgresql":
        told["SMALTI_DATABASE_URL"] = request.getfixturevalue("shared_postgres").new_database()
    with serving(folder, held(folder), **told) as running:
        yield running


def finish(guest: Guest, table: str, rounds: int = 1) -> str:
    """Plays some choices of Mosaix alone, the first legal one each time, and stops."""
    guest.sit(table)
    for _ in range(2 * rounds):
        guest.move(0)
        guest.wait_for("done")
    guest.move(guest.moves.index(STOP))
    guest.wait_for("done")
    return table


def bad_game() -> dict[str, Any]:
    """A game of Maharani by three who have much to learn: walks alone judge it, which is quick."""
    bots = tuple(map(find_bot, ("apprentice", "novice", "novice")))
    return dict(write_match(Simulation(find_game("maharani"), bots, 7, compiled=True).play(0), bots))


def lucky_game() -> dict[str, Any]:
    """A game of Mosaix alone by chance, in which one roll was lucky."""
    bots = (find_bot("random"),)
    match = Match.new(find_game("mosaix"), 1, {}, Chance.from_seed(6, "A-game-of-luck"), compiled=True)
    while not match.position.is_over:
        play_bot(match, bots, 0)
    return dict(write_match(match, bots))


def refusal(server: Server, table: str) -> tuple[int, Any]:
    answer = server.get(f"/api/games/{table}/review")
    return answer.status_code, answer.json().get("words")


def test_a_finished_game_is_reviewed_once_and_kept(server: Server) -> None:
    guest = Guest(server)
    table = finish(guest, guest.post("/api/tables", SOLO)["table"])
    path, seen = f"/api/games/{table}/review", []

    def is_ready() -> bool:
        answer = server.get(path)
        assert answer.status_code in (200, 202), answer.text
        seen.append(answer.json())
        return answer.status_code == 200

    until(is_ready)
    assert all(set(one) == {"done", "of", "value", "expected"} for one in seen[:-1])
    record = server.get(f"/api/games/{table}").json()
    assert seen[-1] == smalti.review(record).as_json()
    assert Guest(server).http.get(path).json() == server.get(path).json() == seen[-1]
    assert looked_at(server.data).count(table) == 1


def test_what_is_known_is_told_before_all_is(server: Server) -> None:
    guest = Guest(server)
    table = finish(guest, guest.post("/api/tables", SOLO)["table"])
    hold(server.data).touch()
    closer, told = f"/api/games/{table}/review?depth=deep", []

    def is_known() -> bool:
        answer = guest.http.get(closer)
        assert answer.status_code == 202
        told.append(answer.json())
        return bool(told[-1]["expected"])

    until(is_known)
    hold(server.data).unlink()
    until(lambda: guest.http.get(closer).status_code == 200)
    whole, known = guest.http.get(closer).json(), told[-1]
    assert (known["value"], known["of"]) == ("points", len(whole["events"]))
    assert 0 < known["done"] == len(known["expected"]) < known["of"]
    assert known["expected"] == [event["expected"] for event in whole["events"]][: known["done"]]


def test_who_played_has_it_looked_at_closer_and_that_is_kept(server: Server) -> None:
    guest = Guest(server)
    table = finish(guest, guest.post("/api/tables", SOLO)["table"], rounds=0)
    path = f"/api/games/{table}/review"
    closer = f"{path}?depth=deep"
    assert server.get(closer).status_code == 403, "nobody else may"
    until(lambda: guest.http.get(closer).status_code == 200)
    told = guest.http.get(closer).json()
    assert told["evaluator"]["depth"] == "deep"
    assert told == smalti.review(server.get(f"/api/games/{table}").json(), depth="deep").as_json()
    assert server.get(path).json() == told, "in place of the usual one"


def test_a_game_whose_review_failed_keeps_no_other_from_being_reviewed(server: Server) -> None:
    """The button of the statistics failed until the next start of the server."""
    guest = Guest(server)
    bad, good = (finish(guest, guest.post("/api/tables", SOLO)["table"], rounds=0) for _ in range(2))
    failing(server.data).write_text(bad)
    assert guest.post("/api/statistics/reviews") == {"games": 2}
    until(lambda: guest.http.get(f"/api/games/{good}/review").status_code == 200)
    until(lambda: guest.http.get(f"/api/games/{bad}/review").status_code != 202)
    later = finish(guest, guest.post("/api/tables", SOLO)["table"], rounds=0)
    assert guest.post("/api/statistics/reviews") == {"games": 1}
    until(lambda: guest.http.get(f"/api/games/{later}/review").status_code == 200)
    assert looked_at(server.data).count(bad) == 1


def test_nothing_of_it_while_a_game_runs(server: Server) -> None:
    """Neither of the game itself, nor of a what-if from it, nor of one with a friend, nor of today's deal."""
    guest = Guest(server)
    running = guest.post("/api/tables", SOLO)["table"]
    guest.sit(running)
    branched = guest.post(f"/api/tables/{running}/branch", {"ply": 1, "bots": None})["table"]
    finish(guest, branched, rounds=0)
    for table in (running, branched):
        assert refusal(server, table) == (403, "a game is looked at again when it is over")
        for page in ("review", "review/1.svg"):
            assert guest.http.get(f"/table/{table}/{page}").status_code == 403
    together = guest.post("/api/tables", {"game": "mosaix", "seats": [{"kind": "me"}, {"kind": "invite"}]})
    friend = Guest(server)
    friend.post(f"/api{together['invitations']['1']}")
    for who in (guest, friend):
        assert who.http.get(f"/api/games/{together['table']}/review").status_code == 403
        assert who.http.get(f"/table/{together['table']}/review").status_code == 403
    daily = finish(guest, guest.post("/api/daily/mosaix")["table"], rounds=0)
    assert refusal(server, daily)[0] == 403
    assert refusal(server, "nowhere")[0] == 404


def test_every_mark_is_in_the_graph_and_leads_to_why_and_another_try(server: Server) -> None:
    """Of a bad game more is marked than there are key moments; the own mistakes come first among these."""
    guest = Guest(server)
    record = bad_game()
    table = guest.post("/api/games", {"record": record, "bots": [None, "artisan", "artisan"]})["table"]
    path = f"/api/games/{table}/review"
    until(lambda: guest.http.get(path).status_code == 200)
    events = [one for one in guest.http.get(path).json()["events"] if one["mark"]]
    own = [one["ply"] for one in events if one["by"] == 0]
    assert len(events) > MOMENTS > len(own) > 0

    page = guest.http.get(f"/table/{table}/review").text
    links = re.findall(r'<a href="#((?:moment|event)-(\d+))"', page)
    assert [int(ply) for _, ply in links] == [one["ply"] for one in events]
    assert all(f'id="{place}"' in page for place, _ in links)
    moments = [int(ply) for place, ply in links if place.startswith("moment")]
    assert len(moments) == MOMENTS
    assert set(own) <= set(moments)
    rows = page.partition('<ol class="all">')[2]
    for one in events:
        row = rows.partition(f'id="event-{one["ply"]}"')[2].partition("</li>")[0]
        assert f'data-again="{one["ply"]}"' in row
        assert ("Better:" in row) == (one["mark"] in ERRORS)
        assert "<p><strong>" in row, "why"


def as_lent(review: dict[str, Any], record: dict[str, Any]) -> list[list[Any]]:
    """The events of a review as the browser of its player hands them in."""
    match, told = verify(record, find_game), []
    words = (*terms_of(match.game).words, OTHERS)
    for event, entry in zip(review["events"], match.log, strict=True):
        change = event.get("changes", event.get("luck"))
        errors = event["error"] if event["kind"] == "chance" else [event["error"]]
        moves = [event.get(name) for name in ("best", "first")]
        best, first = (m and entry.before.game.text.read_entry(entry.before.state, m)[1] for m in moves)
        rows = [[round(4096 * one) for one in row] for row in (event["expected"], change, errors)]
        why = [[words.index(term), gain] for term, gain in event.get("why", [])]
        choices = event.get("moves", event.get("outcomes"))
        lost = [round(4096 * event.get(name, 0)) for name in ("lost", "lost_error")]
        told.append([*rows, event["mark"] or "", event.get("counts", False), choices, best, why])
        told[-1] += [*lost, event.get("decides"), first]
    return told


def test_a_review_from_the_browser_of_the_only_player_is_kept_if_the_server_finds_the_same(server: Server) -> None:
    """A game with a lucky roll, which says what was expected before and after."""
    guest, record = Guest(server), lucky_game()
    table = guest.post("/api/games", {"record": record, "bots": [None]})["table"]
    path, whole = f"/api/games/{table}/review", smalti.review(record)
    review = whole.as_json()
    given = guest.http.get(f"/api/games/{table}/log").json()
    assert given["log"] == [[event.by, event.move] for event in verify(record, find_game).log]
    order = {"engine": given["engine"], "depth": "usual", "events": as_lent(review, record)}
    other = {**order, "events": [[[one + 1 for one in row[0]], *row[1:]] for row in order["events"]]}
    unfit = {**order, "events": order["events"][1:]}

    assert Guest(server).http.post(path, json=order).status_code == 403, "nobody else may"
    for wrong in (other, unfit, order | {"engine": "of yesterday"}):
        assert guest.http.post(path, json=wrong).status_code == 400
    assert guest.http.post(path, json=order).status_code == 204
    assert server.get(path).json() == review
    [roll] = (event for event in whole.events if event.mark == "lucky")
    for language in LANGUAGES:
        page = guest.http.get(f"/table/{table}/review", headers={"Accept-Language": language}).text
        row = page.partition(f'id="event-{roll.ply}"')[2].partition("</li>")[0]
        assert f"<p>{Words(whole, language).luck(roll)}</p>" in row
