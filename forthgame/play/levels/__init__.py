"""Levels of play from 1 to 10: engines with few positions, and a share of random moves.

A ladder has a rung for each level. `ladder.py` reads and writes the file beside a game, and has the
usual rungs of games that were not measured; `ladder_measuring.py` finds rungs by games against the
rung below.
"""
