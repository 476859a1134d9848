"""Known texts: positions and moves in the notations of other programs.

A file beside the script declares the game's letters, fields and squares: `chess.texts.toml` for
`chess.4th`. `docs/beyond/texts.md` describes it.
"""
