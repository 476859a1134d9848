"""Limits of scripts: each value at the limit is accepted, and one beyond it raises an error."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import forthgame
from forthgame import ScriptError, ScriptLimits
from forthgame.base.limits import DEFAULT_LIMITS
from forthgame.base.source import Source, package_path
from forthgame.position.move_texts import LONGEST
from forthgame.position.moves import MOST_TEXT
from forthgame.rules import stepping
from forthgame.rules.declaration.zones import MOST_ZONES
from forthgame.words.moves.random_draws import LONGEST_CHOICE
from forthgame.words.puzzles.breadth_first import DEEPEST_TURN
from forthgame.words.registers import memory_layout as at

GAME = """
{board 2 2 {grid} board}
{directions 1 0 {direction} n directions}
{players {player} A {player} B players}
{turn-order {turn} A {turn} B turn-order}
: many COUNT 0 DO here here move add-move LOOP ;
: long SIZE 0 DO here here move LOOP add-move ;
{moves m {move} many {move} long moves}
{pieces {piece} p {moves} m pieces}
{board-setup {setup} A p a1 {setup} B p b1 board-setup}
: OnIsGameOver #UnknownScore ;
"""
LAST_OF_ALL = (7, 35, "add-move")  # of `long`, whose move comes after those of `many`
TIERS = pytest.mark.parametrize("native", [False, True], ids=["interpreted", "native"])


def game_of(folder: Path, count: int, size: int, native: bool, **bounds: Any) -> forthgame.Game:
    """A game in which each player has `count` moves and another of `size` actions."""
    path = folder / "small.4th"
    path.write_text(GAME.replace("COUNT", str(count)).replace("SIZE", str(size)))
    game = forthgame.load(path, native=native, limits=ScriptLimits(**bounds))
    if game.native is not None:
        game.native.prepare(wait=True, engines=False)
    return game


@TIERS
def test_moves_of_one_list(tmp_path: Path, native: bool) -> None:
    assert len(game_of(tmp_path, 8, 1, native, moves=9).new_game().moves()) == 9
    game = game_of(tmp_path, 9, 1, native, moves=9)
    state = game.new_game()
    before = state.fingerprint
    ways: list[Callable[[], object]] = [
        state.moves, lambda: game.perft(1), lambda: game.playouts(1), lambda: state.search("uct")
    ]  # fmt: skip
    for way in ways:
        with pytest.raises(ScriptError, match="too many moves in one list") as caught:
            way()
        assert (caught.value.line, caught.value.column, caught.value.word) == LAST_OF_ALL
    assert state.fingerprint == before


@TIERS
def test_the_move_that_is_too_many_is_named(tmp_path: Path, native: bool) -> None:
    """Any word may make it, far after the first; output of move words is printed once."""
    path = tmp_path / "small.4th"
    text = GAME.replace("COUNT", "3000").replace("SIZE", "1")
    path.write_text(text.replace(": many", ': many ." m"'))
    for most, word in ((2999, "many"), (3000, "long")):
        game = forthgame.load(path, native=native, limits=ScriptLimits(moves=most))
        with pytest.raises(ScriptError, match="too many moves in one list") as caught:
            game.new_game().moves()
        assert caught.value.place is not None
        assert caught.value.place.text.startswith(f": {word}")
        assert caught.value.word == "add-move"
        assert caught.value.output + "".join(game.printed) == "m"


def test_the_move_that_is_too_many_is_looked_for_by_processor_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error has its place on a busy machine too."""
    monkeypatch.setattr(stepping, "SECONDS", 0.0)
    monkeypatch.setattr(stepping, "thread_time", lambda: 1.0)
    with pytest.raises(ScriptError, match="too many moves in one list") as caught:
        game_of(tmp_path, 9, 1, False, moves=9).new_game().moves()
    assert (caught.value.line, caught.value.column, caught.value.word) == LAST_OF_ALL


