"""The prompt: transcripts of sessions, and that each command is in one and in the documents."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from commanding import commanded
from rich.console import Console
from transcripts import LEFT_OUT, ROOT, Typist, matches, typed

from forthgame.check.stack_effects.effects import declared_effect, inferred_effect
from forthgame.ui.commands import repl
from forthgame.ui.repl.command_table import COMMANDS
from forthgame.ui.repl.completion import completions
from forthgame.ui.repl.session import Session
from forthgame.ui.terminal.error_output import LONGEST
from tests.waiting import HANGS_AFTER

FOLDER = Path(__file__).parents[1] / "repl"
TRANSCRIPTS = sorted(FOLDER.glob("*.txt"))
UPDATE = os.environ.get("FORTHGAME_UPDATE")


def forthgame(typing: str, *arguments: str, folder: Path | None = None) -> tuple[str, str, int]:
    """Type lines into a prompt; return both outputs and the exit code."""
    result = commanded("repl", *arguments, folder=folder, typing=typing)
    return result.stdout, result.stderr, result.returncode


def piped(typing: str, *arguments: str) -> tuple[str, str, int]:
    """Type them into a process of its own, through a pipe."""
    result = subprocess.run(
        [sys.executable, "-m", "forthgame", "repl", *arguments],
        input=typing, capture_output=True, text=True, timeout=HANGS_AFTER, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    return result.stdout, result.stderr, result.returncode


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_transcript(path: Path, tmp_path: Path) -> None:
    """A session answers as in its transcript."""
    for script in FOLDER.glob("*.4th"):
        shutil.copy(script, tmp_path)
    wanted = path.read_text(encoding="utf-8")
    typist = Typist(tmp_path)
    found = typist.play(wanted) + "\n"
    typist.close()
    if UPDATE and LEFT_OUT not in wanted.splitlines():
        path.write_text(found, encoding="utf-8")
        wanted = found
    assert matches(found.rstrip(), wanted.rstrip()), found


def test_every_command_is_in_a_transcript() -> None:
    """The command is the first word of a typed line; the table is full."""
    assert repl.COMMAND_MODULES
    lines = [line for path in TRANSCRIPTS for line in typed(path.read_text(encoding="utf-8"))]
    used = {line.split()[0].removeprefix("/") for line in lines if line.split()}
    assert set(COMMANDS) - used == set()


def test_every_command_is_in_the_documents() -> None:
    """The documents have its usage and its description, word for word."""
    page = (ROOT / "docs" / "workbench.md").read_text(encoding="utf-8")
    for command in COMMANDS.values():
        assert f"`{command.usage}`" in page, command.name


def test_a_pipe_needs_no_terminal() -> None:
    """No prompt is printed; errors go to the other output and into the exit code."""
    out, err, code = piped("1 2 + .\nboard\n", "tictactoe", "--interpret")
    assert out.startswith("3 ok\n  3  . . .\n")
    assert "> " not in out
    assert (err, code) == ("", 0)
    out, err, code = forthgame("1 0 /\n2 .\n")
    assert out == "2 ok\n"
    assert err.startswith("prompt:1:5: division by zero")
    assert code == 1


def test_names_are_shown_as_they_are(tmp_path: Path) -> None:
    """This includes names that rich would turn into emojis."""
    script = tmp_path / "named.4th"
    script.write_text(f"DEFER later\n{COUNTING}".replace("man", "ma:smile:"))
    assert "ma:smile:" in forthgame("pieces\n", str(script), "--interpret")[0]


COUNTING = """{board 3 3 {grid} board}
{directions -1 0 {direction} n directions}
{players {player} A {player} B players}
{turn-order {turn} A {turn} B turn-order}
VARIABLE tries  VARIABLE bad
: hop ( -- ) tries ++ bad @ turn-number = IF later ENDIF n verify from here move add-move ;
{moves hops {move} hop moves}
{pieces {piece} man {moves} hops pieces}
{board-setup {setup} A man a1 {setup} A man b1 {setup} B man c2 board-setup}
"""


def test_a_command_that_fails_has_not_happened(tmp_path: Path) -> None:
    """Variables are as before it; a move that was played stays played."""
    script = tmp_path / "counting.4th"
    script.write_text(f"DEFER later\n{COUNTING}")
    typing = "1 bad !\nmoves\nmoves\ntries @ .\n2 bad !\nmoves\nplay 1\ntries @ .\nhistory\nturn\n"
    out, err, code = forthgame(typing, str(script), "--interpret")
    assert out.splitlines()[:2] == ["ok", "0 ok"]
    assert out.splitlines()[-5:-3] == ["3 ok", "   1  man a1 - a2"]
    assert err.count(":7:46: deferred word was never set in `later`") == 3
    assert code == 1


@pytest.mark.parametrize("native", [False, True])
def test_a_deferred_move_word_is_set(native: bool, tmp_path: Path) -> None:
    """Machine code of the former word is no longer used."""
    path = tmp_path / "deferred.4th"
    path.write_text("""
        {board 3 3 {grid} board} {directions -1 0 {direction} n 0 1 {direction} e directions}
        {players {player} A {player} B players} {turn-order {turn} A {turn} B turn-order}
        DEFER trial  : up n verify empty? verify from here move add-move ;
        : right e verify empty? verify from here move add-move ;  ' up IS trial
        {moves m {move} trial moves} {pieces {piece} man {moves} m pieces}
        {board-setup {setup} A man a1 board-setup}
    """)
    session = Session(str(path), native=native)
    assert session.game is not None
    assert session.position is not None
    if session.game.native is not None:
        session.game.native.prepare(wait=True, engines=False)
    assert [str(move) for move in session.position.moves()] == ["man a1 - a2"]
    session.run_forth("' right IS trial")
    session.move_to(session.game.new_game(1))
    assert [str(move) for move in session.position.moves()] == ["man a1 - b1"]
    session.close()


def test_a_token_is_stored_in_a_variable(tmp_path: Path) -> None:
    """The effects of its event are analysed again: here they must not stay on the board."""
    path = tmp_path / "hooked.4th"
    path.write_text("""
        {board 2 2 {grid} {variable} kept board}
        {players {player} X {player} O players} {turn-order {turn} X {turn} O turn-order}
        : add-one kept ++ ;  VARIABLE hook
        : put kept @ 0= verify empty? verify drop add-move ;
        {moves drops {move} put moves} {pieces {piece} p {drops} drops pieces}
        : OnIsGameOver hook @ IF hook @ EXECUTE ENDIF #UnknownScore ;
    """)
    session = Session(str(path), native=False)
    assert session.game is not None
    assert session.game.perft(3) == 24
    session.run_forth("' add-one hook !")
    assert session.game.perft(3) == 24
    session.close()


@pytest.mark.parametrize("tier", [(), ("--interpret",)], ids=["native", "interpreted"])
def test_a_forgotten_event(tier: tuple[str, ...]) -> None:
    """The definition before it is used again: the script's, and then the language's."""
    typing = (
        ": OnIsGameOver #WinScore ;\nturn-number .\nmoves a1\nFORGET OnIsGameOver\nmoves a1\n"
        "FORGET OnIsGameOver\nmoves a1\n"
    )
    out, err, code = forthgame(typing, "tictactoe", *tier)
    told = [line.partition(" moves of ")[2] for line in out.splitlines() if " moves of " in line]
    assert told == ["X; the game is over: win for X", "X", "X"]
    assert (err, code) == ("", 0)


@pytest.mark.parametrize("tier", [(), ("--interpret",)], ids=["native", "interpreted"])
def test_a_forgotten_move_word(tier: tuple[str, ...]) -> None:
    """The missing word is named with its place, in `why` too, and the word that was run
    before it is not.
    """
    typing = "moves a1\nFORGET slant-east\nmoves\nwhy man a2 - b3\nFORGET advance\ngo random\n"
    out, err, _ = forthgame(typing, "breakthrough", *tier)
    gone = "breakthrough.4th:52:3: `slant-east`, a word of {moves man-moves, was forgotten"
    first, second = (text for text in err.splitlines() if "forgotten" in text)
    assert first.endswith(gone)
    assert second.endswith(gone.replace("52:3", "40:3").replace("slant-east", "advance"))
    told = out.splitlines()
    start = next(
        k for k, line in enumerate(told) if "generating the moves ends with an error:" in line
    )
    assert "`slant-east`, a word of {moves man-moves, was forgotten" in told[start]
    assert told[start + 1].endswith(gone)


@pytest.mark.parametrize(
    "lines",
    [
        "moves\nplay b2\n: OnIsLegal? moved-to 3 < ;\nundo",
        "play b2\nmoves\nundo\n: OnIsLegal? moved-to 3 < ;\nredo",
        "moves\nplay b2\n: OnIsLegal? moved-to 3 < ; X mark OR c2 board[] !\nundo\nundo",
    ],
)
def test_positions_of_before_follow_the_rules_of_now(lines: str) -> None:
    """This covers `undo` and `redo`."""
    out, errors, _ = forthgame(f"{lines}\nmoves\nperft 1\n", "tictactoe", "--interpret")
    assert errors == ""
    assert "3 sequences of 1 plies" in out
    assert "\n3 moves of " in out


def test_what_was_typed_is_no_change_of_the_script() -> None:
    """A word of the script that was redefined at the prompt is not `new` after it is restored."""
    out, err, _ = forthgame(": place ;\n: lost? 0 ;\nreload\n", "tictactoe", "--interpret")
    assert (
        "tictactoe.4th is loaded again, as it was\n  definitions typed here are lost: place lost?"
        in out
    )
    assert err == ""


def test_why_by_number_and_what_is_no_position() -> None:
    """A number is that of `moves`; if two words name nothing together, the unknown one is named."""
    typing = "why 2\nwhy 23\nwhy 0\nwhy a9 a3\n"
    out, err, _ = forthgame(typing, "breakthrough", "--interpret")
    assert out.startswith("man a2 - b3 is legal: `slant-east` (breakthrough.4th:52) makes it; ")
    assert err.splitlines() == [
        "there is no move 23: `moves` shows 1 to 22",
        "there is no move 0: `moves` shows 1 to 22",
        "there is no position 'a9' in breakthrough",
    ]


def test_no_number_stands_for_a_move_when_the_game_is_over() -> None:
    moves = ("X mark a1", "O mark b1", "X mark a2", "O mark b2", "X mark a3")
    typing = "".join(f"play {move}\n" for move in moves) + "play 1\n"
    _, err, _ = forthgame(typing, "tictactoe", "--interpret")
    assert err == "there is no move 1: the game is over\n"


def test_numbers_of_games_and_seeds() -> None:
    """An invalid number, and one that is too large, show the usage."""
    typing = "coverage x\ncoverage 1 2 3\nstats 1 -2\nstats 0\nstats 1 7\nstats 1\n"
    out, err, _ = forthgame(typing, "tictactoe", "--interpret")
    usage = "write `coverage`, `coverage GAMES` or `coverage GAMES SEED`"
    assert err.splitlines() == [
        usage,
        usage,
        "write `stats`, `stats GAMES` or `stats GAMES SEED`, in numbers",
        "stats needs at least one game",
    ]
    told = [line for line in out.splitlines() if "random games" in line]
    assert told == [f"1 random games from here, seed {seed}" for seed in (7, 1)]


def test_what_is_shown_stays_short(tmp_path: Path) -> None:
    """Long output is shortened: a deep trace, a long word, control characters."""
    script = tmp_path / "counting.4th"
    script.write_text(f"DEFER later\n{COUNTING}")
    typing = (
        f": deep RECURSE ;\ntrace deep --rows 0\n{'x' * 100_000}\nplay {'y' * 100_000}\n\x1b[31m\n"
    )
    out, err, _ = forthgame(typing, str(script), "--interpret")
    lines = out.splitlines()
    assert len(lines) > 5000
    assert max(map(len, lines)) < 200
    assert lines[-2].split(maxsplit=1)[1].startswith(f"{len(lines) - 3}: RECURSE")
    assert max(map(len, err.splitlines())) <= LONGEST
    assert "\x1b" not in err


def test_files_that_cannot_be(tmp_path: Path) -> None:
    """The message has the name that was typed, and the reason."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "no.json").write_text('{"game": "tictactoe"')
    (tmp_path / "other.json").write_text("{}")
    told = {
        "position save folder": "folder cannot be read or written: ",
        "position save no/where": "no/where cannot be read or written: ",
        "profile generation no/where.svg": "no/where.svg cannot be read or written: ",
        "position load nosuch": "there is no file 'nosuch'",
        "position load no.json": "no.json: damaged JSON",
        "position load other.json": "other.json: ",
    }
    _, err, _ = forthgame("\n".join(told), "tictactoe", "--interpret", folder=tmp_path)
    for line, start in zip(err.splitlines(), told.values(), strict=True):
        assert line.startswith(start)


