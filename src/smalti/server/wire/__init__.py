"""What goes over the connection to a browser."""
