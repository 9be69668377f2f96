"""Majolica by Yu Wang (Blue Magpie Games, 2018): the rules, the record and the picture."""
