"""What somebody's profile shows: games, ratings, and whether they are there.

Revision ID: 0018
"""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Profiles that were there show all of it, as they did."""
    for name in ("show_games", "show_ratings", "show_presence"):
        op.add_column("people", sa.Column(name, sa.Boolean, server_default=sa.true(), nullable=False))
