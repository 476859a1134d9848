"""The analysis of a script's words takes work in proportion to the script."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

import pytest

import forthgame
from forthgame.analysis import effect_summary
from forthgame.analysis.effect_summary import leaves_storage, sources
from forthgame.analysis.instruction import Instruction
from forthgame.analysis.program import Program
from forthgame.analysis.time_checks import checking_time
from forthgame.base.source import Source
from forthgame.machine.outer import deferred_words
from forthgame.machine.outer.deferred_words import aimed_at, fixed_tokens
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.rules.facts.position_purity import reads_before_setting
from forthgame.words.registers import memory_layout as at

Item = TypeVar("Item")
MANY = 50


class Counted(list[Item]):
    """A list that counts how often it is iterated over."""

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


def test_a_word_that_is_called_at_many_places_is_looked_into_once() -> None:
    """The word is analysed once for each depth at which it is needed."""
    text, last = "{board 1 1 {grid} {variable} s board}\n", "s"
    for name in ("a", "b", "c", "d"):
        text += f": {name} {f'move-count IF {last} EXIT ENDIF ' * MANY} {last} ;\n"
        last = name
    forth = forth_with(text)
    program = program_of(forth)
    assert leaves_storage(program, forth.word("d").entry)
    assert sum(question == "leaves storage" for question, *_ in program.found) == 4


def test_what_was_found_is_forgotten_with_the_code() -> None:
    forth = forth_with("{board 1 1 {grid} {variable} s board} : a s ; : b a ; : c 1 ;")
    program = program_of(forth)
    a, b, c = (forth.word(name).entry for name in "abc")
    assert leaves_storage(program, b)
    other = program.function(c)
    other.entry = a
    program.renew(other)
    assert not leaves_storage(program, b)


@pytest.mark.parametrize("few", [0, MANY])
def test_numbers_are_found_at_any_address(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deferred_words, "FEW", few)
    forth = forth_with(" ".join(f"{k}1234567 PAD {5 * k} + !" for k in range(1, 9)))
    numbers = {k * 10**7 + 1234567 for k in range(12)}
    begin, end = at.PAD, at.PAD + at.PAD_SIZE
    found = deferred_words.found_in(forth.processor, numbers, (begin, end))
    assert found == {k * 10**7 + 1234567 for k in range(1, 9)}
    assert deferred_words.found_in(forth.processor, numbers, (begin, begin + 3)) == set()
    middle = begin + 7  # inside the first number
    halves = deferred_words.found_in(forth.processor, numbers, (begin, middle), (middle, end))
    assert halves == found - {11234567}


def test_memory_is_not_searched_for_each_deferred_word() -> None:
    """The words of the dictionary are not searched either."""
    forth = forth_with("".join(f"DEFER d{k} ' 1+ IS d{k}\n" for k in range(MANY)))
    by_chance = aimed_at(forth)  # bytes of names and numbers of the language
    forth.load_text(Source("more", "' d7 4 + ,"))
    looks: list[None] = []
    addresses = [forth.word(f"d{k}").value for k in range(MANY)]
    with checking_time(lambda: looks.append(None)):
        aimed = aimed_at(forth)
    assert aimed - by_chance == {addresses[7]}
    assert len(looks) == at.CELL
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
    assert not reads_before_setting(program_of(forth), {forth.word("run").entry}, (), listed)
    assert listed.times == 1


@pytest.mark.parametrize("body", ["1 " * MANY + "+ " * MANY, "1 " + "DUP " * MANY])
def test_an_item_is_not_followed_far(body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The origin is searched at so many places at most, and unknown beyond them."""
    forth = forth_with(f": long {body} ;")
    asked = 0
    below = effect_summary._below

    def counted(each: Instruction, item: int) -> int:
        nonlocal asked
        asked += 1
        return below(each, item)

    monkeypatch.setattr(effect_summary, "_below", counted)
    program = program_of(forth)
    long = program.function(forth.word("long").entry)
    last = max(long.instructions)
    assert [each and each.name for each in sources(long, last)] != [None]
    found = sources(long, last, most=MANY // 2)
    assert asked <= 2 * MANY
    assert (None in found) == ("DUP" in body)


@pytest.mark.parametrize(
    ("body", "pairs"),
    [
        ("1 2 +", "LIT + LIT +"),
        ("1 DUP 2 + !", "LIT DUP LIT + LIT + + ! LIT !"),
        ("5 1 2 2DROP .", "LIT 2DROP LIT 2DROP LIT ."),
        ("1 2 one 3 +", "LIT + (CALL) +"),
        ("1 2 one DROP SWAP + .", "None SWAP None SWAP None + None + + . (CALL) DROP"),
        ("1 IF 2 ELSE 3 ENDIF 4 + .", "LIT 0BRANCH LIT + LIT + LIT + + ."),
        ("0 IF 2 ENDIF 3 + .", "LIT 0BRANCH LIT + LIT + None + + ."),
        ("some EXECUTE 3 +", "(CALL) EXECUTE EXECUTE + LIT +"),
    ],
)
def test_what_takes_a_number(body: str, pairs: str) -> None:
    """The number is unknown if a word is run by its token, or if a caller supplied it."""
    forth = forth_with(f": one 1 ; : some ['] one ; : word {body} ;")
    program = program_of(forth)
    function = program.function(forth.word("word").entry)
    found = [
        f"{giving and giving.name} {taking.name}"
        for taking in function.instructions.values()
        for item in range(len(taking.row.effect.inputs))
        for giving in sources(function, taking.cell, item)
    ]
    words = iter(pairs.split())
    assert sorted(found) == sorted(f"{a} {b}" for a, b in zip(words, words, strict=True))


def test_a_word_that_ends_in_a_call_of_itself_leaves_no_storage() -> None:
    """The word is followed up to a limit; others are followed to their end."""
    forth = forth_with(
        "{board 1 1 {grid} {variable} s board}\n: own s ; : a own ; : round RECURSE ; : b round ;"
    )
    program = program_of(forth)
    found = {
        name: leaves_storage(program, forth.word(name).entry) for name in ("own", "a", "round", "b")
    }
    assert found == {"own": True, "a": True, "round": False, "b": False}