def test_a_pipe_that_ends_at_a_breakpoint() -> None:
    """The lines are read while a word is paused; at the end of input the word is abandoned."""
    lines = "break place\nmoves\nhere .\ncontinue\nhere .\n"
    out, err, code = forthgame(lines, "tictactoe", "--interpret")
    assert "\n0 ok\n" in out
    assert "\n1 ok\n" in out
    assert err.startswith("stopped at")
    assert code == 1


@pytest.mark.parametrize(
    ("typing", "wanted"),
    [
        (": half 1", "the definition of `half` is never closed"),
        ('1 . ." half', "prompt:1:5: the text is never closed"),
        ("{board 2 2 {grid}", "a section or a condition is never closed"),
        ("( whole\n) : whole 1 ;", ""),
    ],
)
def test_lines_that_end_too_soon(typing: str, wanted: str) -> None:
    """An open definition at the end is an error."""
    screen = io.StringIO()
    console = Console(file=screen, highlight=False, markup=False)
    session = Session(native=False, console=console, errors=console)
    lines = typing.split("\n")
    session.read = lambda prompt: lines.pop(0) if lines else None
    session.converse(lambda: False)
    assert session.failures == bool(wanted)
    assert wanted in screen.getvalue()


def test_a_missing_script_is_an_error() -> None:
    """The error comes before there is a prompt."""
    out, err, code = forthgame("", "nowhere.4th")
    assert (out, code) == ("", 1)
    assert "there is no script 'nowhere.4th'" in err


