"""What is asked and what was done, in a sentence."""

from __future__ import annotations

from smalti.games.majolica.chance import FIRST_DEAL, FIRST_DRAW, FIRST_GRID, FIRST_REVEAL, FIRST_SHOW
from smalti.games.majolica.components import COLOURS, KINDS, REVEALS, RUN_CELLS
from smalti.games.majolica.editions import COLOUR_WORDS, MOST_CARDS, SLOTS
from smalti.games.majolica.moves import decode
from smalti.games.majolica.names import (
    card_name,
    cell_name,
    mission_name,
    ordered_slots,
    tile_word,
    tile_words,
)
from smalti.games.majolica.scoring import members
from smalti.games.majolica.state import (
    BONUS,
    BONUS_AFTER,
    CARD_DUE,
    DELIVER,
    EXCESS,
    FRAGMENT,
    NONE,
    ORDER_DUE,
    PICK,
    PLACE,
    PUT,
    RUN,
    START_CARD,
    STORE,
    TAKE,
    TILES_DUE,
    is_solo,
)
from smalti.games.majolica.text.outcomes import grid_colours
from smalti.games.majolica.workshops import overflowing
from smalti.kernel.game import CHANCE
from smalti.kernel.reason import Verbatim
from smalti.kernel.state import State
from smalti.kernel.words import N_, SeatName, say

QUESTIONS = {
    START_CARD: N_("Install your start card in one of your three slots."),
    PICK: N_("Pick one of the missions shown."),
    TAKE: N_("Take a run from the border, or one border tile with a card or a rearrangement."),
    STORE: N_("Lay one of the four tiles on your mission, or none."),
    PUT: N_("Put the bonus tile into one of your workshops."),
    EXCESS: N_("Workshop {workshop} holds too many tiles: give one up."),
    RUN: N_("Several workshops are ready: which one runs first?"),
    DELIVER: N_("Workshop {workshop} runs: deliver a tile."),
    FRAGMENT: N_("Workshop {workshop} fragments: give up one of its remaining tiles."),
    BONUS: N_("A bonus tile: take it before the leftovers move, or go on and take it afterwards."),
    BONUS_AFTER: N_("A bonus tile: take one of any colour, or none."),
}
PLACING = {
    TILES_DUE: N_("Put your tiles into one workshop."),
    CARD_DUE: N_("Install a card of the display in one of your slots."),
    ORDER_DUE: N_("Rearrange your cards, or leave them as they are."),
    TILES_DUE | CARD_DUE: N_("Put your tile into a workshop, or install a card first."),
    TILES_DUE | ORDER_DUE: N_("Put your tile into a workshop, or rearrange your cards first."),
}


def ask(state: State, seat: int, language: str) -> str:
    """What this actor is asked to decide now."""
    phase = int(state.phase)
    if phase == PLACE:
        return say(language, PLACING[int(state.due)])
    if phase == TAKE and is_solo(state):
        return say(language, N_("Take all four revealed tiles, or one of them with a card or a rearrangement."))
    if phase == DELIVER and int(state.delivered):
        words = N_("Workshop {workshop} may deliver a further tile.")
        return say(language, words, {"workshop": int(state.running) + 1})
    workshop = overflowing(state, seat) if phase == EXCESS else int(state.running)
    return say(language, QUESTIONS[phase], {"workshop": workshop + 1})


def describe(state: State, by: int, move: int, language: str) -> str:
    """A move or outcome as a sentence."""
    if by == CHANCE:
        return describe_outcome(state, move, language)
    kind, number = decode(move)
    if kind.endswith("take"):
        return describe_take(state, kind, number, language)
    words, facts = describe_other(state, by, kind, number)
    return say(language, words, facts)


def describe_take(state: State, kind: str, number: int, language: str) -> str:
    """Choice A, B or C with its tiles."""
    tiles = tile_words(taken_tiles(state, kind, number), language)
    cells = members(int(RUN_CELLS[number])) if kind == "run-take" else [number]
    if "solo" not in kind and kind != "all-take":
        tiles += f" ({' '.join(map(cell_name, cells))})"
    words = N_("takes {tiles}")
    if "card" in kind:
        words = N_("takes {tiles} and a card")
    if "order" in kind:
        words = N_("takes {tiles} and rearranges")
    return say(language, words, {"tiles": Verbatim(tiles)})


