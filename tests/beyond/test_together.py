"""Tests of turns in which several players choose on the same position."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commanding import commanded

import forthgame
from forthgame.base.errors import IllegalMove
from forthgame.position import position_editing
from forthgame.position.position_text import PositionError
from tests.waiting import HANGS_AFTER

from .together import PAYOFFS, STONES, Load, load, matrix

__all__ = ["load"]


def event(text: str) -> str:
    """The stones with an OnTogether of their own."""
    return f"{STONES}: OnTogether {text} ;\n"


APPLY = "One chosen .moveCFA EXECUTE Two chosen .moveCFA EXECUTE"

# ---- choosing ----


def test_a_choice_changes_nothing_that_can_be_seen(load: Load) -> None:
    state = load().new_game(seed=1)
    offered = [str(move) for move in state.moves("Two")]
    state.play("One stone b1")
    assert state.board == {}
    assert (state.player, state.turn_number, state.choosers) == ("Two", 1, ("Two",))
    assert [str(move) for move in state.moves()] == offered
    assert (state.history, state.concealed) == (["One stone b1"], 1)


def test_all_moves_are_made_when_the_last_one_has_chosen(load: Load) -> None:
    state = load().new_game(seed=1)
    assert state.choosers == ("One", "Two")
    state.play("One stone b1")
    state.play("Two stone c1")
    assert state.board == {"b1": ("One", "stone"), "c1": ("Two", "stone")}
    assert (state.player, state.turn_number, state.concealed) == ("One", 2, 0)


def test_a_later_move_that_cannot_be_made_any_more_is_dropped(load: Load) -> None:
    state = load().new_game(seed=1)
    state.play({"One": "One stone b1", "Two": "Two stone b1"})
    assert state.board == {"b1": ("One", "stone")}


def test_all_choices_at_once(load: Load) -> None:
    state = load().new_game(seed=1)
    state.play({"Two": state.moves("Two")[2], "One": "One stone a1"})
    assert state.history == ["One stone a1", "Two stone c1"]
    with pytest.raises(ValueError, match="a move each of One and Two is needed, not of One"):
        state.play({"One": "One stone b1"})
    with pytest.raises(IllegalMove, match="Two cannot play"):
        state.play({"One": "One stone b1", "Two": "Two stone a1"})
    assert len(state.history) == 2


def test_only_choosers_have_moves(load: Load) -> None:
    state = load().new_game(seed=1)
    with pytest.raises(ValueError, match="Three does not choose now; One and Two may"):
        state.moves("Three")
    with pytest.raises(ValueError, match="there is no player 'Four'"):
        state.moves("Four")
    ordinary = forthgame.load("tictactoe", native=False).new_game(seed=1)
    assert ordinary.choosers == ("X",)
    ordinary.play({"X": "X mark b2"})
    assert ordinary.player == "O"


def test_undo_takes_choices_back_one_by_one(load: Load) -> None:
    state = load().new_game(seed=1)
    start = state.fingerprint
    state.play("One stone b1")
    between = state.fingerprint
    state.play("Two stone c1")
    state.undo()
    assert (state.fingerprint, state.player, state.concealed) == (between, "Two", 1)
    state.undo()
    assert state.fingerprint == start != between


@pytest.mark.parametrize("how", ["text", "json", "copy"])
def test_what_has_been_chosen_is_part_of_the_position(load: Load, how: str) -> None:
    game = load()
    state = game.new_game(seed=1)
    state.play("One stone b1")
    if how == "copy":
        again = state.copy()
    elif how == "text":
        again = game.position(state.to_text())
    else:
        again = game.position(json.loads(json.dumps(state.to_json())))
    assert again.fingerprint == state.fingerprint
    assert "stone" not in state.to_text()
    again.play("Two stone a1")
    assert again.board == {"a1": ("Two", "stone"), "b1": ("One", "stone")}
    assert state.concealed == 1


def test_another_turn_begins_without_choices(load: Load) -> None:
    """With the turn set up by hand, the position's text can be read."""
    game = load()
    state = game.new_game(seed=1)
    state.play("One stone b1")
    for number in range(2):
        changed = position_editing.on_turn(state, number)
        assert set(game.position(changed.to_text()).choosers) == {"One", "Two"}
    assert state.concealed == 1


