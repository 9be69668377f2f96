"""A tournament as it is stored, read as values: its rounds, its standing, its deals."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from smalti.games import find_game
from smalti.kernel.chance import Chance
from smalti.kernel.game import Game
from smalti.server.club.tournaments.pairing import Drawing, draw
from smalti.server.club.tournaments.rounds import MOST_ROUNDS, Board, Kind, Round, rounds_of
from smalti.server.club.tournaments.standing import Line, standing
from smalti.server.store.tournaments import OPEN, Stored
from smalti.server.table.changes import Row


@dataclass(frozen=True)
class Tournament:
    """What follows from the rows of a tournament."""

    stored: Stored

    @property
    def row(self) -> Row:
        """What was settled when it was made, and where it is."""
        return self.stored.row

    @property
    def id(self) -> str:
        """The id in its address."""
        return str(self.row["id"])

    @property
    def kind(self) -> Kind:
        """How it is played."""
        kind: Kind = self.row["kind"]
        return kind

    @property
    def is_duplicate(self) -> bool:
        """Whether all tables of a round have the same deal."""
        return self.kind == "duplicate"

    @property
    def game(self) -> Game:
        """The game that is played."""
        return find_game(self.row["game"])

    @cached_property
    def entries(self) -> dict[int, Row]:
        """Who takes part, by number."""
        return {row["number"]: row for row in self.stored.entries}

    @property
    def numbers(self) -> list[int]:
        """All entries in the order of their seeds."""
        return list(self.entries)

    def entry_of(self, person_id: str | None) -> Row | None:
        """The entry of somebody."""
        return next((row for row in self.stored.entries if person_id and row["person_id"] == person_id), None)

    @property
    def bots(self) -> int:
        """How many bots take part."""
        return sum(row["person_id"] is None and row["bot"] is not None for row in self.stored.entries)

    @property
    def rounds(self) -> int:
        """How many rounds there are; before it begins, as many as there may be."""
        if self.row["state"] == OPEN and self.is_duplicate and not self.row["rounds"]:
            return MOST_ROUNDS
        return rounds_of(self.kind, len(self.entries), self.row["rounds"], self.row["seats"])

    @property
    def number(self) -> int:
        """The round that runs or was last; 0 before the first."""
        return len(self.stored.rounds)

    @cached_property
    def tables(self) -> list[list[str | None]]:
        """The table of each board of each round."""
        return [[of[0]["table_id"] for of in self._boards(number)] for number in range(1, self.number + 1)]

    def _boards(self, number: int) -> list[list[Row]]:
        """The places of a round by board."""
        of_round = [row for row in self.stored.places if row["round"] == number]
        return [list(rows) for _, rows in groupby(of_round, key=lambda row: row["board"])]

    @cached_property
    def history(self) -> list[Round]:
        """Every round with what is known of its boards."""
        return [tuple(map(board, self._boards(number))) for number in range(1, self.number + 1)]

    @property
    def shown(self) -> list[Round]:
        """The rounds as everybody may see them: of a deal that is still played no results."""
        return self.history if self.is_open(self.number) else self.history[:-1]

    def is_open(self, number: int) -> bool:
        """Whether everybody may see the results of a round."""
        return not self.is_duplicate or not number or self.stored.rounds[number - 1]["over"] is not None

    @property
    def is_round_over(self) -> bool:
        """Whether nothing is waited for in the last round."""
        return bool(self.number) and all(one.is_decided for one in self.history[-1])

    @property
    def is_last_round(self) -> bool:
        """Whether no round comes after this one."""
        return self.number >= self.rounds

    @cached_property
    def standing(self) -> list[Line]:
        """How it stands."""
        return standing(self.kind, self.numbers, self.shown, race=self.game.facts.race)

    @property
    def active(self) -> frozenset[int]:
        """Who takes part in the next round."""
        return frozenset(number for number, row in self.entries.items() if not row["absent"])

    def next_round(self) -> Round:
        """The boards of the next round; none if nobody is left to play it."""
        lines = standing(self.kind, self.numbers, self.history, race=self.game.facts.race)
        points = {line.entry: line.points for line in lines}
        drawn = draw(Drawing(self.kind, self.numbers, self.active, self.history, points, self.row["seats"]))
        return drawn if any(len(one.entries) > 1 for one in drawn) else ()

    def place_of(self, number: int, entry: int) -> Row | None:
        """Where somebody sits in a round."""
        places = (row for row in self.stored.places if row["round"] == number and row["entry"] == entry)
        return next(places, None)

    # Deals that all tables of a round share

    def secret(self, number: int) -> str:
        """Of the deal of a round; nobody sees it before the round is over."""
        return hashlib.sha256(f"{self.row['secret']} round {number}".encode()).hexdigest()

    def deal(self, number: int) -> dict[str, Any]:
        """What gives a table the chance of a round."""
        name = f"tournament {self.id} {number}"
        return {"secret": self.secret(number), "deal": name, "added": self.added, "sealed": True}

    def commitment(self, number: int) -> str:
        """The sum of the secret of a round, which is shown from the beginning."""
        return Chance(self.secret(number), "", "").commitment

    @property
    def parts(self) -> str:
        """What the players have added to chance, as it goes into the deals."""
        return ",".join(f"{number}:{row['added']}" for number, row in self.entries.items())

    @property
    def added(self) -> str:
        """The sum of that; fixed when the first round is made, before anybody sees a deal."""
        return str(self.row["added"]) or hashlib.sha256(self.parts.encode()).hexdigest()


def board(rows: list[Row]) -> Board:
    """A board from its places."""
    first, lost = rows[0], frozenset(row["entry"] for row in rows if row["lost"])
    entries = tuple(row["entry"] for row in rows)
    return Board(entries, tuple(first["scores"] or ()), tuple(first["winners"] or ()), lost)
