"""Play many positions of a game together, with arrays.

Positions are records of a numpy array outside the block; registers hold the distance.
`(batch-step)` loads each, plays, lists, judges and stores it. A record that is too short for its
list stops the word; Python makes all records longer and continues. New games are copies of one if
no word that sets it up can read a random stream. The end of a game is determined once, because a
script may draw lots.
"""
