"""What the one who starts the server decides; read once, handed down as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from smalti.server.operation.limits import Limits
from smalti.server.operation.reach import Reach


@dataclass(frozen=True)
class Settings:
    """Where things are kept and how much is allowed."""

    data: Path
    """The folder of the embedded database and of the key that signs cookies."""
    database: str = ""
    """A database URL; empty: one SQLite file in the data folder."""
    database_connections: int = 10
    """How many connections to PostgreSQL this process keeps, besides the one for news."""
    archive: Path | None = None
    """Where every commit to an SQLite file is copied within a second."""
    idle_s: float = 300
    """After so long a table that nobody looks at leaves memory."""
    patience_s: float = 5
    """So long a full table waits for what browsers add to chance."""
    talk_days: int = 90
    """So long what was said at a table is kept after its game has ended."""
    talk_accounts: bool = False
    """Whether only people with an account talk."""
    secure_cookie: bool = False
    """Set behind TLS."""
    bot_workers: int | None = None
    """How many processes of this machine bots think in, started when they are needed; None: one for each core."""
    prepare: bool = False
    """Whether all games and their bots are compiled at the start; else when they are first needed."""
    longest_thought_s: float = 60.0
    """How long a bot may think; then its worker is ended."""
    sources: tuple[str, ...] = ()
    """What brings further games and bots (`smalti --with`)."""
    origins: tuple[str, ...] = field(default=())
    """Other origins whose pages may open a WebSocket or change something, besides the host the page came from."""
    limits: Limits = field(default_factory=Limits)
    reach: Reach = field(default_factory=Reach)
    """Whether and how people are told what happens while they are away."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses or networks whose X-Forwarded-For and X-Forwarded-Proto are believed."""
    metrics_from: tuple[str, ...] = ("127.0.0.0/8", "::1/128")
    """Networks that may read /metrics."""

    @property
    def database_url(self) -> str:
        """The URL that SQLAlchemy opens."""
        return self.database or f"sqlite:///{self.data / 'smalti.sqlite'}"
