"""Design cards and missions as paper on the table.

Ids: `card-ID` a design card wherever it lies, `space-ID-N` its N-th space, `mission-ID` a mission.
"""

from __future__ import annotations

from functools import lru_cache
from textwrap import wrap

from smalti.games.majolica.components import CARD_SPACES, COLOURS, EDITIONS
from smalti.games.majolica.editions import (
    COLOUR_WORDS,
    FRAGMENTED,
    LETTERS,
    OF_VALUE,
    PURPLES,
    TAKEN,
    TOGETHER,
    TOTAL,
    VALUES,
    Card,
    Mission,
)
from smalti.games.majolica.tables.paper import CARD, MISSION, SPACE, kinds_of, places
from smalti.kernel.reason import Verbatim
from smalti.kernel.scene import tag, text, use
from smalti.kernel.words import N_, say

Covered = tuple[int, ...]


def filled(card: Card, covered: Covered) -> list[str]:
    """What lies on each space: a letter, or nothing. Coloured spaces are filled first, then the blank ones."""
    left = dict(zip(LETTERS, covered, strict=True))
    lying = []
    for kind in kinds_of(card):
        letter = kind if kind in LETTERS else next((one for one in LETTERS if left[one] > 0), "")
        lying.append(letter if letter and left[letter] > 0 else "")
        if lying[-1]:
            left[letter] -= 1
    return lying


@lru_cache(1024)
def card(edition: int, number: int, covered: Covered, language: str) -> str:
    """A design card, its spaces free or covered, at the origin."""
    printed = EDITIONS[edition].cards[number]
    squares = []
    for n, (kind, tile, (x, y)) in enumerate(
        zip(kinds_of(printed), filled(printed, covered), places(sum(printed.spaces)), strict=True)
    ):
        symbol = f"tile-{tile}" if tile else f"space-{kind.replace('*', 'any')}"
        squares.append(use(symbol, x, y, SPACE, id=f"space-{printed.id}-{n}"))
    label = card_label(edition, number, covered, language)
    return tag("g", paper(printed), *squares, id=f"card-{printed.id}", aria_label=label)


def paper(printed: Card) -> str:
    """What a card has besides its spaces: sheet and seal, points, bonus symbol, and its number in the box."""
    points = text(24, 34, str(printed.points), class_="title seal", font_size=20, text_anchor="middle")
    extra = use("bonus", 12.5, 52, 23) if printed.bonus else ""
    name = text(24, 94, printed.id, class_="faint", font_size=9.5, text_anchor="middle")
    return use("sheet", 0, 0, *CARD) + points + extra + name


def card_label(edition: int, number: int, covered: Covered, language: str) -> str:
    """A card in words: its points, what is free, and the bonus."""
    printed = EDITIONS[edition].cards[number]
    free = [n - c for n, c in zip(printed.spaces, (*covered, 0), strict=True)]
    blanks = free[COLOURS] + sum(min(0, n) for n in free[:COLOURS])
    words = [f"{n} {say(language, COLOUR_WORDS[c])}" for c, n in enumerate(free[:COLOURS]) if n > 0]
    words += [f"{blanks} {say(language, N_('of any colour'))}"] if blanks > 0 else []
    facts = {"card": Verbatim(printed.id), "points": printed.points, "free": Verbatim(", ".join(words))}
    label = say(language, N_("design {card}, {points} points; free: {free}"), facts)
    return label + ("; " + say(language, N_("brings a bonus tile")) if printed.bonus else "")


def small_card(edition: int, number: int, x: float, y: float, name: str, language: str) -> str:
    """A finished design, small, with its points."""
    printed = EDITIONS[edition].cards[number]
    points = text(20, 22.5, str(printed.points), class_="title seal", font_size=16, text_anchor="middle")
    label = say(
        language,
        N_("finished design {card}, {points} points"),
        {"card": Verbatim(printed.id), "points": printed.points},
    )
    moved = f"translate({x:g} {y:g})"
    inner = tag("g", use("small-sheet", 0, 0, 40, 48), points, id=f"card-{printed.id}")
    return tag("g", inner, id=name, aria_label=label, transform=moved)


def free_space(edition: int, number: int, covered: Covered, colour: int) -> int | None:
    """The space that a delivered tile would cover: one of its colour, or else a blank one."""
    printed = EDITIONS[edition].cards[number]
    kinds, lying = kinds_of(printed), filled(printed, covered)
    for wanted in (LETTERS[colour], "*"):
        for n, (kind, tile) in enumerate(zip(kinds, lying, strict=True)):
            if kind == wanted and not tile:
                return n
    return None


def is_last_space(edition: int, number: int, covered: Covered) -> bool:
    """Whether one more tile finishes the card."""
    return sum(covered) == int(CARD_SPACES[edition, number].sum()) - 1


# Missions


def mission_words(mission: Mission, language: str) -> str:
    """What a mission asks for, in a sentence."""
    words = {
        TOTAL: N_("Finish {n} designs."),
        FRAGMENTED: N_("Collect fragmented tiles of {n} colours here."),
        OF_VALUE: N_("Finish {n} designs worth {values} points each."),
        TAKEN: N_("Whenever you take four tiles you may lay one here: collect {n} colours."),
        PURPLES: N_("Receive {n} purple tiles in the course of the game."),
        VALUES: N_("Finish designs worth {values} points, one of each."),
        TOGETHER: N_("Finish {n} designs or more in one turn."),
    }.get(mission.kind, N_("Be the first to finish {n} designs."))
    values = Verbatim(", ".join(map(str, mission.values)))
    return say(language, words, {"n": mission.n, "values": values})


@lru_cache(256)
def mission_card(edition: int, number: int, stored: int, state_words: str, language: str) -> str:
    """A mission at the origin: points, text, the tiles on it, whose it is and how far."""
    mission = EDITIONS[edition].missions[number]
    words = mission_words(mission, language)
    points = text(26, 35, str(mission.points), class_="title seal", font_size=20, text_anchor="middle")
    lines = [text(52, 22 + 15.5 * n, line, class_="print", font_size=12.5) for n, line in enumerate(wrap(words, 25))]
    tiles = [
        use(f"tile-{LETTERS[c]}", 12 + n * 22, 77, 20)
        for n, c in enumerate(c for c in range(COLOURS) if stored >> c & 1)
    ]
    owner = text(MISSION[0] - 12, 92, state_words, class_="faint", font_size=12, text_anchor="end")
    facts = {"mission": Verbatim(mission.id), "points": mission.points, "words": Verbatim(words)}
    label = say(language, N_("mission {mission}, {points} points: {words}"), facts)
    body = use("mission-sheet", 0, 0, *MISSION) + points + "".join(lines) + "".join(tiles) + owner
    return tag("g", body, id=f"mission-{mission.id}", aria_label=f"{label} {state_words}".strip())
