"""What a review promises: it adds up, luck is fair, costs are those of the game; small cases checked by hand."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import smalti
from benchmarks.review import CARELESS, CLEAN, hits, performance, play
from examples.pebbles.game import PEBBLES
from smalti.bots import BOTS
from smalti.bots.defaults import evaluation_of
from smalti.bots.scale import luck_in
from smalti.bots.simulation import Simulation
from smalti.games import GAMES
from smalti.kernel.errors import SmaltiError
from smalti.kernel.game import CHANCE
from smalti.kernel.match import Match
from smalti.kernel.position import Position
from smalti.kernel.record import parse_line
from smalti.reviewing import evaluator
from smalti.reviewing.evaluator import sources_hash
from smalti.reviewing.marks import WORST
from smalti.reviewing.outlook import Outlook, outlook_of, read_leads, shares
from smalti.reviewing.reviewing import review, review_events, seen_at
from smalti.reviewing.telling import tell
from smalti.reviewing.values import GRAIN, ReviewedEvent, read_review
from smalti.reviewing.weighing import DEPTHS, Scales
from tests.reviewing.identity import COUNTS, SEED, adds_up
from tests.settings import least_and_most

CORPUS = Path(__file__).parents[1] / "golden" / "corpus"
LAST_CELL = "wgkw/gkgk/wgkw/gkw. k 0:1"
"""One cell is free, d4, beside two white pebbles; one white and one grey are left in the bag, a black one is shown."""
FORCED = "wwgg/wggg/kkkk/kgw. k 0:1"
"""Two white ones are left in the bag, and nothing else."""
DECIDED = "wwgg/kkww/kkgg/wgk. k 0:2"
"""Whoever works in the rows has won, 6 to 2: black on d4 gives them one more, grey one to the other, white nothing."""


@pytest.mark.parametrize(("game", "seats"), least_and_most(COUNTS), ids=lambda one: getattr(one, "name", str(one)))
def test_start_luck_own_and_others_make_the_end(game: smalti.Game, seats: int) -> None:
    """One game of each kind; `make reviews` looks at ten thousand."""
    match = Simulation(game, (BOTS["random"],) * seats, SEED, compiled=True).play(0)
    told = review(match, depth="quick", cores=1)
    assert adds_up(told)
    ends = match.position.scores() if seats == 1 else shares(seats, sum(1 << w for w in match.position.winners()))
    assert [seat.end for seat in told.seats] == pytest.approx(list(ends), abs=1e-3)
    assert len(told.events) == len(match.log)
    assert min(event.cost for event in told.events if not event.is_chance) >= 0


@pytest.mark.parametrize("games", [slice(1), pytest.param(slice(1, None), marks=pytest.mark.long)], ids=["one", "all"])
@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.jsonl")), ids=lambda path: path.stem)
def test_every_finished_game_of_the_archive_adds_up(path: Path, games: slice) -> None:
    records = [parse_line(line) for line in path.read_bytes().splitlines()]
    finished = [record for record in records if "scores" in record][games]
    assert finished
    assert all(adds_up(smalti.review(record, depth="quick", cores=1)) for record in finished)


def last_pebble(drawn: str, *, put: str, before: str = LAST_CELL) -> Match:
    """The end of a game of Pebbles, alone if nothing else is said: what is drawn and put onto the last cell."""
    match = Match(Position.of(PEBBLES, PEBBLES.text.parse_position(before)))
    match.record(CHANCE, "wgk".index(drawn))
    match.record(0, f"{put}:d4")
    assert match.position.is_over
    return match


def test_a_draw_and_a_decision_checked_by_hand() -> None:
    """White on d4 makes two pairs, black and grey none: the draw is worth 1 either way, black instead of white 2."""
    pairs = last_pebble("g", put="k").position.scores()[0]
    assert last_pebble("w", put="w").position.scores()[0] == pairs + 2
    for depth in DEPTHS:
        kind, lost = review(last_pebble("w", put="w"), depth=depth), review(last_pebble("w", put="k"), depth=depth)
        unkind = review(last_pebble("g", put="k"), depth=depth)
        assert [(e.change, e.errors[0]) for e in kind.events] == [((1.0,), pytest.approx(0)), ((0.0,), 0.0)]
        assert [e.change for e in lost.events] == [(1.0,), (-2.0,)]
        assert [e.change for e in unkind.events] == [(-1.0,), (0.0,)]
        assert lost.events[1].best_entry == kind.events[1].best_entry
        seat = lost.seats[0]
        assert (seat.start, seat.luck, seat.own, seat.others, seat.end) == (pairs + 1, 1.0, -2.0, 0.0, pairs)


@pytest.mark.parametrize(("drawn", "put", "lost"), [("g", "k", 0.0), ("g", "g", 2.0), ("w", "w", 1.0)])
def test_where_nothing_of_the_win_can_be_lost_a_decision_costs_its_lead(drawn: str, put: str, lost: float) -> None:
    """Performance is counted in points of the lead, so a game that is decided tells as much as a close one."""
    for depth in DEPTHS:
        decision = review(last_pebble(drawn, put=put, before=DECIDED), depth=depth).events[1]
        assert (decision.cost, decision.lost, decision.mark) == (0.0, lost, "")


def test_a_lead_is_over_the_mean_of_the_others_and_alone_the_value() -> None:
    leads = np.zeros(3)
    read_leads(np.array([50.0, 60.0, 55.0]), np.zeros(3), 3, leads)
    assert list(leads) == [-7.5, 7.5, 0.0]
    read_leads(np.array([50.0]), np.array([52.0]), 1, leads[:1])
    assert leads[0] == 52.0


def test_performance_is_the_mean_lead_that_decisions_lost() -> None:
    """None of them counts for more than the worst."""
    match = Simulation(GAMES["maharani"], (BOTS["random"],) * 2, 5, compiled=True).play(0)
    told = review(match, depth="quick", cores=1)
    assert told.spread == outlook_of(GAMES["maharani"], 2).spread > 0
    for number, seat in enumerate(told.seats):
        lost = [event.lost / told.spread for event in told.events if event.by == number and event.counts]
        rates = 1000 * np.clip(lost, -WORST, WORST)
        assert max(np.abs(lost)) > WORST
        assert seat.performance == pytest.approx(rates.mean(), abs=0.01)
        assert seat.performance_error == pytest.approx(rates.std(ddof=1) / len(rates) ** 0.5, abs=0.01)


def test_what_was_lost_differs_from_walk_to_walk_as_its_error_says() -> None:
    """With three, where walks tell it."""
    match = Simulation(GAMES["maharani"], (BOTS["random"],) * 3, 5, compiled=True).play(0)
    scales = Scales.of(match.position, DEPTHS["usual"])
    ply, event = next((p, e) for p, e in enumerate(match.log) if p > 30 and len(e.before.legal_moves()) > 5)
    found = [scales.decision(event.before.view(event.by), event.by, event.move, n, ply) for n in range(60)]
    scatter = np.std([one.lost for one in found], ddof=1)
    assert scatter > 0
    assert scatter == pytest.approx(np.sqrt(np.mean([one.lost_error**2 for one in found])), rel=0.4)


@pytest.mark.parametrize("name", GAMES)
def test_luck_is_fair_over_all_outcomes_of_a_listed_chance(name: str) -> None:
    """Weighed by their probabilities the lucks of all outcomes are nothing, to the last digit."""
    game = GAMES[name]
    match = Simulation(game, (BOTS["random"],) * 2, 3, compiled=True).play(0)
    chances = [(ply, event.before) for ply, event in enumerate(match.log) if 1 < len(event.before.outcomes()) < 20]
    scales = Scales.of(match.position, DEPTHS["quick"])
    for ply, before in (chances[0], chances[-1]):
        total = np.zeros(2)
        for outcome, chance in before.outcomes().items():
            weighed = scales.chance(before, outcome, 5, ply)
            total += float(chance) * (weighed.after - weighed.before)
        assert total == pytest.approx(0, abs=1e-12)


def test_luck_is_fair_on_average_where_outcomes_are_drawn() -> None:
    """A grid of Majolica has too many outcomes to list: drawn ones are neither lucky nor unlucky on average."""
    match = Simulation(GAMES["majolica"], (BOTS["random"],) * 2, 3, compiled=True).play(0)
    ply, before = next((p, e.before) for p, e in enumerate(match.log) if e.by == CHANCE and not e.before.outcomes())
    scales = Scales.of(match.position, DEPTHS["quick"])
    lucks = []
    for n in range(200):
        weighed = scales.chance(before, before.sample(10_000 + n), n, ply)
        lucks.append(weighed.after[0] - weighed.before[0])
    assert abs(np.mean(lucks)) < 2 * np.std(lucks, ddof=1) / np.sqrt(len(lucks))
    assert np.std(lucks) > 0


@pytest.mark.parametrize("is_listed", [True, False], ids=["listed", "drawn"])
def test_luck_differs_from_walk_to_walk_as_its_error_says(is_listed: bool) -> None:
    """A card of Majolica that joins the display, and a grid."""
    match = Simulation(GAMES["majolica"], (BOTS["random"],) * 2, 3, compiled=True).play(0)
    chances = [(p, e) for p, e in enumerate(match.log) if e.by == CHANCE and len(e.before.outcomes()) != 1]
    ply, event = [(p, e) for p, e in chances if bool(e.before.outcomes()) == is_listed][-1]
    scales = Scales.of(match.position, DEPTHS["usual"])
    found = [scales.chance(event.before, event.move, seed, ply) for seed in range(60)]
    scatter = np.std([one.after[0] - one.before[0] for one in found], ddof=1)
    assert scatter > 0
    assert scatter == pytest.approx(np.sqrt(np.mean([one.errors[0] ** 2 for one in found])), rel=0.4)


def test_the_same_game_has_the_same_review_on_any_number_of_cores() -> None:
    match = Simulation(GAMES["maharani"], (BOTS["random"],) * 2, 5, compiled=True).play(0)
    assert review(match, depth="quick", cores=1) == review(match, depth="quick", cores=3)


def test_events_in_parts_are_the_same() -> None:
    """Also those that were forced, which expect what the one before has left."""
    match = Simulation(GAMES["mosaix"], (BOTS["random"],) * 2, 6, compiled=True).play(0)
    whole = list(review_events(match, depth="quick", cores=1))
    assert any(event.choices == 1 for event in whole)
    found: list[ReviewedEvent] = []
    for ply in range(len(whole)):
        before = found[-1].after if found else ()
        found += review_events(match, depth="quick", cores=1, plies=range(ply, ply + 1), before=before)
    assert found == whole


def test_a_forced_beginning_alone_expects_what_the_first_open_event_does() -> None:
    """Pebbles: only white ones are left in the bag, so the first draw is forced, and then one is put or the other."""
    match = last_pebble("w", put="k", before=FORCED)
    for depth in DEPTHS:
        draw, put = review(match, depth=depth).events
        assert (draw.choices, draw.change) == (1, (0.0,))
        assert put.choices > 1
        assert draw.expected == put.expected
    assert draw.expected[0] > 2


def test_a_choice_made_at_the_same_time_is_judged_by_what_the_seat_saw() -> None:
    """Mosaix: what the first has entered changes nothing of what is said of the second's choice."""
    match = Simulation(GAMES["mosaix"], (BOTS["random"],) * 2, 6, compiled=True).play(0)
    log = list(match.log)
    together = [n for n, e in enumerate(log) if len(e.before.actors()) == 2 and log[n + 1].by != CHANCE]
    assert together
    for place in together:
        second = log[place + 1]
        assert seen_at(log, place + 1) == log[place].before.view(second.by) != second.before.view(second.by)
        assert seen_at(log, place) == log[place].before.view(log[place].by)


