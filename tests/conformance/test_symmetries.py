"""What every game promises about its symmetries: nobody who plays by the rules can tell what was turned."""

from __future__ import annotations

from random import Random

import pytest

from smalti.kernel.errors import InvalidNotation
from smalti.kernel.game import CHANCE
from smalti.kernel.position import Position
from smalti.kernel.symmetry import Symmetry
from tests.play import KNOWN, Setting, ended
from tests.settings import each_setting

MOMENTS = 30
"""So many entries of a random game are looked at, each by a symmetry of its own."""

each_game = pytest.mark.parametrize("game", KNOWN.values(), ids=lambda game: game.name)


def entries(setting: Setting) -> list[tuple[Position, int, int, Symmetry]]:
    """Positions of a random game with what happened there, and a way to look at them."""
    random, log = Random(11), ended(*setting).log
    chosen = [log[0], *random.sample(log, min(MOMENTS, len(log)))]
    return [(event.before, event.by, event.move, random.choice(event.before.symmetries())) for event in chosen]


def by_seat(symmetry: Symmetry, values: tuple[int, ...]) -> tuple[int, ...]:
    """[seat]: what it has once seats are exchanged."""
    found = [0] * len(values)
    for seat, value in enumerate(values):
        found[symmetry.seats[seat]] = value
    return tuple(found)


@each_setting()
def test_legal_moves_become_the_legal_moves(setting: Setting) -> None:
    for position, _, _, symmetry in entries(setting):
        turned = position.transformed(symmetry)
        assert sorted(symmetry.seats[seat] for seat in position.actors()) == list(turned.actors())
        for seat in position.actors():
            became = sorted(symmetry.change_move(position.state, move) for move in position.legal_moves(seat))
            assert became == turned.legal_moves(symmetry.seats[seat])


@each_setting()
def test_playing_and_looking_otherwise_may_change_places(setting: Setting) -> None:
    for position, by, move, symmetry in entries(setting):
        turned = position.transformed(symmetry)
        if by == CHANCE:
            after = turned.after(CHANCE, symmetry.outcome(position, move))
        else:
            after = turned.after(symmetry.seats[by], symmetry.move(position, move, by))
        assert after == position.after(by, move).transformed(symmetry)


@each_setting()
def test_chance_gives_the_same_as_likely(setting: Setting) -> None:
    for position, by, _, symmetry in entries(setting):
        if by == CHANCE:
            became = {symmetry.outcome(position, one): odds for one, odds in position.outcomes().items()}
            assert became == position.transformed(symmetry).outcomes()


@each_setting()
def test_scores_and_winners_stay_with_their_seats(setting: Setting) -> None:
    last = ended(*setting).position
    for position, symmetry in [(one, look) for one, _, _, look in entries(setting)] + [(last, last.symmetries()[-1])]:
        turned = position.transformed(symmetry)
        assert by_seat(symmetry, position.scores()) == turned.scores()
        assert sorted(symmetry.seats[seat] for seat in position.winners()) == list(turned.winners())


@each_setting()
def test_what_is_turned_can_be_written_and_read(setting: Setting) -> None:
    for position, _, _, symmetry in entries(setting)[:8]:
        turned = position.transformed(symmetry)
        assert Position.of(turned.game, turned.game.text.parse_position(str(turned))) == turned


@each_setting()
def test_the_first_changes_nothing_and_each_is_one_of_them(setting: Setting) -> None:
    position = ended(*setting).log[-1].before
    all_ = position.symmetries()
    assert position.transformed(all_[0]) == position
    assert all(one in all_ for one in all_[:: max(1, len(all_) // 7)])
    assert len(all_[:3]) == min(3, len(all_))
    with pytest.raises(IndexError):
        all_[len(all_)]


def test_a_symmetry_of_another_game_is_refused() -> None:
    mosaix, maharani = (ended(name, 2, {}).position for name in ("mosaix", "maharani"))
    with pytest.raises(InvalidNotation, match="no symmetry"):
        mosaix.transformed(maharani.symmetries()[0])


COUNTS = {("mosaix", 1): 48, ("mosaix", 4): 192, ("maharani", 2): 5760, ("maharani", 3): 720, ("maharani", 4): 2880}
COUNTS |= {("majolica", 1): 4, ("majolica", 2): 64, ("majolica", 3): 96, ("pebbles", 2): 1}


@pytest.mark.parametrize(("name", "seats"), [key for key in COUNTS if key[0] in KNOWN])
def test_so_many_there_are(name: str, seats: int) -> None:
    assert len(Position.new(KNOWN[name], seats).symmetries()) == COUNTS[name, seats]
