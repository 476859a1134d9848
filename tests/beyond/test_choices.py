"""Choices, keys, weights, and short move texts."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import forthgame
from forthgame import IllegalMove, ScriptError
from forthgame.bridges.actions import Actions
from forthgame.play.model.schedule import seats_of

from .tiers import TIERS

HEAD = """
{board 3 3 {grid} {variable} count board}
{directions -1 0 {direction} n -1 1 {direction} ne directions}
{players {player} W {player} B {random} players}
{turn-order {turn} W {turn} B turn-order}
"""
CHOOSING = """
: grow count ++ ;
: step n verify empty? verify
  from here move choice" queen" 1 change-type add-move
  from here move choice" rook" 2 change-type add-move
  from here move add-move
  from here move choice" alone" COMPILE grow add-move ;
: hit ne verify enemy? verify from here move add-move ;
{moves mm {move} step {move} hit moves}
{pieces {piece} queen {piece} rook {piece} pawn {moves} mm pieces}
{board-setup {setup} W pawn a1 {setup} B rook b2 board-setup}
"""
DICE = """
{board 4 1 {grid} {variable} thrown board}
{players {player} W {player} B {random} players}
{turn-order {turn} W {turn} B turn-order}
: one 1 thrown ! ; : two 2 thrown ! ; : six 6 thrown ! ;
: pause Pass ;
: throw
  choice" one" COMPILE one add-move
  choice" two" 3 weight COMPILE two add-move
  choice" six" 5 weight 16 weight COMPILE six add-move ;
: OnIsGameOver
  thrown @ IF thrown @ 6 = IF #LossScore ELSE #WinScore ENDIF ELSE #UnknownScore ENDIF ;
: OnEvaluate 0 ;
{moves w {move} pause moves} {moves b {move} throw moves}
{pieces {piece} man {moves} w {piece} die {moves} b pieces}
{board-setup {setup} W man a1 {setup} B die a2 board-setup}
"""


def load(folder: Path, text: str, native: bool = False) -> forthgame.Game:
    path = folder / "small.4th"
    path.write_text(text)
    game = forthgame.load(path, native=native)
    if native:
        assert game.native is not None
        game.native.prepare(wait=True)
    return game


@pytest.mark.parametrize("native", TIERS)
def test_a_choice_is_shown_where_texts_are_equal(tmp_path: Path, native: bool) -> None:
    same = CHOOSING.replace(" 1 change-type", "").replace(" 2 change-type", "")
    state = load(tmp_path, HEAD + same, native).new_game(seed=1)
    assert [(m.text, m.choice) for m in state.moves()] == [
        ("pawn a1 - a2 queen", "queen"), ("pawn a1 - a2 rook", "rook"), ("pawn a1 - a2", ""),
        ("pawn a1 - a2 alone", "alone"), ("pawn a1 x b2", ""),
    ]  # fmt: skip
    state.play("pawn a1 - a2 alone")
    assert "count=1" in state.to_text()
    assert state.history == ["pawn a1 - a2 alone"]


def test_a_choice_is_not_shown_where_texts_differ(tmp_path: Path) -> None:
    state = load(tmp_path, HEAD + CHOOSING).new_game(seed=1)
    texts = [move.text for move in state.moves()]
    # a change of the moving piece's position is written without the position
    assert "queen" not in texts[-1]
    assert [move.choice for move in state.moves()] == ["queen", "rook", "", "alone", ""]


def test_a_text_without_its_choice_means_the_first(tmp_path: Path) -> None:
    text = CHOOSING.replace("  from here move add-move\n", "")
    text = text.replace(" 1 change-type", "").replace(" 2 change-type", "")
    state = load(tmp_path, HEAD + text).new_game(seed=1)
    assert state.find("pawn a1 - a2").choice == "queen"
    with pytest.raises(IllegalMove):
        state.find("pawn a1 - a2 king")


def test_moves_name_what_they_do(tmp_path: Path) -> None:
    state = load(tmp_path, HEAD + CHOOSING).new_game(seed=1)
    hit = state.moves()[-1]
    assert (hit.source, hit.target, hit.captured) == ("a1", "b2", ("b2",))
    assert state.moves()[0].captured == ()


def test_a_move_of_several_pieces_is_that_of_the_first(tmp_path: Path) -> None:
    words = """
