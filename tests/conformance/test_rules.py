"""What every game promises about its rules."""

from __future__ import annotations

from itertools import islice
from random import Random

import numpy as np
import pytest

from smalti.kernel.errors import IllegalMove, UnknownGame
from smalti.kernel.game import CHANCE, Game
from smalti.kernel.playout import random_step, uniform
from smalti.kernel.position import Position
from smalti.kernel.state import copy_state, state_bytes
from tests.play import KNOWN, Setting, ended, moments, settings
from tests.salted import said_elsewhere
from tests.settings import each_setting

LOCKSTEP_MOVES = 2_000, 10_000
"""In `make test`, and in the long form."""
LONGEST_GAME = 1_000
SEEN_POSITIONS = 60

each_game = pytest.mark.parametrize("game", KNOWN.values(), ids=lambda game: game.name)


@each_setting()
def test_random_play_ends_with_scores_and_winners(setting: Setting) -> None:
    position = ended(*setting).position

    assert position.is_over
    assert not position.actors()
    assert len(position.scores()) == setting[1]
    assert set(position.winners()) <= set(range(setting[1]))


@each_setting()
def test_legal_moves_ascend_and_every_actor_has_one(setting: Setting) -> None:
    for match, _, _ in moments(*setting):
        for seat in match.position.actors():
            moves = match.position.legal_moves(seat)
            assert moves
            assert moves == sorted(set(moves))
            assert 0 <= moves[0] <= moves[-1] < match.game.course.action_count


@each_setting()
def test_a_move_is_refused_exactly_when_it_is_not_legal(setting: Setting) -> None:
    random = Random(7)
    for match, seat, _ in moments(*setting):
        legal = set(match.position.legal_moves(seat))
        for move in random.sample(range(match.game.course.action_count), 3):
            assert (match.position.why_not(move, seat) is None) == (move in legal)
        assert all(
            match.position.why_not(move, seat) is None for move in random.sample(sorted(legal), min(3, len(legal)))
        )


@each_setting()
def test_nobody_acts_for_another_seat(setting: Setting) -> None:
    for match, seat, move in moments(*setting):
        for other in set(range(setting[1])) - set(match.position.actors()):
            before = state_bytes(match.position.state)
            with pytest.raises(IllegalMove):
                match.play(other, move)
            assert state_bytes(match.position.state) == before
        if match.position.seats > 1 and len(match.log) > 40:
            break
        assert seat in match.position.actors()


@each_setting()
def test_a_position_is_a_value(setting: Setting) -> None:
    for match, seat, move in moments(*setting):
        before = state_bytes(match.position.state)
        after = match.position.play(move, seat)
        assert state_bytes(match.position.state) == before
        assert after != match.position
        assert after == match.position.play(move, seat)
        if len(match.log) > 30:
            break


@each_setting()
def test_outcomes_are_listed_with_probabilities_and_sampled_from_them(setting: Setting) -> None:
    for event in ended(*setting).log:
        if event.by == CHANCE and (outcomes := event.before.outcomes()):
            assert sum(outcomes.values()) == 1
            assert event.move in outcomes
            assert all(event.before.sample(seed * 7919) in outcomes for seed in range(5))


@each_setting()
def test_derivations_add_up_to_the_scores(setting: Setting) -> None:
    for match, _, _ in moments(*setting):
        scores = match.position.scores()
        for seat in range(setting[1]):
            assert sum(line.points for line in match.position.derivation(seat)) == scores[seat]


@each_setting()
def test_what_a_seat_sees_does_not_depend_on_hidden_choices(setting: Setting) -> None:
    for match, seat, move in moments(*setting):
        actors = match.position.actors()
        if len(actors) < 2:
            continue
        moves = match.position.legal_moves(seat)
        other = moves[0] if move != moves[0] else moves[-1]
        views = [match.position.after(seat, one) for one in (move, other)]
        for watcher in {*actors, CHANCE} - {seat}:
            first, second = (state_bytes(match.game.course.view(after.state, watcher)) for after in views)
            assert first == second


