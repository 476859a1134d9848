"""questions of `why` and their explanations."""
