"""Bad input of every kind ends in a ScriptError with its place, and the machine goes on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import forthgame
from tests.waiting import HANGS_AFTER

HEAD = "{board 3 3 {grid} board} {directions 0 1 {direction} e directions} "
PLAYERS = "{players {player} X {player} O players} {turn-order {turn} X {turn} O turn-order} "
REST = ": m e verify from here move add-move ; {moves list {move} m moves} "
PIECES = "{pieces {piece} man {moves} list pieces} "
GAME = HEAD + PLAYERS + REST + PIECES + "{board-setup {setup} X man a1 board-setup} "

# text -> part of the message, word and column of the mistake
MISTAKES = [
    ("1 2 frobnicate", "unknown word 'frobnicate'", "frobnicate", 5),
    (": t 1 DUPP ;", "unknown word 'DUPP'", "DUPP", 7),
    ("DROP", "stack underflow", "DROP", 1),
    ("1 + .", "stack underflow", ".", 5),
    (": t 1 2 + ; t t + . .", "stack underflow", ".", 21),
    ("1 0 /", "division by zero", "/", 5),
    ("1 0 MOD", "division by zero", "MOD", 5),
    ("1 0 /MOD", "division by zero", "/MOD", 5),
    ("1 2 0 */", "division by zero", "*/", 7),
    ("1 2 0 */MOD", "division by zero", "*/MOD", 7),
    (": t 5 0 / ; : u t ; u", "division by zero", "/", 9),
    ("0 @", "address out of memory", "@", 3),
    ("-4 @", "address out of memory", "@", 4),
    ("2147483647 @", "address out of memory", "@", 12),
    ("1 -4 !", "address out of memory", "!", 6),
    ("1 12582912 !", "address out of memory", "!", 12),
    ("1 12582912 C!", "address out of memory", "C!", 12),
    ("1 12582912 +!", "address out of memory", "+!", 12),
    ("PAD 12582900 64 CMOVE", "address out of memory", "CMOVE", 17),
    ("12582900 64 1 FILL", "address out of memory", "FILL", 15),
    ("67108860 @ 67108864 @", "address out of memory", "@", 21),
    (": t 1 2", "is never closed", "t", 3),
    ('." no end', "is missing", '."', 1),
    ("( no end", "is missing", "(", 1),
    (': t S" no end', "is missing", 'S"', 5),
    (": t ELSE ;", "`ELSE` without IF", "ELSE", 5),
    (": t ENDIF ;", "`ENDIF` without IF", "ENDIF", 5),
    (": t LOOP ;", "`LOOP` without DO", "LOOP", 5),
    (": t 1 +LOOP ;", "`+LOOP` without DO", "+LOOP", 7),
    (": t UNTIL ;", "`UNTIL` without BEGIN", "UNTIL", 5),
    (": t BEGIN REPEAT ;", "`REPEAT` without WHILE", "REPEAT", 11),
    (": t WHILE ;", "`WHILE` without BEGIN", "WHILE", 5),
    (": t IF ;", "IF of line 1 is not closed", ";", 8),
    (": t BEGIN IF UNTIL ENDIF ;", "`UNTIL` without BEGIN", "UNTIL", 14),
    (": t DO ;", "DO of line 1 is not closed", ";", 8),
    ("1 IF 2", "IF is never closed", "IF", 3),
    (";", "only for compiling", ";", 1),
    ("RECURSE", "only for compiling", "RECURSE", 1),
    ("BEGIN", "only for compiling", "BEGIN", 1),
    (": a : b ;", "the definition of `a` has no `;`", "", 3),
    (":", "is missing at the end", ":", 1),
    ("VARIABLE", "is missing at the end", "VARIABLE", 1),
    ("'", "is missing at the end", "'", 1),
    ("' nothing", "unknown word 'nothing'", "nothing", 3),
    ("LOAD nothing.4th", "there is no file", "nothing.4th", 6),
    ("12abc", "unknown word '12abc'", "12abc", 1),
    ("1.2.3", "unknown word '1.2.3'", "1.2.3", 1),
    ("99999999999", "does not fit into 32 bits", "99999999999", 1),
    ("12345 EXECUTE", "not the token of a word", "EXECUTE", 7),
    ("-1 EXECUTE", "not the token of a word", "EXECUTE", 4),
    ("0 EXECUTE", "not the token of a word", "EXECUTE", 3),
    ("VARIABLE v v EXECUTE", "not the token of a word", "EXECUTE", 14),
    ("PAD EXECUTE", "not the token of a word", "EXECUTE", 5),
    ("DEFER d d", "deferred word was never set", "d", 9),
    ("' DUP IS DUP", "is no deferred word", "IS", 7),
    (": t 1 >R ; t", "return stack unbalanced", "", 0),
    (": t R> R> R> ; t", "return stack", "", 0),
    (": t BEGIN 1 >R FALSE UNTIL ; t", "return stack overflow", "", 0),
    (": t RECURSE ; t", "return stack overflow", "RECURSE", 5),
    (": t 1 RECURSE ; t", "overflow", "", 0),
    (": t BEGIN 1 FALSE UNTIL ; t", "stack overflow", "", 0),
    ("FORGET DUP", "belongs to the language", "", 0),
    ("-5 [] a", "an array of -5 cells", "", 0),
    ("999999999 ALLOT", "the dictionary is full", "ALLOT", 11),
    ("-999999999 ALLOT", "the dictionary is full", "ALLOT", 12),
    ("999999999 [] a", "the dictionary is full", "", 0),
    (": t BEGIN 5 , FALSE UNTIL ; t", "the dictionary is full", ",", 13),
    ("$DeallocateBoard", "without $CloneBoard", "$DeallocateBoard", 1),
    (": t BEGIN $CloneBoard FALSE UNTIL ; t", "no memory left for positions", "$CloneBoard", 11),
    ("$DeallocateMoves", "there is no move list", "$DeallocateMoves", 1),
    ("5 $NextMove", "not a move", "$NextMove", 3),
    (": t [ 7 CONSTANT c ] ;", "`c` is defined inside the definition of t", "CONSTANT", 9),
    (": m CREATE ; : t [ m c ] ;", "`c` is defined inside the definition of t", "CREATE", 5),
    ("CREATE c : d DOES> ; : t [ d ] ;", "`DOES>` inside the definition of t", "", 0),
    ("F+", "float stack underflow", "F+", 1),
    (": t BEGIN 1. FALSE UNTIL ; t", "float stack overflow", "", 0),
    ('1 ABORT" that is it"', "that is it", "", 0),
    ("ABORT", "aborted", "ABORT", 1),
    ("8 8 {grid}", "belongs between {board and board}", "{grid}", 5),
    ("{board {players", "{players inside {board of line 1", "{players", 8),
    ("board}", "board} without {board", "board}", 1),
    ("{board 8 8 {grid}", "is never closed", "{board", 1),
    ("{board 200 200 {grid} board}", "too large", "", 0),
    ("{board 0 8 {grid} board}", "a grid of 0 rows", "", 0),
    ("{board -3 8 {grid} board}", "a grid of -3 rows", "", 0),
    ("{board 99999 99999 {grid} board}", "a grid of", "", 0),
    ("{board 999999999 {array} a board}", "storage of", "", 0),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "message", "word", "column"), MISTAKES, ids=[m[0][:30] for m in MISTAKES]
)
def test_mistake(text: str, message: str, word: str, column: int) -> None:
    """The error has a message, the word and its place; afterwards the machine works."""
    machine = forthgame.Machine(seconds=20)
    with pytest.raises(forthgame.ScriptError) as caught:
        machine.run(text, name="script")
    error = caught.value
    assert message in error.message
    assert error.file == "script"
    assert error.line == 1
    if word:
        assert (error.word, error.column) == (word, column)
    assert "script:1:" in str(error)
    assert "^" in str(error)
    assert machine.stack == []
    assert machine.run("1 2 + .") == "3 "


def test_nearest_names() -> None:
    """An unknown word comes with its neighbours; a twin in another case is one."""
    with pytest.raises(forthgame.ScriptError, match="did you mean DUP"):
        forthgame.Machine().run("5 dup")
    with pytest.raises(forthgame.ScriptError, match="did you mean verify"):
        forthgame.Machine().run(": t verfy ;")


def test_how_we_got_there() -> None:
    """The error has the chain of words, the innermost first, each with its place; the stack,
    the top last.
    """
    text = ": inner 1 0 / ;\n: middle 7 inner ;\n: outer middle ;\n5 outer"
    with pytest.raises(forthgame.ScriptError) as caught:
        forthgame.Machine().run(text, name="s")
    error = caught.value
    assert (error.line, error.column, error.word) == (1, 13, "/")
    assert error.stack == [5, 7, 1, 0]
    assert [str(call) for call in error.chain] == ["inner s:2:12", "middle s:3:9"]


@pytest.mark.parametrize("native", [False, True])
def test_what_has_no_place_fails_where_it_is_called(tmp_path: Path, native: bool) -> None:
    """For an unset word in the middle of a game the place is not the token that was read last."""
    path = tmp_path / "game.4th"
    words = "DEFER later\n: inner later ;\n: OnNextTurn inner ;\n"
    path.write_text(f"{GAME}\n{words}5 DROP")
    state = forthgame.load(path, native=native).new_game(seed=1)
    move = state.moves()[0]
    with pytest.raises(forthgame.ScriptError) as caught:
        state.play(move)
    error = caught.value
    assert (error.line, error.column, error.word) == (3, 9, "later")
    assert [call.word for call in error.chain] == ["inner"]


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.parametrize("word", ["{players", "players}", "{random}", "{repeat}", "3 3 {grid}"])
def test_a_running_game_declares_nothing(tmp_path: Path, word: str, native: bool) -> None:
    """Declarations in a word that a game runs raise an error, like any other mistake."""
    path = tmp_path / "game.4th"
    path.write_text(f"{GAME}\n: OnNextTurn {word} ;\n")
    state = forthgame.load(path, native=native).new_game(seed=1)
    move = state.moves()[0]
    with pytest.raises(forthgame.ScriptError, match=r"belongs|without"):
        state.play(move)


@pytest.mark.parametrize("native", [False, True])
def test_endless_loops_meet_limits(native: bool) -> None:
    """Limits are in steps and in seconds; a limit on steps is exact."""
    with pytest.raises(forthgame.ScriptError, match="step limit reached"):
        forthgame.Machine(steps=10_000, native=native).run(": t BEGIN FALSE UNTIL ; t")
    with pytest.raises(forthgame.ScriptError, match="time limit reached"):
        forthgame.Machine(seconds=0.1, native=native).run(": t BEGIN FALSE UNTIL ; t")
    stacks = []
    for _ in range(2):
        machine = forthgame.Machine(steps=777, native=native)
        with pytest.raises(forthgame.ScriptError) as caught:
            machine.run(": t 0 BEGIN 1+ FALSE UNTIL ; t")
        stacks.append(caught.value.stack)
    assert stacks[0] == stacks[1]


def test_endless_output_is_stopped() -> None:
    """A script cannot fill the memory by printing."""
    machine = forthgame.Machine(seconds=HANGS_AFTER, limits=forthgame.ScriptLimits(output=1 << 20))
    with pytest.raises(forthgame.ScriptError, match="too much output"):
        machine.run(": t BEGIN 12345678 . FALSE UNTIL ; t")


VANDALS = [
    ": t 65536 64 DO -1 I C! LOOP ; t",
    ": t 1024 64 DO 2147483647 I ! 4 +LOOP ; t 1 2 + .",
    "' DUP 12 - 32 255 FILL 1 DUP",
    "VARIABLE v ' v 4 -1 FILL v ' v EXECUTE",
    "-1 DP ! 5 ,",
    "7 DP ! VARIABLE v",
    "0 BASE ! 5 .",
    "-1 STATE ! 5 5 5",
    ": t 8388608 64 DO 123456789 I ! 4 +LOOP ; t",
]


@pytest.mark.parametrize("text", VANDALS)
def test_vandalism_harms_only_the_vandal(text: str) -> None:
    """Stores over headers and the engine's cells may fail the script, never the process."""
    machine = forthgame.Machine(seconds=20)
    try:
        machine.run(text)
    except forthgame.ScriptError as error:
        assert error.message  # noqa: PT017 (either end is right)
    assert forthgame.Machine().run("1 2 + .") == "3 "


