"""Where bots think: never in the server."""
