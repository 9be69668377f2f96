"""Chance that can be checked: the n-th outcome follows from a secret that is published afterwards.

The key of the HMAC is the secret itself; what is published before the game is its SHA-256, from which nothing
can be computed. What the players add makes sure that whoever drew the secret did not choose the outcomes either.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import dataclass

from smalti.kernel.errors import InvalidNotation, show
from smalti.kernel.generator import MASK_62


@dataclass(frozen=True)
class Chance:
    """Where the rolls and draws of one game come from."""

    secret: str
    game_id: str
    added: str = ""

    def __post_init__(self) -> None:
        if not all(isinstance(one, str) for one in (self.secret, self.game_id, self.added)):
            given = show((self.secret, self.game_id, self.added))
            raise InvalidNotation(
                f"chance is made of a secret, an id and what is added, all of them texts, not {given}"
            )

    @classmethod
    def from_seed(cls, seed: int, game_id: str) -> Chance:
        """An off-line game: the secret is a seed that can be typed in."""
        return cls(f"seed-{seed}", game_id)

    @property
    def commitment(self) -> str:
        """What may be published before the game."""
        return hashlib.sha256(self.key).hexdigest()

    def generator(self, n: int) -> int:
        """62 random bits for the n-th outcome of the game, counted from 0."""
        return self._bits([self.game_id, n, self.added])

    def bot_generator(self, n: int, seat: int) -> int:
        """62 random bits for a bot's n-th move, so that a simulated game is one seed and nothing else."""
        return self._bits([self.game_id, n, self.added, "bot", seat])

    @property
    def key(self) -> bytes:
        """The secret as it goes into the sums."""
        return self.secret.encode(errors="surrogatepass")  # a stranger's record may spell half a character

    def _bits(self, message: list[str | int]) -> int:
        digest = hmac.new(self.key, json.dumps(message).encode(), hashlib.sha256).digest()
        return int.from_bytes(digest[:8], "big") & MASK_62
