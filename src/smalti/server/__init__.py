"""The table over HTTP and WebSockets: people, seats, storage and bots around a match."""

import logging

logging.getLogger(__name__).addHandler(logging.NullHandler())  # who runs it says where its log goes
