"""Scripts with state in variables and arrays, and a stress of searches that are stopped."""
