"""Read the set-up of a script from the rule file beside it, as games for Axiom were published.

Such a script declares the rules, and its rule file the first position: `(board-setup (White (Man
a1 b1)))`. Its names are those of the script. The section that is returned has each `{setup}` on
its line of the rule file, so messages name that line.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from forthgame.base.source import Source, is_file, read_source, resolved
from forthgame.zrf.forms import Form
from forthgame.zrf.rule_file import ENDING, LARGEST, RuleFile, read_rule_file

MOST_FILES = 2000  # files of a folder that are looked at


@dataclass(frozen=True)
class ScriptNames:
    """Names that a script declares."""

    players: Collection[str]
    pieces: Collection[str]
    positions: Collection[str]


def set_up_in(
    path: Path, players: Collection[str], pieces: Collection[str], positions: Collection[str]
) -> Source | None:
    """Return a section `{board-setup … board-setup}` with the set-up of a rule file.

    It is that of the first of its games whose names the script declares; None if there is none.
    Raises ScriptError for a mistake in the rule file.
    """
    names = ScriptNames(players, pieces, positions)
    file = read_rule_file(path)
    for _, form in file.playable():
        placed = list(_placed(file, form, names))
        if placed and all(placed):
            return _section(path, [each for each in placed if each])
    return None


def rule_file_beside(script: Path) -> Path | None:
    """Return `NAME.zrf` beside `NAME.4th`, else the only rule file of the folder, or None."""
    folder = resolved(script).parent
    with suppress(OSError):
        near = (path for path in islice(folder.iterdir(), MOST_FILES))
        found = [
            p for p in near if p.suffix.lower() == ENDING and not p.is_symlink() and is_file(p)
        ]
        own = [path for path in found if path.stem == script.stem]
        return own[0] if own else found[0] if len(found) == 1 else None
    return None


Placed = tuple[str, str, str, Form]  # player, piece, position and its place in the rule file


def _placed(file: RuleFile, form: Form, names: ScriptNames) -> Iterator[Placed | None]:
    """Yield the pieces of a game's set-up; None for one whose names the script does not have."""
    expand = file.macros.expand
    inherited = [] if form.head == "game" else [f for _, f in file.playable() if f.head == "game"]
    for whole in (form, *inherited):
        parts = [part for part in expand(whole.rest) if part.head == "board-setup"]
        if parts:
            break
    else:
        return
    for side in expand(parts[-1].rest):
        items = list(expand(side.items or []))
        for group in items[1:]:
            piece, *places = list(expand(group.items or [])) or [group]
            for place in places:
                known = (
                    items[0].text in names.players
                    and piece.text in names.pieces
                    and place.text in names.positions
                )
                yield (items[0].text, piece.text, place.text, place) if known else None


def _section(path: Path, placed: Sequence[Placed]) -> Source:
    lines: list[str] = []
    for player, piece, position, form in placed:
        line = form.place.line if form.source.path == path else 0
        while len(lines) < line - 1:
            lines.append("")
        text = f"{{setup}} {player} {piece} {position}"
        if len(lines) < line:
            lines.append(text)
        elif lines:
            lines[-1] += f" {text}"
        else:
            lines.append(text)
    lines[0] = f"{{board-setup {lines[0]}"
    text = "\n".join(lines) + " board-setup}\n"
    data = read_source(path, limit=LARGEST, regular=True).data
    return Source(path.name, text, path, data=data)
