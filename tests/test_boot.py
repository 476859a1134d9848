"""Machines that begin with a copy of the language: the same as if they had read it."""

from __future__ import annotations

from dataclasses import fields

import pytest

from forthgame.lang import layout as at
from forthgame.lang.dictionary import Dictionary, Word
from forthgame.vm import forth as outer
from forthgame.vm.boot import COUNTED, KEPT
from forthgame.vm.forth import Forth


@pytest.fixture
def machines(monkeypatch: pytest.MonkeyPatch) -> tuple[Forth, Forth]:
    """One that has read the language, and one that began with a copy."""
    monkeypatch.setattr(outer, "_IMAGES", [])
    return Forth(), Forth()


def told(dictionary: Dictionary) -> list[list[object]]:
    """All words, field by field."""
    return [[getattr(word, field.name) for field in fields(Word)] for word in dictionary.words]


def test_the_memory_is_the_same(machines: tuple[Forth, Forth]) -> None:
    """Every byte of the block, but what a machine keeps of itself and what its stacks have held."""
    read, copied = (forth.processor.bytes for forth in machines)
    own, stacks = 96, ((at.RETURN_STACK, at.NATIVE_WORDS), (at.DATA_STACK, at.FLOAT_STACK))
    for start, end in stacks:
        assert read[own:start] == copied[own:start]
        own = end
    assert read[own:] == copied[own:]


def test_the_words_are_the_same(machines: tuple[Forth, Forth]) -> None:
    """By number, by name and by token, and where their code comes from."""
    read, copied = machines
    assert told(read.dictionary) == told(copied.dictionary)
    assert read.dictionary.engine.keys() == copied.dictionary.engine.keys()
    for word in read.dictionary.words:
        twins = (
            [f.dictionary.find(word.name) for f in machines],
            [f.dictionary.by_token(word.token) for f in machines],
        )
        assert all(a is None if b is None else a is not None and a.index == b.index
                   for a, b in twins)  # fmt: skip
    assert read.code.remember() == copied.code.remember()
    for name in KEPT:
        assert getattr(read, name) == getattr(copied, name)
    for name in COUNTED:
        assert getattr(read.processor, name) == getattr(copied.processor, name)


def test_what_one_script_does_another_does_not_see(machines: tuple[Forth, Forth]) -> None:
    """A machine that began with the copy changes its own words only."""
    _, copied = machines
    copied.load_text(outer.Source("x", ": here 7 ; IMMEDIATE : axiomFence 1 ; : WORDS ;"))
    copied.dictionary.words[-1].comment = "changed"
    after = Forth()
    assert told(after.dictionary) == told(machines[0].dictionary)
    assert after.word("here").kind == "operation"


def test_the_newest_word_of_the_language_is_changed_in_one_machine_alone() -> None:
    """A script may begin with IMMEDIATE, which is about the word before it."""
    one, other = Forth(), Forth()
    one.load_text(outer.Source("x", "IMMEDIATE"))
    newest = one.dictionary.words[-1]
    assert newest.immediate
    assert one.dictionary.by_token(newest.token) is newest
    assert not other.dictionary.words[-1].immediate
    assert not Forth().dictionary.words[-1].immediate
