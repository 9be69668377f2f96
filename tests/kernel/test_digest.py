"""The sums of chance in a kernel function are those of Python's own library."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.games import GAMES
from smalti.kernel.chance import Chance
from smalti.kernel.ledger import Ledger, bot_bits, ledger, outcome_bits

ANY = st.text(st.characters(exclude_categories=["Cs"]), max_size=90)


@given(ANY, ANY, ANY, st.integers(0, 20_000), st.integers(0, 15))
def test_compiled_bits_are_those_of_chance(secret: str, game_id: str, added: str, n: int, seat: int) -> None:
    book, chance = ledger(GAMES["mosaix"]), Chance(secret, game_id, added)
    source = book.source(chance)

    assert book.game.compiler(outcome_bits)(*source, n) == chance.generator(n)
    assert book.game.compiler(bot_bits)(*source, n, seat) == chance.bot_generator(n, seat)


@pytest.mark.parametrize("size", [0, 1, 54, 55, 56, 63, 64, 65, 119, 120])
def test_messages_of_every_length_to_the_edges_of_a_block(size: int) -> None:
    book, chance = Ledger(GAMES["mosaix"]), Chance("k" * size, "m" * size, "a" * size)

    assert outcome_bits(*book.source(chance), 7) == chance.generator(7)
