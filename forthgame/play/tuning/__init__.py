"""Learning an evaluation by playing: what `forthgame tune` does."""
