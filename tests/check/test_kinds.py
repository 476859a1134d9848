"""Tests of the facts that the checker and explanations compute from the rows of words."""

from __future__ import annotations

import pytest

from forthgame.check.word_kinds import AT, DIRECTIONS, GIVES, HERE, STRUCTURES, TAKES, TESTS
from forthgame.machine.outer.load_diagnosis import DEFINING
from forthgame.rules.facts.liveness import TURN_NUMBER


@pytest.mark.parametrize(
    ("word", "kind"),
    [("to", "position"), ("move", "position"), ("piece-at", "position"), ("out", "player"),
     ("create-player", "player"), ("change-type", "piece type"), ("enemy-at?", "position")],
)  # fmt: skip
def test_what_words_take(word: str, kind: str) -> None:
    assert TAKES[word] == kind


@pytest.mark.parametrize(
    ("word", "kind"),
    [("here", "position"), ("last", "position"), ("piece-type-at", "piece type"),
     ("next-player", "player")],
)  # fmt: skip
def test_what_words_give(word: str, kind: str) -> None:
    assert GIVES[word] == kind


@pytest.mark.parametrize("word", ["partial-move-type", "(partial-move-type)", "DUP", '"MOVE'])
def test_types_of_moves_are_no_piece_types(word: str) -> None:
    """Addresses of texts do not count as positions either."""
    assert word not in TAKES


def test_the_type_of_a_turn_is_no_piece_type() -> None:
    assert "of-type" not in GIVES


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
