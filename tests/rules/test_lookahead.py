"""Looking ahead from a script, and parts of the dialect that the recordings do not reach."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import forthgame

GAME = """
{board 3 3 {grid} {variable} note 2 {array} notes[] board}
{directions -1 0 {direction} n 1 0 {direction} s 0 1 {direction} e directions}
{players {player} Red {player} Green {player} Blue {neutral} Grey players}
{turn-order {turn} Red {turn} Green {turn} Blue turn-order}
: step n verify enemy? empty? OR verify from here move add-move ;
: side e verify empty? verify from here move add-move ;
: put empty? verify here a3 = verify drop add-move ;
{moves list {move} step {move-type} ahead {move} side {move-type} aside moves}
{moves drops {move} put moves}
{pieces {piece} man {moves} list 5 {value} {piece} stone {drops} drops -2 {value} pieces}
{board-setup {setup} Red man a1 {setup} Green man b1 {setup} Blue man c2 {setup} Grey man c3
board-setup}
VARIABLE out : tell out ! ;
"""
Load = Callable[..., forthgame.Game]


@pytest.fixture(params=[False, True], ids=["interpreted", "native"])
def load(request: pytest.FixtureRequest, tmp_path: Path) -> Load:
    """Load the game above with something added or replaced, in each tier."""

    def load_with(end: str = "", replace: tuple[str, str] = ("", "")) -> forthgame.Game:
        path = tmp_path / "game.4th"
        path.write_text(GAME.replace(*replace) + end if replace[0] else GAME + end)
        game = forthgame.load(path)
        if request.param and game.native:
            game.native.prepare(wait=True, engines=False)
        return game

    return load_with


def ask(game: forthgame.Game, word: str) -> int:
    """Run a word of the script in the opening with its list available; return the `tell` values."""
    state = game.new_game(seed=1)
    state.moves()
    state.enter()
    game.run_event(word)
    return game.forth.processor.cell(game.forth.word("out").value)


def texts(state: forthgame.State) -> list[str]:
    """The legal moves as texts."""
    return [str(move) for move in state.moves()]


def test_lists_of_own_moves_and_of_opponents(load: Load) -> None:
    """These are own moves, moves of one type, and moves of all enemies; the former list comes
    back.
    """
    game = load(
        ": own Red FALSE 0 $GenerateMoves move-count $DeallocateMoves tell ;"
        " : typed Red FALSE ahead $GenerateMoves move-count $DeallocateMoves tell ;"
        " : theirs Red TRUE 0 $GenerateMoves move-count $DeallocateMoves tell ;"
        " : grey Grey FALSE 0 $GenerateMoves move-count $DeallocateMoves tell ;"
        " : kept move-count Red TRUE 0 $GenerateMoves $DeallocateMoves move-count - tell ;"
        " : mobility move-count current-player TRUE 0 $GenerateMoves move-count -"
        " $DeallocateMoves tell ;"
    )
    assert texts(game.new_game(seed=1)) == ["Red stone a3", "man a1 - a2"]
    assert ask(game, "own") == 2
    assert ask(game, "typed") == 1
    assert ask(game, "theirs") == 5  # Green: b2, c1, a drop; Blue: x c3, a drop
    assert ask(game, "grey") == 1
    assert ask(game, "kept") == 0
    assert ask(game, "mobility") == -3


def test_a_list_can_be_walked_and_its_moves_tried(load: Load) -> None:
    """$FirstMove … $NextMove, .moveType, $CloneBoard, EXECUTE, $DeallocateBoard."""
    game = load(
        ": types 0 $FirstMove BEGIN DUP WHILE SWAP 10 * OVER .moveType @ + SWAP $NextMove"
        " REPEAT DROP tell ;"
        " : tried $CloneBoard $FirstMove $NextMove .moveCFA EXECUTE a2 piece-type-at 10 *"
        " a1 empty-at? 1 AND + $DeallocateBoard a2 empty-at? 2 AND + tell ;"
        " : deep 0 20 0 DO $CloneBoard $FirstMove .moveCFA EXECUTE LOOP a3 piece-type-at"
        " 20 0 DO $DeallocateBoard LOOP a3 piece-type-at 10 * + + tell ;"
    )
    assert ask(game, "types") == 1  # the drop has no type, the step is of type 1
    assert ask(game, "tried") == 13
    assert ask(game, "deep") == 2


def test_the_text_of_a_move(load: Load) -> None:
    """$MoveString, and a text built by hand."""
    game = load(
        ": written $FirstMove $NextMove $MoveString TYPE ;"
        ' : built 0 $buffer C! man ^piece-type ^"  from " a1 ^position ^- b2 ^position'
        " 7 ^number ^= Red ^player ^x ^trim $buffer TYPE ;"
    )
    game.printed.clear()
    ask(game, "written")
    ask(game, "built")
    game.forth.processor.flush()
    assert "".join(game.printed) == "man a1 - a2man from a1 - b27 = Red x"


def test_board_storage_is_part_of_what_is_cloned(load: Load) -> None:
    """{variable} and {array} come back with the board."""
    game = load(
        ": stored 5 note ! 6 1 notes[] ! $CloneBoard 7 note ! 8 1 notes[] !"
        " note @ 1 notes[] @ + $DeallocateBoard note @ 1 notes[] @ + 100 * + tell ;"
    )
    assert ask(game, "stored") == 1115
    assert game.new_game(seed=1).fingerprint == game.new_game(seed=2).fingerprint


def test_values_and_turns(load: Load) -> None:
    """material-balance, piece-value, the turn order."""
    game = load(
        ": balance Red material-balance tell ; : worth stone piece-value tell ;"
        " : following next-player Green = turn-offset next-turn-offset"
        " next-turn-offset next-turn-offset turn-offset = AND tell ;"
        " : third turn-offset next-turn-offset next-turn-offset turn-offset-to-player tell ;"
    )
    assert ask(game, "balance") == 5 - 15
    assert ask(game, "worth") == -2
    assert ask(game, "following") == -1
    assert ask(game, "third") == 3 * 2048


def test_coalitions(load: Load) -> None:
    """OnFriends? decides about friends, also for words compiled before it."""
    game = load(
        ": OnFriends? ( p1 p2 -- ? ) Blue = SWAP Blue = = ;"
        " : theirs Red TRUE 0 $GenerateMoves move-count $DeallocateMoves tell ;"
        " : near b1 friend-at? 1 AND c2 friend-at? 2 AND + c2 enemy-at? 4 AND +"
        " a3 enemy-at? 8 AND + c3 Blue friend-of? 16 AND + tell ;"
    )
    assert ask(game, "near") == 1 + 4
    assert ask(game, "theirs") == 2


def test_events_in_their_order(load: Load) -> None:
    """OnNewGame sees an empty board; the set-up goes through OnEditAdd; the turn advances last."""
    game = load(
        "VARIABLE log : add ( n -- ) log @ 10 * + log ! ;"
        " : OnNewGame 0 log ! a1 empty-at? IF 1 add ENDIF ;"
        " : OnEditAdd 2 add OnEditAdd ; : OnGenerateMoves 3 add ;"
        " : OnMakeAMove 4 add ; : OnNextTurn 5 add OnNextTurn ;"
    )
    state = game.new_game(seed=1)
    log = game.forth.word("log").value
    assert game.forth.processor.cell(log) == 12222
    state.play("man a1 - a2")
    assert game.forth.processor.cell(log) == 12222345
    assert state.turn_number == 2


def test_asymmetry_and_dummies(load: Load) -> None:
    """{asymmetry} maps one way; dummy positions and pieces are not scanned."""
    game = load(
        "{symmetries Green {asymmetry} n e symmetries}"
        " : go n verify from here move add-move ; {moves list {move} go moves}"
        " {pieces {piece} man {moves} list {dummy-pieces} {piece} flag {moves} list pieces}"
        " {board-setup {setup} Red man a1 {setup} Green man a2 {setup} Green flag b3 board-setup}"
    )
    state = game.new_game(seed=1)
    assert texts(state) == ["man a1 x a2"]
    state.play("man a1 x a2")
    assert texts(state) == []
    state.undo()
    game = load(replace=("{variable} note", "{dummy-positions} {position} box {variable} note"))
    assert len(texts(game.new_game(seed=1))) == 2
    assert "box" in game.positions


def test_reserves(load: Load) -> None:
    """remove-from-reserve counts down when the move is applied."""
    game = load(
        ": left ( -- addr ) note ; ' left _amount-in-reserve !"
        " : put here a3 = note @ 0> AND verify drop remove-from-reserve add-move ;"
        " {moves drops {move} put moves}"
        " {pieces {piece} man {moves} list {piece} stone {drops} drops pieces}"
        " : OnNewGame 1 note ! ;"
    )
    state = game.new_game(seed=1)
    assert "Red stone a3" in texts(state)
    state.play("Red stone a3")
    assert not any("stone" in text for text in texts(state))
    state.undo()
    assert "Red stone a3" in texts(state)


def test_positions_are_recognised(load: Load) -> None:
    """repetition words return how often a position has been recorded."""
    game = load(
        ": repeated repetition-reset repetition-push-position repetition-push-position 10 * +"
        " $CloneBoard 1 note ! repetition-push-position 100 * + $DeallocateBoard"
        " repetition-pop-position repetition-pop-position repetition-push-position 1000 * +"
        " tell ;"
    )
    assert ask(game, "repeated") == 2121


def test_engines_report(load: Load) -> None:
    """Score!, Depth!, Nodes! are reported, and the last BestMove! is played."""
    game = load(
        ": think $FirstMove $MoveString DUP CurrentMove! BestMove! 7 Score! 2 Depth! 9 Nodes!"
        " $FirstMove $NextMove $MoveString BestMove! $Yield SearchStatus@ DROP ;"
        " {players {player} Red {search-engine} think {player} Green {player} Blue"
        " {neutral} Grey players}"
    )
    result = game.new_game(seed=1).search()
    assert str(result.move) == "man a1 - a2"
    assert (result.score, result.depth, result.nodes) == (7, 2, 9)
    assert result.seconds >= 0


def test_an_error_of_a_search_hides_behind_no_move_that_a_word_has_named(load: Load) -> None:
    """A word has named an invalid move before the search failed."""
    game = load(': OnEvaluate S" man z9" BestMove! 1 0 / ;')
    with pytest.raises(forthgame.ScriptError, match="division by zero"):
        game.new_game(seed=1).search("negamax", depth=1)


def test_a_search_that_a_limit_stops_plays_no_text_of_a_playout(load: Load) -> None:
    """A move that a script's word names during random games is not a choice of the engine."""
    game = load(': OnEvaluate S" man z9" BestMove! BEGIN AGAIN ;')
    result = game.new_game(seed=1).search("negamax", time=0.05)
    assert result.stopped == "time"
    assert result.move in game.new_game(seed=1).moves()


