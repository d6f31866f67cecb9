"""The suite as a document of its own: its archive, its pages, and the report of a program that was held against it."""
