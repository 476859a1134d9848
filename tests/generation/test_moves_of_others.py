"""Words that move pieces beside the one that they started with are tallied."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generation.agreement import assert_alike, assert_run_alike, assert_tallied_alike
from tests.machines import loaded

GAME = """
{{board 5 5 {{grid}} {{variable}} moved board}}
{{directions -1 0 {{direction}} n 1 0 {{direction}} s 0 1 {{direction}} e directions}}
{{players {{player}} X {{player}} O players}}
{{turn-order {{turn}} X {{turn}} O turn-order}}
VARIABLE p1 VARIABLE p2 VARIABLE p3
: step ( -- ) e verify empty? verify from here move add-move ;
{word}
{{moves ways {{move}} push {{move}} step moves}}
{{pieces {{piece}} man {{moves}} ways pieces}}
{{board-setup {{setup}} X man a1 {{setup}} X man a2 {{setup}} X man c2 {{setup}} X man c3
  {{setup}} O man c4 {{setup}} O man a5 {{setup}} O man b4 {{setup}} O man b5 board-setup}}
"""
TALLIED = {
    "a pair": "n verify friend? verify here p1 ! n verify here p2 ! empty? verify p1 @ p2 @ move "
    "from p1 @ move add-move",
    "an enemy": "n verify enemy? verify here p1 ! n verify empty? verify p1 @ here move "
    "from p1 @ move add-move",
    "another after `back`": "n verify friend? verify here p1 ! back e verify empty? verify "
    "p1 @ here move add-move",
    "a type": "n verify piece-type 1 = verify here p1 ! n verify empty? verify p1 @ here move "
    "add-move",
    "after a capture": "n verify friend? verify here p1 ! n verify here p2 ! friend? NOT verify "
    "p1 @ p2 @ move enemy? IF capture ENDIF from p1 @ move add-move p2 @ to n verify here p3 ! "
    "empty? verify p1 @ p3 @ move add-move",
    "the other one first": "n verify friend? verify here p1 ! back from p1 @ move p1 @ from move "
    "add-move",
}
RUN = {
    "perhaps nothing": "n verify here p1 ! n verify empty? verify p1 @ here move add-move",
    "nothing": "n verify empty? verify here p1 ! n verify p1 @ here move add-move",
}


def written(folder: Path, word: str) -> Path:
    path = folder / "game.4th"
    path.write_text(GAME.format(word=f": push ( -- ) {word} ;"), encoding="utf-8")
    return path


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", TALLIED)
def test_a_piece_that_was_tested_is_moved(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, TALLIED[name])
    assert_tallied_alike(path)


@pytest.mark.parametrize("name", RUN)
def test_a_word_that_may_move_no_piece_is_run(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, RUN[name])
    assert_run_alike(path)


def test_a_word_without_moves_is_run_beside_those_that_are_tallied(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        "n verify PAD @ 0< verify",
    )
    with loaded(path, native=True) as game:
        assert game.native is not None
        assert {way.kind for *_, way, _ in game.native.paths()} == {"counted", "tallied"}
    assert_alike(path)
