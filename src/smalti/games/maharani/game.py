"""Maharani, bound to the interface."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smalti.games.maharani.components import (
    PLAN_NAMES,
    SEAT_COUNTS,
    TILES_IN_BOX,
    WORKER_COLOURS,
)
from smalti.games.maharani.course import early, follows
from smalti.games.maharani.encoding import ENCODING
from smalti.games.maharani.moves import ACTION_COUNT
from smalti.games.maharani.picking import any_move
from smalti.games.maharani.plans import DIRECTIONS
from smalti.games.maharani.rows import ROWS
from smalti.games.maharani.rules import (
    actors,
    apply,
    apply_outcome,
    is_over,
    legal_moves,
    outcomes,
    sample,
)
from smalti.games.maharani.scoring import scores, winners
from smalti.games.maharani.soundness import holds_together
from smalti.games.maharani.state import (
    ALL_MARKERS,
    LIMITS,
    NONE,
    START,
    STATE,
    colours_each,
    fill_bag,
    first_colour,
    side_of,
)
from smalti.games.maharani.symmetries import symmetries
from smalti.games.maharani.tables.cover import COVER
from smalti.games.maharani.tables.lesson import LESSON
from smalti.games.maharani.tables.pictures import PICTURES
from smalti.games.maharani.tables.stage import stage
from smalti.games.maharani.text.entries import context, read_entry, write_entry
from smalti.games.maharani.text.notation import parse_move, write_move
from smalti.games.maharani.text.placing import PLACING
from smalti.games.maharani.text.positions import parse_position, write_position
from smalti.games.maharani.text.record_parts import RECORD_PARTS
from smalti.games.maharani.thinking import THINKING
from smalti.kernel.game import Course, Entry, Facts, Game, Option, Options, Rules, Tables, Text
from smalti.kernel.state import State, new_state
from smalti.kernel.words import N_

if TYPE_CHECKING:
    from smalti.kernel.board import Board


def setup(seats: int, options: Options) -> State:
    """Section 2: an empty floor, all tiles in the bag, all markers face up."""
    MAHARANI.facts.check_options(options)
    state = new_state(STATE)
    state.plan = PLAN_NAMES.index(options.get("plan", PLAN_NAMES[0]))
    state.seats = seats
    state.phase = START
    state.duty = NONE
    state.rondel[:] = NONE
    fill_bag(state, TILES_IN_BOX)
    state.markers[:seats] = ALL_MARKERS
    return state


def written_options(state: State) -> Entry:
    """The options as the record states them."""
    return {"plan": PLAN_NAMES[int(state.plan)]}


def written_seat(state: State, seat: int) -> Entry:
    """Rules 2.1 and 2.2: the side and the worker colours of a seat."""
    first = first_colour(state, seat)
    return {
        "side": DIRECTIONS[side_of(state, seat)],
        "workers": list(WORKER_COLOURS[first : first + colours_each(state)]),
    }


def board() -> Board:
    """The board, with all that draws it: only a terminal waits for that."""
    from smalti.games.maharani.board.board import BOARD

    return BOARD


MAHARANI = Game(
    facts=Facts(
        name="maharani",
        title="Maharani",
        version="1",
        credits="Wolfgang Panning, Queen Games 2012",
        reconstructed=N_(
            "The floor plan, the columns of its spaces and the arrows of the tiles are a reconstruction: "
            "no picture of the board was at hand."
        ),
        minutes=40,
        seat_counts=SEAT_COUNTS,
        options=(
            Option(
                "plan",
                PLAN_NAMES,
                N_("The floor plan, a reconstruction: a courtyard with bays, or a compact square with cut corners."),
                title=N_("Floor plan"),
                value_words={
                    "courtyard": (N_("Courtyard"), N_("A floor with bays on all four sides, around an open court.")),
                    "compact": (N_("Compact"), N_("A square with cut corners: everything lies close together.")),
                },
            ),
        ),
        about=N_("Pave the palace floor with splendid tiles, and place your workers where the quarters pay."),
    ),
    rules=Rules(actors, legal_moves, apply, outcomes, sample, apply_outcome, is_over, scores, winners),
    course=Course(
        state_type=STATE,
        action_count=ACTION_COUNT,
        setup=setup,
        written_options=written_options,
        written_seat=written_seat,
        follows=follows,
        early=early,
        any_move=any_move,
        encoding=ENCODING,
        limits=LIMITS,
        holds_together=holds_together,
    ),
    text=Text(
        write_entry, read_entry, write_move, parse_move, write_position, parse_position, RECORD_PARTS, context, PLACING
    ),
    rows=ROWS,
    tables=Tables(stage=stage, cover=COVER, pictures=PICTURES, board=board, lesson=LESSON),
    thinking=THINKING,
    symmetries=symmetries,
)
