"""Every word of the dialect works as documented, in both tiers; none is missing.

A case is a line `NAMES | first ;; then RESULT`: `first` is interpreted, `then` is compiled as a
word and run by the interpreter or as machine code. RESULT is `-> stack`, `=> output` as a Python
text, or `!! part of the error`. The cases in `dialect/game.py` are run in a game, and those with
`==` are move words: the moves they make, and the changes on the board when the first is played.
"""

from __future__ import annotations

from ast import literal_eval
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from dialect import game as game_cases, language, plain, scripts
from dialect.names import NAMES

import forthgame
from forthgame.machine.tiers.native_tier import NativeTier

MARKS = (" -> ", " => ", " !! ", " == ")


@dataclass(frozen=True)
class Case:
    """A line of a table of cases, taken apart."""

    names: tuple[str, ...]
    first: str
    then: str
    mark: str
    result: str

    @property
    def title(self) -> str:
        """Return its name among the tests."""
        return f"{' '.join(self.names)} {self.mark}{self.result}"[:60]


def read(text: str) -> list[Case]:
    """The cases of a table; a line that begins without a name goes on with the one before."""
    found: list[Case] = []
    lines: list[str] = []
    for line in text.strip().splitlines():
        if " | " in line:
            lines.append(line)
        else:
            lines[-1] += "\n" + line
    for line in lines:
        names, _, rest = line.partition(" | ")
        place, mark = max((f"{rest} ".rfind(mark), mark) for mark in MARKS)
        source, result = rest[: max(place, 0)], f"{rest} "[place + len(mark) :].strip()
        first, parted, then = source.rpartition(";;")
        found.append(
            Case(tuple(names.split()), first if parted else "", then, mark.strip(), result)
        )
    return found


VARIABLES = [
    Case((name,), "", f"{name} @ 77 {name} ! {name} @ SWAP {name} !", "->", "77")
    for name in language.PLAIN_VARIABLES
]
MACHINE_CASES = [*read(plain.CASES), *read(language.CASES), *VARIABLES]
GAME_CASES = read(game_cases.CASES)


@dataclass
class Prepared:
    """A machine with a word for each case, and the output and items of the first parts."""

    machine: forthgame.Machine
    printed: list[str]
    left: list[list[int]]


@cache
def prepared(native: bool) -> Prepared:
    """All cases of the bare machine, interpreted or compiled."""
    machine = forthgame.Machine(native=False)
    found = Prepared(machine, [], [])
    for number, case in enumerate(MACHINE_CASES):
        found.printed.append(machine.run(case.first))
        found.left.append(machine.stack)
        machine.forth.recover()
        machine.run(f": case{number} {case.then} ;")
    if native:
        forth = machine.forth
        forth.processor.tier = tier = NativeTier(forth.processor)
        words = [forth.word(f"case{k}") for k in range(len(MACHINE_CASES))]
        tier.compile(forth, [word.entry for word in words])
    return found


TIERS = pytest.mark.parametrize("native", [False, True], ids=["interpreted", "native"])


def numbered(cases: list[Case]) -> pytest.MarkDecorator:
    """A test for each case, named after its words."""
    return pytest.mark.parametrize("number", range(len(cases)), ids=lambda k: cases[k].title)


@TIERS
@numbered(MACHINE_CASES)
def test_word(number: int, native: bool) -> None:
    """A word of plain Forth."""
    case, table = MACHINE_CASES[number], prepared(native)
    machine = table.machine
    text = f"{' '.join(map(str, table.left[number]))} case{number}"
    if case.mark == "!!":
        with pytest.raises(forthgame.ScriptError) as caught:
            machine.run(text)
        assert case.result in caught.value.message
        assert caught.value.place is not None
        return
    try:
        output = table.printed[number] + machine.run(text)
        stack = machine.stack
    finally:
        machine.forth.recover()
    if case.mark == "=>":
        assert output == literal_eval(case.result)
    else:
        assert stack == [int(item) for item in case.result.split()]


@cache
def playing(native: bool) -> forthgame.Game:
    """The game of the cases, with a word for each."""
    lines = [game_cases.HEAD]
    for number, case in enumerate(GAME_CASES):
        lines.append(f"{case.first}\n: case{number} {case.then} ;")
    path = Path(game_cases.__file__).parent / "table.4th"
    return from_text("\n".join(lines), path, native)