GAME_MISTAKES = [
    ("", "declares no game"),
    (HEAD, "it needs a section {players … players}"),
    (GAME.replace("{turn} O", "{turn} Z"), "unknown word 'Z'"),
    (GAME.replace("{turn} O", "{turn} DUP"), ""),
    (GAME.replace("{turn} O", "{turn} man"), ""),
    (GAME.replace("X man a1", "Z man a1"), "unknown player 'Z'"),
    (GAME.replace("X man a1", "X rook a1"), "unknown piece 'rook'"),
    (GAME.replace("X man a1", "X man z9"), "unknown position 'z9'"),
    (GAME.replace("{moves} list", "{moves} nolist"), "unknown word 'nolist'"),
    (GAME.replace("{moves} list", "{moves} X"), "is not a list of moves"),
    (GAME.replace("{move} m moves}", "moves}"), "no move in the list"),
    (GAME.replace("{move} m", "{move} nomove"), "unknown word 'nomove'"),
    (GAME + "{directions {link} up a1 z9 directions}", "unknown word 'z9'"),
    (GAME + "{directions {link} up 99 0 directions}", "there is no position 99"),
    (GAME + "{directions {unlink} nodir a1 directions}", "there is no direction 'nodir'"),
    (GAME + "{symmetries X {symmetry} e nowhere symmetries}", "there is no direction 'nowhere'"),
    (GAME + "{turn-order turn-order}", "no turn in the turn order"),
    (GAME + "{turn-order {turn} X {repeat} turn-order}", "follows {repeat}"),
    (GAME + ": open 1 2", "is never closed"),
    (GAME + "{board-setup {setup} X man", "is missing at the end"),
]


