"""Which positions a piece may take on from where it stands: what `attacked?` need not try.

For each player and type of pieces, the words of its moves are followed from all positions at once.
A row of bits for each start says where `here` may be; it grows along directions, through branches,
calls and loops, until it grows no more. Where a move ends on `here` or on a constant, these are the
positions reached; where that cannot be told, all are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from forthgame.game.lists import ASKING, ATTACKS
from forthgame.lang import beyond
from forthgame.lang import layout as at
from forthgame.vm.compiler.decode import BRANCHES, ENDS, Function, Instruction, Program

if TYPE_CHECKING:
    from forthgame.game.declare import Declaration
    from forthgame.vm.forth import Forth

Rows = tuple[int, ...]  # for each start, a bit for each position
MOST_CELLS = 1 << 19  # of the tables
LAST_BIT = 31  # stands for this entry of a list and all behind it
MOST_STEPS = 200_000  # instructions followed for a game
DEEPEST = 60  # calls
KNOWN_GROUPS = frozenset(("stack", "arithmetic", "control", "board", "moves", "turns"))
HARMLESS = frozenset(("@", "C@", "LIT"))
CHANGING = frozenset(("$SetTurn", "(push-position)", "(pop-position)", "$CloneBoard"))
STORES = frozenset(("!", "C!", "+!", "ON", "OFF", "++", "--"))
PLACED_HERE = frozenset(
    ("capture", "drop", "drop-piece", "create", "create-player", "create-piece-type",
     "create-player-piece-type", "change-type", "change-owner")
)  # fmt: skip
ENDING_ON_TOP = frozenset(
    ("move", "capture-at", "drop-piece-at", "create-at", "create-player-at",
     "create-piece-type-at", "create-player-piece-type-at", "change-type-at", "change-owner-at")
)  # fmt: skip


class Unknown(Exception):
    """A move word does what is not followed: it may reach every position."""


class Reach:
    """Follows move words for one player."""

    def __init__(self, forth: Forth, program: Program, player: int) -> None:
        self._forth, self._program, self._player = forth, program, player
        self._processor = forth.processor
        self._count = self._processor.register(at.POSITIONS)
        self.all = (1 << self._count) - 1
        self._links: dict[int, list[int]] = {}
        self._steps: dict[tuple[int, int], int] = {}
        self._tokens: tuple[int, ...] = ()
        self._reached: list[int] = []
        self._known: dict[int, Rows] = {}
        self._left = MOST_STEPS
        self._asking = {forth.engine_word(word).entry for word in (*ASKING, *ATTACKS)}

    def reached(self, entry: int) -> Rows:
        """Where the word at a cell may take, for each start."""
        known = self._known.get(entry)
        if known is None:
            self._reached = [0] * self._count
            try:
                self._tokens = self._runnable(entry)
                self._follow(entry, tuple(1 << k for k in range(self._count)), 0)
                known = tuple(self._reached)
            except Unknown:
                known = (self.all,) * self._count
            self._known[entry] = known
        return known

    def _runnable(self, entry: int) -> tuple[int, ...]:
        """Entries of the words whose tokens a word may run with EXECUTE."""
        found: list[int] = []
        for function in self._program.reachable({entry}):
            for number in sorted(function.literals()):
                word = self._forth.dictionary.by_token(number)
                if word is not None and word.entry not in found:
                    found.append(word.entry)
                    found += [e for e in self._runnable_in(word.entry) if e not in found]
        return tuple(found)

    def _runnable_in(self, entry: int) -> list[int]:
        words = [
            self._forth.dictionary.by_token(number)
            for function in self._program.reachable({entry})
            for number in sorted(function.literals())
        ]
        return [word.entry for word in words if word is not None]

    # -- one word -------------------------------------------------------------------------------

    def _follow(self, entry: int, rows: Rows, depth: int) -> Rows:
        """Where `here` may be behind a word that begins with it on `rows`."""
        if depth > DEEPEST:
            raise Unknown
        function = self._program.function(entry)
        if function.refused:
            raise Unknown
        arrived: dict[int, Rows] = {}
        todo = [(entry, rows)]
        behind: Rows = (0,) * self._count
        while todo:
            cell, rows = todo.pop()
            before: Instruction | None = None
            while True:
                if cell in function.leaders or cell == entry:
                    known = arrived.get(cell)
                    joined = rows if known is None else _union(known, rows)
                    if joined == known:
                        break
                    arrived[cell] = rows = joined
                self._left -= 1
                if self._left < 0:
                    raise Unknown
                instruction = function.instructions[cell]
                rows = self._step(function, instruction, before, rows, depth)
                if instruction.name in BRANCHES:
                    todo.append((instruction.operand, rows))
                if instruction.name in ENDS:
                    if instruction.name in ("EXIT", "$Exit"):
                        behind = _union(behind, rows)
                    break
                before, cell = instruction, instruction.next
        return behind

    def _step(
        self,
        function: Function,
        instruction: Instruction,
        before: Instruction | None,
        rows: Rows,
        depth: int,
    ) -> Rows:
        name = instruction.name
        if name in ("(DIRECTION)", "(SYMMETRIC)"):
            return self._along(self._direction(instruction), rows)
        if name == "(CALL)" and instruction.operand in self._asking:
            return rows
        if name == "(CALL)":
            return self._follow(instruction.operand, rows, depth + 1)
        if name == "back":
            return tuple(1 << k for k in range(self._count))
        if name == "to":
            return self._constant(before, rows)
        if name == "EXECUTE":
            return self._run_any(rows, depth)
        if name in PLACED_HERE:
            self._take(rows)
        elif name in ENDING_ON_TOP:
            self._take(self._constant(before, rows))
        elif name in STORES:
            self._require_harmless(before)
        elif name in CHANGING or not (instruction.row.group in KNOWN_GROUPS or name in HARMLESS):
            raise Unknown(name)
        return rows

    def _run_any(self, rows: Rows, depth: int) -> Rows:
        if not self._tokens:
            raise Unknown
        behind = rows
        for entry in self._tokens:
            behind = _union(behind, self._follow(entry, rows, depth + 1))
        return behind

    def _constant(self, before: Instruction | None, rows: Rows) -> Rows:
        """What the top of the stack is behind an instruction, if it is a position that is known."""
        if before is not None and before.name == "here":
            return rows
        if before is not None and before.name == "from":
            return tuple(1 << k for k in range(self._count))
        if before is not None and before.name == "LIT" and 0 <= before.operand < self._count:
            return (1 << before.operand,) * self._count
        return (self.all,) * self._count

    def _require_harmless(self, before: Instruction | None) -> None:
        """A store may go to storage of the script, and not to the cell of `here`."""
        if before is None:
            raise Unknown
        own = before.name == "LIT" and before.operand >= at.DATA
        if not own and before.name not in ("(VARIABLE)", "(ARRAY)", "(BYTES)", "(CELLS)"):
            raise Unknown

    def _take(self, rows: Rows) -> None:
        self._reached = [a | b for a, b in zip(self._reached, rows, strict=True)]

    # -- directions -----------------------------------------------------------------------------

    def _direction(self, instruction: Instruction) -> int:
        if instruction.name == "(DIRECTION)":
            return instruction.operand
        table = self._processor.register(at.SYMMETRIES)
        number = (self._player >> 11) & 31
        return int(self._processor.cell(table + (number * 128 + instruction.operand) * 4))

    def _along(self, direction: int, rows: Rows) -> Rows:
        steps = self._steps
        found = []
        for row in rows:
            key = (direction, row)
            target = steps.get(key)
            if target is None:
                target = steps[key] = self._linked(direction, row)
            found.append(target)
        return tuple(found)

    def _linked(self, direction: int, row: int) -> int:
        links = self._links.get(direction)
        if links is None:
            start = self._processor.register(at.LINKS)
            start += direction * self._processor.register(at.LINK_STRIDE) * 4
            links = [self._processor.cell(start + 4 * k) for k in range(self._count)]
            self._links[direction] = links
        target = 0
        while row:
            low = row & -row
            link = links[low.bit_length() - 1]
            target |= 1 << link if link >= 0 else low  # where there is no link, `here` stays
            row ^= low
        return target


def _union(first: Rows, second: Rows) -> Rows:
    return tuple(a | b for a, b in zip(first, second, strict=True))


def _mentions_attacks(forth: Forth, reads: Callable[[int], Iterable[int]]) -> bool:
    """Whether a script's words ask for attacks."""
    words = [forth.engine_word(name) for name in ATTACKS]
    wanted = {word.entry for word in words} | {word.token for word in words}
    return any(
        wanted & set(reads(word.entry))
        for word in forth.dictionary.words[forth.fence :]
        if word.kind in ("colon", "does")
    )


