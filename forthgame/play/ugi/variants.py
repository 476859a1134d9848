"""Find the names that other programs use for games: the values of the option UCI_Variant.

The table `[engine]` of a game's own file of texts declares the name.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from forthgame.base.errors import ForthgameError
from forthgame.base.source import is_file, package_path, resolved
from forthgame.position.texts.texts_file import ENDING, read_tables


def engine_table(tables: dict[str, Any]) -> dict[str, Any]:
    """Return the table `[engine]` of a file, empty if there is none."""
    found = tables.get("engine", {})
    return found if isinstance(found, dict) else {}


def variant_of(script: Path) -> str:
    """Return the name of a script's game, empty if its own file does not declare one."""
    path = script.with_name(script.stem + ENDING)
    if not is_file(path):
        return ""
    try:
        name = engine_table(read_tables(path, resolved(script).parent)).get("variant", "")
    except ForthgameError:  # reported when the game is loaded
        return ""
    return name if isinstance(name, str) and len(name.split()) == 1 else ""


def variants_beside(script: Path) -> dict[str, Path]:
    """Return the scripts that can take a script's place by name, with its own name first.

    These are all bundled games for a bundled one, else the script alone. A game without a name has
    none.
    """
    own = variant_of(script)
    if not own:
        return {}
    found, games = {own: script}, package_path("games")
    if resolved(script).is_relative_to(resolved(games)):
        for path in sorted(games.glob(f"*/*{ENDING}")):
            other = path.with_name(path.name.removesuffix(ENDING) + ".4th")
            if is_file(other) and (name := variant_of(other)):
                found.setdefault(name, other)
    return found
