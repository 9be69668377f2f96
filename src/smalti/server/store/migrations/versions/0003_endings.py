"""How games ended, so that finished ones are found without playing them again.

Revision ID: 0003
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Adds the endings, and works out those of the games that are there already."""
    op.create_table(
        "endings",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=False, index=True),
        sa.Column("scores", sa.JSON, nullable=False),
        sa.Column("winners", sa.JSON, nullable=False),
    )
    from smalti.server.store.finished import write_endings  # here, because it needs the rules of all games

    write_endings(op.get_bind())
