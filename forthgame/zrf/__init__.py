"""Read rule files of Zillions of Games and write them as scripts.

`forms.py` reads the text and `macros.py` replaces macro calls, one level at a time. `rule_file.py`
lists games and variants; `game_reader.py` and `board_reader.py` fill the model of one (`model.py`).
`script_writer.py` writes the script: the sections by itself, the moves with `move_words.py` and the
writers of blocks (`direct_writer.py`, `buffered_writer.py`), the endings with `goals.py`.
`translation.py` is the door: it turns a path into the path of a script, kept in the cache, with a
map to the lines of the rule file. `pictures.py` finds the images, which `bitmaps.py` reads.
`export.py` writes a game for keeps, and `set_up.py` reads the set-up of a script that has none.
Only `translators` in `base/source.py` and `forthgame import` name this folder.
"""
