"""Learn an evaluation by self-play (`forthgame tune`)."""
