"""Notes about set-up lines, links between positions, and entries of move lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from forthgame.base.errors import Place
from forthgame.rules.declaration.declaration import Declaration
from forthgame.rules.model import DeclaredPart, MoveList
from forthgame.why.inspection.short_texts import brief, contents, joined, piece_name
from forthgame.why.wording.wording import Wording
from forthgame.words.table.dictionary import Word

MOST = 5  # positions that are shown
MORE = 12  # lines of other positions
LINKS = 8  # lines with links that are shown
STEM = re.compile(r"(.+?)[-_./]")
ALIKE = 2  # words with the same stem in a list, after which another is missed
LEFT_OUT = 3  # missed words that are named
COMPASS = {
    (-1, 0): ("n", "north", "up"),
    (1, 0): ("s", "south", "down"),
    (0, 1): ("e", "east", "right"),
    (0, -1): ("w", "west", "left"),
    (-1, 1): ("ne", "northeast", "north-east", "upright"),
    (-1, -1): ("nw", "northwest", "north-west", "upleft"),
    (1, 1): ("se", "southeast", "south-east", "downright"),
    (1, -1): ("sw", "southwest", "south-west", "downleft"),
}


def set_up_notes(
    wording: Wording, positions: Iterable[int], pieces: Iterable[int], begun: Sequence[int]
) -> list[str]:
    """Describe the {board-setup lines of positions, and of piece types that are on no position.

    For a position without a set-up line, show the lines of its neighbours in the grid. `begun` has
    the board cells at the beginning of the game, which may differ from the set-up after loading.
    """
    parts = _set_ups(wording)
    if not parts:
        return []
    lines, names = [], wording.game.declaration.positions
    other = False
    asked = [n for n in dict.fromkeys(positions) if 0 <= n < len(names)]
    for number in asked[:MOST]:
        own = [p for p in parts if p.names[2] == names[number]]
        if own:
            put = " ".join(own[-1].names[:2])
            other = other or piece_name(wording.game, begun[number]) != put
            lines.append(f"{names[number]}: {put} ({joined(p.place for p in own)})")
        elif near := _beside(parts, wording.game.declaration, number):
            beside = f"{', '.join(p.names[2] for p in near)} in {joined(p.place for p in near)}"
            lines.append(f"{names[number]}: nothing ({beside})")
    title = "the script's set-up has" if other else "set up"
    found = [f"{title}: {'; '.join(lines)}"] if lines else []
    others = {names[number] for number in asked[MOST:]}
    more = [p.place for p in parts if p.names[2] in others]
    if found and more:
        found[0] += f"; others in {joined(more[:MORE])}"
    kinds = [wording.game.declaration.pieces[number - 1].name for number in pieces]
    for name in kinds:
        own = [p for p in parts if p.names[1] == name]
        if own and len({p.place.line for p in own}) <= LINKS:
            found.append(f"{name} is set up in {joined(p.place for p in own)}")
    return found


def still_there(wording: Wording) -> list[str]:
    """Return the {board-setup lines whose pieces are still in place, if they are few."""
    names = wording.game.declaration.positions
    standing = [
        p
        for p in _set_ups(wording)
        if p.names[2] in names
        and piece_name(wording.game, contents(wording.game, names.index(p.names[2])))
        == " ".join(p.names[:2])
    ]
    if not standing or len({p.place.line for p in standing}) > MORE:
        return []
    return [f"set up, and there still: {joined(p.place for p in standing)}"]


def _set_ups(wording: Wording) -> list[DeclaredPart]:
    return [p for p in wording.declared.parts("board-setup", "{setup}") if len(p.names) >= 3]


def _beside(parts: list[DeclaredPart], declared: Declaration, number: int) -> list[DeclaredPart]:
    """Return the lines of the left and right neighbours in a grid, otherwise by position number."""
    numbers = {number - 1, number + 1} & set(range(len(declared.positions)))
    if place := declared.spots().get(number):
        board, row, column = place
        beside = (declared.cells.get((board, row, column + step)) for step in (-1, 1))
        numbers = {k for k in beside if k is not None}
    near = {declared.positions[k] for k in numbers}
    return [p for p in parts if p.names[2] in near][:2]


def no_way(wording: Wording, origin: int, target: int) -> list[str]:
    """Report that no direction links two positions, and name the one that should.

    The intended direction is derived from the grid and the names of the compass.
    """
    declared = wording.game.declaration
    if any(way.links.get(origin) == target for way in declared.direction_names.values()):
        return []
    names = declared.positions
    said = f"no direction leads from {names[origin]} to {names[target]}"
    parts = wording.declared.parts("directions", "{link}")
    between = [
        p for p in parts if len(p.names) > 2 and {names[origin], names[target]} & set(p.names[1:3])
    ]
    spots = declared.spots()
    start, end = spots.get(origin), spots.get(target)
    if start is None or end is None or start[0] != end[0]:
        where = joined(p.place for p in between[:LINKS])
        return [f"{said}; links there: {where}"] if between else []
    meant = COMPASS.get((end[1] - start[1], end[2] - start[2]), ())
    for part in wording.declared.parts("directions", "{direction}"):
        if part.names and part.names[0].lower() in meant:
            return [f"{said}, as `{part.names[0]}` might ({joined([part.place])})"]
    return []


# -- move lists -----------------------------------------------------------------------------------


def _parts(wording: Wording, listed: MoveList) -> list[DeclaredPart]:
    """Return the parts of one `{moves` section, but not of others with the same name."""
    found, inside = [], False
    for part in wording.declared.parts("moves"):
        if part.keyword == "{moves":
            inside = part.owner == listed.name and part.place == listed.place
        if inside:
            found.append(part)
    return found


def entries_of(wording: Wording, word: Word) -> list[DeclaredPart]:
    """Return the entries of a word in the move lists that the game uses."""
    lists = wording.game.declaration.lists.values()
    having = (each for each in lists if any(entry.token == word.token for entry, _ in each.entries))
    return [
        part
        for listed in having
        for part in _parts(wording, listed)
        if part.keyword == "{move}" and word.name in part.names
    ]


def list_notes(wording: Wording, listed: MoveList) -> list[str]:
    """Report words that a list contains twice, and unlisted words with names like its own."""
    parts = [p for p in _parts(wording, listed) if p.keyword == "{move}"]
    words = [p.names[0] for p in parts if p.names]
    found = []
    for word in dict.fromkeys(words):
        places = [p.place for p in parts if p.names and p.names[0] == word]
        types = {
            behind.names[:1]
            for p in parts
            if p.names
            and p.names[0] == word
            and (behind := wording.declared.behind(p)) is not None
            and behind.keyword == "{move-type}"
        }
        if len(places) > 1 and len(types) < 2:
            found.append(f"`{word}` is in {listed.name} twice ({joined(places)})")
    stems = [match[1] for word in words if (match := STEM.match(word))]
    used = {p.names[0] for p in wording.declared.parts("moves", "{move}") if p.names}
    used |= {text for text, _, _ in wording.tokens}
    missed: dict[str, Place] = {}
    for _, place, owner in wording.tokens:
        match = STEM.match(owner)
        if match is not None and owner not in used and stems.count(match[1]) >= ALIKE:
            missed.setdefault(owner, place)
    if missed:
        told = [f"`{word}` ({brief(place)})" for word, place in missed.items()]
        found.append(f"in no list of moves: {', '.join(told[:LEFT_OUT])}")
    return found


def lines_of(wording: Wording, listed: MoveList) -> str:
    """Return ` (file:line, line …)` for the header and the entries of a move list."""
    places = joined(p.place for p in _parts(wording, listed) if p.keyword in ("{moves", "{move}"))
    return f" ({places})" if places else ""
