"""Smalti Bench: fixed opponents and deals, entries that follow from their games, and a leaderboard that is checked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import smalti
from examples.agents import halving, playing_on, search_and_learn
from examples.agents.playing_on import reopened, trial
from examples.agents.ppo import choose, judge
from smalti.arena.bench import (
    ALONE,
    BENCH,
    OPPONENTS,
    SEATS,
    Task,
    all_tasks,
    check_entry,
    figures,
    join_entries,
    play_again,
    write_board,
)
from smalti.arena.play import play_game
from smalti.bots.bot import Choose
from smalti.cli.bench_agents import read_entry
from smalti.cli.main import run
from smalti.games import GAMES
from tests.golden.test_golden import compare

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "bench.md"
ENTRIES = sorted((ROOT / "docs" / "bench").glob("*.json"))
FROZEN = {"random", "greedy", "heuristic"}
"""Agents that play on as they did, whatever bots learn."""
SHIPPED = {"py:examples.agents.ppo:choose"}
"""Agents whose weights lie beside their code."""
BEGIN, END = "<!-- leaderboard -->\n", "<!-- end of the leaderboard -->\n"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The entry of a part of the bench."""
    out = tmp_path_factory.mktemp("bench")
    part = ["--game", "mosaix", "--seats", "1", "--seats", "2", "--opponent", "random", "--opponent", "alone"]
    assert run(["bench-agents", "run", "greedy", "--name", "Greedy", *part, "--workers", "1", "--out", str(out)]) == 0
    return out / "entry.json"


def changed(entry: Any, **changes: Any) -> Any:
    return json.loads(json.dumps(entry | changes))


def test_every_game_and_number_of_seats_has_its_tasks() -> None:
    assert {name: game.facts.seat_counts for name, game in GAMES.items() if name in SEATS} == SEATS
    assert len(all_tasks()) == 2 + 9 * len(OPPONENTS)


def test_opponents_of_version_one_play_as_they_did_golden() -> None:
    """Whoever changes them makes another bench: a new version."""
    ended = {
        f"{task.name} {task.opponent}": play_game(task.series("greedy"), 0).scores
        for task in all_tasks(seats=[1, 2])
        if task.opponent in FROZEN | {ALONE}
    }
    words = "\n".join(f"{name}: {' '.join(map(str, scores))}" for name, scores in ended.items())
    compare(ROOT / "tests" / "golden" / "bench.txt", words + "\n")


def test_an_entry_follows_from_its_games(small: Path) -> None:
    entry = read_entry(small)
    assert (entry["bench"], entry["name"], entry["agent"]) == (BENCH, "Greedy", "greedy")
    assert entry["figures"] == figures(entry["results"])
    assert entry["figures"]["score"] is None, "a part has no score"
    against, low, high = (entry["figures"]["tasks"]["mosaix-2"]["random"][n] for n in range(3))
    assert low < against == high == 100
    assert "| Greedy |  |" in write_board([entry])


