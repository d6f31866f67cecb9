"""Powers, flares, techs and artifacts: which of them act, and what each of them does."""