@pytest.mark.sampled(2)
@TIERS
@pytest.mark.parametrize("most", [pytest.param(1000, marks=pytest.mark.slow), None])
def test_moves_without_end_are_too_many(tmp_path: Path, native: bool, most: int | None) -> None:
    """The moves fill the memory of all lists before their number is checked."""
    path = tmp_path / "endless.4th"
    text = GAME.replace("COUNT", "1").replace("SIZE", "1")
    path.write_text(text.replace(": many", ": many BEGIN from here move add-move AGAIN"))
    limits = ScriptLimits() if most is None else ScriptLimits(moves=most)
    game = forthgame.load(path, native=native, limits=limits)
    if game.native is not None:
        game.native.prepare(wait=True, engines=False)
    with pytest.raises(ScriptError, match="too many moves in one list") as caught:
        game.new_game(seed=1).moves()
    assert (caught.value.number, caught.value.word) == (-279, "add-move")
    assert caught.value.place is not None
    assert caught.value.place.text.startswith(": many BEGIN")


@TIERS
def test_actions_of_one_move(tmp_path: Path, native: bool) -> None:
    assert len(game_of(tmp_path, 1, 7, native, actions=7).new_game().moves()) == 2
    with pytest.raises(ScriptError, match="the move has too many actions") as caught:
        game_of(tmp_path, 1, 8, native, actions=7).new_game().moves()
    assert (Path(caught.value.file).name, caught.value.word) == ("small.4th", "add-move")


def test_plies_of_a_game_that_is_stored(tmp_path: Path) -> None:
    state = game_of(tmp_path, 1, 1, False, plies=3).new_game()
    for _ in range(3):
        state.play(state.moves()[0])
    before = state.fingerprint
    with pytest.raises(forthgame.ForthgameError, match="3 plies, and no more than 3 are kept"):
        state.play(state.moves()[0])
    assert state.fingerprint == before
    state.undo()
    state.play(state.moves()[0])


def test_positions_of_a_board(tmp_path: Path) -> None:
    game_of(tmp_path, 1, 1, False, board=4)
    with pytest.raises(ScriptError, match="at most 3 positions") as caught:
        game_of(tmp_path, 1, 1, False, board=3)
    assert caught.value.line == 2


def test_bytes_of_a_script(tmp_path: Path) -> None:
    size = len(GAME.replace("COUNT", "1").replace("SIZE", "1"))
    game_of(tmp_path, 1, 1, False, script=size)
    with pytest.raises(ScriptError, match=str(size - 1)):
        game_of(tmp_path, 1, 1, False, script=size - 1)


def test_characters_of_a_position(tmp_path: Path) -> None:
    text = game_of(tmp_path, 1, 1, False).new_game(seed=1).to_text()
    game_of(tmp_path, 1, 1, False, position=len(text)).position(text)
    with pytest.raises(forthgame.ForthgameError, match="longer than"):
        game_of(tmp_path, 1, 1, False, position=len(text) - 1).position(text)


def loading(folder: Path, depth: int, **bounds: Any) -> None:
    """Load a game whose script LOADs a file that LOADs a file …, `depth` files in all."""
    for number in range(depth):
        more = f"LOAD part{number + 1}\n" if number + 1 < depth else GAME
        text = more.replace("COUNT", "1").replace("SIZE", "1")
        (folder / f"part{number}").write_text(text)
    forthgame.load(folder / "part0", native=False, limits=ScriptLimits(**bounds))


def test_files_that_load_each_other(tmp_path: Path) -> None:
    loading(tmp_path, 5, nesting=5)
    with pytest.raises(ScriptError, match="too many files inside each other") as caught:
        loading(tmp_path, 6, nesting=5)
    assert Path(caught.value.file).name == "part4"


def test_files_inside_each_other_beyond_the_limit_of_python(tmp_path: Path) -> None:
    """However high the script's limit is, the error is at the file that reached it."""
    with pytest.raises(ScriptError, match=r"part\d+:1:\d+: the script is nested too deep"):
        loading(tmp_path, 400, nesting=1000)
    machine = forthgame.Machine(native=False, limits=ScriptLimits(nesting=1000))
    machine.forth.root = tmp_path
    with pytest.raises(ScriptError, match=r"part\d+:1:\d+: the script is nested too deep"):
        machine._run_source(Source("text", "LOAD part0", tmp_path / "text"))


