"""The pace of tournaments.

Revision ID: 0016
"""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Those that were there have none."""
    op.add_column("tournaments", sa.Column("pace", sa.JSON))
