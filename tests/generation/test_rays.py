"""Counting loops along a direction, which machine code evaluates for the whole line at once."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import forthgame
from forthgame.base.limits import ScriptLimits
from forthgame.words.registers import memory_layout as at
from tests.machines import loaded, with_module

GAME = """
{{board {board} {{variable}} seen board}}
{{directions {directions} directions}}
{{players {{player}} X {{player}} O {{neutral}} N players}}
{{turn-order {{turn}} X {{turn}} O turn-order}}
VARIABLE many VARIABLE place VARIABLE side VARIABLE total
: note ( n -- ) total @ 31 * + here 7 * + total ! ;
: mine? ( -- ? ) player side @ = ;
: mine-elsewhere? ( -- ? ) mine? here from <> AND ;
{words}
: look-around ( -- )
  0 BEGIN DUP {positions} < WHILE DUP >R to look R@ place ! R> 1+ REPEAT DROP
  -1 $pos ! look  1000 $pos ! look  from to ;
: step ( -- ) X side ! look-around O side ! look-around current-player side ! look-around
  e verify empty? verify from here move add-move ;
{{moves ways {{move}} step moves}}
{{pieces {{piece}} man {{moves}} ways {{piece}} king {{moves}} ways pieces}}
{{board-setup {{setup}} X man a1 {{setup}} X king c2 {{setup}} X man a4 {{setup}} O man c3
  {{setup}} O king b4 {{setup}} N man b1 {{setup}} O man d1 board-setup}}
