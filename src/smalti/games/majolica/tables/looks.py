"""How the pieces look and what they are called."""

from __future__ import annotations

from functools import partial
from typing import Literal

from smalti.games.majolica import editions
from smalti.games.majolica.components import EDITIONS, PURPLE, SIDE, TILE_LETTERS
from smalti.games.majolica.editions import Card, Mission
from smalti.games.majolica.rows import looks as k
from smalti.games.majolica.rows import places as p
from smalti.games.majolica.tables.boxes import BIG, BUTTON, HAND_LABEL, HAND_STEP, ORDER
from smalti.games.majolica.tables.paper import CARD, MISSION, SPACE, kinds_of
from smalti.games.majolica.tables.paper import places as spaces_on_card
from smalti.games.majolica.tables.room import COLUMN, KILN_H, LARGEST_TILE
from smalti.kernel.stage import Look, Sentence
from smalti.kernel.words import N_

Looks = dict[int, Look]
Part = tuple[str, float, float, float, float]
Anchor = Literal["start", "middle", "end"]
TIMES = "\N{MULTIPLICATION SIGN}"
HEADING = 36
"""The height of places for headings."""


def part(symbol: str, box: tuple[float, float], x: float, y: float, width: float, height: float = 0) -> Part:
    """A symbol at a place of a box, in parts of it."""
    wide, high = box
    numbers = (x / wide, y / high, width / wide, (height or width) / high)
    a, b, c, d = (round(number, 4) for number in numbers)
    return symbol, a, b, c, d


def looks(seats: int, edition: int, has_missions: bool) -> Looks:
    """All looks of a game for so many seats."""
    found = tile_looks() | grid_looks(seats) | hall_looks() | bench_looks() | kiln_looks(edition) | button_looks()
    return found | card_looks(edition) | (mission_looks(edition) if has_missions else {})


def heading(words: Sentence, size: float, css: str, anchor: Anchor = "start") -> Look:
    """A line of words that begins or ends at the edge of its place."""
    at = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor], 26 / HEADING
    return Look(text=words, css=css, anchor=anchor, size=round(size / HEADING, 4), at=at)


# Tiles


def tile_looks() -> Looks:
    """Small and large tiles, and their backs."""
    found = {
        k.TILE + n: Look(f"tile-{letter}", name=editions.COLOUR_WORDS[n], layer=1, largest=LARGEST_TILE)
        for n, letter in enumerate(TILE_LETTERS)
    }
    for n, letter in enumerate(editions.LETTERS):
        parts = part("large-drop", (BIG, BIG), 0, 0, BIG, BIG + 4), (f"tile-{letter}", 0, 0, 1, 1)
        found[k.LARGE + n] = Look(parts=parts, name=editions.COLOUR_WORDS[n])
        found[k.MINI_TILE + n] = Look(f"tile-{letter}", click=False, layer=2)
    found[k.LARGE_BACK] = Look("large-back", name=N_("face down"))
    found[k.SMALL_BACK] = Look("tile-back", name=N_("face down"))
    return found


def grid_looks(seats: int) -> Looks:
    """What stands around the large tiles."""
    found = {}
    for n in range(SIDE * SIDE):
        found[k.BORDER_LINE + n] = Look(f"border-{n // SIDE + 1}-{n % SIDE + 1}", click=False, layer=1)
    for n in range(SIDE):
        name = N_("run of {number:number}")
        found[k.GRIP + n] = Look(f"grip-flat-{n + 1}", name=name, layer=2)
        found[k.GRIP + SIDE + n] = Look(f"grip-tall-{n + 1}", name=name, layer=2)
    found[k.ALL_GRIP] = Look(
        "grip-all", text=N_("all four"), css="grip-number", size=14 / 22, at=(0.5, 16 / 22), layer=2
    )
    round_text = N_("Round {number:number} of {turn:rounds}") if seats == 1 else N_("Round {number:number}")
    aside: Sentence = N_("turn {number:number} of 4")
    if seats > 1:
        aside = {"one": N_("{number:number} tile face up"), "other": N_("{number:number} tiles face up")}
    found[k.ROUND_TEXT] = heading(round_text, 22, "title")
    found[k.FACE_UP_TEXT] = heading(aside, 15, "soft", "end")
    found[k.DECK_TEXT] = heading(N_("{number:number} in the deck"), 15, "soft", "end")
    return found


# City Hall and benches


