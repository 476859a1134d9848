"""The rare part of a record: a part that was never written is neither copied nor compared.

Every script is also run with records that are copied as a whole: the results must be equal.
"""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import forthgame
from forthgame.api.game import State
from forthgame.base.source import Source
from forthgame.rules.checkpoint import Checkpoint
from forthgame.rules.declaration import zones
from forthgame.rules.declaration.zones import rare_part
from forthgame.words.registers import call_registers, memory_layout as at

SCRIPT = """
VARIABLE source
CREATE letters 97 C, 98 C, 99 C, 0 C,
{board 3 3 {grid} {variable} before 1024 {array} large {variable} behind board}
{directions 0 1 {direction} east -1 0 {direction} north 1 -1 {direction} back-again directions}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
: keep-in-mind ( n -- )
	behind @ 3 * + 8191 AND behind !
	behind @ 9 + 7 MOD 0= IF behind @ 1023 AND {STORE} ENDIF
;
: go ( 'dir -- )
	EXECUTE verify empty? verify from here move
	here from 5 * + COMPILE-LITERAL COMPILE keep-in-mind add-move
;
: to-east ( -- ) ['] east go ;
: to-north ( -- ) ['] north go ;
: back-home ( -- ) ['] back-again go ;
{moves steps {move} to-east {move} to-north {move} back-home moves}
{pieces {piece} man {moves} steps pieces}
{board-setup {setup} White man a1 {setup} Black man c3 board-setup}
: OnEvaluate ( -- score ) 0 1024 0 DO I large @ I 3 AND + + LOOP behind @ + ;
: OnIsGameOver ( -- result ) #UnknownScore stalemate? IF DROP #LossScore ENDIF ;
"""
STORES = {  # ( i -- ), an index of the array
    "!": "9 SWAP large !",
    "C!": "9 SWAP large C!",
    "I!": "9 SWAP large I!",
    "+!": "9 SWAP large +!",
    "++": "large ++",
    "--": "large --",
    "ON": "large ON",
    "FILL": "500 MIN large 40 3 FILL",
    "MOVE": "500 MIN large letters SWAP 1 MOVE",
    "CMOVE": "500 MIN large letters SWAP 3 CMOVE",
    "F!": "large 3 N>F F!",
    '"MOVE': '500 MIN large letters SWAP "MOVE',
    '"APPEND': '500 MIN large letters SWAP "APPEND',
    "$Rand64!": "500 MIN large $Rand64!",
    "by a lower address": "1 + 4 * before + 9 SWAP !",
    "in the next record": "large $boardSize @ + 24 + 9 SWAP !",
    "of a copy": "$CloneBoard large 5 OVER ! @ $DeallocateBoard 900 large !",
}


def written(folder: Path, store: str) -> Path:
    path = folder / "rare.4th"
    path.write_text(SCRIPT.replace("{STORE}", store), "utf-8")
    return path


def played(game: forthgame.Game) -> list[object]:
    """Return the results of a game in several ways, one after the other in the same machine."""
    state = game.new_game(seed=3)
    found: list[object] = []
    for ply in range(30):
        if state.is_over:
            break
        found.append(state.to_text())
        state.play(ply * 7 % len(state.moves()))
        if ply % 20 == 7:
            found.append(game.perft(4, state))
            result = state.search("negamax", depth=4, time=None)
            found.append((str(result.move), result.score, result.nodes))
    while len(state.history) > 3:
        state.undo()
    found.append((state.to_text(), [str(move) for move in state.moves()]))
    found.append(str(game.playouts(40, plies=40, seed=5)))
    other = pickle.loads(pickle.dumps(state))
    found.append((other.to_text(), game.perft(3, other)))
    return found


def plain(monkeypatch: pytest.MonkeyPatch, path: Path) -> list[object]:
    """Return the results with records that are copied as a whole."""
    with monkeypatch.context() as patched:
        patched.setattr(zones, "rare_part", lambda offsets: (0, 0))
        game = forthgame.load(path, native=False)
        assert game.forth.processor.register(at.RARE) == 0
        return played(game)


@pytest.mark.parametrize("name", STORES)
def test_what_is_stored_is_seen(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, STORES[name])
    game = forthgame.load(path, native=False)
    assert game.forth.processor.register(at.RARE) == 4 * 9 + 4
    found = played(game)
    assert found == plain(monkeypatch, path)
    assert game.forth.processor.register(call_registers.RARE_USED) > game.forth.processor.register(
        at.RARE
    )


