"""What a decision lost by the search of the best level: who judges is never who advised."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from examples.pebbles.game import PEBBLES
from smalti.bots import BOTS
from smalti.bots.defaults import plan_of, strength_of
from smalti.bots.levels import think
from smalti.bots.lookahead import best_turns, look_at
from smalti.bots.search.expectation import Reach
from smalti.bots.search.room import ROOT, new_room
from smalti.bots.simulation import Simulation
from smalti.bots.tree_search import Tree, build
from smalti.games import GAMES
from smalti.kernel.game import CHANCE
from smalti.kernel.generator import spread
from smalti.kernel.position import Position
from smalti.kernel.thinking import Budget
from smalti.reviewing.judging import BEST, JUDGES, SECOND, SEEDS, lead_of, lost_by_search
from smalti.reviewing.outlook import outlook_of
from smalti.reviewing.reviewing import review_events
from smalti.reviewing.weighing import DEPTHS, Scales, error_of, mean_of
from tests.bots.search.test_ending import played_out, some_ends

LAST_CELL = "wgkw/gkgk/wgkw/gkw. k 0:1"
"""One cell is free, d4, beside two white pebbles; a black one is shown, and a white one is drawn."""
OF_TWO = "wgkw/gkgk/wgkg/gkw. k 0:2"
"""The same of two: white makes a pair for the first alone."""
SIMULATIONS = 20
TWO = ["mosaix", "maharani"]
"""Where a search tells it with two seats: by looks beyond chance, and by trees."""


def choice(name: str, seats: int = 1) -> tuple[int, Position, int, int]:
    """The first decision in a random game with more than three moves: ply, what was seen, by whom, what was done."""
    match = Simulation(GAMES[name], (BOTS["random"],) * seats, 3, compiled=True).play(0)
    decisions = ((ply, event) for ply, event in enumerate(match.log) if event.by != CHANCE)
    ply, event = next((ply, e) for ply, e in decisions if len(e.before.legal_moves(e.by)) > 3)
    return ply, event.before.view(event.by), event.by, event.move


def test_a_loss_that_all_see_is_what_both_searches_say() -> None:
    """White on the last cell makes two pairs, black none."""
    position = Position.of(PEBBLES, PEBBLES.text.parse_position(LAST_CELL)).after(CHANCE, "wgk".index("w"))
    white, black = (PEBBLES.text.parse_move(position.state, 0, f"{pebble}:d4") for pebble in "wk")
    assert list(lost_by_search(position, 0, black, 1, SIMULATIONS)) == [2.0, 2.0]
    assert list(lost_by_search(position, 0, white, 1, SIMULATIONS)) == [0.0, 0.0]


def test_what_one_search_advises_is_judged_by_the_other() -> None:
    _, seen, seat, made = choice("majolica")
    strength, half = strength_of(BEST, seen.game, 1), Budget(simulations=SIMULATIONS // 2, cores=1)
    one, other = (think(seen, seat, spread(9, SEEDS + n), strength, half) for n in range(2))
    points, others = ({c.move: c.expected[0] for c in thought.candidates} for thought in (one, other))
    lost = lost_by_search(seen, seat, made, 9, SIMULATIONS)
    assert list(lost) == [others[one.move] - others[made], points[other.move] - points[made]]
    assert points != others


def test_a_look_beyond_chance_draws_nothing_by_lot_so_one_is_enough() -> None:
    _, seen, seat, made = choice("mosaix")
    lost = lost_by_search(seen, seat, made, 1, 3)
    assert lost.shape == (1,)
    assert lost == lost_by_search(seen, seat, made, 2, 3)


def looked_at(seen: Position, seat: int) -> list[int]:
    """The moves that begin the turns which are looked beyond; all where a tree grows."""
    if not strength_of(BEST, seen.game, 2).beyond:
        return list(seen.legal_moves(seat))
    turns, _ = best_turns(seen, seat, Reach(1.0, 0), new_room(seen.game))
    return [int(move) for move in turns[:SIMULATIONS, 0]]


def advice(seen: Position, seat: int, seed: int, simulations: int) -> int:
    """What a search advises with two seats: where Legend looks beyond chance, Master's look, with as many turns."""
    level = SECOND if strength_of(BEST, seen.game, 2).beyond else BEST
    budget = Budget(simulations=simulations, cores=1)
    return think(seen, seat, spread(seed, SEEDS), strength_of(level, seen.game, 2), budget).move


def judged_by_tree(seen: Position, seat: int, move: int, seed: int) -> float:
    """The mean lead in a tree that begins after a move."""
    plan = plan_of(strength_of(BEST, seen.game, 2), seen.game, 2)._replace(exact=0)
    tree = Tree(seen.after(seat, move), seat, seed, plan, build(seen.game))
    tree.grow(SIMULATIONS)
    ours, theirs = tree.nodes.totals[ROOT, [seat, 1 - seat]] / SIMULATIONS
    return float(ours - theirs)


def judged_by_look(seen: Position, seat: int, move: int, seed: int) -> float:
    """The lead that Legend expects beyond chance after the best turn with this move, as Master sees it."""
    reach = Reach(1.0, strength_of(BEST, seen.game, 2).beyond)
    turns, _ = best_turns(seen, seat, reach, new_room(seen.game))
    masters = Reach(1.0, strength_of(SECOND, seen.game, 2).beyond)
    looked = look_at(seen, seat, spread(9, SEEDS), turns[:SIMULATIONS], masters, 1, None, lambda: new_room(seen.game))
    mine = [n for n in range(len(looked)) if turns[n, 0] == move]
    best = max(mine, key=lambda n: looked[n, seat] - looked[n, 1 - seat])
    points = look_at(seen, seat, seed, turns[best : best + 1], reach, 1, None, lambda: new_room(seen.game))[0]
    return float(points[seat] - points[1 - seat])


