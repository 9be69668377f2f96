"""Maharani as rows of numbers: what lies where, how to click, what happens, what is asked, refused and earned."""
