"""playing a tournament: pool and workers, live games, cluster."""
