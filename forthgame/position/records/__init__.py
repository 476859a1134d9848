"""Records of games in the formats of other programs: PGN, SGF, PDN, KIF, CSA and ZSG.

A reader makes a `GameTree` of a text, without the game: tags, moves as texts, comments, variations.
`MoveTexts` of a format reads and writes the moves of one game, as `[records]` in the game's file of
texts declares them, and `RecordedGame` replays a tree in a game.
"""
