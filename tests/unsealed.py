"""Make the engine's own parts reachable by name and token, for tests of those parts alone."""

from __future__ import annotations

from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.words.registers import memory_layout as at
from forthgame.words.table.sealed_words import is_sealed


def unseal(forth: Forth) -> Forth:
    """Let texts name the words in parentheses; return the same Forth."""
    dictionary = forth.dictionary
    for name, word in dictionary.engine.items():
        if is_sealed(name):
            dictionary._by_name[name] = (word, *dictionary._by_name.get(name, ()))
            dictionary._by_token[word.token] = word
            forth.processor.i32[(at.WORDS + word.index * at.WORD_SIZE) >> 2] = word.token
    return forth
