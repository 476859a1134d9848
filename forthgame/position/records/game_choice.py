"""Find the bundled game of a record by its tags, as the games' files of texts declare them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from forthgame.base.source import is_file, package_path
from forthgame.position.records.formats import format_named
from forthgame.position.records.game_tree import GameTree, RecordError
from forthgame.position.texts.texts_file import ENDING, read_tables


@cache
def _declared() -> dict[Path, dict[str, Any]]:
    """Return the tables `[records]` of the bundled games by path of the file."""
    found = {}
    for path in sorted(package_path("games").glob(f"*/*{ENDING}")):
        records = read_tables(path, None).get("records")
        if isinstance(records, dict):
            found[path] = records
    return found


def script_of(tree: GameTree, form: str) -> str:
    """Return the script that plays a record: a file it names, or a bundled one.

    Raises RecordError if there is none.
    """
    texts = format_named(form).texts
    for path, records in _declared().items():
        entries = records.get(form)
        if isinstance(entries, dict):
            script = texts.script_for(entries, tree)
            if script is not None:
                return str(_beside(path, script))
    if named := texts.file_of(tree):
        return named
    if found := _named(texts.named_game(tree)):
        return str(found)
    raise RecordError(
        f"the game of this record is not known: {texts.naming(tree)}; --game names its script",
        tree.name, tree.line,
    )  # fmt: skip


def _beside(path: Path, script: str) -> Path:
    if script:
        return path.with_name(f"{script}.4th")
    return path.with_name(path.name.removesuffix(ENDING) + ".4th")


def _named(name: str) -> Path | None:
    """Return the bundled script with a name, None if there is none."""
    if not name.replace("-", "").replace("_", "").isalnum():
        return None
    games = package_path("games")
    for path in (games / name / f"{name}.4th", *sorted(games.glob(f"*/{name}.4th"))):
        if is_file(path):
            return path
    return None
