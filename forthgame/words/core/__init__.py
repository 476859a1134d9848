"""Implement standard Forth: stack, arithmetic, memory, text, control, defining words.

Texts in memory end with a 0 byte. They are Latin-1 if that is reversible and UTF-8 otherwise, so
bytes that a script prints one by one appear as intended.

Three oddities of the original engine are kept on purpose:

- `S" text"` leaves nothing while interpreting; `TYPE` with an empty stack prints the token that was
  just read, itself.
- `IF … ENDIF` outside of definitions skips text.
- `LEAVE` runs the rest of the body, `LOOP` compares signed, and a counted loop runs at least once.

Large arrays of a board are its rare part (`sparse_storage.py`). A register notes how far into it
anything was ever stored, in any record; after that all records hold zeros, so copies and keys stop
there. Every store at an address of the script's own raises the mark, and it never falls. A search
node costs 1.1 times as much with 16 K untouched cells, and 9.4 times without the mark.
"""

from forthgame.words import primitives as primitives  # whose order numbers the operations
