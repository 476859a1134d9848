"""Tests of prefer, unique, must-finish, rank and later!: the moves of a turn that remain."""

from __future__ import annotations

import pytest

import forthgame
from forthgame.words.registers import extension_registers

from .small import GO, MANA, texts

# -- prefer ---------------------------------------------------------------------------------------


def test_the_greatest_stay_in_their_order(game) -> None:
    text = (
        GO + ": step b1 go 1 prefer add-move c1 go 2 prefer add-move d1 go add-move "
        "e1 go 2 prefer add-move ;"
    )
    assert texts(game(text)) == ["man a1 - c1", "man a1 - e1"]


def test_what_is_not_said_counts_as_zero(game) -> None:
    text = GO + ": step b1 go -1 prefer add-move c1 go add-move d1 go 0 prefer add-move ;"
    assert texts(game(text)) == ["man a1 - c1", "man a1 - d1"]


def test_up_to_four_levels(game) -> None:
    text = (
        GO
        + """
: step b1 go 2 prefer 9 prefer 9 prefer 9 prefer add-move
  c1 go 3 prefer 1 prefer 1 prefer 5 prefer add-move
  d1 go 3 prefer 1 prefer 1 prefer 6 prefer add-move
  e1 go 3 prefer 1 prefer add-move ;"""
    )
    assert texts(game(text)) == ["man a1 - d1"]


def test_a_fifth_level_is_an_error(game) -> None:
    text = GO + ": step b1 go 1 prefer 1 prefer 1 prefer 1 prefer 1 prefer add-move ;"
    with pytest.raises(forthgame.ScriptError, match="four preferences at most") as caught:
        texts(game(text))
    assert caught.value.word == "prefer"
    assert caught.value.line


def test_an_abandoned_move_is_forgotten(game) -> None:
    """A preference belongs to the move in the making: `verify` drops both."""
    text = (
        GO + ": step b1 go 9 prefer FALSE verify ; : hop c1 go add-move d1 go 1 prefer add-move ;"
    )
    assert texts(game(text, "{move} step {move} hop")) == ["man a1 - d1"]


def test_priorities_come_first(game) -> None:
    text = GO + ": step b1 go 9 prefer add-move ; : hop c1 go 1 prefer add-move d1 go add-move ;"
    listed = "{move} step {move-type} slow {move} hop {move-type} fast"
    before = ""
    text += "\n{move-priorities {move-priority} fast move-priorities}"
    text = text.replace("{move-priority} fast", "{move-priority} 2")
    found = game(text.replace("{move-priority} 2", "{move-priority} fast"), listed, before)
    assert texts(found) == ["man a1 - c1"]


def test_priorities_leave_the_best_of_theirs(game) -> None:
    """A priority hides the best move of all; the best of the remaining ones is found again."""
    text = GO + (
        ": step b1 go 9 prefer add-move ; : hop c1 go 1 prefer add-move d1 go 2 prefer add-move "
        "e1 go 2 prefer add-move ;\n{move-priorities {move-priority} fast move-priorities}"
    )
    listed = "{move} step {move-type} slow {move} hop {move-type} fast"
    assert texts(game(text, listed)) == ["man a1 - d1", "man a1 - e1"]


def test_lists_of_scripts_keep_all(game) -> None:
    """`$GenerateMoves` is not a turn, so no move is left out."""
    text = (
        GO
        + """
VARIABLE count
: step b1 go 1 prefer add-move c1 go 2 prefer add-move ;
: OnIsGameOver current-player FALSE 0 $GenerateMoves move-count $DeallocateMoves count !
  #UnknownScore ;"""
    )
    found = game(text)
    state = found.new_game(seed=1)
    assert state.outcome is None
    assert [str(m) for m in state.moves()] == ["man a1 - c1"]
    address = found.forth.word("count").value
    assert found.forth.processor.cell(address) == 2


CHAIN = """
: step east verify empty? verify from here move 1 prefer partial add-move ;
: hop from d1 < verify d1 empty-at? verify from d1 move 3 prefer add-move ;
"""


