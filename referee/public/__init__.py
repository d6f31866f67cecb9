"""What a program calls: for each command the function or the method that does it, with what it tells."""
