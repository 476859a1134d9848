"""Tests of OnMoves and strike, of moves as data, and of `why` for moves that were struck."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame

from .small import ALL, FRAME, GO, MANA, texts

# -- OnMoves --------------------------------------------------------------------------------------


def test_on_moves_strikes(game) -> None:
    text = (
        ALL
        + """
: OnMoves $FirstMove BEGIN DUP WHILE
    DUP move-to DUP c1 = SWAP e1 = OR IF DUP strike ENDIF $NextMove
  REPEAT DROP ;"""
    )
    assert texts(game(text)) == ["man a1 - b1", "man a1 - d1", "man a1 x f1"]


def test_struck_moves_are_not_counted(game) -> None:
    text = ALL + ": OnMoves BEGIN move-count 2 > WHILE $FirstMove $NextMove strike REPEAT ;"
    found = game(text)
    assert texts(found) == ["man a1 - b1", "man a1 x f1"]
    assert found.perft(1) == 2


def test_strike_backwards(game) -> None:
    text = (
        ALL
        + """
: OnMoves $FirstMove DUP $NextMove DUP $NextMove DUP $NextMove strike strike strike DROP ;"""
    )
    assert texts(game(text)) == ["man a1 - b1", "man a1 x f1"]


def test_no_move_is_left_where_all_are_struck(game) -> None:
    """There is no forced pass then, since passing was decided before."""
    text = ALL + ": OnMoves BEGIN $FirstMove DUP WHILE strike REPEAT DROP ;"
    found = game(text, before="$passTurnForced ON\n")
    assert texts(found) == []
    assert found.new_game(seed=1).outcome == "draw"


def test_on_moves_comes_behind_prefer(game) -> None:
    text = (
        GO
        + """
: step b1 go 1 prefer add-move c1 go 2 prefer add-move ;
: OnMoves move-count 1 = IF $FirstMove strike ENDIF ;"""
    )
    assert texts(game(text)) == []


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("One 2 OR b1 board[] !", "change nothing else"),
        ("1 note !", "change nothing else"),
        ("$DeallocateMoves", "change nothing else"),
        ("current-player FALSE 0 $GenerateMoves", "change nothing else"),
        ("$FirstMove DUP strike strike", "change nothing else"),
        ("1 strike", "not a move"),
        ("$FirstMove .moveCFA EXECUTE", "change nothing else"),
        ("1 prefer", "belongs in a move word"),
        ("current-player FALSE 0 $GenerateMoves $FirstMove strike", "change nothing else"),
    ],
)
def test_what_on_moves_may_not_do(game, body: str, what: str) -> None:
    found = game(ALL + f": OnMoves {body} ;")
    state = found.new_game(seed=1)
    before = state.fingerprint
    for _ in range(2):
        with pytest.raises(forthgame.ScriptError, match=what) as caught:
            state.moves()
        assert caught.value.line
    assert state.fingerprint == before
    assert state.player == "One"


def test_on_moves_may_look_at_other_lists(game) -> None:
    text = (
        ALL
        + """
: OnMoves current-player TRUE 0 $GenerateMoves move-count $DeallocateMoves
  5 = IF $FirstMove strike ENDIF ;"""
    )
    assert len(texts(game(text))) in (4, 5)


def test_an_endless_on_moves_meets_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "small.4th"
    path.write_text(FRAME % (ALL + ": OnMoves BEGIN FALSE UNTIL ;", "{move} step"))
    limits = forthgame.ScriptLimits(seconds=0.3)
    state = forthgame.load(path, limits=limits).new_game(seed=1)
    with pytest.raises(forthgame.ScriptError, match="limit reached"):
        state.moves()


@pytest.mark.parametrize("word", ["1 prefer", "unique", "must-finish", "1 rank", "1 note later!"])
def test_words_outside_move_words(game, word: str) -> None:
    found = game(ALL + f": OnIsGameOver {word} #UnknownScore ;")
    with pytest.raises(forthgame.ScriptError, match="belongs in a move word") as caught:
        found.new_game(seed=1).outcome  # noqa: B018
    assert caught.value.word == word.split()[-1]


# -- what a move is -------------------------------------------------------------------------------


def test_asking_moves(game) -> None:
    text = (
        GO
        + """
: tell DUP move-from . DUP move-to . DUP move-takes . move-type . ;
: OnMoves $FirstMove BEGIN DUP WHILE DUP tell $NextMove REPEAT DROP ;
: step b1 go add-move  f1 go add-move  c1 go f1 capture-at a1 capture-at add-move
  e1 create-at add-move Pass ;"""
    )
    found = game(text, "{move} step {move-type} kind")
    found.new_game(seed=1).moves()
    found.forth.processor.flush()
    told = " ".join("".join(found.printed).split())
    assert told == "0 1 0 1 0 5 1 1 0 2 1 1 4 4 0 1 -1 -1 0 1"


# -- why ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "listed", "asked", "told"),
    [
        (GO + ": step b1 go 1 prefer add-move c1 go 2 prefer add-move ;", "{move} step",
         "man a1 - b1", "preferred by 1; others by 2"),
        (ALL + ": OnMoves $FirstMove strike ;", "{move} step", "man a1 - b1", "struck it"),
        (MANA % ("must-finish", "must-finish"), "{move} step {move} leap {move} stop",
         "partial 0 man a1 - c1", "has to be finished"),
    ],
)  # fmt: skip
def test_why(game, text: str, listed: str, asked: str, told: str) -> None:
    state = game(text, listed).new_game(seed=1)
    answer = state.explain(asked)
    assert not answer.legal
    assert told in " ".join(answer.removed)
    assert "small.4th:" in " ".join(answer.removed)


def test_why_of_an_equal_move(game) -> None:
    text = (
        GO
        + """
: step c1 go e1 capture-at f1 capture-at unique add-move
  c1 go f1 capture-at e1 capture-at unique add-move ;"""
    )
    state = game(text).new_game(seed=1)
    answer = state.explain("man a1 - c1 x f1 x e1")
    assert not answer.legal
    assert "an equal move is there" in str(answer)