def test_machine_code_follows_what_is_typed(capsys: pytest.CaptureFixture[str]) -> None:
    """New definitions and declarations are used, also after the game became machine code."""
    session = Session(str(FOLDER / "race.4th"))
    game = session.game
    assert game is not None
    assert game.native is not None
    game.native.prepare(wait=True, engines=False)
    assert game.native.ready
    assert game.perft(4) == 0  # the two block each other after three moves
    assert game.perft(3) == 1
    session.execute(": OnIsGameOver #DrawScore ;")
    assert game.perft(3, session.position) == 0
    game.native.prepare(wait=True, engines=False)
    assert game.perft(3, session.position) == 0
    session.execute("{turn-order {turn} Red turn-order}")
    session.execute("new")
    assert session.state is not None
    session.execute(": OnIsGameOver #UnknownScore ;")
    session.execute("play 1")
    assert session.state.player == "Red"
    assert "error" not in capsys.readouterr().err
    session.close()


def test_the_board_in_colour() -> None:
    """At a terminal each player has a colour; the signs are the same as without."""
    screen = io.StringIO()
    console = Console(
        file=screen, force_terminal=True, color_system="truecolor", highlight=False, markup=False
    )
    session = Session("tictactoe", native=False, console=console, errors=console)
    session.execute("put x MARK A1")
    session.execute("put O b2")
    coloured = screen.getvalue()
    assert "\x1b[1;38;2;86;180;233mX" in coloured
    assert "\x1b[1;38;2;230;159;0mO" in coloured
    plain = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert [line.rstrip() for line in plain.splitlines()[-5:]] == [
        "  3  . . .", "  2  . O .", "  1  X . .", "     a b c", "turn 1: X to move",
    ]  # fmt: skip
    session.close()