def taken_tiles(state: State, kind: str, number: int) -> list[int]:
    """How many tiles of each colour a take brings."""
    if kind == "all-take":
        return [int(n) for n in state.revealed]
    if kind.startswith("solo"):
        return [int(colour == number) for colour in range(COLOURS)]
    colours = grid_colours(int(state.grid))
    cells = members(int(RUN_CELLS[number])) if kind == "run-take" else [number]
    return [sum(colours[cell] == colour for cell in cells) for colour in range(COLOURS)]


def describe_other(state: State, seat: int, kind: str, number: int) -> tuple[str, dict[str, object]]:
    """The words and facts of any move but a take."""
    if kind == "put":
        return N_("puts the tiles into workshop {workshop}"), {"workshop": number + 1}
    if kind == "run":
        return N_("lets workshop {workshop} run first"), {"workshop": number + 1}
    if kind == "install":
        return describe_install(state, seat, number)
    if kind == "order":
        cards = " ".join(card_name(state, card) for card in ordered_slots(state, seat, number))
        return N_("has the cards in this order now: {cards}"), {"cards": Verbatim(cards)}
    if kind == "discard":
        workshop, tile = divmod(number, KINDS)
        facts: dict[str, object] = {"tile": COLOUR_WORDS[tile], "workshop": workshop + 1}
        return N_("gives up a tile of workshop {workshop}: {tile}"), facts
    if kind == "pick":
        return N_("picks mission {mission}"), {"mission": Verbatim(mission_name(state, number))}
    return describe_tile(state, kind, number)


def describe_install(state: State, seat: int, number: int) -> tuple[str, dict[str, object]]:
    """Which card goes where, and which one it replaces."""
    card, slot = divmod(number, SLOTS)
    facts: dict[str, object] = {"card": Verbatim(card_name(state, card)), "slot": slot + 1}
    old = int(state.slots[seat, slot])
    if old == NONE:
        return N_("installs card {card} in slot {slot}"), facts
    return N_("installs card {card} in slot {slot}; {old} goes under the deck"), facts | {
        "old": Verbatim(card_name(state, old))
    }


NO_TILE_WORDS = {
    "store": N_("lays no tile on the mission"),
    "deliver": N_("delivers no further tile"),
    "before": N_("declines the bonus tile"),
    "after": N_("declines the bonus tile"),
}
TILE_SENTENCES = {
    "store": N_("lays a tile on the mission: {tile}"),
    "deliver": N_("delivers {tile} from workshop {workshop}"),
    "before": N_("takes a bonus tile before the leftovers move: {tile}"),
    "after": N_("takes a bonus tile after the leftovers moved: {tile}"),
    "fragment": N_("fragments a tile: {tile}"),
    "keep": N_("lays the fragmented tile on the mission: {tile}"),
}


def describe_tile(state: State, kind: str, number: int) -> tuple[str, dict[str, object]]:
    """A move with one tile, or with none."""
    if number == COLOURS:
        return NO_TILE_WORDS[kind], {}
    return TILE_SENTENCES[kind], {"tile": COLOUR_WORDS[number], "workshop": int(state.running) + 1}


def describe_outcome(state: State, outcome: int, language: str) -> str:
    """What chance gave, as a sentence."""
    if outcome < FIRST_DEAL:
        return say(language, N_("{name} is the first player."), {"name": SeatName(outcome)})
    if outcome < FIRST_DRAW:
        seat, card = divmod(outcome - FIRST_DEAL, MOST_CARDS)
        facts = {"name": SeatName(seat), "card": Verbatim(card_name(state, card))}
        return say(language, N_("{name} is dealt the start card {card}."), facts)
    if outcome < FIRST_SHOW:
        facts = {"card": Verbatim(card_name(state, outcome - FIRST_DRAW))}
        return say(language, N_("Card {card} joins the display."), facts)
    if outcome < FIRST_REVEAL:
        names = ", ".join(mission_name(state, mission) for mission in members(outcome - FIRST_SHOW))
        return say(language, N_("These missions are shown: {missions}."), {"missions": Verbatim(names)})
    if outcome < FIRST_GRID:
        tiles = Verbatim(tile_words(REVEALS[outcome - FIRST_REVEAL], language))
        return say(language, N_("Four tiles are revealed: {tiles}."), {"tiles": tiles})
    tiles = Verbatim(", ".join(tile_word(colour, language) for colour in grid_colours(outcome - FIRST_GRID)))
    return say(language, N_("A new grid is laid: {tiles}."), {"tiles": tiles})
