"""The notations of moves that an engine offers, as a game declares them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from forthgame.base.errors import ForthgameError
from forthgame.base.source import resolved
from forthgame.play.ugi.variants import engine_table
from forthgame.position.texts.texts_file import read_tables, tables_beside

LONG, KEY, UCI = "long", "key", "uci"


def in_order(declared: Sequence[str]) -> list[str]:
    """Return all notations of a game that declares these; the first one is the default."""
    usual = [UCI] * (UCI in declared)
    return [*usual, LONG, KEY, *(name for name in declared if name != UCI)]


def notations_in_text(scripts: Sequence[Path]) -> list[str]:
    """Return the notations declared in a script's table file, without loading the script.

    `scripts` are the script and the files it loads. An unreadable file declares none: loading
    reports the error.
    """
    path = tables_beside(scripts)
    if path is None:
        return in_order(())
    try:
        tables = read_tables(path, resolved(scripts[0]).parent)
    except ForthgameError:
        return in_order(())
    declared = (tables.get("moves", {}), engine_table(tables).get("moves", {}))
    return in_order([name for names in declared if isinstance(names, dict) for name in names])
