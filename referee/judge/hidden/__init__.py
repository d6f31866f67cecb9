"""What nobody can see: how the judge asks for a hidden fact, and the cases that come of it."""
