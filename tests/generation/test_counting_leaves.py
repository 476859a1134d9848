"""In games with preferred or unique moves, counted leaves equal listed ones."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import forthgame
from forthgame.words.registers import extension_registers, memory_layout as at
from tests.machines import prepared

GAME = """
{{board 4 4 {{grid}} {{variable}} seen board}}
{{directions -1 0 {{direction}} n 1 0 {{direction}} s 0 1 {{direction}} e 0 -1 {{direction}} w
  directions}}
{{players {{player}} A {{player}} B players}}
{{turn-order {{turn}} A {{turn}} B turn-order}}
VARIABLE v1 VARIABLE count
: go ( -- ) from here move ;
{words}
{{moves m {moves} moves}}
{{pieces {{piece}} man {{moves}} m pieces}}
{{board-setup {{setup}} A man a1 {{setup}} A man b1 {{setup}} A man c2 {{setup}} B man b3
  {{setup}} B man c3 {{setup}} B man d4 {{setup}} B man a3 board-setup}}
{more}
: OnIsGameOver ( -- result ) stalemate? IF #LossScore ELSE #UnknownScore ENDIF ;
"""
COUNTED = {
    "captures first": ": up n verify empty? verify go add-move ; : eat n verify enemy? verify go "
    "1 prefer add-move ; : side e verify friend? NOT verify go add-move ;",
    "a lower preference behind": ": up n verify friend? NOT verify go 2 prefer add-move ; "
    ": eat s verify empty? verify go 1 prefer add-move ; : side e verify empty? verify go "
    "add-move ;",
    "none below zero": ": up n verify empty? verify go -1 prefer add-move ; : eat n verify enemy? "
    "verify go -2 prefer add-move ; : side e verify empty? verify go -1 prefer add-move ;",
    "two levels": ": up n verify friend? NOT verify go 1 prefer turn-number 2 MOD prefer "
    "add-move ; "
    ": eat e verify friend? NOT verify go 1 prefer add-move ; "
    ": side w verify empty? verify go 1 prefer 1 prefer add-move ;",
    "four levels": ": up n verify friend? NOT verify go 1 prefer 0 prefer 0 prefer 2 prefer "
    "add-move "
    "; : eat e verify friend? NOT verify go 1 prefer 0 prefer 0 prefer here 1 AND prefer "
    "add-move ; "
    ": side w verify empty? verify go 1 prefer 0 prefer -1 prefer add-move ;",
    "the same twice": ": up n verify friend? NOT verify go unique add-move ; "
    ": eat n verify friend? NOT verify go unique add-move ; "
    ": side e verify empty? verify go add-move go add-move ;",
    "the same, preferred later": ": up n verify friend? NOT verify go unique add-move ; "
    ": eat n verify friend? NOT verify go 1 prefer unique add-move ; "
    ": side n verify friend? NOT verify go 1 prefer add-move go 1 prefer unique add-move ;",
    "actions in another order": ": up n verify enemy? verify go here capture-at 1 prefer unique "
    "add-move ; : eat n verify enemy? verify here capture-at go 1 prefer unique add-move ; "
    ": side e verify empty? verify go unique add-move ;",
    "what words store": ": up count ++ n verify friend? NOT verify go count @ 3 MOD prefer "
    "add-move "
    "; : eat v1 @ count +! n verify enemy? verify v1 ++ go unique add-move ; "
    ": side count @ v1 ! e verify empty? verify go v1 @ 2 MOD prefer add-move ;",
    "random numbers": ": up n verify friend? NOT verify go 3 RAND-WITHIN prefer add-move ; "
    ": eat e verify friend? NOT verify go 0 1 RAND-WITHIN prefer unique add-move ; "
    ": side w verify empty? verify go add-move ;",
    "verify in the middle": ": up n verify go enemy? verify 1 prefer add-move ; : eat 3 prefer e "
    "verify friend? NOT verify go add-move ; : side 2 prefer unique w verify empty? verify go "
    "add-move ;",
    "an error while counting": ": up n verify friend? NOT verify go 1 count @ 9 - / prefer "
    "add-move "
    "; : eat count ++ e verify enemy? verify go unique add-move ; : side w verify empty? verify go "
    "add-move ;",
    "a pass": ": up n verify empty? verify go 1 prefer add-move ; : eat Pass ; : side e verify "
    "empty? verify go unique add-move ;",
    "unique only": ": up n verify friend? NOT verify go unique add-move ; : eat n verify "
    "friend? NOT "
    "verify go unique add-move ; : side s verify empty? verify go unique add-move ;",
}  # fmt: skip
LISTED = {
    "what was recorded last": ": up n verify empty? verify go last DROP 1 prefer add-move ; "
    ": eat ; : side e verify empty? verify go add-move ;",
    "how deep calls are": ": deep RP@ 16 / 2 MOD ; : up deep IF n verify empty? verify go 1 prefer "
    "add-move ENDIF ; : eat ; : side e verify empty? verify go add-move ;",
    "partial moves": ": up n verify empty? verify go 1 prefer partial add-move ; : eat ; "
    ": side e verify empty? verify go add-move ;",
    "the number of moves so far": ": up n verify empty? verify go move-count prefer add-move ; "
    ": eat ; : side e verify empty? verify go add-move ;",
    "a list inside": ": up n verify empty? verify go 1 prefer add-move ; : eat count @ IF EXIT "
    "ENDIF "
    "count ++ current-player TRUE 0 $GenerateMoves $DeallocateMoves 0 count ! ; "
    ": side e verify empty? verify go add-move ;",
}  # fmt: skip
THREE = "{move} up {move} eat {move} side"


def written(folder: Path, words: str, more: str = "") -> Path:
    path = folder / "game.4th"
    path.write_text(GAME.format(words=words, moves=THREE, more=more), encoding="utf-8")
    return path


def counted(path: Path, native: bool, counts: bool) -> list[object]:
    """Return leaves and the variables afterwards, with moves counted or listed."""
    game = forthgame.load(path, native=native)
    processor = game.forth.processor
    if not counts:
        for register in (extension_registers.COUNTABLE, extension_registers.LEAVES_COUNTABLE):
            processor.set_register(register, 0)
    prepared(game, native)
    seen: list[object] = []
    state = game.new_game(seed=3)
    try:
        for ply in range(4):
            seen += [game.perft(depth, state) for depth in (1, 2, 3)]
            seen.append(bytes(processor.bytes[at.MEMORY + at.DATA : at.MEMORY + at.DATA + 65536]))
            moves = state.moves()
            if not moves:
                break
            state.play(moves[ply * 5 % len(moves)])
    except forthgame.ScriptError as error:
        calls = [str(call) for call in error.chain]
        seen.append((error.message, str(error.place), error.word, error.stack, calls))
    return seen


def may_be_counted(path: Path) -> bool:
    game = forthgame.load(path, native=False)
    return game.forth.processor.register(extension_registers.LEAVES_COUNTABLE) != 0


@pytest.mark.parametrize("name", COUNTED)
@pytest.mark.sampled(7)
def test_as_many_are_counted_as_are_listed(tmp_path: Path, name: str) -> None:
    """This holds in both tiers, whatever the words store, up to the same errors."""
    path = written(tmp_path, COUNTED[name])
    assert may_be_counted(path)
    listed = counted(path, native=False, counts=False)
    assert listed == counted(path, native=False, counts=True)
    assert listed == counted(path, native=True, counts=True)


@pytest.mark.parametrize("name", LISTED)
@pytest.mark.sampled(4)
def test_what_looks_at_recorded_moves_is_listed(tmp_path: Path, name: str) -> None:
    """The counts are equal."""
    path = written(tmp_path, LISTED[name])
    assert not may_be_counted(path)
    assert counted(path, native=True, counts=True) == counted(path, native=False, counts=True)


MORE = {
    "a rule": ": OnIsLegal? ( -- ? ) count ++ count @ 3 MOD ;",
    "moves taken out later": ": OnMoves ( -- ) ;",
    "a judge that looks": ": OnIsTerminal? ( -- ? ) $FirstMove DROP FALSE ;",
    "a judge that asks what moved": ": OnIsTerminal? ( -- ? ) last DROP FALSE ;",
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", MORE)
def test_whoever_takes_moves_out_of_a_list_or_looks_needs_one(tmp_path: Path, name: str) -> None:
    """These are rules, events, and words that evaluate."""
    path = written(tmp_path, COUNTED["captures first"], MORE[name])
    assert not may_be_counted(path)
    assert counted(path, native=True, counts=True) == counted(path, native=False, counts=True)


PIECES = ("{n} prefer", "unique", "{n} prefer {n} prefer", "", "", "count @ 3 MOD prefer")


def random_word(random: Random, name: str) -> str:
    """A word that adds some moves that say something of themselves."""
    text = ""
    for _ in range(random.randint(1, 3)):
        asked = random.choice(("friend? NOT", "empty?", "enemy?", "TRUE"))
        said = " ".join(random.choices(PIECES, k=2)).replace("{n}", str(random.randint(-1, 2)), 1)
        said = said.replace("{n}", str(random.randint(-1, 2)))
        text += f" {random.choice('nsew')} {asked} AND IF go {said} add-move ENDIF from to"
    return f": {name} {random.choice(('', 'count ++'))} {text} ;"


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "seed", [pytest.param(k, marks=[] if k < 4 else pytest.mark.slow) for k in range(120)]
)
def test_random_words_count_alike(tmp_path: Path, seed: int) -> None:
    """This holds for any attributes of the moves, in any order."""
    random = Random(seed)
    words = " ".join(random_word(random, name) for name in ("up", "eat", "side"))
    path = written(tmp_path, words)
    listed = counted(path, native=False, counts=False)
    assert listed == counted(path, native=False, counts=True)
    assert listed == counted(path, native=True, counts=True)
