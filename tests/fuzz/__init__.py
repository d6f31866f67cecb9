"""Every reader with lines that nobody meant: made from the cases by a numbered dice, so that each can be made again."""