@each_setting()
def test_what_follows_and_what_is_seen_agree_interpreted_and_compiled(setting: Setting) -> None:
    for match, seat, _ in islice(moments(*setting), SEEN_POSITIONS):
        game, state = match.game, match.position.state
        plain, fast = (Position.of(game, state, compiled=compiled) for compiled in (False, True))
        others = {seat, (seat + 1) % plain.seats, CHANCE}
        assert plain.automatic() == fast.automatic() == game.course.automatic(state)
        for eyes in others:
            assert state_bytes(plain.view(eyes).state) == state_bytes(fast.view(eyes).state)
            assert plain.hides(seat, eyes) == fast.hides(seat, eyes)


@each_game
@pytest.mark.parametrize("least", [LOCKSTEP_MOVES[0], pytest.param(LOCKSTEP_MOVES[1], marks=pytest.mark.long)])
def test_interpreted_and_compiled_rules_agree_in_lockstep(game: Game, least: int) -> None:
    """The same random games both ways, compared byte for byte after every step."""
    moves = np.empty(game.course.action_count, np.int64)
    ways = game.interpreted(random_step), game.compiler(random_step)
    made = 0
    cases = [(seats, options) for _, seats, options in settings([game])]
    for number in range(100_000):
        seats, options = cases[number % len(cases)]
        plain = game.course.setup(seats, options)
        plain.rng = number
        fast = copy_state(plain)
        limit = made + LONGEST_GAME
        while not game.rules.is_over(plain) and made < limit:
            made += ways[0](plain, moves)
            ways[1](fast, moves)
            assert plain.tobytes() == fast.tobytes()
        assert Position(game, plain, compiled=False).scores() == Position(game, fast, compiled=True).scores()
        if made >= least:
            break
    assert made >= least


REPLAY = """
import hashlib, sys
from tests.play import KNOWN, finished
from smalti.kernel.record import write_line, write_record
for game in KNOWN.values():
    for seats in {game.facts.seat_counts[0], game.facts.seat_counts[-1]}:
        line = write_line(write_record(finished(game.name, seats, {}, seats)))
        print(game.name, seats, hashlib.sha256(line.encode()).hexdigest())
sys.exit("numba" in sys.modules)
"""


def test_the_same_seeds_give_the_same_games_in_another_process_without_numba() -> None:
    """However it hashes; rules are interpreted there, and nothing that compiles is even imported."""
    said = said_elsewhere(REPLAY)
    assert len(said) == 1
    assert {line.split()[0] for line in said.pop().splitlines()} == KNOWN.keys()


@each_game
def test_unknown_options_values_and_seat_counts_are_refused(game: Game) -> None:
    with pytest.raises(UnknownGame, match="no option"):
        Position.new(game, game.facts.seat_counts[0], {"colour": "pink"})
    with pytest.raises(UnknownGame, match="seats"):
        Position.new(game, 9)
    for option in game.facts.options:
        with pytest.raises(UnknownGame, match=option.name):
            Position.new(
                game, game.facts.seat_counts[-1], {option.name: ["nonsense"] if option.several else "nonsense"}
            )


@each_setting()
def test_an_undone_move_leaves_no_trace(setting: Setting) -> None:
    undone = 0
    for match, seat, move in moments(*setting):
        before, length = match.position, len(match.log)
        match.play(seat, move)
        if match.can_undo(seat):
            match.undo(seat)
            assert match.position == before
            assert len(match.log) == length
            match.play(seat, move)
            undone += 1
        match.position = before
        match.log.cut(length)
    assert undone


@each_setting()
def test_any_move_is_the_one_that_is_drawn_out_of_the_list(setting: Setting) -> None:
    """Games that count their moves instead of listing them draw the same, and leave the generator as it would be."""
    moves = np.zeros(KNOWN[setting[0]].course.action_count, np.int64)
    for match, seat, _ in islice(moments(*setting), 0, None, 3):
        listed, counted = copy_state(match.position.state), copy_state(match.position.state)
        listed.rng = counted.rng = len(match.log)
        n = match.game.rules.legal_moves(listed, seat, moves)
        drawn = uniform(listed, seat, moves, n)
        assert match.game.interpreted(match.game.course.any_move)(counted, seat, moves) == drawn
        assert int(counted.rng) == int(listed.rng)
