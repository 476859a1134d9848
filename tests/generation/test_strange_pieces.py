"""Scripts may put pieces of undeclared types and players on the board; tallies notice them."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame
from tests.generation.agreement import assert_alike, assert_tallied_alike, script_in
from tests.machines import loaded

GAME = """
{{board 5 5 {{grid}} 3 {{array}} men board}}
{{directions -1 0 {{direction}} n 0 1 {{direction}} e directions}}
{{players {{player}} A {{player}} B players}}
{{turn-order {{turn}} A {{turn}} B turn-order}}
: go ( -- ) {go} friend? NOT verify from here move add-move ;
{{moves m {{move}} go moves}}
{{pieces {{piece}} stone {{moves}} m {{piece}} king {{moves}} m pieces}}
{{board-setup {{setup}} A stone a1 {{setup}} A king b1 {{setup}} A king d2 {{setup}} A stone b5
  {{setup}} B king b2 {{setup}} B stone b3 board-setup}}
: OnNextTurn ( -- )
  turn-number {first} > IF {piece} c1 board[] ! {piece} c2 board[] ! ENDIF OnNextTurn ;
"""
COUNTS_TYPES = "e verify 0 piece-type 0 DO 1+ LOOP 4 < verify"
COUNTS_OWNERS = "e verify enemy? IF player player-index 1- men DUP @ 1+ SWAP later! ENDIF"


def written(folder: Path, go: str, piece: str, first: int = 2) -> Path:
    return script_in(folder, GAME.format(go=go, piece=piece, first=first))


def test_a_type_above_the_declared_ones(tmp_path: Path) -> None:
    """The word is read for each declared type, and nothing else is assumed."""
    assert_tallied_alike(written(tmp_path, COUNTS_TYPES, "[ B 7 + ] LITERAL"))


def test_an_owner_who_is_no_player(tmp_path: Path) -> None:
    """An item of an array for him is outside of the array, which is an error in each list."""
    path = written(tmp_path, COUNTS_OWNERS, "[ 20 2048 * 1 + ] LITERAL", 1)
    for native in (False, True):
        with loaded(path, native) as game, pytest.raises(forthgame.ScriptError) as stopped:
            game.perft(3)
        assert stopped.value.word == "later!"


def test_numbers_computed_from_owners_are_not_read_one_by_one(tmp_path: Path) -> None:
    """Codes of players lie far apart, so there would be thousands of cases."""
    go = "n verify enemy? IF 1000 player 7 - / 1 > ELSE TRUE ENDIF verify"
    with forthgame.load(written(tmp_path, go, "B 1 +", 99)) as game:
        assert game.native is not None
        assert {path.kind for *_, path, _ in game.native.paths()} == {"counted"}


def test_a_deferred_word_behind_an_array(tmp_path: Path) -> None:
    """A loop that is longer than its array stores another word there."""
    text = GAME.format(go="way verify", piece="0", first=99)
    before, after = text.split(": go", 1)
    before += " 3 [] few DEFER way ' n IS way : go"
    after = after.split(": OnNextTurn")[0] + (
        ": OnNextTurn ( -- ) 12 0 DO I few @ ['] n = IF ['] e I few ! ENDIF LOOP OnNextTurn ;"
    )
    path = tmp_path / "game.4th"
    path.write_text(before + after, encoding="utf-8")
    assert_alike(path)