def test_a_partial_step_counts_with_what_can_follow(game) -> None:
    """b1, c1 and then d1 by the hop: 1 + 1 + 3; the hop at once is worth 3, four steps 4."""
    found = game(CHAIN, "{move} step {move} hop")
    state = found.new_game(seed=1)
    seen = []
    while state.player == "One":
        (move,) = state.moves()
        seen.append(str(move))
        state.play(move)
    assert seen == ["partial 0 man a1 - b1", "partial 0 man b1 - c1", "man c1 - d1"]


def test_levels_of_partial_steps_are_added_up(game) -> None:
    text = (
        GO
        + """
: step from a1 = verify b1 go 1 prefer partial add-move c1 go 1 prefer 1 prefer partial add-move ;
: more from b1 = verify d1 go 0 prefer 5 prefer add-move ;
: less from c1 = verify e1 go 0 prefer 3 prefer add-move ;"""
    )
    assert texts(game(text, "{move} step {move} more {move} less")) == ["partial 0 man a1 - b1"]


def test_looking_ahead_leaves_no_trace(game) -> None:
    found = game(CHAIN, "{move} step {move} hop")
    state = found.new_game(seed=1)
    before = state.fingerprint
    state.moves()
    assert state.fingerprint == before
    assert found.perft(4, state) == found.perft(4, state)
    assert state.fingerprint == before


def test_an_endless_chain_is_an_error(game) -> None:
    text = """
: step east IF empty? IF from here move 1 prefer partial add-move ENDIF ENDIF back
  west IF empty? IF from here move partial add-move ENDIF ENDIF ;"""
    found = game(text)
    state = found.new_game(seed=1)
    before = state.fingerprint
    assert len(state.moves()) == 1  # the only move: nothing has to be searched
    with pytest.raises(forthgame.ScriptError, match="no end to the partial moves") as caught:
        state.play("partial 0 man a1 - b1")
    assert caught.value.word == "step"
    assert state.fingerprint == before


# -- unique ---------------------------------------------------------------------------------------


def test_equal_moves_are_added_once(game) -> None:
    """Equal captures in another order make an equal move; another square does not."""
    text = (
        GO
        + """
: step c1 go e1 capture-at f1 capture-at unique add-move
  c1 go f1 capture-at e1 capture-at unique add-move
  c1 go f1 capture-at f1 capture-at unique add-move
  d1 go e1 capture-at f1 capture-at unique add-move ;"""
    )
    assert texts(game(text)) == [
        "man a1 - c1 x e1 x f1", "man a1 - c1 x f1 x f1", "man a1 - d1 x e1 x f1",
    ]  # fmt: skip


def test_of_equal_moves_the_preferred_one_stays(game) -> None:
    text = (
        GO
        + """
: step c1 go e1 capture-at f1 capture-at 1 prefer 3 prefer unique add-move
  c1 go f1 capture-at e1 capture-at 1 prefer 4 prefer unique add-move
  d1 go 1 prefer 4 prefer unique add-move ;"""
    )
    assert texts(game(text)) == ["man a1 - c1 x f1 x e1", "man a1 - d1"]


def test_type_and_going_on_tell_moves_apart(game) -> None:
    text = GO + ": step c1 go unique add-move c1 go partial unique add-move c1 go unique add-move ;"
    listed = "{move} step {move} step {move-type} other"
    assert texts(game(text, listed)) == [
        "man a1 - c1", "partial 0 man a1 - c1", "man a1 - c1", "partial 0 man a1 - c1",
    ]  # fmt: skip


def test_compiled_words_are_compared_in_order(game) -> None:
    text = (
        GO
        + """
: one, 1 note +! ; : two, note @ 2 * note ! ;
: step c1 go COMPILE one, COMPILE two, unique add-move
  c1 go COMPILE two, COMPILE one, unique add-move
  c1 go COMPILE one, COMPILE two, unique add-move ;"""
    )
    assert len(texts(game(text))) == 2


