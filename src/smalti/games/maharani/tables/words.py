"""What Maharani says: the effect and the sentence of each kind of row, and words by number."""

from __future__ import annotations

from smalti.games.maharani.components import ANIMALS, COLOURS, WORKER_COLOURS
from smalti.games.maharani.plans import DIRECTIONS
from smalti.games.maharani.rows import kinds
from smalti.games.maharani.rows.places import RONDEL, TILE_KINDS
from smalti.games.maharani.tables import names
from smalti.games.maharani.tables.refusals import REFUSALS
from smalti.kernel.stage import Effect, Kind, Sentence, numbered
from smalti.kernel.words import N_

NAMES: dict[str, tuple[str, ...]] = {
    "tile": tuple(names.ONE_TILE[colour] for colour in COLOURS),
    "tiles": tuple(names.SOME_TILES[colour] for colour in COLOURS),
    "worker": tuple(names.ONE_WORKER[colour] for colour in WORKER_COLOURS),
    "workers": tuple(names.SOME_WORKERS[colour] for colour in WORKER_COLOURS),
    "quarter": tuple(names.QUARTER[animal] for animal in ANIMALS),
    "marker": tuple(names.MARKER[animal] for animal in ANIMALS),
    "direction": tuple(names.DIRECTION[way] for way in DIRECTIONS),
    "columns": tuple(names.COLUMNS[kind] for kind in TILE_KINDS),
    "ways": tuple(
        ", ".join(letter for side, letter in enumerate(DIRECTIONS) if ways >> side & 1)
        for ways in range(1 << len(DIRECTIONS))
    ),
}

PLACES = N_(
    "places the {look:tile} of slot {amount:number} on {target:place} in the {of:quarter}, arrow {turn:direction}: "
    "{EARNS_AREA NEW_WORKER WORKER_MOVES WORKER_CHOSEN FLIPS_DOWN FILLS COSTS WILL_COST...}"
)
CENTRES: Sentence = {
    "one": N_("All centre spaces are filled: a centre tile leaves the rondel."),
    "other": N_("All centre spaces are filled: {amount:number} centre tiles leave the rondel."),
}
PAYS: Sentence = {
    "one": N_("gets {turn:number} gold for {amount:number} {look:worker} in the {of:quarter}"),
    "other": N_("gets {turn:number} gold for {amount:number} {look:workers} in the {of:quarter}"),
}
HEADS: dict[str, Sentence] = {
    "BEGINS": N_("begins"),
    "DRAWS": N_("Drawn for slot {amount:number}: {look:tile} with {of:columns}."),
    "DISCARDS": N_("Drawn: {look:tile} with {of:columns}; it leaves the game."),
    "PLACES": PLACES,
    "PLACES_WORKER": N_("places a {look:worker} on {target:place}: {EARNS_GROUP COSTS...}"),
    "MOVES_WORKER": N_("moves a {look:worker} from {source:place} to {target:place}: {EARNS_GROUP COSTS...}"),
    "ENDS_TURN": N_("ends the turn"),
    "REFRESHES": N_("turns all action markers face up; that is the whole turn"),
    "CENTRES_LEAVE": CENTRES,
    "EVALUATES": N_("The {of:quarter} is full and is evaluated."),
    "PAYS_UNFINISHED": N_("The {of:quarter} is not full, and is paid as if it were."),
    "PAYS": PAYS,
    "TURNS": N_("The rondel turns to {amount:seat}."),
    "ENDS": N_("The game is over."),
    "WINS": N_("wins with {amount:number} gold"),
}