def test_files_that_a_script_loads(tmp_path: Path) -> None:
    loading(tmp_path, 4, loads=3)
    with pytest.raises(ScriptError, match="loads more than 3 files"):
        loading(tmp_path, 5, loads=3)


def test_steps_of_loading(tmp_path: Path) -> None:
    script = tmp_path / "slow.4th"
    script.write_text(": x 100000 0 DO LOOP ; x " + GAME.replace("COUNT", "1").replace("SIZE", "1"))
    forthgame.load(script, native=False, limits=ScriptLimits(steps=200_000))
    with pytest.raises(ScriptError, match="step limit reached") as caught:
        forthgame.load(script, native=False, limits=ScriptLimits(steps=100_000))
    assert caught.value.line == 1


@TIERS
def test_characters_that_are_printed(native: bool) -> None:
    machine = forthgame.Machine(native=native, limits=ScriptLimits(output=70_000))
    machine.run(": x 0 DO 46 EMIT LOOP ;")
    assert len(machine.run("70000 x")) == 70_000
    assert len(machine.run("70000 x")) == 70_000  # counted anew for each text
    with pytest.raises(ScriptError, match="too much output"):
        machine.run("70001 x")


@TIERS
def test_bytes_of_the_dictionary(native: bool) -> None:
    machine = forthgame.Machine(native=native, limits=ScriptLimits(dictionary=100_000))
    left = 65536 + 100_000 - int(machine.run("HERE ."))
    machine.run(f"{left - 4} ALLOT 7 ,")
    for text in ("1 ALLOT", "1 C,", "7 ,", "VARIABLE v"):
        with pytest.raises(ScriptError, match="the dictionary is full"):
            machine.run(text)
    machine.run("-4 ALLOT 7 ,")


@pytest.mark.sampled(2)
@TIERS
@pytest.mark.parametrize(
    ("event", "asked"),
    [
        (": stay ( -- ) BEGIN FALSE UNTIL ;", "moves"),
        (": OnIsGameOver ( -- n ) #UnknownScore BEGIN DUP #DrawScore = UNTIL ;", "outcome"),
        (": OnNewGame ( -- ) BEGIN FALSE UNTIL ;", "new_game"),
    ],
)
def test_a_turn_without_end(tmp_path: Path, native: bool, event: str, asked: str) -> None:
    path = tmp_path / "turn.4th"
    piece = event if asked == "moves" else ": stay ( -- ) drop add-move ;"
    path.write_text(f"""{{board 2 2 {{grid}} board}}
{{players {{player}} One {{player}} Two players}}
{{turn-order {{turn}} One {{turn}} Two turn-order}}
{piece}
{{moves put {{move}} stay moves}}
{{pieces {{piece}} stone {{drops}} put pieces}}
{"" if asked == "moves" else event}
""")
    game = forthgame.load(path, native=native, limits=ScriptLimits(turn=0.1))
    if game.native:
        game.native.prepare(wait=True, engines=False)

    def ask() -> object:
        state = game.new_game(seed=1)
        return state.moves() if asked == "moves" else state.outcome

    with pytest.raises(ScriptError, match=r"worked on this turn for 0\.1 s") as caught:
        ask()
    assert caught.value.place is not None
    assert caught.value.place.line == (4 if asked == "moves" else 7)


SLOW = """{board 2 2 {grid} {variable} plies board}
{players {player} One {player} Two players} {turn-order {turn} One {turn} Two turn-order}
: put ( -- ) empty? verify WAIT drop plies @ 1+ plies later! add-move ;
{moves puts {move} put moves} {pieces {piece} stone {drops} puts pieces}
"""