@pytest.mark.parametrize("name", ["breakthrough", "connectfour", "splut", "splut/duel"])
def test_effects_of_a_live_game(name: str) -> None:
    """Effects are inferred for every definition, and agree with plain comments of games."""
    session = Session(name, native=False)
    words = session.forth.dictionary.words
    own = [w for w in words[session.forth.fence :] if w.kind == "colon"]
    told = 0
    for word in own:
        found = re.fullmatch(r"takes (\d+), leaves (\d+)", inferred_effect(session.forth, word))
        declared = declared_effect(word.comment)
        if found and declared:
            assert (int(found[1]), int(found[2])) == declared, word.name
            told += 1
    assert told > len(own) / 2
    session.close()


def test_effects_of_the_language() -> None:
    session = Session("breakthrough", native=False)
    for word in session.forth.dictionary.words[: session.forth.fence]:
        if word.kind == "colon":
            assert inferred_effect(session.forth, word)
    session.close()


def test_words_of_the_script_hide_commands(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Hidden commands are listed at the beginning; with a `/` they are commands."""
    script = tmp_path / "named.4th"
    text = (FOLDER / "race.4th").read_text(encoding="utf-8")
    script.write_text(f"{text}\n: board 42 ;  : step 7 ;")
    session = Session(str(script), native=False)
    repl.greet(session)
    said = capsys.readouterr().out
    assert "write /board /step for those" in said
    session.execute("board step")
    assert capsys.readouterr().out == "ok <2> 42 7\n"
    session.execute("/board")
    assert "turn 1: Red to move" in capsys.readouterr().out
    session.close()


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("play", ["play", "player", "player-at", "player-count", "player-index", "player-to-move",
                  "players}"]),
        ("/pla", ["/play"]),
        ("play runner a1", []),
        ("play ru", ["runner a5 - a4"]),
        ("moves a", ["a1", "a2", "a3", "a4", "a5"]),
        ("moves run", ["runner"]),
        ("put B", ["Blue"]),
        ("put Blue r", ["runner"]),
        ("go n", ["negamax"]),
        ("position l", ["load"]),
        ("position load rac", ["race.4th"]),
        ("help forw", ["forward"]),
        ("help reloa", ["reload"]),
        ("5 laps", ["laps"]),
        ("5 forw", ["forward"]),
        ("undo runn", []),
        (": x forw", ["forward"]),
        ("dup", ["DUP"]),
    ],
)  # fmt: skip
def test_completions(
    text: str, wanted: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Completions depend on the text before the cursor."""
    shutil.copy(FOLDER / "race.4th", tmp_path)
    monkeypatch.chdir(tmp_path)
    session = Session("race.4th", native=False)
    replaced, names = completions(session, text)
    assert names == wanted
    if names:
        assert all(name.lower().startswith(text[-replaced:].lower()) for name in names)
    session.close()


def test_events_begin_at_the_first_position_whatever_is_typed(tmp_path: Path) -> None:
    """Words at the prompt keep their `here`; `last` there is that of the position."""
    (tmp_path / "begin.4th").write_text(
        "{board 3 3 {grid} {variable} kept board} {players {player} X players}\n"
        "{turn-order {turn} X turn-order} : put empty? verify drop add-move ;\n"
        "{moves drops {move} put moves} {pieces {piece} p {drops} drops pieces}\n"
        ": OnMakeAMove here kept ! last DROP ;"
    )
    typed = "b2 to\nhere .\nplay p b2\nkept @ .\nperft 2\nlast .\nplay p a1\nlast .\nundo\nlast .\n"
    shown = forthgame(typed, "begin.4th", folder=tmp_path)[0]
    assert re.findall(r"(\d+) ok", shown) == ["4", "0", "4", "6", "4"]


NUMBERED = """
{board {position} 3 {position} 2 {position} 1 {position} 12 board}
{players {player} A {player} B players}
{turn-order {turn} A {turn} B turn-order}
: bet ( -- ) empty? verify drop add-move ;
{moves bets {move} bet moves}
{pieces {piece} coin {drops} bets pieces}
{notation} "%t"
"""


def test_a_number_that_is_a_move_means_that_one(tmp_path: Path) -> None:
    """`play` and Python read it in the same way."""
    path = tmp_path / "numbered.4th"
    path.write_text(NUMBERED)
    shown, _, code = forthgame("play 1\nplay 12\nplay 2\nhistory\n", str(path))
    assert code == 0
    for move in ("1  A coin 1", "2  B coin 12", "3  A coin 2"):
        assert move in shown
    assert "there is no move 99: `moves` shows 1 to 4" in "".join(
        forthgame("play 99\n", str(path))[:2]
    )