def test_forced_moves_and_running_games() -> None:
    match = Simulation(GAMES["mosaix"], (BOTS["random"],) * 2, 6, compiled=True).play(0)
    told = review(match, depth="quick")
    forced = [e for e in told.events if not e.is_chance and len(match.log[e.ply].before.legal_moves(e.by)) == 1]
    assert all(event.cost == 0 and not event.counts and event.mark == "" for event in forced)
    with pytest.raises(SmaltiError, match="not over"):
        review(Match.new(GAMES["mosaix"], 2, {}, None))


def test_a_review_is_read_again_from_its_json() -> None:
    match = Simulation(GAMES["mosaix"], (BOTS["random"],) * 2, 6, compiled=True).play(0)
    told = review(match, depth="quick").as_json()
    assert read_review(json.loads(json.dumps(told))).as_json() == told


@pytest.mark.parametrize(("name", "seats"), [("mosaix", 1), ("majolica", 2)])
def test_the_measured_share_of_luck_is_taken_out_of_the_result(name: str, seats: int) -> None:
    """In whole grains, so that it is as exact as all other numbers; the identity has all of the luck."""
    match = Simulation(GAMES[name], (BOTS["random"],) * seats, 6, compiled=True).play(0)
    told = review(match, depth="quick")
    taken = luck_in(GAMES[name], seats).taken
    assert 0 < taken < 1
    for seat in told.seats:
        assert seat.taken == taken
        assert abs(seat.end - seat.without_luck - taken * seat.luck) <= 0.5 / GRAIN
        assert (seat.without_luck * GRAIN).is_integer()
        assert seat.as_json()["without_luck"] == seat.without_luck
    assert adds_up(told)
    assert f"less {round(100 * taken)} % of the luck" in "\n".join(tell(told, match))
    older = told.as_json()
    for fields in older["seats"]:
        del fields["taken"]
    assert [seat.without_luck for seat in read_review(older).seats] == [seat.end - seat.luck for seat in told.seats]


