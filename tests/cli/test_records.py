"""Simulating, verifying and drawing records, hostile ones too."""

from __future__ import annotations

import copy
import gzip
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from smalti.bots import BOTS
from smalti.bots.simulation import Simulation
from smalti.cli.main import run
from smalti.games import GAMES
from smalti.kernel.record import write_line
from tests.cli.console import smalti_process

Record = dict[str, Any]
MEMORY = 1_500_000_000


@pytest.fixture(scope="module")
def record() -> Record:
    return Simulation(GAMES["mosaix"], (BOTS["random"],) * 2, 4).record(0)


def first(record: Record, do: str) -> Record:
    entry: Record = next(entry for entry in record["log"] if entry["do"] == do)
    return entry


def wrong_die(record: Record) -> None:
    first(record, "roll")["dice"][0] = "square"


def other_die(record: Record) -> None:
    dice = first(record, "roll")["dice"]
    dice[:] = ["cross"] * 4 if dice[0] != "cross" else ["circle"] * 4


def mirrored(record: Record) -> None:
    enter = first(record, "enter")
    form = next(entry for entry in record["log"] if entry["do"] == "form")
    # An L with four places that differ from their mirror image, then entered mirrored.
    symbols = sorted(cell[2] for cell in form["cells"])
    form["cells"] = [[r, c, s] for (r, c), s in zip([(0, 0), (1, 0), (2, 0), (2, 1)], symbols, strict=True)]
    enter["cells"] = [[r, c, s] for (r, c), s in zip([(0, 1), (1, 1), (2, 1), (2, 0)], symbols, strict=True)]


def after_the_end(record: Record) -> None:
    record["log"].append(copy.deepcopy(first(record, "roll")))


def long_number(record: Record) -> None:
    first(record, "start")["seat"] = int("9" * 400)


def wrong_score(record: Record) -> None:
    record["scores"][0] += 1


def wrong_secret(record: Record) -> None:
    record["chance"]["secret"] = "another"


def long_name(record: Record) -> None:
    record["game"] = "x" * 100_000


DAMAGES: dict[str, tuple[Callable[[Record], None], str]] = {
    "a wrong die": (wrong_die, "line 1: entry 1: the field 'dice'"),
    "another roll than the formation": (other_die, "line 1: entry 2: a formation uses exactly the four dice"),
    "a mirrored formation": (mirrored, "never mirrored (rule 4.3)"),
    "an entry after the end": (after_the_end, "the game is over"),
    "a number of 400 digits": (long_number, "line 1: entry 0: the field 'seat'"),
    "a wrong score": (wrong_score, "line 1: the field 'scores'"),
    "a wrong secret": (wrong_secret, "this is not what the secret gives"),
    "a long name": (long_name, "line 1: there is no game 'xxx"),
}


