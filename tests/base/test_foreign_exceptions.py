"""Texts, arguments and streams that once raised an exception of Python's raise our errors."""

from __future__ import annotations

import base64
import os
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import MagicMock

import pytest

import forthgame
from forthgame.api.game import State
from forthgame.base.errors import ForthgameError, ScriptError
from forthgame.base.limits import DEFAULT_LIMITS
from forthgame.play.model.game_file import game_file, read_game
from forthgame.play.model.limits import Limits
from forthgame.position.position_text import RANDOM_SIZE, PositionError
from forthgame.words.core.random_streams import MODULUS
from forthgame.words.registers import memory_layout as at
from tests.waiting import HANGS_AFTER

ROOT = Path(forthgame.__file__).parent.parent


def error_of(text: str, native: bool = False) -> ScriptError:
    """The error a text stops with."""
    with pytest.raises(ScriptError) as caught:
        forthgame.Machine(native=native).run(text)
    assert len(str(caught.value)) < 3000
    return caught.value


# ---- numbers ----


@pytest.mark.parametrize(
    "text",
    ["HEX \ufb00", "36 BASE ! \u00df", "36 BASE ! \u017f", "\u0663", "\u0663.\u0664", "\uff11",
     "\u00b2"],
    ids=ascii,
)  # fmt: skip
def test_digits_of_other_alphabets_are_unknown_words(text: str) -> None:
    assert error_of(text).number == -13


@pytest.mark.parametrize(
    "text", ["9" * 5000, "-" + "9" * 5000, "2 BASE ! " + "1" * 33], ids=["long", "minus", "binary"]
)
def test_a_number_that_does_not_fit_is_an_error_however_long_it_is(text: str) -> None:
    assert error_of(text).number == -11


@pytest.mark.parametrize(
    ("text", "value"),
    [("0" * 5000 + "7", 7), ("-" + "0" * 5000 + "7", -7), ("2 BASE ! " + "1" * 32, -1),
     ("4294967295", -1), ("-2147483648", -(1 << 31)), ("-0", 0), ("+5", 5), ("HEX ff", 255),
     ("36 BASE ! zz", 1295)],
    ids=lambda value: str(value)[:20],
)  # fmt: skip
def test_numbers_at_the_limit(text: str, value: int) -> None:
    """Leading zeros do not count."""
    machine = forthgame.Machine(native=False)
    machine.run(text)
    assert machine.stack == [value]


# ---- nesting and filling ----


@pytest.mark.parametrize(
    "text",
    [": a {turn} ; " + "a " * 4000, "{turn} " * 4000, ": a {of-type} ; " + "a " * 4000],
    ids=["word", "text", "types"],
)
def test_words_that_read_words_that_read_words(text: str) -> None:
    """A declaration reads its value from a word that reads a declaration, and so on."""
    error = error_of(text)
    assert error.number == -264 or "belongs between" in error.message


@pytest.mark.parametrize("native", [pytest.param(False, marks=pytest.mark.slow), True])
@pytest.mark.parametrize(
    "text",
    ["CREATE z : d DOES> 1 ; : x BEGIN d AGAIN ; x",
     pytest.param(": many BEGIN 5 COMPILE-LITERAL AGAIN ; : x [ many ]", marks=pytest.mark.slow),
     pytest.param(": x " + "1 " * 600_000, marks=pytest.mark.slow),
     pytest.param(": x " + "IF " * 600_000, marks=pytest.mark.slow),
     pytest.param(": x " + '." " ' * 600_000, marks=pytest.mark.slow)],
    ids=["does", "compiled", "numbers", "conditions", "texts"],
)  # fmt: skip
def test_the_code_is_full(text: str, native: bool) -> None:
    """The error is at the token that did not fit; earlier words still run."""
    machine = forthgame.Machine(native=native)
    machine.run(": before 6 7 * ;")
    with pytest.raises(ScriptError, match="program is too long") as caught:
        machine.run(text)
    assert caught.value.place is not None
    assert machine.run("before .") == "42 "


# ---- positions ----


