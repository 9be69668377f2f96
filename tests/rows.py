"""What the rows of a game have to keep, one checker for each promise; `tests/conformance/test_rows.py` runs them all.

A checker is given a reader (compiled, or of rows that are wrong on purpose) and an event: a position and what comes
next in it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import numpy as np

from smalti.kernel.clauses import clauses
from smalti.kernel.game import CHANCE, Game
from smalti.kernel.match import Event
from smalti.kernel.position import Position
from smalti.kernel.reader import Reader
from smalti.kernel.rows import (
    ASKS,
    HAPPENINGS,
    NONE,
    NOWHERE,
    PATHS,
    PIECES,
    Happening,
    Path,
    Piece,
    Rows,
    change,
    flat,
    new_sheet,
)
from smalti.kernel.stage import Stage, catalogue
from smalti.kernel.state import Sheet, State, copy_state, state_bytes
from smalti.kernel.telling import Telling, clause_text
from smalti.kernel.words import LANGUAGES
from tests.play import KNOWN, Setting, finished, settings

POSITIONS = int(os.environ.get("SMALTI_ROW_POSITIONS", "100"))
"""How many positions of each game are looked at."""
WITH_ROWS = list(KNOWN.values())
SETTINGS = settings(WITH_ROWS)
MARGIN = 0.8
"""So much of a sheet may be written, and no more."""
SHEETS = {
    "pieces": PIECES, "offers": PIECES, "paths": PATHS, "happens": HAPPENINGS,
    "asks": ASKS, "refuses": HAPPENINGS, "refuses_move": HAPPENINGS, "earns": HAPPENINGS, "foresees": HAPPENINGS,
}  # fmt: skip


@cache
def compiled_reader(game: Game) -> Reader:
    """Reads compiled rows."""
    made = Reader(game)
    made.compile()
    return made


def events(setting: Setting) -> list[Event]:
    """Moments of random games, and always the last of each."""
    return _events(SETTINGS.index(setting))


@cache
def _events(number: int) -> list[Event]:
    random, found, seed = Random(number), list[Event](), 0
    setting = SETTINGS[number]
    wanted = -(-POSITIONS // sum(other[0] == setting[0] for other in SETTINGS))
    while len(found) < wanted:
        log = finished(*setting, seed, compiled=True).log
        some = min(wanted - len(found), max(10, len(log) // 3), len(log))
        found += [*random.sample(log[:-1], some - 1), log[-1]]
        seed += 1
    return found


def everybody(event: Event) -> range:
    """All pairs of eyes, a spectator's first."""
    return range(CHANCE, event.before.seats)


def stage_of(event: Event) -> Stage:
    """The tables of the game that is played."""
    make = event.before.game.tables.stage
    assert make is not None, "a game with rows has a stage"
    return make(event.before.state)


def seen(event: Event, eyes: int) -> State:
    """The position as these eyes see it."""
    return event.before.game.course.view(event.before.state, eyes)


def after(event: Event) -> State:
    """The position that the rules lead to."""
    return event.before.after(event.by, event.move).state


def laid(pieces: list[Piece]) -> dict[int, Piece]:
    """Pieces by number; none is there twice."""
    table = {piece.piece: piece for piece in pieces}
    assert len(table) == len(pieces), "a piece is there twice"
    return table


# Interpreted and compiled


