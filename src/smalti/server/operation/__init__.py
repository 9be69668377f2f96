"""What whoever runs the server decides and looks at."""
