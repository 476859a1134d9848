"""Tests of the facts that the checker and explanations compute from the rows of words."""

from __future__ import annotations

import pytest

from forthgame.check.stack_effects.item_kinds import GIVEN, WANTED, commented_kinds, kind_of
from forthgame.check.word_kinds import AT, DIRECTIONS, HERE, STRUCTURES, TESTS
from forthgame.machine.outer.load_diagnosis import DEFINING
from forthgame.rules.facts.liveness import TURN_NUMBER


@pytest.mark.parametrize(
    ("word", "kinds"),
    [("to", ("position",)), ("move", ("position", "position")), ("piece-at", ("position",)),
     ("create-player-at", ("position", "player")), ("change-type", ("piece type",)),
     ("partial-move-type", ("move type",)), ("@", ("address",)), ("verify", ("flag",))],
)  # fmt: skip
def test_what_words_take(word: str, kinds: tuple[str, ...]) -> None:
    """The top of the stack comes first."""
    assert WANTED[word] == kinds


@pytest.mark.parametrize(
    ("word", "kind"),
    [("from", "position"), ("last", "position"), ("piece-type-at", "piece type"),
     ("next-player", "player"), ("piece", "piece"), ("piece-value", "piece value"),
     ("of-type", "move type"), ("empty?", "flag"), ("turn-number", "")],
)  # fmt: skip
def test_what_words_give(word: str, kind: str) -> None:
    assert kind_of(GIVEN[word][0]) == kind


@pytest.mark.parametrize("word", ["DUP", '"MOVE', "RAND-WITHIN"])
def test_some_words_take_items_of_any_kind(word: str) -> None:
    """Addresses of texts do not count as positions."""
    assert not any(WANTED.get(word, ()))


def test_comments_name_kinds() -> None:
    assert commented_kinds("( 'dir pos n -- ? )") == (("", "position", "token"), ("flag",))
    assert commented_kinds("( what it does )") is None


def test_sets_of_words() -> None:
    assert {"verify", "0BRANCH"} == TESTS
    assert {"(DIRECTION)", "(SYMMETRIC)"} == DIRECTIONS
    assert {"turn-number"} == TURN_NUMBER
    assert {"IF", "AGAIN", "+LOOP"} < STRUCTURES
    assert "verify" not in STRUCTURES
    assert "empty-at?" in AT
    assert "empty?" in HERE
    assert {":", "{moves", "{move-type}", "VOCABULARY"} < DEFINING
    assert not {"FORGET", "'", "LOAD"} & DEFINING
