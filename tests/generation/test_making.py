"""Moves that are made without being recorded, compared with recorded ones."""

from __future__ import annotations

import ctypes
from pathlib import Path
from random import Random
from typing import Any

import pytest
from machines import with_module
from move_words import game_with

import forthgame
from forthgame.compile.generation import Optimisation, without
from forthgame.compile.interpreter.native_interpreter import llvm_binding, spreads_bits
from forthgame.compile.primitives.module_functions import NTH_BIT, NTH_BIT_SPREAD
from forthgame.words.registers import memory_layout as at

QUICK, SLOW = 2, 600
# the board decides how a game ends, so that any difference there shows
JUDGED = """
: number 0 #positions 0 DO 31 * I board[] @ + LOOP kept @ + ;
: OnIsGameOver
  stalemate? IF #DrawScore EXIT ENDIF
  turn-number 9 > IF number 3 MOD DUP 0= IF DROP #DrawScore ELSE
    0> IF #WinScore ELSE #LossScore ENDIF ENDIF EXIT ENDIF
  number 97 MOD 0= IF #LossScore ELSE #UnknownScore ENDIF ;
"""
BOARD = """
{board 5 5 {grid} {variable} kept board}
{directions -1 0 {direction} n 1 0 {direction} s 0 1 {direction} e 0 -1 {direction} w directions}
{players {player} A {player} B players}
{turn-order {turn} A {turn} B turn-order}
{symmetries B {symmetry} n s symmetries}
25 CONSTANT #positions
: note kept ! ;
: note-twice DUP kept ! kept ! ;
: count-up kept @ + kept ! ;
"""
SET_UP = """
{moves m {move} go moves}
{moves d {move} put moves}
{pieces {piece} man {moves} m {piece} king {moves} m {piece} seed {drops} d pieces}
{board-setup {setup} A man a1 {setup} A man c1 {setup} A king e2 {setup} B man a5 {setup} B man c4
  {setup} B king e5 board-setup}
"""
NO_DROP = "\n: put empty? verify here 3 < verify drop add-move ;"
MADE = {  # move words, and whether lists of them are made without recording
    "step": (": go n verify empty? verify from here move add-move ;", True),
    "take": (": go n verify enemy? verify from here move add-move ;", True),
    "jump": (": go n verify enemy? verify here n verify empty? verify capture-at from here move "
             "add-move ;", True),
    "crown": (": go e verify empty? verify from here move 2 change-type add-move ;", True),
    "leave": (": go w verify friend? NOT verify from here move 1 from create-piece-type-at "
              "add-move ;", True),
    "stay": (": go 2 change-type here COMPILE-LITERAL COMPILE note add-move ;", True),
    "note": (": go n verify empty? verify from here move here COMPILE-LITERAL COMPILE note-twice "
             "add-move ;", True),
    "none": (": go n verify empty? verify from here move COMPILE note add-move ;", False),
    "count": (": go e verify empty? verify from here move 5 COMPILE-LITERAL COMPILE count-up "
              "add-move ;", False),
    "address": (": set ( n addr -- ) ! ; : go e verify empty? verify from here move here "
                "COMPILE-LITERAL kept COMPILE-LITERAL COMPILE set add-move ;", False),
    "two": (": go e IF empty? IF from here move add-move ENDIF ENDIF back w verify empty? verify "
            "from here move add-move ;", True),
    "lost": (": go n verify from here move empty? verify add-move ;", False),
    "partial": (": go n verify empty? verify from here move partial add-move ;", False),
    "owner": (": go n verify enemy? verify current-player change-owner add-move ;", False),
    "either": (": go n IF empty? verify ELSE back e verify empty? verify ENDIF from here move "
               "add-move ;", False),
    "slide": (": go BEGIN n IF empty? ELSE FALSE ENDIF WHILE from here move here kept later! "
              "add-move REPEAT ;", True),
    "queen": (": way BEGIN DUP EXECUTE IF friend? NOT ELSE FALSE ENDIF WHILE from here move B 1 "
              "from create-player-piece-type-at add-move empty? NOT IF DROP back EXIT ENDIF REPEAT "
              "DROP back ; : go ['] n way ['] e way ['] s way ['] w way ;", True),
    "alike": (": go n IF empty? verify ELSE back ENDIF here e verify to from here move 1 "
              "change-type add-move ;", False),
    "joined": (": go n IF friend? ELSE FALSE ENDIF IF back 2 change-type add-move ELSE back 2 "
               "change-type add-move ENDIF ;", True),
}  # fmt: skip


SOME = ("jump", "crown", "note", "two", "slide", "lost")  # in the quick run


