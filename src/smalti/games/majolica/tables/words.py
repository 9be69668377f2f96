"""What is said of every kind of row: moves and what follows from them, questions, refusals, and lines of a score."""

from __future__ import annotations

from collections.abc import Iterable

from smalti.games.majolica.components import CARD_IDS, COLOURS, EDITIONS, MISSION_IDS, REVEALS
from smalti.games.majolica.editions import COLOUR_WORDS, WORKSHOPS, Card
from smalti.games.majolica.rows import kinds
from smalti.games.majolica.tables.refusals import REFUSALS
from smalti.kernel.stage import Effect, Kind, Sentence, numbered
from smalti.kernel.words import N_

HEADS: dict[str, Sentence] = {
    "BEGINS": N_("is the first player"),
    "IS_DEALT": N_("is dealt the start card {of:card}"),
    "JOINS": N_("Card {of:card} joins the display."),
    "MISSIONS_SHOWN": N_("These missions are shown: {SHOWN...}."),
    "REVEALS_FOUR": N_("Four tiles are revealed: {TURNS_UP...}."),
    "LAYS_GRID": N_("A new grid is laid: {LAID...}."),
    "TAKES": N_("takes {RECEIVES LIFTS...}"),
    "TAKES_WITH_CARD": N_("takes {RECEIVES LIFTS...} and a card"),
    "TAKES_WITH_ORDER": N_("takes {RECEIVES LIFTS...} and rearranges"),
    "STORES": N_("lays a tile on the mission: {look:look}"),
    "STORES_NONE": N_("lays no tile on the mission"),
    "PUTS": N_("puts the tiles into workshop {amount:number}"),
    "PUTS_BONUS": N_("puts the bonus tile into workshop {amount:number}"),
    "INSTALLS": N_("installs card {of:card} in slot {amount:number}"),
    "REPLACES": N_("installs card {of:card} in slot {amount:number}; {look:card} goes under the deck"),
    "REARRANGES": N_("has the cards in this order now: {amount:card}, {of:card}, {look:card}"),
    "GIVES_UP": N_("gives up a tile of workshop {amount:number}: {look:look}"),
    "STARTS": N_("lets workshop {amount:number} run first"),
    "DELIVERS": N_("delivers {look:look} from workshop {amount:number}"),
    "NO_MORE": N_("delivers no further tile"),
    "FRAGMENTS": N_("fragments a tile: {look:look}"),
    "KEEPS": N_("lays the fragmented tile on the mission: {look:look}"),
    "TAKES_BEFORE": N_("takes a bonus tile before the leftovers move: {look:look}"),
    "TAKES_AFTER": N_("takes a bonus tile after the leftovers moved: {look:look}"),
    "DECLINES": N_("declines the bonus tile"),
    "PICKS": N_("picks mission {of:mission}"),
    "RUNS": N_("runs workshop {of:number}"),
    "RUNS_FOR_MORE": N_("runs workshop {of:number} and delivers up to {amount:number}"),
    "FINISHES": {
        "one": N_("finishes design {of:card}, worth {amount:number} point"),
        "other": N_("finishes design {of:card}, worth {amount:number} points"),
    },
    "EARNS_PURPLE": N_("receives a purple tile from the City Hall"),
    "EARNS_ONE": N_("receives a one-point token from the City Hall"),
    "EARNS_NOTHING": N_("receives nothing more from the City Hall"),
    "RIDES": N_("sends the leftovers to workshop {amount:number}: {ARRIVES COMES_ALONG LEAVES_GAME...}"),
    "BLOOMS": N_("receives a Bloom token: all workshops ran"),
    "ROUND_ENDS": N_("Round {amount:number} is over."),
    "ENDS": N_("The game is over."),
    "WINS": {"one": N_("wins with {amount:number} point"), "other": N_("wins with {amount:number} points")},
}
TILE = "{look:look}"
ACTS: dict[str, tuple[Effect, Sentence]] = {
    "SHIFTS": ("moves", ""),
    "APPEARS": ("makes", ""),
    "VANISHES": ("takes", ""),
    "COUNTS": ("counts", ""),
    "RECEIVES": ("makes", "{look:look} ({source:place})"),
    "LIFTS": ("moves", TILE),
    "TURNS_UP": ("moves", TILE),
    "LAID": ("makes", TILE),
    "SHOWN": ("makes", "{of:mission}"),
    "ARRIVES": ("moves", TILE),
    "COMES_ALONG": ("makes", TILE),
    "LEAVES_GAME": ("takes", N_("{look:look} (leaves the game)")),
}
GAINS: dict[str, Sentence] = {
    "GAINS": {"one": N_("{amount:signed} point for designs"), "other": N_("{amount:signed} points for designs")},
    "TOKEN_GAINS": {"one": N_("{amount:signed} point for tokens"), "other": N_("{amount:signed} points for tokens")},
    "MISSION_GAINS": {
        "one": N_("{amount:signed} point for the mission"),
        "other": N_("{amount:signed} points for the mission"),
    },
}
REMARKS: dict[str, Sentence] = {
    "OVERFLOWS": N_("workshop {of:number} overflows by {amount:number}"),
    "SEVERAL_READY": N_("several workshops are ready then: {of:workshops}"),
    "MORE_FOLLOW": N_("up to {amount:number} more"),
    "FRAGMENTS_NEXT": N_("then one tile is fragmented"),
    "BONUS_FOLLOWS": N_("then a bonus tile"),
    "WILL_RUN": N_("workshops that run in any case: {of:workshops}"),
    "MAY_RUN": N_("workshops that may run then: {of:workshops}"),
    "MAY_FINISH": N_("designs finished then: up to {amount:number}"),
}
QUESTIONS: dict[str, Sentence] = {
    "ASK_START_CARD": N_("Install your start card in one of your three slots."),
    "ASK_PICK": N_("Pick one of the missions shown."),
    "ASK_TAKE": N_("Take a run from the border, or one border tile with a card or a rearrangement."),
    "ASK_TAKE_ALONE": N_("Take all four revealed tiles, or one of them with a card or a rearrangement."),
    "ASK_STORE": N_("Lay one of the four tiles on your mission, or none."),
    "ASK_PUT": N_("Put the bonus tile into one of your workshops."),
    "ASK_EXCESS": N_("Workshop {amount:number} holds too many tiles: give one up."),
    "ASK_RUN": N_("Several workshops are ready: which one runs first?"),
    "ASK_DELIVER": N_("Workshop {amount:number} runs: deliver a tile."),
    "ASK_FURTHER": N_("Workshop {amount:number} may deliver a further tile."),
    "ASK_FRAGMENT": N_("Workshop {amount:number} fragments: give up one of its remaining tiles."),
    "ASK_BONUS": N_("A bonus tile: take it before the leftovers move, or go on and take it afterwards."),
    "ASK_BONUS_AFTER": N_("A bonus tile: take one of any colour, or none."),
    "ASK_TILES": N_("Put your tiles into one workshop."),
    "ASK_CARD": N_("Install a card of the display in one of your slots."),
    "ASK_ORDER": N_("Rearrange your cards, or leave them as they are."),
    "ASK_TILE_OR_CARD": N_("Put your tile into a workshop, or install a card first."),
    "ASK_TILE_OR_ORDER": N_("Put your tile into a workshop, or rearrange your cards first."),
    "ASK_WITH": N_("What comes with the tile?"),
    "ASK_SLOT": N_("Into which slot?"),
    "ASK_WHERE": N_("Where does it go?"),
    "ASK_MISSION_OR_SUPPLY": N_("Onto your mission, or to the supply?"),
    "ASK_GIVEN_UP": N_("Which tile do you give up?"),
}
SCORES: dict[str, Sentence] = {
    "SCORES_DESIGN": N_("design {of:card} is finished"),
    "SCORES_UNFINISHED": N_("design {of:card} is unfinished, tiles on it: {turn:number}"),
    "SCORES_ONES": N_("one-point tokens: {of:number}"),
    "SCORES_BLOOM": N_("Bloom tokens: {of:number}"),
    "SCORES_MISSION": N_("mission {of:mission}: {turn:number} of {look:number}"),
}


