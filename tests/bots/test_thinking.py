"""Bots that think: what they promise whoever asks them."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from smalti.bots import BOTS, BotFailed, Budget
from smalti.bots.bot import Bot
from smalti.bots.defaults import evaluation_of, strength_of, terms_of
from smalti.bots.hints import explain, hint
from smalti.bots.levels import LEVELS
from smalti.bots.search.room import new_room
from smalti.bots.search.turn import look_at_all
from smalti.bots.simulation import Simulation
from smalti.bots.tree_search import build, think
from smalti.games import GAMES, find_game
from smalti.kernel.chance import Chance
from smalti.kernel.errors import SmaltiError
from smalti.kernel.game import CHANCE, Entry, Game
from smalti.kernel.match import Event, Match
from smalti.kernel.position import Position
from smalti.kernel.state import copy_state
from smalti.kernel.thinking import MOST_TERMS, Reals
from smalti.kernel.words import LANGUAGES, say
from tests.settings import least_and_most, one_quick

FEW = Budget(simulations=12)

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
each_table = pytest.mark.parametrize(
    ("game", "seats"),
    least_and_most((game, seats) for game in GAMES.values() for seats in game.facts.seat_counts),
    ids=lambda value: value.name if isinstance(value, Game) else str(value),
)


def begun(game: Game, seats: int, moves: int, seed: int = 1) -> Position:
    """A position after some moves, the first legal one each time: alone, the random bot would soon stop."""
    match = Match.new(game, seats, {}, Chance.from_seed(seed, "begun"), compiled=True)
    for _ in range(moves):
        seat = match.position.actors()[0]
        match.play(seat, match.position.legal_moves(seat)[0])
    return match.position


def play(game: Game, bots: tuple[Bot, ...], seed: int, budget: Budget | None = None) -> Position:
    """A whole game."""
    chance, n = Chance.from_seed(seed, game.name), 0
    position = Position.new(game, len(bots), compiled=True)
    while not position.is_over:
        if position.needs_chance:
            position = position.after(CHANCE, position.sample(chance.generator(n)))
        else:
            seat = position.actors()[0]
            position = position.after(
                seat, bots[seat].think(position, seat, chance.bot_generator(n, seat), budget).move
            )
        n += 1
    return position


@each_table
@pytest.mark.parametrize("name", ["greedy", "heuristic", "search", "apprentice"])
def test_bots_make_only_legal_moves(name: str, game: Game, seats: int) -> None:
    """`think` refuses anything else, so it is enough to ask."""
    position = begun(game, seats, 2 * seats)
    for n in range(6):
        while position.needs_chance:
            position = position.after(CHANCE, position.sample(n))
        if position.is_over:
            break
        seat = position.actors()[-1]
        move = BOTS[name].think(position, seat, n, FEW).move
        assert move in position.legal_moves(seat)
        position = position.after(seat, move)


@each_game
def test_a_thinker_beats_the_random_bot(game: Game) -> None:
    bots = (BOTS["heuristic"], BOTS["random"])
    won = sum(0 in play(game, bots, seed).winners() for seed in range(4))

    assert won >= 3


OTHER_PROCESS = """
from tests.bots.test_thinking import thoughts
print(thoughts())
"""


def thoughts() -> list[str]:
    """What the search thinks of a position of each game."""
    positions = [begun(game, 2, 5) for game in GAMES.values()]
    return [str(BOTS["search"].think(position, position.actors()[0], 77, FEW)) for position in positions]


def test_simulations_and_a_seed_give_the_same_thought_in_another_process() -> None:
    there = subprocess.run(
        [sys.executable, "-c", OTHER_PROCESS],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(["src", ".", *filter(None, sys.path)])},
        capture_output=True,
        text=True,
        check=True,
    )

    assert there.stdout.strip() == str(thoughts())


@each_game
def test_a_search_in_slices_is_the_same_search(game: Game) -> None:
    position = begun(game, 2, 5)
    whole = think(position, position.actors()[0], 3, Budget(simulations=40))
    sliced = think(position, position.actors()[0], 3, Budget(simulations=40, milliseconds=60_000))

    assert whole == sliced


def test_hidden_choices_change_nothing() -> None:
    """Mosaix 4.2: two positions that differ in a choice that the seat cannot see give the same thought."""
    position = begun(find_game("mosaix"), 2, 0)
    roller = position.actors()[0]
    position = position.play(position.legal_moves(roller)[0], roller)
    thoughts = {BOTS["search"].think(position.after(0, move), 1, 9, FEW) for move in position.legal_moves(0)[::40]}

    assert len(thoughts) == 1


def test_an_illegal_move_is_an_error() -> None:
    cheat = Bot("cheat", "", lambda *_: 803)
    with pytest.raises(BotFailed, match="the bot cheat chose 803, which is no legal move here"):
        cheat.move(begun(find_game("mosaix"), 1, 0), 0, 1)


def test_a_crash_is_an_error() -> None:
    def crash(_position: Position, _seat: int, _generator: int) -> int:
        raise ZeroDivisionError("by zero")

    with pytest.raises(BotFailed, match="the bot crash crashed: by zero"):
        Bot("crash", "", crash).move(begun(find_game("mosaix"), 1, 0), 0, 1)


def test_a_budget_says_how_much() -> None:
    with pytest.raises(SmaltiError, match="here is neither"):
        Budget()


def evaluated(position: Position) -> Reals:
    own, values = evaluation_of(position.game), np.zeros(4)
    own.evaluate(position.state, own.weights(), values)
    return values


@each_table
def test_an_evaluation_of_the_end_is_the_score(game: Game, seats: int) -> None:
    position = play(game, (BOTS["random"],) * seats, 3)
    values = evaluated(position)

    assert tuple(values[:seats]) == position.scores()


@each_table
def test_terms_add_up_to_the_evaluation(game: Game, seats: int) -> None:
    position = begun(game, seats, 9)
    values = evaluated(position)

    for seat in range(seats):
        terms = np.full(MOST_TERMS, np.nan)
        terms_of(game).write(position.state, seat, evaluation_of(game).weights(), terms)
        assert np.nansum(terms) == pytest.approx(values[seat])
        assert np.isfinite(terms).sum() == len(terms_of(game).words)


@pytest.mark.parametrize("name", one_quick("majolica", GAMES))
def test_interpreted_and_compiled_looks_agree(name: str) -> None:
    game, looks = GAMES[name], []
    position = begun(game, 2, 6)
    for compiled in (False, True):
        room, values = new_room(game), np.zeros((game.course.action_count, 4))
        made = build(game, compiled=compiled)
        made(look_at_all)(copy_state(position.state), position.actors()[0], room, 1.0, values)
        looks.append(values)

    assert looks[0] == pytest.approx(looks[1])


@each_game
def test_a_hint_names_three_moves_and_why(game: Game) -> None:
    position = begun(game, 2, 6)
    seat = position.actors()[0]
    hints = hint(position, seat, FEW)

    assert len(hints) == min(3, len(position.legal_moves(seat)))
    assert {one.move for one in hints} <= set(position.legal_moves(seat))
    assert hints[0].difference == 0 >= max(one.difference for one in hints)
    assert all(one.say(language) for one in hints for language in LANGUAGES)


def test_a_hint_where_a_worker_is_due_says_why() -> None:
    """What a worker may earn is tried out on the position, which nobody may write to."""
    match = Simulation(GAMES["maharani"], (BOTS["random"],) * 2, 1).play(0)
    due = next(e for e in match.log if written(e)["do"] == "worker" and len(e.before.legal_moves()) > 1)
    assert hint(due.before, due.by, FEW)[0].say("en")


def written(event: Event) -> Entry:
    """An event as a record has it."""
    return event.before.game.text.write_entry(event.before.state, event.by, event.move)


@each_game
def test_a_bot_explains_itself_in_both_languages(game: Game) -> None:
    position = begun(game, 2, 6)
    seat = position.actors()[0]
    thought = BOTS["search"].think(position, seat, 1, FEW)

    words = [explain(position, seat, thought, language) for language in LANGUAGES]
    assert words[0] != words[1]


@pytest.mark.parametrize("name", LEVELS)
def test_levels_have_names_in_both_languages(name: str) -> None:
    bot = BOTS[name]

    assert all(strength_of(name, game, seats) for game in GAMES.values() for seats in game.facts.seat_counts)
    assert say("fr", bot.words) != bot.words
    assert bot.title == name.capitalize()
