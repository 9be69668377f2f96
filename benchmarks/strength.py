"""How strong are the bots? The whole table of matches for docs/strength.md, in the time there is.

    python -m benchmarks.strength --processes 16 --out FOLDER [--only GAME] [--group levels] [--minutes 7]
        [--lines "majolica 1: untimed-legend@3"]... [--most 600]

Levels against the one below with two players, one against three of the level below with four, games alone, Maharani's
Legend against the tuned greedy bot of the notes; `--group settings`: settings against each other. All bots here have
their simulations and no clock, so that a busy machine changes nothing but the number of games. The match that has had
the least time for its weight goes on first; every game is in FOLDER/games.jsonl as soon as it is over, and what is
unfinished at the end is dropped. Games that are there already are taken over and the next ones played, so the same
command goes on (take out first what bots played that have changed). With `--tune` Maharani's and Majolica's weights are
tuned first, written to FOLDER/weights and used.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field, replace
from itertools import count, pairwise
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from benchmarks.maharani_greedy import greedy
from smalti.arena.play import Result, play_game
from smalti.arena.series import Series
from smalti.arena.statistics import Estimate, mean_of, share_of
from smalti.bots import BOTS
from smalti.bots.bot import Bot, Budget, Thought, thinking_bot
from smalti.bots.defaults import strength_of
from smalti.bots.levels import LEVELS, think, warm
from smalti.bots.processes import one_thread_each
from smalti.bots.tuning.cards import Wishes, start_of, tune_game
from smalti.bots.tuning.games import Contest, Lesson, Table, compete, learn, processes
from smalti.games import GAMES, find_game
from smalti.games.maharani.thinking import weights as maharani_weights
from smalti.games.majolica.thinking import weights as majolica_weights
from smalti.kernel.position import Position

SEED = 2026
TUNED = {"maharani": maharani_weights, "majolica": majolica_weights}
BEGIN, END = "<!-- measured -->", "<!-- end of what was measured -->"
SHARES = {("majolica", 1): 5, ("majolica", 2): 5, ("maharani", 2): 3, ("maharani", 4): 3}
"""How many of 16 processes tune which table."""


def untimed(level: str) -> Bot:
    """A level without its clock."""

    def thinking(position: Position, seat: int, generator: int, _budget: Budget | None) -> Thought:
        strength = strength_of(level, position.game, position.seats)
        if strength.budget:
            strength = replace(strength, budget=replace(strength.budget, milliseconds=None))
        return think(position, seat, generator, strength, None)

    return thinking_bot(f"untimed-{level}", "", thinking)


def notes_greedy(position: Position, _seat: int, _generator: int) -> int:
    """The greedy bot of the notes on Maharani, worker pay weighted 0.5."""
    return greedy(position.state)


for _bot in (*map(untimed, LEVELS), Bot("notes-greedy", "", notes_greedy)):
    BOTS[_bot.name] = _bot


@dataclass
class Match:
    """A line of the table, and what was played of it."""

    group: str
    series: Series
    weight: float = 1.0
    handed_out: set[int] = field(default_factory=set)
    """The numbers of the games that were played or are being played."""
    spent: float = 0.0
    results: dict[int, Result] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The line in words."""
        return f"{self.group}: {self.series.game} {self.series.seats}: {' - '.join(self.series.bots)}"

    @property
    def next_game(self) -> int:
        """The first number that was not handed out."""
        return next(number for number in count() if number not in self.handed_out)

    def take_over(self, result: Result) -> None:
        """A game that was played before."""
        self.results[result.number] = result
        self.handed_out.add(result.number)
        self.spent += sum(result.seconds) / self.weight

    def deals(self) -> list[list[Result]]:
        """The deals that are complete."""
        size = self.series.games_per_deal
        numbers = sorted({number // size for number in self.results})
        all_deals = [[self.results.get(deal * size + n) for n in range(size)] for deal in numbers]
        return [[one for one in deal if one] for deal in all_deals if all(deal)]

    def figures(self) -> dict[str, Any]:
        """What may be said."""
        deals = self.deals()
        games = [one for deal in deals for one in deal]
        facts: dict[str, Any] = {"line": self.name, "games": len(games), "deals": len(deals)}
        if len(deals) < 2:  # no interval
            return facts
        pace = [
            1000
            * sum(g.seconds[g.seating.index(bot)] for g in games)
            / max(1, sum(g.moves[g.seating.index(bot)] for g in games))
            for bot in range(len(self.series.bots))
        ]
        facts |= {"ms a move": [round(ms, 1) for ms in pace], "failures": sum(sum(g.failures) for g in games)}
        if self.series.seats == 1:
            scores = np.array([one.scores[0] for one in games], float)
            facts |= {"points": shown(mean_of(scores)), "sd": round(float(scores.std()), 2)}
            if ranks := self.series.rules.facts.ranks:
                facts["top rank"] = shown(share_of(np.array([float(one.rank == next(iter(ranks))) for one in games])))
            return facts
        shares = np.array([np.mean([g.shares()[g.seating.index(0)] for g in deal]) for deal in deals])
        margin = np.array([np.mean([lead(g) for g in deal]) for deal in deals])
        return facts | {"won": shown(share_of(shares, self.series.games_per_deal)), "margin": shown(mean_of(margin))}


def lead(game: Result) -> float:
    """How much more than the best other the first bot had."""
    seat = game.seating.index(0)
    return game.scores[seat] - max(points for other, points in enumerate(game.scores) if other != seat)


def shown(one: Estimate) -> list[float]:
    """Value, low and high."""
    return [round(one.value, 3), round(one.low, 3), round(one.high, 3)]


def table(only: str | None) -> list[Match]:
    """All lines."""
    names = [f"untimed-{level}" for level in LEVELS]
    lines = []
    for game in GAMES if only is None else [only]:
        for low, high in pairwise(names):
            weight = 3.0 if high == names[-1] else 0.5
            lines.append(Match("levels", Series(game, 2, (high, low), seed=SEED), weight))
            lines.append(Match("one against three", Series(game, 4, (high, low), seed=SEED, alone=True), weight / 2))
        if 1 in find_game(game).facts.seat_counts:
            lines += [Match("alone", Series(game, 1, (name,), seed=SEED), 2.0) for name in names[2:]]
    if only in (None, "maharani"):
        lines.append(Match("notes", Series("maharani", 2, ("untimed-legend", "notes-greedy"), seed=SEED), 2.0))
    return lines


def choices(only: str | None) -> list[Match]:
    """Settings against each other: what levels and plans were chosen by."""
    return [one for one in (*settings(), *mosaix_settings()) if only in (None, one.series.game)]


def settings() -> Iterator[Match]:
    """Ways to spend about the same time: many short simulations or few long ones; one tree or two."""
    for game in ("maharani", "majolica"):
        long, middle, short = (
            f"search:simulations={simulations}:ahead={ahead}" for simulations, ahead in ((400, 6), (800, 3), (3600, 1))
        )
        for pair in ((long, middle), (middle, short)):
            yield Match("settings", Series(game, 2, pair, seed=SEED))
        yield Match("settings", Series(game, 2, (middle, "search:simulations=800:ahead=3:cores=2"), seed=SEED))
        yield Match("settings", Series(game, 2, (f"{middle}:explore=1", middle), seed=SEED))


def mosaix_settings() -> Iterator[Match]:
    """How well Master should judge, how many turns Legend should weigh and how closely, and the tree instead."""
    legend = "legend:simulations=40:cores=1"
    for blur in (0, 1, 2):
        yield Match("settings", Series("mosaix", 1, (f"master:blur={blur}",), seed=SEED), 0.5)
        yield Match("settings", Series("mosaix", 2, (legend, f"master:blur={blur}"), seed=SEED), 2.0)
    for change in ("", ":beyond=600", ":beyond=4000"):
        yield Match("settings", Series("mosaix", 1, (legend + change,), seed=SEED))
    for bot in ("legend:simulations=12:cores=1", "legend:simulations=120:cores=1", "search:simulations=2000:ahead=1"):
        yield Match("settings", Series("mosaix", 1, (bot,), seed=SEED))


def get_ready(game: str) -> None:
    """Compiles what the matches and tuning of a game need, into the cache that all processes share."""
    warm(find_game(game))
    if game in TUNED:
        where, weights = Table(game, find_game(game).facts.seat_counts[0]), start_of(game).weights
        learn(Lesson(where, weights, (1,)))
        compete(Contest(where, weights, weights, where.seats, 1))


def tune_table(where: tuple[str, int], workers: int, minutes: float, out: Path) -> None:
    """Tunes one table in a process of its own with workers of its own."""
    game, seats = where

    def tell(table: Table, words: str) -> None:
        with (out / f"{game}-{seats}.log").open("a", encoding="utf-8") as file:
            file.write(f"{table.game} {table.seats}: {words}\n")

    with processes(workers) as run:
        tune_game(game, [seats], Wishes(minutes=minutes), run, tell, out / f"{game}-{seats}.json")


def tune_all(workers: int, minutes: float, out: Path) -> Path:
    """Tunes the tables side by side; 3 and 4 seats of Majolica take the weights for 2, Maharani's 3 those for 4."""
    out.mkdir(parents=True, exist_ok=True)
    context = multiprocessing.get_context("spawn")
    jobs = [
        context.Process(target=tune_table, args=(where, max(1, workers * share // 16), minutes, out))
        for where, share in SHARES.items()
    ]
    for job in jobs:
        job.start()
    end = monotonic() + 60 * minutes + 40
    for job in jobs:
        job.join(max(0.0, end - monotonic()))
        if job.is_alive():
            job.kill()
    for game in TUNED:
        files = {seats: out / f"{game}-{seats}.json" for name, seats in SHARES if name == game}
        cards = {seats: json.loads(file.read_text()) for seats, file in files.items() if file.exists()}
        whole = json.loads(TUNED[game].FILE.read_text())
        for seats in find_game(game).facts.seat_counts if cards else ():
            source = min((one for one in cards if one >= seats), default=max(cards))
            whole["weights"][seats] = cards[source]["weights"][source]
        (out / f"{game}.json").write_text(json.dumps(whole))
        print(game, json.dumps({seats: card["made"] for seats, card in cards.items()}), flush=True)
    return out


def use_weights(folder: Path | None) -> None:
    """Runs first in a process that plays."""
    if folder:
        for game, weights in TUNED.items():
            weights.FILE = folder / f"{game}.json"  # type: ignore[attr-defined]  # each of these modules has it


def play(series: Series, number: int) -> Result:
    """A game, in a process where this module has made its bots known."""
    return play_game(series, number)


def resume(lines: list[Match], journal: Path) -> None:
    """Takes over the games of an earlier run."""
    known = {line.name: line for line in lines}
    for text in journal.read_text(encoding="utf-8").splitlines() if journal.exists() else ():
        fields = json.loads(text)
        if line := known.get(fields.pop("line")):
            line.take_over(Result.from_fields(fields))


def chosen(lines: list[Match], wanted: list[str]) -> list[Match]:
    """The lines in whose names one of the texts stands, with the weight that follows it after an @; or else all."""
    found = []
    for line in lines:
        for text, _, weight in (one.partition("@") for one in wanted):
            if text in line.name:
                line.weight = float(weight or line.weight)
                found.append(line)
                break
    return found if wanted else lines


def play_all(lines: list[Match], asked: argparse.Namespace, end: float, weights: Path | None) -> None:
    """Games until the time is over, always of the match that has had the least for its weight."""
    workers, journal = asked.processes, (asked.out / "games.jsonl").open("a", encoding="utf-8")
    waiting: dict[Future[Result], Match] = {}
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, use_weights, (weights,))
    while monotonic() < end:
        while len(waiting) < workers + 2 and (line := next_line(lines, asked.most)):
            number = line.next_game
            waiting[pool.submit(play, line.series, number)] = line
            line.handed_out.add(number)
            line.spent += estimate(line) / line.weight
        if not waiting:
            break
        done, _ = wait(waiting, timeout=max(0.0, end - monotonic()), return_when=FIRST_COMPLETED)
        for one in done:
            line, result = waiting.pop(one), one.result()
            line.results[result.number] = result
            journal.write(json.dumps({"line": line.name} | result.fields()) + "\n")
        journal.flush()
    for process in list((pool._processes or {}).values()):  # there is no other way to end a game in its middle
        process.kill()
    pool.shutdown(wait=False, cancel_futures=True)


def estimate(line: Match) -> float:
    """The seconds a game of a line takes, as far as is known; at first a guess by who plays."""
    seconds = [sum(result.seconds) for result in line.results.values()]
    guess = 30.0 if "legend" in line.name else 3.0 if "master" in line.name else 0.3
    return sum(seconds) / len(seconds) if seconds else guess


def next_line(lines: list[Match], most: int) -> Match | None:
    """The line whose turn it is; a deal that was begun goes on."""
    open_lines = [line for line in lines if line.next_game < most]
    begun = [line for line in open_lines if line.next_game % line.series.games_per_deal]
    return min(begun or open_lines, key=lambda line: line.spent, default=None)


def rows(figures: list[dict[str, Any]]) -> str:
    """The table as Markdown: what was won or reached, with its 95 % interval."""
    lines = [
        "| line | games | won, or points alone | margin, or share in the top rank | ms a move |",
        "|---|---|---|---|---|",
    ]
    for one in figures:
        first = percent(one["won"]) if "won" in one else points(one["points"]) if "points" in one else "-"
        second = points(one["margin"]) if "margin" in one else percent(one["top rank"]) if "top rank" in one else "-"
        pace = ", ".join(str(ms) for ms in one.get("ms a move", []))
        lines.append(f"| {one['line']} | {one['games']} | {first} | {second} | {pace} |")
    return "\n".join(lines)


def put_into(page: Path, lines: str) -> None:
    """Replaces the table between the marks of a page."""
    before, rest = page.read_text(encoding="utf-8").split(BEGIN)
    page.write_text(f"{before}{BEGIN}\n{lines}\n{END}{rest.split(END)[1]}", encoding="utf-8")


def percent(figure: list[float]) -> str:
    """A share with its interval."""
    value, low, high = (100 * one for one in figure)
    return f"{value:.0f} % ({low:.0f} to {high:.0f})"


def points(figure: list[float]) -> str:
    """A mean with its interval."""
    value, low, high = figure
    return f"{value:.1f} ({low:.1f} to {high:.1f})"


def main() -> None:
    """Plays and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument(
        "--write", type=Path, metavar="PAGE.md", help="play nothing; put the table of --out into a page"
    )
    parser.add_argument("--only", choices=list(GAMES))
    parser.add_argument("--group", help="only the lines of this group: levels, alone, settings, ...")
    parser.add_argument(
        "--lines", action="append", default=[], metavar="TEXT[@WEIGHT]", help="only the lines with this in their names"
    )
    parser.add_argument("--most", type=int, default=600, metavar="GAMES", help="most games of a line")
    parser.add_argument("--minutes", type=float, default=7.5)
    parser.add_argument("--tune", type=float, default=0.0, metavar="MINUTES", help="tune for so long first")
    parser.add_argument("--weights", type=Path, help="a folder with other weights than the shipped ones")
    asked = parser.parse_args()
    if asked.write:
        put_into(asked.write, rows(json.loads((asked.out / "strength.json").read_text())))
        return
    end = monotonic() + 60 * asked.minutes
    asked.out.mkdir(parents=True, exist_ok=True)
    lines = choices(asked.only) if asked.group == "settings" else table(asked.only)
    lines = [line for line in lines if asked.group in (None, line.group)]
    played = chosen(lines, asked.lines)
    resume(lines, asked.out / "games.jsonl")
    games = sorted({line.series.game for line in played})
    with one_thread_each(), multiprocessing.get_context("spawn").Pool(len(games)) as pool:
        pool.map(get_ready, games)
    print(f"ready after {asked.minutes * 60 - (end - monotonic()):.0f} s", flush=True)
    weights = asked.weights
    with one_thread_each():
        if asked.tune:
            weights = tune_all(asked.processes, asked.tune, asked.out / "weights")
            print(f"tuned after {asked.minutes * 60 - (end - monotonic()):.0f} s", flush=True)
        play_all(played, asked, end, weights)
    figures = [line.figures() for line in lines]
    (asked.out / "strength.json").write_text(json.dumps(figures, indent=1))
    print(rows(figures))


if __name__ == "__main__":
    main()
