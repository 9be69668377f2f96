"""Keys of moves that say who made them, one try at a challenge for each person, and records that are kept.

Revision ID: 0004
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Adds tries and records; what an older program called a move is no key that can be made any more."""
    with op.batch_alter_table("events") as events:
        events.alter_column("move_id", type_=sa.String(128))
    op.execute("UPDATE events SET move_id = 'old ' || move_id WHERE move_id IS NOT NULL")
    op.add_column("endings", sa.Column("record", sa.Text))
    op.create_table(
        "tries",
        sa.Column("challenge", sa.String(40), primary_key=True),
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False, unique=True),
        sa.Column("alone", sa.Boolean, nullable=False),
    )
    from smalti.server.store.finished import write_tries  # here, because it is no matter of the schema

    write_tries(op.get_bind())
