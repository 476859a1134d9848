"""Write the generation loop of a game, and serve as the entry point for modules.

`(scan)` runs the word that `(next-candidate)` returns. For games with up to 96 list entries, each
entry is a piece of code that calls its word directly and continues with the next entry, so facts
about one word hold before the next. With up to 16 entries, short words and the recording of their
move are part of the loop. The state in registers is that of the loop, so the interpreter can take
over between two pieces.

If all words are steady, or some are quiet (`forthgame/compile/generation/`), pieces are found by
comparing 64 cells at once, as bits (`scan_loop.py`). `(look-ahead)` searches them again after
anything that may have changed the board. Symmetric directions of up to four players are constants
(`symmetries_text` in `forthgame/compile/reading/direction_links.py`); for other numbers in
`$player` the table is read.
"""
