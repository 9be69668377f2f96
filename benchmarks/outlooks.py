"""Fits how an evaluation is read: `python -m benchmarks.outlooks` writes `thinking/outlook.toml` of each game.

Games begin as bots of all levels play and go on, from a moment drawn by lot, as the best first look does: so what a
position is worth in good hands is known for good positions and bad ones. From that moment on the evaluation is noted
wherever chance is next. Every other game is kept back: the report says how well the map foretells those. Half as many
games more are played well from the first move; how far these end apart is the spread, and `--spreads` fits that alone.
"""

from __future__ import annotations

import argparse
import re
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from smalti.bots.defaults import evaluation_of, strength_of
from smalti.bots.levels import think
from smalti.bots.search.room import MOST_SEATS
from smalti.bots.tree_search import build
from smalti.games import GAMES
from smalti.kernel.chance import Chance
from smalti.kernel.game import CHANCE, Game
from smalti.kernel.match import Match
from smalti.kernel.thinking import Reals, Strength
from smalti.reviewing.outlook import Outlook, outlook_file, outlook_of, result

SEED, ROUNDS = 17, 40
STEPS = np.exp(np.linspace(-0.4, 0.4, 17))


class Noted(NamedTuple):
    """Moments: how many entries before them, expected points, and what the seats got."""

    plies: Reals
    points: Reals
    results: Reals


def play(game: Game, seats: int, index: int, typical: int) -> tuple[Match, int]:
    """A game and the number of entries from which all play well."""
    rng = np.random.default_rng([SEED, seats, abs(index), int(index < 0)])
    chance = Chance.from_seed(SEED, f"outlook-{game.name}-{seats}-{index}")
    match = Match.new(game, seats, {}, chance, compiled=True)
    levels = [strength_of(str(rng.choice(["apprentice", "artisan"])), game, seats) for _ in range(seats)]
    switch = int(rng.integers(0, typical))
    while not match.position.is_over:
        seat, ply = match.position.actors()[0], len(match.log)
        strength = levels[seat] if ply < switch else Strength()
        seen = match.position.view(seat)
        match.play(seat, think(seen, seat, chance.bot_generator(ply, seat), strength, None).move)
    return match, switch


def note(game: Game, played: list[tuple[Match, int]]) -> Noted:
    """What the evaluation says wherever chance is next after the switch."""
    evaluation = evaluation_of(game)
    evaluate, weights = build(game)(evaluation.evaluate), evaluation.weights()
    plies, points, results = [], [], []
    for match, switch in played:
        for ply, event in enumerate(match.log):
            if event.by == CHANCE and ply >= max(switch, 1):
                values = np.zeros(MOST_SEATS)
                evaluate(event.before.state, weights, values)
                plies.append(ply)
                points.append(values[: match.position.seats])
                results.append(result(match.position))
    return Noted(np.array(plies, float), np.array(points), np.array(results))


def loss(outlook: Outlook, noted: Noted) -> float:
    """How far off it is: the mean surprise in bits with several, the root of the mean square in points alone."""
    read = outlook.read(noted.points, noted.plies)
    if outlook.seats == 1:
        return float(np.sqrt(((read - noted.results) ** 2).mean()))
    return float(-(noted.results * np.log2(np.maximum(read, 1e-12))).sum(axis=1).mean())


def fit(outlook: Outlook, noted: Noted) -> Outlook:
    """Least squares alone; with several the likeliest scales, one after the other until nothing is gained."""
    if outlook.seats == 1:
        left = np.maximum(0.0, 1.0 - noted.plies / outlook.length)
        points, off = noted.points[:, 0], noted.results[:, 0] - noted.points[:, 0]
        fixed, share = np.linalg.lstsq(np.stack([left, left * points], axis=1), off, rcond=None)[0]
        return replace(outlook, correction=(round(float(fixed), 3), round(float(share), 4)))
    best = loss(outlook, noted)
    for _ in range(ROUNDS):
        before = best
        for moment in range(2):
            for step in STEPS:
                scales = list(outlook.scales)
                scales[moment] = round(float(np.clip(scales[moment] * step, 0.5, 200.0)), 2)
                tried = replace(outlook, scales=(scales[0], scales[1]))
                if (surprise := loss(tried, noted)) < best:
                    outlook, best = tried, surprise
        if before - best < 1e-4:
            break
    return outlook


def spread_of(game: Game, seats: int, games: int) -> float:
    """The standard deviation of what good play ends with: points alone, else leads, whose mean is nothing."""
    ends = [play(game, seats, -1 - index, 1)[0].position.scores() for index in range(games)]
    points = np.array(ends, float)
    if seats == 1:
        return round(float(points.std(ddof=1)), 2)
    leads = (points - points.mean(axis=1, keepdims=True)) * seats / (seats - 1)
    return round(float(np.sqrt((leads**2).mean())), 2)


def fitted(game: Game, seats: int, games: int) -> tuple[Outlook, str]:
    """The outlook for so many seats, and how well it foretells the games that were kept back."""
    typical = len(play(game, seats, 10**6, 1)[0].log)
    played = [play(game, seats, index, typical) for index in range(games)]
    length = float(round(np.mean([len(match.log) for match, _ in played])))
    spread, search = spread_of(game, seats, games // 2), outlook_of(game, seats).search
    outlook = Outlook(seats, length, (10.0, 10.0), spread=spread, games=games, search=search)
    known, kept = note(game, played[::2]), note(game, played[1::2])
    held = loss(fit(outlook, known), kept)
    plain = loss(outlook, kept) if seats == 1 else float(np.log2(seats))
    what = "points off, uncorrected" if seats == 1 else "bits, of"
    return fit(outlook, note(game, played)), f"{held:.3f} {what} {plain:.3f}"


def refit_spreads(game: Game, games: int) -> None:
    """Writes new spreads into the outlooks of a game; the rest stays as it was fitted."""
    file = outlook_file(game)
    for seats in game.facts.seat_counts:
        spread = spread_of(game, seats, games // 2)
        print(game.name, seats, spread, flush=True)
        found = re.compile(rf"(\[seats\.{seats}\].*?\nspread = )[\d.]+", re.DOTALL)
        file.write_text(found.sub(rf"\g<1>{spread}", file.read_text(), count=1))


def main() -> None:
    """Writes the outlooks of all games beside their evaluations."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--spreads", action="store_true", help="fit these alone, and leave the rest as it is")
    parser.add_argument("names", nargs="*", default=list(GAMES))
    told = parser.parse_args()
    for game in map(GAMES.__getitem__, told.names):
        if told.spreads:
            refit_spreads(game, told.games)
            continue
        parts = [f"# Made by `python -m benchmarks.outlooks --games {told.games}`, seed {SEED}.\n"]
        for seats in game.facts.seat_counts:
            outlook, words = fitted(game, seats, told.games)
            print(game.name, seats, outlook, words, flush=True)
            fields = {
                name: list(v) if isinstance(v, tuple) else v for name, v in vars(outlook).items() if name != "seats"
            }
            lines = [f"{name} = {value}" for name, value in fields.items()]
            parts.append("\n".join([f"[seats.{seats}]", f"# games kept back: {words}", *lines, ""]))
        outlook_file(game).write_text("\n".join(parts))


if __name__ == "__main__":
    main()
