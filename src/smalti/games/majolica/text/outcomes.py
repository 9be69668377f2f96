"""What chance gave, as entries of a record, both ways."""

from __future__ import annotations

from smalti.games.majolica import chance
from smalti.games.majolica.chance import drawable, undealt
from smalti.games.majolica.components import (
    CELLS,
    LARGE_TILES,
    MISSIONS,
    REVEAL_COUNT,
    REVEALS,
    SIDE,
)
from smalti.games.majolica.editions import LETTERS, MOST_CARDS
from smalti.games.majolica.phases import OVER, PICK, REVEAL, START
from smalti.games.majolica.rounds import is_card_due, next_picker
from smalti.games.majolica.state import NONE, has, is_solo
from smalti.games.majolica.tables.names import card_name, card_number, letters, members, mission_name, mission_number
from smalti.kernel.entry import read_number, read_word, show
from smalti.kernel.errors import IllegalMove, InvalidNotation
from smalti.kernel.game import Entry
from smalti.kernel.reason import Reason
from smalti.kernel.sets import bit
from smalti.kernel.state import State
from smalti.kernel.words import N_


def grid_colours(grid: int) -> list[int]:
    """The colours of a whole grid, row by row."""
    return [grid >> 2 * cell & 3 for cell in range(CELLS)]


def write_outcome(state: State, outcome: int) -> Entry:
    """What chance gave, in plain fields."""
    if outcome < chance.FIRST_DEAL:
        return {"by": "chance", "do": "start", "seat": outcome}
    if outcome < chance.FIRST_DRAW:
        seat, card = divmod(outcome - chance.FIRST_DEAL, MOST_CARDS)
        return {"by": "chance", "do": "deal", "seat": seat, "card": card_name(state, card)}
    if outcome < chance.FIRST_SHOW:
        return {"by": "chance", "do": "card", "card": card_name(state, outcome - chance.FIRST_DRAW)}
    if outcome < chance.FIRST_REVEAL:
        shown = members(outcome - chance.FIRST_SHOW)
        return {"by": "chance", "do": "missions", "cards": [mission_name(state, mission) for mission in shown]}
    if outcome < chance.FIRST_GRID:
        return {"by": "chance", "do": "reveal", "tiles": list(letters(REVEALS[outcome - chance.FIRST_REVEAL]))}
    tiles = [LETTERS[colour] for colour in grid_colours(outcome - chance.FIRST_GRID)]
    return {"by": "chance", "do": "grid", "tiles": [tiles[r * SIDE : (r + 1) * SIDE] for r in range(SIDE)]}


def read_outcome(state: State, entry: Entry) -> int:
    """What chance gave, where chance may give it."""
    do = read_word(entry, "do", READERS)
    if int(state.phase) == OVER:
        raise IllegalMove(Reason("9.2", N_("the game is over; nothing more is turned up")))
    if (do == "start") != (int(state.phase) == START):
        raise IllegalMove(Reason("2.5", N_("the first player is drawn once, before anything else")))
    if int(state.phase) > PICK and not (do == "reveal" and int(state.phase) == REVEAL):
        raise IllegalMove(Reason("3.2", N_("nothing is turned up in the middle of a turn")))
    return READERS[do](state, entry)


def read_start(state: State, entry: Entry) -> int:
    """Rule 2.5: the first player."""
    return read_number(entry, "seat", 0, int(state.seats) - 1)


def read_deal(state: State, entry: Entry) -> int:
    """Rule 2.4: a start card for a seat that has none."""
    seat = read_number(entry, "seat", 0, int(state.seats) - 1)
    card = card_number(state, entry.get("card"))
    if int(state.dealt[seat]) != NONE or not undealt(state) & bit(card):
        raise IllegalMove(Reason("2.4", N_("each player is dealt one start card that nobody else has")))
    return chance.FIRST_DEAL + MOST_CARDS * seat + card


def read_card(state: State, entry: Entry) -> int:
    """Rules 2.2 and 9.4: a card of the deck for a display that is not full."""
    card = card_number(state, entry.get("card"))
    if not is_card_due(state):
        raise IllegalMove(Reason("9.4", N_("the display is full, or the deck is empty")))
    if not drawable(state) & bit(card):
        raise IllegalMove(Reason("9.4", N_("this card cannot be the next one of the deck")))
    return chance.FIRST_DRAW + card


def read_missions(state: State, entry: Entry) -> int:
    """Rule 13.1: as many missions as players, and one more."""
    cards = entry.get("cards")
    if not isinstance(cards, list):
        raise InvalidNotation(f"the field 'cards' is {show(cards)}, expected the missions shown")
    shown = {mission_number(state, card) for card in cards}
    due = has(state, MISSIONS) and int(state.shown) == 0 and next_picker(state) != NONE
    if not due or len(cards) != len(shown) or len(shown) != int(state.seats) + 1:
        words = N_("with the missions, as many as there are players, and one more, are shown once")
        raise IllegalMove(Reason("13.1", words))
    return chance.FIRST_SHOW + sum(map(bit, shown))


def read_reveal(state: State, entry: Entry) -> int:
    """Rule 14.2: four of the tiles that are face down."""
    tiles = entry.get("tiles")
    if not isinstance(tiles, list) or not all(isinstance(tile, str) and tile in set(LETTERS) for tile in tiles):
        raise InvalidNotation(f"the field 'tiles' is {show(tiles)}, expected four of R, G, B, Y")
    counts = [tiles.count(letter) for letter in LETTERS]
    early = int(state.phase) <= PICK and (int(state.round_number) > 1 or any(state.revealed))
    if not is_solo(state) or early or any(n > int(state.face_down[c]) for c, n in enumerate(counts)):
        raise IllegalMove(Reason("14.2", N_("alone, each turn begins with four of the tiles still face down")))
    for reveal in range(REVEAL_COUNT):
        if counts == [int(n) for n in REVEALS[reveal]]:
            return chance.FIRST_REVEAL + reveal
    raise IllegalMove(Reason("14.2", N_("alone, each turn begins with four of the tiles still face down")))


def read_grid(state: State, entry: Entry) -> int:
    """Rules 2.3 and 9.3: sixteen tiles, four of each colour."""
    rows = entry.get("tiles")
    if not isinstance(rows, list) or len(rows) != SIDE or not all(isinstance(r, list) and len(r) == SIDE for r in rows):
        raise InvalidNotation(f"the field 'tiles' is {show(rows)}, expected four rows of four colours")
    tiles = [tile for row in rows for tile in row]
    if is_solo(state) or int(state.face_up):
        raise IllegalMove(Reason("9.3", N_("the grid is laid once a round, and never in a solo game")))
    if any(tiles.count(letter) != LARGE_TILES for letter in LETTERS):
        raise IllegalMove(Reason("1.1", N_("a grid has four tiles of each colour")))
    return chance.FIRST_GRID + sum(LETTERS.index(tile) << 2 * cell for cell, tile in enumerate(tiles))


READERS = {
    "start": read_start,
    "deal": read_deal,
    "card": read_card,
    "missions": read_missions,
    "reveal": read_reveal,
    "grid": read_grid,
}
