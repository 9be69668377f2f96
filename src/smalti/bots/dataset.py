"""Games for those who learn from them, in Parquet: the log in numbers, and what bots thought (docs/dataset.md).

A part follows from the recipe and its number alone, in every process, so that work goes on where it was interrupted.
Every game can be played again from its row: the n-th outcome follows from secret and id as in every record.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from smalti.bots.bot import Bot, Thought
from smalti.bots.players import find_player
from smalti.bots.random import RANDOM
from smalti.bots.simulation import check_length, choosing
from smalti.games import find_game
from smalti.kernel.chance import Chance
from smalti.kernel.errors import SmaltiError
from smalti.kernel.extras import extra
from smalti.kernel.game import Game
from smalti.kernel.generator import spread
from smalti.kernel.ledger import ledger
from smalti.kernel.match import Match
from smalti.kernel.position import Position
from smalti.kernel.state import Numbers, State

with extra("dataset", "a dataset in Parquet"):
    import pyarrow
    import pyarrow.parquet

FORMAT = "smalti-dataset/1"
LINE = pyarrow.struct([("move", pyarrow.int64()), ("visits", pyarrow.int32()), ("worth", pyarrow.float32())])
VALUE = pyarrow.struct(
    [("entry", pyarrow.int32()), ("expected", pyarrow.list_(pyarrow.float32())), ("lines", pyarrow.list_(LINE))]
)
SCHEMA = pyarrow.schema(
    [
        ("game", pyarrow.string()),
        ("rules", pyarrow.string()),
        ("seats", pyarrow.int8()),
        ("id", pyarrow.string()),
        ("secret", pyarrow.string()),
        ("bots", pyarrow.list_(pyarrow.string())),
        ("by", pyarrow.list_(pyarrow.int8())),
        ("move", pyarrow.list_(pyarrow.int64())),
        ("scores", pyarrow.list_(pyarrow.int32())),
        ("winners", pyarrow.list_(pyarrow.int8())),
        ("values", pyarrow.list_(VALUE)),
    ],
    {"format": FORMAT},
)
Row = dict[str, Any]


@dataclass(frozen=True)
class Recipe:
    """What decides every game of a dataset."""

    game: str
    seats: int
    bots: tuple[str, ...]
    """Each seat of each game is drawn from these."""
    seed: int = 0
    lines: int = 0
    """Of so many of its best moves a bot that compares them tells what it thought."""
    every: int = 1
    """Bots sit in one of so many games; in the others everybody chooses at random, which costs next to nothing."""

    @property
    def rules(self) -> Game:
        """The game itself."""
        return find_game(self.game)

    def chance(self, number: int) -> Chance:
        """The chance of a game: that of the game of this number that `smalti simulate` plays."""
        return Chance.from_seed(self.seed, f"{self.game}-{self.seats}-{number}")

    def seated(self, number: int) -> list[str]:
        """Who sits where in a game."""
        if number % self.every:
            return [RANDOM.name] * self.seats
        lots = (spread(spread(self.seed, number), seat) for seat in range(self.seats))
        return [self.bots[lot % len(self.bots)] for lot in lots]


def play_row(recipe: Recipe, number: int) -> Row:
    """A game as a row; where nobody thinks it is played by one compiled call."""
    bots = tuple(find_player(name) for name in recipe.seated(number))
    chance, game, values = recipe.chance(number), recipe.rules, list[Row]()
    if all(bot is RANDOM for bot in bots):
        log, state = ledger(game).play_numbers(start(game, recipe.seats), chance)
        end = Position.of(game, state, compiled=True)
    else:
        match = Match.new(game, recipe.seats, {}, chance, compiled=True)
        while actors := match.position.actors():
            think(match, choosing(match, bots)[actors[0]], actors[0], chance, recipe.lines, values)
            check_length(match)
        log, end = np.array([(event.by, event.move) for event in match.log]), match.position
    return {
        "game": game.name,
        "rules": game.facts.version,
        "seats": recipe.seats,
        "id": chance.game_id,
        "secret": chance.secret,
        "bots": [bot.name for bot in bots],
        "by": log[:, 0],
        "move": log[:, 1],
        "scores": end.scores(),
        "winners": end.winners(),
        "values": values,
    }


@cache
def start(game: Game, seats: int) -> State:
    """The position before anything has happened, which a million games share."""
    return Position.new(game, seats).state


def think(match: Match, bot: Bot, seat: int, chance: Chance, lines: int, values: list[Row]) -> None:
    """One move of a bot, and what it thought if that is wanted."""
    thought = bot.think(match.position, seat, chance.bot_generator(len(match.log), seat))
    if lines and thought.candidates:
        values.append(write_value(len(match.log), thought, lines))
    match.play(seat, thought.move)


def write_value(entry: int, thought: Thought, lines: int) -> Row:
    """What a bot thought at an entry of the log: the points it expected of all, and its best moves."""
    best = [{"move": one.move, "visits": one.visits, "worth": one.worth} for one in thought.candidates[:lines]]
    return {"entry": entry, "expected": thought.expected, "lines": best}


def write_part(path: Path, recipe: Recipe, numbers: range) -> Path:
    """The games of these numbers in a file, which is there whole or not at all."""
    rows = pyarrow.Table.from_pylist([play_row(recipe, number) for number in numbers], SCHEMA)
    told = {"format": FORMAT, "recipe": json.dumps(asdict(recipe)), "games": f"{numbers.start} {numbers.stop}"}
    part = path.with_name(f".{path.name}.part")
    pyarrow.parquet.write_table(rows.replace_schema_metadata(told), part, compression="zstd")
    part.replace(path)
    return path


def check_part(path: Path) -> Iterator[str]:
    """What is wrong with the games of a file: each is played again, every outcome computed from its secret."""
    try:
        table = pyarrow.parquet.read_table(path)
    except (OSError, pyarrow.ArrowException) as error:
        raise SmaltiError(f"{path} is no file of a dataset: {error}") from error
    if not table.schema.equals(SCHEMA):
        raise SmaltiError(f"{path} is no file of {FORMAT}: its columns are others")
    for row in table.to_pylist():
        game = find_game(row["game"])
        words = "the log is not that of its chance" if row["rules"] == game.facts.version else "the rules are others"
        if words.startswith("the rules") or not is_right(game, row):
            yield f"{row['id']}: {words}, or scores and winners are others"


def is_right(game: Game, row: Row) -> bool:
    """Whether a row is the game that it says."""
    log: Numbers = np.array([row["by"], row["move"]], np.int64).T.reshape(-1, 2)
    end = ledger(game).replay_numbers(start(game, row["seats"]), Chance(row["secret"], row["id"]), log)
    if end is None:
        return False
    reached = Position.of(game, end, compiled=True)
    result = (list(reached.scores()), list(reached.winners()))
    return reached.is_over and result == (row["scores"], row["winners"])
