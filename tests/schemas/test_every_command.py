"""An evening in which every command is typed with --json: each answer is valid by the schema that others get."""
