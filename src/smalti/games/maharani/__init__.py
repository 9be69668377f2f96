"""Maharani: Mosaic Palace by Wolfgang Panning (Queen Games, 2012): the rules, the record and the picture."""
