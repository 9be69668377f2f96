"""Mosaix in a terminal: the grid with room around it for what sticks out, and beside it dice, scale and points."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from smalti.games.mosaix.board.palette import draw_dice, draw_palette, lying, point_palette, steer_palette
from smalti.games.mosaix.board.signs import LETTERS, MARKS, SYMBOL_STYLES
from smalti.games.mosaix.components import DICE, OVERHANG, SCALE, SIDE, TURNS, cell_index, is_inside
from smalti.games.mosaix.formation import inside, placed_dice, results
from smalti.games.mosaix.moves import decode_enter, encode_enter, is_enter, is_form
from smalti.games.mosaix.scoring import areas
from smalti.games.mosaix.state import ENTER, FORM, is_solo
from smalti.kernel.board import PLACE, Board, Drawing, Sight, write_scores
from smalti.kernel.sets import bit
from smalti.kernel.state import State
from smalti.kernel.words import N_, say

# Ground colours: two for the grid like a chequerboard, one for an area that counts, and the ghost's three.
LIGHT, DARK, COUNTED = "#3a3f45", "#30353a", "#5a4a1e"
FREE, BLOCKED, LOST = "#2f6f4f", "#8c2f2f", "#24282c"

MOVES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
TURN = {"r": 1, "R": TURNS - 1}
KEYS = N_("Arrows move or choose, r and R turn, 1 to 7 choose a shape, Enter confirms; or click, and click again.")


def draw(sight: Sight) -> Drawing:
    """The seat's own grid large, everything else beside it."""
    side = Text()
    state = sight.position.state
    side.append_text(draw_dice(state, sight.language))
    if sight.aimed is not None and is_form(sight.aimed):
        side.append_text(draw_palette(sight))
    if is_solo(state):
        side.append_text(draw_scale(state, sight.language))
    side.append_text(write_scores(sight))
    if not is_solo(state):
        side.append_text(draw_others(sight))
    return Drawing(draw_grid(sight), side)


def draw_grid(sight: Sight) -> Text:
    """The grid with three cells of room on each side, where lost dice are shown."""
    ghost = ghost_dice(sight)
    text = Text(no_wrap=True)
    for row in range(-OVERHANG, SIDE + OVERHANG):
        text.append(f"{row + 1} " if 0 <= row < SIDE else "  ", style="dim")
        for col in range(-OVERHANG, SIDE + OVERHANG):
            text.append_text(draw_cell(sight, row, col, ghost))
        text.append("\n")
    text.append("  " + "   " * OVERHANG + "".join(f" {c} " for c in LETTERS), style="dim")
    return text


def ghost_dice(sight: Sight) -> dict[tuple[int, int], int]:
    """Where the aimed move puts which symbol, outside the grid too."""
    if sight.aimed is None or not is_enter(sight.aimed) or int(sight.position.state.phase) != ENTER:
        return {}
    return {(r, c): symbol for r, c, symbol in placed_dice(int(sight.position.state.formation), sight.aimed)}


def draw_cell(sight: Sight, row: int, col: int, ghost: dict[tuple[int, int], int]) -> Text:
    """One place, three letters wide; those in the grid can be clicked."""
    state, seat = sight.position.state, sight.seat
    mark = mark_at(state, seat, row, col)
    words = f" {MARKS[mark]} " if mark is not None else "   "
    ground = cell_ground(state, seat, row, col, mark)
    colour = SYMBOL_STYLES[mark] if mark is not None else ""
    if is_inside(row, col) and cell_index(row, col) == int(state.printed[seat]) and mark is not None:
        words = f"[{MARKS[mark]}]"
    if (row, col) in ghost:
        symbol = ghost[row, col]
        ground = (BLOCKED if mark is not None else FREE) if is_inside(row, col) else LOST
        words, colour = f"({MARKS[symbol]})", "white"
    meta = {PLACE: f"cell_{row}_{col}"}
    return Text(words, style=Style(color=colour or None, bgcolor=ground, bold=True, meta=meta))


def mark_at(state: State, seat: int, row: int, col: int) -> int | None:
    """The symbol in a cell, if any."""
    if not is_inside(row, col):
        return None
    cell = bit(cell_index(row, col))
    return next((symbol for symbol in range(len(MARKS)) if int(state.marks[seat, symbol]) & cell), None)


def cell_ground(state: State, seat: int, row: int, col: int, mark: int | None) -> str | None:
    """The colour under a cell: what counts for points stands out."""
    if not is_inside(row, col):
        return None
    counted = sum(areas(int(state.marks[seat, mark]))) if mark is not None else 0
    if counted & bit(cell_index(row, col)):
        return COUNTED
    return LIGHT if (row + col) % 2 else DARK