def game_and_streams() -> tuple[forthgame.Game, str, list[int]]:
    """A game, a position's text up to its random streams, and their cells."""
    game = forthgame.load("tictactoe", native=False)
    text, _, kept = game.new_game(seed=1).to_text().partition("random=")
    raw = zlib.decompress(base64.urlsafe_b64decode(kept))
    return game, text, list(struct.unpack_from(f"<{RANDOM_SIZE // 4}i", raw))


def with_streams(text: str, cells: list[int]) -> str:
    """A position's text with random streams."""
    raw = struct.pack(f"<{len(cells)}i", *cells) + bytes(8)
    return f"{text}random={base64.urlsafe_b64encode(zlib.compress(raw, 9)).decode()}"


SECOND = (at.RANDOM2 - at.RANDOM) // 4


@pytest.mark.parametrize("stream", [0, SECOND])
@pytest.mark.parametrize(
    ("cell", "value"),
    [(1, MODULUS), (1, -1), (1, (1 << 31) - 1), (1, -(1 << 31)), (2, 2), (2, -1), (3, MODULUS),
     (3, -1), (99, MODULUS), (99, -(1 << 31))],
)  # fmt: skip
def test_random_streams_are_checked(stream: int, cell: int, value: int) -> None:
    """Each number of them is used as an index later."""
    game, text, cells = game_and_streams()
    cells[stream + 2] = 1
    assert game.position(with_streams(text, cells)).search("random").move
    cells[stream + cell] = value
    with pytest.raises(PositionError, match="random streams are damaged"):
        game.position(with_streams(text, cells))


@pytest.mark.parametrize("last", [0, MODULUS - 1])
@pytest.mark.parametrize("seed", [0, -1, (1 << 31) - 1, -(1 << 31)])
def test_random_streams_at_their_limits(last: int, seed: int) -> None:
    """Any seed, and outputs up to the largest, are accepted."""
    game, text, cells = game_and_streams()
    for stream in (0, SECOND):
        cells[stream : stream + 100] = [seed, last, 1, *[last] * 97]
    state = game.position(with_streams(text, cells))
    assert state.to_text() == with_streams(text, cells)
    assert state.search("uct", playouts=20).move
    assert game.position(state.to_text()).to_text() == state.to_text()


@pytest.mark.parametrize(
    "seed", [0, 1, -1, MODULUS, 150_889, (1 << 31) - 1, -(1 << 31), 0x7FFFFFFFFFFFFFFF]
)
def test_what_the_engine_writes_is_read_back(seed: int) -> None:
    """Streams that nothing was drawn from, that something was, and that were given a new seed."""
    game = forthgame.load("splut/random", native=False)
    state = game.new_game(seed=seed)
    anew = f"{seed % (1 << 32)} DUP SEED! SEED2!"
    drawn = "1 9 RAND-WITHIN 1 9 RAND-WITHIN2 2DROP"
    for words in ("", drawn, anew, "RANDOMIZE RANDOMIZE2", drawn):
        state.enter()
        game.forth.load_text(forthgame.base.source.Source("words", words))
        text = state.to_text()
        assert game.position(text).to_text() == text
        assert state.search("random").move


def test_texts_of_positions_have_a_limit() -> None:
    """The limit is checked before any of it is read."""
    game = forthgame.load("tictactoe", native=False)
    text = game.new_game(seed=1).to_text()
    small = DEFAULT_LIMITS.with_text(f"position={len(text)}")
    game.forth.use_limits(small)
    assert game.position(text).to_text() == text
    with pytest.raises(PositionError, match=f"longer than {len(text)} characters"):
        game.position(text + " ")


# ---- arguments of the Python interface ----

ONE_GAME = {"game": "tictactoe", "games": 1}
ENGINES = ["random:", "first:"]
NUMBERS: list[Any] = ["x", b"x", 1.5, [], {}, float("nan"), float("inf"), -1, object()]
OTHERS: list[Any] = [5, 1.5, b"x", object()]


