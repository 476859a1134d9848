"""Each example of `docs/reference/examples.md` is reproduced as the page shows it."""

from __future__ import annotations

import io
import re
from functools import cache
from pathlib import Path

import pytest
from rich.console import Console

import forthgame
from forthgame.ui.help import word_reference
from forthgame.ui.help.word_reference import Example, examples
from forthgame.ui.repl.session import Session
from forthgame.ui.repl.shown_stacks import SessionStacks

LEFT = 3  # words without an example
PAGE = Path(__file__).parents[2] / "docs" / "reference" / "examples.md"
IN_GAME, MOVES, BARE = "In a game", "In a move word", "Without a game"
# the deferred word of the game that runs the code of a section
ROLES = {MOVES: "trial", "In an ending": "ended", "In OnIsLegal?": "allowed",
         "In OnMoves": "listed", "In an engine": "engine"}  # fmt: skip
# what these words do otherwise
USUAL = {"trial": "advance", "ended": "nothing", "allowed": "all", "listed": "nothing",
         "engine": "nothing"}  # fmt: skip
EACH = pytest.mark.parametrize("example", examples(), ids=lambda example: example.word)
# words that read the following text, or that are not for definitions
READS = re.compile(
    r"(^|\s)(:|VARIABLE|CREATE|F?CONSTANT|FVARIABLE|\{\S+|\[|\\|\()(\s|$)|S\" .* PAD "
)

TICK = re.compile(r"(?<!\S)'(?!\S)")  # reads from the text: not while a word runs


def script() -> str:
    """The game of the page."""
    found = re.search(r"```forth\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    assert found is not None
    return found[1]


def prepared() -> str:
    """Return the game with the examples that run inside its words, each chosen by a number.

    A word that is typed later would have the game analysed again, for each example.
    """
    codes = [example.code for example in examples() if example.place in ROLES]
    words = [f": example{k} {code} ;" for k, code in enumerate(codes)]
    table = [f"' example{k} ," for k in range(len(codes))]
    roles = [
        f"VARIABLE chosen-{role}  : numbered-{role} chosen-{role} @ 4 * table + @ EXECUTE ;\n"
        f"' numbered-{role} IS {role}  {len(codes) + k} chosen-{role} !"
        for k, role in enumerate(USUAL)
    ]
    usual = [f"' {word} ," for word in USUAL.values()]
    return "\n".join([script(), *words, "CREATE table", *table, *usual, *roles])


@cache
def numbers() -> dict[Example, int]:
    """The numbers of the examples that run inside words, in the table of `prepared`."""
    inside = [example for example in examples() if example.place in ROLES]
    return {example: k for k, example in enumerate(inside)}


@cache
def session(folder: Path) -> tuple[Session, io.StringIO]:
    """A prompt over the game, and its screen."""
    file = folder / "examples.4th"
    file.write_text(prepared(), encoding="utf-8")
    screen = io.StringIO()
    console = Console(file=screen, highlight=False, markup=False, soft_wrap=True, width=200)
    return Session(str(file), native=False, console=console, errors=console), screen


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create the folder of the page's game."""
    return tmp_path_factory.mktemp("examples")


def begin(prompt: Session) -> None:
    """Set up the first position."""
    assert prompt.game is not None
    prompt.move_to(prompt.game.new_game(1))


def typed(example: Example, folder: Path) -> tuple[Session, str]:
    """Return the session after the code of an example, and its output."""
    prompt, screen = session(folder)
    begin(prompt)
    prompt.stacks = SessionStacks()
    prompt.run_forth(
        " ".join(f"{len(numbers()) + k} chosen-{role} !" for k, role in enumerate(USUAL))
    )
    prompt.stacks = SessionStacks()
    screen.seek(0)
    screen.truncate()
    if example.place == IN_GAME:
        prompt.position.moves()
        prompt.run_forth(example.code)
    else:
        prompt.run_forth(f"{numbers()[example]} chosen-{ROLES[example.place]} !")
        begin(prompt)
    return prompt, screen.getvalue()


@EACH
def test_an_example(example: Example, folder: Path) -> None:
    """Examples run at the prompt over the game, or in the bare language."""
    if example.place == BARE:
        machine = forthgame.Machine(native=False)
        if example.form == "stops":
            with pytest.raises(forthgame.ScriptError, match=rf"\d: {re.escape(example.result)}"):
                machine.run(example.code)
            return
        printed = machine.run(example.code)
        items = machine.stack
    else:
        prompt, printed = typed(example, folder)
        items = prompt.forth.processor.items()
    if example.form == "->":
        assert items == [int(item) for item in example.result.split()]
    elif example.form == "prints":
        assert " ".join(printed.rstrip().split("\n")) == example.result
    elif example.form == "plays":
        assert str(prompt.position.search("script", depth=1).move) == example.result
    elif example.form in ("=>", "allows"):
        assert "; ".join(map(str, prompt.position.moves())) == example.result
    else:
        points = prompt.position.result
        assert points is not None
        assert ", ".join(f"{who} {number:g}" for who, number in points.items()) == example.result


@pytest.mark.slow
def test_examples_in_machine_code(tmp_path: Path) -> None:
    """Code that can stand in a definition gives the same there, compiled."""
    chosen = [
        example for example in examples()
        if example.place == MOVES or (example.place == IN_GAME and not READS.search(example.code))
    ]  # fmt: skip
    codes = [TICK.sub("[']", example.code) for example in chosen]
    words = [f": example{k} {code} ;" for k, code in enumerate(codes)]
    table = [f"' example{k} ," for k in range(len(chosen))] + ["' advance ,"]
    file = tmp_path / "examples.4th"
    file.write_text(
        "\n".join([script(), *words, "CREATE table", *table, "VARIABLE number",
                   ": numbered number @ 4 * table + @ EXECUTE ;", "' numbered IS trial"])
    )  # fmt: skip
    screen = io.StringIO()
    console = Console(file=screen, highlight=False, markup=False, soft_wrap=True, width=200)
    prompt = Session(str(file), console=console, errors=console)
    assert prompt.game is not None
    assert prompt.game.native is not None
    prompt.game.native.prepare(wait=True, engines=False)
    for number, example in enumerate(chosen):
        prompt.run_forth(f"{number if example.place == MOVES else len(chosen)} number !")
        begin(prompt)
        prompt.stacks = SessionStacks()
        if example.place == MOVES:
            assert "; ".join(map(str, prompt.position.moves())) == example.result, example.word
            continue
        prompt.position.moves()
        screen.truncate(screen.seek(0))
        prompt.run_forth(f"example{number}")
        items = prompt.forth.processor.items()
        printed = " ".join(screen.getvalue().rstrip().split("\n"))
        found = printed if example.form == "prints" else " ".join(map(str, items))
        assert found == example.result.strip(), example.word


def test_examples_are_of_words() -> None:
    """Each names a word of the reference, uses it, and stands in its help."""
    entries = word_reference.entries()
    for example in examples():
        assert example.place in (IN_GAME, BARE, *ROLES)
        assert example.word in entries
        assert example.word in example.code.split() or example.word.startswith("On")
        assert str(example) in entries[example.word].examples


def test_few_words_have_no_example() -> None:
    """The rest are helpers, variables of the engine, and words that a line cannot show."""
    helpers = ("internal helpers of the dialect", "inside the dialect", word_reference.VARIABLES,
               "what the compiler writes into definitions", "events")  # fmt: skip
    entries = [entry for entry in word_reference.entries().values() if entry.group not in helpers]
    without = [entry.name for entry in entries if not entry.examples]
    assert len(without) <= LEFT