def test_the_evaluator_is_named_with_its_hash() -> None:
    match = Simulation(GAMES["mosaix"], (BOTS["random"],), 6, compiled=True).play(0)
    judge = review(match, depth="quick").evaluator
    assert (judge.name, judge.depth, len(judge.hash)) == ("smalti-walks", "quick", 16)
    assert judge.fitted > 0


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_other_weights_are_another_evaluator(game: smalti.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    known, learned = sources_hash(game), evaluation_of(game)
    other = learned._replace(weights=lambda: learned.weights() * 2)
    monkeypatch.setattr(evaluator, "evaluation_of", lambda _: other)
    assert sources_hash.__wrapped__(game) != known


def test_shares_of_a_win_add_up_and_points_alone_are_points() -> None:
    outlook = outlook_of(GAMES["maharani"], 3)
    read = outlook.read(np.array([[50.0, 60.0, 55.0]]), np.array([40.0]))[0]
    assert read.sum() == pytest.approx(1)
    assert read[1] > read[2] > read[0]
    assert Outlook(1).read(np.array([[50.0]]), np.array([10.0])) == 50.0
    assert list(shares(3, 0b101)) == [0.5, 0.0, 0.5]


@pytest.mark.long
def test_a_careless_bot_is_told_from_a_clean_one_and_its_bad_moves_are_marked() -> None:
    """Three games of Majolica with two; docs/review.md has five of each game: 7.4 errors apart, recall 0.64."""
    clean, careless = (play(GAMES["majolica"], 2, bot, 3, "usual") for bot in (CLEAN, CARELESS))
    (less, error), (more, other_error) = performance(clean), performance(careless)
    bad, seen, marked, right = hits(careless)
    assert more - less > 2 * np.hypot(error, other_error)
    assert bad > 20
    assert seen > 0.4 * bad
    assert right > 0.25 * marked
