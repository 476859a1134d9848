"""Play games: states, moves, results, texts and batches.

A `Playthrough` is a position with those before it, move texts and random streams; users have it as
a `State`. Positions and lists are bytes. A state keeps its list, because scripts may draw random
numbers while generating, and a player must play from the list that was shown. Undo restores the
earlier bytes.

A ply is one or two short calls (`plies.py`): `(play-number)`, `(offer-with-result)`, or both in
one, `(play-on)`. In games where the list may be made early, `play` also makes the next list and
finds the result; if the script fails in these, the move stands, and the error is raised when they
are requested. `Processor.standing` is the position that the machine holds unchanged. Writes of a
script during generation or judging are undone by the words themselves (`(keep-position)`,
`(restore-position)`).

The result of a game is the value of OnIsGameOver for the player about to move, as recorded on the
original engine. Other players' results are computed with them as the player to move; with two sides
they are the opposite.

`Playthrough.find` reads moves in three steps: whole texts, declared notations, typed beginnings.
Game files and engines use whole texts only. `position_editing.py` runs OnPosition for positions
that were read or edited.

Batches (`batch.py`) are records of a numpy array outside the block; registers hold the distance.
`(batch-step)` loads each, plays, lists, judges and stores it. A record that is too short for its
list stops the word; Python makes all records longer and continues. New games are copies of one if
no word that sets it up can read a random stream. The end of a game is determined once, because a
script may draw lots.
"""
