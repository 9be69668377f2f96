"""What is chosen by words: buttons, the supply for a bonus tile, and arrangements of the own cards.

Ids: `with-card`, `with-order`, `bin`, `store-none`, `no-further`, `decline`, `order-N`, `before-LETTER`,
`after-LETTER`, and `card-ID` for a start card that is to be installed.
"""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap

from smalti.games.majolica.bench import covered_of, tile_word
from smalti.games.majolica.card_art import card, filled
from smalti.games.majolica.components import COLOURS, EDITIONS, ORDERS
from smalti.games.majolica.editions import LETTERS, SLOTS
from smalti.games.majolica.moves import decode
from smalti.games.majolica.names import card_name, ordered_slots
from smalti.games.majolica.paths import BIN, WITH_CARD, WITH_ORDER
from smalti.games.majolica.state import EXCESS, NONE, START_CARD
from smalti.games.majolica.tables.paper import CARD, kinds_of
from smalti.kernel.scene import tag, text, use
from smalti.kernel.state import State
from smalti.kernel.words import N_, say

WIDTH = 470
BUTTON = (230, 52)
ORDER = (150, 58)

Drawn = tuple[str, float]
"""A part of the panel and its height."""


def actions(state: State, seat: int, moves: list[int], language: str) -> Drawn:
    """The panel and its height: whatever there is to choose by words; nothing if all is clicked elsewhere."""
    kinds: dict[str, list[int]] = {}
    for move in moves:
        kind, number = decode(move)
        kinds.setdefault(kind, []).append(number)
    parts: list[Drawn] = []
    if "install" in kinds and int(state.phase) == START_CARD:
        parts.append((card(int(state.edition), int(state.dealt[seat]), (0,) * COLOURS, language), CARD[1] + 8))
    if "order" in kinds:
        parts.append(orders(state, seat, kinds["order"], language))
    for word, title in (("before", N_("Bonus tile, before the leftovers move")), ("after", N_("Bonus tile"))):
        tiles = [n for n in kinds.get(word, []) if n < COLOURS]
        if tiles:
            words = N_("Bonus tile, after the leftovers have moved") if word == "after" and "before" in kinds else title
            parts.append(supply(word, tiles, say(language, words), language))
    named = list(buttons(state, kinds, language))
    if named:
        parts.append(button_rows(named))
    body, y = "", 0.0
    for drawn, height in parts:
        body += tag("g", drawn, transform=f"translate(0 {y:g})")
        y += height
    return body, y


def buttons(state: State, kinds: dict[str, list[int]], language: str) -> Iterable[tuple[str, str, str]]:
    """(id, icon, words) of every button that is part of a legal move."""
    if "card-take" in kinds or "solo-card-take" in kinds:
        yield WITH_CARD, "card-icon", say(language, N_("One tile and a design"))
    if "order-take" in kinds or "solo-order-take" in kinds:
        yield WITH_ORDER, "swap-icon", say(language, N_("One tile, and move my designs"))
    if COLOURS in kinds.get("deliver", []):
        yield "no-further", "tick-icon", say(language, N_("No further tile"))
    if COLOURS in kinds.get("store", []):
        yield "store-none", "tick-icon", say(language, N_("Keep all four for the workshop"))
    if COLOURS in kinds.get("before", []) + kinds.get("after", []):
        yield "decline", "tick-icon", say(language, N_("No bonus tile"))
    if "keep" in kinds:
        yield BIN, "bin-icon", say(language, N_("To the supply, not the mission"))
    elif "discard" in kinds and int(state.phase) != EXCESS:
        yield BIN, "bin-icon", say(language, N_("Give up a tile …"))


def button_rows(named: list[tuple[str, str, str]]) -> Drawn:
    """Buttons in two columns."""
    drawn = []
    for n, (name, icon, words) in enumerate(named):
        moved = f"translate({n % 2 * (BUTTON[0] + 10)} {n // 2 * (BUTTON[1] + 10)})"
        drawn.append(tag("g", button(icon, words), id=name, aria_label=words, transform=moved))
    return "".join(drawn), -(-len(named) // 2) * (BUTTON[1] + 10)


def button(icon: str, words: str) -> str:
    """A button with an icon and at most two lines of words."""
    width, height = BUTTON
    box = tag("rect", class_="button", x=1, y=1, width=width - 2, height=height - 2, rx=10)
    lines = wrap(words, 20)
    top = height / 2 + 5.5 - 9 * (len(lines) - 1)
    spoken = [text(50, top + 18 * n, line, font_size=15) for n, line in enumerate(lines)]
    return box + use(icon, 14, height / 2 - 13, 26) + "".join(spoken)


def supply(word: str, tiles: list[int], title: str, language: str) -> Drawn:
    """A tile of each colour to take as the bonus."""
    head = text(2, 16, title, class_="soft", font_size=15)
    drawn = [
        use(
            f"tile-{LETTERS[c]}",
            2 + n * 62,
            26,
            52,
            id=f"{word}-{LETTERS[c]}",
            aria_label=tile_word(LETTERS[c], language),
        )
        for n, c in enumerate(tiles)
    ]
    return head + "".join(drawn), 92


def orders(state: State, seat: int, numbers: list[int], language: str) -> Drawn:
    """Every arrangement of the own cards as a small picture of the three slots; the present one first."""
    drawn, now = [], say(language, N_("as they are"))
    for n, order in enumerate(numbers):
        moved = f"translate({n % 3 * (ORDER[0] + 10)} {n // 3 * (ORDER[1] + 10)})"
        names = ", ".join(card_name(state, one) for one in ordered_slots(state, seat, order))
        spoken = now if order == 0 else names
        tick = use("tick-icon", ORDER[0] - 24, -4, 22) if order == 0 else ""
        picture = arrangement(state, seat, order)
        drawn.append(tag("g", picture, tick, id=f"order-{order}", aria_label=spoken, transform=moved))
    return "".join(drawn), -(-len(numbers) // 3) * (ORDER[1] + 10) + 6


def arrangement(state: State, seat: int, order: int) -> str:
    """Three small slots with the cards that would lie in them."""
    drawn = [tag("rect", class_="button", x=1, y=1, width=ORDER[0] - 2, height=ORDER[1] - 2, rx=9)]
    for slot in range(SLOTS):
        x, source = 7 + slot * 46, int(ORDERS[order, slot])
        number = int(state.slots[seat, source])
        if number == NONE:
            drawn.append(tag("rect", class_="empty", x=x + 1, y=9, width=42, height=40, rx=5))
            continue
        printed = EDITIONS[int(state.edition)].cards[number]
        drawn.append(tag("rect", class_="paper", x=x, y=8, width=44, height=42, rx=5))
        drawn.append(text(x + 22, 23, str(printed.points), class_="title print", font_size=14, text_anchor="middle"))
        lying = zip(kinds_of(printed), filled(printed, covered_of(state, seat, source)), strict=True)
        for n, (kind, tile) in enumerate(lying):
            symbol = f"tile-{tile}" if tile else f"space-{kind.replace('*', 'any')}"
            drawn.append(use(symbol, x + 4 + n % 3 * 12.5, 26 + n // 3 * 12, 11.5))
    return "".join(drawn)