def calls(state: State) -> dict[str, tuple[Callable[[Any], object], list[Any]]]:
    """Return functions and wrong arguments for them."""
    game, machine = state.game, forthgame.Machine
    seeds = [value for value in NUMBERS if value != -1]
    return {
        "load": (forthgame.load, [None, *OTHERS, [], "", "\ud800"]),
        "load steps": (lambda v: forthgame.load("tictactoe", steps=v), NUMBERS),
        "Machine steps": (lambda v: machine(steps=v), NUMBERS),
        "Machine seconds": (lambda v: machine(seconds=v), [v for v in NUMBERS if v != 1.5]),
        "Machine.run": (machine(native=False).run, [None, *OTHERS]),
        "new_game": (game.new_game, seeds),
        "position": (game.position, [None, 3, 1.5, b"x", [], {}, "", "\ud800"]),
        "perft": (game.perft, [None, *NUMBERS, 1 << 80]),
        "perft state": (lambda v: game.perft(1, v), [*OTHERS, "x"]),
        "playouts": (game.playouts, [None, *NUMBERS, 1 << 80]),
        "playouts seed": (lambda v: game.playouts(1, seed=v), seeds),
        "playouts plies": (lambda v: game.playouts(1, plies=v), [None, 0, *NUMBERS]),
        "playouts state": (lambda v: game.playouts(1, state=v), [*OTHERS, "x"]),
        "trace": (game.trace, [None, *OTHERS, ""]),
        "play": (state.play, [None, 99, -1, True, *OTHERS[1:], "", "x" * 100_000, "\ud800"]),
        "outcome_for": (state.outcome_for, [None, *OTHERS, "", []]),
        "use_seed": (state.use_seed, [None, *seeds]),
        "explain": (state.explain, [None, *OTHERS, ""]),
        "search": (state.search, [None, *OTHERS, ""]),
        "search time": (lambda v: state.search(time=v), [v for v in NUMBERS if v != 1.5]),
        "search depth": (lambda v: state.search("negamax", depth=v), [*NUMBERS, 0]),
        "search nodes": (lambda v: state.search("negamax", nodes=v), [*NUMBERS, 0, 1 << 80]),
        "search playouts": (lambda v: state.search("uct", playouts=v), [*NUMBERS, 0, 1 << 80]),
        "search seed": (lambda v: state.search("random", seed=v), seeds),
        "explain function": (lambda v: forthgame.explain(v, "a1"), [None, *OTHERS]),
        "trace function": (lambda v: forthgame.trace(v, "x"), [None, *OTHERS]),
        "tournament": (forthgame.tournament, [None, *OTHERS, "x", [], [5], {}]),
        "limits": (lambda v: Limits(depth=v), NUMBERS),
        **{
            f"tournament {name}": (
                lambda v, name=name: forthgame.tournament(ENGINES, **{**ONE_GAME, name: v}),
                wrong,
            )
            for name, wrong in {
                "game": OTHERS, "games": NUMBERS, "seed": seeds, "jobs": [*NUMBERS, None, 0],
                "limits": OTHERS, "openings": [*OTHERS, "x"], "random_plies": NUMBERS,
                "sprt": [*OTHERS, "x"], "schedule": [*OTHERS, "x"], "store": OTHERS,
            }.items()
        },
    }  # fmt: skip


@pytest.fixture(scope="module")
def state() -> State:
    """A position."""
    return forthgame.load("tictactoe", native=False).new_game(seed=1)


@pytest.mark.parametrize("name", list(calls(MagicMock())))
def test_wrong_arguments_are_refused(name: str, state: State) -> None:
    """The message states the expected argument, before anything is done."""
    call, wrong = calls(state)[name]
    before = state.to_text()
    for value in wrong:
        with pytest.raises((ForthgameError, TypeError, ValueError)) as caught:
            call(value)
        ours = isinstance(caught.value, ForthgameError) or "raise" in str(
            caught.traceback[-1].statement
        )
        assert ours, (value, str(caught.value))
        assert len(str(caught.value)) < 1000
    assert state.to_text() == before


def test_positions_of_another_game_are_refused(state: State) -> None:
    """This includes positions of the same script, loaded a second time."""
    other = forthgame.load("tictactoe", native=False).new_game(seed=1)
    for call in (
        lambda: state.game.perft(1, other),
        lambda: state.game.playouts(1, state=other),
        lambda: state.game.trace("x", state=other),
    ):
        with pytest.raises(ValueError, match="loaded separately"):
            call()