def calls(event: Event, random: Random) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Every function with arguments as they come in a game, for all eyes."""
    state, game = event.before.state, event.before.game
    places = [NOWHERE, *stage_of(event).places]
    yield from (("happens", (state, eyes, event.by, event.move)) for eyes in everybody(event))
    for eyes in everybody(event):
        view = seen(event, eyes)
        yield "pieces", (view, eyes)
        yield from (("earns", (view, seat)) for seat in range(event.before.seats))
        if eyes != CHANCE:
            yield from ((name, (view, eyes)) for name in ("offers", "paths", "asks"))
            yield "refuses", (view, eyes, *random.choices(places, k=3))
            yield "refuses_move", (view, eyes, random.randrange(game.course.action_count))
    for seat in event.before.actors():
        move = random.choice(event.before.legal_moves(seat))
        yield "happens", (seen(event, seat), seat, seat, move)
        yield "foresees", (event.before.after(seat, move).state, seat, new_sheet(event.before.game.rows.room))


def check_ways_agree(plain: Rows, compiled: Rows, event: Event, random: Random) -> None:
    """The same rows both ways, on a sheet that was used before; and only what happens changes the position."""
    for name, (state, *rest) in calls(event, random):
        results = []
        for rows, dirt in ((plain, 0), (compiled, 77)):
            sheet, own = new_sheet(SHEETS[name]), copy_state(state)
            for column in (sheet.dtype.names or ())[1:]:
                sheet[column][:] = dirt
            sheet.n = dirt
            rows.named()[name](own, *rest, sheet)
            results.append((flat(sheet), state_bytes(own)))
            check_margin(sheet, name)
        assert results[0] == results[1], f"{name}{tuple(rest)} differs, interpreted and compiled"
        assert name == "happens" or results[0][1] == state_bytes(state), f"{name} changes the position"


def check_margin(sheet: Sheet, name: str) -> None:
    """No sheet comes near its end."""
    room = len(sheet[(sheet.dtype.names or ())[-1]])
    assert int(sheet.n) <= MARGIN * room, f"{name} writes {int(sheet.n)} of {room} rows"


# Pieces, and what happens to them


def check_apply(reader: Reader, event: Event) -> None:
    """What happens leaves the position that the rules leave."""
    for eyes in everybody(event):
        state = copy_state(event.before.state)
        reader.rows.happens(state, eyes, event.by, event.move, new_sheet(HAPPENINGS))
        assert state_bytes(state) == state_bytes(after(event))


def check_pieces(reader: Reader, event: Event) -> None:
    """The pieces before, changed by what happens, are the pieces after, for all eyes."""
    kinds, view = stage_of(event).kinds, event.before.game.course.view
    for eyes in everybody(event):
        table = laid(reader.pieces(seen(event, eyes), eyes))
        for row in reader.happens(event.before.state, eyes, event.by, event.move):
            change(table, row, kinds[row.kind].effect)
        assert table == laid(reader.pieces(view(after(event), eyes), eyes))


def check_stage(reader: Reader, event: Event) -> None:
    """Whatever lies or is offered has a place and a look, and no number stands for two things."""
    stage = stage_of(event)
    for eyes in everybody(event):
        view = seen(event, eyes)
        pieces = reader.pieces(view, eyes) + (reader.offers(view, eyes) if eyes != CHANCE else [])
        for piece in laid(pieces).values():
            assert piece.place in stage.places, f"there is no place {piece.place}"
            assert piece.look in stage.looks, f"there is no look {piece.look}"
        for seat, piece_number in enumerate(stage.scores):
            assert laid(pieces)[piece_number].number == scores(event.before, view)[seat]


def scores(position: Position, view: State) -> tuple[int, ...]:
    """The points as somebody sees them."""
    return Position(position.game, view, compiled=position.is_compiled).scores()


# Paths, questions, refusals


def check_paths(reader: Reader, event: Event) -> None:
    """Click paths are exactly the legal moves; none is another, nor the beginning of one."""
    places = stage_of(event).places
    for seat in range(event.before.seats):
        paths = reader.paths(seen(event, seat), seat)
        if seat not in event.before.actors():
            assert not paths
            assert not reader.offers(seen(event, seat), seat), "only who is to choose is offered something"
            continue
        assert sorted({path.move for path in paths}) == event.before.legal_moves(seat)
        check_clicks(paths)
        for path in paths:
            assert set(path.places) <= set(places), f"a step of {path} is no place"


def check_clicks(paths: list[Path]) -> None:
    """Every path ends in a click of its own."""
    clicks = {path.places for path in paths}
    assert len(clicks) == len(paths), "two paths are the same"
    for path in paths:
        assert path.places == tuple(path[1:])[: len(path.places)], "a path has a gap"
    assert not clicks & {one[:n] for one in clicks for n in range(1, len(one))}, "a path is the beginning of another"
    assert () not in clicks


def check_asks(reader: Reader, event: Event) -> None:
    """An actor is asked something before the first click; panels to look at and clauses exist."""
    stage, known = stage_of(event), clauses(event.before.game.name, "en")
    panels = {panel.number for panel in stage.panels}
    for seat in range(event.before.seats):
        asked = reader.asks(seen(event, seat), seat)
        assert seat not in event.before.actors() or any(one.kind != NONE and one.step == 0 for one in asked)
        for one in asked:
            assert one.kind == NONE or one.kind in stage.kinds
            assert one.focus == NONE or one.focus in panels
            assert one.clause == NONE or clause_text(one.clause) in known


def check_refused_moves(reader: Reader, event: Event, random: Random) -> None:
    """Something is said against a move exactly when it is not legal."""
    for seat in range(event.before.seats):
        view, count = seen(event, seat), event.before.game.course.action_count
        legal = set(event.before.legal_moves(seat) if seat in event.before.actors() else ())
        for move in {*random.sample(range(count), min(count, 12)), *random.sample(sorted(legal), min(len(legal), 4))}:
            row = reader.refuses_move(view, seat, move)
            assert (row is None) == (move in legal), f"move {move} of seat {seat}: {row}"
            check_refusal(event, row)


def check_refused_clicks(reader: Reader, event: Event, random: Random) -> None:
    """Nothing is said against a path to a move or its beginning; what is said of other clicks names a clause."""
    places = list(stage_of(event).places)
    for seat in range(event.before.seats):
        view = seen(event, seat)
        paths = [path.places for path in reader.paths(view, seat)]
        for path in random.sample(paths, min(len(paths), 5)):
            for n in range(1, len(path) + 1):
                assert reader.refuses(view, seat, path[:n]) is None, f"clicks {path[:n]} are refused"
                check_refusal(event, reader.refuses(view, seat, (*path[: n - 1], random.choice(places))))
        for n in (1, 2, 3):
            check_refusal(event, reader.refuses(view, seat, tuple(random.choices(places, k=n))))


def check_refusal(event: Event, row: Happening | None) -> None:
    """A refusal names a clause of the rules and is a sentence in every language."""
    if row is None:
        return
    for language in LANGUAGES:
        assert clause_text(row.clause) in clauses(event.before.game.name, language), f"no clause for {row}"
        assert careful(event, language).refusal(row)


# Points


def check_earnings(reader: Reader, event: Event) -> None:
    """The heads of a score add up to it, cite clauses, and lie on the table."""
    stage, known = stage_of(event), clauses(event.before.game.name, "en")
    for eyes in everybody(event):
        view = seen(event, eyes)
        for seat in range(event.before.seats):
            heads = [row for row in reader.earns(view, seat) if stage.kinds[row.kind].head]
            assert sum(row.amount for row in heads) == scores(event.before, view)[seat]
            for row in reader.earns(view, seat):
                assert row.kind in stage.kinds
                assert not stage.kinds[row.kind].head or clause_text(row.clause) in known, f"no clause for {row}"
                assert row.target == NOWHERE or row.target in stage.places


# What is hidden


def check_hidden(reader: Reader, event: Event, random: Random) -> None:
    """Of what several choose at once, the others see nothing but that it is chosen, until all are in."""
    actors = list(event.before.actors())
    random.shuffle(actors)
    for eyes in everybody(event):
        one = other = event.before
        for seat in actors[:-1]:
            moves = one.legal_moves(seat)
            first = random.choice(moves)
            second = first if seat == eyes else random.choice(moves)
            assert reader.happens(one.state, eyes, seat, first) == reader.happens(other.state, eyes, seat, second)
            one, other = one.after(seat, first), other.after(seat, second)
            check_same(reader, one, other, eyes)


def check_same(reader: Reader, one: Position, other: Position, eyes: int) -> None:
    """Two positions are the same to these eyes."""
    views = [position.game.course.view(position.state, eyes) for position in (one, other)]
    assert readings(reader, views[0], eyes) == readings(reader, views[1], eyes), "what is hidden shows"


def readings(reader: Reader, view: State, eyes: int) -> list[object]:
    """All that these eyes read of a position."""
    public = [reader.pieces(view, eyes), *(reader.earns(view, seat) for seat in range(int(view.seats)))]
    own = [reader.offers(view, eyes), reader.paths(view, eyes), reader.asks(view, eyes)] if eyes != CHANCE else []
    return [*public, *own]


def check_generator(reader: Reader, event: Event) -> None:
    """What happens does not depend on the generator inside the position."""
    other = copy_state(event.before.state)
    other.rng = int(np.int64(event.before.state.rng) ^ np.int64(0x5DEECE66D))
    for eyes in everybody(event):
        rows = [reader.happens(state, eyes, event.by, event.move) for state in (event.before.state, other)]
        assert rows[0] == rows[1]


def check_foreseen(reader: Reader, event: Event, random: Random) -> None:
    """What a seat is told before it chooses, from what it sees, is what it is told once it has chosen."""
    kinds = stage_of(event).kinds
    for seat in event.before.actors():
        move = random.choice(event.before.legal_moves(seat))
        foreseen, told = (reader.happens(state, seat, seat, move) for state in (seen(event, seat), event.before.state))
        assert first_head(foreseen, kinds) == first_head(told, kinds)


def first_head(rows: list[Happening], kinds: Any) -> list[Happening]:
    """The first line and what stands under it."""
    heads = [n for n, row in enumerate(rows) if kinds[row.kind].head]
    return rows[heads[0] : heads[1]] if len(heads) > 1 else rows


# Words


@dataclass(frozen=True)
class Careful(Telling):
    """Refuses a gap that stays empty."""

    def _said(self, row: dict[str, int], gap: str) -> str:
        return filled(super()._said(row, gap), gap)

    def _joined(self, under: Any, gap: str) -> str:
        return filled(super()._joined(under, gap), gap)


def filled(words: str, gap: str) -> str:
    """Words that are some."""
    assert words, f"nothing stands for {{{gap}}}"
    return words


def careful(event: Event, language: str, eyes: int = CHANCE) -> Careful:
    """The words of this game."""
    return Careful(catalogue(event.before.game.name, stage_of(event), language), (), eyes)


def check_sentences(reader: Reader, event: Event) -> None:
    """Whatever is told, asked and earned is said in every language, with no gap left; a move begins with a head."""
    for language in LANGUAGES:
        for eyes in everybody(event):
            telling, view = careful(event, language, eyes), seen(event, eyes)
            told = reader.happens(event.before.state, eyes, event.by, event.move)
            assert told, "something happens without a word"
            assert telling.catalogue["kinds"][told[0].kind].get("head"), "the first row is no head"
            earned = [row for seat in range(event.before.seats) for row in reader.earns(view, seat)]
            said = [line.words for rows in (told, earned) for line in telling.lines(rows)]
            said += [note for line in telling.lines(told) for note in line.notes]
            said += [telling.called(piece) or "-" for piece in reader.pieces(view, eyes)]
            if eyes == event.by != CHANCE:
                foreseen = telling.lines(reader.foresees(view, eyes, event.move))
                said += [note for line in foreseen for note in line.notes]
            if eyes != CHANCE:
                said += [telling.asked(one.kind, one.amount) for one in reader.asks(view, eyes) if one.kind != NONE]
            for words in said:
                assert words
                assert "{" not in words
                assert "}" not in words
