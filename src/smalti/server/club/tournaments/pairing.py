"""Who meets whom in the next round. Sources: docs/club.md.

Two at a table: round robin by the circle method, knock-out by the usual seeding, Swiss and duplicate as a matching of
least cost. Three and four: the best of some greedy ways to seat everybody, and a knock-out along the seeds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, permutations

import rustworkx

from smalti.kernel.generator import spread
from smalti.server.club.tournaments.rounds import Board, History, Kind, Round, advancing

BYE = 0
"""Whoever is paired with it plays nobody."""
REPEAT, SCORE, FOLD = 10**12, 10**5, 10
"""What it costs to meet again, to meet somebody of other points (twelfths, squared), to be off the Dutch fold."""
NEAR = 4
"""So many tables up and down a place is looked for by exchange."""
PASSES = 8
MOST_SEATED = 240
"""So many people are seated in trying out how a round of larger tables may be drawn."""

Cost = Callable[[int, int], int]


@dataclass(frozen=True)
class Drawing:
    """What the next round is drawn from."""

    kind: Kind
    entries: Sequence[int]
    """All, in the order of their seeds."""
    active: frozenset[int]
    """Those who take part in this round."""
    history: History
    points: Mapping[int, float]
    size: int = 2
    """Seats at a table."""


def draw(drawing: Drawing) -> Round:
    """The boards of the next round, everybody on a seat."""
    fixed = drawing.size == 2 and drawing.kind in ("round_robin", "knock_out")
    match drawing.kind:
        case "round_robin" if fixed:
            pairs = round_robin(drawing.entries, len(drawing.history))
        case "knock_out":
            pairs = knock_out(drawing.entries, drawing.history, drawing.active) if fixed else thinned(drawing)
        case _:
            pairs = groups(drawing)
    # Where it is settled from the beginning who meets whom, those who do not come lose.
    boards = [walked_over(pair, drawing.active) if fixed else Board(pair) for pair in pairs]
    if fixed and drawing.kind == "round_robin":
        return tuple(board for board in boards if board is not None)
    sat = seats_taken(drawing.history)
    return tuple(seated(board, sat) for board in boards if board is not None)


def walked_over(pair: tuple[int, ...], active: frozenset[int]) -> Board | None:
    """A board whose absent entries lose; none where nobody comes."""
    lost = frozenset(pair) - active
    return None if len(lost) == len(pair) else Board(pair, lost=lost)


def round_robin(entries: Sequence[int], number: int) -> list[tuple[int, ...]]:
    """The pairs of a round by the circle method: one stays, all others move on by one place each round.

    Whoever moves on begins at every second place, and who stays in every second round.
    """
    around = [BYE] * (len(entries) % 2) + list(entries)
    turning = around[1:]
    shift = number % len(turning)
    placed = [around[0], *turning[shift:], *turning[:shift]]
    half = len(placed) // 2
    pairs = list(zip(placed[:half], reversed(placed[half:]), strict=True))
    turned = [pair[::-1] if (n or number) % 2 else pair for n, pair in enumerate(pairs)]
    return [tuple(one for one in pair if one != BYE) for pair in turned]


def seeding(places: int) -> list[int]:
    """The seeds from top to bottom of a bracket, so that the first two can meet in the final only."""
    order = [1]
    while len(order) < places:
        order = [seed for one in order for seed in (one, 2 * len(order) + 1 - one)]
    return order


def knock_out(entries: Sequence[int], history: History, active: frozenset[int]) -> list[tuple[int, ...]]:
    """The pairs of the next round: winners of neighbours in the bracket; whose neighbour is missing goes on."""
    places = 1 << max(0, (len(entries) - 1).bit_length())
    left: list[int] = [entries[seed - 1] if seed <= len(entries) else BYE for seed in seeding(places)]
    for played in history:
        left = [going_on(left[n], left[n + 1], played) for n in range(0, len(left), 2)]
    pairs = [(left[n], left[n + 1]) for n in range(0, len(left), 2)]
    both = [pair for pair in pairs if not set(pair) <= {BYE}]
    return [tuple(one for one in pair if one != BYE) for pair in both if set(pair) & active]


def going_on(one: int, other: int, played: Round) -> int:
    """Who of two neighbours is in the next round; where a win is shared, the better seed."""
    board = next((board for board in played if {one, other} - {BYE} <= set(board.entries)), None)
    if BYE in (one, other) or board is None:
        return (one or other) if board else BYE
    return max((one, other), key=lambda entry: (board.points(entry), -entry))


def thinned(drawing: Drawing) -> list[tuple[int, ...]]:
    """The tables of a knock-out of three or four: those who are through and there, to and fro along their seeds."""
    last = drawing.history[-1] if drawing.history else ()
    left = frozenset().union(*(advancing(last, board) for board in last)) if last else drawing.active
    order = [entry for entry in drawing.entries if entry in left & drawing.active]
    tables: list[list[int]] = [[] for _ in range(-(-len(order) // drawing.size))]
    for n, entry in enumerate(order):
        row, place = divmod(n, len(tables))
        tables[-1 - place if row % 2 else place].append(entry)
    return [tuple(table) for table in tables]


def met(history: History) -> Counter[frozenset[int]]:
    """How often two entries sat at the same board, and who has had a bye."""
    pairs: Counter[frozenset[int]] = Counter()
    for board in (board for played in history for board in played):
        pairs.update(frozenset(pair) for pair in combinations(board.entries, 2))
        if board.is_bye:
            pairs[frozenset((board.entries[0], BYE))] += 1
    return pairs


def groups(drawing: Drawing) -> list[tuple[int, ...]]:
    """Swiss: who has about the same points. Else: whoever has not met yet. Nobody twice, as far as it can be."""
    order = sorted(drawing.active, key=lambda entry: (-drawing.points.get(entry, 0.0), entry))
    cost = cost_of(drawing, order)
    if drawing.size == 2:
        odd = [] if len(order) % 2 == 0 else [-1 if drawing.kind == "duplicate" else BYE]
        pairs = matching([*order, *odd], cost)
        return [tuple(one for one in pair if one != BYE) for pair in pairs]
    fillers = [-n for n in range(1, 1 + -len(order) % drawing.size)]
    if drawing.kind == "swiss":
        return exchanged(chunks(order, fillers, drawing.size), cost)
    starts = (sorted(order, key=lambda entry: spread(number, entry)) for number in starts_of(drawing))
    drawn = (exchanged(chunks(start, fillers, drawing.size), cost) for start in starts)
    return min(drawn, key=lambda tables: sum(price(list(table), cost) for table in tables))


def starts_of(drawing: Drawing) -> range:
    """From how many orders a seating is looked for: more where that is quick."""
    many = max(1, MOST_SEATED // len(drawing.active)) if drawing.active else 1
    return range(len(drawing.history) << 10, (len(drawing.history) << 10) + many)


def chunks(order: list[int], fillers: list[int], size: int) -> list[list[int]]:
    """Tables in the order of the standing; bots that fill sit at the last ones, one at each while there are enough."""
    tables: list[list[int]] = [[] for _ in range((len(order) + len(fillers)) // size)]
    for n, filler in enumerate(fillers):
        tables[-1 - n % len(tables)].append(filler)
    left = iter(order)
    return [[*islice(left, size - len(table)), *table] for table in tables]


def cost_of(drawing: Drawing, order: list[int]) -> Cost:
    """What it costs to put two at the same table."""
    before, swiss = met(drawing.history), drawing.kind == "swiss"
    points = {entry: round(12 * drawing.points.get(entry, 0.0)) for entry in order}
    rank = {entry: place for place, entry in enumerate(order)}
    half = {score: max(1, sum(one == score for one in points.values()) // 2) for score in set(points.values())}
    least, last, number = min(points.values(), default=0), len(order), len(drawing.history)

    def cost(a: int, b: int) -> int:
        repeats = REPEAT * before[frozenset((a, b))] ** 2
        if not swiss:
            return repeats + spread(number, (min(a, b) & 1023) << 10 | max(a, b) & 1023) % FOLD
        if min(a, b) <= 0:
            entry = max(a, b)
            return repeats + SCORE * (points[entry] - least) ** 2 + FOLD * (last - rank[entry])
        fold = abs(abs(rank[a] - rank[b]) - half[points[a]]) if points[a] == points[b] else 0
        return repeats + SCORE * (points[a] - points[b]) ** 2 + FOLD * fold

    return cost


def matching(nodes: Sequence[int], cost: Cost) -> list[tuple[int, int]]:
    """Pairs of all, of least cost together: Edmonds' blossom algorithm."""
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(list(nodes))
    costs = [(a, b, cost(nodes[a], nodes[b])) for a, b in combinations(range(len(nodes)), 2)]
    graph.add_edges_from(costs)
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=lambda one: -one)
    pairs = [(nodes[min(pair)], nodes[max(pair)]) for pair in found]
    return sorted(pairs, key=lambda pair: nodes.index(pair[0]))


