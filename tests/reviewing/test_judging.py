"""What a decision lost by the search of the best level: advice and judgement are of two searches."""

from __future__ import annotations

import numpy as np
import pytest

from examples.pebbles.game import PEBBLES
from smalti.bots import BOTS
from smalti.bots.bot import Candidate
from smalti.bots.defaults import strength_of
from smalti.bots.levels import think
from smalti.bots.simulation import Simulation
from smalti.games import GAMES
from smalti.kernel.game import CHANCE
from smalti.kernel.generator import spread
from smalti.kernel.position import Position
from smalti.kernel.thinking import Budget
from smalti.reviewing.judging import BEST, SEEDS, lead_of, lost_by_search
from smalti.reviewing.outlook import outlook_of
from smalti.reviewing.reviewing import review_events
from smalti.reviewing.weighing import DEPTHS, Scales, error_of, mean_of

LAST_CELL = "wgkw/gkgk/wgkw/gkw. k 0:1"
"""One cell is free, d4, beside two white pebbles; a black one is shown, and a white one is drawn."""
SIMULATIONS = 20


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


def test_a_lead_is_over_the_mean_of_the_others_and_alone_the_points() -> None:
    assert lead_of(Candidate(0, 1, (50.0, 60.0, 55.0), 0.0), 1) == 7.5
    assert lead_of(Candidate(0, 1, (50.0,), 0.0), 0) == 50.0


@pytest.mark.parametrize("depth", ["quick", "usual"])
def test_performance_is_told_by_search_where_the_outlook_says_so(depth: str) -> None:
    """At the quick depth walks tell it everywhere."""
    ply, seen, seat, made = choice("majolica")
    scales, search = Scales.of(seen, DEPTHS[depth]), outlook_of(seen.game, 1).search
    assert scales.search == (search if depth == "usual" else 0)
    weighed = scales.decision(seen, seat, made, 4, ply)
    lost = lost_by_search(seen, seat, made, 4, search)
    is_told = (weighed.lost, weighed.lost_error) == (float(mean_of(lost)), float(error_of(lost)))
    assert is_told == (depth == "usual")
    assert np.isfinite(weighed.lost)


def test_threads_that_search_do_not_disturb_each_other() -> None:
    match = Simulation(GAMES["majolica"], (BOTS["random"],), 3, compiled=True).play(0)
    one, several = (list(review_events(match, cores=cores, plies=range(30, 54))) for cores in (1, 3))
    assert sum(event.lost_error > 0 for event in one) > 5
    assert one == several
