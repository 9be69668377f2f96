"""Chance that can be checked by anyone with HMAC-SHA256."""

from __future__ import annotations

from smalti.kernel.chance import Chance
from tests.salted import said_elsewhere

# echo -n '["test-1", 0, ""]' | openssl dgst -sha256 -hmac seed-7, and so on; the first 16 digits are the 8 bytes.
DIGESTS = {
    '["test-1", 0, ""]': 0x5CEBF2376E834456,
    '["test-1", 3, "salt"]': 0x6E175B512A1707AE,
    '["test-1", 5, "", "bot", 1]': 0xA9856B7555C58C33,
}
LOW_62 = 2**62 - 1


def test_an_outcome_is_the_hmac_of_game_number_and_what_players_added() -> None:
    assert Chance("seed-7", "test-1").generator(0) == DIGESTS['["test-1", 0, ""]'] & LOW_62
    assert Chance("seed-7", "test-1", "salt").generator(3) == DIGESTS['["test-1", 3, "salt"]'] & LOW_62


def test_a_bot_has_numbers_of_its_own() -> None:
    assert Chance("seed-7", "test-1").bot_generator(5, 1) == DIGESTS['["test-1", 5, "", "bot", 1]'] & LOW_62


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    assert Chance("seed-7", "test-1").commitment == "5c70e30634e3828249c12b6765b9a7f787b43d21db6a1f3da93ab9c704625dc0"


def test_a_seed_is_a_secret_that_can_be_typed() -> None:
    assert Chance.from_seed(7, "test-1") == Chance("seed-7", "test-1")


def test_secret_game_number_and_addition_all_matter() -> None:
    numbers = {
        Chance(secret, game, added).generator(n)
        for secret in ("a", "b")
        for game in ("g", "h")
        for added in ("", "x")
        for n in range(10)
    }

    assert len(numbers) == 80


def test_a_secret_from_a_stranger_may_be_any_text() -> None:
    """JSON can spell half a character; hashing it must not fail."""
    assert Chance("\ud800", "g").generator(0) >= 0


def test_another_process_draws_the_same() -> None:
    script = "from smalti.kernel.chance import Chance; print(Chance('seed-7', 'test-1').generator(0))"

    [said] = said_elsewhere(script, ("5",))

    assert int(said) == Chance("seed-7", "test-1").generator(0)