def draw_scale(state: State, language: str) -> Text:
    """Solo: the cells of the scale, free ones open."""
    free = int(state.scale)
    words = say(language, N_("Scale: {free} of {cells} free"), {"free": free, "cells": SCALE})
    return Text("▣" * (SCALE - free) + "□" * free + f"  {words}\n")


def draw_others(sight: Sight) -> Text:
    """The grids of the other seats, small and side by side."""
    state = sight.position.state
    others = [seat for seat in range(int(state.seats)) if seat != sight.seat]
    text = Text("\n")
    text.append("   ".join(f"{say(sight.language, N_('Seat {seat}'), {'seat': s + 1}):<7}" for s in others) + "\n")
    for row in range(SIDE):
        for seat in others:
            for col in range(SIDE):
                mark = mark_at(state, seat, row, col)
                text.append("·" if mark is None else MARKS[mark], style="dim" if mark is None else SYMBOL_STYLES[mark])
            text.append("   ")
        text.append("\n")
    return text


# Aiming


def aim(sight: Sight) -> int | None:
    """The first formation, or the first placement that marks most; nothing while nobody chooses."""
    state = sight.position.state
    if sight.seat not in sight.position.actors() or int(state.phase) not in (FORM, ENTER):
        return None
    moves = [move for move in sight.position.legal_moves(sight.seat) if can_aim(move)]
    if not moves or int(state.phase) == FORM:
        return moves[0] if moves else None
    return min(moves, key=lambda move: effort(int(state.formation), move))


def effort(formation: int, move: int) -> tuple[int, bool, int]:
    """How little a placement suggests itself: what it loses, whether it is turned, how far it is from the middle."""
    turn, row, col = decode_enter(move)
    lost = DICE - len(inside(placed_dice(formation, move)))
    return lost, turn != lying(formation), abs(row - SIDE // 2) + abs(col - SIDE // 2)


def can_aim(move: int) -> bool:
    """Formations and placements; stopping stays in the list."""
    return is_form(move) or is_enter(move)


def steer(sight: Sight, key: str) -> int | None:
    """Arrows move the ghost, r and R turn it about its middle; laying has a palette of its own."""
    assert sight.aimed is not None
    if is_form(sight.aimed):
        return steer_palette(sight, key)
    turn, row, col = decode_enter(sight.aimed)
    if key in TURN:
        return keep_near(sight, (turn + TURN[key]) % TURNS, row, col)
    if key in MOVES:
        down, right = MOVES[key]
        return keep_near(sight, turn, row + down, col + right)
    return None


def keep_near(sight: Sight, turn: int, row: int, col: int) -> int:
    """The placement, pushed back so far that a die lies in the grid."""
    formation = int(sight.position.state.formation)
    height, width = extent(formation, turn)
    row = min(max(row, 1 - height), SIDE - 1)
    col = min(max(col, 1 - width), SIDE - 1)
    return encode_enter(turn, row, col)


def extent(formation: int, turn: int) -> tuple[int, int]:
    """Rows and columns of the turned formation."""
    dice = placed_dice(formation, encode_enter(turn, 0, 0))
    return max(r for r, _, _ in dice) + 1, max(c for _, c, _ in dice) + 1


def point(sight: Sight, place: str) -> int | None:
    """A click on a cell puts the ghost's first die there; a click on the ghost itself changes nothing."""
    if sight.aimed is None:
        return None
    if is_form(sight.aimed):
        return point_palette(sight, place)
    if not place.startswith("cell_"):
        return None
    row, col = read_cell(place)
    if (row, col) in ghost_dice(sight):
        return sight.aimed
    turn, *_ = decode_enter(sight.aimed)
    first_row, first_col, _ = placed_dice(int(sight.position.state.formation), encode_enter(turn, 0, 0))[0]
    return keep_near(sight, turn, row - first_row, col - first_col)


def read_cell(place: str) -> tuple[int, int]:
    """The (row, column) of a place like cell_3_-1."""
    _, row, col = place.split("_")
    return int(row), int(col)


def settle(sight: Sight) -> int:
    """The legal placement with the same marks, if there is one, so that no turn is refused for its number."""
    assert sight.aimed is not None
    if not is_enter(sight.aimed):
        return sight.aimed
    formation = int(sight.position.state.formation)
    return results(formation).get(inside(placed_dice(formation, sight.aimed)), sight.aimed)


BOARD = Board(draw, aim, can_aim, steer, point, settle, KEYS)
