"""Read and write positions and moves in the notations of other programs.

A file beside the script declares the game's letters, fields and squares: `chess.texts.toml` for
`chess.4th`. `docs/beyond/texts.md` describes it. A text becomes names of pieces, storage and hands
(`piece_placement.py`), then a line that `forthgame/position/position_text.py` checks; an error
carries its column. Whole paths of captures follow from the pieces that a move takes
(`notation.py`).
"""
