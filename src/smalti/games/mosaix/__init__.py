"""Mosaix by Christof Tisch (Schmidt Spiele, 2009): the rules, the record and the picture."""
