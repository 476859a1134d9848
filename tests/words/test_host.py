"""Words of the language call exactly the members that the interpreter's protocols list."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import forthgame
from forthgame.words.table import interpreter_interface

WORDS = sorted((Path(forthgame.__file__).parent / "words").rglob("*.py"))
OWNERS = {
    "forth": interpreter_interface.Forth,
    "processor": interpreter_interface.Processor,
    "p": interpreter_interface.Processor,
    "code": interpreter_interface.CodeBuffer,
    "definition": interpreter_interface.Definition,
    "limits": interpreter_interface.Limits,
    "game": interpreter_interface.Declaration,
}


def asked() -> dict[type, set[str]]:
    """Return for each protocol the names that words of the language use."""
    found: dict[type, set[str]] = {owner: set() for owner in OWNERS.values()}
    for path in WORDS:
        text = path.read_text()
        if "import Forth" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Attribute):
                owner = ast.unparse(node.value).rsplit(".", 1)[-1]
                owner = "definition" if owner.startswith("open_definition(") else owner
                if owner in OWNERS:
                    found[OWNERS[owner]].add(node.attr)
    return found


def listed(protocol: type) -> set[str]:
    own = {name for name in vars(protocol) if not name.startswith("_")}
    return own | set(protocol.__annotations__)


@pytest.mark.parametrize(
    "protocol",
    [
        interpreter_interface.Forth,
        interpreter_interface.Processor,
        interpreter_interface.CodeBuffer,
        interpreter_interface.Declaration,
    ],
)
def test_a_protocol_lists_what_words_use_and_nothing_else(protocol: type) -> None:
    assert listed(protocol) == asked()[protocol]


def test_nothing_stands_for_anything() -> None:
    """No module of words uses `Any` for the interpreter."""
    assert not [path.name for path in WORDS if "Forth = Any" in path.read_text()]
