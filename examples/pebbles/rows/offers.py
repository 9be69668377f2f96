"""What is there only to be clicked."""

from __future__ import annotations

from smalti.kernel.compiling import kernel
from smalti.kernel.state import Sheet, State


@kernel
def offers(view: State, seat: int, rows: Sheet) -> None:
    """Nothing: one clicks the pebbles and cells themselves. Cards to choose from and buttons would be here."""
    rows.n = 0
