"""The suite as it is published, and programs that are held against it."""
