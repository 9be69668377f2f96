"""How a tournament stands: points, and what decides between equal points. Sources: docs/club.md."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import mean

from smalti.server.club.tournaments.rounds import Board, History, Kind, Round, advancing, board_of

AVERAGE_PLUS = 0.6
"""What somebody gets in duplicate whose table was ended by the absence of another."""
ALONE = 0.5
"""What somebody gets whose seat nobody else had."""
BREAKS: dict[Kind, tuple[str, ...]] = {
    "round_robin": ("met", "berger", "wins"),
    "swiss": ("buchholz", "berger", "met", "wins"),
    "knock_out": ("points", "buchholz"),
    "duplicate": ("wins", "margin"),
}
"""What decides between equal points, in this order."""


@dataclass(frozen=True)
class Line:
    """One entry in the standing."""

    rank: int
    entry: int
    points: float
    played: int
    """Rounds in which they had a board."""
    breaks: dict[str, float] = field(default_factory=dict)


@dataclass
class Sums:
    """What an entry has come to."""

    points: float = 0.0
    played: int = 0
    wins: int = 0
    margin: float = 0.0
    against: list[tuple[int, float]] = field(default_factory=list)
    """(the other, what was got against them); 0 for a bye."""


def standing(kind: Kind, entries: Sequence[int], history: History, *, race: bool = False) -> list[Line]:
    """All entries, the best first; those who are equal in everything share a rank. `race`: see `matchpoints`."""
    sums = {entry: Sums() for entry in entries}
    for played in history:
        add_round(kind, sums, played, matchpoints(played, race=race) if kind == "duplicate" else {})
    lines = {entry: one.points for entry, one in sums.items()}
    if kind == "knock_out":
        lines = {entry: float(reached(entry, history)) for entry in entries}
    breaks = {entry: broken(kind, entry, sums, lines) for entry in entries}

    def worth(entry: int) -> tuple[float, ...]:
        return (round(lines[entry], 9), *(round(breaks[entry][name], 9) for name in BREAKS[kind]))

    order = sorted(entries, key=lambda entry: (*(-value for value in worth(entry)), entry))
    ranks = {worth(entry): len(order) - place for place, entry in enumerate(reversed(order))}
    return [Line(ranks[worth(one)], one, lines[one], sums[one].played, breaks[one]) for one in order]


def add_round(kind: Kind, sums: dict[int, Sums], played: Round, got: Mapping[int, float]) -> None:
    """What a round gives everybody who had a board, with its matchpoints; a pause in a round robin is nothing."""
    for board in played:
        for entry in board.entries:
            if not board.is_decided or entry not in sums or (board.is_bye and kind == "round_robin"):
                continue
            one, points = sums[entry], board.points(entry)
            one.points += got.get(entry, 0.0) if kind == "duplicate" else points
            one.played += 1
            one.wins += points == 1.0 and not board.is_bye
            one.margin += margin(board, entry) if board.is_played else 0.0
            others = [other for other in board.entries if other != entry]
            one.against += [(other, board.beats(entry, other) / len(others)) for other in others] or [(0, points)]


def broken(kind: Kind, entry: int, sums: dict[int, Sums], lines: dict[int, float]) -> dict[str, float]:
    """The values that decide between equal points. A bye, or a bot that fills, counts as somebody equal to oneself."""
    one = sums[entry]

    def of(other: int) -> float:
        return sums.get(other, one).points

    values = {
        "points": one.points,
        "wins": float(one.wins),
        "margin": one.margin,
        "buchholz": sum(of(other) for other, _ in one.against),
        "berger": sum(got * of(other) for other, got in one.against),
        "met": sum(got for other, got in one.against if other in lines and lines[other] == lines[entry]),
    }
    return {name: values[name] for name in BREAKS[kind]}


def reached(entry: int, history: History) -> int:
    """How many rounds of a knock-out an entry has come through."""
    through = 0
    for played in history:
        board = board_of(played, entry)
        if board is None or not board.is_decided or entry not in advancing(played, board):
            break
        through += 1
    return through


def margin(board: Board, entry: int) -> float:
    """By how much an entry is ahead of the others at its board on average."""
    seat = board.entries.index(entry)
    others = [score for one, score in enumerate(board.scores) if one != seat]
    return board.scores[seat] - mean(others)


def matchpoints(played: Round, *, race: bool = False) -> dict[int, float]:
    """Of every entry the share of those it has more points than who had the same seat with the same deal.

    Points and not the margin: how badly the others at the table play is no merit. In a race it is the margin, compared
    with all who had the deal: points tell there how long the game lasted, and whoever won by least did better than who
    lost (docs/club.md has the figures).
    """
    field: dict[tuple[int, int], list[tuple[int, float]]] = defaultdict(list)
    found: dict[int, float] = {}
    for board in played:
        for seat, entry in enumerate(board.entries):
            if board.is_played and entry > 0:
                if race:
                    field[len(board.entries), 0].append((entry, margin(board, entry)))
                else:
                    field[len(board.entries), seat].append((entry, board.scores[seat]))
            elif board.lost and entry > 0:
                found[entry] = 0.0 if entry in board.lost else AVERAGE_PLUS
    for same in field.values():
        values = sorted(value for _, value in same)
        for entry, value in same:
            beaten = (bisect_left(values, value) + bisect_right(values, value) - 1) / 2
            found[entry] = beaten / (len(same) - 1) if len(same) > 1 else ALONE
    return found
