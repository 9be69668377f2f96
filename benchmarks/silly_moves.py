"""How human are the levels? Silly moves of ten kinds, counted, and what is lost by how hard a decision is.

    python -m benchmarks.silly_moves [--decisions 10000] [--out FOLDER]

Every level that judges by first looks plays against itself; beside it stands one whose every move was off by noise, as
the lowest levels were before. A move is silly only where the first look itself says that it is worse. Writes
FOLDER/silly.json and FOLDER/loss.svg.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import mean
from typing import NamedTuple

from smalti.bots import tree_search
from smalti.bots.bot import Candidate
from smalti.bots.defaults import plan_for, strength_of, trusted
from smalti.bots.levels import LEVELS, judged
from smalti.bots.search.turn import error
from smalti.games import find_game
from smalti.games.maharani.moves import END, REFRESH, is_place
from smalti.games.maharani.state import SECOND, TURN
from smalti.games.majolica import phases
from smalti.games.majolica.moves import FIRST_DELIVER, FIRST_DISCARD, FIRST_INSTALL, FIRST_ORDER, NO_FURTHER
from smalti.games.majolica.state import NONE
from smalti.games.majolica.workshops import ready
from smalti.games.mosaix.moves import STOP, is_enter
from smalti.games.mosaix.state import occupied
from smalti.kernel.chance import Chance
from smalti.kernel.game import CHANCE
from smalti.kernel.position import Position
from smalti.kernel.sets import count

NOISE = {"mosaix": 6.0, "maharani": 3.0, "majolica": 0.45}
"""How far off each move was for the lowest level before."""
BINS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0)
"""Decisions by how far the second best is behind, in parts of what Apprentice overlooks."""


class Choice(NamedTuple):
    """A decision and what else could have been."""

    before: Position
    seat: int
    move: int
    others: list[int]

    def after(self, move: int) -> Position:
        """The position after a move."""
        return self.before.after(self.seat, move)

    def gold(self, move: int) -> int:
        """The points it brings at once."""
        return self.after(move).scores()[self.seat] - self.before.scores()[self.seat]


Kind = Callable[[Choice], bool | None]
"""Whether a choice is silly in this way; None where it could not have been."""


def poor_second_tile(choice: Choice) -> bool | None:
    """A second tile that brings less than it costs."""
    if int(choice.before.state.phase) != SECOND:
        return None
    return is_place(choice.move) and choice.gold(choice.move) < 2 and int(choice.after(choice.move).state.duty) < 0


def refresh_too_early(choice: Choice) -> bool | None:
    """Refreshing with three markers face up."""
    state = choice.before.state
    if int(state.phase) != TURN or REFRESH not in choice.others or count(int(state.markers[choice.seat])) < 3:
        return None
    return choice.move == REFRESH


def little_gold(choice: Choice) -> bool | None:
    """A first tile for 1 gold and no worker where one for 4 or more was there."""
    if int(choice.before.state.phase) != TURN or max(map(choice.gold, choice.others)) < 4:
        return None
    return is_place(choice.move) and choice.gold(choice.move) <= 1 and int(choice.after(choice.move).state.duty) < 0


def rich_tile_left(choice: Choice) -> bool | None:
    """Ending the turn where a second tile brings 5 gold or more."""
    if int(choice.before.state.phase) != SECOND or max(map(choice.gold, choice.others)) < 5:
        return None
    return choice.move == END


def entered(choice: Choice, move: int) -> int:
    """How many cells an entry marks."""
    before, after = (occupied(one.state, choice.seat) for one in (choice.before, choice.after(move)))
    return count(int(after) & ~int(before))


def dice_lost(choice: Choice) -> bool | None:
    """Losing dice although all fit somewhere."""
    marks = [entered(choice, move) for move in choice.others if is_enter(move)]
    if not marks or max(marks) < 4:
        return None
    return is_enter(choice.move) and entered(choice, choice.move) < max(marks)


def stopped_early(choice: Choice) -> bool | None:
    """Stopping although all dice fit somewhere."""
    if STOP not in choice.others or max((entered(choice, m) for m in choice.others if is_enter(m)), default=0) < 4:
        return None
    return choice.move == STOP


def tile_given_up(choice: Choice) -> bool | None:
    """Giving up a tile freely."""
    phase = int(choice.before.state.phase)
    if not phases.TAKE <= phase <= phases.PLACE or max(choice.others) < FIRST_DISCARD:
        return None
    return choice.move >= FIRST_DISCARD


def kiln_not_fired(choice: Choice) -> bool | None:
    """Giving up, of too many tiles, the one with which the workshop would have run."""
    if int(choice.before.state.phase) != phases.EXCESS:
        return None
    runs = {move: ready(choice.after(move).state, choice.seat) != 0 for move in choice.others}
    return not runs[choice.move] if any(runs.values()) and not all(runs.values()) else None


def delivery_refused(choice: Choice) -> bool | None:
    """Not delivering a further tile that has a space."""
    if NO_FURTHER not in choice.others:
        return None
    return choice.move == NO_FURTHER


def design_thrown_away(choice: Choice) -> bool | None:
    """Replacing a design with tiles on it although a slot is empty."""
    if not FIRST_INSTALL <= choice.move < FIRST_ORDER:
        return None
    state, seat = choice.before.state, choice.seat
    slots = [int(one) for one in state.slots[seat]]
    if NONE not in slots or not state.covered[seat].sum():
        return None
    slot = (choice.move - FIRST_INSTALL) % len(slots)
    return slots[slot] != NONE and bool(state.covered[seat, slot].sum())


KINDS: dict[str, tuple[Kind, ...]] = {
    "mosaix": (dice_lost, stopped_early),
    "maharani": (poor_second_tile, refresh_too_early, little_gold, rich_tile_left),
    "majolica": (tile_given_up, kiln_not_fired, delivery_refused, design_thrown_away),
}
SEATS = {"mosaix": 1, "maharani": 2, "majolica": 2}
assert FIRST_DELIVER <= NO_FURTHER
Judge = Callable[[list[Candidate], int], Candidate]


def by_level(name: str, game: str, seats: int) -> tuple[Judge, float]:
    """Who judges, and how far what was learned is trusted."""
    if name == "noise":
        blur = NOISE[game]
        return lambda found, seed: max(found, key=lambda one: one.worth + blur * error(seed, one.move)), 0.0
    strength = strength_of(name, find_game(game), seats)
    return lambda found, _: judged(found, strength.blur)[0], strength.faith


def decisions(game: str, seats: int, name: str) -> Iterator[tuple[Choice, list[Candidate], Candidate]]:
    """Game after game: each choice among several, the candidates by worth, and the one that was taken."""
    rules, (judge, faith) = find_game(game), by_level(name, game, seats)
    weights = trusted(rules, faith)
    for number in range(1 << 20):
        position, chance, n = Position.new(rules, seats, compiled=True), Chance.from_seed(number, "silly"), 0
        while not position.is_over:
            n += 1
            if position.needs_chance:
                position = position.after(CHANCE, position.sample(chance.generator(n)))
                continue
            seat = position.actors()[0]
            move, moves = position.legal_moves(seat)[0], position.legal_moves(seat)
            if len(moves) > 1:
                found = tree_search.look(position, seat, plan_for(rules, seats), weights=weights)
                taken = judge(found, chance.bot_generator(n, seat))
                move = taken.move
                yield Choice(position, seat, move, list(moves)), found, taken
            position = position.after(seat, move)


def watch(game: str, seats: int, name: str, number: int) -> dict[str, object]:
    """So many decisions of a level: silly ones of each kind among those that could be, and losses by difficulty."""
    silly, could, losses = Counter[str](), Counter[str](), defaultdict[int, list[float]](list)
    unit = strength_of("apprentice", find_game(game), seats).blur
    for n, (choice, found, taken) in enumerate(decisions(game, seats, name)):
        if n >= number:
            break
        best = max(one.worth for one in found)
        second = min((best - one.worth for one in found if one.worth < best), default=0.0)
        losses[sum(second > edge * unit for edge in BINS)].append(best - taken.worth)
        for kind in KINDS[game]:
            seen = kind(choice)
            if seen is not None:
                could[kind.__name__] += 1
                silly[kind.__name__] += bool(seen) and best - taken.worth > 0
    kinds = {kind.__name__: [silly[kind.__name__], could[kind.__name__]] for kind in KINDS[game]}
    return {"silly": kinds, "loss": {bin_: [round(mean(each), 3), len(each)] for bin_, each in sorted(losses.items())}}


def picture(game: str, found: dict[str, dict[str, object]]) -> str:
    """Mean losses, the easiest decisions on the right, a line for each who judges."""
    lines, most = [], max(value for one in found.values() for value, _ in one["loss"].values()) or 1.0  # type: ignore[attr-defined]
    for place, (name, one) in enumerate(found.items()):
        points = [(60 + 60 * int(b), 220 - 180 * value / most) for b, (value, _) in one["loss"].items()]  # type: ignore[attr-defined]
        path, (x, y) = " ".join(f"{x:.0f},{y:.0f}" for x, y in points), points[-1]
        dash = f"{2 + 3 * place} 3" if name == "noise" else "none"
        lines.append(f'<polyline points="{path}" fill="none" stroke="currentColor" stroke-dasharray="{dash}"/>')
        lines.append(f'<text x="{x + 6:.0f}" y="{y + 4:.0f}" font-size="11">{name}</text>')
    words = f"{game}: hard decisions left, easy ones right; mean loss up to {most:.1f}"
    text = f'<text x="60" y="244" font-size="11">{words}</text>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 540 256">{"".join(lines)}{text}</svg>\n'


def judges(game: str) -> list[str]:
    """The levels that choose by first looks; what one who searches loses by a first look says nothing."""
    strengths = {name: strength_of(name, find_game(game), SEATS[game]) for name in LEVELS}
    return ["noise", *(name for name, one in strengths.items() if not one.budget)]


def main() -> None:
    """Watches every level in every game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=10_000)
    parser.add_argument("--only", choices=list(KINDS))
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    games = [asked.only] if asked.only else list(KINDS)
    with ProcessPoolExecutor(asked.processes) as pool:
        watched = {
            game: {name: pool.submit(watch, game, SEATS[game], name, asked.decisions) for name in judges(game)}
            for game in games
        }
    for game in games:
        found = {name: one.result() for name, one in watched[game].items()}
        (asked.out / f"{game}.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        (asked.out / f"{game}.svg").write_text(picture(game, found), encoding="utf-8")
        for name, one in found.items():
            print(game, name, one["silly"], one["loss"], flush=True)


if __name__ == "__main__":
    main()
