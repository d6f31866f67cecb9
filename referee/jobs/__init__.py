"""Long work spread over the processors of this machine, or over a cluster: the same results in the same order."""