@pytest.mark.parametrize(("text", "message"), GAME_MISTAKES)
def test_mistake_in_a_game(tmp_path: Path, text: str, message: str) -> None:
    """Loading raises ScriptError, with the place if there is one."""
    path = tmp_path / "game.4th"
    path.write_text(text)
    with pytest.raises(forthgame.ScriptError) as caught:
        forthgame.load(path)
    assert message in caught.value.message
    if not any(part in message for part in ("missing", "declares", "needs a section")):
        assert caught.value.line == 1


def test_loading_what_cannot_be(tmp_path: Path) -> None:
    """A file may load itself, or another in a circle, or lie outside the folder; the place is
    the LOAD.
    """
    inside = tmp_path / "game"
    inside.mkdir()
    (tmp_path / "outside.4th").write_text("1")
    for name, text, message in (
        ("self.4th", "LOAD self.4th", "loads itself"),
        ("a.4th", "\nLOAD b.4th", "loads itself"),
        ("up.4th", "  LOAD ../outside.4th", "outside the script's folder"),
        ("abs.4th", f"LOAD {tmp_path}/outside.4th", "outside the script's folder"),
        ("none.4th", "LOAD nothing.4th", "there is no file"),
    ):
        (inside / "b.4th").write_text("LOAD a.4th")
        (inside / name).write_text(text)
        with pytest.raises(forthgame.ScriptError) as caught:
            forthgame.load(inside / name)
        assert message in caught.value.message
        assert caught.value.place is not None


