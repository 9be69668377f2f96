"""Majolica in a terminal: grid and own bench on the left; points, display and the other benches beside them.

Tiles are letters, so that nothing depends on colour. What the aimed move touches stands in brackets and is reversed.
Places to click are those of the rows, and so are the paths of the moves: a click aims at a move that has the place on
its path.
"""

from __future__ import annotations

from itertools import zip_longest
from textwrap import fill, indent

from rich.style import Style
from rich.text import Text

from smalti.games.majolica.board.parts import Pen, card_words, draw_card, draw_kiln, pad, spaces, turn_of
from smalti.games.majolica.components import COLOURS, EDITIONS, MISSION_N, SIDE, TARGET
from smalti.games.majolica.editions import HALL, LETTERS, SLOTS, WORKSHOPS
from smalti.games.majolica.missions import reached
from smalti.games.majolica.moves import decode
from smalti.games.majolica.phases import OVER, PICK, START_CARD
from smalti.games.majolica.rows import looks, places
from smalti.games.majolica.rows.pieces import in_deck, mission_place, still_down, unpicked
from smalti.games.majolica.rows.places import highest
from smalti.games.majolica.state import NONE, is_solo
from smalti.games.majolica.tables.names import card_name, letters, members
from smalti.games.majolica.taking import border_columns, border_rows
from smalti.games.majolica.text.outcomes import grid_colours
from smalti.games.majolica.workshops import held
from smalti.kernel.board import Board, Drawing, Sight, as_aimed, seat_words
from smalti.kernel.reader import reader
from smalti.kernel.rows import Path
from smalti.kernel.seeing import telling
from smalti.kernel.sets import bit, count, lowest
from smalti.kernel.state import State
from smalti.kernel.words import N_, say

COLUMN = 10
"""How wide a workshop is."""
GRID_WIDTH, WRAP = 24, 36
KEYS = N_("Up and down choose the kind of move, left and right the move, Enter confirms; or click, and click again.")


def draw(sight: Sight) -> Drawing:
    """The seat's own bench below the grid, everything else beside them."""
    game, state, language = sight.position.game, sight.position.state, sight.language
    pen = Pen(state, telling(game, state, language, sight.seat), language, touched(sight))
    text = Text(no_wrap=True)
    text.append_text(draw_middle(sight, pen))
    text.append("\n")
    text.append_text(draw_bench(sight, pen))
    if int(sight.position.state.phase) != PICK:
        text.append_text(draw_missions(sight, pen))
    return Drawing(text, draw_side(sight, pen))


# The middle of the table


def draw_middle(sight: Sight, pen: Pen) -> Text:
    """The grid, or the tiles revealed alone; beside it the City Hall and what is in hand."""
    left = draw_revealed(pen) if is_solo(pen.state) else draw_grid(pen)
    text = Text(turn_of(pen) + "\n", style="bold")
    for one, other in zip_longest(left, draw_hall(sight, pen), fillvalue=Text()):
        text.append_text(pad(one, GRID_WIDTH)).append_text(other).append("\n")
    return text


def draw_grid(pen: Pen) -> list[Text]:
    """The large tiles, a dot for each face down, and the border around those face up."""
    face_up = int(pen.state.face_up)
    top, left, bottom, right = box(face_up) if face_up else (0, 0, -1, -1)
    lines = [Text("    " + "".join(f" {letter}  " for letter in "abcd"), style="dim")]
    rule = "   " + "    " * left + " " + "─" * (4 * (right - left + 1) - 1)
    for row in range(SIDE):
        if face_up and row == top:
            lines.append(Text(rule))
        line = Text(f" {row + 1} ", style="dim")
        for col in range(SIDE):
            edge = top <= row <= bottom and col in (left, right + 1)
            line.append("│" if edge else " ", style="not dim").append_text(draw_cell(pen, SIDE * row + col))
        lines.append(line.append("│" if top <= row <= bottom and right == SIDE - 1 else "", style="not dim"))
        if face_up and row == bottom:
            lines.append(Text(rule))
    return lines


def box(face_up: int) -> tuple[int, int, int, int]:
    """Rule 4.1: the smallest rectangle around the tiles face up: top, left, bottom, right."""
    rows, columns = border_rows(face_up), border_columns(face_up)
    return lowest(rows), lowest(columns), highest(rows), highest(columns)


def draw_cell(pen: Pen, cell: int) -> Text:
    """A large tile, three letters wide."""
    if not int(pen.state.face_up) & bit(cell):
        return pen.write(" · ", places.CELL + cell, Style(dim=True))
    return pen.tile(LETTERS[grid_colours(int(pen.state.grid))[cell]], places.CELL + cell)