: chain a1 b2 move b2 c3 move b2 capture-at c1 c2 move add-move
  2 a3 drop-piece-at add-move Pass ;
{moves mm {move} chain moves}
{pieces {piece} man {moves} mm {piece} stone pieces}
{board-setup {setup} W man a1 {setup} B man b2 {setup} W stone c1 board-setup}
"""
    moves = load(tmp_path, HEAD + words).new_game(seed=1).moves()
    told = [(move.source, move.target, move.captured) for move in moves]
    assert told == [("a1", "c3", ("b2",)), (None, "a3", ()), (None, None, ())]


def test_keys_tell_moves_apart_and_are_the_same_in_every_process(tmp_path: Path) -> None:
    state = load(tmp_path, HEAD + CHOOSING).new_game(seed=1)
    keys = [move.key for move in state.moves()]
    assert len(set(keys)) == len(keys)
    assert all(0 < key < 1 << 63 for key in keys)
    code = (
        "import forthgame, sys; g = forthgame.load(sys.argv[1], native=False);"
        "print([m.key for m in g.new_game(seed=2).moves()])"
    )
    for seed in ("0", "1"):
        told = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path / "small.4th")],
            env={**__import__("os").environ, "PYTHONHASHSEED": seed},
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert told.stdout.strip() == str(keys)


def test_keys_of_many_choices_and_of_words_of_one_name_differ(tmp_path: Path) -> None:
    cards = " ".join(f'from b2 move choice" card {k}" add-move' for k in range(300))
    words = f"""VARIABLE seen : note 1 seen ! ; : one from b2 move COMPILE note add-move ;
