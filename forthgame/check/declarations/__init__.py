"""Report findings about declarations, names, rules and reachable code."""
