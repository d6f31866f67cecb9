"""`may`: one command on a table of which only some facts are known. What is asked, what is laid, what is assumed."""
