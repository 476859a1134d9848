"""Games that the bridges are tested with."""

GAMES = ("tictactoe", "connectfour", "breakthrough", "splut", "ur")  # the last one has dice