def draw_revealed(pen: Pen) -> list[Text]:
    """Alone: the tiles of the turn, and how many are still face down."""
    line, shown = Text("   "), letters(pen.state.revealed)
    for n, letter in enumerate(shown):
        line.append_text(pen.tile(letter, places.REVEALED + n, places.ALL_HANDLE)).append(" ")
    down = still_down(pen.state)
    words = say(pen.language, N_("{n} tiles face down"), {"n": down})
    return [Text(), line, Text(), Text(words, style="dim"), Text("·" * down, style="dim")]


def draw_hall(sight: Sight, pen: Pen) -> list[Text]:
    """What the City Hall still gives, and the tiles taken and not yet put."""
    state, language = pen.state, pen.language
    lines = [Text(say(language, N_("City Hall")))]
    lines.append(pen.tiles(letters([0, 0, 0, 0, int(state.hall_purples)]) or "-"))
    lines.append(Text(say(language, N_("{n} of one point"), {"n": int(state.hall_ones)})))
    taken = letters(state.hand) + (LETTERS[int(state.bonus_tile)] if int(state.bonus_tile) != NONE else "")
    if taken:
        lines += [Text(), Text(say(language, N_("In hand"))), pen.tiles(taken)]
    elif int(state.phase) == START_CARD and int(state.dealt[sight.seat]) >= 0:
        card = int(state.dealt[sight.seat])
        lines += [Text(), Text(say(language, N_("Start card"))), card_words(state, card), spaces(pen, card)]
    return lines


# The own bench


def draw_bench(sight: Sight, pen: Pen) -> Text:
    """Slots above workshops, in four columns."""
    columns = [draw_column(sight, pen, workshop) for workshop in range(WORKSHOPS)]
    text = Text()
    for row in zip(*columns, strict=True):
        for part in row[:-1]:
            text.append_text(pad(part, COLUMN))
        text.append_text(row[-1]).append("\n")
    return text


def draw_column(sight: Sight, pen: Pen, workshop: int) -> list[Text]:
    """A card with its spaces, or the City Hall, and the workshop below."""
    slot = int(TARGET[int(pen.state.edition), workshop])
    if slot != HALL:
        return draw_card(pen, sight.seat, slot) + draw_kiln(pen, sight.seat, workshop)
    earned = "P" if int(pen.state.hall_purples) else "1" if int(pen.state.hall_ones) else "-"
    above = [Text(say(pen.language, N_("Hall"))), Text(f"→ {pen.letter(earned)}", style=pen.style(earned)), Text()]
    return above + draw_kiln(pen, sight.seat, workshop)


def missions_shown(state: State) -> list[tuple[int, int]]:
    """The missions on the table with their owners, those to be picked last."""
    owned = [(int(state.mission[seat]), seat) for seat in range(int(state.seats)) if int(state.mission[seat]) != NONE]
    return owned + [(mission, NONE) for mission in members(unpicked(state))]


def draw_missions(sight: Sight, pen: Pen) -> Text:
    """Whose mission is which, and how far; the own one, and those to be picked, with their text."""
    state, text = pen.state, Text()
    for mission, owner in missions_shown(state):
        printed = EDITIONS[int(state.edition)].missions[mission]
        head = printed.id
        if owner != NONE:
            who = say(pen.language, N_("You") if owner == sight.seat else N_("Seat {seat}"), {"seat": owner + 1})
            kept = letters([int(state.stored[owner]) >> colour & 1 for colour in range(COLOURS)])
            stored = pen.tiles(kept).plain
            far = f"{reached(state, owner, mission)}/{int(MISSION_N[int(state.edition), mission])}"
            head = " ".join(filter(None, (who, head, far, stored)))
        place = places.MISSION + mission_place(state, mission)
        head = f"{'▸ ' if place in pen.aimed else ''}{head} · "
        head += say(pen.language, N_("{points} points"), {"points": printed.points})
        text.append_text(pen.write(head, place, Style(bold=owner == sight.seat))).append("\n")
        if owner in (sight.seat, NONE):
            text.append(indent(fill(pen.says(looks.MISSION_SHEET + mission, mission), WRAP), "  ") + "\n")
    return text


# Beside


def draw_side(sight: Sight, pen: Pen) -> Text:
    """Points, the display, and the other benches; while missions are picked these instead."""
    text = draw_own_line(sight, pen, sight.seat)
    text.append_text(draw_display(pen)).append("\n")
    if int(pen.state.phase) == PICK:
        return text.append_text(draw_missions(sight, pen))
    for step in range(1, int(pen.state.seats)):
        seat = (sight.seat + step) % int(pen.state.seats)
        text.append_text(draw_own_line(sight, pen, seat)).append_text(draw_other(pen, seat))
    return text