@pytest.mark.parametrize(("damage", "words"), DAMAGES.values(), ids=DAMAGES.keys())
def test_a_damaged_record_is_refused_at_its_place(
    damage: Callable[[Record], None], words: str, record: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damaged = copy.deepcopy(record)
    damage(damaged)
    file = tmp_path / "damaged.jsonl"
    file.write_text(write_line(damaged) + "\n")

    assert run(["verify", str(file)]) == 1

    said = capsys.readouterr().out.splitlines()
    assert words in said[0]
    assert len(said[0]) <= 600
    assert said[1] == "1 record, 1 error"


HOSTILE = {
    "not JSON": (b"hello\n", "line 1: the line is not JSON"),
    "cut in the middle": (b'{"format": "smalti-rec', "line 1: the line is not JSON"),
    "a list": (b"[]\n", "line 1: the line is not a JSON object"),
    "binary": (b"\x00\xff\xfe\n", "line 1: the line is not UTF-8 text"),
    "deep nesting": (b"[" * 100_000 + b"\n", "line 1: the line is nested too deeply"),
    "a number of 5000 digits": (b'{"format": ' + b"9" * 5000 + b"}\n", "line 1: the line is not JSON"),
    "empty": (b"", "the file holds no record"),
    "another format": (b"{}\n", "line 1: the format is None"),
}


@pytest.mark.parametrize(("content", "words"), HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_file_is_refused_at_its_place(
    content: bytes, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "hostile.jsonl"
    file.write_bytes(content)

    assert run(["verify", str(file)]) == 1

    said = capsys.readouterr().out.splitlines()
    assert words in said[0]
    assert said[-1].endswith("1 error")


def test_a_line_of_100_megabytes_is_refused_in_bounded_memory(tmp_path: Path) -> None:
    file = tmp_path / "long.jsonl"
    file.write_bytes(b'{"x": "' + b"y" * 100_000_000)

    done = smalti_process("verify", file, memory=MEMORY)

    assert done.returncode == 1
    assert "line 1 is longer than 4000000 bytes" in done.stdout
    assert done.stderr == ""


def test_good_records_are_counted(record: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "good.jsonl"
    file.write_text((write_line(record) + "\n") * 3)

    assert run(["verify", str(file)]) == 0
    assert capsys.readouterr().out == "3 records, 0 errors\n"


@pytest.mark.parametrize("command", ["verify", "review"])
def test_a_compressed_file_that_is_cut_off_is_told(
    command: str, record: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`review` ended as if it had been interrupted, and said nothing."""
    file = tmp_path / "cut.jsonl.gz"
    file.write_bytes(gzip.compress(write_line(record).encode())[:300])

    assert run([command, str(file)]) == 1
    assert "the compressed file is damaged behind line 0" in "".join(capsys.readouterr())


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "compressed"])
@pytest.mark.parametrize("command", ["verify", "draw", "review --depth quick"])
def test_records_come_through_a_pipe_and_compressed(
    command: str, packed: bool, record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was read of a pipe, to find out what it is, was gone: records were lost. `draw` took nothing compressed."""
    lines = f"{write_line(record)}\n".encode() * 2
    pipe, end = os.pipe()
    os.write(end, gzip.compress(lines) if packed else lines)
    os.close(end)
    word, *options = command.split()

    assert run([word, f"/dev/fd/{pipe}", *options, *(["--out", "-"] if word == "draw" else [])]) == 0
    assert {"verify": "2 records, 0 errors", "draw": "<svg", "review": "luck"}[word] in capsys.readouterr().out
    os.close(pipe)


def test_errors_do_not_hide_the_records_behind_them(
    record: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mixed.jsonl"
    file.write_text(f"{{}}\n{write_line(record)}\nnonsense\n")

    assert run(["verify", str(file)]) == 1

    said = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in said] == ["line 1", "line 3", "3 records, 2 errors"]


# Simulating


@pytest.mark.parametrize("game", ["mosaix", *(pytest.param(name, marks=pytest.mark.long) for name in list(GAMES)[1:])])
def test_the_same_seed_gives_the_same_file_in_two_processes(game: str, tmp_path: Path) -> None:
    files = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    for file in files:
        done = smalti_process("simulate", game, "--games", "2", "--seed", "11", "--out", file)
        assert (done.returncode, done.stderr) == (0, "")

    assert files[0].read_bytes() == files[1].read_bytes()
    assert run(["verify", str(files[0])]) == 0


@pytest.mark.long
def test_several_workers_write_and_check_the_same_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    for workers, file in enumerate(files, start=1):
        command = ["simulate", "mosaix", "--bot", "greedy", "--games", "3", "--workers", str(workers)]
        assert run([*command, "--out", str(file)]) == 0

    assert files[0].read_bytes() == files[1].read_bytes()
    assert run(["verify", str(files[1]), "--workers", "2"]) == 0
    assert capsys.readouterr().out == "3 records, 0 errors\n"


def test_options_and_bots_reach_the_record(capsys: pytest.CaptureFixture[str]) -> None:
    chosen = ["--option", "end=formation-impossible", "--bot", "random", "--bot", "random"]

    assert run(["simulate", "mosaix", "--seats", "2", *chosen, "--out", "-"]) == 0

    record = json.loads(capsys.readouterr().out)
    assert record["options"]["end"] == "formation-impossible"
    assert [seat["bot"] for seat in record["seats"]] == ["random", "random"]


def test_an_error_leaves_the_old_file_as_it_was(tmp_path: Path) -> None:
    out = tmp_path / "old.jsonl"
    out.write_text("old")

    assert run(["simulate", "mosaix", "--seats", "9", "--out", str(out)]) == 2
    assert out.read_text() == "old"
    assert list(tmp_path.iterdir()) == [out]


def test_a_folder_that_is_missing_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "mosaix", "--out", str(tmp_path / "no" / "x.jsonl")]) == 2
    assert capsys.readouterr().err.endswith("no/x.jsonl: no such file or directory\n")


def test_a_device_is_written_to_and_not_replaced() -> None:
    assert run(["simulate", "mosaix", "--out", "/dev/null"]) == 0
    assert not Path("/dev/null").is_file()


# Drawing


@pytest.mark.parametrize("extra", [[], ["--ply", "0"], ["--ply", "5", "--seat", "2", "--language", "fr"]])
def test_a_position_is_drawn_as_svg(extra: list[str], record: Record, tmp_path: Path) -> None:
    file, picture = tmp_path / "game.jsonl", tmp_path / "picture.svg"
    file.write_text((write_line(record) + "\n") * 2)

    assert run(["draw", str(file), "--game-index", "1", *extra, "--out", str(picture)]) == 0
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        (["--game-index", "3"], "has 1 record, so there is no game 3"),
        (["--ply", "9999"], "so there is no ply 9999"),
        (["--seat", "3"], "this game has 2 seats, so there is no seat 3"),
    ],
)
def test_what_cannot_be_drawn_is_refused(
    extra: list[str], words: str, record: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, picture = tmp_path / "game.jsonl", tmp_path / "picture.svg"
    file.write_text(write_line(record) + "\n")

    assert run(["draw", str(file), *extra, "--out", str(picture)]) == 2
    assert words in capsys.readouterr().err
    assert not picture.exists()
