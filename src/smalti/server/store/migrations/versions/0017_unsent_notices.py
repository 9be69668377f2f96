"""Notices that are still to be sent are found without a look at those that were.

Revision ID: 0017
"""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """In place of the index over all of them."""
    unsent = sa.text("done IS NULL")
    op.drop_index("ix_notices_due", "notices")
    op.create_index("ix_notices_unsent", "notices", ["due"], sqlite_where=unsent, postgresql_where=unsent)