def test_a_text_that_contradicts_itself_is_refused(load: Load) -> None:
    game = load()
    state = game.new_game(seed=1)
    state.play("One stone b1")
    text = state.to_text()
    with pytest.raises(PositionError, match="One has chosen, and is to choose"):
        game.position(text.replace("turn=12,Two,Two", "turn=0,One,One"))
    with pytest.raises(PositionError, match="Three cannot have chosen"):
        game.position(text.replace("(chosen)[0]", "(chosen)[4]"))


def test_a_key_of_no_move_is_an_error(load: Load) -> None:
    game = load()
    state = game.new_game(seed=1)
    state.play("One stone b1")
    text = state.to_text()
    first = text.split("(chosen)[0]=")[1].split()[0]
    again = game.position(text.replace(f"(chosen)[0]={first}", "(chosen)[0]=77"))
    before = again.fingerprint
    with pytest.raises(forthgame.ScriptError, match="not made again") as caught:
        again.play("Two stone a1")
    assert caught.value.number == -312
    assert caught.value.line > 0
    assert again.fingerprint == before


# ---- applying ----


def test_the_event_sees_all_choices_and_none_of_others(load: Load) -> None:
    state = load(event("One chosen move-to Two chosen move-to 10 * + Three chosen 100 * + note !"))
    state = state.new_game(seed=1)
    state.play({"One": "One stone c1", "Two": "Two stone b1"})
    assert state.board == {}
    assert "note=12" in state.to_text()


def test_both_may_be_applied_whatever_the_first_has_done(load: Load) -> None:
    state = load(event(APPLY)).new_game(seed=1)
    state.play({"One": "One stone b1", "Two": "Two stone b1"})
    assert state.board == {"b1": ("Two", "stone")}


def test_the_event_may_make_lists_and_leave_them(load: Load) -> None:
    text = event(f"{APPLY} current-player FALSE 0 $GenerateMoves move-count note !")
    state = load(text).new_game(seed=1)
    state.play({"One": "One stone b1", "Two": "Two stone c1"})
    assert "note=1" in state.to_text()
    assert [str(move) for move in state.moves()] == ["One stone a1"]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1 0 /", -10),
        ("BEGIN AGAIN", -266),
        ("$DeallocateMoves", -314),
        ("$CloneBoard", -315),
        ("0 .moveCFA EXECUTE", -256),
        ("77 chosen", -296),
        ("TRUE ABORT\" no\"", -1),
    ],
)  # fmt: skip
def test_the_event_fails(load: Load, text: str, number: int) -> None:
    limits = forthgame.ScriptLimits(seconds=0.2 if text == "BEGIN AGAIN" else HANGS_AFTER)
    state = load(event(text), limits=limits).new_game(seed=1)
    state.play("One stone b1")
    before = state.fingerprint
    with pytest.raises(forthgame.ScriptError) as caught:
        state.play("Two stone c1")
    assert caught.value.number == number
    assert caught.value.line == 9
    assert state.fingerprint == before
    with pytest.raises(forthgame.ScriptError):
        state.play({"Two": "Two stone a1"})
    state.undo()
    assert state.choosers == ("One", "Two")


def test_what_was_chosen_is_requested_too_early(load: Load) -> None:
    text = STONES.replace(": put", ": put One chosen DROP")
    with pytest.raises(forthgame.ScriptError, match="chosen belongs in OnTogether") as caught:
        load(text).new_game(seed=1).moves()
    assert caught.value.line == 5