KINDS = numbered(
    kinds,
    {name: Kind(name, sentence=words, head=True) for name, words in (HEADS | SCORES).items()},
    {"LAYS_GRID": Kind("LAYS_GRID", sentence=HEADS["LAYS_GRID"], head=True, round=True)},
    {name: Kind(name, effect, words) for name, (effect, words) in ACTS.items()},
    {name: Kind(name, "counts", words, small=True) for name, words in GAINS.items()},
    {name: Kind(name, sentence=words, small=True) for name, words in REMARKS.items()},
    {name: Kind(name, sentence=words) for name, words in (QUESTIONS | REFUSALS).items()},
    {"LIES": Kind("LIES")},
)


def spaces_words(card: Card) -> str:
    """The spaces of a card, as "2 red, 1 of any colour": translated as a whole, for each edition has its own."""
    return counted(card.spaces, (*COLOUR_WORDS[:COLOURS], "of any colour"))


def counted(numbers: Iterable[int], colours: Iterable[str] = COLOUR_WORDS[:COLOURS]) -> str:
    """So many of each colour, in words."""
    return ", ".join(f"{n} {word}" for n, word in zip(numbers, colours, strict=True) if n)


def names(edition: int) -> dict[str, tuple[str, ...]]:
    """Words by number: what is said of cards (from 1 on), missions, workshops, and four tiles."""
    box = EDITIONS[edition]
    sets = [[str(w + 1) for w in range(WORKSHOPS) if chosen >> w & 1] for chosen in range(1 << WORKSHOPS)]
    return {
        "card": (N_("free slot"), *CARD_IDS[edition]),
        "points": ("-", *(str(card.points) for card in box.cards)),
        "spaces": ("-", *(spaces_words(card) for card in box.cards)),
        "mission": MISSION_IDS[edition],
        "goal": tuple(str(mission.n) for mission in box.missions),
        "values": tuple(", ".join(map(str, mission.values)) or "-" for mission in box.missions),
        "reward": tuple(str(mission.points) for mission in box.missions),
        "colour": COLOUR_WORDS,
        "pattern": tuple(":".join(map(str, workshop.pattern)) for workshop in box.workshops),
        "workshops": tuple(", ".join(one) or "-" for one in sets),
        "tiles": tuple(counted(one) for one in REVEALS),
        "rounds": (str(box.solo_rounds),),
    }
