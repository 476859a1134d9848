"""prefer, unique, must-finish, rank, later!, OnMoves: which moves of a turn stay."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame

FRAME = """
{board 1 6 {grid} {variable} note 3 {array} notes board}
{directions 0 1 {direction} east 0 -1 {direction} west directions}
{players {player} One {player} Two players}
{turn-order {turn} One {turn} Two turn-order}
%s
{moves words %s moves}
{pieces {piece} man {moves} words {piece} king pieces}
{board-setup {setup} One man a1 {setup} Two man f1 board-setup}
"""


TIERS = [
    pytest.param(False, id="interpreted"),
    pytest.param(True, id="native", marks=pytest.mark.slow),  # a game takes seconds to compile
]


@pytest.fixture(params=TIERS)
def game(request: pytest.FixtureRequest, tmp_path: Path):
    """Loads a small game: definitions, then what stands in its list of moves."""

    def load(text: str, listed: str = "{move} step", before: str = "") -> forthgame.Game:
        path = tmp_path / "small.4th"
        path.write_text(before + FRAME % (text, listed))
        found = forthgame.load(path, native=request.param)
        if found.native is not None:
            found.native.prepare(wait=True, engines=False)
        return found

    return load


def texts(game: forthgame.Game) -> list[str]:
    return [str(move) for move in game.new_game(seed=1).moves()]


GO = ": go ( pos -- ) from SWAP move ;\n"


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
    """The best move of all is hidden by a priority; the best of the others is found anew."""
    text = GO + (
        ": step b1 go 9 prefer add-move ; : hop c1 go 1 prefer add-move d1 go 2 prefer add-move "
        "e1 go 2 prefer add-move ;\n{move-priorities {move-priority} fast move-priorities}"
    )
    listed = "{move} step {move-type} slow {move} hop {move-type} fast"
    assert texts(game(text, listed)) == ["man a1 - d1", "man a1 - e1"]


def test_lists_of_scripts_keep_all(game) -> None:
    """`$GenerateMoves` is not a turn: nothing is taken out there."""
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
    assert len(state.moves()) == 1  # the only move: nothing has to be looked at
    with pytest.raises(forthgame.ScriptError, match="no end to the partial moves") as caught:
        state.play("partial 0 man a1 - b1")
    assert caught.value.word == "step"
    assert state.fingerprint == before


# -- unique ---------------------------------------------------------------------------------------


def test_equal_moves_are_added_once(game) -> None:
    """The same captures in another order are the same; another square is not."""
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

MANA = """
: step east verify empty? verify from here move %s partial add-move ;
: leap from a1 = verify from c1 move %s partial add-move ;
: stop here b1 = verify from e1 move add-move ;
"""


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


# -- OnMoves --------------------------------------------------------------------------------------

ALL = GO + ": step b1 go add-move c1 go add-move d1 go add-move e1 go add-move f1 go add-move ;\n"


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
    """There is no forced pass then: it was decided before."""
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
    cells = memoryview(state._position.board).cast("i")
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