def test_a_partial_move_cannot_be_chosen(load: Load) -> None:
    text = STONES.replace("drop add-move", "drop partial add-move")
    with pytest.raises(forthgame.ScriptError, match="partial move cannot be chosen") as caught:
        load(text).new_game(seed=1).moves()
    assert (caught.value.number, caught.value.line) == (-310, 5)


def test_moves_that_are_drawn_at_random_are_an_error(load: Load) -> None:
    text = STONES.replace("drop add-move", "0 30000 RAND-WITHIN COMPILE-LITERAL drop add-move")
    state = load(text).new_game(seed=1)
    state.play(state.moves()[0])
    with pytest.raises(forthgame.ScriptError, match="not made again") as caught:
        state.play(state.moves()[0])
    assert caught.value.line == 5


# ---- other words ----


def test_one_who_is_out_does_not_choose(load: Load) -> None:
    text = STONES.replace("drop add-move", "drop here 0= IF Two out ENDIF add-move")
    text += ": OnTogether One chosen .moveCFA EXECUTE Two chosen note ! ;\n"
    state = load(text).new_game(seed=1)
    state.play({"One": "One stone a1", "Two": "Two stone b1"})
    assert state.choosers == ("One",)
    state.play("One stone b1")
    assert state.turn_number == 3
    assert "note" not in state.to_text()


def test_labels_types_and_other_peoples_pieces(load: Load) -> None:
    text = STONES.replace(
        "{turn} One {together} Two",
        "{turn} Three {label} both {turn} One {together} Two {for-player} Three {of-type} black",
    ).replace("{move} put", "{move} put {move-type} white {move} put {move-type} black")
    text = text.replace("drop add-move", "drop both continue-at add-move")
    state = load(text).new_game(seed=1)
    assert state.choosers == ("Three",)
    state.play(state.moves()[0])
    assert [str(m) for m in state.moves("Two")] == ["Three stone b1", "Three stone c1"]
    state.play({"One": "One stone b1", "Two": "Three stone c1"})
    assert (state.choosers, state.turn_number) == (("One", "Two"), 3)
    assert state.board["c1"] == ("Three", "stone")


def test_the_type_of_a_move_tells_it_from_another(load: Load) -> None:
    """Of two moves with one text, the event sees which one was chosen."""
    text = STONES.replace("{move} put", "{move} put {move-type} low {move} put {move-type} high")
    text += ": OnTogether One chosen move-type 10 * Two chosen move-type + note ! ;\n"
    start = load(text).new_game(seed=1)
    assert [move.type for move in start.moves()[:2]] == [1, 2]
    for one, two in ((0, 0), (0, 1), (1, 0), (1, 1)):
        state = start.copy()
        state.play({"One": state.moves("One")[one], "Two": state.moves("Two")[two]})
        assert f"note={one * 10 + two + 11} " in f"{state.to_text()} "


def test_a_position_that_comes_back_is_known_at_each_choice(load: Load) -> None:
    text = matrix(PAYOFFS, "repetitions 2 > IF #DrawScore ELSE #UnknownScore ENDIF")
    text = text.replace("paid board", "paid {uncompared} board")
    game = load(text)
    state = game.new_game(seed=1)
    plies = 0
    while state.outcome is None:
        state.play(state.moves()[0])
        plies += 1
    assert plies == 4
    assert game.playouts(5, seed=1).plies == 5 * plies
    assert [game.perft(depth) for depth in (3, 4, 5)] == [27, 81, 0]


def test_forbidden_moves_cannot_be_chosen(load: Load) -> None:
    text = f"{STONES}: OnIsLegal? b1 empty-at? ;\n"
    game = load(text)
    state = game.new_game(seed=1)
    assert [str(move) for move in state.moves("Two")] == ["Two stone a1", "Two stone c1"]
    assert [game.perft(depth) for depth in range(1, 5)] == [2, 4, 2, 2]
    state.play({"One": "One stone a1", "Two": "Two stone c1"})
    assert (state.moves(), state.outcome) == ([], "draw")
    assert game.playouts(50, seed=3).results.keys() <= {"One", "Two"}


