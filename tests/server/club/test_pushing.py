"""Web Push as its RFCs have it."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from smalti.kernel.errors import SmaltiError
from smalti.server.club.pushing import check_keys, own_key, point, read_bytes, sealed, write_bytes

AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
BROWSER = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
ONCE = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
    "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_example_of_rfc_8291_is_sealed_to_the_last_byte() -> None:
    once = ec.derive_private_key(int.from_bytes(read_bytes(ONCE), "big"), ec.SECP256R1())
    text = b"When I grow up, I want to be a watermelon"
    made = sealed(text, read_bytes(BROWSER), read_bytes(AUTH), once, read_bytes(SALT))
    assert write_bytes(made) == SEALED


@pytest.mark.parametrize("secret", [b"\0" * 32, b"\xff" * 32, bytes(range(32))])
def test_any_32_bytes_make_a_key(secret: bytes) -> None:
    assert len(point(own_key(secret))) == 65


@pytest.mark.parametrize(
    ("public", "shared"), [("", ""), ("!!!", AUTH), (BROWSER, "AAAA"), (BROWSER[:-2], AUTH), (BROWSER, "ß")]
)
def test_keys_that_nobody_can_seal_with_are_refused(public: str, shared: str) -> None:
    with pytest.raises(SmaltiError):
        check_keys(public, shared)


def test_keys_of_a_browser_are_taken() -> None:
    assert check_keys(BROWSER, AUTH) == f"{BROWSER} {AUTH}"
