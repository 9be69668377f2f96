"""Bots in workers: what goes wrong there costs a worker, never a game. In processes of the server, and on the queue."""

from __future__ import annotations

import logging
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest

from smalti.games import find_game
from smalti.kernel.record import verify
from tests.server.forked import Fork
from tests.server.operation.test_metrics import figures
from tests.server.serving import NOT_FOR_LONG, PATH_COLUMNS, USUAL, Guest, Server, serving, serving_bad_bots
from tests.waiting import until

log = logging.getLogger(__name__)

KILLS = int(os.environ.get("SMALTI_WORKER_KILLS", "5"))


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    told = {"SMALTI_LIMIT_ADDRESS_BOT_TABLES": "0"}
    if request.param == "postgresql":
        told["SMALTI_DATABASE_URL"] = request.getfixturevalue("shared_postgres").new_database()
    with serving_bad_bots(tmp_path_factory.mktemp("data"), **told) as running:
        yield running


on_sqlite = pytest.mark.parametrize("server", ["sqlite"], indirect=True)
"""Where the database makes no difference."""


def against(server: Server, bot: str, game: str = "mosaix") -> Guest:
    """Somebody at a new table with a bot."""
    guest = Guest(server)
    made = guest.post("/api/tables", {"game": game, "seats": [{"kind": "me"}, {"kind": "bot", "bot": bot}]})
    guest.sit(made["table"])
    return guest


def play_until(guest: Guest, is_so: Callable[[dict[str, Any]], bool]) -> None:
    """Moves until something is true of the table."""
    while not is_so(guest.table):
        number = guest.table["number"]
        if guest.moves:
            guest.move()
        guest.wait_until(number + 1)


def play_until_the_bot_has_moved(guest: Guest) -> str:
    """What is noted at the bot's first move."""
    play_until(guest, lambda table: any(line["by"] == 1 for line in table["log"]))
    return str(next(line["note"] for line in guest.table["log"] if line["by"] == 1))


@pytest.mark.parametrize("database", ["sqlite", pytest.param("postgresql", marks=pytest.mark.long)])
def test_a_bot_that_hangs_costs_one_move_and_the_table_says_so(
    tmp_path: Path, request: pytest.FixtureRequest, database: str
) -> None:
    told = {"SMALTI_DATABASE_URL": request.getfixturevalue("postgres_url")} if database == "postgresql" else {}
    with serving_bad_bots(tmp_path, NOT_FOR_LONG.format(seconds=1.0), **told) as server:
        guest = against(server, "hang")
        assert play_until_the_bot_has_moved(guest) == "The bot failed here twice, so this move was made at random."

        guest.send(type="language", language="fr")
        notes: list[str] = []
        while not any(notes):
            guest.wait_for("table")
            notes = [line["note"] for line in guest.table["log"] if "hasard" in line["note"]]


def test_a_bot_that_hangs_holds_no_other_table_up(tmp_path: Path) -> None:
    """While it is waited for, for a minute, others play."""
    with serving_bad_bots(tmp_path) as server:
        play_until(against(server, "hang"), lambda table: 1 in table["acting"])
        until(lambda: figures(server)["smalti_moves_asked"] > 0)
        assert play_until_the_bot_has_moved(against(server, "random")) == ""


def test_an_engine_from_elsewhere_plays_at_the_table(server: Server) -> None:
    guest = against(server, "last.py", "maharani")
    assert play_until_the_bot_has_moved(guest) == ""
    page = guest.http.get("/set-up/maharani").text
    assert 'value="last.py"' in page
    assert "cmd:" not in page + guest.raw, "where a program lies is nobody's business"


@on_sqlite
@pytest.mark.parametrize("bot", ["crash", "die", "cheat", "ends"])
def test_so_does_one_that_crashes_or_breaks_the_rules(server: Server, bot: str) -> None:
    assert play_until_the_bot_has_moved(against(server, bot)) != ""


@on_sqlite
def test_what_a_bot_prints_is_no_answer(server: Server) -> None:
    assert play_until_the_bot_has_moved(against(server, "chatter")) == ""


def ways(guest: Guest) -> set[tuple[int, ...]]:
    """The clicks that lead to a move."""
    rows = zip(*(guest.table["paths"][n :: len(PATH_COLUMNS)] for n in (1, 2, 3)), strict=True)
    return {tuple(place for place in row if place >= 0) for row in rows}


