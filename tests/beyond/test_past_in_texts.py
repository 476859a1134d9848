"""The text of a position contains its past: repetitions still count after loading."""

from __future__ import annotations

import base64
import json
import random
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

import forthgame
from forthgame.position.position_editing import transferred
from forthgame.position.position_text import LONGEST, PositionError
from forthgame.words.registers import memory_layout as at

from .tiers import TIERS

BOTH = pytest.mark.parametrize("native", TIERS)
ROUND = ["knight g1 - f3", "knight g8 - f6", "knight f3 - g1", "knight f6 - g8"]
WALKERS = """
{board 1 4 {grid} {variable} seen {uncompared} %s board}
{directions 0 1 {direction} east 0 -1 {direction} west directions}
{players {player} A {player} B players}
{turn-order {turn} A %s {turn} B turn-order}
: look ( -- ) repetitions 10 * board-repetitions + 100 * quiet-turns + seen ! ;
: step ( ? -- ) verify empty? verify from here move COMPILE look add-move ;
: go-east east step ;
: go-west west step progress ;
: half ( -- ) east verify empty? verify from here move partial add-move ;
: wait $Pass ;
{moves walk {move} go-east {move} go-west {move} half {move} wait moves}
{pieces {piece} king {moves} walk pieces}
{board-setup {setup} A king a1 {setup} B king d1 board-setup}
: thrice repetitions 2 > IF draw ENDIF ;
: long quiet-turns 9 > IF A wins ENDIF ;
: OnIsLegal? repetitions 4 < ;
{endings thrice {ending} repetition long {ending} quiet endings}
"""
Read = Callable[[forthgame.Game, forthgame.State], forthgame.State]


def by_line(game: forthgame.Game, state: forthgame.State) -> forthgame.State:
    return game.position(state.to_text())


def by_document(game: forthgame.Game, state: forthgame.State) -> forthgame.State:
    return game.position(json.loads(json.dumps(state.to_json())))


def walkers(folder: Path, native: bool, more: str = "", turns: str = "") -> forthgame.Game:
    path = folder / "walkers.4th"
    path.write_text(WALKERS % (more, turns))
    return forthgame.load(path, native=native)


@BOTH
@pytest.mark.parametrize("read", [by_line, by_document])
def test_the_third_repetition_draws_after_loading(native: bool, read: Read) -> None:
    game = forthgame.load("chess", native=native)
    state = game.new_game(seed=1)
    for move in ROUND * 2:
        assert state.outcome is None
        state = read(game, state)
        state.play(move)
    assert (state.outcome, state.ending) == ("draw", "repetition")
    assert read(game, state).ending == "repetition"


@BOTH
def test_a_saved_game_goes_on_as_its_original(tmp_path: Path, native: bool) -> None:
    """Partial moves, endings and words that read the past agree at every ply."""
    game = walkers(tmp_path, native)
    drawn = set()
    for seed in range(12):
        choose, state = random.Random(seed), game.new_game(seed=seed)
        loaded = state
        for _ in range(60):
            loaded = game.position(loaded.to_text())
            assert (loaded.outcome, loaded.ending) == (state.outcome, state.ending)
            assert [m.text for m in loaded.moves()] == [m.text for m in state.moves()]
            assert loaded.fingerprint == state.fingerprint
            assert loaded.to_text() == state.to_text()
            if state.outcome or not state.moves():
                drawn.add(state.ending)
                break
            move = choose.randrange(len(state.moves()))
            state.play(move)
            loaded.play(move)
    assert drawn >= {"repetition", "quiet"}


def test_superko_is_that_of_the_game() -> None:
    """A stone that would repeat the earlier board stays forbidden after loading."""
    game = forthgame.load("go/5x5", native=False)
    state = game.new_game(seed=1)
    for move in ("b3", "d2", "c2", "d4", "c4", "e3", "a1", "c3", "d3"):
        state.play(next(m for m in state.moves() if f"stone {move}" in m.text))
    again = {m.text for m in state.moves()}
    assert not any("stone c3" in text for text in again)
    assert {m.text for m in game.position(state.to_text()).moves()} == again
    line = " ".join(part for part in state.to_text().split() if not part.startswith("past="))
    assert {m.text for m in game.position(line).moves()} > again


def test_a_line_without_a_past_is_read_as_before() -> None:
    game = forthgame.load("chess", native=False)
    state = game.new_game(seed=1)
    assert "past=" not in state.to_text()
    for move in ROUND * 2:
        state.play(move)
    line = " ".join(part for part in state.to_text().split() if not part.startswith("past="))
    assert game.position(line).outcome is None


