"""The table over HTTP and WebSockets: people, seats, storage and bots around a match."""
