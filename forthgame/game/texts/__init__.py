"""Texts of known games: positions and moves as other programs write them.

Which letters, fields and squares a game has stands in a file beside its script, not in the engine:
`chess.texts.toml` for `chess.4th`. `docs/beyond/texts.md` describes it.
"""
