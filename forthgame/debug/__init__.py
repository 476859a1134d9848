"""Looking into a running game: steps, breakpoints, explanations, profiles. It prints nothing."""
