"""Lists source lines: set-ups, links, entries of move lists, executed lines, earlier moves."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from forthgame.analysis.dataflow import closure
from forthgame.base.errors import ForthgameError, Place
from forthgame.position.new_games import begin
from forthgame.position.playthrough import Playthrough
from forthgame.rules.declaration.declaration import Declaration
from forthgame.rules.model import DeclaredPart, MoveList
from forthgame.rules.script import Script
from forthgame.why.inspection.probe import Probe
from forthgame.why.inspection.short_texts import bracketed, brief, contents, joined, piece_name
from forthgame.why.inspection.state_copies import copy_state, isolated
from forthgame.why.profiling.coverage import places_to_reach
from forthgame.why.recording.recorded_runs import recorded_generation
from forthgame.why.recording.trial import Segment
from forthgame.why.wording.explanation import cut
from forthgame.why.wording.wording import Wording
from forthgame.words.registers import memory_layout as at
from forthgame.words.table.dictionary import Word

POSITIONS_SHOWN = 5
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
NAMED = re.compile(
    r"(?<![^\s(`,;:])([^\s(`,;:]++(?:\([^\s()]*\)[^\s(`,;:]*+)*+):(\d{1,9}(?:, \d{1,9})*)(?!\d)"
)
LINES_RUN = 36  # executed lines that are shown
CONSTANTS_WITHIN = 10  # leading cells that are searched for constants
VARIABLES = 4  # variables read by an event that are shown
RUN_BY_MOVES = 20  # lines shown of words that moves run
OF_A_WORD = 4  # lines of a word before other words get more
OF_THE_FIRST = 12  # more for the word in question and the last word
MOST_REACHED = 20_000  # most places recorded while a move is played
CELLS = 4  # cells of storage that are followed
MAKING = 9  # lines shown of the word that made a move
LINES = 26  # lines shown of a move
LONGEST = 60  # characters of a move that is quoted


def set_up_notes(
    wording: Wording, positions: Iterable[int], pieces: Iterable[int], begun: Sequence[int]
) -> list[str]:
    """Describe the {board-setup lines of positions, and of piece types that are on no position.

    For a position without a set-up line, show the lines of its neighbours in the grid. `begun` has
    the board cells at the beginning of the game, which may differ from the set-up after loading.
    """
    parts = _set_ups(wording)
    lines, names = [], wording.game.declaration.positions
    other = False
    numbers = [n for n in dict.fromkeys(positions) if 0 <= n < len(names)]
    for number in numbers[:POSITIONS_SHOWN]:
        own = [p for p in parts if p.names[2] == names[number]]
        if own:
            put = " ".join(own[-1].names[:2])
            other = other or piece_name(wording.game, begun[number]) != put
            lines.append(f"{names[number]}: {put} ({joined(p.place for p in own)})")
        elif near := _neighbour_lines(parts, wording.game.declaration, number):
            beside = f"{', '.join(p.names[2] for p in near)} in {joined(p.place for p in near)}"
            lines.append(f"{names[number]}: nothing ({beside})")
    title = "the script's set-up has" if other else "set up"
    found = [f"{title}: {'; '.join(lines)}"] if lines else []
    others = {names[number] for number in numbers[POSITIONS_SHOWN:]}
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


def _neighbour_lines(
    parts: list[DeclaredPart], declared: Declaration, number: int
) -> list[DeclaredPart]:
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


def entries_in(wording: Wording, listed: MoveList) -> list[DeclaredPart]:
    """Return the entries of a move list."""
    return [p for p in _parts(wording, listed) if p.keyword == "{move}"]


def list_notes(wording: Wording, listed: MoveList) -> list[str]:
    """Report words that a list contains twice, and unlisted words with names like its own."""
    parts = entries_in(wording, listed)
    words = [p.names[0] for p in parts if p.names]
    found = []
    for word in dict.fromkeys(words):
        places = [p.place for p in parts if p.names and p.names[0] == word]
        types = {
            following.names[:1]
            for p in parts
            if p.names
            and p.names[0] == word
            and (following := wording.declared.behind(p)) is not None
            and following.keyword == "{move-type}"
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
        words_missed = [f"`{word}` ({brief(place)})" for word, place in missed.items()]
        found.append(f"in no list of moves: {', '.join(words_missed[:LEFT_OUT])}")
    return found


def lines_of(wording: Wording, listed: MoveList) -> str:
    """Return ` (file:line, line …)` for the header and the entries of a move list."""
    places = joined(p.place for p in _parts(wording, listed) if p.keyword in ("{moves", "{move}"))
    return f" ({places})" if places else ""


# -- executed lines --------------------------------------------------------------------------------


def executed_lines(
    wording: Wording,
    segments: list[Segment],
    segment: Segment,
    word: str = "",
    nearest: Iterable[int] = (),
    named: Container[tuple[str, int]] = (),
) -> list[str]:
    """Return the lines that led to the end of a segment, by word; empty for a single line.

    The cells `nearest` come first, then the segment, then the segments before it. `word` gets the
    most lines, and lines in `named` are left out.
    """
    last = next((k for k, s in enumerate(segments) if s is segment), len(segments) - 1)
    cells = list(reversed(segment.ran))
    for before in reversed(segments[:last]):
        cells += reversed(before.ran)
    cells = list(dict.fromkeys([*nearest, *cells, *wording.before]))
    return describe_lines(wording, cells, word, named)


def named_in(texts: Iterable[str]) -> set[tuple[str, int]]:
    """Return the files and line numbers that some sentences mention."""
    found = [match for text in texts for match in NAMED.findall(text)]
    return {(Path(file).name, int(line)) for file, lines in found for line in lines.split(", ")}


def describe_lines(
    wording: Wording,
    cells: Sequence[int],
    word: str = "",
    named: Container[tuple[str, int]] = (),
) -> list[str]:
    """Describe cells by the lines of their words, and the definitions of their values."""
    values = wording.values
    lines = by_word(wording, cells, LINES_RUN, word, named)
    found = [f"it ran, the nearest first: {lines}"] if lines else []
    names = [wording.probe.named(cell) for cell in cells]
    found += [
        f"`{name}` is set by IS in {', '.join(map(brief, values.deferred[name]))}"
        for name in dict.fromkeys(names)
        if name in values.deferred
    ]
    found += [
        f"`{name}` holds what stands in {joined(values.data[name][:LINES_RUN])}"
        for name in dict.fromkeys(names)
        if name in values.data
    ]
    constants = [n for n in dict.fromkeys(names[:CONSTANTS_WITHIN]) if n in values.constants]
    if constants:
        where = joined(values.constants[name] for name in constants)
        found.append(f"{', '.join(f'`{name}`' for name in constants)}: defined in {where}")
    return found


def by_word(
    wording: Wording,
    cells: Iterable[int],
    most: int,
    word: str = "",
    named: Container[tuple[str, int]] = (),
    fewest: int = 2,
) -> str:
    """Return the lines of cells, grouped by word; empty if there are fewer than `fewest` cells."""
    words: dict[tuple[str, str], list[int]] = {}
    every = 0
    for cell in cells:
        place = wording.probe.place(cell)
        if place is None:
            continue
        every += 1
        lines = words.setdefault((wording.probe.owner(cell), place.file), [])
        if place.line not in lines and (Path(place.file).name, place.line) not in named:
            lines.append(place.line)
    if every < fewest or not any(words.values()):
        return ""
    shown: dict[tuple[str, str], list[int]] = {}
    room, first = most, next(iter(words))[0]
    for bound in (OF_A_WORD, most):
        for key, lines in words.items():
            limit = max(bound, OF_THE_FIRST) if key[0] in (first, word) else bound
            taken = shown.get(key, [])
            more = lines[len(taken) : limit][:room]
            shown[key] = taken + more
            room -= len(more)
    return ", ".join(_word_lines(*key, lines) for key, lines in shown.items() if lines)


def _word_lines(word: str, file: str, lines: list[int]) -> str:
    return f"`{word}` ({Path(file).name}:{', '.join(map(str, lines))})"


def variables_read(wording: Wording, names: Iterable[str]) -> list[str]:
    """Return a sentence about the lines that set the given variables."""
    found = [
        f"`{name}` {where}"
        for name in names
        if wording.is_variable(name) and (where := wording.set_where(name))
    ]
    return [f"set: {'; '.join(found[:VARIABLES])}"] if found else []


def run_by_moves(wording: Wording) -> list[str]:
    """Return the lines of the words that moves run when they are made, including called words."""
    todo = list(wording.values.run_by_moves)
    lines: dict[tuple[str, str], dict[int, None]] = defaultdict(dict)
    for name in todo:
        word = wording.game.forth.dictionary.find(name)
        if word is None or word.kind != "colon" or word.place is None:
            continue
        for cell in range(word.entry, word.end):
            token = wording.probe.token(cell)
            if token is None:
                continue
            called = wording.game.forth.dictionary.find(token.text)
            if called is not None and called.kind == "colon" and token.text not in todo:
                todo.append(token.text)
            lines[name, token.source.name][token.place.line] = None
    shown, room = [], RUN_BY_MOVES
    for (name, file), numbers in lines.items():
        if room > 0:
            shown.append(_word_lines(name, file, list(numbers)[:room]))
        room -= len(numbers)
    return [f"moves run, when they are made: {', '.join(shown)}"] if shown else []


# -- earlier moves ---------------------------------------------------------------------------------


def past_notes(
    state: Playthrough,
    wording: Wording,
    positions: Iterable[int],
    reads: Iterable[tuple[int, str]] = (),
) -> list[str]:
    """Describe the last move, and the moves that last changed the given positions or cells.

    `reads` are cells of board storage with their names; if no move has changed them, the lines that
    run at the start of a game are shown. Returns a sentence for each.
    """
    named_cells = [(p, wording.position(p)) for p in positions]
    named_cells = [entry for entry in named_cells if 0 <= entry[0] < len(wording.game.positions)][
        :2
    ]
    found: list[str] = []
    described: set[int] = set()
    for cells in (named_cells, list(reads)[:CELLS]):
        changed, name = _changed_last(state, cells)
        if changed >= 0 and changed not in described:
            described.add(changed)
            found += _move_notes(state, wording, changed, f"{name} was changed last by", True)
        elif changed < 0 and cells is not named_cells and cells:
            found += _start_notes(state, wording, cells[0][1])
    if state.past and len(state.past) - 1 not in described:
        found += _move_notes(state, wording, len(state.past) - 1, "the move before was")
    return found


def _changed_last(state: Playthrough, cells: list[tuple[int, str]]) -> tuple[int, str]:
    """Return the number of the last move that changed a cell and its name; -1 if there is none."""
    boards = [memoryview(p.board).cast("i") for p in (*state.past, state.position)]
    for cell, name in cells:
        for number in reversed(range(len(boards) - 1)):
            if boards[number][cell] != boards[number + 1][cell]:
                return number, name
    return -1, ""


def _start_notes(state: Playthrough, wording: Wording, name: str) -> list[str]:
    """Describe the lines run at the start of a game, in words that may set a variable."""
    with isolated(state.game), _places_reached(state.game) as reached:
        try:
            begin(state.game, 1)
        except ForthgameError:
            return []
    called: dict[str, set[str]] = defaultdict(set)
    for text, _, owner in wording.tokens:
        called[owner].add(text)
    said = {text for text in name.strip("`").split() if wording.is_variable(text)}
    naming = [owner for owner, texts in called.items() if said & texts]
    setting = set(closure(naming, lambda owner: called.get(owner, ())))
    cells = [cell for cell in reversed(reached) if wording.probe.owner(cell) in setting]
    lines = by_word(wording, cells, LINES)
    return [f"no move has changed {name}; when the game began, it ran {lines}"] if lines else []


def _move_notes(
    state: Playthrough, wording: Wording, number: int, how: str, watching: bool = False
) -> list[str]:
    """Describe an earlier move: its text, the word that made it, the lines that playing it ran.

    With `watching`, the lines that the word ran to make it are added.
    """
    text = state.history[len(state.history) - len(state.past) + number]
    before = state.copy()
    for _ in range(len(state.past) - number):
        before.step_back()
    try:
        maker, making = _maker_of(before, text, watching)
        cells = _cells_run_by(before, text)
    except ForthgameError:
        return []
    lines = by_word(wording, cells, LINES, fewest=1)
    if not maker and not lines:
        return []
    played = f"; when it was played, it ran {lines}" if lines else ""
    made = by_word(wording, making, MAKING)
    made = f", which ran {made}" if made else ""
    return [f"{how} `{cut(text, LONGEST)}`{_listed(wording, maker)}{made}{played}"]


def _maker_of(before: Playthrough, text: str, watching: bool) -> tuple[Word | None, list[int]]:
    """Return the word that made a move and, with `watching`, the cells it ran, last first."""
    with recorded_generation(copy_state(before), lambda _: False) as found:
        trial = next((m.trial for m in found.moves if m.text == text and m.trial), None)
    if trial is None or not watching:
        return (None if trial is None else trial.word), []
    key = trial.key()
    with recorded_generation(copy_state(before), lambda other: other.key() == key) as found:
        made = next((m for m in found.moves if m.text == text and m.trial), None)
    own = None if made is None else made.segment
    return trial.word, [] if own is None else list(reversed(own.ran))


def _listed(wording: Wording, word: Word | None) -> str:
    if word is None:
        return ""
    entries = [part.place for part in entries_of(wording, word)]
    return f" of `{word.name}`{bracketed(word.place, *entries)}"


def _cells_run_by(before: Playthrough, text: str) -> list[int]:
    """Return the cells that playing a move runs, last first, without those of move generation."""
    with isolated(before.game):
        twin = copy_state(before)
        move = twin.find(text, exact=True, after_end=True)
        _ = twin.outcome
        with _places_reached(before.game) as reached:
            twin.make(twin.position, move.index)
    return list(reversed(reached))


@contextmanager
def _places_reached(game: Script) -> Iterator[dict[int, None]]:
    """Record the places of the script that the body reaches, ordered by their last visit."""
    probe, processor = Probe(game), game.forth.processor
    reached: dict[int, None] = {}
    left = MOST_REACHED

    def noted() -> None:
        nonlocal left
        left -= 1
        if left <= 0:
            processor.breaks.clear()
        elif not processor.register(at.GENERATING):
            reached.pop(probe.cell(), None)
            reached[probe.cell()] = None

    processor.breaks, processor.on_break = set(places_to_reach(game, probe)), noted
    try:
        yield reached
    finally:
        processor.breaks = set()
