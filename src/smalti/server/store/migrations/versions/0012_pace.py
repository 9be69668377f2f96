"""The pace of tables: turns and their clocks, days off, and why a bot plays for somebody.

Revision ID: 0012
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Tables that were there have no pace; their turns are noted from the next move on."""
    moment = sa.DateTime(timezone=True)
    op.add_column("tables", sa.Column("pace", sa.JSON))
    op.add_column("seats", sa.Column("away", sa.String(12)))
    op.create_table(
        "turns",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("since", moment),
        sa.Column("due", moment, index=True),
        sa.Column("left_s", sa.Float),
        sa.Column("votes", sa.JSON, nullable=False),
        sa.Column("live", sa.Boolean, nullable=False),
    )
    op.create_table(
        "days_off",
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("day", sa.String(10), primary_key=True),
    )
    op.create_table(
        "beats",
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("at", moment, nullable=False),
    )
