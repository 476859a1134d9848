"""The word reference is true, and the page in the documentation is current."""

from __future__ import annotations

from pathlib import Path

import pytest
from dialect.names import NAMES

import forthgame
from forthgame.ui.help import command_reference, word_reference
from forthgame.words.primitives import TABLE
from forthgame.words.registers import memory_layout as at
from forthgame.words.registers.system_variables import MEANINGS
from forthgame.words.table.row import Effect

PAGE = Path(forthgame.__file__).parent.parent / "docs" / "words.md"
OWN = {"$score", "$depth", "$nodes", "$noPass", "$reserve", "$perftStop", "$player1", "$player2"}


def test_the_page_is_current() -> None:
    """`forthgame help --markdown` writes it."""
    assert PAGE.read_text(encoding="utf-8") == word_reference.markdown()


def test_the_page_of_commands_is_current() -> None:
    """An option without documentation, or one that has changed, is noticed."""
    page = PAGE.parent / "reference" / "commands.md"
    written = page.read_text(encoding="utf-8")
    assert written == command_reference.page(), (
        "forthgame help --commands > docs/reference/commands.md"
    )


def test_every_option_of_a_command_is_described() -> None:
    """The descriptions are sentences."""
    bare = [
        f"{name} {option.opts[-1]}"
        for name, command in command_reference.commands()
        for option in command_reference.options(command)
        if not (option.help or "").endswith(".")
    ]
    assert bare == []


def test_every_word_of_the_dialect_is_explained() -> None:
    """Every word that is explained can be found."""
    known = word_reference.entries()
    assert [name for name in NAMES if name not in known] == []
    dictionary = forthgame.Machine(native=False).forth.dictionary
    assert [name for name in known if dictionary.find(name) is None] == []


def test_no_machine_code_is_made_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a word can be compiled is decided from its IR."""
    monkeypatch.setattr(
        "forthgame.machine.tiers.plan_search.build", lambda *_: pytest.fail("it is compiled")
    )
    assert word_reference.interpreted() == set()


def test_every_variable_is_explained() -> None:
    """Cells that only the engine uses are left out."""
    written = {name for name in at.SYSTEM_CELLS if name not in MEANINGS}
    assert written - OWN <= {"$moveString", "$playerName", "$playerOffset"}
    assert set(MEANINGS) - set(at.SYSTEM_CELLS) == {"PAD", "$buffer"}


def test_entries_are_complete() -> None:
    """Each has an effect that can be read, a description, and its context; or a source that
    defines it.
    """
    for entry in word_reference.described().values():
        assert Effect.parse(entry.effect), entry.name
        assert entry.meaning.endswith("."), entry.name
        assert entry.native in ("yes", "in Python", "interpreted"), entry.name
        if entry.source:
            assert entry.source.startswith(f": {entry.name} (")
            assert ";" in entry.source.split(), entry.name


OURS = {row.name for row in TABLE.rows}  # tests/words/test_words.py runs their examples
EXAMPLES = [
    e for n, entry in word_reference.described().items() if n not in OURS for e in entry.examples
]  # tests/words/test_word_examples.py runs them


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_in_a_definition_is_true(example: str) -> None:
    """Examples read `code -> stack`, as in the table of primitives; constants have one too."""
    code, _, stack = example.rpartition("->")
    machine = forthgame.Machine(native=False)
    machine.run(code)
    assert machine.stack == [int(item) for item in stack.split()]