def slow_game(folder: Path, waiting: str, native: bool, turn: float) -> forthgame.Game:
    path = folder / "slow.4th"
    path.write_text(SLOW.replace("WAIT", waiting))
    game = forthgame.load(path, native=native, limits=ScriptLimits(turn=turn))
    if game.native:
        game.native.prepare(wait=True, engines=False)
    return game


@TIERS
def test_only_processor_time_counts_as_that_of_a_turn(
    tmp_path: Path, native: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A script is not slow because the machine is busy."""
    game = slow_game(tmp_path, "SYSTEM-TIME DROP", native, 0.1)
    clock = SimpleNamespace(monotonic=lambda: time.sleep(0.05) or 1.0)
    monkeypatch.setattr("forthgame.words.core.defining.time", clock)
    assert len(game.new_game(seed=1).moves()) == 4


@TIERS
def test_each_position_of_a_batch_has_the_time_of_a_turn(tmp_path: Path, native: bool) -> None:
    game = slow_game(tmp_path, "0 20000 0 DO I XOR LOOP DROP", native, 0.05)
    batch = game.batch(200 if native else 100, seed=1)
    batch.step([0] * len(batch))
    assert batch.counts.tolist() == [3] * len(batch)


@TIERS
def test_a_batch_goes_on_after_a_turn_without_end(tmp_path: Path, native: bool) -> None:
    game = slow_game(tmp_path, "BEGIN plies @ 2 < UNTIL", native, 0.05)
    batch = game.batch(3, seed=1)
    batch.step([0, 0, 0])
    with pytest.raises(ScriptError, match=r"worked on this turn for 0\.05 s"):
        batch.step([-1, 0, -1])
    assert batch.counts.tolist() == [3, 3, 3]
    assert batch.turns.tolist() == [2, 2, 2]


@TIERS
def test_seconds_of_a_call(tmp_path: Path, native: bool) -> None:
    endless = GAME.replace("COUNT 0 DO", "BEGIN").replace("LOOP ;", "$DeallocateBoard AGAIN ;", 1)
    endless = endless.replace("BEGIN", "BEGIN $CloneBoard").replace("SIZE", "1")
    path = tmp_path / "endless.4th"
    path.write_text(endless.replace("here here move add-move", "", 1))
    game = forthgame.load(path, native=native, limits=ScriptLimits(seconds=0.2))
    with pytest.raises(ScriptError, match="time limit reached") as caught:
        game.new_game(seed=1).moves()
    assert Path(caught.value.file).name == "endless.4th"


def test_limits_are_read_from_texts() -> None:
    found = ScriptLimits().with_text("moves=5").with_text("seconds = 0.5").with_text("steps=none")
    assert (found.moves, found.seconds, found.steps) == (5, 0.5, None)
    for text in ("moves", "moves=", "moves=x", "moves=-1", "moves=none", "loads=1.5", "what=1"):
        with pytest.raises(forthgame.ForthgameError, match="limit"):
            ScriptLimits().with_text(text)


def rows_of_the_page() -> dict[str, list[str]]:
    """Return each row of the tables in docs/limits.md, by its first column."""
    page = Path(__file__).parents[2] / "docs" / "limits.md"
    lines = page.read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if "|" in line]
    return {row[0]: row[1:] for row in rows if not set(row[0]) <= {"-"}}


def test_the_page_lists_every_limit() -> None:
    """Each has its default, its meaning, and the effect of reaching it."""
    rows = rows_of_the_page()
    for field in fields(DEFAULT_LIMITS):
        default, meaning, happens = rows[f"`{field.name}`"]
        number, *none = default.replace(" ", "").split(",")
        assert (number if number == "none" else int(number)) == (
            "none" if field.default is None else field.default
        )
        assert bool(none) == ("None" in str(field.type) and field.default is not None)
        assert meaning == field.metadata["meaning"]
        assert happens


LAYOUT = {
    "words": at.WORD_LIMIT - 1,
    "cells of compiled code": at.CODE_LIMIT,
    "items of the data stack": at.STACK_CELLS - 64,
    "items of the data stack of an event or a move word": at.LEVEL_CELLS - at.STACK_ZONE - 32,
    "items that compiled code takes below an empty stack": at.STACK_ZONE - 64,
    "items of the return stack": at.RETURN_SLOTS - 32,
    "items of the float stack": at.FLOAT_LIMIT,
    "events and engines inside each other": at.LEVELS,
    "players": at.MAX_PLAYERS,
    "piece types": at.MAX_PIECES,
    "directions": at.MAX_DIRECTIONS,
    "zones": MOST_ZONES,
    "bytes of board storage": (at.BOARDS_END - at.BOARDS) // 4,
    "bytes of all copies of the board": at.BOARDS_END - at.BOARDS,
    "move lists at once": at.LIST_LIMIT,
    "bytes of the moves of all lists; a move of one action takes 48": 32 << 20,
    "`prefer` in one move": 4,
    "bytes of a move's text": at.TEXT_SIZE - 2,
    "characters of the texts of all moves of a list": MOST_TEXT,
    'characters of the pattern of `{notation}`, and of a `choice"`': LONGEST_CHOICE,
    "characters of a short text by `{notation}`": LONGEST,
    "items of a ring buffer": at.RING_SIZE,
    "positions of `repetition-push-position`": at.REPETITION_LIMIT,
    "positions that `repetitions` compares": at.PLAYED_LIMIT,
    "open nodes of a search": at.SEARCH_LEVELS,
    "partial moves of a turn of a puzzle that is solved": DEEPEST_TURN,
    "nodes of a tree of random games": at.TREE_LIMIT,
}


def test_the_page_lists_the_limits_of_the_layout() -> None:
    """Each has the number of the layout, and the effect of reaching it."""
    rows = rows_of_the_page()
    assert {name: int(rows[name][0]) for name in LAYOUT} == LAYOUT
    assert all(len(rows[name]) == 2 and rows[name][1] for name in LAYOUT)
    chosen = {f"`{field.name}`" for field in fields(DEFAULT_LIMITS)}
    assert set(rows) == set(LAYOUT) | chosen | {"name", "what"}


@TIERS
def test_move_lists_at_once(tmp_path: Path, native: bool) -> None:
    game_of(tmp_path, 1, 1, False)
    opened = ": open 0 DO A FALSE 0 $GenerateMoves LOOP ; : close 0 DO $DeallocateMoves LOOP ;"
    path = tmp_path / "lists.4th"
    script = (tmp_path / "small.4th").read_text()
    event = "\n: OnIsGameOver NUMBER open NUMBER close #UnknownScore ;"
    for number, fits in ((16383, True), (16384, False)):  # beside the list of the turn
        path.write_text(script + opened + event.replace("NUMBER", str(number)))
        game = forthgame.load(path, native=native)
        if game.native is not None:
            game.native.prepare(wait=True, engines=False)
        if fits:
            assert game.new_game(seed=1).outcome is None
            continue
        with pytest.raises(ScriptError, match="too many move lists") as caught:
            _ = game.new_game(seed=1).outcome
        assert caught.value.word == "$GenerateMoves"
        assert Path(caught.value.file).name == "lists.4th"


@TIERS
def test_what_the_host_prints_counts(native: bool) -> None:
    machine = forthgame.Machine(native=native, limits=ScriptLimits(output=70_000))
    machine.run(": x 0 DO .S LOOP 2DROP 2DROP ;")
    text = machine.run("1 2 3 4 5000 x")
    assert text == "1 2 3 4 " * 5000
    with pytest.raises(ScriptError, match="too much output"):
        machine.run("1 2 3 4 8751 x")


def test_steps_of_showing_a_long_stack() -> None:
    machine = forthgame.Machine(native=False, steps=100_000)
    machine.run(": x .S 1 2 3 RECURSE ;")
    with pytest.raises(ScriptError, match="step limit reached") as caught:
        machine.run("x")
    assert len(caught.value.output) < 100_000


PRINTING = """
{board
	1 1 {grid}
board}
{players
	{player} Left
players}
{turn-order
	{turn} Left
turn-order}
: place ( -- ) COUNT 0 DO ." placed " LOOP empty? verify drop add-move ;
{moves drops-of-men
	{move} place
moves}
{pieces
	{piece} man {drops} drops-of-men
pieces}
"""


@pytest.mark.parametrize("native", [False, True])
def test_the_limit_on_output_is_that_of_one_call(tmp_path: Path, native: bool) -> None:
    games = []
    for count in (1, 20):
        script = tmp_path / f"printing{count}.4th"
        script.write_text(PRINTING.replace("COUNT", str(count)), encoding="utf-8")
        limits = forthgame.ScriptLimits(output=100)
        games.append(forthgame.load(script, native=native, limits=limits))
        if games[-1].native is not None:
            games[-1].native.prepare(wait=True, engines=False)
    little, much = games
    for _ in range(30):
        little.new_game(seed=1).moves()
    assert "".join(little.printed) == 30 * "placed "
    with pytest.raises(forthgame.ScriptError, match="too much output"):
        much.new_game(seed=1).moves()


def test_much_is_printed_in_many_short_calls(tmp_path: Path) -> None:
    script = tmp_path / "printing.4th"
    script.write_text(PRINTING.replace("COUNT", "1000"), encoding="utf-8")
    game = forthgame.load(script, native=False, limits=forthgame.ScriptLimits(output=1 << 16))
    for _ in range(20):
        game.new_game(seed=1).moves()
    assert "".join(game.printed).endswith("placed placed ")


def come_to_many(game: forthgame.Game, what: str) -> None:
    """Count positions, play at random or search."""
    if what == "perft":
        game.perft(9)  # which has no leaves: the board is full before
    elif what == "playouts":
        game.playouts(12, seed=1)
    else:
        game.new_game(seed=1).search(what, time=None)


MANY = (
    "perft", "playouts", "negamax:depth=5", "maxn:depth=5", "uct:playouts=20",
    "best-first:nodes=100",
)  # fmt: skip


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("what", "native"),
    [
        pytest.param(what, native, marks=pytest.mark.slow if native and k % 3 else ())
        for k, what in enumerate(MANY)
        for native in (False, True)
    ],
)
def test_each_position_of_counts_and_searches_has_the_time_of_a_turn(
    tmp_path: Path, what: str, native: bool
) -> None:
    """The whole may last longer, and a position without end stops it."""
    rounds = 300_000 if native else 1_000_000
    with slow_game(tmp_path, f"0 {rounds} 0 DO I XOR LOOP DROP", native, 0.05) as game:
        begun = time.thread_time()
        come_to_many(game, what)
        assert native or time.thread_time() - begun > 0.05  # LLVM may remove the loop
    with slow_game(tmp_path, "BEGIN plies @ 2 < UNTIL", native, 0.05) as game:
        with pytest.raises(ScriptError, match=r"worked on this turn for 0\.05 s") as caught:
            come_to_many(game, what)
        assert caught.value.place is not None
        assert caught.value.place.line == 3
        assert len(game.new_game(seed=1).moves()) == 4


@pytest.mark.parametrize("method", ["breadth", "ida"])
def test_each_position_of_a_puzzle_has_the_time_of_a_turn(tmp_path: Path, method: str) -> None:
    text = package_path("games").joinpath("eight-puzzle", "eight-puzzle.4th").read_text("utf-8")
    head, _, rest = text.partition(": slide-north")
    path = tmp_path / "slide.4th"
    for turns, solved in ((999, True), (4, False)):
        late = f": late turn-number {turns} > IF BEGIN FALSE UNTIL ENDIF ;\n: slide-north late "
        path.write_text(head + late + rest.replace("( -- )", "", 1))
        with forthgame.load(path, native=False, limits=ScriptLimits(turn=0.2)) as game:
            if solved:
                assert game.solve(method=method, nodes=3000).reason
            else:
                for seconds in (None, 60.0):  # which are not over then
                    with pytest.raises(ScriptError, match=r"worked on this turn for 0\.2 s"):
                        game.solve(method=method, time=seconds)