def test_only_games_that_ask_for_the_past_keep_it() -> None:
    game = forthgame.load("breakthrough", native=False)
    state = game.new_game(seed=1)
    state.play(0)
    assert "past=" not in state.to_text()


def forged(layout: int, keys: bytes) -> str:
    head = struct.pack("<II", layout, zlib.crc32(keys, layout))
    return base64.urlsafe_b64encode(head + keys).decode()


@pytest.mark.parametrize(
    ("past", "message"),
    [
        ("", "past is damaged"),
        ("AAAA", "past is damaged"),
        ("!!!!", "past is damaged"),
        ("\N{SNOWMAN}", "past is damaged"),
        (base64.urlsafe_b64encode(bytes(24)).decode(), "past is damaged"),
        (base64.urlsafe_b64encode(b"x" * 24).decode(), "past is damaged"),
        (base64.urlsafe_b64encode(bytes(25)).decode(), "past is damaged"),
        (forged(1, b"12345678"), "past is that of another version of chess"),
        ("A" * (LONGEST + 1), f"more than {at.PLAYED_LIMIT} positions"),
    ],
)
def test_a_wrong_past_is_an_error(past: str, message: str) -> None:
    game = forthgame.load("chess", native=False)
    line = f"chess | White:king@a1 | turn=0,White,White,0,1,0 | past={past}"
    with pytest.raises(PositionError, match=f"^column 52 of the position: .*{message}"):
        game.position(line)


def test_a_past_that_leaves_no_room_is_an_error() -> None:
    """The greatest number of positions includes the position itself."""
    game = forthgame.load("chess", native=False)
    state = game.new_game(seed=1)
    state.play("pawn e2 - e4")
    head, _, behind = state.to_text().partition("past=")
    layout = struct.unpack_from("<I", base64.urlsafe_b64decode(behind.split(" ")[0]))[0]
    rest = behind.partition(" ")[2]
    full = forged(layout, bytes(8) * at.PLAYED_LIMIT)
    with pytest.raises(PositionError, match="more than 131071 positions"):
        game.position(f"{head}past={full} {rest}")
    nearly = game.position(f"{head}past={forged(layout, bytes(8) * (at.PLAYED_LIMIT - 1))} {rest}")
    assert len(nearly.moves()) == 20
    with pytest.raises(forthgame.ScriptError, match="positions"):
        nearly.play("pawn e7 - e5")
    assert len(nearly.moves()) == 20


def test_damage_of_any_kind_is_an_error() -> None:
    """A character more, less or another one."""
    game = forthgame.load("chess", native=False)
    state = game.new_game(seed=1)
    for move in ROUND:
        state.play(move)
    head, _, behind = state.to_text().partition("past=")
    past, _, rest = behind.partition(" ")
    choose = random.Random(3)
    for _ in range(80):
        place = choose.randrange(len(past))
        other = choose.choice(["", "A", "_", "=", "\x00", "é", past[:8]])
        damaged = past[:place] + other + past[place + 1 :]
        if damaged != past:
            with pytest.raises(PositionError):
                game.position(f"{head}past={damaged} {rest}")


def test_a_script_without_the_words_refuses_a_past() -> None:
    game = forthgame.load("breakthrough", native=False)
    with pytest.raises(PositionError, match="does not name `repetitions`"):
        game.position("breakthrough | turn=0,White,White,0,1,0 | past=AAAA")


def test_a_changed_script_keeps_the_past_only_if_it_fits(tmp_path: Path) -> None:
    game = walkers(tmp_path, False)
    state = game.new_game(seed=1)
    state.play("Pass")
    same = walkers(tmp_path, False)
    assert transferred(state, same).played_keys == state.played_keys != b""
    other = walkers(tmp_path, False, "{variable} more")
    assert transferred(state, other).played_keys == b""
    assert transferred(state, other).board == state.board


def test_variables_named_as_parts_of_a_line(tmp_path: Path) -> None:
    path = tmp_path / "names.4th"
    path.write_text(
        "{board 1 2 {grid} {variable} turn {variable} past {variable} random board}\n"
        "{players {player} A players} {turn-order {turn} A turn-order}\n"
        ": OnNewGame 3 turn ! 4 past ! 5 random ! ;\n"
        ": put empty? verify drop add-move ; {moves puts {move} put moves}\n"
        "{pieces {piece} man {drops} puts pieces}\n"
    )
    game = forthgame.load(path, native=False)
    state = game.new_game(seed=1)
    assert "turn[0]=3 past[0]=4 random[0]=5" in state.to_text()
    assert game.position(state.to_text()) == state
