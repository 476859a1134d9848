"""The checker: finds mistakes and doubtful places in a script without playing it."""
