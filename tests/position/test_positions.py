"""Positions and games as text: they are read back unchanged, and damage is an error."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

import forthgame
from forthgame.api.game import State
from forthgame.base.errors import ForthgameError
from forthgame.base.name_quoting import numbered_names, quoted, unquoted
from forthgame.play.model.game_file import GameFileError, game_file, parse_game, read_game
from forthgame.play.model.schedule import read_openings
from forthgame.play.ugi.requests import LONG, MoveNotation
from forthgame.position import position_editing
from forthgame.position.position_record import Position
from forthgame.ui.cli.main import forthgame as command

GAMES = ["tictactoe", "connectfour", "breakthrough", "splut", "splut/duel"]
SCRIPTS = sorted((Path(__file__).parents[1] / "conformance").glob("*.4th"))
ODD = r"""
{board 2 2 {grid} {position} o:p@#=|%[x] {variable} v 3 {array} a 5 {carray} c board}
{directions 0 1 {direction} e directions}
{players {player} X:1 {player} O|2 players}
{turn-order {turn} X:1 {turn} O|2 turn-order}
: step ( -- ) e verify empty? verify from here move COMPILE mark, add-move ;
"""


def played(game: forthgame.Game, plies: int, seed: int) -> State:
    """The state after some random moves."""
    state, random = game.new_game(seed=seed), Random(seed)
    for _ in range(plies):
        if state.outcome or not state.moves():
            break
        state.play(random.choice(state.moves()))
    return state


def same(one: State, other: State, seed: int) -> None:
    """Equal in all that can be seen, now and for some random plies."""
    random = Random(seed)
    for _ in range(12):
        assert one.fingerprint == other.fingerprint
        assert one.player == other.player
        assert one.board == other.board
        assert [str(m) for m in one.moves()] == [str(m) for m in other.moves()]
        assert one.outcome == other.outcome
        if one.outcome or not one.moves():
            return
        index = random.randrange(len(one.moves()))
        one.play(one.moves()[index])
        other.play(other.moves()[index])


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("plies", [0, 3, 11, 40])
def test_a_position_comes_back(name: str, plies: int) -> None:
    """A position is read back from a line, and from a document that has been JSON."""
    game = forthgame.load(name)
    state = played(game, plies, plies + 1)
    same(state.copy(), game.position(state.to_text()), plies)
    same(state.copy(), game.position(json.loads(json.dumps(state.to_json()))), plies)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_positions_of_small_scripts_come_back(path: Path) -> None:
    """Partial moves, storage, attributes, turns of others: whatever the scripts do."""
    game = forthgame.load(path, native=False)
    for plies in range(5):
        state = played(game, plies, plies)
        assert game.position(state.to_text()).fingerprint == state.fingerprint


def test_names_of_any_kind(tmp_path: Path) -> None:
    """Characters with a meaning in a line are escaped, also in bits and bytes."""
    path = tmp_path / "odd.4th"
    path.write_text(
        ODD.replace(
            ": step", ": mark, ( -- ) 7 v ! -3 2 a ! 200 4 c C! 65536 a1 board[] +! ;\n: step"
        )
        + "{moves m {move} step moves} {pieces {piece} m@n {moves} m pieces}\n"
        "{board-setup {setup} X:1 m@n a1 board-setup}\n",
        encoding="utf-8",
    )
    game = forthgame.load(path)
    state = game.new_game(seed=1)
    state.play(state.moves()[0])
    text = state.to_text()
    assert "X%3a1:m%40n@b1" in text
    assert "=65536@a1" in text
    assert "v=7 a[2]=-3 c[4]=200" in text
    assert game.position(text).fingerprint == state.fingerprint
    assert all(unquoted(quoted(name)) == name for name in [*game.positions, *game.players])


def test_a_position_can_be_edited() -> None:
    """A line without random streams, with a piece put by hand."""
    game = forthgame.load("breakthrough")
    state = game.position("breakthrough | White:man@a7 Black:man@h7 | turn=0,White,White,0,1,0")
    assert state.player == "White"
    assert "man a7 - a8" in [str(move) for move in state.moves()]
    state.play("man a7 - a8")
    assert state.outcome == "loss"


WRONG = {
    "connectfour | turn=0,X,X,0,1,0": "not of 'breakthrough'",
    "": "does not begin with",
    "breakthrough | White:man@a9 | turn=0,White,White,0,1,0": "no position 'a9'",
    "breakthrough | White:king@a1 | turn=0,White,White,0,1,0": "no piece 'king'",
    "breakthrough | Red:man@a1 | turn=0,White,White,0,1,0": "no player 'Red'",
    "breakthrough | White:man@a1 White:man@a1 | turn=0,White,White,0,1,0": "filled twice",
    "breakthrough | White:man@a1": "the turn is missing",
    "breakthrough | turn=0,White,White,0,1": "a turn is offset",
    "breakthrough | turn=5,White,White,0,1,0": "is not a turn",
    "breakthrough | turn=0,White,White,0,99999999999999999999,0": "is not a number",
    "breakthrough | turn=0,White,White,0,1,0 x=1": "no variable of the board 'x'",
    "breakthrough | turn=0,White,White,0,1,0 random=abc": "random streams are damaged",
    "breakthrough | turn=0,White,White,0,1,0 | nonsense": "neither a piece",
}


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_position_is_an_error(text: str) -> None:
    """The message names the fault."""
    with pytest.raises(ForthgameError, match=WRONG[text]):
        forthgame.load("breakthrough").position(text)


def test_damaged_positions_do_no_harm() -> None:
    """Texts with lost or changed characters give a clear error, or a position with moves and
    a result.
    """
    game = forthgame.load("splut/duel")
    text = played(game, 9, 4).to_text().partition(" | random")[0]
    random = Random(1)
    good = 0
    for _ in range(400):
        place = random.randrange(len(text))
        other = random.choice(["", chr(random.randrange(32, 127)), "|", "%", "@", "="])
        try:
            state = game.position(text[:place] + other + text[place + 1 :])
            state.moves()
        except ForthgameError:
            continue
        good += 1
    assert 0 < good < 300


def test_another_version_of_the_script_is_refused() -> None:
    """A document carries the script's hash."""
    game = forthgame.load("tictactoe")
    document = game.new_game(seed=1).to_json()
    with pytest.raises(ForthgameError, match="another version"):
        game.position({**document, "hash": "0"})
    with pytest.raises(ForthgameError, match="not a position"):
        game.position({"position": 3})


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("suffix", [".txt", ".json"])
def test_a_game_comes_back(tmp_path: Path, name: str, suffix: str) -> None:
    """Saved, read, played again: every position is the same."""
    game = forthgame.load(name)
    state = played(game, 25, 3)
    path = tmp_path / f"game{suffix}"
    game_file(state, 3, {"someone": "human"}).save(path)
    found = read_game(path)
    last = found.replay(game)
    assert last.history == state.history
    assert last.fingerprint == state.fingerprint
    assert found.seats == {"someone": "human"}
    assert [move for _, move in found.moves] == state.history


def test_a_replay_keeps_one_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """Copies of all would take memory in the square of the plies."""
    game = forthgame.load("tictactoe")
    state = played(game, 5, 3)
    found = game_file(state, 3, {})
    copies: list[State] = []
    copy = State.copy

    def counted(self: State) -> State:
        copies.append(self)
        return copy(self)

    monkeypatch.setattr(State, "copy", counted)
    assert [found.replay(game, ply=ply).history for ply in (0, 2, 5, None)] == [
        state.history[:ply] for ply in (0, 2, 5, None)
    ]
    assert len(copies) == 3


ALIKE = """
{board 1 9 {grid} board}
{directions 0 1 {direction} e directions}
{players {player} A {player} B players}
{turn-order {turn} A {turn} B turn-order}
: go ( -- ) e verify empty? verify from here move add-move from here move again add-move
  from here move add-move ;
{moves ms {move} go moves}
{pieces {piece} peg {moves} ms pieces}
{board-setup {setup} A peg a1 {setup} B peg e1 board-setup}
"""


def test_a_game_of_moves_with_one_text_comes_back(tmp_path: Path) -> None:
    """Moves with other effects are numbered in the file."""
    path = tmp_path / "alike.4th"
    path.write_text(ALIKE)
    game = forthgame.load(path, native=False)
    state = game.new_game(seed=1)
    for number in (1, 2, 0, 1):
        state.play(number)
    assert state.history == ["peg a1 - b1", "peg b1 - c1", "peg e1 - f1", "peg c1 - d1"]
    found = parse_game(game_file(state, 1, {}).text())
    assert [text for _, text in found.moves] == [
        "peg a1 - b1~2", "peg b1 - c1", "peg e1 - f1", "peg c1 - d1~2"
    ]  # fmt: skip
    assert found.replay(game).fingerprint == state.fingerprint
    for wrong in ("peg d1 - e1~4", "peg d1 - e1~0", "~2"):
        with pytest.raises(forthgame.IllegalMove):
            state.find(wrong, exact=True)


# blanks and line ends of other languages are ordinary characters of a name
NO_BLANKS = ["\u3000", "\xa0", "\u2028", "\x85", "\x1c"]
NAMED = """{board {position} aX {position} b board} {players {player} OneX {player} Two players}
    {turn-order {turn} OneX {turn} Two turn-order}
    : put empty? verify drop add-move ; {moves puts {move} put moves}
    {pieces {piece} whiteXstone {drops} puts pieces}"""


@pytest.mark.parametrize("sign", NO_BLANKS)
def test_names_hold_what_is_no_blank_of_the_dialect(tmp_path: Path, sign: str) -> None:
    """Moves are found by their texts, in every spelling, and read from files."""
    path = tmp_path / "odd.4th"
    path.write_text(NAMED.replace("X", sign), encoding="utf-8", newline="")
    with forthgame.load(path, native=False) as game:
        state = game.new_game(seed=1)
        move = state.moves()[0]
        assert sign in move.text
        assert state.find(move.text, exact=True) == move
        assert state.find(f" {move.text.replace(' ', '  ')} ", exact=True) == move
        (tmp_path / "openings").write_text(
            f"{move.text}; Two whiteXstone b".replace("X", sign), encoding="utf-8", newline=""
        )
        ((opening, _),) = read_openings(tmp_path / "openings")
        assert opening == move.text
        words = MoveNotation(state, LONG)
        assert len(written := words.write(state, move, state.moves()).split()) == 1
        assert words.read(state, written[0]) == move
        assert "is legal" in str(state.explain(move.text))
        state.play(move.text)
        kept = parse_game(game_file(state, 10**20, {}).text())
        assert kept.replay(game).fingerprint == state.fingerprint


def test_wrong_games_are_errors() -> None:
    """The error has the line and the legal moves; it is always one of the package."""
    game = forthgame.load("tictactoe")
    text = game_file(played(game, 9, 2), 2, {}).text()
    assert parse_game(text).replay(game)
    for before, after, message in (
        ("1. X: X mark", "1. X: X marks", "ply 1: X cannot play"),
        ("2. O:", "2. X:", "ply 2 is O's"),
        ("2. O:", "3. O:", "neither a header nor ply 2"),
        ("for ", "against ", "is not a result"),
        ('[Game "tictactoe"]\n', "", "are missing"),
        ('[Seed "2"]', '[Seed "two"]', "is not a seed"),
        ('[Hash "', '[Hash "0', "another version"),
    ):
        with pytest.raises(GameFileError, match=message):
            parse_game(text.replace(before, after, 1)).replay(game)
    with pytest.raises(GameFileError, match="the result is"):
        parse_game("\n".join(text.splitlines()[:-1])).replay(game)
    random = Random(5)
    for _ in range(300):
        place = random.randrange(len(text))
        broken = text[:place] + random.choice(["", "\x00", "ä", "["]) + text[place + 1 :]
        try:
            parse_game(broken).replay(game)
        except ForthgameError:
            continue


@pytest.mark.parametrize("data", [b"", b"\xff\xfe\x00", b"{", b'{"forthgame": "game"}', b"[[[["])
def test_foreign_files(tmp_path: Path, data: bytes) -> None:
    """Empty, binary, truncated and other files raise a clear error."""
    path = tmp_path / "file"
    path.write_bytes(data)
    with pytest.raises(GameFileError, match=str(path)):
        read_game(path)
    with pytest.raises(GameFileError, match="cannot be read"):
        read_game(tmp_path / "absent")


def test_a_failed_save_leaves_what_was_there(tmp_path: Path) -> None:
    """No temporary file stays beside it."""
    state = forthgame.load("tictactoe").new_game(seed=1)
    with pytest.raises(GameFileError, match="cannot be written"):
        game_file(state, 1, {}).save(tmp_path / "absent" / "game.txt")
    (tmp_path / "folder.txt").mkdir()
    with pytest.raises(GameFileError, match="cannot be written"):
        game_file(state, 1, {}).save(tmp_path / "folder.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["folder.txt"]


def run(*arguments: str) -> str:
    """Return the output of a command."""
    result = CliRunner().invoke(command, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_show(tmp_path: Path) -> None:
    """Shown are the opening, a later position, and one from a line, a file, or a document."""
    opening = run("show", "tictactoe")
    assert "turn 1: X to move, 9 legal moves" in opening
    later = run("show", "tictactoe", "--after", "X mark b2; O mark a1")
    line = later.splitlines()[-1]
    assert line.startswith("tictactoe | X:mark@b2 O:mark@a1 | turn=0,X,X,0,3,0")
    assert run("show", "tictactoe", "--position", line) == later
    assert run("show", "tictactoe", line) == later
    path = tmp_path / "position.json"
    path.write_text(run("show", "tictactoe", "--position", line, "--json"), encoding="utf-8")
    assert json.loads(path.read_text())["board"] == {"b2": ["X", "mark"], "a1": ["O", "mark"]}
    assert run("show", "tictactoe", "--position", str(path)) == later


@pytest.mark.parametrize(
    "two", [("--fen", "--json"), ("--svg", "-", "--json"), ("--fen", "--svg", "-")]
)
def test_one_way_to_show(two: tuple[str, ...]) -> None:
    """No option is silently ignored."""
    result = CliRunner().invoke(command, ("show", "tictactoe", *two))
    assert result.exit_code == 2
    assert "exclude one another" in result.stderr


def test_play_and_replay(tmp_path: Path) -> None:
    """A game is saved as it is played, and checked as it is played again."""
    path = tmp_path / "game.txt"
    seats = ("--seat", "X=negamax", "--seat", "O=random")
    run("play", "tictactoe", *seats, "--depth", "9", "--seed", "4", "--save", str(path))
    shown = run("replay", str(path))
    assert shown.startswith("1. X: X mark")
    assert "turn 1: X to move, 9 legal moves" in run("replay", str(path), "--ply", "0")
    document = json.loads(run("replay", str(path), "--json"))
    assert document["verified"]
    assert document["seats"] == {"X": "negamax", "O": "random"}
    result = CliRunner().invoke(command, ["replay", str(path), "--ply", "99"])
    assert result.exit_code == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such pipes here")
def test_a_record_cannot_have_others_wait_for_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    state = forthgame.load("tictactoe", native=False).new_game(seed=1)
    kept = game_file(state, 1, {})
    kept.game = str(tmp_path / "pipe")
    kept.save(tmp_path / "record")
    result = CliRunner().invoke(command, ["replay", str(tmp_path / "record")])
    assert isinstance(result.exception, GameFileError)
    assert "is not a script file; --game names another" in str(result.exception)


TWINS = """
{board 1 4 {grid} {position} cup {position} cup {variable} n {variable} n {hand} 1 {mark} lit
board}
{directions 0 1 {direction} e 0 -1 {direction} w directions}
{players {player} X {player} O {player} O players}
{turn-order {turn} X {turn} O turn-order}
: to ( ? -- ) verify empty? verify from here move add-move ;
: go e to ;  : back w to ;
{moves going {move} go moves} {moves backing {move} back moves}
{pieces {piece} man {moves} going {piece} man {moves} backing pieces}
{board-setup {setup} X man b1 {setup} O man d1 board-setup}
"""


def test_things_of_one_name_are_distinguished(tmp_path: Path) -> None:
    """The second of each has a number in the text; reading it gives the same position."""
    path = tmp_path / "twins.4th"
    path.write_text(TWINS)
    game = forthgame.load(path, native=False)
    state = game.new_game(seed=1)
    board = memoryview(bytearray(state.position.board)).cast("i")
    second = game.declaration.players[2].code | 2
    board[4], board[5] = second, second
    board[6], board[7] = 1, 2  # the two variables
    for place, _, _ in game.declaration.counters():
        board[place // 4] = place
    lit = game.declaration.mark_cells(game.declaration.marks[0]) // 4
    board[lit + 5] = 1  # the second cup
    turn = memoryview(bytearray(state.position.turn)).cast("i")
    turn[1] = turn[2] = game.declaration.players[2].code
    odd = game.states(game, Position(bytes(turn), bytes(board)), b"", b"")
    text = odd.to_text().partition(" | random=")[0]
    assert "O~2:man~2@cup O~2:man~2@cup~2" in text
    assert "| turn=0,O~2,O~2,0,1,0 |" in text
    assert "O~2:man~2=" in text
    assert "lit@cup~2=1" in text
    read = game.position(text).position
    assert (read.board, read.turn) == (odd.position.board, odd.position.turn)
    assert [str(move) for move in game.position(state.to_text()).moves()] == ["man b1 - a1"]


def test_a_number_behind_a_name_is_no_name() -> None:
    names = ["man", "man", "man~2", "man", "king"]
    assert numbered_names(names) == ["man", "man~3", "man~2", "man~4", "king"]


def test_thousands_of_one_name_are_distinguished_at_once() -> None:
    begun = time.thread_time()
    assert numbered_names(["man"] * 3000)[-1] == "man~3000"
    assert time.thread_time() - begun < 1


LAST_GAME = """
{board 3 %d {grid} {variable} (last) board}
{players {player} X players} {turn-order {turn} X turn-order}
: put empty? verify drop add-move ;
{moves drops {move} put moves} {pieces {piece} p {drops} drops pieces}
%s
"""
ASKS_LAST = ": OnMakeAMove last b2 = IF 7 (last) ! ENDIF ;"


def test_what_changed_last_goes_by_its_name(tmp_path: Path) -> None:
    """The board has changed too; a script that does not use the name ignores it."""
    found = []
    for columns, rule in ((3, ASKS_LAST), (4, ASKS_LAST), (4, "")):
        path = tmp_path / f"{columns}{len(rule)}" / "game.4th"
        path.parent.mkdir()
        path.write_text(LAST_GAME % (columns, rule))
        found.append(forthgame.load(path, native=False))
    state = found[0].new_game(seed=1)
    state.play("p b2")
    text = state.to_text().split(" | random=")[0]
    assert text.endswith("| (last)~2=7 (last)=b2")
    wider = position_editing.transferred(state, found[1])
    assert wider.to_text().split(" | random=")[0] == text
    assert found[1].position(wider.to_text()).to_text() == wider.to_text()
    with pytest.raises(forthgame.ForthgameError, match=r"no variable of the board .\(other\)"):
        found[2].position(text.replace("(last)~2", "(other)"))


def test_what_only_the_engine_keeps_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "game.4th"
    path.write_text(LAST_GAME.replace("{variable} (last) ", "") % (3, ""))
    game = forthgame.load(path, native=False)
    text = "game | X:p@b2 | turn=0,X,X,0,2,0"
    kept = game.position(f"{text} | (last)=b2 (quiet)=3 (next)=1 (out)=2 (chosen)[1]=5").to_text()
    assert kept.split(" | random=")[0] == text