@pytest.mark.parametrize(("name", "judged"), [("mosaix", judged_by_look), ("maharani", judged_by_tree)])
def test_with_two_others_judge_what_a_search_advises(name: str, judged: Callable[..., float]) -> None:
    """With seeds of their own, each the same chances for what was advised and for what was made."""
    _, seen, seat, _ = choice(name, 2)
    best = advice(seen, seat, 9, SIMULATIONS)
    made = next(move for move in reversed(looked_at(seen, seat)) if move != best)
    lost = lost_by_search(seen, seat, made, 9, SIMULATIONS)
    seeds = [spread(9, SEEDS + 1 + n) for n in range(JUDGES)]
    expected = [judged(seen, seat, best, seed) - judged(seen, seat, made, seed) for seed in seeds]
    assert lost == pytest.approx(expected, abs=1e-9)
    assert len(set(lost)) == JUDGES


@pytest.mark.parametrize("name", TWO)
def test_whoever_does_as_advised_loses_nothing(name: str) -> None:
    _, seen, seat, _ = choice(name, 2)
    assert list(lost_by_search(seen, seat, advice(seen, seat, 9, SIMULATIONS), 9, SIMULATIONS)) == [0.0]


def test_judges_of_the_same_advice_differ_as_the_error_says() -> None:
    """Maharani. The advice of other seeds may be another, which the error does not know of."""
    _, seen, seat, made = choice("maharani", 2)
    seeds = dict[int, list[int]]()
    for seed in range(60):
        seeds.setdefault(advice(seen, seat, seed, SIMULATIONS), []).append(seed)
    best = max((move for move in seeds if move != made), key=lambda move: len(seeds[move]))
    found = [lost_by_search(seen, seat, made, seed, SIMULATIONS) for seed in seeds[best]]
    scatter = np.std([mean_of(lost) for lost in found], ddof=1)
    assert len(found) > 10
    assert scatter == pytest.approx(np.sqrt(np.mean([error_of(lost) ** 2 for lost in found])), rel=0.4)


@pytest.mark.parametrize("name", TWO)
def test_the_same_seed_tells_the_same_and_another_something_else(name: str) -> None:
    _, seen, seat, made = choice(name, 2)
    one, again, other = (list(lost_by_search(seen, seat, made, seed, 6)) for seed in (1, 1, 2))
    assert one == again != other


def test_what_ends_the_game_is_judged_by_how_it_ended() -> None:
    position = Position.of(PEBBLES, PEBBLES.text.parse_position(OF_TWO)).after(CHANCE, "wgk".index("w"))
    white, black = (PEBBLES.text.parse_move(position.state, 0, f"{pebble}:d4") for pebble in "wk")
    gained = position.after(0, white).scores()[0] - position.after(0, black).scores()[0]
    assert gained > 0
    assert list(lost_by_search(position, 0, black, 1, SIMULATIONS)) == [gained] * JUDGES


def test_an_ending_that_is_known_needs_no_judge() -> None:
    """Maharani: every line is tried to the last move, so whatever was done the loss is that of best play."""
    end = some_ends(2)[0]
    seat = end.actors()[0]
    points = {move: played_out(end.after(seat, move)) for move in end.legal_moves(seat)}
    leads = {move: told[seat] - told[1 - seat] for move, told in points.items()}
    for move, lead in leads.items():
        assert lost_by_search(end, seat, move, 1, SIMULATIONS) == pytest.approx([max(leads.values()) - lead])


def test_a_lead_is_over_the_mean_of_the_others_and_alone_the_points() -> None:
    assert lead_of((50.0, 60.0, 55.0), 1) == 7.5
    assert lead_of((50.0,), 0) == 50.0


@pytest.mark.parametrize("depth", ["quick", "usual"])
@pytest.mark.parametrize(("name", "seats"), [("majolica", 1), ("mosaix", 2), ("maharani", 2), ("mosaix", 3)])
def test_performance_is_told_by_search_where_the_outlook_says_so(name: str, seats: int, depth: str) -> None:
    """At the quick depth, and with more than two seats, walks tell it everywhere."""
    ply, seen, seat, made = choice(name, seats)
    scales, search = Scales.of(seen, DEPTHS[depth]), outlook_of(seen.game, seats).search
    assert bool(search) == (seats < 3)
    assert scales.search == (search if depth == "usual" else 0)
    weighed = scales.decision(seen, seat, made, 4, ply)
    lost = lost_by_search(seen, seat, made, 4, search or SIMULATIONS)
    is_told = (weighed.lost, weighed.lost_error) == (float(mean_of(lost)), float(error_of(lost)))
    assert is_told == (depth == "usual" and seats < 3)
    assert np.isfinite(weighed.lost)


@pytest.mark.parametrize(
    ("name", "seats", "plies"),
    [
        ("maharani", 2, 16),
        pytest.param("majolica", 1, 24, marks=pytest.mark.long),
        pytest.param("mosaix", 2, 8, marks=pytest.mark.long),
    ],
)
def test_threads_that_search_do_not_disturb_each_other(name: str, seats: int, plies: int) -> None:
    match = Simulation(GAMES[name], (BOTS["random"],) * seats, 3, compiled=True).play(0)
    one, several = (list(review_events(match, cores=cores, plies=range(30, 30 + plies))) for cores in (1, 3))
    assert sum(event.lost_error > 0 for event in one) > 3
    assert one == several
