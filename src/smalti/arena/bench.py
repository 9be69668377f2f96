"""Smalti Bench: agents against fixed opponents with fixed deals, for every game and number of seats (docs/bench.md).

What an entry says follows from the games that it lists, and each of those can be played again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from smalti.arena.journal import open_journal
from smalti.arena.match import JOURNAL, Match, Watch
from smalti.arena.play import Result, play_game
from smalti.arena.pool import Runner
from smalti.arena.report import Deals, ms_per_move
from smalti.arena.series import Series
from smalti.arena.statistics import Estimate, mean_of, share_of
from smalti.bots.manifest import make_manifest
from smalti.bots.players import check_player
from smalti.games import find_game
from smalti.kernel.errors import SmaltiError, show

BENCH = "smalti-bench/1"
SEED = 1729
SEATS = {"mosaix": (1, 2, 3, 4), "maharani": (2, 3, 4), "majolica": (1, 2, 3, 4)}
OPPONENTS = {"random": 4, "greedy": 4, "heuristic": 10, "legend-1:simulations=8": 2}
"""With how many deals each is met, every deal from every seat."""
ALONE, ALONE_DEALS = "alone", 20
MARKS = {"mosaix": 150, "majolica": 40}
"""Alone: the points that count 100."""
DIFFERENT = 4.0
"""So many standard errors apart are two shares of an agent that does not repeat itself."""

Entry = dict[str, Any]


@dataclass(frozen=True)
class Task:
    """An agent against one opponent, or alone, in one game with so many seats."""

    game: str
    seats: int
    opponent: str = ALONE

    @property
    def name(self) -> str:
        """How an entry calls the game and its seats."""
        return f"{self.game}-{self.seats}"

    @property
    def deals(self) -> int:
        """How many deals are played."""
        return OPPONENTS.get(self.opponent, ALONE_DEALS)

    def series(self, agent: str) -> Series:
        """The games: the agent alone at each seat, the opponent on all others."""
        bots = (agent,) if self.opponent == ALONE else (agent, self.opponent)
        return Series(self.game, self.seats, bots, seed=SEED, alone=True)


def all_tasks(games: Iterable[str] = (), seats: Iterable[int] = (), opponents: Iterable[str] = ()) -> list[Task]:
    """The tasks, or those of some games, numbers of seats and opponents."""
    found = [
        Task(game, number, opponent)
        for game, numbers in SEATS.items()
        for number in numbers
        for opponent in (OPPONENTS if number > 1 else (ALONE,))
        if (not games or game in games) and (not seats or number in seats) and (not opponents or opponent in opponents)
    ]
    if not found:
        raise SmaltiError(f"{BENCH} has no such task; its games are {', '.join(SEATS)}, its opponents {names()}")
    return found


def names() -> str:
    """The opponents as they are told."""
    return ", ".join([*OPPONENTS, ALONE])


def run_bench(
    agent: str,
    tasks: Iterable[Task],
    runner: Runner,
    *,
    folder: Path | None = None,
    watch: Watch | None = None,
    about: Mapping[str, Any] | None = None,
    command: str = "",
) -> Entry:
    """The entry of an agent; a folder keeps every finished game, and the same call again goes on from there."""
    wanted = list(tasks)
    for name in dict.fromkeys(task.game for task in wanted):
        check_player(agent, find_game(name))
    results: dict[str, dict[str, Any]] = {}
    for task in wanted:
        place = folder and folder / f"{task.name}-{task.opponent.replace(':', '-')}" / JOURNAL
        series = task.series(agent)
        with open_journal(place, series.fields()) as journal:
            match = Match(series, task.deals, journal)
            match.play(runner, watch)
            results.setdefault(task.name, {})[task.opponent] = write_results(match.settled())
    entry = {"bench": BENCH, "name": agent, "agent": agent, "repeats": True} | dict(about or {})
    return entry | {"figures": figures(results), "manifest": make_manifest([SEED], command), "results": results}


def write_results(results: list[Result]) -> dict[str, Any]:
    """The games of a task, in order: the scores and who won."""
    failures = sum(n for r in results for sits, n in zip(r.seating, r.failures, strict=True) if sits == 0)
    return {
        "games": [[list(result.scores), list(result.winners)] for result in results],
        "failures": failures,
        "ms": round(ms_per_move(results), 2),
    }


def read_results(task: Task, agent: str, written: Mapping[str, Any]) -> list[Result]:
    """The games of an entry; refused if they are not those of the task."""
    series, games = task.series(agent), written["games"]
    if len(games) != task.deals * series.games_per_deal:
        raise SmaltiError(f"{task.name} against {task.opponent} has {len(games)} games, not those of {BENCH}")
    if any(len(scores) != task.seats or not {*winners} <= {*range(task.seats)} for scores, winners in games):
        raise SmaltiError(f"{task.name} against {task.opponent} has games of other numbers of seats")
    zeros = (0,) * task.seats
    return [
        Result(
            n, series.deal_of(n), series.seating(n), tuple(scores), tuple(winners), zeros, (0.0,) * task.seats, zeros
        )
        for n, (scores, winners) in enumerate(games)
    ]


def figures(results: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """What the games say: each task from 0 to 100 with its interval, and the mean of all if none is missing."""
    told: dict[str, Any] = {}
    for task in all_tasks():
        if written := results.get(task.name, {}).get(task.opponent):
            told.setdefault(task.name, {})[task.opponent] = [round(x, 2) for x in rate(task, written)]
    for found in told.values():
        found["score"] = round(float(np.mean([value for value, _, _ in found.values()])), 2)
    whole = all(task.opponent in told.get(task.name, {}) for task in all_tasks())
    total = round(float(np.mean([found["score"] for found in told.values()])), 2) if whole else None
    return {"score": total, "tasks": told}


def rate(task: Task, written: Mapping[str, Any]) -> tuple[float, float, float]:
    """How often the agent ends before a seat of the opponent, in percent, ties half; alone its points of the mark."""
    results = read_results(task, "", written)
    if task.opponent == ALONE:
        found = mean_of(100 * np.array([own_share(task, result) for result in results]))
    else:
        compared = Deals(task.series(""), results).compare(0, 1)
        assert compared is not None, "agent and opponent meet in every game"
        share = share_of(compared[0], task.seats)
        found = Estimate(100 * share.value, 100 * share.low, 100 * share.high)
    return found.value, found.low, found.high


def join_entries(entries: Iterable[Entry], command: str = "") -> Entry:
    """One entry of the parts of one agent that were played apart, by the same program."""
    first, *others = entries
    for entry in others:
        refuse_another(first, entry)
    results: dict[str, dict[str, Any]] = {}
    for task in all_tasks():
        parts = [entry["results"].get(task.name, {}).get(task.opponent) for entry in (first, *others)]
        found = [part for part in parts if part]
        if any(part["games"] != found[0]["games"] for part in found):
            raise SmaltiError(f"the entries list different games of {task.name} against {task.opponent}")
        if found:
            results.setdefault(task.name, {})[task.opponent] = found[0]
    manifest = first["manifest"] | {"command": command}
    for machine in (entry["manifest"]["machine"] for entry in others):
        if machine not in (manifest["machine"], *manifest.get("further_machines", ())):
            manifest.setdefault("further_machines", []).append(machine)
    return first | {"figures": figures(results), "manifest": manifest, "results": results}


def refuse_another(first: Entry, entry: Entry) -> None:
    """Only parts of the same agent make an entry, and only of the same program: others may play otherwise."""
    for what in ("bench", "name", "agent", "about", "repeats"):
        if entry.get(what) != first.get(what):
            raise SmaltiError(f"the entries differ in {what}: {show(first.get(what))} and {show(entry.get(what))}")
    if entry["manifest"]["sources"] != first["manifest"]["sources"]:
        raise SmaltiError("the entries were made by different sources of the program, so they cannot be one")


def check_entry(entry: Entry, sample: int, seed: int) -> Iterator[str]:
    """What is wrong with an entry: its figures are worked out anew, and some of its games are played again."""
    if entry.get("bench") != BENCH:
        yield f"it is an entry of {entry.get('bench')!r}, not of {BENCH}"
        return
    if figures(entry["results"]) != entry["figures"]:
        yield "its figures are not those of its games"
    again = list(play_again(entry, sample, seed))
    if not entry["repeats"]:
        yield from compare_shares(entry, again)
        return
    for task, known, played in again:
        if (known.scores, known.winners) != (played.scores, played.winners):
            words = f"game {known.number} of {task.name} against {task.opponent}"
            yield f"{words} ended {list(known.scores)}, and now {list(played.scores)}"


def play_again(entry: Entry, sample: int, seed: int) -> Iterator[tuple[Task, Result, Result]]:
    """Some games of an entry, drawn by a seed: as they are listed, and as they are played now."""
    tasks = [task for task in all_tasks() if task.opponent in entry["results"].get(task.name, {})]
    listed = [
        (task, known)
        for task in tasks
        for known in read_results(task, entry["agent"], entry["results"][task.name][task.opponent])
    ]
    for task, known in sorted(listed, key=lambda one: drawn(seed, one[0], one[1].number))[:sample]:
        yield task, known, play_game(task.series(entry["agent"]), known.number)


def drawn(seed: int, task: Task, number: int) -> bytes:
    """The lot of a game, the same everywhere."""
    return hashlib.sha256(f"{seed} {task} {number}".encode()).digest()


def compare_shares(entry: Entry, again: list[tuple[Task, Result, Result]]) -> Iterator[str]:
    """Where an agent does not repeat itself, the same games are to end as well for it as they did, within luck."""
    pairs = [(own_share(task, known), own_share(task, played)) for task, known, played in again]
    if len(pairs) < 2:
        return
    differences = np.array([now - then for then, now in pairs])
    error = max(float(differences.std(ddof=1)), 0.1) / len(pairs) ** 0.5
    if abs(float(differences.mean())) > DIFFERENT * error:
        yield f"{entry['name']} now has {differences.mean():+.2f} of a game more than it listed, which is no luck"


def own_share(task: Task, result: Result) -> float:
    """How well a game ended for the agent, from 0 to 1."""
    if task.opponent == ALONE:
        return result.scores[0] / MARKS[task.game]
    compared = Deals(task.series(""), [replace(result, deal=0)]).compare(0, 1)
    return float(compared[0][0]) if compared else 0.0


def write_cell(told: Mapping[str, Any]) -> str:
    """The score of a task, half the width of its interval, and a sign where an opponent is missing."""
    matches = [value for name, value in told.items() if name != "score"]
    half = sum(((high - low) / 2) ** 2 for _, low, high in matches) ** 0.5 / len(matches)
    whole = ALONE in told or len(matches) == len(OPPONENTS)
    return f"{told['score']:.0f} ± {half:.0f}{'' if whole else ' *'}"


def write_board(entries: Iterable[Entry]) -> str:
    """The leaderboard in Markdown, the best first; whoever has not met everybody stands behind."""
    heads = list(dict.fromkeys(task.name for task in all_tasks()))
    rows = [f"| agent | score | {' | '.join(heads)} |", f"|---|---|{'---|' * len(heads)}"]
    for entry in sorted(entries, key=lambda one: (-(one["figures"]["score"] or 0), one["name"])):
        told = entry["figures"]["tasks"]
        cells = [write_cell(told[name]) if name in told else "" for name in heads]
        score = entry["figures"]["score"]
        rows.append(f"| {entry['name']} | {'' if score is None else f'{score:.1f}'} | {' | '.join(cells)} |")
    return "\n".join(rows)
