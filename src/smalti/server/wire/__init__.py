"""What goes over the line to a browser."""
