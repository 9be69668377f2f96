"""Mosaix, bound to the interface."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smalti.games.mosaix import components
from smalti.games.mosaix.components import BOX, SYMBOLS, cell_index, cell_place, is_inside
from smalti.games.mosaix.course import follows, hide, rank, reveals
from smalti.games.mosaix.encoding import ENCODING
from smalti.games.mosaix.formation import symbol_number
from smalti.games.mosaix.moves import ACTION_COUNT
from smalti.games.mosaix.picking import any_move
from smalti.games.mosaix.rows import ROWS
from smalti.games.mosaix.rules import (
    actors,
    apply,
    apply_outcome,
    is_over,
    legal_moves,
    outcomes,
    sample,
)
from smalti.games.mosaix.scoring import scores, winners
from smalti.games.mosaix.soundness import holds_together
from smalti.games.mosaix.state import LIMITS, NONE, ROLL, START, STATE, is_solo
from smalti.games.mosaix.symmetries import symmetries
from smalti.games.mosaix.tables.cover import COVER
from smalti.games.mosaix.tables.lesson import LESSON
from smalti.games.mosaix.tables.pictures import PICTURES
from smalti.games.mosaix.tables.stage import stage
from smalti.games.mosaix.text.dice import context, read_body, write_body
from smalti.games.mosaix.text.entries import read_entry, write_entry
from smalti.games.mosaix.text.notation import parse_move, write_move
from smalti.games.mosaix.text.placing import PLACING
from smalti.games.mosaix.text.positions import parse_position, write_position
from smalti.games.mosaix.text.record_parts import RECORD_PARTS
from smalti.games.mosaix.thinking import THINKING
from smalti.kernel.entry import is_number, show
from smalti.kernel.errors import UnknownGame
from smalti.kernel.game import Course, Entry, Facts, Game, Option, Options, Rules, Tables, Text
from smalti.kernel.sets import bit
from smalti.kernel.state import State, new_state
from smalti.kernel.words import N_

if TYPE_CHECKING:
    from smalti.kernel.board import Board

ENDINGS = ("dead-board", "formation-impossible")


def setup(seats: int, options: Options) -> State:
    """Section 2 and rule 7.1: empty grids but for the printed symbols; alone, a free scale and no start player."""
    MOSAIX.facts.check_options({k: v for k, v in options.items() if k not in ("boards", "solo")})
    if options.get("solo", seats == 1) is not (seats == 1):
        raise UnknownGame("a solo game of Mosaix has one seat, and a game with one seat is solo")
    state = new_state(STATE)
    state.seats = seats
    state.ending = ENDINGS.index(options.get("end", ENDINGS[0]))
    state.scale = components.SCALE if seats == 1 else 0
    state.phase = ROLL if seats == 1 else START
    state.roll, state.formation, state.chosen[:] = NONE, NONE, NONE
    for seat, (cell, symbol) in enumerate(read_boards(seats, options.get("boards"))):
        state.printed[seat] = cell
        state.marks[seat, symbol] = bit(cell)
    return state


def read_boards(seats: int, boards: object) -> list[tuple[int, int]]:
    """Rule 8.1: the (cell, symbol) printed on each board, as an option gives them or as the box has them."""
    if boards is None:
        boards = [BOX["boards"]["solo"]] if seats == 1 else BOX["boards"]["multi"][:seats]
    if not isinstance(boards, list) or len(boards) != seats:
        raise UnknownGame(f"the option 'boards' is {show(boards)}, expected a board for each of the {seats} seats")
    return [read_board(board) for board in boards]


def read_board(board: object) -> tuple[int, int]:
    """One board as {"printed": [row, column, symbol]}."""
    printed = board.get("printed") if isinstance(board, dict) else None
    if isinstance(printed, list) and len(printed) == 3:
        row, col, symbol = printed
        if is_number(row) and is_number(col) and is_inside(row, col) and isinstance(symbol, str) and symbol in SYMBOLS:
            return cell_index(row, col), symbol_number(symbol)
    raise UnknownGame(f"{show(board)} is no board; expected {{'printed': [row, column, symbol]}}")


def written_options(state: State) -> Entry:
    """The options as the record states them."""
    options: Entry = {"end": ENDINGS[int(state.ending)]}
    if is_solo(state):
        options["solo"] = True
    return options | {"boards": [{"printed": written_print(state, seat)} for seat in range(int(state.seats))]}


def written_print(state: State, seat: int) -> list[int | str]:
    """The printed symbol of a board as [row, column, symbol]."""
    cell = int(state.printed[seat])
    symbol = next(s for s in range(len(SYMBOLS)) if int(state.marks[seat, s]) & bit(cell))
    return [*cell_place(cell), SYMBOLS[symbol]]


RANKS = N_("brilliant"), N_("won"), N_("lost")
"""The words of `rank`, marked for the catalogues."""


def board() -> Board:
    """The board, with all that draws it: only a terminal waits for that."""
    from smalti.games.mosaix.board.board import BOARD

    return BOARD


MOSAIX = Game(
    facts=Facts(
        name="mosaix",
        title="Mosaix",
        version="1",
        credits="Christof Tisch, Schmidt Spiele 2009",
        reconstructed=N_(
            "Which symbol is printed on which board is a reconstruction: no picture of the boards was at hand."
        ),
        minutes=20,
        seat_counts=(1, 2, 3, 4),
        options=(
            Option(
                "end",
                ENDINGS,
                N_(
                    "When the game ends: when a grid can take nothing more, "
                    "or when somebody cannot enter the formation."
                ),
                title=N_("End of the game"),
                value_words={
                    "dead-board": (
                        N_("When a grid can take nothing more"),
                        N_("The game ends when one grid can take nothing more at all."),
                    ),
                    "formation-impossible": (
                        N_("When somebody can enter nothing"),
                        N_("The game ends as soon as somebody can enter nothing of a formation. Shorter and sharper."),
                    ),
                },
            ),
        ),
        ranks=RANKS,
        about=N_("Four dice, one formation for all: fill your own grid so that each colour grows into large areas."),
    ),
    rules=Rules(actors, legal_moves, apply, outcomes, sample, apply_outcome, is_over, scores, winners),
    course=Course(
        state_type=STATE,
        action_count=ACTION_COUNT,
        setup=setup,
        written_options=written_options,
        hide=hide,
        reveals=reveals,
        follows=follows,
        rank=rank,
        any_move=any_move,
        encoding=ENCODING,
        limits=LIMITS,
        holds_together=holds_together,
    ),
    text=Text(
        write_entry,
        read_entry,
        write_move,
        parse_move,
        write_position,
        parse_position,
        RECORD_PARTS,
        context,
        PLACING,
        write_body,
        read_body,
    ),
    rows=ROWS,
    tables=Tables(stage=stage, cover=COVER, pictures=PICTURES, board=board, lesson=LESSON),
    thinking=THINKING,
    symmetries=symmetries,
)
