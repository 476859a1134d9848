"""What words mean is written in their rows, not in lists of their names."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import forthgame
from forthgame.words.primitives import TABLE

PACKAGE = Path(forthgame.__file__).parent
READERS = ("analysis", "compile", "machine", "rules", "search")  # folders that read threaded code
FEW = 3  # names that a module may list
MOST = 15  # longer lists of these folders; this number only goes down
NAMES = {row.name for row in TABLE.rows}


def lists_of_words(source: ast.Module) -> Iterator[tuple[int, list[str]]]:
    """Yield the line and the names of each display that has mostly names of words."""
    for node in ast.walk(source):
        if isinstance(node, ast.Set | ast.Tuple | ast.List):
            items: list[ast.expr | None] = list(node.elts)
        elif isinstance(node, ast.Dict):
            items = list(node.keys)
        else:
            continue
        texts = [item.value for item in items if isinstance(item, ast.Constant)]
        names = [text for text in texts if isinstance(text, str) and text in NAMES]
        if len(names) > FEW and 2 * len(names) >= len(items):
            yield node.lineno, names


def test_a_list_is_seen() -> None:
    source = ast.parse('A = {"DUP", "SWAP", "DROP", "OVER"}; B = {"+": 1, "-": 2}')
    assert [names for _, names in lists_of_words(source)] == [["DUP", "SWAP", "DROP", "OVER"]]


def test_readers_of_code_list_few_names_of_words() -> None:
    """A word that is entered in the table is understood without being entered elsewhere."""
    found = [
        f"{path.relative_to(PACKAGE)}:{line}: {' '.join(names)}"
        for folder in READERS
        for path in sorted((PACKAGE / folder).rglob("*.py"))
        for line, names in lists_of_words(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert len(found) <= MOST, "\n".join(found)
