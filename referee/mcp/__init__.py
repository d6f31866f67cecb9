"""What an assistant calls: the referee as tools, resources and a prompt of the Model Context Protocol.

Nothing is ruled here. A tool is one call of the public face; its text is what the command line prints.
"""