def hall_looks() -> Looks:
    """Tokens, and what the City Hall gives next."""
    times = TIMES + "{number:number}"
    gives = partial(Look, text=times, css="on-wood", anchor="start", size=17 / 111, at=(85 / 144, 77 / 111))
    sign = part("tile-P", (144, 111), 42, 52, 36), part("one", (144, 111), 40, 52, 38)
    return {
        k.COIN: Look("one", name=N_("one-point token"), layer=1),
        k.HALL_TEXT: heading(N_("City Hall"), 22, "title"),
        k.GIVEN_OUT_TEXT: heading(N_("Everything has been given out."), 15, "soft"),
        k.PURPLE_SIGN: gives(parts=sign[:1], name=editions.COLOUR_WORDS[PURPLE]),
        k.COIN_SIGN: gives(parts=sign[1:], name=N_("one-point tokens")),
    }


def bench_looks() -> Looks:
    """What stands on a bench besides kilns and cards."""
    tokens = partial(Look, text=TIMES + "{number:number}", anchor="start", size=16 / 30, at=(33 / 30, 21 / 30))
    found = {
        k.LIT: Look("lit", click=False, layer=3),
        k.NAME_TEXT: Look(
            text="{number:seat}", own=N_("You"), css="title", anchor="start", size=23 / HEADING, at=(0, 25 / HEADING),
            most=14,
        ),
        k.BRUSH: Look("brush"),
        k.CLIP: Look("clip", click=False, layer=2),
        k.COINS: tokens("one", name=N_("one-point tokens")),
        k.BLOOM_COIN: Look("bloom", name=N_("Bloom token")),
        k.BLOOM_COINS: tokens("bloom", name=N_("Bloom tokens")),
        k.POINTS_TEXT: Look(
            text="{number:number}", name=N_("points"), css="title gold", anchor="end", size=30 / HEADING,
            at=(1, 27 / HEADING),
        ),
        k.FINISHED_TEXT: heading(N_("Finished"), 16, "soft"),
        k.FREE_SLOT: Look(
            "free-slot", text=N_("free slot"), css="soft", size=round(14 / CARD[1], 4), at=(0.5, round(58 / CARD[1], 4))
        ),
    }  # fmt: skip
    for n in range(p.MOST_IN_HAND):
        at = round(76 / ((n + 1) * HAND_STEP + HAND_LABEL), 4), 26 / 42
        found[k.HAND_BOX + n] = Look(f"hand-{n + 1}", text=N_("In hand"), anchor="end", size=16 / 42, at=at)
    return found


def kiln_looks(edition: int) -> Looks:
    """The three states of each workshop; the cold kiln itself is part of the room."""
    found, box = {}, (COLUMN, KILN_H)
    for n in range(editions.WORKSHOPS):
        face = part(f"face-{edition}-{n}", box, 0, 0, *box)
        fire = part("kiln-fire", box, 0, 0, *box), face, part("flame", box, 104, 8, 30)
        waits = (part("wait", box, 104, 8, 30),)
        found[k.COLD + n] = Look(name=N_("it waits for {number:pattern}"))
        found[k.HOT + n] = Look(parts=fire, name=N_("it burns"))
        found[k.WAITS + n] = Look(parts=waits, name=N_("it has {number:pattern} and waits for a fitting card"))
    return found


# Cards


def card_looks(edition: int) -> Looks:
    """Every design card, large, finished, and small in the picture of an arrangement."""
    found = {k.MINI_FREE: Look("mini-free", click=False, layer=1)}
    for n, card in enumerate(EDITIONS[edition].cards):
        name = DESIGN_WITH_BONUS if card.bonus else DESIGN
        found[k.CARD + n] = Look(
            parts=card_parts(card), text="{number:card}", name=name, css="faint", size=round(9.5 / CARD[1], 4),
            at=(round(24 / CARD[0], 4), round(94 / CARD[1], 4)),
        )  # fmt: skip
        small = ("small-sheet", 0.0, 0.0, 1.0, 1.0), part(f"points-{card.points}", (40, 48), 8, 4, 24)
        found[k.SMALL_CARD + n] = Look(parts=small, name=N_("finished design {number:card}, {number:points} points"))
        found[k.MINI_CARD + n] = Look(parts=mini_parts(card), name=N_("design {number:card}"), click=False, layer=1)
    return found


DESIGN = N_("design of {number:points} points: {number:spaces}")
DESIGN_WITH_BONUS = N_("design of {number:points} points that brings a bonus tile: {number:spaces}")


def space_symbols(card: Card) -> list[str]:
    """The spaces of a card in the order they are drawn."""
    return [f"space-{kind.replace('*', 'any')}" for kind in kinds_of(card)]


def card_parts(card: Card) -> tuple[Part, ...]:
    """Sheet, points, bonus symbol and spaces."""
    parts = [("sheet", 0.0, 0.0, 1.0, 1.0), part(f"points-{card.points}", CARD, 9, 12, 30)]
    parts += [part("bonus", CARD, 12.5, 52, 23)] if card.bonus else []
    corners = spaces_on_card(sum(card.spaces))
    return (*parts, *(part(one, CARD, x, y, SPACE) for one, (x, y) in zip(space_symbols(card), corners, strict=True)))