# ---- streams that are full or closed ----


def ends(command: str, cwd: Path = ROOT) -> tuple[int, str]:
    """Return the exit code of a shell command, and its error stream."""
    forthgame_command = f"{sys.executable} -m forthgame"
    result = subprocess.run(
        ["/bin/sh", "-c", command.replace("FORTHGAME", forthgame_command)],
        capture_output=True, text=True, check=False, cwd=cwd, timeout=HANGS_AFTER,
    )  # fmt: skip
    return result.returncode, result.stderr


@pytest.mark.sampled(3)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize(
    "arguments", ["run -e '1 .'", "help", "help --markdown", "moves tictactoe --json", "nonsense"]
)
def test_output_that_cannot_be_written(arguments: str) -> None:
    """The command exits with code 1 and a message; wrong usage is still reported as such."""
    code, told = ends(f"FORTHGAME {arguments} >/dev/full")
    assert code == (2 if arguments == "nonsense" else 1)
    assert "Traceback" not in told
    assert "Exception ignored" not in told
    assert "No space left" in told or code == 2


@pytest.mark.sampled(2)
@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_output_that_finds_room_for_its_beginning(tmp_path: Path, unbuffered: str) -> None:
    """Python drops the rest without an error if it runs unbuffered."""
    setting = f"PYTHONUNBUFFERED={unbuffered}"
    code, told = ends(f"ulimit -f 1; {setting} FORTHGAME help --markdown >{tmp_path}/words.md")
    assert code == 1
    assert "File too large" in told


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
@pytest.mark.parametrize(
    "command",
    ["FORTHGAME help --markdown | head -1", "FORTHGAME run -e '1 .' >&-",
     "FORTHGAME run -e ': x BEGIN 1 . AGAIN ; x' | head -c 10", "FORTHGAME repl <&-",
     "FORTHGAME help >&- 2>&-", "FORTHGAME run -e nonsense 2>&-", "FORTHGAME repl </dev/null >&-"],
)  # fmt: skip
@pytest.mark.sampled(4)
def test_streams_that_are_closed(command: str) -> None:
    """Streams may be closed before the start, or by the reader: no traceback, no complaint at the
    end.
    """
    _, told = ends(command)
    assert "Traceback" not in told
    assert "Exception ignored" not in told


def test_what_an_encoding_lacks_is_written_out(tmp_path: Path) -> None:
    """The output of a script on a terminal of another century."""
    (tmp_path / "s.4th").write_text('." \u265e" nonsense', encoding="utf-8")
    result = subprocess.run(
        [sys.executable, "-m", "forthgame", "run", str(tmp_path / "s.4th")],
        capture_output=True, text=True, check=False, cwd=ROOT, timeout=HANGS_AFTER,
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
    )  # fmt: skip
    assert result.stdout == "\\u265e"
    assert "unknown word" in result.stderr


# ---- files of games ----


def test_damaged_game_files(tmp_path: Path) -> None:
    """Each is played again unchanged, or refused with a message; the seed makes the file."""
    game = forthgame.load("tictactoe", native=False)
    state = game.new_game(seed=1)
    for _ in range(4):
        state.play(state.moves()[0])
    whole = game_file(state, 1, {"X": "human"})
    parts = [b"", b"\0", b"9" * 5000, b"\xff", b'"', b"[", b"-", b"null", b"1e999", b"\xd9\xa3"]
    refused = kept = 0
    for seed in range(400):
        random = Random(seed)
        path = tmp_path / ("game.json" if seed % 2 else "game.txt")
        whole.save(path)
        data = bytearray(path.read_bytes())
        for _ in range(random.choice((1, 1, 3))):
            place = random.randrange(len(data))
            new = random.choice([*parts, random.randbytes(1)])
            data[place : place + random.choice((0, 1, 1, 8))] = new
        path.write_bytes(data)
        try:
            read_game(path).replay(game)
        except ForthgameError as error:
            refused += len(str(error)) < 3000
            continue
        kept += 1
    assert refused + kept == 400
    assert refused > 200
