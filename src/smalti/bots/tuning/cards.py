"""Tuning a game for its numbers of seats, and the file with the weights and how they were made."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from smalti.bots.manifest import make_manifest
from smalti.bots.tuning.games import Contest, Map, Table, compete, margins, wins
from smalti.bots.tuning.tuner import Settings, Step, tune
from smalti.games import GAMES, find_game
from smalti.kernel.errors import SmaltiError, show
from smalti.kernel.knots import KNOTS
from smalti.kernel.thinking import Start, Weights

CHECK_SEED = 1 << 20
"""The chance of the games after tuning, which tuning has not seen."""
CHECK_TASKS = 8
DIGITS = 3

Tell = Callable[[Table, str], None]
Card = dict[str, Any]


@dataclass(frozen=True)
class Wishes:
    """What to spend on each number of seats."""

    seed: int = 1
    rounds: int = 2
    games: int = 1000
    generations: int = 80
    population: int = 16
    contests: int = 100
    checks: int = 400
    """Games against the weights by hand afterwards."""
    minutes: float | None = None
    begin: Path | None = None
    """A file with weights to begin with, instead of those by hand; the first steps from them are half as far."""
    command: str = ""
    """What the manifest names."""


def start_of(game: str) -> Start:
    """The weights that tuning begins with; refuses a game whose evaluation has none."""
    starts = {name: one.thinking.start for name, one in GAMES.items() if one.thinking and one.thinking.start}
    if game not in starts:
        raise SmaltiError(f"there is nothing to tune in {show(game)}; there is in: {', '.join(starts)}")
    return starts[game]()


def first_weights(game: str, begin: Path | None) -> Weights:
    """The weights by hand, or those of a file."""
    weights = start_of(game).weights
    if begin is None:
        return weights
    try:
        card = json.loads(begin.read_text(encoding="utf-8"))
        found = np.array(card["weights"], np.float32)
    except (ValueError, KeyError, TypeError):
        found = np.zeros(0, np.float32)
    if found.shape != weights.shape:
        raise SmaltiError(f"{begin} has no weights of {game}")
    return found


def tune_seats(table: Table, wishes: Wishes, run: Map[Any, Any], tell: Tell) -> tuple[Weights, Card]:
    """The weights for one number of seats, and a record of how they were made."""
    start = start_of(table.game)
    generations = wishes.generations if start.evolved else 0
    settings = Settings(
        table, wishes.seed, wishes.rounds, wishes.games, generations, wishes.population, wishes.contests, start.evolved
    )
    made, curve = {"generations": 0, "rounds": 0}, list[str]()
    end = monotonic() + 60 * wishes.minutes if wishes.minutes else None

    def go_on(step: Step) -> bool:
        made[step.part] += 1
        curve.append(step.words)
        tell(table, step.words)
        return end is None or monotonic() < end

    scale = start.scale / 2 if wishes.begin else start.scale
    weights = np.round(tune(settings, first_weights(table.game, wishes.begin), scale, run, go_on), DIGITS)
    done = replace(settings, generations=made["generations"], rounds=made["rounds"])
    return weights[table.seats], {
        "settings": asdict(done),
        "begun with": wishes.begin.name if wishes.begin else "weights by hand",
        "curve": curve,
        "check": check(table, weights, start.weights, wishes.checks, run),
        "manifest": make_manifest([wishes.seed, CHECK_SEED], wishes.command),
    }


def check(table: Table, weights: Weights, rival: Weights, games: int, run: Map[Any, Any]) -> Card:
    """How the weights do against those written by hand, every turn by first looks: 95 % intervals."""
    part = games // CHECK_TASKS // table.seats * table.seats or table.seats
    tasks = [Contest(table, weights, rival, part, CHECK_SEED + n) for n in range(CHECK_TASKS)]
    points = np.concatenate(run(compete, tasks))
    found = {"games": len(points), "seed": CHECK_SEED} | figure(
        "margin" if table.seats > 1 else "points", margins(points)
    )
    if table.seats > 1:
        return found | figure("won", wins(points))
    by_hand = np.concatenate(run(compete, [replace(task, weights=rival) for task in tasks]))
    return found | figure("points by hand", margins(by_hand))


def figure(name: str, values: Any) -> Card:
    """A mean and half the width of its interval."""
    return {
        name: round(float(values.mean()), 3),
        f"{name} +-": round(1.96 * float(values.std()) / len(values) ** 0.5, 3),
    }


def tune_game(game: str, seats: Sequence[int], wishes: Wishes, run: Map[Any, Any], tell: Tell, out: Path) -> Card:
    """Tunes some numbers of seats one after the other and writes the file anew after each; others stay as they are."""
    card = json.loads(out.read_text(encoding="utf-8")) if out.exists() else new_card(game)
    for number in seats:
        find_game(game).facts.check_seats(number)
        weights, made = tune_seats(Table(game, number), wishes, run, tell)
        card["weights"][number] = weights.tolist()
        card["made"][str(number)] = made
        out.write_text(write_card(card), encoding="utf-8")
    return card


def copy_seats(game: str, source: int, seats: Sequence[int], out: Path) -> Card:
    """Takes over what was tuned for another number of seats: what evolution found, or all where it is not used."""
    card = json.loads(out.read_text(encoding="utf-8")) if out.exists() else new_card(game)
    if str(source) not in card["made"]:
        raise SmaltiError(f"{out} has no weights that were tuned for {source} seats")
    start = start_of(game)
    for number in seats:
        weights = start.weights[number].copy()
        weights[: start.evolved or None] = np.array(card["weights"][source])[: start.evolved or None]
        card["weights"][number] = weights.tolist()
        card["made"][str(number)] = {"copied from": source}
    out.write_text(write_card(card), encoding="utf-8")
    return card


def new_card(game: str) -> Card:
    """The file of a game before tuning."""
    return {
        "game": game,
        "what": f"Weights of the evaluation of {game}: [seats][feature][moment], {KNOTS} moments, points.",
        "made": {},
        "weights": start_of(game).weights.tolist(),
    }


def write_card(card: Card) -> str:
    """The file as text, a line for each feature."""
    facts = json.dumps({name: value for name, value in card.items() if name != "weights"}, indent=2)
    lines = [
        ",\n".join(f"      {json.dumps([round(weight, DIGITS) for weight in feature])}" for feature in seats)
        for seats in card["weights"]
    ]
    rows = ",\n".join(f"    [\n{line}\n    ]" for line in lines)
    return f'{facts[:-2]},\n  "weights": [\n{rows}\n  ]\n}}\n'
