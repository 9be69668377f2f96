"""Tests of Maharani."""
