"""Explain, trace, profile and debug a running game; return data and print nothing.

There is no separate interpreter. `Processor.advance(n)` runs exactly n steps and returns the reason
for stopping; everything builds on it, on the tokens kept with threaded code, and on the places of
declarations.

Without a debugger this costs nothing: the loop around the interpreter tests for one once in two
million steps. `(BREAK)` is written into code when the interpreter is entered and removed on return,
so the compiler and the checker never see it. A game with a debugger is interpreted. Traces run in
batches in isolation, so the game can be used between two steps.

A generation is repeated by the real loop `(scan)`, stopped before every move word. Words that
cannot have made the move run at full speed; the others are stepped with a shadow stack, which holds
for each number the word, its inputs and `here`. The shadow stack is cut or filled to the machine's
depth and compared with its values, so a missing origin makes a sentence shorter, never wrong. Words
of the language are one step, with the effect of their comment.
"""
