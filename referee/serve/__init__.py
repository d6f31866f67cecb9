"""Phones at the table: the referee as pages on the local network. The only package that imports starlette and uvicorn.

`view` modules turn what the library tells into small values, `templates/` turn these into pages, and the routes only
call the public face (`import referee`). No rule of the game stands here.
"""