@pytest.mark.parametrize("engine", ["negamax", "uct"])
def test_built_in_engines_see_a_win(engine: str) -> None:
    """X completes a row, and O stops one."""
    game = forthgame.load("tictactoe")
    state = game.new_game(seed=1)
    for text in ("X mark a1", "O mark a3", "X mark b1", "O mark b3"):
        state.play(text)
    before = state.fingerprint
    assert str(state.search(engine, depth=4).move) == "X mark c1"
    assert state.fingerprint == before
    state = game.new_game(seed=1)
    for text in ("X mark a1", "O mark b2", "X mark b1"):
        state.play(text)
    assert str(state.search(engine, depth=4).move) == "O mark c1"


def test_random_searches_depend_on_the_seed_alone() -> None:
    """Searches with equal seeds choose equal moves, whatever was searched before."""
    state = forthgame.load("breakthrough").new_game(seed=1)
    chosen = [[str(state.search("random", seed=k).move) for k in range(6)] for _ in range(2)]
    assert chosen[0] == chosen[1]
    assert len(set(chosen[0])) > 1


def test_unknown_engines_are_named() -> None:
    """The message lists the known ones."""
    state = forthgame.load("tictactoe").new_game(seed=1)
    with pytest.raises(forthgame.ForthgameError, match="negamax"):
        state.search("deepthought")
