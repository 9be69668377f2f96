"""What is asked for over HTTP: pages, the interface for programs, files."""
