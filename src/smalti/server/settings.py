"""What the one who starts the server decides; read once, handed down as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from smalti.server.limits import Limits


@dataclass(frozen=True)
class Settings:
    """Where things are kept and how much is allowed."""

    data: Path
    """The folder of the embedded database and of the key that signs cookies."""
    database: str = ""
    """A database URL; empty: one SQLite file in the data folder."""
    secure_cookie: bool = False
    """Set behind TLS."""
    bot_workers: int = 1
    compile_bots: bool = True
    origins: tuple[str, ...] = field(default=())
    """Other origins whose pages may open a WebSocket or change something, besides the host the page came from."""
    limits: Limits = field(default_factory=Limits)
    trusted_proxies: tuple[str, ...] = ()
    """Addresses or networks whose X-Forwarded-For and X-Forwarded-Proto are believed."""
    metrics_from: tuple[str, ...] = ("127.0.0.0/8", "::1/128")
    """Networks that may read /metrics."""

    @property
    def database_url(self) -> str:
        """The URL that SQLAlchemy opens."""
        return self.database or f"sqlite+aiosqlite:///{self.data / 'smalti.sqlite'}"