: note 2 seen ! ; : all {cards} one from b2 move COMPILE note add-move ;
{{moves mm {{move}} all moves}}
{{pieces {{piece}} man {{moves}} mm pieces}}
{{board-setup {{setup}} W man a1 board-setup}}
"""
    moves = load(tmp_path, HEAD + words).new_game(seed=1).moves()
    assert len({move.key for move in moves}) == len(moves) == 302


def test_a_key_does_not_depend_on_the_place_of_words(tmp_path: Path) -> None:
    before = [m.key for m in load(tmp_path, HEAD + CHOOSING).new_game(seed=1).moves()]
    longer = HEAD + ": filler 1 2 3 ; VARIABLE more 50 ALLOT\n" + CHOOSING
    assert [m.key for m in load(tmp_path, longer).new_game(seed=1).moves()] == before


@pytest.mark.parametrize("native", TIERS)
def test_random_players_draw_by_weight(tmp_path: Path, native: bool) -> None:
    """Weights 1, 3 and 16: the later weight of a move counts."""
    game = load(tmp_path, DICE, native)
    results = game.playouts(2000, seed=3).results["W"]
    assert abs(results["loss"] / 2000 - 16 / 20) < 0.03
    state = game.new_game(seed=5)
    state.play(state.moves()[0])
    drawn = [state.search("random").move.choice for _ in range(300)]
    assert drawn.count("six") > 210
    assert set(drawn) == {"one", "two", "six"}


HEAVY = """
{board 2 2 {grid} board}
{players {player} One {player} ?Dice {random} players}
{turn-order {turn} One {turn} ?Dice turn-order}
: go from from move add-move ;
: roll 40000 0 DO from from move 65535 weight add-move LOOP ;
{moves gos {move} go moves} {moves rolls {move} roll moves}
{pieces {piece} man {moves} gos {piece} die {moves} rolls pieces}
{board-setup {setup} One man a1 {setup} ?Dice die b2 board-setup}
"""


def test_weights_that_come_to_more_than_a_cell_holds(tmp_path: Path) -> None:
    """Moves far down the list are drawn as often as those at its head."""
    state = load(tmp_path, HEAVY).new_game(seed=1)
    state.play(0)
    drawn = [state.search("random").move.index for _ in range(60)]
    assert 3 <= sum(number > 32768 for number in drawn) <= 20
    assert 20 <= sum(number < 20000 for number in drawn) <= 40


@pytest.mark.parametrize(("thrower", "weights"), [("{random}", [1, 3, 16]), ("", [1, 1, 1])])
def test_a_weight_is_that_of_the_draw(tmp_path: Path, thrower: str, weights: list[int]) -> None:
    """Dice that are not `{random}` show all throws alike, so their moves weigh the same."""
    game = load(tmp_path, DICE.replace(" B ", " ?B ").replace("{random}", thrower))
    state = game.new_game(seed=5)
    state.play(0)
    assert [move.weight for move in state.moves()] == weights
    shares = sorted(Actions(game).weights(state).values())
    assert shares == [weight / sum(weights) for weight in weights]
    lost = game.playouts(1000, seed=3).results["W"]["loss"] / 1000
    assert abs(lost - shares[-1]) < 0.05


def test_without_weights_nothing_is_drawn_otherwise(tmp_path: Path) -> None:
    plain = DICE.replace("3 weight", "").replace("5 weight 16 weight", "")
    results = load(tmp_path, plain).playouts(2000, seed=3).results["W"]
    assert abs(results["loss"] / 2000 - 1 / 3) < 0.04


@pytest.mark.parametrize(("engine", "depth"), [("negamax", 2), ("maxn", 2), ("uct", 20)])
@pytest.mark.parametrize("six", [1, 16])
def test_searches_expect_by_weight(tmp_path: Path, engine: str, depth: int, six: int) -> None:
    """W may throw, or take a draw: throwing is right unless the losing six is heavy."""
    text = DICE.replace("16 weight", f"{six} weight").replace(
        ": pause Pass ;",
        ': nothing ; : enough 9 thrown ! ; : pause choice" throw" COMPILE nothing add-move '
        'choice" stop" COMPILE enough add-move ;',
    )
    text = text.replace(
        "thrown @ IF thrown", "thrown @ 9 = IF #DrawScore ELSE thrown @ IF thrown"
    ).replace("#UnknownScore ENDIF ;", "#UnknownScore ENDIF ENDIF ;")
    state = load(tmp_path, text).new_game(seed=1)
    found = state.search(engine, depth=depth, seed=1)
    assert found.move.choice == ("stop" if six == 16 else "throw")
    if engine == "negamax" and six == 1:  # 1 + 3 of 5 win
        assert 0.58 < found.score / 2130000000 < 0.62


@pytest.mark.parametrize(
    ("pattern", "shorts"),
    [
        ("%p%f%x%t%=", ["Pa1a2=Q", "Pa1a2=R", "Pa1a2", "Pa1a2 alone", "Pa1xb2"]),
        ("%t%=", ["a2=Q", "a2=R", "a2", "pawn a1 - a2 alone", "b2"]),
        ("%n:%t%%%c", ["pawn:a2%queen", "pawn:a2%rook", "pawn:a2%", "pawn:a2%alone", "pawn:b2%"]),
    ],
)
def test_short_texts(tmp_path: Path, pattern: str, shorts: list[str]) -> None:
    game = load(tmp_path, HEAD + CHOOSING + f'{{notation}} "{pattern}"')
    state = game.new_game(seed=1)
    found = [move.short for move in state.moves()]
    assert len(set(found)) == len(found)
    assert found[0] == shorts[0]
    assert found[4] == shorts[4]
    for move in state.moves():
        assert state.find(move.short, exact=True) == move
        assert state.find(move.text).text == move.text
    state.play(found[4])
    assert state.history == ["pawn a1 x b2"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{notation} "%q"', "knows %p"),
        ("{notation} %p", "in quotation marks"),
        ('{notation} "%p', "never closed"),
        ('choice" queen"', "only for compiling"),
        (': x choice"  " ;', "names nothing"),
        (': x choice" queen ;', "never closed"),
        ("3 weight", "only for compiling"),
    ],
)
def test_wrong_uses(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ScriptError, match=message) as caught:
        load(tmp_path, HEAD + text)
    assert caught.value.line == 6


@pytest.mark.parametrize("weight", ["0", "-1", "65536"])
@pytest.mark.parametrize("native", TIERS)
def test_a_weight_has_bounds(tmp_path: Path, weight: str, native: bool) -> None:
    game = load(tmp_path, DICE.replace("3 weight", f"{weight} weight"), native)
    state = game.new_game(seed=1)
    state.play(state.moves()[0])
    before = state.fingerprint
    with pytest.raises(ScriptError, match="from 1 to 65535") as caught:
        state.moves()
    assert caught.value.line > 0
    assert state.fingerprint == before


def test_why_names_choice_and_weight(tmp_path: Path) -> None:
    same = CHOOSING.replace(" 1 change-type", "").replace(" 2 change-type", " 7 weight")
    state = load(tmp_path, HEAD + same).new_game(seed=1)
    found = state.explain(str(state.moves()[0]))
    assert found.legal
    told = "\n".join(found.actions)
    assert "names the choice 'queen'" in told
    assert "'rook'" not in told
    assert "has the weight 7" in "\n".join(state.explain("pawn a1 - a2 rook").actions)
    assert state.explain("pawn a1 - a2").legal


def test_dice_with_weights_have_no_result(tmp_path: Path) -> None:
    """This also holds for players whose names begin with `?`."""
    state = load(tmp_path, HEAD + DICE).new_game(seed=1)
    state.play("Pass")
    state.play("Pass six")
    assert state.outcomes() == {"W": "loss"}
    assert state.returns() == [0.0]
    assert seats_of(state.game) == ["W"]