@pytest.mark.parametrize("name", ["!", "FILL", "in the next record"])
@pytest.mark.sampled(4)
def test_machine_code_does_the_same(name: str, tmp_path: Path) -> None:
    path = written(tmp_path, STORES[name])
    native = forthgame.load(path)
    assert native.native is not None
    native.native.prepare(wait=True)
    interpreted = forthgame.load(path, native=False)
    assert played(native) == played(interpreted)
    used = [g.forth.processor.register(call_registers.RARE_USED) for g in (native, interpreted)]
    assert used[0] == used[1]


def store_something(state: State) -> None:
    """Play until the rare part has been written."""
    while state.game.forth.processor.register(call_registers.RARE_USED) <= 100:
        state.play(len(state.history) % len(state.moves()))


def test_a_position_from_elsewhere_is_whole(tmp_path: Path) -> None:
    path = written(tmp_path, STORES["!"])
    first, second = forthgame.load(path, native=False), forthgame.load(path, native=False)
    state = first.new_game(seed=1)
    store_something(state)
    entered = second.position(state.to_text())
    copy = entered.copy()
    entered.play(0)
    state.play(0)
    assert entered.to_text() == state.to_text()
    assert second.perft(4, copy) == second.perft(4, second.position(copy.to_text()))
    assert second.perft(5, second.position(state.to_text())) == first.perft(5, state)


def test_a_search_sees_what_a_position_from_elsewhere_has_stored(tmp_path: Path) -> None:
    """The rare part was not written in its machine before."""
    path = written(tmp_path, "DROP")
    game = forthgame.load(path, native=False)
    text = game.new_game(seed=1).to_text().replace(" | turn=", " | large[900]=5000 | turn=")
    used = game.forth.processor.register
    assert used(call_registers.RARE_USED) == used(at.RARE)
    state = game.position(text)
    assert state.search("negamax", depth=2, time=None).score > 5000
    assert used(call_registers.RARE_USED) > used(at.RARE)


def test_a_game_that_stores_nothing_copies_nothing(tmp_path: Path) -> None:
    path = written(tmp_path, "DROP")
    game = forthgame.load(path, native=False)
    played(game)
    assert game.forth.processor.register(call_registers.RARE_USED) == game.forth.processor.register(
        at.RARE
    )


@pytest.mark.parametrize(
    ("offsets", "part"),
    [
        ([16], (0, 0)),
        ([16, 20], (0, 0)),
        ([16, 16 + 1023], (0, 0)),
        ([16, 16 + 1024], (16, 1040)),
        ([16, 20, 20 + 4096, 24 + 4096], (20, 4116)),
        ([16, 16 + 512, 16 + 1024, 16 + 1028], (16, 1040)),
        ([16, 16 + 1024, 20 + 1024, 20 + 4096], (1044, 4116)),
        ([16, 16 + 2048, 20 + 2048, 20 + 3500], (16, 2064)),
    ],
)
def test_the_longest_run_of_large_arrays(offsets: list[int], part: tuple[int, int]) -> None:
    assert rare_part(offsets) == part


def test_a_board_that_is_taken_back_hides_nothing(tmp_path: Path) -> None:
    """Another board was declared and used; then the machine is as before."""
    path = written(tmp_path, STORES["!"])
    game, fresh = forthgame.load(path, native=False), forthgame.load(path, native=False)
    state = game.new_game(seed=1)
    store_something(state)
    text, used = state.to_text(), game.forth.processor.register(call_registers.RARE_USED)
    before = Checkpoint(game.forth)
    dirty = ": dirty ( -- ) 9000 0 DO 7 I 4 * $board @ + ! LOOP ;"
    game.forth.load_text(Source("typed", f"{{board 2 2 {{grid}} board}} {dirty} dirty"))
    before.restore()
    assert game.forth.processor.register(call_registers.RARE_USED) >= used
    assert state.to_text() == text
    assert game.perft(5, state) == fresh.perft(5, fresh.position(text))
    seen = [each.search("negamax", depth=4, time=None) for each in (state, fresh.position(text))]
    assert seen[0].score == seen[1].score


EARLY = """VARIABLE place
: put ( -- ) 9 place @ ! ;
: fill ( -- ) 9 0 DO put LOOP ;
PAD place !
"""
LATE = """{board 3 3 {grid} 1024 {array} large board}
400 large place ! fill
$CloneBoard 400 large @ .
"""


def test_words_that_were_compiled_before_the_board() -> None:
    """Machine code that was compiled without a rare part writes to it later."""
    machine, interpreted = forthgame.Machine(), forthgame.Machine(native=False)
    for each in (machine, interpreted):
        each.run(EARLY)
    forth = machine.forth
    assert forth.processor.tier is not None
    forth.processor.tier.compile(forth, [forth.word("fill").entry])
    assert machine.run(LATE) == interpreted.run(LATE) == "9 "
    assert forth.processor.register(at.RARE)
