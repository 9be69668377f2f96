"""Where people meet: open tables, seats kept for somebody, friends, who is there; tables that others may not look at.

Revision ID: 0009
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def person() -> sa.ForeignKey:
    """Whose a row is."""
    return sa.ForeignKey("people.id")


def upgrade() -> None:
    """Every table stays as open as it was; nobody is on any list."""
    moment = sa.DateTime(timezone=True)
    op.add_column("tables", sa.Column("private", sa.Boolean, server_default=sa.false(), nullable=False))
    op.create_table(
        "openings",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("person_id", sa.String(32), person(), nullable=False, index=True),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("fill_bot", sa.String(40)),
        sa.Column("fill_name", sa.String(40)),
        sa.Column("fill_at", moment, index=True),
        sa.Column("seen", moment, nullable=False),
    )
    op.create_table(
        "reservations",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("person_id", sa.String(32), person(), nullable=False, index=True),
        sa.Column("declined", sa.Boolean, nullable=False),
    )
    op.create_table(
        "ties",
        sa.Column("person_id", sa.String(32), person(), primary_key=True),
        sa.Column("other_id", sa.String(32), person(), primary_key=True, index=True),
        sa.Column("kind", sa.String(8), nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("person_id", sa.String(32), person(), primary_key=True),
        sa.Column("server", sa.String(16), primary_key=True, index=True),
        sa.Column("seen", moment, nullable=False),
    )
