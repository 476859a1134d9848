"""Board, directions and symmetries of a game, as a script declares them.

The engine needs further cells of the board record for some words. A script that names none of these
words has none of the cells. They follow the script's own data, and are laid out after the script
has been read, because a word may be named after `board}`.
"""

from __future__ import annotations

from collections.abc import Mapping

from forthgame.base.errors import ScriptError
from forthgame.base.source import Token
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.rules.model import Board, DeclarationTokens, Direction, column_letters
from forthgame.words.registers import extension_registers, memory_layout as at
from forthgame.words.table.dictionary import Word
from forthgame.words.table.sealed_words import keeps

# names in the text of positions
NEXT, OUT, QUIET, CHOICES, LAST = "(next)", "(out)", "(quiet)", "(chosen)", "(last)"
HIDDEN = frozenset((NEXT, OUT, QUIET, CHOICES, LAST))
# registers to set for each
NOTED: Mapping[str, tuple[int, ...]] = {
    "goal": (extension_registers.GOALS,),
    "past": (extension_registers.PLAYED_USED,),
    "cycles": (extension_registers.PLAYED_USED, extension_registers.CYCLES_USED),
}
NOT_COMPARED = (NEXT, QUIET, CHOICES, LAST)


class HiddenCells:
    """The words of this kind that a script names, and the cells that they need."""

    def __init__(self, forth: Forth) -> None:
        self._forth = forth
        self.named: frozenset[str] = frozenset()
        self.uncompared: tuple[str, ...] = ()
        self.choosers = 0  # number of players if some choose together

    def name(self, word: str) -> None:
        if word not in self.named:
            self.named |= {word}
            noted = NOTED.get(keeps(word), ())
            self._forth.processor.set_registers(dict.fromkeys(noted, -1))

    @property
    def cells(self) -> dict[str, int]:
        """Return the items needed and their numbers of cells, in the order of the record."""
        kept = {keeps(word) for word in self.named}
        needed = {
            NEXT: "turns" in kept,
            OUT: "turns" in kept,
            QUIET: "quiet" in kept,
            LAST: "last" in kept,
            CHOICES: 2 * self.choosers,
        }
        return {name: int(count) for name, count in needed.items() if count}

    def write(self, places: dict[str, tuple[int, int]]) -> None:
        """Write offsets to the engine; `places` has the byte offset and size of all storage."""
        first = {name: places[name][0] if name in places else 0 for name in HIDDEN}
        ranges = [places[n] for n in (*self.uncompared, *NOT_COMPARED) if n in places]
        cells = [v for start, size in ranges for v in (start // 4, (size + 3) // 4)]
        table = self._forth.store_cells([len(ranges), *cells]) if ranges else 0
        self._forth.processor.set_registers(
            {
                extension_registers.TURN_NEXT_CELL: first[NEXT],
                extension_registers.TURN_OUT_CELL: first[OUT],
                extension_registers.QUIET_CELL: first[QUIET],
                extension_registers.CHOICE_CELL: first[CHOICES],
                extension_registers.LAST_CELL: first[LAST],
                extension_registers.UNCOMPARED: table,
            }
        )


class Geometry:
    """The sections `{board`, `{directions` and `{symmetries` of a declaration."""

    def __init__(self, forth: Forth) -> None:
        self.forth = forth
        self.rows = self.columns = 0
        self.boards: list[Board] = []
        self.cells: dict[tuple[int, int, int], int] = {}  # board, row, column -> position
        self.positions: list[str] = []
        self.positions_before: list[str] = []  # of the board that `{board` replaced
        self.position_words: list[Word] = []
        self.killed: set[int] = set()
        self.scan_positions: int | None = None
        self.stored: list[tuple[Word, int]] = []
        self.storage_size = 0
        self.directions: list[Direction] = []
        self.direction_names: dict[str, Direction] = {}
        self.symmetric: list[tuple[int, Direction, Direction, bool]] = []
        self.section: tuple[str, Token] | None = None
        self.kept = HiddenCells(forth)
        self.declared = DeclarationTokens()

    def begin_board(self) -> None:
        """Begin the section `{board`: positions are reset, directions stay and are linked again."""
        self.positions_before = self.positions
        self.rows = self.columns = 0
        self.boards, self.cells = [], {}
        self.positions, self.stored, self.storage_size = [], [], 0
        self.position_words, self.killed = [], set()
        self.scan_positions = None
        self.kept.uncompared = ()

    def _fail(self, message: str) -> ScriptError:
        return self.forth.error(-271, message)

    def _refuse_if(self, wrong: object, message: str) -> None:
        if wrong:
            raise self._fail(message)

    def in_text(self) -> Token:
        """Return the current token of the text.

        Raises ScriptError in a word that a game runs: readers of the declaration would miss the
        change.
        """
        forth = self.forth
        if forth.current is None or len(forth.sources) == 1:
            where = "belongs in a script's text, not in a word that a game runs"
            raise self._fail(f"{forth.running} {where}")
        return forth.current

    def _inside(self, name: str) -> None:
        if not self.section or self.section[0] != name:
            raise self._fail(f"{self._word()} belongs between {{{name} and {name}}}")
        self._note_part()

    def _note_part(self) -> None:
        if self.section:
            forth = self.forth
            self.declared.add(self.section[0], forth.running, forth.parsed, forth.current)

    def _word(self) -> str:
        """Return the current word of the text; while a game runs a word, no text is read."""
        return self.forth.current.text if self.forth.current else "a declaration"

    def _register(self, offset: int, value: int) -> None:
        self.forth.processor.set_register(offset, value)

    def _system(self, name: str, value: int) -> None:
        self.forth.processor.set_cell(at.SYSTEM_CELLS[name], value)

    # -- board ----------------------------------------------------------------------------------

    def grid(self, rows: int, columns: int) -> None:
        """Add a grid of positions with their names: `rows columns {grid}`.

        Another grid is another board, with a capital letter in front of its names.
        """
        self._add_board(rows, columns, bool(self.boards))

    def solid(self, planes: int, rows: int, columns: int) -> None:
        """Add boards above each other, named `Aa1` and so on: `planes rows columns {grid3}`."""
        self._refuse_if(not 1 <= planes <= at.MAX_POSITIONS, f"a grid of {planes} planes")
        for _ in range(planes):
            self._add_board(rows, columns, True)

    def _add_board(self, rows: int, columns: int, lettered: bool) -> None:
        self._inside("board")
        self._refuse_if(
            len(self.positions) > len(self.cells), "{grid} comes before other positions"
        )
        most = self._most_positions()
        self._refuse_if(
            not (1 <= rows <= at.MAX_POSITIONS and 1 <= columns <= at.MAX_POSITIONS),
            f"a grid of {rows} rows and {columns} columns",
        )
        self._refuse_if(
            len(self.positions) + rows * columns > most,
            f"a grid of {rows} x {columns} is too large: at most {most} positions",
        )
        if not self.boards:
            self.rows, self.columns = rows, columns
        flipped = self.forth.processor.cell(at.SYSTEM_CELLS["$flipGrid"]) != 0
        number = len(self.boards)
        board = Board(rows, columns, flipped, column_letters(number).upper() if lettered else "")
        self.boards.append(board)
        for row in range(rows):
            self.forth.processor.check_time()
            for column in range(columns):
                self.cells[number, row, column] = len(self.positions)
                self._position(f"{board.prefix}{column_letters(column)}{board.label(row)}")

    def _most_positions(self) -> int:
        return int(min(self.forth.limits.board, at.MAX_POSITIONS))

    def position(self, name: str) -> None:
        self._inside("board")
        self._refuse_if(
            len(self.positions) >= self._most_positions(),
            f"more than {self._most_positions()} positions",
        )
        self._position(name)

    def _position(self, name: str) -> None:
        word = self.forth.literal_word(name, len(self.positions))
        word.role = "position"
        self.position_words.append(word)
        self.positions.append(name)

    def storage(self, name: str, operation: str, size: int) -> None:
        self._inside("board")
        self._refuse_if(not 0 <= size <= 1 << 20, f"storage of {size} bytes")
        word = self.forth.operand_word(name, operation, 0)
        word.role = "board storage"
        self.stored.append((word, self.storage_size))
        self.storage_size += size + 3 & ~3

    def uncompared(self) -> None:
        """Ignore the newest storage when positions are compared: `{uncompared}`."""
        self._inside("board")
        self._refuse_if(
            not self.stored, "{uncompared} must follow a {variable}, {array} or {carray}"
        )
        self.kept.uncompared = (*self.kept.uncompared, self.stored[-1][0].name)

    def storage_places(self) -> dict[str, tuple[int, int]]:
        """Return the offset in the record and the bytes of all storage, by name."""
        start = 4 * len(self.positions)
        ends = [offset for _, offset in self.stored[1:]] + [self.storage_size]
        places = {
            word.name: (start + offset, end - offset)
            for (word, offset), end in zip(self.stored, ends, strict=False)
        }
        start += self.storage_size
        for name, cells in self.kept.cells.items():
            places[name] = (start, 4 * cells)
            start += 4 * cells
        return places

    def dummy_positions(self) -> None:
        """Leave the following positions out of scans: `{dummy-positions}`."""
        self._inside("board")
        self.scan_positions = len(self.positions)

    def kill(self, pos: int) -> None:
        """Remove a position at `board}`, where later ones move up: `{kill} position`."""
        self._inside("board")
        self._known_position(pos)
        self.killed.add(pos)
        self.position_words[pos].role = "no position"

    def _remove_killed(self) -> None:
        if not self.killed:
            return
        left = [k for k in range(len(self.positions)) if k not in self.killed]
        moved = {k: number for number, k in enumerate(left)}
        for k, word in enumerate(self.position_words):
            word.value = moved.get(k, -1)
            self.forth.code.change(word.entry + 1, word.value)
        if self.scan_positions is not None:
            self.scan_positions = sum(k < self.scan_positions for k in left)
        self.positions = [self.positions[k] for k in left]
        self.position_words = [self.position_words[k] for k in left]
        self.cells = {place: moved[k] for place, k in self.cells.items() if k in moved}
        self.killed = set()

    def first_grid(self) -> dict[tuple[int, int], str]:
        return {place[1:]: self.positions[k] for place, k in self.cells.items() if place[0] == 0}

    def spots(self) -> dict[int, tuple[int, int, int]]:
        return {position: place for place, position in self.cells.items()}

    def _link_anew(self) -> None:
        """Link directions again by their declarations if the board has other positions."""
        if self.positions_before in ([], self.positions):
            return
        self.positions_before = []
        numbers = {name: number for number, name in enumerate(self.positions)}
        for direction in self.directions:
            self.forth.processor.check_time()
            direction.links = self._grid_links(direction)
            for source, target in direction.given.items():
                if target is None:
                    direction.links.pop(numbers.get(source, -1), None)
                elif source in numbers and target in numbers:
                    direction.links[numbers[source]] = numbers[target]

    def _name_table(self, names: list[str]) -> int:
        texts = [self.forth.store_text(name) for name in names]
        return int(self.forth.store_cells(texts or [0]))

    # -- directions -----------------------------------------------------------------------------

    def _new_direction(self, name: str) -> Direction:
        self._refuse_if(
            len(self.directions) >= at.MAX_DIRECTIONS, f"more than {at.MAX_DIRECTIONS} directions"
        )
        direction = Direction(name, len(self.directions))
        self.directions.append(direction)
        self.direction_names[name] = direction
        self.forth.operand_word(name, "(DIRECTION)", direction.number).role = "direction"
        return direction

    def direction(self, name: str, rows: int, columns: int, boards: int = 0) -> None:
        self._inside("directions")
        self.link_grid(self._new_direction(name), rows, columns, boards)

    def link_grid(self, direction: Direction, rows: int, columns: int, boards: int = 0) -> None:
        direction.steps = rows, columns, boards
        direction.links |= self._grid_links(direction)
        self._links_changed()

    def _grid_links(self, direction: Direction) -> dict[int, int]:
        if direction.steps is None:
            return {}
        rows, columns, boards = direction.steps
        found = {
            source: self.cells.get((board + boards, row + rows, column + columns))
            for (board, row, column), source in self.cells.items()
        }
        return {source: target for source, target in found.items() if target is not None}

    def bare_direction(self, name: str) -> None:
        self._new_direction(name)
        self._links_changed()

    def newest_direction(self) -> Direction:
        self._refuse_if(not self.directions, "there is no direction yet")
        return self.directions[-1]

    def set_link(self, direction: Direction, source: int, target: int) -> None:
        self._known_position(source, target)
        self._give(direction, source, target)
        self._links_changed()

    def _give(self, direction: Direction, source: int, target: int | None) -> None:
        if target is None:
            direction.links.pop(source, None)
        else:
            direction.links[source] = target
        name = None if target is None else self.positions[target]
        direction.given[self.positions[source]] = name

    def _links_changed(self) -> None:
        if not self.section or self.section[0] not in ("board", "directions"):
            self._write_directions()

    def _known_position(self, *numbers: int) -> None:
        for number in numbers:
            self._refuse_if(not 0 <= number < len(self.positions), f"there is no position {number}")

    def link(self, name: str, source: int, target: int) -> None:
        self._inside("directions")
        self._known_position(source, target)
        self._give(self.direction_names.get(name) or self._new_direction(name), source, target)

    def _known_direction(self, name: str) -> Direction:
        direction = self.direction_names.get(name)
        if direction is None:
            raise self._fail(f"there is no direction {name!r}")
        return direction

    def unlink(self, name: str, source: int) -> None:
        self._inside("directions")
        self._known_position(source)
        self._give(self._known_direction(name), source, None)

    def _write_directions(self) -> None:
        stride = len(self.positions)
        cells = [-1] * (stride * len(self.directions))
        for direction in self.directions:
            self.forth.processor.check_time()
            start = direction.number * stride
            for source, target in direction.links.items():
                if source < stride and target < stride:
                    cells[start + source] = target
        links, count = self.forth.store_cells(cells or [-1]), len(self.directions)
        self.forth.processor.set_registers({at.LINKS: links, at.LINK_STRIDE: stride})
        self.forth.processor.set_system({"$directionCount": count, "$directions": links})
        self.write_symmetry_table()

    # -- symmetries -----------------------------------------------------------------------------

    def symmetry(self, player: int, first: str, second: str, both: bool) -> None:
        self._inside("symmetries")
        self._refuse_if(not 1 <= player >> 11 <= at.MAX_PLAYERS, f"{player} is not a player")
        a, b = self._known_direction(first), self._known_direction(second)
        self.symmetric.append((player >> 11, a, b, both))

    def _write_symmetries(self) -> None:
        self.write_symmetry_table()
        turned = {
            d.number: d for _, a, b, both in self.symmetric for d in ((a, b) if both else (a,))
        }
        for direction in turned.values():
            self.follow_symmetries(direction.name, direction.number)

    def follow_symmetries(self, name: str, number: int) -> None:
        """Redefine a direction so that it depends on the player to move."""
        self.forth.operand_word(name, "(SYMMETRIC)", number).role = "direction"

    def write_symmetry_table(self) -> None:
        table = [*range(at.MAX_DIRECTIONS)] * 32
        for number, a, b, both in self.symmetric:
            table[number * at.MAX_DIRECTIONS + a.number] = b.number
            if both:
                table[number * at.MAX_DIRECTIONS + b.number] = a.number
        self._register(at.SYMMETRIES, self.forth.store_cells(table))
        self._system("$symmetries", self.forth.processor.register(at.SYMMETRIES))
