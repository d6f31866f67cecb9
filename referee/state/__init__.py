"""What is on the table: an encounter, a whole table, and the notation that reads and writes both."""
