"""output to a terminal, typed input, progress and Ctrl-C."""