def test_games_are_kept_and_gone_on_from(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = small.parent / "mosaix-2-random" / "games.jsonl"
    before, entry = journal.read_text().splitlines(), read_entry(small)
    journal.write_text("\n".join(before[:5]) + "\n")
    command = ["bench-agents", "run", "greedy", "--game=mosaix", "--seats=2", "--opponent=random", "--workers=1"]

    assert run([*command, "--out", str(small.parent), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["tasks"]["mosaix-2"] == entry["figures"]["tasks"]["mosaix-2"]
    small.write_text(json.dumps(entry))


def test_parts_that_were_played_apart_are_one_entry(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever their order, and told of which machines; the same games may be in several of them."""
    entry, paths = read_entry(small), [small.with_name(f"{name}.json") for name in ("alone", "both")]
    elsewhere = changed(entry["manifest"], machine={"system": "elsewhere"})
    alone = changed(entry, results={"mosaix-1": entry["results"]["mosaix-1"]}, manifest=elsewhere)
    for path, part in zip(paths, (alone, entry), strict=True):
        path.write_text(json.dumps(part))

    command = ["bench-agents", "join", *map(str, paths), "--out", str(small.parent / "joined"), "--json"]
    assert run(command) == 0
    joined = read_entry(small.parent / "joined" / "entry.json")
    assert (joined["results"], joined["figures"]) == (entry["results"], entry["figures"])
    assert json.loads(capsys.readouterr().out) == entry["figures"]
    assert joined["manifest"]["further_machines"] == [entry["manifest"]["machine"]]
    assert joined["manifest"]["command"].startswith("smalti bench-agents join")


def test_parts_of_different_agents_are_no_entry(small: Path) -> None:
    entry = read_entry(small)
    games = {"random": entry["results"]["mosaix-2"]["random"] | {"games": []}}
    for words, other in {
        "differ in agent: 'greedy' and 'random'": changed(entry, agent="random"),
        "by different sources": changed(entry, manifest=entry["manifest"] | {"sources": "0"}),
        "different games of mosaix-2 against random": changed(entry, results={"mosaix-2": games}),
    }.items():
        with pytest.raises(smalti.SmaltiError, match=words):
            join_entries([entry, other])


def test_some_games_are_played_again(small: Path) -> None:
    entry = read_entry(small)
    assert list(check_entry(entry, 4, 1)) == []
    other = changed(entry, agent="random")
    assert any("ended" in words for words in check_entry(other, 4, 1))
    assert any("no luck" in words for words in check_entry(changed(other, repeats=False), 12, 1))
    assert list(check_entry(changed(entry, repeats=False), 12, 1)) == []


def test_what_is_made_up_is_found(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entry = read_entry(small)
    better = changed(entry)
    better["figures"]["tasks"]["mosaix-2"]["random"][0] += 1
    small.with_name("better.json").write_text(json.dumps(better))

    assert run(["bench-agents", "check", str(small.with_name("better.json")), "--sample", "0"]) == 1
    assert "its figures are not those of its games" in capsys.readouterr().out
    assert list(check_entry(changed(entry, bench="chess"), 0, 0)) == [
        "it is an entry of 'chess', not of smalti-bench/1"
    ]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"results": 3}, "its results is 3"),
        ({"figures": None}, "its figures is None"),
        ({"figures": {"score": "all", "tasks": {}}}, "its figures are no score and tasks"),
        ({"figures": {"score": None, "tasks": {"mosaix-2": {"random": [1, 2]}}}}, "no figure with an interval"),
        ({"results": {"mosaix-2": [1]}}, "results of 'mosaix-2' is [1]"),
        ({"results": {"mosaix-2": {"random": [1]}}}, "is no list of games"),
        ({"results": {"mosaix-2": {"random": {"games": [[[1, 2], ["a"]]]}}}}, "is no list of games"),
        ({"results": {"mosaix-2": {"random": {"games": [[[1], [0]]] * 8}}}}, "games of other numbers of seats"),
    ],
)
def test_an_entry_of_a_stranger_is_refused_in_a_sentence(
    change: dict[str, Any], words: str, small: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    small.with_name("wrong.json").write_text(json.dumps(changed(read_entry(small), **change)))
    assert run(["bench-agents", "check", str(small.with_name("wrong.json")), "--sample", "0"]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["run", "nobody", "--out", "x"], "there is no bot 'nobody'"),
        (["run", "py:nowhere:choose", "--out", "x"], "is no function, which is named py:MODULE:FUNCTION"),
        (["run", "py:math:nothing", "--out", "x"], "is no function"),
        (["run", "cmd:./no_such_engine", "--out", "x"], "there is no such program"),
        (["run", "legend:weights=nothing.npz", "--out", "x"], "nothing.npz is no file of weights"),
        (["run", "random", "--game", "chess", "--out", "x"], "has no such task; its games are mosaix"),
        (["check", str(PAGE)], "is no entry of a bench"),
    ],
)
def test_what_cannot_be_played_is_refused(
    command: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["bench-agents", *command]) == 2
    assert words in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_function_of_python_is_an_agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own_agent.py").write_text(
        "def number(position, seat, generator):\n    return position.legal_moves(seat)[-1]\n"
        "def text(position, seat, generator):\n"
        "    return position.game.text.write_move(position.state, seat, position.legal_moves(seat)[-1])\n"
        "def wrong(position, seat, generator):\n    return 1 / 0\n"
    )
    task = Task("maharani", 2, "random")
    number, text, wrong = (play_game(task.series(f"py:own_agent:{name}"), 0) for name in ("number", "text", "wrong"))
    assert number.scores == text.scores
    assert (number.failures[0], wrong.failures[0]) == (0, wrong.moves[0])


@pytest.mark.parametrize(("name", "seats"), [(name, seats) for name in SEATS for seats in SEATS[name]])
def test_what_ppo_learned_plays_every_task(name: str, seats: int) -> None:
    """Its moves are legal, and it expects what a game can give."""
    position = smalti.new(name, seats, seed=4)
    for turn in range(6):
        seat = position.actors()[0]
        moves, likely, value = judge(position, seat)
        assert set(moves.tolist()) <= set(position.legal_moves(seat))
        assert likely.sum() == pytest.approx(1)
        assert abs(value) < 150
        position = position.play(choose(position, seat, turn))


@pytest.mark.parametrize(
    ("search", "name", "seats"),
    [
        (halving.choose, "mosaix", 2),
        (halving.choose, "maharani", 3),
        (search_and_learn.choose, "mosaix", 1),
        (search_and_learn.choose, "maharani", 3),
    ],
    ids=["halving-mosaix", "halving-maharani", "openspiel-mosaix", "openspiel-maharani"],
)
def test_a_search_with_what_was_learned_repeats_itself(search: Choose, name: str, seats: int) -> None:
    """It sees nothing of the chance to come, and of choices at the same time nothing but that they are made."""
    position = smalti.new(name, seats, seed=4)
    position = position.play(choose(position, position.actors()[0], 0))
    seat = position.actors()[0]
    if len(position.actors()) > 1:
        position, seat = position.play(choose(position, seat, 0)), position.actors()[1]
    first, again = (search(one.view(seat), seat, 7) for one in (position, position.reseeded(5)))
    assert first == again
    assert first in position.legal_moves(seat)


def test_games_that_go_on_have_the_same_luck_side_by_side() -> None:
    """Alone in Mosaix the same moves then bring the same points, and chance is not that of the position."""
    position, room = smalti.new("mosaix", 1, seed=4), trial("mosaix", 1, 8)
    gains = []
    for generator in (1, 2):
        room.load(reopened(position.view(0)), generator, same=4)
        gains.append(room.play_on(room.likeliest())[:, 0])
        assert (gains[-1][:4] == gains[-1][0]).all()
        assert (gains[-1][4:] == gains[-1][4]).all()
    assert len({gain for found in gains for gain in found}) > 1


def test_the_better_half_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is left in the end is what brings most, however unlikely PPO thinks it is."""
    position = smalti.new("maharani", 2, seed=4)
    seat = position.actors()[0]
    moves, likely, _ = judge(position, seat)
    best, rounds = moves[likely.argsort()[-5]], list[int]()

    def told(_position: object, _seat: int, tried: Any, _generator: int) -> Any:
        rounds.append(len(tried))
        return (tried == best)[None].astype(float)

    monkeypatch.setattr(halving, "UNLIKELY", 0.0)
    monkeypatch.setattr(halving, "try_out", told)
    assert halving.choose(position, seat, 7) == best
    assert rounds == [16, 8, 4, 2]


def test_how_a_processor_rounds_decides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of moves that are as good but for rounding the likeliest is left; PPO's value is told in parts of a point."""
    position = smalti.new("maharani", 2, seed=4)
    seat = position.actors()[0]
    moves, likely, _ = judge(position, seat)
    monkeypatch.setattr(halving, "UNLIKELY", 0.0)
    monkeypatch.setattr(halving, "try_out", lambda _position, _seat, tried, _generator: 1e-13 * tried.argsort()[None])
    assert halving.choose(position, seat, 7) == moves[likely.argmax()]

    room = trial("maharani", 2, 8)
    monkeypatch.setattr(playing_on, "AHEAD", 0)
    room.load(reopened(position.view(seat)), 1)
    parts = room.play_on(room.likeliest()) / playing_on.GRAIN
    assert (parts == parts.round()).all()


def test_the_leaderboard_is_that_of_its_entries_golden() -> None:
    page = PAGE.read_text(encoding="utf-8")
    before, after = page.partition(BEGIN)[0] + BEGIN, END + page.partition(END)[2]
    compare(PAGE, before + write_board(map(read_entry, ENTRIES)) + "\n" + after, most=100_000)


@pytest.mark.parametrize("path", ENTRIES, ids=lambda path: path.stem)
def test_an_entry_of_the_leaderboard_is_right(path: Path) -> None:
    """Games against those who search take too long here: `smalti bench-agents check` plays them again."""
    entry = read_entry(path)
    assert list(check_entry(entry, 0, 7)) == []
    quick = {
        task: {who: games for who, games in found.items() if who in FROZEN | {ALONE}}
        for task, found in entry["results"].items()
    }
    if entry["agent"] in FROZEN | SHIPPED:
        again = list(play_again(entry | {"results": quick}, 2, 7))
        assert [known.scores for _, known, _ in again] == [played.scores for _, _, played in again]
