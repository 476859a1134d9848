"""Tests of named endings, their results for each player, and words about earlier positions."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

import forthgame

from .tiers import TIERS

BOARD = """
{board 1 5 {grid} {variable} clock {uncompared} {variable} goal board}
{directions 0 1 {direction} east 0 -1 {direction} west directions}
{players {player} A {player} B {player} C players}
{turn-order {turn} A {turn} B {turn} C turn-order}
: tick clock ++ ;
: step ( ? -- ) verify empty? verify from here move COMPILE tick add-move ;
: go-east east step ;
: go-west west step ;
: leap east verify east verify empty? verify from here move progress add-move ;
: wait $Pass ;
{moves walk {move} go-east {move} go-west {move} leap {move} wait moves}
{pieces {piece} king {moves} walk pieces}
{board-setup {setup} A king a1 {setup} B king c1 {setup} C king e1 board-setup}
: OnIsGameOver #UnknownScore ;
"""
Load = Callable[..., forthgame.Game]


BOTH = pytest.mark.parametrize("load", TIERS, indirect=True)


@pytest.fixture
def load(request: pytest.FixtureRequest, tmp_path: Path) -> Load:
    """Load a script that extends BOARD; in machine code on request."""
    native = bool(getattr(request, "param", False))

    def loaded(more: str, board: str = BOARD) -> forthgame.Game:
        path = tmp_path / "tiny.4th"
        path.write_text(board + more)
        game = forthgame.load(path, native=native)
        if game.native:
            game.native.prepare(wait=True)
        return game

    return loaded


def test_the_ending_with_the_highest_priority_counts(load: Load) -> None:
    game = load(
        ": one A wins ; : two B wins ; : none ; "
        "{endings one {ending} first two {ending} second 5 {priority}"
        " none {ending} nothing 9 {priority} endings}"
    )
    state = game.new_game(seed=1)
    assert (state.ending, state.outcome, state.winner) == ("second", "loss", "B")
    assert state.result == {"A": 0.0, "B": 1.0, "C": 0.0}
    assert state.outcome_for("B") == "win"


def test_who_is_not_named_does_the_opposite(load: Load) -> None:
    state = load(": one B loses ; {endings one {ending} lost endings}").new_game(seed=1)
    assert state.winner == ("A", "C")
    assert state.returns() == [1.0, 0.0, 1.0]


@pytest.mark.parametrize(
    ("ending", "text"),
    [
        ("B loses", "A and C win"),
        ("B wins", "B wins"),
        ("A loses B loses C loses", "nobody wins"),
        ("draw", "a draw"),
    ],
)
def test_the_end_in_words(load: Load, ending: str, text: str) -> None:
    state = load(f": one {ending} ; {{endings one {{ending}} done endings}}").new_game(seed=1)
    assert state.ending_text() == f"the game is over: {text} (done)"


def test_a_player_alone_loses(load: Load) -> None:
    alone = BOARD.replace("{player} B {player} C", "").replace("{turn} B {turn} C", "")
    alone = alone.replace("{setup} B king c1 {setup} C king e1", "")
    state = load(": one A loses ; {endings one {ending} done endings}", alone).new_game(seed=1)
    assert state.ending_text() == "the game is over: A loses (done)"


def test_who_is_named_in_neither_way_is_even(load: Load) -> None:
    game = load(": one B loses A wins ; {endings one {ending} mixed endings}")
    assert game.new_game(seed=1).result == {"A": 1.0, "B": 0.0, "C": 0.5}


def test_the_highest_score_wins(load: Load) -> None:
    game = load(": sum 3 A score 7 B score -2 C score ; {endings sum {ending} counted endings}")
    state = game.new_game(seed=1)
    assert (state.winner, state.outcome) == ("B", "loss")
    assert state.returns() == [3.0, 7.0, -2.0]


def test_equal_scores_are_a_draw_and_a_shared_first_place_is_a_win(load: Load) -> None:
    equal = load(": sum 4 A score 4 B score 4 C score ; {endings sum {ending} counted endings}")
    assert equal.new_game(seed=1).outcome == "draw"
    shared = load(": sum 4 A score 4 B score ; {endings sum {ending} counted endings}")
    assert shared.new_game(seed=1).winner == ("A", "B")


@BOTH
def test_friends_share(load: Load) -> None:
    friends = ": OnFriends? ( p q -- ? ) + A C + = ; "
    game = load(friends + ": one A wins ; {endings one {ending} won endings}")
    assert game.new_game(seed=1).winner == ("A", "C")
    game = load(friends + ": sum 5 C score 4 B score ; {endings sum {ending} won endings}")
    assert game.new_game(seed=1).winner == ("A", "C")


def test_what_lies_on_the_stack_before_the_section_is_left_alone(load: Load) -> None:
    game = load(": one A wins ; 7 8 {endings one {ending} first endings} 2DROP")
    assert game.new_game(seed=1).ending == "first"
    with pytest.raises(forthgame.ScriptError, match=r"before \{ending\}"):
        load("7 8 {endings {ending} first endings}")


def test_without_an_ending_on_is_game_over_is_called(load: Load) -> None:
    over = ": OnIsGameOver clock @ 1 > IF #WinScore ELSE #UnknownScore ENDIF ; "
    game = load(over + ": one clock @ 2 > IF draw ENDIF ; {endings one {ending} late endings}")
    state = game.new_game(seed=1)
    for text in ("king a1 - b1", "king c1 - d1"):
        assert not state.is_over
        state.play(text)
    assert (state.outcome, state.ending) == ("win", None)


@BOTH
def test_engines_play_for_their_own_result(load: Load) -> None:
    """Every player tries to stand on d1 when the clock ends the game."""
    game = load(
        ": at-d1 d1 empty-at? NOT IF d1 player-at wins ENDIF ; {endings at-d1 {ending} there"
        " endings} : OnEvaluate 0 ; "
    )
    state = game.new_game(seed=1)
    state.play("king a1 - b1")
    for engine in ("negamax:depth=2", "maxn:depth=2", "uct"):
        found = state.search(engine, playouts=300 if engine == "uct" else None, seed=1, time=None)
        assert found.move.text == "king c1 - d1"


TWO = BOARD.replace("{player} C players}", "players}").replace("{turn} C ", "")
TWO = TWO.replace(" {setup} C king e1", "").replace("C king e1", "")


def test_a_search_prefers_more_points(load: Load) -> None:
    """A search of two sides sees the size of a score."""
    game = load(
        ": far 0 5 0 DO I player-at A = IF DROP I ENDIF LOOP ; "
        ": counted clock @ 2 > quiet-turns 2 > OR IF far 2 - A score ENDIF ; "
        "{endings counted {ending} counted endings} : OnEvaluate 0 ;",
        TWO,
    )
    state = game.new_game(seed=1)
    found = state.search("negamax", depth=3)
    assert 2_000_000_000 < abs(found.score) < 2_129_000_000 or found.score == 0
    value = {}
    for move in state.moves():
        after = state.copy()
        after.play(move)
        value[move.text] = after.search("negamax", depth=3).score
    assert found.score == -min(value.values()) or len(value) == 1


def random_walk(game: forthgame.Game, seed: int) -> str:
    """Play a random game and keep track of it in Python."""
    state, choose = game.new_game(seed=1), random.Random(seed)
    seen: list[object] = []
    quiet = 0
    for _ in range(80):
        seen.append((tuple(sorted(state.board.items())), state.player))
        expected = None
        if seen.count(seen[-1]) > 2:
            expected = "thrice"
        elif quiet > 9:
            expected = "quiet"
        assert state.ending == expected
        if expected:
            return expected
        move = choose.choice(state.moves())
        far = move.text != "Pass" and abs(ord(move.text[5]) - ord(move.text[10])) == 2
        state.play(move)
        quiet = 0 if far else quiet + 1
        if choose.random() < 0.3:
            twin = state.copy()
            state.undo()
            state.play(move)
            assert state.fingerprint == twin.fingerprint
            state = choose.choice([state, twin])
    return ""


PAST = (
    ": thrice repetitions 2 > IF draw ENDIF ; : quiet quiet-turns 9 > IF draw ENDIF ; "
    "{endings thrice {ending} thrice 1 {priority} quiet {ending} quiet endings}"
)


@BOTH
def test_repetitions_and_quiet_turns_in_random_games(load: Load) -> None:
    game = load(PAST)
    assert {random_walk(game, seed) for seed in range(60)} >= {"thrice", "quiet"}


@BOTH
def test_perft_counts_the_line_it_is_in(load: Load) -> None:
    """perft gives the counts of a plain walk over states with their own history."""
    game = load(PAST)

    def count(state: forthgame.State, depth: int) -> int:
        if state.is_over:
            return 0
        if depth == 1:
            return len(state.moves())
        total = 0
        for move in state.moves():
            state.play(move)
            total += count(state, depth - 1)
            state.undo()
        return total

    start = game.new_game(seed=1)
    for text in ("Pass", "Pass", "Pass"):
        start.play(text)
    assert [game.perft(d, state=start) for d in (1, 3, 5)] == [count(start, d) for d in (1, 3, 5)]
    assert game.playouts(100, seed=4).plies == game.playouts(100, seed=4).plies


CYCLES = """
: told ( -- ) 2 cycle-turns 100 * 1 cycle-turns + A score  0 cycle-turns -1 cycle-turns + B score ;
: long ( -- ) repetitions 2 > IF told ENDIF ;
{endings long {ending} long endings}
"""


@BOTH
def test_cycle_turns_count_back_to_earlier_occurrences(load: Load) -> None:
    """Results are right one and two cycles back, in random games, after undo and after
    reading texts.
    """
    game = load(CYCLES)
    seen = set()
    for seed in range(40):
        choose, state = random.Random(seed), game.new_game(seed=seed)
        stood = [(state.player, state.board)]
        while not state.is_over:
            move = choose.choice(state.moves())
            state.play(move)
            if choose.random() < 0.2:
                state.undo()
                continue
            if choose.random() < 0.2:
                state = game.position(state.to_text())
            stood.append((state.player, state.board))
        assert state.ending == "long"
        found = [k for k, position in enumerate(stood[::-1]) if position == stood[-1]]
        assert len(found) == 3
        assert state.returns()[:2] == [100 * found[2] + found[1], 0]
        seen.add((found[1], found[2] - found[1]))
    assert len(seen) > 9


def test_superko_forbids_what_has_stood(load: Load) -> None:
    game = load(": OnIsLegal? board-repetitions 1 = ; ")
    state = game.new_game(seed=1)
    assert "Pass" not in map(str, state.moves())
    state.play("king a1 - b1")
    state.play("king c1 - d1")
    state.play("king e1 - c1") if "king e1 - c1" in map(str, state.moves()) else None
    before = {str(move) for move in state.moves()}
    for text in before:
        after = state.copy()
        after.play(text)
        assert after.board not in [state.board, game.new_game(seed=1).board]


def test_a_game_without_these_words_keeps_nothing(load: Load) -> None:
    game = load("", BOARD.replace(" progress", ""))
    state = game.new_game(seed=1)
    state.play("king a1 - b1")
    assert len(state.fingerprint) == 24 + 4 * (5 + 2)
    assert state.to_text().count("(quiet)") == 0


def test_quiet_turns_are_part_of_the_position_as_text(load: Load) -> None:
    game = load(PAST)
    state = game.new_game(seed=1)
    state.play("king a1 - b1")
    assert "(quiet)=1" in state.to_text()
    assert game.position(state.to_text()).fingerprint == state.fingerprint


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (": x ; {endings {ending} x endings}", "before {ending}"),
        (": x ; {endings 5 {ending} y endings}", "not the token"),
        (": x ; {endings x {ending} a x {ending} a endings}", "already"),
        ("{endings 3 {priority} endings}", "must follow an {ending}"),
        (": x ; {endings x {ending} a 4 endings}", "left over"),
        (": x ; x {ending} a", "belongs between"),
        ("1 A score", "belong in a word of {endings"),
        ("A wins", "belong in a word of {endings"),
        ("draw", "belong in a word of {endings"),
        ("{board {uncompared} board}", "must follow"),
    ],
)
def test_mistakes_while_loading(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "tiny.4th"
    path.write_text(BOARD + text)
    with pytest.raises(forthgame.ScriptError, match=message) as caught:
        forthgame.load(path, native=False)
    assert caught.value.line > 0


@pytest.mark.parametrize(
    ("word", "message"),
    [("0 wins", "not a player"), ("1 77777 score", "not a player")],
)
def test_mistakes_while_playing(load: Load, word: str, message: str) -> None:
    game = load(f": one clock @ IF {word} ENDIF ; {{endings one {{ending}} bad endings}}")
    state = game.new_game(seed=1)
    state.play("king a1 - b1")
    before = state.fingerprint
    with pytest.raises(forthgame.ScriptError, match=message) as caught:
        assert state.outcome
    assert caught.value.line > 0
    assert state.fingerprint == before


@BOTH
@pytest.mark.parametrize("word", ["Wild wins", "Wild loses", "3 Wild score", "?Dice wins"])
def test_who_cannot_win_has_no_result(load: Load, word: str) -> None:
    players = "{players {player} A {player} B {player} C {neutral} Wild {player} ?Dice players}"
    board = BOARD.replace("{players {player} A {player} B {player} C players}", players)
    ending = f"\n: one clock @ IF\n {word}\nENDIF ; {{endings one {{ending}} bad endings}}"
    game = load(ending, board)
    state = game.new_game(seed=1)
    state.play("king a1 - b1")
    before = state.fingerprint
    with pytest.raises(forthgame.ScriptError, match="neutral or stands for chance") as caught:
        assert state.outcome
    assert caught.value.number == -307
    assert (board + ending).splitlines()[caught.value.line - 1] == f" {word}"
    assert state.fingerprint == before
    state.undo()
    assert state.moves()


def test_friends_who_cannot_win_share_nothing(load: Load) -> None:
    """A neutral friend of a winner is not treated as a mistake."""
    board = BOARD.replace("{player} C players}", "{player} C {neutral} Wild players}")
    ending = (
        ": OnFriends? ( p q -- ? ) DUP A = SWAP Wild = OR SWAP DUP A = SWAP Wild = OR AND ;"
        " : one A wins ; {endings one {ending} good endings}"
    )
    state = load(ending, board).new_game(seed=1)
    assert (state.ending, state.winner) == ("good", "A")


def test_the_least_score_leaves_the_other_side_the_greatest(tmp_path: Path) -> None:
    """The least score has no negative that fits into a cell."""
    path = tmp_path / "least.4th"
    path.write_text(
        "{board 1 1 {grid} board} {players {player} X {player} O players} "
        "{turn-order {turn} X {turn} O turn-order} {pieces {piece} man pieces} "
        ": lost -2147483648 O score ; {endings lost {ending} lost endings}"
    )
    state = forthgame.load(path, native=False).new_game(seed=1)
    assert state.winner == "X"
    assert state.result == {"X": 2147483647.0, "O": -2147483648.0}


@BOTH
@pytest.mark.parametrize(("friends", "other"), [("TRUE", 0.0), ("=", -3.0)])
def test_a_friend_without_a_score_has_none(load: Load, friends: str, other: float) -> None:
    """Only an opponent has the negative."""
    drop = "2DROP" if friends == "TRUE" else ""
    ending = f": OnFriends? ( p q -- ? ) {drop} {friends} ; "
    game = load(ending + ": sum 3 A score ; {endings sum {ending} counted endings}", TWO)
    state = game.new_game(seed=1)
    assert state.result == {"A": 3.0, "B": other}
    assert state.winner == ("A" if other else ("A", "B"))
