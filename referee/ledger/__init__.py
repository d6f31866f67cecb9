"""What was ruled, kept in SQLite.

The only package that imports sqlite_utils, and only to set the file up.
"""