def test_many_unique_moves(game) -> None:
    """More than there are bits for their hashes."""
    text = (
        GO
        + """
: step 2 0 DO 100 0 DO c1 go I note later! unique add-move LOOP LOOP ;"""
    )
    assert len(texts(game(text))) == 100


# -- must-finish ----------------------------------------------------------------------------------


def test_a_chain_that_cannot_be_finished_is_not_offered(game) -> None:
    said = ("must-finish", "must-finish")
    found = game(MANA % said, "{move} step {move} leap {move} stop")
    assert texts(found) == ["partial 0 man a1 - b1"]


def test_only_where_it_is_said(game) -> None:
    found = game(MANA % ("must-finish", ""), "{move} step {move} leap {move} stop")
    assert texts(found) == ["partial 0 man a1 - b1", "partial 0 man a1 - c1"]


def test_a_forced_pass_where_nothing_can_be_finished(game) -> None:
    text = GO + ": step from a1 = verify b1 go must-finish partial add-move ;"
    assert texts(game(text)) == []
    assert texts(game(text, before="$passTurnForced ON\n")) == ["Pass"]


def test_what_cannot_be_finished_hides_no_move_of_lower_priority(game) -> None:
    text = GO + (
        ": step from a1 = verify b1 go must-finish partial add-move ; "
        ": hop from a1 = verify c1 go add-move ; "
        "{move-priorities {move-priority} fast {move-priority} slow move-priorities}"
    )
    listed = "{move} step {move-type} fast {move} hop {move-type} %s"
    for kind in ("slow", "other"):
        found = game(text, listed % kind)
        assert texts(found) == ["man a1 - c1"]


# -- later! ---------------------------------------------------------------------------------------


def test_later_stores_when_the_move_is_applied(game) -> None:
    text = GO + ": step b1 go 7 note later! 5 2 notes later! add-move note @ . ;"
    found = game(text)
    state = found.new_game(seed=1)
    before = state.fingerprint
    (move,) = state.moves()
    assert str(move) == "man a1 - b1"
    assert state.fingerprint == before
    state.play(move)
    cells = memoryview(state.position.board).cast("i")
    assert list(cells[6:10]) == [7, 0, 0, 5]
    state.undo()
    assert state.fingerprint == before


@pytest.mark.parametrize("address", ["0", "a1 board[]", "-4 note +", "PAD", "2 notes 4 +"])
def test_later_stores_into_board_storage_only(game, address: str) -> None:
    found = game(GO + f": step b1 go 7 {address} later! add-move ;")
    with pytest.raises(forthgame.ScriptError, match="needs the address") as caught:
        texts(found)
    assert caught.value.word == "later!"


# -- rank -----------------------------------------------------------------------------------------


def test_rank_decides_what_a_search_tries_first(game) -> None:
    """All moves are worth the same: the first tried is the one that is found."""
    text = (
        GO
        + ": step b1 go -5 rank add-move c1 go add-move "
        + "d1 go 1 rank add-move e1 go 9 rank add-move ;"
    )
    found = game(text + " : OnEvaluate 0 ;")
    state = found.new_game(seed=1)
    assert str(state.search("negamax", depth=1).move) == "man a1 - e1"
    assert len(state.moves()) == 4


# -- names of the script -------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["prefer", "unique", "must-finish", "rank"])
def test_a_word_of_the_script_is_not_the_words_of_the_language(game, name: str) -> None:
    """Preferences are handled only if the name means the language's word."""
    own = game(f": {name} ( n -- n ) 1+ ; : step 1 {name} DROP b1 here - DROP ;")
    assert own.forth.processor.register(extension_registers.NAMED_CHOICES) == 0
    named = game(f": step FALSE IF 0 {name} ENDIF ; : {name} ( n -- n ) 1+ ;")
    assert named.forth.processor.register(extension_registers.NAMED_CHOICES) != 0
