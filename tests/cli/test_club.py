"""`smalti club`: what was reported, who may talk, and who looks after it; beside a server that runs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from smalti.cli.main import run
from tests.cli.console import smalti_process
from tests.server.http.test_accounts import database_of, person_of
from tests.server.http.test_talk import ask, meet
from tests.server.serving import OPEN, Server, serving


@pytest.fixture(params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    told = {"SMALTI_WORKERS": "0"}
    if request.param == "postgresql":
        told["SMALTI_DATABASE_URL"] = request.getfixturevalue("postgres_url")
    with serving(tmp_path, **told) as running:
        yield running
        OPEN.close()


def test_a_running_server_hears_what_is_done_in_a_terminal(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    at = ["--database", database_of(server)]
    ada, ben = meet(server, "Ada", "Ben")
    ask(ben, type="say", text="something rude")
    ask(ada, type="report", number=0, reason="insult", text="that was rude")
    line, person = f"{ada.at}/0", person_of(ben)
    there, them = f"/table/{line}", f"http://127.0.0.1/people/{person}"
    capsys.readouterr()
    for command, words in (
        (["reports"], f"{line}  Ben ({person}): something rude\n  insult that was rude (Ada)\n"),
        (["remove", there], f"The line {line} is removed.\n"),
        (["reports"], "Nothing is reported.\n"),
        (["mute", them, "--days", "3"], f"{person} may not talk for 3 days.\n"),
        (["steward", "add", f"/people/{person_of(ada)}/"], f"{person_of(ada)} is a steward.\n"),
        (["stewards"], f"{person_of(ada)}  Ada\n"),
    ):
        assert run(["club", *command, *at]) == 0
        assert capsys.readouterr().out == words
    while not (told := ada.wait_for("talk"))["lines"] or not told["lines"][0]["removed"]:
        pass
    while not ben.wait_for("talk").get("silent"):
        pass
    assert ada.http.get("/steward").status_code == 200
    assert run(["club", "log", "--json", *at]) == 0
    deeds = [json.loads(one) for one in capsys.readouterr().out.splitlines()]
    assert [(one["deed"], one["target"], one["steward"]) for one in deeds] == [
        ("name", "Ada", ""), ("mute", "Ben", ""), ("remove", "Ben", ""),
    ]  # fmt: skip
    words = ""
    for command in (["show", there], ["reports", "--all"], ["muted"], ["log"], ["steward", "list"]):
        assert run(["club", *command, "--json", *at]) == 0
        assert all(isinstance(json.loads(one), dict) for one in capsys.readouterr().out.splitlines())
        assert run(["club", *command, *at]) == 0
        words += capsys.readouterr().out
    assert "something rude (removed)" in words
    for command in (["unmute", them], ["steward", "remove", f"/people/{person_of(ada)}"]):
        assert run(["club", *command, *at]) == 0
    assert ask(ben, type="say", text="sorry")["type"] == "done"
    for command, why in (
        (["remove", f"/table/{ada.at}/9"], "there is no such line"),
        (["show", "nowhere/1"], "there is no such line"),
        (["close", there], "there is no open report of this line"),
        (["mute", "nobody"], "there is nobody with this id here"),
        (["mute", "-Cnobody_"], "there is nobody with this id here"),
        (["unmute", them], "this person may talk already"),
        (["steward", "remove", them], "this is no steward"),
        (["remove", "line-5"], "a line is named TABLE/NUMBER, not 'line-5'"),
        (["mute", "/"], "a person is named by an id or by the link to a profile, not '/'"),
        (["mute", them, "--days", "-1"], "Invalid value for '--days'"),
    ):
        capsys.readouterr()
        assert run(["club", *command, *at]) == 2
        assert why in capsys.readouterr().err


def test_without_a_server_there_is_one_sentence(tmp_path: Path) -> None:
    done = smalti_process("club", "reports", "--data", tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "no server has kept anything" in done.stderr
