"""LLVM IR that finds the word of a token, for the interpreter and for machine code."""

from __future__ import annotations

from typing import Protocol

from forthgame.lang import layout as at


class Writer(Protocol):
    """A writer of instructions."""

    def value(self, text: str) -> str:
        """Add an instruction; return the name of its value."""

    def register(self, offset: int) -> str:
        """Return the pointer to a place in the block."""


def word_of_token(o: Writer, token: str) -> tuple[str, str, str]:
    """Return whether a token belongs to a word, the word's index, and a pointer to its table row.

    If it does not, index and row are those of an arbitrary word.
    """
    shifted = o.value(f"sub i32 {token}, {at.DATA}")
    placed = o.value(f"icmp ule i32 {shifted}, {at.DATA_END - at.CELL - at.DATA}")
    offset = o.value(f"zext i32 {o.value(f'select i1 {placed}, i32 {shifted}, i32 0')} to i64")
    place = o.value(f"getelementptr i8, ptr {o.register(at.TOKENS)}, i64 {offset}")
    index = o.value(f"load i32, ptr {place}, align 1")
    inside = o.value(f"icmp ult i32 {index}, {at.WORD_LIMIT}")
    wide = o.value(f"zext i32 {o.value(f'select i1 {inside}, i32 {index}, i32 0')} to i64")
    row = o.value(f"getelementptr i64, ptr {o.register(at.WORDS)}, i64 {wide}")
    same = o.value(f"icmp eq i32 {o.value(f'load i32, ptr {row}')}, {token}")
    good = o.value(f"and i1 {placed}, {inside}")
    return o.value(f"and i1 {good}, {same}"), wide, row
