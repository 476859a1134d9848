"""Words and loops with unusually deep nesting are interpreted."""

from __future__ import annotations

from pathlib import Path

import forthgame
from forthgame.compile.writer.ir_module import DEEPEST, NESTED
from forthgame.rules.facts.proof_conditions import is_zero_sum
from tests.machines import compile_own, loaded

GAME = """{board 1 3 {grid} board}
{directions 0 1 {direction} e directions}
{players {player} A {player} B players}
{turn-order {turn} A {turn} B turn-order}
%s
: step last-one e verify empty? verify from here move add-move ;
{moves m {move} step moves}
{pieces {piece} man {moves} m pieces}
{board-setup {setup} A man a1 board-setup}
"""
CHAIN = (
    "\n".join(f": w{k} {f'w{k - 1}' if k else ''} ;" for k in range(400)) + "\n: last-one w399 ;"
)


def reasons(machine: forthgame.Machine, name: str) -> str:
    """Return why a word is interpreted; empty if it is compiled."""
    compile_own(machine)
    forth = machine.forth
    tier = forth.processor.tier
    assert tier is not None
    return tier.refused.get(forth.word(name).entry, "")


def test_loops_around_each_other() -> None:
    for count, refused in ((NESTED, False), (NESTED + 1, True), (400, True)):
        machine = forthgame.Machine(native=False)
        machine.run(f"VARIABLE v : w {'1 0 DO ' * count} v ++ {'LOOP ' * count} ;")
        assert ("its loops are nested" in reasons(machine, "w")) == refused
        assert machine.run("w v @ .") == "1 "


def test_loops_behind_each_other() -> None:
    machine = forthgame.Machine(native=False)
    machine.run(f"VARIABLE v : w {'2 0 DO v ++ LOOP ' * (NESTED + 1)} ;")
    assert not reasons(machine, "w")
    assert machine.run("w v @ .") == f"{2 * (NESTED + 1)} "


def test_a_long_chain_of_calls() -> None:
    """The deepest words of the chain are compiled."""
    machine = forthgame.Machine(native=False)
    machine.run(CHAIN)
    assert not reasons(machine, f"w{DEEPEST - 1}")
    assert "its calls are nested" in reasons(machine, f"w{DEEPEST}")


def test_a_game_with_a_long_chain_of_calls(tmp_path: Path) -> None:
    path = tmp_path / "game.4th"
    path.write_text(GAME % CHAIN)
    game = loaded(path, native=True)
    assert [str(move) for move in game.new_game().moves()] == ["man a1 - b1"]


def test_a_long_chain_of_calls_in_an_ending(tmp_path: Path) -> None:
    path = tmp_path / "game.4th"
    endings = ": judge last-one stalemate? IF A wins ENDIF ; {endings judge {ending} none endings}"
    path.write_text(GAME % CHAIN + endings)
    assert is_zero_sum(loaded(path, native=False))