def from_text(text: str, path: Path, native: bool) -> forthgame.Game:
    """A game from a text, as if it stood in a file. Raises ScriptError."""
    path.write_text(text)
    try:
        game = forthgame.load(path)
    finally:
        path.unlink()
    if native and game.native is not None:
        game.native.prepare(wait=True, engines=False)
    return game


def pieces(state: forthgame.State) -> dict[str, str]:
    """The board as `position: player.piece`."""
    return {where: f"{player}.{piece}" for where, (player, piece) in state.board.items()}


def changes(before: dict[str, str], after: dict[str, str]) -> str:
    """Return the changes of the board: `-b2 c2=X.man`."""
    gone = [f"-{where}" for where in sorted(before) if where not in after]
    put = [f"{k}={after[k]}" for k in sorted(after) if before.get(k) != after[k]]
    return " ".join([*gone, *put])


def run_in(game: forthgame.Game, text: str) -> tuple[list[int], str]:
    """The stack and the output of a text. Raises ScriptError."""
    from forthgame.base.source import Source

    game.printed.clear()
    try:
        game.forth.load_text(Source("case", text))
        game.forth.processor.flush()
        return game.forth.processor.items(), "".join(game.printed)
    finally:
        game.forth.recover()


@TIERS
@numbered(GAME_CASES)
def test_word_of_a_game(number: int, native: bool) -> None:
    """A word that needs a board is run at the first move, or as a move word."""
    case, game = GAME_CASES[number], playing(native)
    run_in(game, f"' {'nothing' if case.mark != '==' else f'case{number}'} IS probe")
    state = game.new_game(seed=1)
    if case.mark == "==":
        texts, _, changed = case.result.partition(" / ")
        moves = state.moves()
        assert "; ".join(map(str, moves)) == texts
        if changed:
            before = pieces(state)
            state.play(moves[0])
            assert changes(before, pieces(state)) == changed
        return
    state.moves()
    if case.mark == "!!":
        with pytest.raises(forthgame.ScriptError) as caught:
            run_in(game, f"case{number}")
        assert case.result in caught.value.message
        return
    stack, output = run_in(game, f"case{number}")
    if case.mark == "=>":
        assert output == literal_eval(case.result)
    else:
        assert stack == [int(item) for item in case.result.split()]


@pytest.mark.parametrize(
    ("script", "native"),
    [
        pytest.param(
            script, native, marks=pytest.mark.slow if native and k % 3 else (),
            id=f"{script.title}-{'native' if native else 'interpreted'}",
        )
        for k, script in enumerate(scripts.SCRIPTS)
        for native in (False, True)
    ],
)  # fmt: skip
def test_section(script: scripts.Script, native: bool, tmp_path: Path) -> None:
    """These are words that declare a game, events, and words that need a whole game."""
    for name, text in script.files.items():
        (tmp_path / name).write_text(text)
    game = from_text(script.text, tmp_path / "game.4th", native)
    state = game.new_game(seed=1)
    for number, check in enumerate(script.checks):
        if callable(check):
            check(game, state)
            continue
        (case,) = read(f"check | {check}")
        state.moves()
        state.enter()
        stack, output = run_in(game, case.then)
        wanted = case.result
        shown = " ".join(map(str, stack)) if case.mark == "->" else repr(output)
        assert shown == wanted, (number, check)


def covered() -> set[str]:
    """Names that a case is about."""
    cases = [*MACHINE_CASES, *GAME_CASES]
    found = {name for case in cases for name in case.names}
    return found | {name for script in scripts.SCRIPTS for name in script.names}


def test_every_word_has_a_case_and_every_case_a_word() -> None:
    """None is missing, in either direction."""
    assert len(NAMES) == len(set(NAMES)) == 601
    assert covered() - set(NAMES) == set()
    assert set(NAMES) - covered() == set()


def test_every_word_is_named_in_its_case() -> None:
    """A case uses the words that it is about."""
    for case in [*MACHINE_CASES, *GAME_CASES]:
        used = set(f"{case.first} {case.then}".split())
        assert set(case.names) <= used, case
    for script in scripts.SCRIPTS:
        strings = [check for check in script.checks if isinstance(check, str)]
        used = set(" ".join([script.text, *strings]).split())
        assert set(script.names) <= used, set(script.names) - used


def test_every_word_is_in_the_dictionary() -> None:
    """The machine has no game."""
    dictionary = forthgame.Machine(native=False).forth.dictionary
    assert [name for name in NAMES if dictionary.find(name) is None] == []