def test_a_hint_comes_in_stages(server: Server) -> None:
    guest = Guest(server)
    guest.sit(guest.post("/api/tables", {"game": "maharani", "seats": [{"kind": "me"}, {"kind": "local"}]})["table"])
    hints = []
    for stage in (1, 2, 3):
        guest.send(type="hint", seat=guest.table["seat"], stage=stage)
        hints.append(guest.wait_for("hint"))
    look, move, why = hints

    assert len(look["places"]) == 1
    assert "move" not in look
    assert "best" not in move
    assert move["move"] in guest.moves
    assert move["label"]
    assert move["places"][:1] == look["places"]
    assert len(why["best"]) == min(3, len(guest.moves)) == len({one["label"] for one in why["best"]})
    assert all(tuple(one["places"]) in ways(guest) for one in why["best"])
    assert why["best"][0]["difference"] == 0 >= max(one["difference"] for one in why["best"])
    assert all(one["words"] for one in why["best"])


@on_sqlite
def test_a_hint_is_only_for_the_own_seat_and_where_the_table_allows_it(server: Server) -> None:
    guest = Guest(server)
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    for aids, seat, words in (({"hints": False}, 0, "without hints"), ({}, 1, "not yours")):
        guest.sit(guest.post("/api/tables", {"game": "mosaix", "seats": seats, "aids": aids})["table"])
        guest.send(type="hint", seat=seat, stage=1)
        assert words in guest.wait_for("refused")["words"]


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            found += [int(stat.parent.name)] if int(fields[1]) == pid and fields[0] != "Z" else []
    return found


@contextmanager
def worker(url: str) -> Iterator[Fork]:
    """`smalti worker` as people start it."""
    process = Fork(["worker", "--database", url, "--processes", "1"], USUAL)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def only_bots(server: Server, game: str) -> Guest:
    """A table that two bots play at."""
    guest = against(server, "random", game)
    guest.post(f"/api/tables/{guest.table['table']}/seat", {"seat": 0, "bot": "random"})
    return guest


def check_finished(guest: Guest) -> None:
    """The game came to its end, and its record can be computed again."""
    while not guest.table["over"]:
        guest.receive()
    assert guest.table["log"]
    verify(guest.http.get(f"/api/tables/{guest.table['table']}/record").json(), find_game)


def test_games_go_on_when_workers_are_killed(server: Server) -> None:
    random, killed, games = Random(1), 0, 0
    while killed < KILLS:
        guest = only_bots(server, "maharani")
        killed += kill_workers(server, guest, KILLS - killed, random)
        check_finished(guest)
        guest.leave()
        games += 1
        log.info("%d of %d workers killed, %d games came to their end", killed, KILLS, games)


def kill_workers(server: Server, guest: Guest, most: int, random: Random) -> int:
    """Kills the processes that think, while a game goes on; returns how many."""
    assert server.process is not None
    killed = 0
    while killed < most and not guest.table["over"]:
        guest.receive()
        time.sleep(random.uniform(0, 0.3))
        for child in children(server.process.pid):
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
                killed += 1
    return killed


def test_a_killed_server_leaves_nothing_behind(tmp_path: Path) -> None:
    with serving(tmp_path, SMALTI_LOG_FILE=str(tmp_path / "log")) as server:
        play_until_the_bot_has_moved(against(server, "random"))
        assert server.process is not None
        workers = children(server.process.pid)
        assert workers
        server.kill()
        until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers), "a process that thinks stays")
        assert server.log == ""


def test_a_job_is_done_again_when_its_whole_worker_was_killed(tmp_path: Path, postgres_url: str) -> None:
    with serving(tmp_path, SMALTI_DATABASE_URL=postgres_url, SMALTI_WORKERS="0") as server:
        guest = only_bots(server, "maharani")
        with worker(postgres_url) as process:
            guest.wait_until(guest.table["number"] + 5)
            process.kill()
        with worker(postgres_url):
            guest.wait_until(guest.table["number"] + 10)
        with psycopg.connect(postgres_url) as connection:
            made = connection.execute("SELECT table_id, move_id FROM events WHERE move_id LIKE 'bot %'").fetchall()
        assert len(made) == len(set(made)) > 6
