"""Define rows and stack effects, the dictionary, and the interfaces that bodies use.

A header in the dictionary is four cells after the name: address of the name, flags, link, index of
the word. The token is the address of the last cell, and data follow it. A vocabulary is a word
whose data are one cell, the address of its newest header; links lead from each header to the one
before in its vocabulary, and from the first to the header of the vocabulary. A name is looked up in
the vocabulary of `CONTEXT`, then of `CURRENT`, then in the base. `FORGET` resets every vocabulary
to its newest remaining word.

A token counts only if the cell for it in `TOKENS`, which no address reaches, leads to an index
whose entry in the word table has the same token. So arbitrary numbers are refused, and a script
that overwrites its own headers keeps its words.

The engine's own words, in parentheses, manage lists, nodes and trees and rely on their order. After
the language is loaded they are sealed, except for those of the dialect (`sealed_words.py`): their
names are removed from the dictionary of scripts, and their tokens from the word table, so
`EXECUTE`, deferred words, `,` and `$judge` refuse the numbers too. The engine finds them in its own
dictionary. To run one in a frame, `(FRAME-OF)` has its code as an operand.

The words that the compiler writes into definitions (`LIT`, `BRANCH`, `(LOOP)` …) have names that
stop with a message, because scripts cannot write threaded code by hand.
"""
