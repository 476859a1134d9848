"""Read scripts: dictionary, definitions, numbers, and errors of loading.

Reading `stdlib.4th` takes 29 ms, so `language_snapshot.py` keeps the result: 22 pages of the block,
the dictionary, the origins of code. Later machines of a process start from a copy in 0.5 ms, and
the first machine of a process takes it from the cache in 5 ms.

While a script is loaded, the interpreter keeps the tokens that the running Python word has read
(`Forth.parsed`), so declarations know their places in the text. Stores, data and `IS` outside of
definitions leave no code, so the interpreter calls `Declaration.done` after them.

After loading, code cannot forget the words of a game, nor change the last one with `DOES>`
(`Definer.lasting`), because native code and tables use them. Text at the prompt can, and then the
native code is dropped. `load_diagnosis.py` finds the mistake behind an error of loading.
"""