def seen(path: Path, native: bool = True, depth: int = 3) -> tuple[list[Any], bool]:
    """Return the results of random games and counts, and whether moves are made in this way."""
    with forthgame.load(path, native=native) as game:
        text = with_module(game).text() if native else ""
        found: list[Any] = []
        processor = game.forth.processor
        for number in range(4 + depth):
            try:
                if number < 4:
                    played = game.playouts(15, seed=number, plies=30)
                    found += [played.plies, played.results, played.unfinished]
                else:
                    found.append(game.perft(number - 3))
                found.append([processor.cell(cell) for cell in at.SYSTEM_CELLS.values()])
            except forthgame.ScriptError as error:
                found.append(str(error))
        made = "define i32 @some_made(ptr %vm) alwaysinline nounwind { ret i32 -1 }" in text
        return found, made


def compared(path: Path, part: bool = False) -> bool:
    """Compare a script in both tiers; return whether moves are made without being recorded.

    With `part` also compare machine code that does not do this.
    """
    quick, made = seen(path)
    assert quick == seen(path, native=False)[0]
    if part:
        with without(Optimisation.MADE):
            assert seen(path) == (quick, False)
    return made


@pytest.mark.parametrize(
    "name", [name if name in SOME else pytest.param(name, marks=pytest.mark.slow) for name in MADE]
)
@pytest.mark.sampled(4)
def test_what_a_word_records_is_done(name: str, tmp_path: Path) -> None:
    """The pieces move, and others are dropped."""
    words, made = MADE[name]
    path = tmp_path / "made.4th"
    path.write_text(BOARD + words + NO_DROP + SET_UP + JUDGED)
    assert compared(path, part=name == SOME[0] or name not in SOME)
    drops = "\n: put empty? verify drop add-move ;"
    text = (BOARD + words + drops + SET_UP + JUDGED).replace("{piece} seed {drops} d", "")
    path.write_text(text)
    assert compared(path) == made


@pytest.mark.sampled(2)
@pytest.mark.parametrize("event", ["OnMakeAMove", "OnNextTurn", "OnGenerateMoves"])
def test_events_are_run(event: str, tmp_path: Path) -> None:
    """Events run as often as with recorded moves: they count in a variable that decides how games
    end.
    """
    path = tmp_path / "events.4th"
    old = "OnNextTurn " if event == "OnNextTurn" else ""
    text = BOARD + MADE["step"][0] + NO_DROP + SET_UP + f"\n: {event} {old}kept ++ ;" + JUDGED
    path.write_text(text)
    compared(path)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("drop", ["$DeallocateMoves", ""], ids=["dropped", "left"])
def test_lists_of_a_judgement(drop: str, tmp_path: Path) -> None:
    """Scripts make lists to evaluate a position, and leave some open."""
    path = tmp_path / "mobility.4th"
    judge = ": judge kept @ 6 < IF current-player TRUE 0 $GenerateMoves move-count "
    judge += f"{drop} ELSE 1 ENDIF ;"
    text = BOARD + MADE["step"][0] + NO_DROP + SET_UP + "\n" + judge + JUDGED
    path.write_text(text.replace("stalemate?", "judge 0= stalemate? OR"))
    compared(path)


@pytest.mark.parametrize(
    "count", [pytest.param(QUICK, id="some"), pytest.param(SLOW, id="many", marks=pytest.mark.slow)]
)
def test_words_at_random(count: int, tmp_path: Path) -> None:
    """Many of their moves are made in this way."""
    random, made = Random(20261124), 0
    for number in range(count):
        text = game_with(random)
        positions = text.count("{grid}") and text.split("{board ")[1].split()[:2]
        path = tmp_path / f"random{number}.4th"
        constant = f"{int(positions[0]) * int(positions[1])} CONSTANT #positions\n"
        path.write_text(text.rpartition(": OnIsGameOver")[0] + constant + JUDGED)
        made += compared(path, part=count == SLOW)
    assert made >= count // 8


@pytest.mark.parametrize("quick", [False, True], ids=["one-by-one", "spread"])
def test_the_place_of_a_bit(quick: bool) -> None:
    """The place is the number of bits below it, as the processor computes it."""
    llvm = llvm_binding()
    if quick and not spreads_bits(llvm):
        pytest.skip("this processor has no such instruction")
    machine = llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten()
    )
    text = (NTH_BIT_SPREAD if quick else NTH_BIT).replace("alwaysinline ", "")
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(text), machine)
    engine.finalize_object()
    kind = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_int64)
    nth_bit = kind(engine.get_function_address("nth_bit"))
    random = Random(7)
    for bits in (1, 1 << 63, (1 << 64) - 1, *(random.getrandbits(64) | 1 for _ in range(200))):
        places = [place for place in range(64) if bits >> place & 1]
        assert [nth_bit(None, bits, n) for n in range(len(places))] == places