"""
GRID = {
    "board": "4 4 {grid}", "positions": "16",
    "directions": "0 1 {direction} e 1 0 {direction} s -1 -1 {direction} nw 0 -1 {direction} w",
}  # fmt: skip
# lines that bend, meet and end anywhere
LINKED = {
    "board": " ".join(f"{{position}} {x}{y}" for x in "abcd" for y in "1234"), "positions": "16",
    "directions": "{link} e a1 b2 {link} e b2 a4 {link} e c3 a4 {link} e a4 d1 {link} e d1 a2 "
    "{link} w a2 b1 {link} w b1 c3 {link} w d4 b1 {link} s a1 a2 {link} nw c2 c1",
}  # fmt: skip
WIDE = GRID | {"board": "9 9 {grid}", "positions": "81"}
BOARDS = {"grid": GRID, "linked": LINKED, "wide": WIDE}
CIRCLE = LINKED | {"directions": LINKED["directions"] + " {link} e a2 b2"}
COUNTED = {  # evaluated at once
    "pieces": ": look 0 BEGIN e WHILE not-empty? IF 1+ ENDIF REPEAT note ;",
    "handed down": ": along ( n 'dir -- n ) BEGIN DUP EXECUTE WHILE mine-elsewhere? IF SWAP 1+ "
    "SWAP ENDIF REPEAT DROP ; : look 0 ['] e along ['] nw along note 5 ['] s along note ;",
    "two counters": ": look 3 9 BEGIN s WHILE empty? IF 1+ ELSE SWAP 1- SWAP ENDIF REPEAT "
    "note note ;",
    "twice": ": look 0 BEGIN nw WHILE enemy? IF 1+ 1+ 1+ ENDIF friend? IF 1- ENDIF REPEAT note ;",
    "the place": ": look 0 BEGIN e WHILE here place @ = mine? OR IF 1+ ENDIF REPEAT note ;",
    "the turn": ": look 0 BEGIN s WHILE turn-number 2 > empty? AND current-player X = OR NOT IF 1+ "
    "ENDIF REPEAT note ;",
    "nothing": ": look 0 BEGIN e WHILE REPEAT note ;",
    "all": ": look 0 BEGIN e WHILE 1+ REPEAT note ;",
    "nobody's turn": ": look 0 $player @ 0 $player ! SWAP BEGIN e WHILE friend? IF 1+ ENDIF enemy? "
    "IF 1+ 1+ ENDIF REPEAT note $player ! ;",
    "a nested question": ": look 0 BEGIN e WHILE empty? NOT IF mine? IF 1+ ELSE 1- ENDIF ENDIF "
    "REPEAT note ;",
    "stores": ": look 0 BEGIN e WHILE place ++ mine? IF 1+ ENDIF REPEAT place @ + note ;",
    "takes what is below": ": look 7 0 BEGIN e WHILE mine? IF SWAP DROP 2 SWAP ENDIF 1+ REPEAT "
    "note note ;",
    "a flag in a variable": ": look 0 side ! BEGIN nw WHILE mine? IF TRUE many ! ELSE -1 place +! "
    "ENDIF REPEAT many @ note place @ note ;",
}  # fmt: skip
OTHER = {  # run turn by turn
    "stores what it finds": ": look 0 BEGIN e WHILE mine? IF here place ! ENDIF 1+ REPEAT note ;",
    "looks at what it counts": ": look 0 many ! BEGIN e WHILE many ++ many @ 2 > IF 5 note ENDIF "
    "REPEAT many @ note ;",
    "stops": ": look 0 BEGIN e mine? AND WHILE 1+ REPEAT note ;",
    "two directions": ": look 0 BEGIN e s OR WHILE mine? IF 1+ ENDIF REPEAT note ;",
    "asks before": ": look 0 BEGIN mine? e WHILE IF 1+ ENDIF REPEAT DROP note ;",
    "counts in another way": ": look 1 BEGIN e WHILE mine? IF DUP + ENDIF REPEAT note ;",
    "reads where it is": ": look 0 BEGIN e WHILE $pos @ 3 = IF 1+ ENDIF REPEAT note ;",
    "leaves": ": look 0 BEGIN e WHILE mine? IF note EXIT ENDIF 1+ REPEAT note ;",
    "divides": ": look 0 BEGIN e WHILE 6 turn-number 2 - / IF 1+ ENDIF REPEAT note ;",
}  # fmt: skip
CASES = [
    pytest.param(kind, words, board, marks=[] if (k + n) % 3 == 0 else pytest.mark.slow)
    for kind in (COUNTED, OTHER)
    for k, words in enumerate(kind)
    for n, board in enumerate(BOARDS)
]


def written(folder: Path, board: str, words: str) -> Path:
    path = folder / "game.4th"
    path.write_text(GAME.format(**BOARDS[board], words=words), encoding="utf-8")
    return path


def play(path: Path, native: bool) -> tuple[list[object], str]:
    """Return moves and memory at each ply, counts and random games, and the machine code as
    text.
    """
    game = forthgame.load(path, native=native)
    text = with_module(game).text() if native else ""
    start = at.MEMORY + at.DATA
    seen: list[object] = []
    try:
        state = game.new_game(seed=2)
        for ply in range(5):
            moves = [str(move) for move in state.moves()]
            seen.append((moves, bytes(game.forth.processor.bytes[start : start + 65536])))
            if not moves:
                break
            state.play(moves[ply * 5 % len(moves)])
        seen += [game.perft(2), game.playouts(10, plies=9, seed=4).results]
    except forthgame.ScriptError as error:
        calls = [str(call) for call in error.chain]
        seen.append((error.message, str(error.place), error.word, error.stack, calls))
    seen.append(bytes(game.forth.processor.bytes[start : start + 65536]))
    return seen, text


@pytest.mark.parametrize(("kind", "words", "board"), CASES)
@pytest.mark.sampled(4)
def test_a_loop_does_what_it_does_turn_by_turn(
    tmp_path: Path, kind: dict[str, str], words: str, board: str
) -> None:
    """Stack, position and memory are those of the interpreter, at the start and after the loop."""
    path = written(tmp_path, board, kind[words])
    seen, _ = play(path, native=False)
    compiled, text = play(path, native=True)
    assert compiled == seen
    assert ("@ray." in text) == (kind is COUNTED and board != "wide")


def test_a_circle_is_gone_round(tmp_path: Path) -> None:
    """Along a circular direction a loop has no end, and is endless."""
    path = tmp_path / "game.4th"
    path.write_text(GAME.format(**CIRCLE, words=COUNTED["all"]), encoding="utf-8")
    game = forthgame.load(path, limits=ScriptLimits(turn=0.2))
    assert "@ray." not in with_module(game).text()
    with pytest.raises(forthgame.ScriptError, match="has worked on this turn"):
        game.new_game().moves()


NEARLY_FULL = """
{board 3 3 {grid} board}
{directions 0 -1 {direction} w directions}
{players {player} X {player} O players}
{turn-order {turn} X {turn} O turn-order}
: step w verify empty? verify from here move add-move ;
{moves ways {move} step moves}
{pieces {piece} man {moves} ways pieces}
{board-setup {setup} X man b1 {setup} O man b2 board-setup}
: look ( n -- n ) %s ;
: OnIsGameOver ( -- result )
  c1 to  %d 0 DO I LOOP  0 look DROP  %d 0 DO DROP LOOP  #UnknownScore ;
