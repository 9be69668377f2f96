"""The table in a terminal, with Textual: screens that show a `HotSeat` and hand on what its people do."""
