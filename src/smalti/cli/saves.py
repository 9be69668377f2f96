"""Matches kept between two evenings: each is a record file in the user's data folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from smalti.bots import find_bot
from smalti.bots.bot import Bot
from smalti.bots.simulation import write_match
from smalti.cli.files import written_whole
from smalti.cli.hotseat import HotSeat
from smalti.games import find_game
from smalti.kernel.chance import Chance
from smalti.kernel.errors import SmaltiError
from smalti.kernel.game import Entry, Game, Options
from smalti.kernel.match import Match
from smalti.kernel.record import LONGEST_LINE, parse_line, read_header, replay, write_line


def data_folder(environment: Mapping[str, str]) -> Path:
    """Where matches are kept: SMALTI_DATA_DIR, or `smalti` in the user's data folder."""
    if own := environment.get("SMALTI_DATA_DIR"):
        return Path(own)
    return Path(environment.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "smalti"


@dataclass(frozen=True)
class Saved:
    """A match on disk that can go on."""

    path: Path
    game: Game
    seats: int
    bots: int
    entries: int


@dataclass(frozen=True)
class Saves:
    """The folder of matches; it is made when the first one is written."""

    folder: Path

    def write(self, table: HotSeat) -> None:
        """Keeps the match as it stands."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with written_whole(str(self.path(table.name))) as file:
            file.write(write_line(write_match(table.match, table.bots)) + "\n")

    def path(self, name: str) -> Path:
        """The file of a match."""
        return self.folder / f"{name}.jsonl"

    def free_name(self, wanted: str) -> str:
        """The name, or one like it that no other match has."""
        names = (wanted if n == 1 else f"{wanted}-{n}" for n in count(1))
        return next(name for name in names if not self.path(name).exists())

    def unfinished(self) -> list[Saved]:
        """The matches that can go on, the latest first; files that cannot be read are passed over."""
        paths = sorted(self.folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
        return [saved for path in paths if (saved := self._look_at(path))]

    def _look_at(self, path: Path) -> Saved | None:
        try:
            record = read_record(path)
            header = read_header(record, find_game)
            bots = read_bots(record)
        except (SmaltiError, OSError):
            return None
        if "scores" in record or "chance" not in record:
            return None
        return Saved(path, header.game, len(header.seats), sum(bot is not None for bot in bots), len(header.log))

    def load(self, saved: Saved) -> HotSeat:
        """The match at the point where it was left; raises RecordError if the file does not replay."""
        record = read_record(saved.path)
        match = replay(record, find_game)
        chance = record["chance"]
        match.chance = Chance(chance["secret"], chance["id"], chance["added"])
        match.advance()
        table = HotSeat(match, read_bots(record), saved.path.stem)
        table.run_bots()
        return table


def read_record(path: Path) -> Entry:
    """The one record of a file."""
    with path.open("rb") as file:
        return parse_line(file.readline(LONGEST_LINE))


def read_bots(record: Entry) -> tuple[Bot | None, ...]:
    """The bot of each seat, None for a person."""
    return tuple(find_bot(str(seat["bot"])) if "bot" in seat else None for seat in record["seats"])


def new_table(game: Game, seats: int, bots: int, options: Options, seed: int) -> HotSeat:
    """A new match, with the random bot on the last seats."""
    taken = (None,) * (seats - bots) + (find_bot("random"),) * bots
    chance = Chance.from_seed(seed, f"{game.name}-{seats}-{seed}")
    table = HotSeat(Match.new(game, seats, options, chance), taken, chance.game_id)
    table.run_bots()
    return table
