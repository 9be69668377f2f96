"""The pieces of Majolica in letters: tiles, cards with their spaces, workshops; all of them places to click."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from smalti.games.majolica.bench import covered_of
from smalti.games.majolica.card_art import filled
from smalti.games.majolica.components import EDITIONS, TILE_LETTERS
from smalti.games.majolica.names import card_name
from smalti.games.majolica.paths import BIN
from smalti.games.majolica.state import NONE, PUT, RUN, is_solo
from smalti.games.majolica.state import PLACE as PLACING
from smalti.games.majolica.table import LARGE_TILES_ALONE, TURN_TILES
from smalti.games.majolica.tables.paper import kinds_of
from smalti.games.majolica.workshops import has_pattern, held, ready
from smalti.kernel.board import PLACE
from smalti.kernel.sets import bit, count
from smalti.kernel.state import State
from smalti.kernel.words import N_, say

TILE_STYLES = {"R": "#e5746a", "G": "#7fc08a", "B": "#7fb2e5", "Y": "#e8c55a", "P": "#c08fe0"}
FREE, COVERED = "○", "●"
WIDEST = 10
"""From so many tiles on a workshop is written with numbers."""


@dataclass(frozen=True)
class Pen:
    """What every part of the drawing needs."""

    state: State
    language: str
    aimed: frozenset[str]
    """The places that the aimed move touches."""

    def style(self, letter: str) -> Style:
        """The colour of a tile."""
        return Style(color=TILE_STYLES.get(letter), bold=letter in TILE_STYLES)

    def write(self, words: str, place: str, style: Style) -> Text:
        """Words at a place, reversed where the aim is."""
        return Text(words, style=style + Style(reverse=place in self.aimed, meta={PLACE: place}))

    def tile(self, letter: str, *places: str) -> Text:
        """A tile, three letters wide, in brackets where the aim is; a click means the first place."""
        found = next((place for place in places if place in self.aimed), places[0])
        words = f"[{letter}]" if found in self.aimed else f" {letter} "
        meta = Style(reverse=found in self.aimed, meta={PLACE: places[0]})
        return Text(words, style=self.style(letter) + meta)

    def tiles(self, letters: Iterable[str]) -> Text:
        """Tiles one after the other."""
        text = Text()
        for letter in letters:
            text.append(letter, style=self.style(letter))
        return text


def pad(text: Text, width: int) -> Text:
    """The text and blanks up to a width."""
    return text.copy().append(" " * max(0, width - cell_len(text.plain)))


def turn_of(state: State, language: str) -> str:
    """Which round it is, and alone which turn."""
    now = max(1, int(state.round_number))
    if not is_solo(state):
        up = say(language, N_("{n} tiles face up"), {"n": count(int(state.face_up))})
        return say(language, N_("Round {round}"), {"round": now}) + f" · {up}"
    rounds = EDITIONS[int(state.edition)].solo_rounds
    turn = max(1, (LARGE_TILES_ALONE - sum(int(n) for n in state.face_down)) // TURN_TILES)
    facts = {"turn": turn, "all": LARGE_TILES_ALONE // TURN_TILES}
    words = say(language, N_("Round {round} of {all}"), {"round": now, "all": rounds})
    return f"{words} · {say(language, N_('turn {turn} of {all}'), facts)}"


# Cards


def card_words(state: State, card: int) -> Text:
    """The name of a card, its points, and a plus for the bonus tile."""
    printed = EDITIONS[int(state.edition)].cards[card]
    return Text(f"{printed.id} {printed.points}{'+' if printed.bonus else ''}")


def spaces(pen: Pen, card: int) -> Text:
    """The spaces of a card as letters, an asterisk for a blank one."""
    return pen.tiles(kinds_of(EDITIONS[int(pen.state.edition)].cards[card]))


def draw_card(pen: Pen, seat: int, slot: int) -> list[Text]:
    """A slot: the card, its spaces, and below each whether it is covered."""
    card, place = int(pen.state.slots[seat, slot]), f"slot-{seat}-{slot + 1}"
    mark = "▸" if place in pen.aimed else ""
    if card == NONE:
        return [pen.write(mark + say(pen.language, N_("free")), place, Style(dim=True)), Text(), Text()]
    printed = EDITIONS[int(pen.state.edition)].cards[card]
    lying = "".join(COVERED if one else FREE for one in filled(printed, covered_of(pen.state, seat, slot)))
    under = Text()
    for n, one in enumerate(lying):
        name = f"space-{card_name(pen.state, card)}-{n}"
        under.append_text(pen.write("▴" if name in pen.aimed else one, name, Style()))
    return [pen.write(mark + card_words(pen.state, card).plain, place, Style(bold=True)), spaces(pen, card), under]


# Workshops


def draw_kiln(pen: Pen, seat: int, workshop: int) -> list[Text]:
    """A workshop: its number and pattern, what lies in it, and whether it is ready."""
    state, place = pen.state, f"kiln-{seat}-{workshop + 1}"
    plan = EDITIONS[int(state.edition)].workshops[workshop]
    pattern = ":".join(map(str, plan.pattern))
    mark = "▸" if place in pen.aimed else ""
    head = pen.write(f"{mark}{workshop + 1}) {pattern}", place, Style(bold=True))
    whole = int(state.phase) in (PLACING, PUT, RUN) and BIN not in pen.aimed
    inside, counts = Text(), state.tiles[seat, workshop].tolist()
    for letter, most in zip(TILE_LETTERS, counts, strict=True):
        names = [f"tile-{seat}-{workshop + 1}-{letter}-{n}" for n in range(most)]
        if sum(counts) >= WIDEST and most:  # too many for the column: told as numbers
            inside.append(str(most))
            names = names[:1]
        for name in names:
            style = pen.style(letter) + Style(reverse=name in pen.aimed, underline=name in pen.aimed)
            inside.append(letter, style=style + Style(meta={PLACE: place if whole else name}))
    free = max(0, plan.capacity - held(state, seat, workshop))
    inside.append("·" * free, style=Style(dim=True, meta={PLACE: place}))
    return [head, inside, Text(kiln_words(state, seat, workshop, pen.language), style="italic")]


def kiln_words(state: State, seat: int, workshop: int, language: str) -> str:
    """Rules 5.2 and 6.2 to 6.4: a word on a workshop that is not just waiting for tiles."""
    acts = seat == int(state.seat) and int(state.phase) >= PUT
    if acts and int(state.running) == workshop:
        return say(language, N_("runs"))
    over = held(state, seat, workshop) - EDITIONS[int(state.edition)].workshops[workshop].capacity
    if over > 0:
        return say(language, N_("{n} too many"), {"n": over})
    if acts and ready(state, seat) & bit(workshop):
        return say(language, N_("ready"))
    return say(language, N_("blocked")) if has_pattern(state, seat, workshop) else ""