def exchanged(tables: list[list[int]], cost: Cost) -> list[tuple[int, ...]]:
    """Tables of three or four after every exchange of two people that makes it better; the best is hard to find."""
    for _ in range(PASSES):
        better = False
        for here in range(len(tables)):
            repeats = price(tables[here], cost) >= REPEAT
            first, last = (0, len(tables)) if repeats else (here + 1, min(len(tables), here + NEAR + 1))
            for there in range(first, last):
                better |= there != here and exchange(tables[here], tables[there], cost)
        if not better:
            break
    return [tuple(table) for table in tables]


def exchange(one: list[int], other: list[int], cost: Cost) -> bool:
    """Exchanges somebody of two tables if that is better; bots that fill never sit at the same one."""
    before = price(one, cost) + price(other, cost)
    for a in range(len(one)):
        for b in range(len(other)):
            one[a], other[b] = other[b], one[a]
            if price(one, cost) + price(other, cost) < before:
                return True
            one[a], other[b] = other[b], one[a]
    return False


def price(table: list[int], cost: Cost) -> int:
    """What a table costs."""
    return sum(REPEAT if max(a, b) < 0 else cost(a, b) for a, b in combinations(table, 2))


def seats_taken(history: History) -> Counter[tuple[int, int]]:
    """How often each entry had each seat."""
    boards = [board for played in history for board in played if not board.is_bye]
    return Counter((entry, seat) for board in boards for seat, entry in enumerate(board.entries))


def seated(board: Board, sat: Mapping[tuple[int, int], int]) -> Board:
    """The same board, everybody on the seat that they had least; the first seat begins where one does."""

    def uneven(order: tuple[int, ...]) -> int:
        return sum((sat.get((entry, seat), 0) + 1) ** 2 for seat, entry in enumerate(order))

    return Board(min(permutations(board.entries), key=uneven), lost=board.lost)
