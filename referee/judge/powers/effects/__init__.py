"""What powers, flares and techs do, topic by topic: each effect with all that an outcome and a table make of it."""
