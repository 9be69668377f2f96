"""The `smalti` command."""
