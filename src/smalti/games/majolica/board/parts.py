"""The pieces of Majolica in letters: tiles, cards with their spaces, workshops; all of them places to click."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from smalti.games.majolica.components import CARD_SIZE, EDITIONS, TILE_LETTERS
from smalti.games.majolica.phases import PLACE as PLACING
from smalti.games.majolica.phases import PUT, RUN
from smalti.games.majolica.rows import looks
from smalti.games.majolica.rows.identity import cover_load, load
from smalti.games.majolica.rows.pieces import aside
from smalti.games.majolica.rows.places import BIN, kiln_at, slot_at, space_at
from smalti.games.majolica.rows.shelves import tile_at
from smalti.games.majolica.rows.spaces import is_covered
from smalti.games.majolica.state import NONE
from smalti.games.majolica.tables.paper import kinds_of
from smalti.games.majolica.workshops import has_pattern, held, ready
from smalti.kernel.board import PLACE
from smalti.kernel.rows import NOWHERE, Piece
from smalti.kernel.sets import bit
from smalti.kernel.state import State
from smalti.kernel.telling import Telling
from smalti.kernel.words import N_, say

TILE_STYLES = {"R": "#e5746a", "G": "#7fc08a", "B": "#7fb2e5", "Y": "#e8c55a", "P": "#c08fe0"}
FREE, COVERED = "○", "●"
WIDEST = 10
"""From so many tiles on a workshop is written with numbers."""


@dataclass(frozen=True)
class Pen:
    """What every part of the drawing needs."""

    state: State
    words: Telling
    language: str
    aimed: frozenset[int]
    """The places that the aimed move touches."""

    def style(self, letter: str) -> Style:
        """The colour of a tile."""
        return Style(color=TILE_STYLES.get(letter), bold=letter in TILE_STYLES)

    def says(self, look: int, number: int) -> str:
        """What stands on a piece that looks so."""
        return self.words.written(Piece(NOWHERE, NOWHERE, look, 0, number))

    def write(self, words: str, place: int, style: Style) -> Text:
        """Words at a place, reversed where the aim is."""
        return Text(words, style=style + Style(reverse=place in self.aimed, meta={PLACE: str(place)}))

    def letter(self, kind: str) -> str:
        """A tile's letter as in the picture; of two (V is vert in French, Vi violet) the one that tells it apart."""
        return say(self.language, kind)[-1].upper() if kind in TILE_LETTERS else kind

    def tile(self, letter: str, *places: int) -> Text:
        """A tile, three letters wide, in brackets where the aim is; a click means the first place."""
        found = next((place for place in places if place in self.aimed), places[0])
        shown = self.letter(letter)
        words = f"[{shown}]" if found in self.aimed else f" {shown} "
        meta = Style(reverse=found in self.aimed, meta={PLACE: str(places[0])})
        return Text(words, style=self.style(letter) + meta)

    def tiles(self, letters: Iterable[str]) -> Text:
        """Tiles one after the other."""
        text = Text()
        for letter in letters:
            text.append(self.letter(letter), style=self.style(letter))
        return text


def pad(text: Text, width: int) -> Text:
    """The text and blanks up to a width."""
    return text.copy().append(" " * max(0, width - cell_len(text.plain)))


def turn_of(pen: Pen) -> str:
    """Which round it is, and alone which turn."""
    now = pen.says(looks.ROUND_TEXT, max(1, int(pen.state.round_number)))
    return f"{now} · {pen.says(looks.FACE_UP_TEXT, aside(pen.state))}"


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
    card, place = int(pen.state.slots[seat, slot]), slot_at(seat, slot)
    mark = "▸" if place in pen.aimed else ""
    if card == NONE:
        return [pen.write(mark + say(pen.language, N_("free")), place, Style(dim=True)), Text(), Text()]
    edition, tiles, under = int(pen.state.edition), cover_load(pen.state, seat, slot), Text()
    size = int(CARD_SIZE[edition, card])
    for n in range(size):
        space, sign = space_at(seat, slot, size, n), COVERED if is_covered(edition, card, tiles, n) else FREE
        under.append_text(pen.write("▴" if space in pen.aimed else sign, space, Style()))
    return [pen.write(mark + card_words(pen.state, card).plain, place, Style(bold=True)), spaces(pen, card), under]


# Workshops


def draw_kiln(pen: Pen, seat: int, workshop: int) -> list[Text]:
    """A workshop: its number and pattern, what lies in it, and whether it is ready."""
    state, place = pen.state, kiln_at(seat, workshop)
    plan = EDITIONS[int(state.edition)].workshops[workshop]
    pattern = ":".join(map(str, plan.pattern))
    mark = "▸" if place in pen.aimed else ""
    head = pen.write(f"{mark}{workshop + 1}) {pattern}", place, Style(bold=True))
    whole = int(state.phase) in (PLACING, PUT, RUN) and BIN not in pen.aimed
    inside, counts, tiles = Text(), state.tiles[seat, workshop].tolist(), load(state, seat, workshop)
    for kind, most in enumerate(counts):
        shown = [tile_at(int(state.edition), seat, workshop, tiles, kind, n) for n in range(most)]
        if sum(counts) >= WIDEST and most:  # too many for the column: told as numbers
            inside.append(str(most))
            shown = shown[:1]
        for tile in shown:
            aim = Style(reverse=tile in pen.aimed, underline=tile in pen.aimed)
            meta = Style(meta={PLACE: str(place if whole else tile)})
            inside.append(pen.letter(TILE_LETTERS[kind]), style=pen.style(TILE_LETTERS[kind]) + aim + meta)
    free = max(0, plan.capacity - held(state, seat, workshop))
    inside.append("·" * free, style=Style(dim=True, meta={PLACE: str(place)}))
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