STRANGE: list[tuple[str, bytes]] = [
    ("empty", b""),
    ("nul", b"\0\0\0 1 2 +\0"),
    ("binary", bytes(range(256)) * 50),
    ("long line", b"1 DROP " * 50_000),
    ("long name", b": " + b"x" * 100_000 + b" ; "),
    ("many words", b"".join(b": w%d %d ; " % (k, k) for k in range(5000))),
    ("deep", b": t " + b"1 IF " * 75 + b"ENDIF " * 75 + b"; t"),
]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("name", "data"), STRANGE, ids=[name for name, _ in STRANGE])
def test_strange_files(tmp_path: Path, name: str, data: bytes) -> None:
    """The error states that they declare no game; nothing else happens."""
    path = tmp_path / "strange.4th"
    path.write_bytes(data)
    with pytest.raises(forthgame.ScriptError):
        forthgame.load(path)


ENDLESS: list[tuple[str, str]] = [
    (": m BEGIN from here move FALSE UNTIL ;", "too many actions"),
    (": m BEGIN from here move add-move FALSE UNTIL ;", "too many moves in one list"),
    (": m BEGIN X FALSE 0 $GenerateMoves FALSE UNTIL ;", "nested too deep"),
    (": m BEGIN FALSE UNTIL ;", "time limit"),
    (": m b2 from move add-move ;", "move from an empty position"),
    (": m RECURSE ;", "return stack overflow"),
]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("word", "message", "native"),
    [
        pytest.param(word, message, native, marks=pytest.mark.slow if native and k < 2 else ())
        for k, (word, message) in enumerate(ENDLESS)
        for native in (False, True)
    ],
)
def test_endless_move_words(tmp_path: Path, word: str, message: str, native: bool) -> None:
    """Generation fails with the place in the move word; the game can still be used."""
    path = tmp_path / "game.4th"
    path.write_text(GAME.replace(": m e verify from here move add-move ;", word))
    game = forthgame.load(path, native=native)
    if game.native:
        game.native.prepare(wait=True, engines=False)
    state = game.new_game(seed=1)
    look: Callable[[], object] = state.moves
    for _ in range(2):
        game.forth.processor.limit(seconds=0.1 if message == "time limit" else HANGS_AFTER)
        with pytest.raises(forthgame.ScriptError) as caught:
            look()
        assert message in caught.value.message
        assert caught.value.file == str(path)
    game.forth.processor.limit()


