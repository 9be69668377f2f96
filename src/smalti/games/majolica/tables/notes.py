"""What things are, for whoever points at them; of a workshop, what it waits for."""

from __future__ import annotations

from smalti.games.majolica.components import KINDS
from smalti.games.majolica.editions import MOST_CARDS, MOST_SEATS
from smalti.games.majolica.rows import looks as k
from smalti.games.majolica.rows import places as p
from smalti.kernel.stage import Note
from smalti.kernel.words import N_

WAITS = (
    N_("It waits for three tiles of one colour and three of another, and then delivers one or two to its card."),
    N_("It waits for three pairs of different colours, and then delivers one to three to its card."),
    N_("It waits for two pairs of different colours, then delivers one to its card and breaks another."),
    N_("It waits for four tiles of one colour, and then delivers one to the City Hall."),
)
CLAUSES = 601, 601, 609, 801


def workshops() -> tuple[Note, ...]:
    """What each workshop of each seat waits for."""
    found = [(p.kiln_at(seat, n), n) for seat in range(MOST_SEATS) for n in range(len(WAITS))]
    return tuple(Note("place", place, place, WAITS[n], CLAUSES[n]) for place, n in found)


NOTES = (
    *workshops(),
    Note("look", k.TILE, k.TILE + KINDS - 2, N_("A tile: for a workshop, then for a card."), 501),
    Note(
        "look", k.TILE + KINDS - 1, k.LARGE - 1, N_("A purple tile stands for any colour, but is never delivered."), 804
    ),
    Note("look", k.LARGE, k.LARGE_BACK - 1, N_("A large tile shows what may be taken; it stays in the grid."), 101),
    Note("look", k.LARGE_BACK, k.SMALL_BACK, N_("A tile that is face down is a gap until the next round."), 407),
    Note("look", k.BORDER_LINE, k.GRIP - 1, N_("Tiles are taken from this border only."), 401),
    Note("look", k.GRIP, k.ALL_GRIP, N_("A handle takes all the tiles beside it."), 402),
    Note("look", k.ROUND_TEXT, k.FACE_UP_TEXT, N_("With fewer than four tiles face up the round is over."), 901),
    Note("look", k.DECK_TEXT, k.DECK_TEXT, N_("The display is filled up from the deck after each round."), 904),
    Note("look", k.COIN, k.COIN_SIGN, N_("The City Hall gives a purple tile, or a point once these are gone."), 801),
    Note("look", k.NAME_TEXT, k.NAME_TEXT, N_("The bench of a player."), 102),
    Note("look", k.BRUSH, k.BRUSH, N_("Who has this began the round."), 205),
    Note("look", k.COINS, k.COINS, N_("One-point tokens from the City Hall."), 1003),
    Note("look", k.BLOOM_COIN, k.BLOOM_COINS, N_("A token for letting all four workshops run in one turn."), 1101),
    Note("look", k.POINTS_TEXT, k.POINTS_TEXT, N_("Finished cards, half the tiles on the others, and tokens."), 1001),
    Note("look", k.HAND_BOX, k.FINISHED_TEXT - 1, N_("The tiles in hand go together into one workshop."), 501),
    Note("look", k.FINISHED_TEXT, k.FINISHED_TEXT, N_("Five finished cards make the round the last one."), 902),
    Note("look", k.FREE_SLOT, k.CLIP, N_("A slot for a card. The workshop below delivers to it."), 103),
    Note("look", k.OWNER_TEXT, k.CARD - 1, N_("A mission pays at the end if it is fulfilled."), 1302),
    Note(
        "look",
        k.CARD,
        k.CARD + MOST_CARDS - 1,
        N_("A card: cover all its spaces for its points; + brings a bonus tile."),
        104,
    ),
    Note("look", k.SMALL_CARD, k.MINI_CARD - 1, N_("A finished card scores its points."), 1001),
    Note("look", k.MINI_CARD, k.TICK, N_("Your cards as they would lie then."), 703),
    Note("look", k.BEFORE_TEXT, k.BONUS_TEXT, N_("A tile of any colour, for any of your workshops."), 705),
    Note("look", k.WITH_CARD_BUTTON, k.WITH_CARD_BUTTON, N_("One tile of the border, and a card of the display."), 404),
    Note(
        "look",
        k.WITH_ORDER_BUTTON,
        k.WITH_ORDER_BUTTON,
        N_("One tile of the border, and your cards to other slots."),
        405,
    ),
    Note(
        "look",
        k.NO_FURTHER_BUTTON,
        k.NO_FURTHER_BUTTON,
        N_("What is not delivered rides on to the next workshop."),
        610,
    ),
    Note("look", k.STORE_NONE_BUTTON, k.STORE_NONE_BUTTON, N_("All four tiles go into a workshop."), 1306),
    Note("look", k.DECLINE_BUTTON, k.DECLINE_BUTTON, N_("You may go without the bonus tile."), 705),
    Note("look", k.BIN_BUTTON, k.BIN_BUTTON, N_("You may give up tiles of your workshops to make room."), 503),
    Note("look", k.SUPPLY_BUTTON, k.SUPPLY_BUTTON, N_("The broken tile goes back, not onto your mission."), 1304),
    Note("panel", p.GRID_PANEL, p.GRID_PANEL, N_("Sixteen large tiles show what may be taken."), 101),
    Note("panel", p.DISPLAY_PANEL, p.DISPLAY_PANEL, N_("Cards that may be taken together with a single tile."), 404),
    Note(
        "panel",
        p.HALL_PANEL,
        p.HALL_PANEL,
        N_("The fourth workshop delivers to the City Hall, which pays for it."),
        801,
    ),
    Note("panel", p.MISSIONS_PANEL, p.MISSIONS_PANEL, N_("A mission pays at the end if it is fulfilled."), 1302),
    Note("panel", p.ACTIONS_PANEL, p.ACTIONS_PANEL, N_("What may be done now."), 302),
    Note(
        "panel",
        p.BENCH_PANEL,
        p.BENCH_PANEL + MOST_SEATS - 1,
        N_("Four workshops, and a cart from each to the next."),
        102,
    ),
)