def write_reach(forth: Forth, declaration: Declaration) -> None:
    """Write the tables that `(next-attacker)` reads, if the script asks for attacks."""
    processor = forth.processor
    processor.set_register(beyond.ATTACK_REACH, 0)
    program = Program(forth.code.cells, forth.code.top)

    def reads(entry: int) -> set[int]:
        function = program.function(entry)
        return function.callees() | function.literals()

    if not _mentions_attacks(forth, reads):
        return
    count = len(declaration.positions)
    pieces = declaration.pieces
    size = (len(declaration.players) + 1) * len(pieces) * count * count
    if size > MOST_CELLS:
        return
    cells = [0] * size
    for player in declaration.players:
        reach = Reach(forth, program, player.code)
        for number, piece in enumerate(pieces):
            moves = declaration.lists.get(piece.moves)
            start = (player.code // at.PLAYER_UNIT * len(pieces) + number) * count * count
            for index, (word, _) in enumerate(moves.entries if moves else ()):
                bit = 1 << index if index < LAST_BIT else -1 << LAST_BIT
                _set_bits(cells, start, bit, reach.reached(word.entry))
    processor.set_register(beyond.ATTACK_REACH, forth.store_cells(cells))


def _set_bits(cells: list[int], start: int, bit: int, rows: Rows) -> None:
    """Set a bit in the cells of the targets that are reached from each position."""
    count = len(rows)
    for source, row in enumerate(rows):
        while row:
            low = row & -row
            cells[start + source * count + low.bit_length() - 1] |= bit
            row ^= low
