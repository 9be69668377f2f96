"""The three symbols of Mosaix in letters that every terminal font has: they differ in shape, not only in colour."""

MARKS = ("●", "▲", "×")
SYMBOL_STYLES = ("#7fb2e5", "#f0b24a", "#e57f8f")
LETTERS = "abcdefg"
