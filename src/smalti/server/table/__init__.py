"""The authority over a table, pure: a command and what holds go in, events to store or a refusal come out."""
