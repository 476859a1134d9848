"""Moves that are only counted give the same numbers and games as lists that are made."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import forthgame
from forthgame.words.registers import extension_registers
from tests.machines import prepared

SIMPLE = ("tictactoe", "connectfour", "breakthrough", "knightthrough", "clobber", "hex", "gomoku")
TALLIED_DEPTH = {"hex": 2, "gomoku": 2}
BOARD = """
{board 4 4 {grid} {variable} kept board}
{directions -1 0 {direction} n 1 0 {direction} s 0 1 {direction} e 0 -1 {direction} w directions}
{players {player} A {player} B players}
{turn-order {turn} A {turn} B turn-order}
"""
STONES = "{pieces {piece} stone {moves} m pieces} "
SET_UP = """{board-setup {setup} A stone a1 {setup} A stone b1 {setup} A stone c2 {setup} B stone a4
{setup} B stone c4 {setup} B stone d3 board-setup}"""
STEPS = ": step ( ? -- ) verify friend? NOT verify from here move add-move ;"
NORTH, EAST = ": up n step ; ", ": right e step ; "


def play(text: str, folder: Path, counted: bool, native: bool, depth: int = 4) -> list[object]:
    """Return the results of counts and random games, with moves counted or listed."""
    path = folder / "script.4th"
    path.write_text(text)
    return outcome(forthgame.load(path, native=native), counted, native, depth)


def outcome(game: forthgame.Game, counted: bool, native: bool, depth: int) -> list[object]:
    """Leaves of each depth, then the ends of random games."""
    if not counted:
        for register in (extension_registers.COUNTABLE, extension_registers.LEAVES_COUNTABLE):
            game.forth.processor.set_register(register, 0)
    if native and game.native is not None:
        game.native.prepare(wait=True, engines=False)
    games = game.playouts(12, seed=5, plies=60)
    leaves: list[object] = [game.perft(k) for k in range(1, depth + 1)]
    return [*leaves, games.plies, games.results, games.unfinished]


def may_count(text: str, folder: Path) -> bool:
    """Whether the engine counts the moves of a script, even if machine code cannot read them."""
    path = folder / "script.4th"
    path.write_text(text)
    game = forthgame.load(path, native=False)
    counted = game.forth.processor.register(extension_registers.COUNTABLE)
    return counted < 0 or counted & ~extension_registers.ONLY_READ > 1


def game_of(words: str, moves: str, rest: str = "") -> str:
    """A small game with such move words."""
    sections = f"{{moves m {moves} moves}}"
    return "\n".join((BOARD, STEPS, words, sections, STONES, SET_UP, rest))


PLAIN = game_of(NORTH + EAST, "{move} up {move} right")
EAST_OR_SOUTH = "DEFER way : east e ; : south s ; ' east IS way : right way step ; "
COUNTED = {
    "plain": PLAIN,
    "symmetric directions": game_of(
        NORTH + EAST, "{move} up {move} right", "{symmetries B {symmetry} n s symmetries}"
    ),
    "priorities": game_of(
        NORTH + EAST + ": eat e verify enemy? verify from here move add-move ;",
        "{move} up {move-type} step1 {move} eat {move-type} eats {move} right {move-type} step1",
        "{move-priorities {move-priority} eats {move-priority} step1 move-priorities}",
    ),
    "forced pass": game_of(NORTH, "{move} up", "$passTurnForced ON"),
    "two steps": game_of(": jump n verify e verify empty? verify from here move add-move ;",
                         "{move} jump"),
    "a loop": game_of(": slide BEGIN n WHILE empty? verify from here move add-move REPEAT ;",
                      "{move} slide"),
    "directions handed down": game_of(
        ": go ( 'dir -- ) EXECUTE step back ; : all ['] n go ['] e go ['] s go ;", "{move} all"
    ),
    "branches": game_of(
        ": odd n IF empty? IF from here move add-move ELSE enemy? IF capture from here move "
        "add-move ENDIF ENDIF ENDIF ;", "{move} odd",
    ),
    "words in moves": game_of(
        ": note kept ! ; : up n verify friend? NOT verify from here move here COMPILE-LITERAL "
        "COMPILE note add-move ;", "{move} up", ": OnIsGameOver kept @ 12 > IF #LossScore ELSE "
        "stalemate? IF #DrawScore ELSE #UnknownScore ENDIF ENDIF ;",
    ),
    "judging stores what no move word reads": game_of(
        NORTH + EAST, "{move} up {move} right",
        "VARIABLE own : OnIsGameOver 0 own ! 16 0 DO I friend-at? IF own ++ ENDIF LOOP "
        "own @ 3 < IF #LossScore ELSE #UnknownScore ENDIF ;",
    ),
    "a deferred word": game_of(
        "DEFER way " + NORTH + ": right way step ; : east e ; ' east IS way",
        "{move} up {move} right",
    ),
    "a list made to judge": game_of(
        NORTH + EAST, "{move} up {move} right",
        ": OnIsGameOver current-player TRUE 0 $GenerateMoves move-count $DeallocateMoves "
        "move-count > IF #LossScore ELSE #UnknownScore ENDIF ;",
    ),
    "passes": game_of(NORTH, "{move} up {move} Pass {move} Pass"),
    "a variable of one run": game_of(
        "VARIABLE met : up 0 met ! n verify enemy? IF met ON ENDIF met @ empty? OR verify "
        "from here move add-move ;", "{move} up {move} up",
    ),
    "a variable that a word called changes": game_of(
        "VARIABLE met : look ( 'dir -- ) BEGIN DUP EXECUTE WHILE met ++ REPEAT DROP back ; "
        ": up 0 met ! ['] n look ['] e look met @ 2 > verify n verify friend? NOT verify from here "
        "move add-move ;", "{move} up",
    ),
    "partial moves": game_of(
        ": up n verify empty? verify from here move partial add-move ; : stop $Pass ;",
        "{move} up {move} stop",
    ),
    "a deferred word is set by its name": game_of(
        EAST_OR_SOUTH + ": other ['] south IS way ; : up n verify friend? NOT verify "
        "from here move COMPILE other add-move ;",
        "{move} up {move} right",
    ),
}  # fmt: skip
NOT_COUNTED = {
    "a deferred word is set by its token": game_of(
        EAST_OR_SOUTH + "VARIABLE slot ' way slot ! : other ['] south slot @ (IS) ; : up n verify "
        "friend? NOT verify from here move COMPILE other add-move ;",
        "{move} up {move} right",
    ),
    "a deferred word is set at its address": game_of(
        EAST_OR_SOUTH + ": other ['] south ['] way 4 + ! ; : up n verify "
        "friend? NOT verify from here move COMPILE other add-move ;",
        "{move} up {move} right",
    ),
    "judging stores what a move word reads": game_of(
        "VARIABLE far : up n verify far @ 2 < verify friend? NOT verify from here move add-move ; "
        + EAST,
        "{move} up {move} right",
        ": OnIsGameOver turn-number far ! #UnknownScore ;",
    ),
    "judging removes a piece": game_of(
        NORTH + EAST,
        "{move} up {move} right",
        ": OnIsGameOver 0 (remove-piece) #UnknownScore ;",
    ),
    "judging changes the turn": game_of(
        NORTH + EAST,
        "{move} up {move} right",
        ": OnIsGameOver 4 $turnOffset ! #UnknownScore ;",
    ),
    "a word of the game looks at the list": game_of(
        NORTH, "{move} up", ": OnIsGameOver $FirstMove IF #UnknownScore ELSE #DrawScore ENDIF ;"
    ),
    "a move word draws numbers": game_of(
        ": up n verify 0 5 RAND-WITHIN verify from here move add-move ;", "{move} up"
    ),
    "a move word stores": game_of(
        "VARIABLE seen : up n verify seen ++ seen @ DROP from here move add-move ;", "{move} up"
    ),
    "a variable is read before it is written": game_of(
        "VARIABLE seen : up n verify seen @ 3 < IF 1 seen ! ELSE 5 seen ! ENDIF from here move "
        "add-move ;",
        "{move} up",
    ),
    "a variable is written on one way only": game_of(
        "VARIABLE seen : up n verify empty? IF 0 seen ! ENDIF seen @ 0= verify from here move "
        "add-move ;",
        "{move} up",
    ),
    "a move that is made reads the variable": game_of(
        "VARIABLE seen : note seen @ kept ! ; : up 7 seen ! n verify COMPILE note from here move "
        "add-move ;",
        "{move} up",
    ),
    "the end reads the variable": game_of(
        "VARIABLE seen : up 7 seen ! n verify from here move add-move ;",
        "{move} up",
        ": OnIsGameOver seen @ 7 = IF #DrawScore ELSE #UnknownScore ENDIF ;",
    ),
    "the evaluation reads the variable": game_of(
        "VARIABLE seen : up 7 seen ! n verify from here move add-move ;",
        "{move} up",
        ": OnEvaluate seen @ ;",
    ),
    "a pointer reads the variable": game_of(
        "VARIABLE seen VARIABLE place seen place ! : up here seen ! n verify friend? NOT verify "
        "from here move add-move ; : right place @ @ from = verify e verify empty? verify from "
        "here move add-move ;",
        "{move} up {move} right",
    ),
    "an array reaches the variable": game_of(
        "VARIABLE seen 4 [] near : up here seen ! n verify friend? NOT verify from here move "
        "add-move ; : right [ ' seen 4 + 0 near - 4 / ] LITERAL near @ from = verify e verify "
        "empty? verify from here move add-move ;",
        "{move} up {move} right",
    ),
    "the address of the variable is handed on": game_of(
        "VARIABLE seen : put ( addr -- ) 3 SWAP ! ; : up 7 seen ! seen put n verify from here move "
        "add-move ;",
        "{move} up",
    ),
    "a move word asks what was recorded": game_of(
        ": up n verify last verify from here move add-move ;", "{move} up"
    ),
    "a move word asks how deep calls are": game_of(
        ": deep RP@ 16 / 2 MOD ; : up n verify deep IF from here move add-move ENDIF ;", "{move} up"
    ),
    "a move word asks where its stack is": game_of(
        ": up n verify SP@ 3 MOD verify from here move add-move ;", "{move} up"
    ),
    "a move word asks where its move is": game_of(
        ": up n verify $moveAddr @ 16 / 2 MOD verify from here move add-move ;", "{move} up"
    ),
    "a move word asks whether a pass was added": game_of(
        ": up $passed @ verify n verify friend? NOT verify from here move add-move ;",
        "{move} Pass {move} up",
    ),
    "prefer": game_of(": up n verify turn-number prefer from here move add-move ;", "{move} up"),
    "OnIsLegal?": game_of(
        NORTH, "{move} up", "VARIABLE asked : OnIsLegal? asked ++ asked @ 3 MOD ;"
    ),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", COUNTED)
def test_counts_as_with_lists(name: str, tmp_path: Path) -> None:
    """The interpreter records where the moves came from, and makes the one that is drawn."""
    assert may_count(COUNTED[name], tmp_path)
    counted = play(COUNTED[name], tmp_path, counted=True, native=False)
    assert counted == play(COUNTED[name], tmp_path, counted=False, native=False)
    assert counted[0]


@pytest.mark.slow
@pytest.mark.parametrize("name", COUNTED)
def test_counts_so_in_machine_code(name: str, tmp_path: Path) -> None:
    """Moves are tallied if words are simple."""
    counted = play(COUNTED[name], tmp_path, counted=True, native=True)
    assert counted == play(COUNTED[name], tmp_path, counted=False, native=False)


@pytest.mark.parametrize("name", ["symmetric directions", "priorities"])
def test_tallies_as_with_lists(name: str, tmp_path: Path) -> None:
    counted = play(COUNTED[name], tmp_path, counted=True, native=True)
    assert counted == play(COUNTED[name], tmp_path, counted=False, native=False)


def test_random_games_go_on_behind_a_pass_that_a_word_asks_about(tmp_path: Path) -> None:
    """A word that adds a move only after a pass adds it again when that is drawn."""
    text = NOT_COUNTED["a move word asks whether a pass was added"]
    counted = play(text, tmp_path, counted=True, native=False)
    assert counted == play(text, tmp_path, counted=False, native=False)


@pytest.mark.parametrize("name", NOT_COUNTED)
def test_makes_lists_where_they_are_seen(name: str, tmp_path: Path) -> None:
    """Such words would differ in a second run, or need the moves."""
    assert not may_count(NOT_COUNTED[name], tmp_path)


@pytest.mark.parametrize(
    "name",
    [
        "a deferred word is set by its token",
        *(pytest.param(name, marks=pytest.mark.slow) for name in NOT_COUNTED if "is set" in name),
        pytest.param("judging stores what a move word reads", marks=pytest.mark.slow),
        "a move word stores",
        "a variable is read before it is written",
        "a variable is written on one way only",
        "a pointer reads the variable",
        "an array reaches the variable",
    ],
)
def test_machine_code_follows_what_changes(name: str, tmp_path: Path) -> None:
    """A deferred word may do something else at the next ply, and a number may change.

    Variables that may be read before they are written are seen when the words are read.
    """
    native = play(NOT_COUNTED[name], tmp_path, counted=True, native=True)
    assert native == play(NOT_COUNTED[name], tmp_path, counted=True, native=False)


def test_makes_the_list_where_there_are_too_many_moves(tmp_path: Path) -> None:
    """The number is above the limit."""
    many = ": all 9000 0 DO n verify from here move add-move back LOOP ;"
    counted = play(game_of(many, "{move} all"), tmp_path, True, False, depth=1)
    assert counted == play(game_of(many, "{move} all"), tmp_path, False, False, depth=1)
    assert isinstance(counted[0], int)
    assert counted[0] > 8192


def test_a_word_that_adds_moves_for_ever_stops(tmp_path: Path) -> None:
    """No list could fill the memory."""
    text = game_of(": all BEGIN n verify from here move add-move back FALSE UNTIL ;", "{move} all")
    path = tmp_path / "script.4th"
    path.write_text(text)
    game = forthgame.load(path, native=False)
    with pytest.raises(forthgame.ScriptError) as error:
        game.perft(1)
    assert error.value.number in (-259, -279)


def test_a_word_that_fills_the_stack_stops_where_it_is_counted(tmp_path: Path) -> None:
    """A frame has room for some three thousand items."""
    words = f": many {'0 ' * 100} ; : none {'DROP ' * 100} ; "
    words += f": up {'many ' * 31} {'none ' * 31} n step ;"
    path = tmp_path / "script.4th"
    path.write_text(game_of(words, "{move} up"))
    counts: list[Callable[[forthgame.Game], object]] = [
        lambda game: game.new_game().moves(),
        lambda game: game.perft(1),
        lambda game: game.playouts(1),
    ]
    for native in (False, True):
        game = prepared(forthgame.load(path, native=native), native)
        for count in counts:
            with pytest.raises(forthgame.ScriptError) as stopped:
                count(game)
            assert (stopped.value.number, stopped.value.word) == (-3, "0")


@pytest.mark.parametrize(
    ("more", "kind"),
    [
        ("2 2 DROP DROP", "tallied"),
        ("1 >R R> DROP", "tallied"),
        (f"{'1 >R ' * 65} {'R> R> 2DROP ' * 32} R> DROP", "counted"),
        (f"{'1 >R ' * 65} {'R> DROP ' * 65}", "listed"),  # too long to be run twice
        (f"{'2 ' * 70} {'DROP ' * 70}", "counted"),
    ],
)
@pytest.mark.sampled(2)
def test_words_with_few_items_are_tallied(tmp_path: Path, more: str, kind: str) -> None:
    """None of them overflows a stack."""
    path = tmp_path / "script.4th"
    path.write_text(game_of(f": up {more} n step ;", "{move} up"))
    game = prepared(forthgame.load(path), True)
    assert game.native is not None
    assert [path.kind for _, _, path, _ in game.native.paths()] == [kind]


@pytest.mark.slow
@pytest.mark.parametrize("name", [*SIMPLE, "amazons", "lines-of-action", "kalah", "yavalath"])
def test_library(name: str) -> None:
    """The games in machine code, counted, equal those in the interpreter, with lists."""
    depth = TALLIED_DEPTH.get(name, 1 if name == "amazons" else 3)
    counted = outcome(forthgame.load(name), True, True, depth)
    assert counted == outcome(forthgame.load(name, native=False), False, False, depth)


@pytest.mark.parametrize("native", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_what_a_judgement_records_is_no_part_of_a_move(tmp_path: Path, native: bool) -> None:
    """Recording is allowed there, and has no effect: each drop fills one of nine squares."""
    path = tmp_path / "script.4th"
    path.write_text(
        "{board 3 3 {grid} board} {players {player} X {player} O players} "
        "{turn-order {turn} X {turn} O turn-order} "
        ": put ( -- ) empty? verify drop add-move ; "
        "{moves puts {move} put moves} {pieces {piece} mark {drops} puts pieces} "
        ": OnIsGameOver 4 capture-at stalemate? IF #DrawScore ELSE #UnknownScore ENDIF ;"
    )
    game = forthgame.load(path, native=native)
    assert game.playouts(20, seed=3, plies=30).plies == 20 * 9


@pytest.mark.parametrize("native", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_counting_leaves_variables_as_they_were(tmp_path: Path, native: bool) -> None:
    path = tmp_path / "script.4th"
    path.write_text(COUNTED["a variable of one run"] + " VARIABLE behind  5 met !  9 behind !")
    game = forthgame.load(path, native=native)
    assert game.perft(1) > 0
    address = game.forth.word("met").parameter
    assert game.forth.processor.cell(address) == 5
    game.playouts(3, seed=1)
    assert game.forth.processor.cell(address) == 5


def test_says_which_way_entries_take(tmp_path: Path) -> None:
    """`check --native` shows it, with the place that prevents the faster way."""
    path = tmp_path / "script.4th"
    path.write_text(NOT_COUNTED["a move word stores"])
    game = forthgame.load(path)
    assert game.native is not None
    game.native.prepare(wait=True, engines=False)
    ways = {word: (path.kind, place) for _, word, path, place in game.native.paths()}
    assert ways["up"][0] == "listed"
    assert "script.4th:8" in ways["up"][1]
    simple = forthgame.load("breakthrough")
    assert simple.native is not None
    simple.native.prepare(wait=True, engines=False)
    assert {path.kind for _, _, path, _ in simple.native.paths()} == {"tallied"}


def test_words_are_said_to_be_tallied_where_they_are() -> None:
    """All words of a game are read within the same bounds as for its machine code."""
    with forthgame.load("othello") as game:
        assert game.native is not None
        module = game.native.builder.module(game.native._play)
        module.text()
        assert module.generation.tallied
        assert {path.kind for path in module.paths().values()} == {"tallied"}