def test_a_word_of_the_scripts_own_wins(load: Load) -> None:
    text = STONES.replace(": put", ": chosen note @ ; : put").replace("{together}", "{turn}")
    state = load(text.replace("drop add-move", "drop chosen 0= verify add-move")).new_game(seed=1)
    state.play("One stone b1")
    assert state.board == {"b1": ("One", "stone")}


# ---- counting and random games ----


def pairs(free: str, depth: int) -> int:
    """Count the moves of the stones by an independent implementation of the rules."""
    if depth <= 0:
        return 1
    if depth == 1:
        return len(free)
    return sum(pairs(free.replace(a, "").replace(b, ""), depth - 2) for a in free for b in free)


def test_perft_counts_each_choice(load: Load) -> None:
    text = STONES.replace("1 3 {grid}", "1 5 {grid}")
    game = load(text)
    assert [game.perft(depth) for depth in range(1, 7)] == [
        pairs("abcde", depth) for depth in range(1, 7)
    ]


def test_random_games_are_those_of_the_other_tier(tmp_path: Path) -> None:
    path = tmp_path / "both.4th"
    path.write_text(STONES.replace("1 3 {grid}", "1 9 {grid}"))
    found = forthgame.load(path, native=False).playouts(30, seed=5)
    assert (found.unfinished, sum(sum(r.values()) for r in found.results.values())) == (0, 30)
    assert 30 * 10 <= found.plies <= 30 * 18


# ---- loading ----


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("{together} Two", "{together} One", "One chooses in this turn already"),
        ("{together} Two", "{together} Two {together} Two", "Two chooses in this turn already"),
        ("{turn} One {together}", "{together} One {turn}", "must follow a {turn}"),
        ("{together} Two", "{together} Four", "unknown word 'Four'"),
        ("{together} Two", "{together} 5", "5 is not a player"),
        ("{together} Two", "{label} here {together} Two", "not before its {together}"),
        ("{together} Two", "{repeat} {together} Two", "not before its {together}"),
        ("{pieces", "{together} Two {pieces", "belongs between {turn-order"),
    ],
)
def test_mistakes_while_loading(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = tmp_path / "both.4th"
    path.write_text(STONES.replace(old, new, 1))
    with pytest.raises(forthgame.ScriptError, match=message) as caught:
        forthgame.load(path, native=False)
    assert caught.value.line > 0


def test_a_player_that_a_script_has_made_up_cannot_choose(load: Load) -> None:
    """Choices of an invalid player would be stored outside the space of the position."""
    state = load(f"{STONES}: OnNewGame 63488 $player ! ;\n").new_game(seed=1)
    before = state.fingerprint
    with pytest.raises(forthgame.ScriptError):
        state.game.playouts(1, seed=1, plies=9)
    assert state.fingerprint == before


def test_a_line_of_the_dialect_leaves_choices_alone(tmp_path: Path) -> None:
    """The line does not see the choices, and its changes do not touch them."""
    path = tmp_path / "stones.4th"
    path.write_text(STONES)
    lines = ["play a1", "1 .", "5 note !", "position", "history", "play c1"]
    shown = commanded("repl", str(path), typing="\n".join([*lines, "position", "history"])).stdout
    secret, _, known = shown.partition("hidden until all have")
    assert "note=5 (chosen)[0]=" in secret
    assert "stone a1" not in secret
    assert "One:stone@a1 Two:stone@c1" in known
    assert "1  One stone a1" in known
    assert "2  Two stone c1" in known


def test_a_piece_put_by_hand_leaves_choices_alone(load: Load) -> None:
    state = load(STONES).new_game(seed=1)
    state.play("One stone a1")
    state = position_editing.put(state, "Three", "stone", "b1")
    assert state.concealed == 1
    state.play("Two stone c1")
    assert sorted(state.board) == ["a1", "b1", "c1"]
