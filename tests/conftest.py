"""One setting for all property tests: the same examples on every machine, and no clock."""

from hypothesis import settings

settings.register_profile("smalti", deadline=None, derandomize=True, database=None)
settings.load_profile("smalti")
