"""`python -m smalti` is the `smalti` command."""

from smalti.cli.main import main

main()
