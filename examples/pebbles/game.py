"""Pebbles, bound to the interface."""

from __future__ import annotations

from examples.pebbles.encoding import ENCODING
from examples.pebbles.rows import ROWS
from examples.pebbles.rules import (
    ACTION_COUNT,
    actors,
    apply,
    apply_outcome,
    is_over,
    legal_moves,
    outcomes,
    sample,
)
from examples.pebbles.scoring import RANKS, rank, scores, winners
from examples.pebbles.state import LIMITS, NONE, STATE
from examples.pebbles.tables.stage import stage
from examples.pebbles.text.entries import read_entry, write_entry
from examples.pebbles.text.notation import parse_move, write_move
from examples.pebbles.text.positions import parse_position, write_position
from examples.pebbles.text.record_parts import RECORD_PARTS
from examples.pebbles.thinking import THINKING
from smalti.kernel.game import Course, Facts, Game, Options, Rules, Tables, Text
from smalti.kernel.state import State, new_state
from smalti.kernel.words import N_


def setup(seats: int, options: Options) -> State:
    """Section 2: an empty court; with two, it is drawn who begins."""
    PEBBLES.facts.check_options(options)
    state = new_state(STATE)
    state.seats = seats
    state.turn = 0 if seats == 1 else NONE
    return state


PEBBLES = Game(
    facts=Facts(
        name="pebbles",
        title="Pebbles",
        version="1",
        credits="An example, Smalti 2026",
        reconstructed=N_("Nothing is reconstructed: the game was made up as an example."),
        minutes=5,
        seat_counts=(1, 2),
        options=(),
        ranks=RANKS,
    ),
    rules=Rules(actors, legal_moves, apply, outcomes, sample, apply_outcome, is_over, scores, winners),
    course=Course(
        state_type=STATE,
        action_count=ACTION_COUNT,
        setup=setup,
        rank=rank,
        encoding=ENCODING,
        limits=LIMITS,
    ),
    rows=ROWS,
    tables=Tables(stage=stage),
    text=Text(
        write_entry=write_entry,
        read_entry=read_entry,
        write_move=write_move,
        parse_move=parse_move,
        write_position=write_position,
        parse_position=parse_position,
        record_parts=RECORD_PARTS,
    ),
    thinking=THINKING,
)
