"""Rated tables, and the standings of people and bots.

Revision ID: 0014
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """No game that was played before counts: nobody knew that it would."""
    op.add_column("tables", sa.Column("rated", sa.String(8)))
    op.create_index("ix_tables_rated", "tables", ["rated"])
    op.create_table(
        "standings",
        sa.Column("who", sa.String(48), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("seats", sa.Integer, primary_key=True),
        *figures(),
    )
    op.create_table(
        "rated",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("who", sa.String(48), nullable=False, index=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=False),
        *figures(),
    )


def figures() -> list[sa.Column[Any]]:
    """A standing by places, and one without luck."""
    kinds = (("mu", sa.Float), ("sigma", sa.Float), ("games", sa.Integer))
    return [sa.Column(f"{of}{name}", kind, nullable=False) for of in ("", "fair_") for name, kind in kinds]
