"""Define entrants, limits, schedules, game records and game files, without playing."""
