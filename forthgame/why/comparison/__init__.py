"""Find mistakes by playing: positions and their mirror images should have the same moves.

`board_maps.py` lists the symmetries of a board, `paired_games.py` plays a game and its image side
by side, and `played_findings.py` reports where they differ, with the reason that `why` gives.
"""
