"""What is printed with --json, and what stands in the files that are read, as models and as JSON Schema.

Nothing that rules imports them: they describe answers, and the tests hold every answer against them.
"""
