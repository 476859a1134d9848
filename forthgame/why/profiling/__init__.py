"""steps per word, flame graphs, and coverage of a script by random play."""
