"""reading a stopped machine: next step, names, listings, sources of values."""