@pytest.mark.parametrize("word", ["\\", "(", '."', 'S"', "ASCII", "'"])
def test_words_that_read_on_when_no_text_is_read(tmp_path: Path, word: str) -> None:
    """Compiled into a move word they find nothing: an error, or an empty comment."""
    path = tmp_path / "game.4th"
    path.write_text(GAME.replace("e verify", f"[COMPILE] {word} e verify"))
    state = forthgame.load(path).new_game(seed=1)
    if word == "\\":
        assert [str(move) for move in state.moves()] == ["man a1 - b1"]
    else:
        with pytest.raises(forthgame.ScriptError, match="missing"):
            state.moves()


@pytest.mark.parametrize("native", [False, True])
def test_the_words_that_led_to_an_error(native: bool) -> None:
    """Each call is shown at its place, the innermost first: by name, by token, by a deferred
    word.
    """
    machine = forthgame.Machine(native=native)
    machine.run("DEFER later : bad 0 0 / ; : mid ( -- ) ['] bad EXECUTE ;")
    machine.run("' mid IS later : top ( -- ) 1 later ;")
    with pytest.raises(forthgame.ScriptError) as caught:
        machine.run("top")
    told = [(call.word, call.place.column) for call in caught.value.chain if call.place]
    assert told == [("EXECUTE", 48), ("later", 31)]


DROPS = (
    HEAD + PLAYERS + REST + ": put empty? verify drop add-move ; {moves drops {move} put moves} "
    "{pieces {piece} man {moves} list {drops} drops pieces}"
)
LATE = [  # a word that drops an item needed later, the word that is named, its column
    (": OnIsLegal? $DeallocateBoard TRUE ;", "$DeallocateBoard", 14),
    (": OnNextTurn $DeallocateBoard OnNextTurn ;", "$DeallocateBoard", 14),
    (": OnMoves $DeallocateMoves ;", "$DeallocateMoves", 11),
]


@pytest.mark.parametrize(("text", "word", "column"), LATE)
def test_what_is_noticed_late_has_a_place(
    tmp_path: Path, text: str, word: str, column: int
) -> None:
    """The engine misses a board or a list later: the place is that of its removal."""
    path = tmp_path / "late.4th"
    path.write_text(f"{DROPS}\n{text}\n")
    state = forthgame.load(path, native=False).new_game()
    with pytest.raises(forthgame.ScriptError) as found:
        state.search("negamax:depth=2")
    assert (found.value.word, found.value.line, found.value.column) == (word, 2, column)


def test_a_late_error_counts_the_places_it_may_come_from(tmp_path: Path) -> None:
    path = tmp_path / "late.4th"
    drops = DROPS.replace("drop add-move", "here 0= IF $DeallocateBoard ENDIF drop add-move")
    path.write_text(f"{drops}\n: other $DeallocateBoard ;\n")
    with pytest.raises(forthgame.ScriptError) as found:
        forthgame.load(path, native=False).new_game().search("negamax:depth=2")
    assert found.value.hint == "`$DeallocateBoard` stands at 2 places, and this is the first"