AREA: Sentence = {
    "one": N_("{amount:signed} gold (one {look:tile} alone)"),
    "other": N_("{amount:signed} gold (area of {amount:number} {look:tiles})"),
}
GROUP: Sentence = {
    "one": N_("{amount:signed} gold (one {look:worker} alone)"),
    "other": N_("{amount:signed} gold (group of {amount:number} {look:workers})"),
}
SECOND = N_("{amount:signed} gold (second tile)")
SPOKEN: dict[Effect, dict[str, Sentence]] = {
    "counts": {"EARNS_AREA": AREA, "COSTS": SECOND, "EARNS_GROUP": GROUP},
    "moves": {"FLIPS_DOWN": N_("the {amount:marker} is turned face down")},
    "says": {"FILLS": N_("fills the quarter")},
}
PROMISED: dict[str, Sentence] = {
    "NEW_WORKER": N_("new worker {amount:signed}"),
    "WORKER_MOVES": N_("worker moves {amount:signed}"),
    "WORKER_CHOSEN": N_("a worker by choice"),
    "WILL_COST": SECOND,
}
"""What a tile will bring or cost once its worker has come."""
SILENT: dict[Effect, str] = {
    "makes": "DRAWN RISES STANDS_FIRST EXPECTS_FIRST GOES_OUT_FIRST BEGINS_AT CROWNS",
    "takes": "LEAVES IS_GONE STOPS_AT",
    "moves": "FADES LAYS FLIPS_UP SHOWS_MARKER COMES WALKS GOES_HOME IS_PAID",
    "counts": "DRAWN_FROM STOCKS STANDS EXPECTS GOES_OUT RECEIVES ALSO_COUNTS",
}

QUESTIONS: dict[str, Sentence] = {
    "ASKS_TILE": N_("Place a tile from the rondel."),
    "ASKS_TILE_OR_REFRESH": N_("Place a tile from the rondel, or refresh your markers."),
    "ASKS_REFRESH": N_("You can place no tile: refresh your markers."),
    "ASKS_SECOND": N_("Place a second tile for {amount:number} gold, or end your turn."),
    "ASKS_END": N_("No second tile can be placed: end your turn."),
    "ASKS_SPACE": N_("Where does the tile go?"),
    "ASKS_ARROW": N_("Which way does the arrow point?"),
    "ASKS_WORKER": N_("The arrow points to you: your worker comes onto {amount:place}."),
    "ASKS_WHICH_WORKER": N_("The arrow points to you: choose which worker comes onto {amount:place}."),
}

EARNED: dict[str, Sentence] = {
    "AREA": N_("area of {of:number} {look:tiles}"),
    "AREA_AGAIN": N_("area of {of:number} {look:tiles}, {turn:number} times"),
    "LONE_TILE": N_("one {look:tile} alone"),
    "LONE_TILE_AGAIN": N_("one {look:tile} alone, {turn:number} times"),
    "GROUP": N_("group of {of:number} {look:workers}"),
    "GROUP_AGAIN": N_("group of {of:number} {look:workers}, {turn:number} times"),
    "LONE_WORKER": N_("one {look:worker} alone"),
    "LONE_WORKER_AGAIN": N_("one {look:worker} alone, {turn:number} times"),
    "PAID": N_("{turn:number} {look:workers} in the {of:quarter}"),
    "PAID_ONE": N_("{turn:number} {look:worker} in the {of:quarter}"),
    "SECOND_TILES": N_("second tile"),
    "SECOND_TILES_AGAIN": N_("second tile, {turn:number} times"),
}

KINDS = numbered(
    kinds,
    {name: Kind(name, sentence=words, head=True) for name, words in (HEADS | EARNED).items()},
    {name: Kind(name, effect, words) for effect, spoken in SPOKEN.items() for name, words in spoken.items()},
    {name: Kind(name, sentence=words, gain=True) for name, words in PROMISED.items()},
    {name: Kind(name, effect) for effect, silent in SILENT.items() for name in silent.split()},
    {"CARRIES": Kind("CARRIES", "moves", motion="arc", around=RONDEL)},
    {"PASSES": Kind("PASSES", "moves", motion="still")},
    {name: Kind(name, sentence=words) for name, words in (QUESTIONS | REFUSALS).items()},
)
