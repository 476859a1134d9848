"""What is found out about a script's words takes work that grows as the script does, not faster."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

import pytest

import forthgame
from forthgame.code.function import Function, used_by
from forthgame.code.instruction import Instruction
from forthgame.code.patience import looking
from forthgame.code.program import Program
from forthgame.game import addresses, tokens
from forthgame.game.beginning import looks_before_going
from forthgame.lang import layout as at
from forthgame.source import Source
from forthgame.vm import searching
from forthgame.vm.deferring import aimed_at, fixed_tokens
from forthgame.vm.forth import Forth

Item = TypeVar("Item")
MANY = 50


class Counted(list[Item]):
    """A list that counts how often it is gone through."""

    times = 0

    def __iter__(self) -> Iterator[Item]:
        """Count."""
        self.times += 1
        return super().__iter__()


def forth_with(text: str) -> Forth:
    machine = forthgame.Machine(native=False)
    machine.run(text)
    return machine.forth


def program_of(forth: Forth) -> Program:
    return Program(forth.code)


def test_a_word_that_is_called_at_many_places_is_looked_into_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Once for each depth at which it is asked about."""
    text, last, calls = "{board 1 1 {grid} {variable} s board}\n", "s", 0
    for name in ("a", "b", "c", "d"):
        text += f": {name} {f'move-count IF {last} EXIT ENDIF ' * MANY} {last} ;\n"
        last = name
    look_into = addresses._leaves_storage

    def counted(program: Program, entry: int, depth: int) -> bool:
        nonlocal calls
        calls += 1
        return look_into(program, entry, depth)

    monkeypatch.setattr(addresses, "_leaves_storage", counted)
    forth = forth_with(text)
    program = program_of(forth)
    assert addresses.leaves_storage(program, forth.word("d").entry)
    assert calls == 4


def test_what_was_found_is_forgotten_with_the_code() -> None:
    forth = forth_with("{board 1 1 {grid} {variable} s board} : a s ; : b a ; : c 1 ;")
    program = program_of(forth)
    a, b, c = (forth.word(name).entry for name in "abc")
    assert addresses.leaves_storage(program, b)
    other = program.function(c)
    other.entry = a
    program.renew(other)
    assert not addresses.leaves_storage(program, b)


@pytest.mark.parametrize("few", [0, MANY])
def test_numbers_are_found_at_any_address(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "FEW", few)
    forth = forth_with(" ".join(f"{k}1234567 PAD {5 * k} + !" for k in range(1, 9)))
    numbers = {k * 10**7 + 1234567 for k in range(12)}
    begin, end = at.PAD, at.PAD + at.PAD_SIZE
    found = searching.found_in(forth.processor, numbers, begin, end)
    assert found == {k * 10**7 + 1234567 for k in range(1, 9)}
    assert searching.found_in(forth.processor, numbers, begin, begin + 3) == set()


def test_memory_is_not_searched_for_each_deferred_word() -> None:
    """Nor are the words of the dictionary."""
    forth = forth_with("".join(f"DEFER d{k} ' 1+ IS d{k}\n" for k in range(MANY)))
    by_chance = aimed_at(forth)  # bytes of names and numbers of the language
    forth.load_text(Source("more", "' d7 4 + ,"))
    looks: list[None] = []
    addresses = [forth.word(f"d{k}").value for k in range(MANY)]
    with looking(lambda: looks.append(None)):
        aimed = aimed_at(forth)
    assert aimed - by_chance == {addresses[7]}
    assert len(looks) == 2 * at.CELL
    forth.dictionary.words = words = Counted(forth.dictionary.words)
    fixed = fixed_tokens(forth)
    plus = forth.word("1+").token
    assert [fixed(address) for address in addresses] == [
        0 if address in aimed else plus for address in addresses
    ]
    assert words.times <= 3


def test_words_that_are_run_by_tokens_are_followed_once() -> None:
    """However many places run one."""
    forth = forth_with("".join(f": w{k} ;\n" for k in range(MANY)) + f": run {'EXECUTE ' * MANY} ;")
    listed = Counted(forth.word(f"w{k}").entry for k in range(MANY))
    assert not looks_before_going(program_of(forth), {forth.word("run").entry}, (), listed)
    assert listed.times == 1


@pytest.mark.parametrize("body", ["1 " * MANY + "+ " * MANY, "1 " + "DUP " * MANY])
def test_a_long_block_is_gone_through_once(body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """To find what takes what its words leave."""
    forth = forth_with(f": long {body} ;")
    asked = 0

    def counted(function: Function, instruction: Instruction) -> Instruction | None:
        nonlocal asked
        asked += 1
        return used_by(function, instruction)

    monkeypatch.setattr(tokens, "used_by", counted)
    long = program_of(forth).function(forth.word("long").entry)
    list(tokens._takers(long))
    assert asked == len(long.instructions) - 1


@pytest.mark.parametrize(
    ("body", "pairs"),
    [
        ("1 2 +", "LIT + LIT +"),
        ("1 DUP 2 + !", "LIT + LIT + DUP + + !"),
        ("5 1 2 2DROP .", "LIT 2DROP LIT 2DROP LIT . 2DROP ."),
        ("1 2 one 3 +", "LIT + (CALL) +"),
        ("1 IF 2 ENDIF 3 + .", "LIT 0BRANCH LIT + + ."),
    ],
)
def test_what_takes_a_number(body: str, pairs: str) -> None:
    """Nothing is known of what lies there when a word is called, or where ways meet."""
    forth = forth_with(f": one 1 ; : word {body} ;")
    function = program_of(forth).function(forth.word("word").entry)
    found = [each.name for pair in tokens._takers(function) for each in pair]
    assert found == pairs.split()


def test_a_word_that_ends_in_a_call_of_itself_leaves_no_storage() -> None:
    """It is followed so far and no further; others are, as far as they go."""
    forth = forth_with(
        "{board 1 1 {grid} {variable} s board}\n: own s ; : a own ; : round RECURSE ; : b round ;"
    )
    program = program_of(forth)
    found = {
        name: addresses.leaves_storage(program, forth.word(name).entry)
        for name in ("own", "a", "round", "b")
    }
    assert found == {"own": True, "a": True, "round": False, "b": False}
