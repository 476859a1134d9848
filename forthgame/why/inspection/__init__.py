"""Read a stopped machine: its next step, names, listings, and sources of values."""
