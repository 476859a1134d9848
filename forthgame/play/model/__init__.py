"""data of games and tournaments: entrants, limits, schedules, game records and game files."""
