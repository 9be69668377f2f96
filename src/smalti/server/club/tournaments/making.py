"""The tables of a round, as they are stored."""

from __future__ import annotations

from smalti.bots import find_bot
from smalti.kernel.match import Match
from smalti.server.club.tournaments.rounds import Board, Round
from smalti.server.club.tournaments.state import Tournament
from smalti.server.keeping.setting_up import Order, new_row, starter_events
from smalti.server.operation import clock
from smalti.server.store.tournaments import NewTable
from smalti.server.table.chairs import Chair
from smalti.server.table.changes import Change, Row
from smalti.server.table.events import begin_events, chance_of
from smalti.server.table.paces import read_pace
from smalti.server.table.table import Table, first_actor
from smalti.server.table.turns import timed


def new_tables(tournament: Tournament, number: int, boards: Round) -> tuple[list[NewTable], list[Row]]:
    """A table for every board at which something is to be played, and who sits where."""
    making = Making(tournament, number)
    made: list[NewTable] = []
    places: list[Row] = []
    for n, board in enumerate(boards):
        table = None if board.is_decided else making.table(board)
        made += [table] if table else []
        for seat, entry in enumerate(board.entries):
            row = {"entry": entry, "board": n, "seat": seat, "lost": entry in board.lost}
            places.append(row | {"table_id": table.row["id"] if table else None})
    return made, places


class Making:
    """Makes the tables of one round; what all of them share is worked out once."""

    def __init__(self, tournament: Tournament, number: int) -> None:
        self.tournament, self.number = tournament, number
        self.begun: dict[int, Match] = {}
        """By seats: how the shared deal begins."""
        self.starter = self._starter()

    def _starter(self) -> int | None:
        """The first seat begins, where not all begin at once."""
        row = self.row()
        match = Match.new(
            self.tournament.game, self.tournament.row["seats"], row["options"], chance_of(row), compiled=None
        )
        return None if first_actor(match) is None else 0

    def row(self) -> Row:
        """A table of this tournament: without hints, and with a shared deal nothing is taken back either."""
        tournament = self.tournament
        aids = {"hints": False, "undo": not tournament.is_duplicate}
        order = Order(tournament.game.name, (), tournament.row["options"], aids, pace=read_pace(tournament.row))
        more = tournament.deal(self.number) if tournament.is_duplicate else {}
        return new_row(tournament.game, order) | {"tournament": tournament.id} | more

    def table(self, board: Board) -> NewTable:
        """The table of a board."""
        row = self.row()
        chairs = [self.chair(seat, entry) for seat, entry in enumerate(board.entries)]
        if not self.tournament.is_duplicate and not all(chair["bot"] for chair in chairs):
            return NewTable(row, chairs, starter_events(self.starter), {})
        match = self.match(row, len(chairs))
        change = Change(begin_events(match), match)
        table = Table.new(self.tournament.game, row, [Chair.read(chair) for chair in chairs])
        return NewTable(row, chairs, change.events, timed(table, change, clock.now()).turns or {})

    def match(self, row: Row, seats: int) -> Match:
        """How a game begins to whose chance nobody can add any more."""
        if not self.tournament.is_duplicate or seats not in self.begun:
            self.begun[seats] = Match.new(self.tournament.game, seats, row["options"], chance_of(row), compiled=None)
        return self.begun[seats]

    def chair(self, seat: int, entry: int) -> Row:
        """Who sits there: somebody who takes part, or a bot that fills."""
        known = self.tournament.entries.get(entry)
        bot = find_bot(self.tournament.row["bot"])
        if known is None:
            name = (bot.title or bot.name).capitalize()
            return {"seat": seat, "name": name, "bot": bot.name, "person_id": None, "token_hash": None}
        return {"seat": seat, "token_hash": None} | {one: known[one] for one in ("name", "bot", "person_id")}
