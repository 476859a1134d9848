"""Play a tournament: pool and workers, live games, cluster.

Games are saved as they end and passed on in the order of their numbers. Finished games travel
several to a message, with shared parts written once.
"""