def mini_parts(card: Card) -> tuple[Part, ...]:
    """A card in the picture of an arrangement."""
    box = 44.0, 42.0
    spaces = [part(one, box, 4 + n % 3 * 12.5, 18 + n // 3 * 12, 11.5) for n, one in enumerate(space_symbols(card))]
    return ("mini-sheet", 0.0, 0.0, 1.0, 1.0), part(f"print-{card.points}", box, 11.5, -0.5, 21), *spaces


# Missions


MISSION_TEXTS = {
    editions.TOTAL: N_("Finish {number:goal} designs."),
    editions.FRAGMENTED: N_("Collect fragmented tiles of {number:goal} colours here."),
    editions.OF_VALUE: N_("Finish {number:goal} designs worth {number:values} points each."),
    editions.TAKEN: N_("Whenever you take four tiles you may lay one here: collect {number:goal} colours."),
    editions.PURPLES: N_("Receive {number:goal} purple tiles in the course of the game."),
    editions.VALUES: N_("Finish designs worth {number:values} points, one of each."),
    editions.TOGETHER: N_("Finish {number:goal} designs or more in one turn."),
}
FIRST_TEXT = N_("Be the first to finish {number:goal} designs.")


def mission_looks(edition: int) -> Looks:
    """The missions, whose they are, and how far."""
    found = {k.OWNER_TEXT: Look(
        text="{number:seat} ·", own=N_("You ·"), css="faint", anchor="end", size=12 / 20, at=(1, 14 / 20), layer=1
    )}  # fmt: skip
    for n, mission in enumerate(EDITIONS[edition].missions):
        found[k.MISSION_SHEET + n] = mission_look(mission)
        goal = "{number:number}/" + str(mission.n)
        found[k.PROGRESS_TEXT + n] = Look(text=goal, css="faint", anchor="end", size=12 / 20, at=(1, 14 / 20), layer=1)
    return found


def mission_look(mission: Mission) -> Look:
    """A mission with its points and what it asks for."""
    parts = ("mission-sheet", 0.0, 0.0, 1.0, 1.0), part(f"points-{mission.points}", MISSION, 11, 13, 30)
    return Look(
        parts=parts, text=MISSION_TEXTS.get(mission.kind, FIRST_TEXT),
        name=N_("mission {number:mission}, {number:reward} points"), css="print", anchor="start",
        size=round(12.5 / MISSION[1], 4), at=(round(52 / MISSION[0], 4), round(40 / MISSION[1], 4)), wrap=25,
    )  # fmt: skip


# What is only there to be clicked

THEN = {
    k.WITH_CARD_BUTTON: N_("Which tile do you take?"),
    k.WITH_ORDER_BUTTON: N_("Which tile do you take?"),
    k.BIN_BUTTON: N_("Which tile do you give up?"),
}


def button_looks() -> Looks:
    """Buttons with an icon, arrangements, and titles of what may be taken."""
    words = {
        k.WITH_CARD_BUTTON: ("card-icon", N_("One tile and a design")),
        k.WITH_ORDER_BUTTON: ("swap-icon", N_("One tile, and move my designs")),
        k.NO_FURTHER_BUTTON: ("tick-icon", N_("No further tile")),
        k.STORE_NONE_BUTTON: ("tick-icon", N_("Keep all four for the workshop")),
        k.DECLINE_BUTTON: ("tick-icon", N_("No bonus tile")),
        k.BIN_BUTTON: ("bin-icon", N_("Give up a tile …")),
        k.SUPPLY_BUTTON: ("bin-icon", N_("To the supply, not the mission")),
    }
    width, height = BUTTON
    found = {}
    for number, (icon, text) in words.items():
        parts = ("button-box", 0.0, 0.0, 1.0, 1.0), part(icon, BUTTON, 14, height / 2 - 13, 26)
        at = round(50 / width, 4), round((height / 2 + 5) / height, 4)
        size, then = round(15 / height, 4), THEN.get(number, "")
        found[number] = Look(parts=parts, text=text, then=then, anchor="start", size=size, at=at, wrap=20)
    titles = {
        k.BEFORE_TEXT: N_("Bonus tile, before the leftovers move"),
        k.AFTER_TEXT: N_("Bonus tile, after the leftovers have moved"),
        k.BONUS_TEXT: N_("Bonus tile"),
    }
    found |= {n: Look(text=t, css="soft", anchor="start", size=13 / 24, at=(0.01, 0.7)) for n, t in titles.items()}
    found[k.ORDER_BOX] = Look("order-box", name=N_("another arrangement"))
    found[k.SAME_ORDER_BOX] = Look("order-box", name=N_("as they are"))
    found[k.TICK] = Look(parts=(part("tick-icon", ORDER, 126, -4, 22),), click=False, layer=3)
    return found
