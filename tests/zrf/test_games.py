"""Games of rule files play as they should."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import forthgame
from forthgame import Game
from forthgame.base.errors import ScriptError
from forthgame.position import position_editing
from tests.zrf.perft import turns

RULES = Path(__file__).parent / "rules"

HEAD = """
(game (title "Small") (players White Black) (turn-order White Black)
   (board (grid (start-rectangle 0 0 9 9)
      (dimensions ("a/b/c/d" (10 0)) ("4/3/2/1" (0 10)))
      (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0)))
      (symmetry Black (n s) (s n)))
"""

Written = Callable[..., Game]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """A function that loads a small game: its pieces, set-up and other parts."""

    def load(parts: str, head: str = HEAD, before: str = "") -> Game:
        path = tmp_path / "small.zrf"
        path.write_text(f"{before}{head}{parts})")
        return forthgame.load(str(path), native=False)

    return load


def texts(game: Game, *played: str) -> list[str]:
    state = game.new_game(seed=1)
    for move in played:
        state.play(move)
    return [str(move) for move in state.moves()]


def text_of(game: Game) -> str:
    """Return the script that a rule file was translated into."""
    assert game.path is not None
    return game.path.read_text()


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("checkers.zrf#Checkers", [7, 49, 302, 1469]),
        ("chess.zrf", [20, 400]),
        ("rows.zrf", [9, 72, 504]),
        # as independent programs count them
        ("reversi.zrf", [4, 12, 56, 244, 1364]),
        ("tafl.zrf", [10, 102, 1216]),
        ("catch.zrf", [8, 62, 472, 3938]),
    ],
)
def test_turns_are_counted_right(name: str, counts: list[int]) -> None:
    game = forthgame.load(str(RULES / name), native=False)
    assert [turns(game.new_game(), n) for n in range(1, len(counts) + 1)] == counts


@pytest.mark.slow
def test_both_tiers_play_the_same_games() -> None:
    for name in ("checkers.zrf#Losing checkers", "chess.zrf", "rows.zrf"):
        path = str(RULES / name)
        games = [forthgame.load(path), forthgame.load(path, native=False)]
        one, two = (game.playouts(20, seed=3, plies=200) for game in games)
        assert replace(one, seconds=0.0) == replace(two, seconds=0.0)


def test_a_row_of_stones_wins() -> None:
    state = forthgame.load(str(RULES / "rows.zrf"), native=False).new_game()
    for place in ("a", "d", "b", "e", "c"):
        state.play(next(m for m in state.moves() if str(m).endswith(f" {place}")))
    assert (state.winner, state.is_over) == ("X", True)


ROWS = """(piece (name Man) (drops ((verify empty?) {effect} add)))
   (board-setup (White (Man off 8)) (Black (Man off 8)))
   (win-condition (White Black) (or (relative-config Man w Man w Man) {row}))"""
ROW = "(relative-config Man n Man n Man)"


@pytest.mark.parametrize("effect", ["", "(flip d4)"])
def test_rows_win_wherever_the_newest_piece_lies(written: Written, effect: str) -> None:
    game = written(ROWS.format(effect=effect, row=ROW))
    assert ("newest" in text_of(game)) == (not effect)  # pieces elsewhere may make a row
    for white, place in (("b1 d1", "c1"), ("a1 b1", "c1"), ("a2 a3", "a1"), ("a1 c1", "a2")):
        state = game.new_game()
        for mine, other in zip(white.split(), ("c3", "d3"), strict=True):
            state.play(f"White Man {mine}")
            state.play(f"Black Man {other}")
        state.play(f"White Man {place}")
        assert state.winner == ("White" if place != "a2" else None)


def test_a_row_in_a_position_that_was_set_wins(written: Written) -> None:
    game = written(ROWS.format(effect="", row=ROW))
    state = game.new_game()
    state.play("White Man a1")
    state.play("Black Man d3")  # the newest piece is not in the row
    for place in ("b1", "c1"):
        state = position_editing.put(state, "White", "Man", place)
    assert state.winner == "White"


@pytest.mark.parametrize(
    ("moves", "covered"),
    [
        ("(n (verify not-friend?) add)", True),
        ("(n (verify enemy?) capture n (verify empty?) add)", True),
        ("(n (verify enemy?) capture add)", False),  # the piece that moved is taken, too
        ("(n (verify not-friend?) (capture a1) add)", False),
        ("(n (verify not-friend?) (change-owner White) add)", False),
    ],
)
def test_a_player_without_pieces_is_stalemated(written: Written, moves: str, covered: bool) -> None:
    game = written(
        f"""(piece (name Man) (moves {moves}))
            (board-setup (White (Man a1)) (Black (Man a3)))
            (loss-condition (White Black) stalemated)
            (loss-condition (White Black) (pieces-remaining 0))"""
    )
    assert ("pieces-left?" not in text_of(game)) == covered


def test_effects_wait_for_the_move(written: Written) -> None:
    game = written(
        """(piece (name Man) (moves (jump n) (jump e)))
           (board-setup (White (Man a1)) (Black (Man a2 b1)))""",
        before="(define jump ($1 (verify enemy?) capture $1 (verify empty?) add))",
    )
    assert texts(game) == ["Man a1 - a3 x a2", "Man a1 - c1 x b1"]


def test_effects_of_a_loop_are_all_recorded(written: Written) -> None:
    game = written(
        """(piece (name Man) (moves (n (while enemy? capture n) (verify empty?) add)))
           (board-setup (White (Man a1)) (Black (Man a2 a3)))"""
    )
    assert texts(game) == ["Man a1 - a4 x a2 x a3"]


def test_effects_are_forgotten_after_add(written: Written) -> None:
    game = written(
        """(piece (name Man) (moves (n (verify enemy?) capture n
              (while (and empty? (on-board? n)) add n) add)))
           (board-setup (White (Man a1)) (Black (Man a2)))"""
    )
    assert texts(game) == ["Man a1 - a3 x a2", "Man a1 - a4"]


@pytest.mark.parametrize(
    ("moves", "places"),
    [
        ("(n (verify friend?) cascade n (verify empty?) add)", {"a2", "a3"}),
        # `to` is the target of the part before, not of the next
        ("(n (verify friend?) mark n to back cascade n n add)", {"a3", "a4"}),
    ],
)
def test_parts_of_a_move_follow_each_other(written: Written, moves: str, places: set[str]) -> None:
    """Each part leads to its own place."""
    game = written(
        f"""(piece (name Man) (moves {moves}))
           (board-setup (White (Man a1 a2)) (Black (Man d4)))"""
    )
    state = game.new_game()
    state.play(state.moves()[0])
    assert {place for place, piece in state.board.items() if piece[0] == "White"} == places


def test_two_pieces_exchange_places(written: Written) -> None:
    game = written(
        """(piece (name Man) (moves (n (verify friend?) cascade a1 add)))
           (piece (name King))
           (board-setup (White (Man a1) (King a2)) (Black (Man d4)))"""
    )
    state = game.new_game()
    state.play(state.moves()[0])
    assert (state.board["a1"], state.board["a2"]) == (("White", "King"), ("White", "Man"))


def test_what_follows_a_choice_may_have_parts_or_not(written: Written) -> None:
    game = written(
        """(piece (name Man) (moves (push n) (push e)))
           (board-setup (White (Man a1 a2)) (Black (Man d4)))""",
        before="(define push ($1 (if friend? cascade $1) (verify empty?) add))",
    )
    assert texts(game) == ["Man a2 - a3", "Man a2 - b2", "Man a2 - a3 Man a1 x a2", "Man a1 - b1"]


def test_types_change_where_the_move_ends(written: Written) -> None:
    game = written(
        """(piece (name Man) (moves (n (verify empty?) (if (in-zone? far) (change-type King)) add)
                                    (e (verify empty?) (add Man King))))
           (piece (name King))
           (board-setup (White (Man a2)) (Black (King d4)))""",
        head=HEAD.replace(
            "(symmetry", "(zone (name far) (players White) (positions a3)) (symmetry"
        ),
    )
    assert texts(game) == ["Man a2 - a3 = King", "Man a2 - b2 = Man", "Man a2 - b2 = King"]


def test_attributes_have_defaults_by_type(written: Written) -> None:
    game = written(
        """(piece (name Man) (attribute fresh? true)
              (moves ((verify fresh?) n (set-attribute fresh? false) add)))
           (piece (name Old) (attribute fresh? false) (moves ((verify fresh?) n add)))
           (board-setup (White (Man a1) (Old b1)) (Black (Man d4)))"""
    )
    assert texts(game) == ["Man a1 - a2"]
    assert texts(game, "Man a1 - a2", "Man d4 - d3") == []


def test_only_the_piece_of_a_partial_move_goes_on(written: Written) -> None:
    game = written(
        """(piece (name Man) (moves (move-type first) (n add-partial) (move-type second) (e add)))
           (board-setup (White (Man a1 b1)) (Black (Man d4)))"""
    )
    after = texts(game, "partial 0 Man a1 - a2")
    assert after == ["partial 0 Man a2 - a3", "Man a2 - b2"]


def test_only_moves_of_the_next_type_ask_who_goes_on(written: Written) -> None:
    game = written(
        """(piece (name Man)
             (moves (move-type hop) (n (verify empty?) (add-partial hop)) (move-type step) (e add)))
           (board-setup (White (Man a1 b2)) (Black (Man d4)))"""
    )
    assert texts(game, "partial 1 Man a1 - a2") == ["partial 1 Man a2 - a3"]
    hop, step = text_of(game).split(": man-move")[1:3]
    assert hop.index("empty? verify") < hop.index("mine?")
    assert "mine?" not in step


def test_pieces_attack_while_another_continues_its_turn(written: Written) -> None:
    game = written(
        """(piece (name Man) (moves (move-type hop)
              (n (verify empty?) (verify not-attacked?) (add-partial hop)) (move-type none)))
           (piece (name Rook) (moves (move-type hop) (w w w add)))
           (board-setup (White (Man a1)) (Black (Rook d3)))"""
    )
    assert texts(game, "partial 1 Man a1 - a2") == ["Rook d3 - a3"]  # it is Black's turn


def test_flags_are_reset_before_they_are_read(written: Written) -> None:
    """A word sets a flag, and begins again for the next piece."""
    game = written(
        """(piece (name Man)
             (moves ((verify not-friend?) n (verify empty?))
                    (n (verify empty?) (if (flag? met) (verify false)) (set-flag met true) add)))
           (board-setup (White (Man a1 b1)) (Black (Man d4)))"""
    )
    assert texts(game) == ["Man a1 - a2", "Man b1 - b2"]
    assert text_of(game).index("empty? verify") < text_of(game).index("FALSE met !")


def test_a_question_for_attacks_leaves_alone_what_a_block_has_noted(written: Written) -> None:
    """The moves of the enemy, which it runs, set the same flag and the mark, and take pieces."""
    game = written(
        """(piece (name Man) (moves ((set-flag met true) mark
             (while (on-board? n) n (if enemy? capture)) back
             (verify not-attacked?) (verify (flag? met)) e add)))
           (piece (name Rook) (moves ((set-flag met false) w mark capture w add)))
           (board-setup (White (Man a1)) (Black (Rook a3 c2)))"""
    )
    assert texts(game) == ["Man a1 - b1 x a3"]


def test_a_partial_turn_may_be_ended(written: Written) -> None:
    game = written(
        """(option "pass partial" true)
           (piece (name Man) (moves (move-type hop) (n (verify empty?) (add-partial hop))))
           (board-setup (White (Man a1)) (Black (Man d4)))"""
    )
    assert "Pass" in texts(game, "partial 1 Man a1 - a2")
    assert "Pass" not in texts(game)
    state = game.new_game()
    for move in ("partial 1 Man a1 - a2", "partial 1 Man a2 - a3", "partial 1 Man a3 - a4"):
        state.play(move)
    assert state.player == "Black"  # nothing is left to go on with


def test_the_greatest_capture_is_compulsory(written: Written) -> None:
    game = written(
        """(option "maximal captures" true)
           (piece (name Man) (moves (hop n) (hop e) (e (verify empty?) add)))
           (board-setup (White (Man a1 c1)) (Black (Man a2 c2 c4)))""",
        before="(define hop (move-type x) ) (define hop ($1 (verify enemy?) capture $1 "
        "(verify empty?) add-partial))",
    )
    assert texts(game) == ["partial 0 Man a1 - a3 x a2", "partial 0 Man c1 - c3 x c2"]


def test_a_taken_piece_returns_to_its_owner(written: Written) -> None:
    game = written(
        """(option "recycle captures" true)
           (piece (name Man) (moves (n (verify not-friend?) add)) (drops ((verify empty?) add)))
           (board-setup (White (Man a1)) (Black (Man a2)))"""
    )
    state = game.new_game()
    state.play("Man a1 x a2")
    assert state.hands["Black"] == {"Man": 1}
    assert "Black Man d4" in [str(move) for move in state.moves()]


def test_a_condition_beside_the_board_is_false(written: Written) -> None:
    game = written(
        """(piece (name Man) (moves ((verify (empty? w)) n add)
                                    ((verify (not (empty? w))) e add)))
           (board-setup (White (Man a1)) (Black (Man d4)))"""
    )
    assert texts(game) == ["Man a1 - b1"]


def test_directions_are_handed_down_to_effects_in_loops(written: Written) -> None:
    game = written(
        """(piece (name Man) (moves (turn n e) (turn e n)))
           (piece (name King))
           (board-setup (White (Man a1)) (Black (Man b2 d4)))""",
        before="""(define turn ($1 (while (and empty? (on-board? $1)) (change-type King $2)
              (if (enemy? $2) (change-owner White $2)) $1) (verify empty?) add))""",
    )
    assert texts(game) == [
        "Man a1 - a4 = King on b2 = White = King on b3",
        "Man a1 - d1 = King on b2 = White = King on c2",
    ]


def test_directions_that_an_inner_macro_inherits_are_handed_down(written: Written) -> None:
    game = written(
        """(piece (name Man) (moves (side n) (side e)))
           (board-setup (White (Man a1)) (Black (Man d4)))""",
        before="(define inner $1 (verify empty?)) (define side ((inner) $1 add))",
    )
    assert texts(game) == ["Man a1 - a3", "Man a1 - c1"]
    assert "['] n side-word ;" in text_of(game)


def test_flags_live_as_long_as_a_move_is_made(written: Written) -> None:
    game = written(
        """(piece (name Man) (moves
              ((if (flag? seen) n add) (set-flag seen true) e (if (flag? seen) add))
              ((set-position-flag here? true n) n (verify (position-flag? here?)) add)))
           (board-setup (White (Man a1 a2)) (Black (Man d4)))"""
    )
    assert texts(game) == ["Man a2 - b2", "Man a2 - a3", "Man a1 - b1", "Man a1 x a2"]


def test_kings_may_not_be_left_in_check(written: Written) -> None:
    game = written(
        """(piece (name King) (moves (step n) (step s) (step e) (step w)))
           (piece (name Rook) (moves (slide n) (slide s) (slide e) (slide w)))
           (board-setup (White (King a1)) (Black (Rook b4) (King d4)))
           (loss-condition (White Black) (checkmated King))""",
        before="(define step ($1 (verify not-friend?) add))"
        "(define slide ($1 (while empty? add $1) (verify not-friend?) add))",
    )
    assert texts(game) == ["King a1 - a2"]


def test_a_repetition_may_lose(written: Written) -> None:
    game = written(
        """(piece (name Man) (moves (n (verify empty?) add) (s (verify empty?) add)))
           (board-setup (White (Man a1)) (Black (Man d4)))
           (loss-condition (White Black) repetition)"""
    )
    state = game.new_game()
    moves = ["Man a1 - a2", "Man d4 - d3", "Man a2 - a1", "Man d3 - d4"]
    for move in moves * 2:
        state.play(move)
    assert state.winner == "White"  # Black has repeated the position


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ('(option "ko" true)', "the option 'ko' is not one of Zillions'"),
        ('(option "pass turn" maybe)', "'pass turn' is true or false or forced or 2"),
        ('(engine "../a.dll")', "this game is played by a program of its own"),
        ("(piece (name Man) (moves (n (verfy empty?) add)))", "'verfy'"),
        ("(piece (name Man) (moves (n (verify emty?) add)))", "unknown condition 'emty?'"),
        ("(piece (name Man) (moves (n (add Qeen))))", "'Qeen'"),
        ("(loss-condition (White) (checkmated Kign))", "unknown piece 'Kign'"),
        ("(win-condition (White) (and stalemated (pieces-remaining 1)))", "stands alone"),
        ("(piece (name Man) (moves (move-type) (n add)))", "move-type takes one name"),
        ("(piece (name Man) (moves ((opposite add))))", "opposite takes a direction"),
    ],
)
def test_what_is_not_understood_is_refused(written: Written, parts: str, message: str) -> None:
    with pytest.raises(ScriptError) as caught:
        written(f"(piece (name Old)) (board-setup (White (Old a1))) {parts}")
    assert message in caught.value.message
    assert caught.value.file == "small.zrf"
    assert caught.value.line


def test_a_loop_that_steps_while_it_can_stops_at_the_edge(written: Written) -> None:
    game = written(
        """(piece (name Man) (moves (far n n) (far n e) (far e n)))
           (board-setup (White (Man b1)) (Black (Man d4)))""",
        before="(define far ($1 (while (on-board? $2) $2) add))",
    )
    assert texts(game) == ["Man b1 - b4", "Man b1 - d2", "Man b1 - c4"]


STORE = """(option "recycle captures" true)
   (piece (name Man) (moves (n (verify not-friend?) add)) (drops ((verify not-friend?) add)))
   (board-setup (White (Man a1 off 1)) (Black (Man a2 off 1)))"""


def test_captured_pieces_return_to_their_owners_store(written: Written) -> None:
    state = written(STORE).new_game()
    state.play("Man a1 x a2")
    assert state.hands == {"White": {"Man": 1}, "Black": {"Man": 2}}


def test_a_piece_on_the_place_of_a_drop_is_captured(written: Written) -> None:
    state = written(STORE).new_game()
    state.play(next(move for move in state.moves() if str(move).endswith("White Man a2")))
    assert state.hands == {"White": {}, "Black": {"Man": 2}}


def test_words_that_others_use_are_defined_first(written: Written) -> None:
    game = written(
        """(piece (name Man) (moves (both n s)))
           (board-setup (White (Man a2)) (Black (Man d4)))""",
        before="(define far (while (and empty? (on-board? $1)) $1) (if enemy? capture)"
        " (if friend? (set-flag met true)))"
        "(define twice (far $1) (if (flag? met) (far $2)))"
        "(define both ((set-flag met false) (if empty? (twice $1 $2)) $1 (far $1) add))",
    )
    assert len(texts(game)) == 1


def test_attacks_by_moves_of_a_type(written: Written) -> None:
    game = written(
        """(piece (name Man) (moves
              (move-type calm) (n (verify empty?) (verify (not (attacked? wild))) add)
              (move-type wild) (e (verify enemy?) add)))
           (board-setup (White (Man a1 b1 c1)) (Black (Man b3 d4 c3)))"""
    )
    assert "Man a1 - a2" in texts(game)  # nothing takes to the east there
    head = HEAD.replace("(symmetry Black (n s) (s n))", "")
    game = written(
        """(piece (name Man) (moves
              (move-type calm) (n (verify empty?) (verify (not (attacked? wild))) add)
              (move-type wild) (e (verify not-friend?) add)))
           (board-setup (White (Man b1)) (Black (Man a2 d4)))""",
        head=head,
    )
    assert "Man b1 - b2" not in texts(game)


def test_defended_pieces_are_known(written: Written) -> None:
    game = written(
        """(piece (name Man) (moves (e (verify friend?) (verify defended?) add)))
           (piece (name Guard) (moves (n (verify not-friend?) add)))
           (board-setup (White (Man b2 c2 a3 b3) (Guard c1)) (Black (Man d4)))"""
    )
    assert [text for text in texts(game) if text.startswith("Man")] == ["Man b2 x c2"]


def test_a_forbidden_capture_still_hides_other_moves(written: Written) -> None:
    game = written(
        """(move-priorities taking quiet)
           (piece (name Man) (moves (move-type taking) (n (verify enemy?) add)
                                    (move-type quiet) (e (verify empty?) add)))
           (piece (name King) (moves (move-type quiet) (w (verify empty?) add)))
           (piece (name Rook) (moves (move-type quiet)
              (w (while empty? add w) (verify not-friend?) add)))
           (board-setup (White (King a1) (Man b1)) (Black (Man b2) (King d4) (Rook d1)))
           (loss-condition (White Black) (checkmated King))"""
    )
    assert texts(game) == []  # b1 x b2 would leave the king in check


@pytest.mark.parametrize(
    ("moves", "repeats"),
    [
        ("(step n) (step e)", False),
        ("(step n) (step e) (step s)", True),
        ("(step n) (jump e w)", True),
        ("((while empty? n) add)", True),
    ],
)
def test_a_third_repetition_draws_unless_pieces_only_go_forward(
    written: Written, moves: str, repeats: bool
) -> None:
    game = written(
        f"""(piece (name Man) (moves {moves}))
            (board-setup (White (Man a1)) (Black (Man d4)))""",
        before="(define step ($1 (verify empty?) add))(define jump ($1 $2 (verify empty?) add))",
    )
    assert ("repetitions" in game.path.read_text()) is repeats


def test_directions_of_all_calls_are_turned_round(written: Written) -> None:
    game = written(
        """(piece (name Man) (moves (there n) (there e)))
           (board-setup (White (Man b2)) (Black (Man d4)))""",
        before="(define there ($1 (opposite $1) (opposite $1) (verify empty?) add))",
    )
    assert texts(game) == ["Man b2 - b1", "Man b2 - a2"]


@pytest.mark.parametrize(("stones", "counted"), [((8, 8), False), ((8, 7), True)])
def test_stores_are_counted_only_if_they_can_run_out(
    written: Written, stones: tuple[int, int], counted: bool
) -> None:
    game = written(
        f"""(piece (name Man) (drops ((verify empty?) add)))
            (board-setup (White (Man off {stones[0]})) (Black (Man off {stones[1]})))"""
    )
    assert bool(game.new_game().hands) is counted
    result = game.playouts(1, seed=1)
    assert result.plies == sum(stones)


@pytest.mark.parametrize("name", ["$1", "{man}", "##", "1", ":", "a;b", "IF"])
def test_a_piece_may_have_any_name(written: Written, name: str) -> None:
    game = written(
        f"""(piece (name {name.replace(";", "-")}) (moves (n add)))
            (board-setup (White ({name.replace(";", "-")} a1)))"""
    )
    assert len(texts(game)) == 1