"""
ASKS_MUCH = [
    f"BEGIN w WHILE {'empty? ' * 20} {'OR ' * 19} IF 1+ ENDIF REPEAT",
    f"9 0 DO I friend-at? IF {'I friend-at? ' * 20} {'OR ' * 19} IF 1+ ENDIF ENDIF LOOP",
    f"9 0 DO {'I enemy-at? ' * 20} {'OR ' * 19} IF 1+ here to ENDIF LOOP",
]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("words", ASKS_MUCH, ids=("line", "positions", "asks first"))
def test_a_loop_needs_room_on_the_stack(tmp_path: Path, words: str) -> None:
    """If its results would fill the stack of a frame that is an error, in one step too."""
    path = tmp_path / "game.4th"
    path.write_text(NEARLY_FULL % (words, 3024, 3024), encoding="utf-8")
    told = []
    for native in (False, True):
        with pytest.raises(forthgame.ScriptError) as stopped:
            loaded(path, native).perft(1)
        told.append((stopped.value.number, str(stopped.value.place)))
    assert told[0] == told[1]
    assert told[0][0] == -3


ASKING = ("mine?", "empty?", "not-empty?", "friend?", "enemy?", "here {n} =", "player O =",
          "player side @ <>", "here from <>", "turn-number {n} <", "TRUE", "side @ X =",
          "place @ here =", "current-player side @ =", "here place @ <>")  # fmt: skip
JOINING = ("AND", "OR", "AND NOT", "OR 0=")
DOING = (
    "1+",
    "1-",
    "SWAP 1+ SWAP",
    "1+ 1+",
    "",
    "ROT 1- ROT ROT",
    "many ++",
    "1 side +!",
    "SWAP DROP 3 SWAP",
    "O side !",
    "mine? many +!",
    "many @ 1+ many !",
    "side --",
)


def random_loop(random: Random) -> str:
    """A word with some loops one after the other."""
    parts = []
    for _ in range(random.randint(1, 3)):
        asked = random.choice(ASKING)
        for _ in range(random.randint(0, 2)):
            asked += f" {random.choice(ASKING)} {random.choice(JOINING)}"
        asked = asked.replace("{n}", str(random.randint(-1, 17)))
        other = f"ELSE {random.choice(DOING)}" if random.random() < 0.3 else ""
        body = f"{asked} IF {random.choice(DOING)} {other} ENDIF"
        parts.append(f"BEGIN {random.choice('esw')} WHILE {body} REPEAT")
    return f": look 0 1 2 {' '.join(parts)} note note note many @ note ;"


SEEDS = [pytest.param(k, marks=[] if k < 3 else pytest.mark.slow) for k in range(60)]


@pytest.mark.parametrize("seed", SEEDS)
def test_random_loops_do(tmp_path: Path, seed: int) -> None:
    """This holds for any tests, joined and counted."""
    random = Random(seed)
    board = random.choice(("grid", "grid", "linked"))
    path = written(tmp_path, board, random_loop(random))
    assert play(path, native=True)[0] == play(path, native=False)[0]
