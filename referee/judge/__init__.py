"""What follows from what was said: findings, the phases, powers, and the ways to ask."""
