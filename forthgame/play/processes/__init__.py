"""child processes: starting, checked messages, shared progress, finishing of machine code."""