def draw_own_line(sight: Sight, pen: Pen, seat: int) -> Text:
    """A seat's points, finished designs and tokens; an arrow for the one to choose."""
    state = pen.state
    words = seat_words(pen.language, seat, sight.position.scores()[seat])
    chooses = int(state.seat) == seat and int(state.phase) != OVER
    text = Text(f"{'▸' if chooses else ' '} {words}", style="bold" if seat == sight.seat else "")
    done = {"n": count(int(state.finished[seat]))}
    text.append(", " + say(pen.language, N_("designs: {n}"), done), style="not bold")
    for n, words in ((int(state.ones[seat]), "1"), (int(state.bloom[seat]), "❀")):
        text.append(f" {words}x{n}" if n else "", style="not bold")
    if int(state.first) == seat and int(state.seats) > 1:
        text.append(" (" + say(pen.language, N_("first player")) + ")", style="dim")
    return text.append("\n")


def draw_display(pen: Pen) -> Text:
    """The cards to choose from, two in a line, with their spaces."""
    state = pen.state
    text = Text(say(pen.language, N_("Designs")) + ", " + pen.says(looks.DECK_TEXT, in_deck(state)))
    for n, card in enumerate(members(int(state.display))):
        text.append("\n" if n % 2 == 0 else "")
        name = pen.write(f"{card_words(state, card).plain:<8}", places.DISPLAYED + n, Style())
        one = name.append_text(spaces(pen, card))
        text.append_text(pad(one, 19) if n % 2 == 0 else one)
    return text.append("\n")


def draw_other(pen: Pen, seat: int) -> Text:
    """Another bench in two lines: what lies in the workshops, and how far the cards are."""
    state, edition = pen.state, int(pen.state.edition)
    text = Text("  ")
    for workshop, plan in enumerate(EDITIONS[edition].workshops):
        free = max(0, plan.capacity - held(state, seat, workshop))
        text.append_text(pen.tiles(letters(state.tiles[seat, workshop]))).append("·" * free + " ", style="dim")
    text.append("\n  ")
    for slot in range(SLOTS):
        card = int(state.slots[seat, slot])
        size = sum(EDITIONS[edition].cards[card].spaces) if card != NONE else 0
        far = f" {sum(int(n) for n in state.covered[seat, slot])}/{size}" if card != NONE else ""
        text.append(f"{card_name(state, card) + far:<10}")
    return text.append("\n")


# Aiming


def aim(sight: Sight) -> int | None:
    """The first move; a free discard only if there is nothing else."""
    if sight.seat not in sight.position.actors():
        return None
    moves = sight.position.legal_moves(sight.seat)
    return next((move for move in moves if decode(move)[0] != "discard"), moves[0])


def can_aim(_move: int) -> bool:
    """Every move is on the board."""
    return True


def steer(sight: Sight, key: str) -> int | None:
    """Left and right go through the moves of a kind, up and down through the kinds."""
    assert sight.aimed is not None
    kinds: dict[str, list[int]] = {}
    for move in sight.position.legal_moves(sight.seat):
        kinds.setdefault(decode(move)[0], []).append(move)
    names, name = list(kinds), decode(sight.aimed)[0]
    moves = kinds[name]
    if key in ("left", "right"):
        step = 1 if key == "right" else -1
        return moves[(moves.index(sight.aimed) + step) % len(moves)]
    if key in ("up", "down"):
        step = 1 if key == "down" else -1
        return kinds[names[(names.index(name) + step) % len(names)]][0]
    return None


def point(sight: Sight, place: str) -> int | None:
    """A move with the place on its path: the aimed one, or one of its kind, or any other."""
    if sight.aimed is None:
        return None
    found = sorted({path.move for path in paths(sight) if int(place) in path.places})
    kind = decode(sight.aimed)[0]
    return min(found, key=lambda m: (m != sight.aimed, decode(m)[0] != kind, decode(m)[0] == "discard"), default=None)


def touched(sight: Sight) -> frozenset[int]:
    """The places on the paths of the aimed move."""
    if sight.aimed is None:
        return frozenset()
    return frozenset(place for path in paths(sight) if path.move == sight.aimed for place in path.places)


def paths(sight: Sight) -> list[Path]:
    """Every way to click a move."""
    return reader(sight.position.game).paths(sight.position.state, sight.seat)


BOARD = Board(draw, aim, can_aim, steer, point, as_aimed, KEYS)
