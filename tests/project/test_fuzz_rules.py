"""The generators of coherent games make games that load, and differences between ways are found."""

from __future__ import annotations

import random
import re

import pytest

from tests.fuzzing import games
from tests.fuzzing.kind import Difference
from tests.fuzzing.rules import engines, events, families, happening, naive, ways
from tests.fuzzing.rules.family import COMMON, Family
from tests.fuzzing.rules.grammar import NAME, Grammar, Rules
from tests.fuzzing.rules.script import has_known_values, is_pure
from tests.fuzzing.rules.setting import Setting
from tests.fuzzing.rules.whole import Whole

SCRIPT = """{board 3 3 {grid} {variable} kept board}
{directions -1 0 {direction} n 1 0 {direction} s directions}
{players {player} X {player} O players}
{turn-order {turn} X {turn} O turn-order}
VARIABLE v1
: go n verify empty? verify from here move add-move ;
{moves m {move} go moves}
{pieces {piece} p {moves} m pieces}
{board-setup {setup} X p a1 {setup} O p b1 {setup} X p c2 board-setup}
: OnIsGameOver turn-number 3 > IF #DrawScore ELSE #UnknownScore ENDIF ;
: hash 0 9 0 DO 31 * I board[] @ + LOOP ;
: OnEvaluate hash 100 MOD ;
"""


def case(*steps: str) -> str:
    """The text of a case with these steps."""
    return SCRIPT + "\n".join(games.MARK + step for step in steps)


def unknown(rules: Rules, texts: list[str]) -> set[str]:
    """Names in texts and rules that no rule replaces."""
    texts = [*texts, *(text for each in rules.values() for text in each)]
    named = {name[1] for text in texts for name in NAME.finditer(text) if name[1]}
    return named - set(rules)


@pytest.mark.parametrize("family", families.FAMILIES)
def test_names_of_families_have_rules(family: Family) -> None:
    setting = Setting(random.Random(1))
    rules = {**COMMON, **setting.rules(), **family.rules}
    lines = [*family.words, *family.events, *family.lists, *family.ends, family.pieces]
    assert unknown(rules, lines) == set()


def test_names_of_whole_games_have_rules() -> None:
    for seed in range(20):
        game = Whole(random.Random(seed))
        lines = [line for _, _, line in happening.EVENTS] + [happening.ENDING]
        assert unknown(game.grammar.rules, lines) == set()
    assert unknown(engines.RULES, list(engines.WORDS)) == set()


def test_games_of_all_families_load() -> None:
    for family in families.FAMILIES:
        for seed in range(3):
            games.load(family.script(random.Random(seed))).close()


def test_whole_games_load() -> None:
    for seed in range(20):
        games.load(games.parts(events.make(seed))[0]).close()


def test_a_text_is_filled_by_its_rules() -> None:
    rules = {"colour": ("red", "blue"), "thing": ("<colour> box",), "none": ()}
    grammar = Grammar(random.Random(1), rules)
    assert re.fullmatch(r"(red|blue) box [2-4]( red| blue){1,3} end",
                        grammar.fill("<thing> <2..4> <colour+> <none> end"))  # fmt: skip
    with pytest.raises(KeyError):
        grammar.fill("<unknown>")


def test_nothing_is_found_where_all_ways_agree() -> None:
    ways.attempt(case("moves", "play 1", "count 2", "random 5 6 1", "lists 2", "line 3 1",
                      "batch 3 3 1", "value negamax 2", "search uct:playouts=9"))  # fmt: skip


@pytest.mark.parametrize(("step", "part", "fault"), [
    ("lists 2", "leaves", "leaves by lists"), ("value negamax 2", "score", "the score of a search"),
])  # fmt: skip
def test_a_wrong_number_is_found(
    monkeypatch: pytest.MonkeyPatch, step: str, part: str, fault: str
) -> None:
    monkeypatch.setattr(naive, part, lambda *_: -1)
    with pytest.raises(Difference, match=fault):
        ways.attempt(case(step))


@pytest.mark.parametrize(("before", "after", "fault"), [
    ("n verify", "s verify", "machine code: moves"),
    ("n verify", "n verify 1 v1 !", "memory in machine code: random"),
    ("turn-number 3 >", "turn-number 2 >", "machine code: random"),
])  # fmt: skip
def test_machine_code_that_does_something_else_is_found(
    monkeypatch: pytest.MonkeyPatch, before: str, after: str, fault: str
) -> None:
    def other(script: str, *, native: bool = False) -> object:
        return load(script.replace(before, after) if native else script, native=native)

    load = games.load
    monkeypatch.setattr(games, "load", other)
    with pytest.raises(Difference, match=fault):
        ways.attempt(case("moves", "random 9 6 1"))


def test_a_script_is_pure_if_nothing_goes_on_from_game_to_game() -> None:
    assert is_pure(SCRIPT)
    for word in ("v1 ++ v1 @", "0 9 RAND-WITHIN", "$passTurnForced ON"):
        assert not is_pure(SCRIPT + f": OnNextTurn OnNextTurn {word} ;\n")
    assert is_pure(SCRIPT + ": OnNextTurn OnNextTurn v1 ++ ;\n")


def test_minimax_is_for_two_who_take_turns() -> None:
    assert has_known_values(SCRIPT)
    others = {"hash 100": "move-count", "{player} X": "{player} X {player} ?D {random}",
              "{turn} O": "{together} O"}  # fmt: skip
    for before, after in others.items():
        assert not has_known_values(SCRIPT.replace(before, after))
