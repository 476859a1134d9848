"""Words are decoded once, and all readers share the result."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

import forthgame
from forthgame.analysis import program
from forthgame.analysis.code_buffer import Code
from forthgame.analysis.function import Function
from forthgame.analysis.program import Program
from forthgame.base import cache
from forthgame.check.check import check
from forthgame.machine.outer import language_snapshot
from forthgame.rules.facts.attack_reach import MOST_SHIFTS, PositionSets
from forthgame.words.core.opcodes import OP
from forthgame.words.registers import extension_registers


@pytest.fixture
def decodings(monkeypatch: pytest.MonkeyPatch) -> Counter[tuple[int, int]]:
    """Record how often each function of each machine is decoded; the cache is not used."""
    found: Counter[tuple[int, int]] = Counter()
    machines: list[Code] = []  # which stay, so that no two have the same `id`

    def counted(code: Code, entry: int) -> Function:
        machines.append(code)
        found[id(code), entry] += 1
        return decode(code, entry)

    for image in language_snapshot._images:  # other tests may have decoded words of the language
        image.decoded.clear()
    decode = program.decode
    monkeypatch.setattr(program, "decode", counted)
    monkeypatch.setattr(cache, "load", lambda name: None)
    monkeypatch.setattr(cache, "save", lambda name, data: False)
    return found


def test_what_reads_a_game_decodes_each_function_once(decodings: Counter[tuple[int, int]]) -> None:
    """Loading, compiling, explaining, proving and tracing together."""
    with forthgame.load("chess") as game:
        loaded = len(decodings)
        assert loaded > 80
        state = game.new_game(seed=1)
        assert game.perft(2) == 400
        forthgame.explain(state, "king e1 - e3")
        next(iter(game.trace(game.words[-1])), None)
        state.search("negamax", depth=1, time=None)
    assert len(decodings) > loaded
    assert set(decodings.values()) == {1}


def test_a_check_decodes_each_function_once(
    decodings: Counter[tuple[int, int]], tmp_path: Path
) -> None:
    path = tmp_path / "some.4th"
    path.write_text(": a 1 IF 2 ELSE 3 ENDIF ; : b a a + ; : c a b c ;")
    check(path)
    assert set(decodings.values()) == {1}


def test_words_of_the_language_are_decoded_once_for_all_machines(
    decodings: Counter[tuple[int, int]],
) -> None:
    """A machine whose code of the language is changed has its own, which others do not see."""
    first, second, third = (forthgame.Machine(native=False).forth for _ in range(3))
    word = first.engine_word("(offer)")
    assert first.code.own == second.code.own > word.entry
    once = first.program.function(word.entry)
    assert second.program.function(word.entry) is once
    assert len(decodings) == 1
    second.code.change(word.entry, OP["EXIT"])
    assert [i.name for i in second.program.function(word.entry).instructions.values()] == ["EXIT"]
    assert third.program.function(word.entry) is once


def test_code_that_changes_is_decoded_anew() -> None:
    """The callers are decoded too: functions are found by their entries."""
    machine = forthgame.Machine()
    machine.run(": one 1 ; : two one one + ;")
    forth = machine.forth
    word, calling = forth.word("one"), forth.word("two")
    before = forth.program.function(word.entry)
    assert [i.operand for i in before.instructions.values() if i.name == "LIT"] == [1]
    assert forth.program.function(word.entry) is before
    forth.code.change(word.entry + 1, 7)
    after = forth.program.function(word.entry)
    assert [i.operand for i in after.instructions.values() if i.name == "LIT"] == [7]
    assert after in forth.program.called({calling.entry})
    machine.run(": one 2 ;")
    assert forth.program.function(word.entry) is after  # the older word is as it was
    machine.run("FORGET one : more 5 ;")
    assert forth.program.function(forth.word("more").entry).has({"LIT"})


def test_an_open_definition_is_not_stored() -> None:
    """The code has no end yet."""
    forth = forthgame.Machine().forth
    start = forth.code.append(OP["LIT"], 3)
    assert forth.program.function(start).refused == f"no code at cell {start + 2}"
    forth.code.append(OP["EXIT"])
    assert forth.program.function(start).refused == ""
    forth.code.append(len(program.ROWS) + 5)
    last = forth.code.top - 1
    assert forth.program.function(last).refused.startswith(f"no code at cell {last}: ")


def test_settled_questions_leave_a_way_out() -> None:
    """Only the program that is given the answers loses them; others read all of it."""
    forth = forthgame.Machine().forth
    start = forth.code.append(OP["(endings?)"], OP["0BRANCH"], 0, OP["LIT"], 1, OP["EXIT"])
    forth.code.change(start + 2, forth.code.append(OP["LIT"], 2, OP["EXIT"]))
    literals = {}
    for settled in (None, 0, 1):
        given = None if settled is None else {extension_registers.ENDING_COUNT: settled}
        function = Program(forth.code, given).function(start)
        literals[settled] = {i.operand for i in function.instructions.values() if i.name == "LIT"}
    assert literals == {None: {1, 2}, 0: {2}, 1: {1}}
    assert forth.program.function(start).has({"0BRANCH"})


def test_a_program_may_change_functions_of_its_own() -> None:
    machine = forthgame.Machine()
    machine.run(": one 1 ;")
    forth = machine.forth
    entry = forth.word("one").entry
    own = Program(forth.code)
    own.function(entry).refused = "too long"
    assert own.infer(entry) is None
    assert forth.program.function(entry).refused == ""
    assert forth.program.infer(entry) == (0, 1)
    assert forth.program.function(entry).effect is None


@pytest.mark.parametrize("ways", ["near", "anywhere"])
def test_where_directions_lead(ways: str) -> None:
    """Rows of bits move along a direction like single positions."""
    random, count, spent = Random(7), 90, list[int]()
    far = 2 if ways == "near" else count
    links = [k + random.randint(-far, far) if random.random() < 0.8 else -1 for k in range(count)]
    links = [link if link < count else -1 for link in links]
    places = PositionSets(count, lambda direction: links, spent.append)
    numbers, expected = places.none, [set[int]() for _ in range(count)]
    for start, targets in enumerate(expected):
        for position in random.sample(range(count), start % 5):
            numbers |= 1 << start * count + position
            targets.add(links[position] if links[position] >= 0 else position)
    found = places.rows(places.along(0, numbers))
    assert [{k for k in range(count) if row >> k & 1} for row in found] == expected
    assert bool(spent) == (ways == "anywhere")
    assert len({link - k for k, link in enumerate(links) if link >= 0}) > MOST_SHIFTS or not spent
    assert places.rows(places.starts) == tuple(1 << k for k in range(count))
    assert set(places.rows(places.at(3))) == {1 << 3}
