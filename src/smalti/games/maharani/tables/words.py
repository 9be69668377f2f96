"""What Maharani says: the effect and the sentence of each kind of row, and words by number."""

from __future__ import annotations

from smalti.games.maharani.components import ANIMALS, COLOURS, WORKER_COLOURS
from smalti.games.maharani.plans import DIRECTIONS
from smalti.games.maharani.rows import kinds as k
from smalti.games.maharani.rows.places import RONDEL, TILE_KINDS
from smalti.games.maharani.tables import names
from smalti.games.maharani.tables.refusals import REFUSALS
from smalti.kernel.stage import Effect, Kind, Sentence
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
HEADS: dict[int, tuple[str, Sentence]] = {
    k.BEGINS: ("BEGINS", N_("begins")),
    k.DRAWS: ("DRAWS", N_("Drawn for slot {amount:number}: {look:tile} with {of:columns}.")),
    k.DISCARDS: ("DISCARDS", N_("Drawn: {look:tile} with {of:columns}; it leaves the game.")),
    k.PLACES: ("PLACES", PLACES),
    k.PLACES_WORKER: ("PLACES_WORKER", N_("places a {look:worker} on {target:place}: {EARNS_GROUP COSTS...}")),
    k.MOVES_WORKER: (
        "MOVES_WORKER",
        N_("moves a {look:worker} from {source:place} to {target:place}: {EARNS_GROUP COSTS...}"),
    ),
    k.ENDS_TURN: ("ENDS_TURN", N_("ends the turn")),
    k.REFRESHES: ("REFRESHES", N_("turns all action markers face up; that is the whole turn")),
    k.CENTRES_LEAVE: ("CENTRES_LEAVE", CENTRES),
    k.EVALUATES: ("EVALUATES", N_("The {of:quarter} is full and is evaluated.")),
    k.PAYS_UNFINISHED: ("PAYS_UNFINISHED", N_("The {of:quarter} is not full, and is paid as if it were.")),
    k.PAYS: ("PAYS", PAYS),
    k.TURNS: ("TURNS", N_("The rondel turns to {amount:seat}.")),
    k.ENDS: ("ENDS", N_("The game is over.")),
    k.WINS: ("WINS", N_("wins with {amount:number} gold")),
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
SPOKEN: dict[int, tuple[str, Effect, Sentence]] = {
    k.EARNS_AREA: ("EARNS_AREA", "counts", AREA),
    k.FLIPS_DOWN: ("FLIPS_DOWN", "moves", N_("the {amount:marker} is turned face down")),
    k.FILLS: ("FILLS", "says", N_("fills the quarter")),
    k.COSTS: ("COSTS", "counts", SECOND),
    k.EARNS_GROUP: ("EARNS_GROUP", "counts", GROUP),
}
PROMISED: dict[int, tuple[str, Sentence]] = {
    k.NEW_WORKER: ("NEW_WORKER", N_("new worker {amount:signed}")),
    k.WORKER_MOVES: ("WORKER_MOVES", N_("worker moves {amount:signed}")),
    k.WORKER_CHOSEN: ("WORKER_CHOSEN", N_("a worker by choice")),
    k.WILL_COST: ("WILL_COST", SECOND),
}
"""What a tile will bring or cost once its worker has come."""
SILENT: dict[int, tuple[str, Effect]] = {
    k.DRAWN: ("DRAWN", "makes"),
    k.DRAWN_FROM: ("DRAWN_FROM", "counts"),
    k.FADES: ("FADES", "moves"),
    k.LAYS: ("LAYS", "moves"),
    k.RISES: ("RISES", "makes"),
    k.FLIPS_UP: ("FLIPS_UP", "moves"),
    k.SHOWS_MARKER: ("SHOWS_MARKER", "moves"),
    k.COMES: ("COMES", "moves"),
    k.WALKS: ("WALKS", "moves"),
    k.STOCKS: ("STOCKS", "counts"),
    k.STANDS: ("STANDS", "counts"),
    k.STANDS_FIRST: ("STANDS_FIRST", "makes"),
    k.EXPECTS: ("EXPECTS", "counts"),
    k.EXPECTS_FIRST: ("EXPECTS_FIRST", "makes"),
    k.LEAVES: ("LEAVES", "takes"),
    k.GOES_OUT: ("GOES_OUT", "counts"),
    k.GOES_OUT_FIRST: ("GOES_OUT_FIRST", "makes"),
    k.RECEIVES: ("RECEIVES", "counts"),
    k.ALSO_COUNTS: ("ALSO_COUNTS", "counts"),
    k.GOES_HOME: ("GOES_HOME", "moves"),
    k.IS_PAID: ("IS_PAID", "moves"),
    k.IS_GONE: ("IS_GONE", "takes"),
    k.BEGINS_AT: ("BEGINS_AT", "makes"),
    k.STOPS_AT: ("STOPS_AT", "takes"),
    k.CROWNS: ("CROWNS", "makes"),
}

QUESTIONS: dict[int, tuple[str, Sentence]] = {
    k.ASKS_TILE: ("ASKS_TILE", N_("Place a tile from the rondel.")),
    k.ASKS_TILE_OR_REFRESH: (
        "ASKS_TILE_OR_REFRESH",
        N_("Place a tile from the rondel, or refresh your markers."),
    ),
    k.ASKS_REFRESH: ("ASKS_REFRESH", N_("You can place no tile: refresh your markers.")),
    k.ASKS_SECOND: ("ASKS_SECOND", N_("Place a second tile for {amount:number} gold, or end your turn.")),
    k.ASKS_END: ("ASKS_END", N_("No second tile can be placed: end your turn.")),
    k.ASKS_SPACE: ("ASKS_SPACE", N_("Where does the tile go?")),
    k.ASKS_ARROW: ("ASKS_ARROW", N_("Which way does the arrow point?")),
    k.ASKS_WORKER: ("ASKS_WORKER", N_("The arrow points to you: your worker comes onto {amount:place}.")),
    k.ASKS_WHICH_WORKER: (
        "ASKS_WHICH_WORKER",
        N_("The arrow points to you: choose which worker comes onto {amount:place}."),
    ),
}

EARNED: dict[int, tuple[str, Sentence]] = {
    k.AREA: ("AREA", N_("area of {of:number} {look:tiles}")),
    k.AREA_AGAIN: ("AREA_AGAIN", N_("area of {of:number} {look:tiles}, {turn:number} times")),
    k.LONE_TILE: ("LONE_TILE", N_("one {look:tile} alone")),
    k.LONE_TILE_AGAIN: ("LONE_TILE_AGAIN", N_("one {look:tile} alone, {turn:number} times")),
    k.GROUP: ("GROUP", N_("group of {of:number} {look:workers}")),
    k.GROUP_AGAIN: ("GROUP_AGAIN", N_("group of {of:number} {look:workers}, {turn:number} times")),
    k.LONE_WORKER: ("LONE_WORKER", N_("one {look:worker} alone")),
    k.LONE_WORKER_AGAIN: ("LONE_WORKER_AGAIN", N_("one {look:worker} alone, {turn:number} times")),
    k.PAID: ("PAID", N_("{turn:number} {look:workers} in the {of:quarter}")),
    k.PAID_ONE: ("PAID_ONE", N_("{turn:number} {look:worker} in the {of:quarter}")),
    k.SECOND_TILES: ("SECOND_TILES", N_("second tile")),
    k.SECOND_TILES_AGAIN: ("SECOND_TILES_AGAIN", N_("second tile, {turn:number} times")),
}

KINDS: dict[int, Kind] = {
    **{number: Kind(name, sentence=words, head=True) for number, (name, words) in (HEADS | EARNED).items()},
    **{number: Kind(name, effect, words) for number, (name, effect, words) in SPOKEN.items()},
    **{number: Kind(name, sentence=words, gain=True) for number, (name, words) in PROMISED.items()},
    **{number: Kind(name, effect) for number, (name, effect) in SILENT.items()},
    k.CARRIES: Kind("CARRIES", "moves", motion="arc", around=RONDEL),
    k.PASSES: Kind("PASSES", "moves", motion="still"),
    **{number: Kind(name, sentence=words) for number, (name, words) in (QUESTIONS | REFUSALS).items()},
}
