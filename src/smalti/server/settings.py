"""What the one who starts the server decides; read once, handed down as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path


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
    """Other origins that may open a WebSocket, besides the host the page came from."""

    @property
    def database_url(self) -> str:
        """The URL that SQLAlchemy opens."""
        return self.database or f"sqlite+aiosqlite:///{self.data / 'smalti.sqlite'}"
