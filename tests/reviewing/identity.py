"""Ten thousand reviews of random games add up: `python -m tests.reviewing.identity --part 1/10` (`make reviews`).

Each game that was looked at is written down with what adds its review up, so a run that was stopped goes on where it
was, parts may run one after the other or side by side, and when that changes it begins anew.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from fractions import Fraction
from functools import cache
from pathlib import Path

from smalti.bots import BOTS
from smalti.bots.simulation import Simulation
from smalti.games import GAMES
from smalti.kernel.game import Game
from smalti.reviewing import reviewing
from smalti.reviewing.reviewing import review
from smalti.reviewing.values import FORMAT, VERSION, Review

COUNTS = [(game, seats) for game in GAMES.values() for seats in game.facts.seat_counts]
SEED, EACH = 17, 910
"""So many games of every game and number of seats make 10,000 of all."""
ADDING = ("marks.py", "outlook.py", "reviewing.py", "values.py", "walk.py", "weighing.py")
"""The review's own sources that decide whether it adds up; what positions are worth does not."""


@cache
def adding(game: Game) -> str:
    """What adds reviews of a game up: the format, the evaluator's version, the rules' version and these sources."""
    key = hashlib.sha256(f"{FORMAT} {VERSION} {game.name} {game.facts.version}".encode())
    for name in ADDING:
        key.update(Path(reviewing.__file__).with_name(name).read_bytes())
    return key.hexdigest()[:16]


def adds_up(told: Review) -> bool:
    """The identity in three arithmetics: floating point, fractions, and what a reader of the JSON has."""
    read = json.loads(json.dumps(told.as_json()))
    for seat in (*read["seats"], *(vars(one) for one in told.seats)):
        parts = [seat[name] for name in ("start", "luck", "own", "others")]
        if sum(parts) != seat["end"] or sum(map(Fraction, parts)) != Fraction(seat["end"]):
            return False
    for n, one in enumerate(told.seats):
        events = read["events"]
        luck = sum(event["luck"][n] for event in events if event["kind"] == "chance")
        cost = sum(event["cost"] for event in events if event["by"] == n)
        theirs = sum(event["changes"][n] for event in events if event["kind"] == "decision" and event["by"] != n)
        if (luck, -cost, theirs + one.drift) != (one.luck, one.own, one.others):
            return False
    return True


def look_at(game: Game, seats: int, index: int) -> bool:
    """Whether the review of one random game adds up."""
    match = Simulation(game, (BOTS["random"],) * seats, SEED, compiled=True).play(index)
    return adds_up(review(match, depth="quick", cores=1))


def main() -> int:
    """Looks at the games of a part that nobody has looked at yet; 1 if one of all does not add up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=EACH, help="of every game and number of seats")
    parser.add_argument("--part", default="1/1", help="the first of ten: 1/10")
    parser.add_argument("--file", type=Path, default=Path("build/reviews.txt"))
    told = parser.parse_args()
    part, parts = map(int, told.part.split("/"))
    told.file.parent.mkdir(parents=True, exist_ok=True)
    known = dict(line.rsplit(" ", 1) for line in told.file.read_text().splitlines()) if told.file.exists() else {}
    wanted = [(game, seats, index) for index in range(told.games) for game, seats in COUNTS][part - 1 :: parts]
    for game, seats, index in wanted:
        key = f"{adding(game)} {game.name} {seats} {index}"
        if key not in known:
            known[key] = "adds-up" if look_at(game, seats, index) else "WRONG"
            with told.file.open("a") as file:
                file.write(f"{key} {known[key]}\n")
    found = [known[f"{adding(game)} {game.name} {seats} {index}"] for game, seats, index in wanted]
    sys.stdout.write(f"{found.count('adds-up')} of {len(found)} reviews add up.\n")
    return 1 if "WRONG" in found else 0


if __name__ == "__main__":
    sys.exit(main())
