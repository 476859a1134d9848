"""Trees of random games, and transposition tables, reused between the moves of a game.

A tree is identified by the Position object that it was grown from. A later position of the same
game has that object in its history, so the path between them is known, move by move; in another
game no tree is found. The subtree of the new position is reused, the rest is dropped.

Several threads grow one tree together without locks: see `words/playouts/uct.py`. If a number of
random games or of nodes is given, each thread has a tree of its own instead, so that a seed gives
the same result each time; also with `grave`, whose tables are in the machine that filled them.

An entry of a table contains the number of the search that made it, and is ignored by other
searches. A search that reuses a table takes the number of the one before, so nothing has to be
copied or cleared. It does so only in the same game, with the same options, for the same player
unless there are just two, and if values of positions stay true (`keeps`).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import reduce
from operator import add, or_

from forthgame.base.errors import ForthgameError
from forthgame.machine.memory.processor import Processor
from forthgame.position.playthrough import Playthrough
from forthgame.position.position_record import Position
from forthgame.rules.engines import OF_PRUNING, OF_TREES, Engine, Limits
from forthgame.rules.fact_cache import fact
from forthgame.rules.facts.proof_conditions import is_zero_sum, keeps_rules
from forthgame.rules.script import Script
from forthgame.search.lent_memory import ENTRY, KeyTable, NoRoom
from forthgame.words.registers import memory_layout as at, playout_trees, proof_nodes

LINE_GAMES = 50  # random games that a move of the best line needs
LONGEST_LINE = 64  # plies
CELLS = playout_trees.NODE // 4
MEGABYTES = at.TREE_LIMIT * playout_trees.NODE >> 20  # of a tree by default
MOST = 4  # kept tables of a game


class Nodes:
    """Nodes of a tree in any memory, as cells.

    memory   their cells, which stay mapped as long as a view of them exists
    address  of the root
    size     the largest number of nodes
    """

    def __init__(self, cells: memoryview, start: int, address: int, size: int) -> None:
        self.memory = cells
        self._start = start  # cell of the root
        self.address, self.size = address, size

    def field(self, node: int, offset: int) -> int:
        return int(self.memory[self._start + node * CELLS + offset // 4])

    def set_field(self, node: int, offset: int, value: int) -> None:
        self.memory[self._start + node * CELLS + offset // 4] = value

    def column(self, nodes: range, offset: int) -> memoryview:
        """Return a field of neighbouring nodes. Callers must not keep the view: see `memory`."""
        first = self._start + offset // 4
        return self.memory[first + nodes.start * CELLS : first + nodes.stop * CELLS : CELLS]

    def children(self, node: int) -> range:
        first = self.field(node, playout_trees.FIRST_CHILD)
        return range(first, first + self.field(node, playout_trees.CHILDREN))

    def best_line(self, number: int) -> list[tuple[int, int]]:
        """Return the most visited moves after move `number` of the root.

        Each is its index in the list and the length of that list. The line ends at nodes without
        children, and at moves with fewer than LINE_GAMES games.
        """
        line: list[tuple[int, int]] = []
        children = self.children(0)
        while 0 <= number < len(children):
            children = self.children(children[number])
            games = self.column(children, playout_trees.VISITS).tolist()
            if not games or max(games) < LINE_GAMES or len(line) == LONGEST_LINE:
                break
            number = games.index(max(games))
            line.append((number, len(children)))
        return line

    def forget(self) -> None:
        """Remove the tree, so that a search stopped before it begins reports none."""
        for k in range(CELLS):
            self.memory[self._start + k] = 0


class Tree(Nodes):
    """A tree lent to a machine: up to so many megabytes, with a power of two of nodes."""

    def __init__(self, megabytes: int) -> None:
        size = 1 << ((megabytes << 20) // playout_trees.NODE).bit_length() - 1
        try:
            self._memory = KeyTable(size * playout_trees.NODE // ENTRY)
        except NoRoom:
            raise ForthgameError(f"the system has no {megabytes} MB for a tree") from None
        self.root: Position | None = None
        super().__init__(self._memory.bytes.cast("i"), 0, self._memory.address, size)

    def close(self) -> None:
        self.memory.release()
        self._memory.close()

    def find(self, line: Sequence[Position], moves: int) -> int | None:
        """Return the node of the last position of a game, which has `moves` moves, or None."""
        start = next((k for k in range(len(line), 0, -1) if line[k - 1] is self.root), None)
        if start is None:
            return None
        node = 0
        for position in line[start:]:
            children = self.children(node)
            if not 0 <= position.number < len(children):
                return None
            node = children[position.number]
        known = len(self.children(node)) in (0, moves)
        return node if known and self.field(node, playout_trees.VISITS) else None


@dataclass(frozen=True)
class RootStatistics:
    """Results at the root of a tree: games of this and earlier searches, values, children.

    `columns` has a list for each of COLUMNS, with a number for each child.
    """

    games: int
    kept: int
    values: tuple[int, ...]
    columns: tuple[list[int], ...]


VALUES = (playout_trees.VALUES, playout_trees.VALUES + 4)
COLUMNS = {
    playout_trees.VISITS: add,
    playout_trees.POINTS: add,
    **dict.fromkeys(VALUES, or_),
}  # and how to add two


def share_of(tree: Nodes, before: int) -> RootStatistics:
    """Return the results of a tree that had so many games before this search."""
    children = tree.children(0)
    columns = tuple(tree.column(children, offset).tolist() for offset in COLUMNS)
    own = tuple(tree.field(0, k) for k in VALUES)
    return RootStatistics(tree.field(0, playout_trees.VISITS) - before, before, own, columns)


def _set(tree: Nodes, values: Sequence[int], columns: Sequence[Sequence[int]]) -> None:
    for offset, value in zip(VALUES, values, strict=True):
        tree.set_field(0, offset, value)
    children = tree.children(0)
    for offset, column in zip(COLUMNS, columns, strict=True):
        tree.column(children, offset)[:] = array("i", column)


@contextmanager
def added(tree: Nodes, shares: Sequence[RootStatistics]) -> Iterator[None]:
    """Add the results of other trees to the root, and restore its own at the end."""
    count = len(tree.children(0))
    alike = [share for share in shares if len(share.columns[0]) == count]
    if not alike:
        yield
        return
    own = share_of(tree, 0)
    proven = zip(own.values, *(share.values for share in alike), strict=True)
    values = [reduce(or_, each) for each in proven]
    columns: Sequence[list[int]] = own.columns
    for share in alike:
        columns = [
            list(map(meet, mine, theirs))
            for meet, mine, theirs in zip(COLUMNS.values(), columns, share.columns, strict=True)
        ]
    try:
        _set(tree, values, columns)
        yield
    finally:
        _set(tree, own.values, own.columns)


def reuses_trees(game: Script, limits: Limits) -> bool:
    """Return whether a search reuses a kept tree, and keeps its own.

    False if players choose together, or if the script stores positions of the past or draws random
    numbers: then a position may get other moves when they are made again.
    """
    return bool(limits.keep) and keeps_rules(game)


@contextmanager
def planted_tree(
    state: Playthrough, game: Script, engine: Engine, limits: Limits, thread: int = 0
) -> Iterator[Nodes]:
    """Lend a tree to a search for a position, a kept one if possible, and keep it.

    `game` has the machine that searches; it may be a twin of the state's own.
    """
    processor = game.forth.processor
    processor.set_registers(
        {playout_trees.PROVEN: 0, playout_trees.GOES_ON: 0, playout_trees.KEPT: 0}
    )
    keep = reuses_trees(state.game, limits)
    tree = _lent(limits) if keep or limits.tree is not None else None
    if tree is None:
        use_nodes(processor, at.TREE, at.TREE_LIMIT)
        start = processor.address + at.TREE
        nodes = Nodes(processor.i32, at.TREE >> 2, start, at.TREE_LIMIT)
        nodes.forget()
        yield nodes
        return
    kept, options = state.game.kept_trees, tuple(getattr(limits, name) for name in OF_TREES)
    key = engine.name, state.player, options  # in common with later searches that reuse it
    before = kept.take(key, thread) if keep else None
    use_nodes(processor, tree.address - processor.address, tree.size)
    done = False
    try:
        if before is not None:
            _take(state, game, before)
            processor.set_register(playout_trees.KEPT, tree.field(0, playout_trees.VISITS))
        yield tree
        done = keep
    finally:
        use_nodes(processor, at.TREE, at.TREE_LIMIT)
        processor.set_register(playout_trees.GOES_ON, 0)
        if done:
            tree.root = state.original or state.position
            kept.keep(key, thread, tree)
        else:
            tree.close()


def _lent(limits: Limits) -> Tree | None:
    """Return a tree of the requested size, or None if none is requested and memory is short."""
    try:
        return Tree(limits.tree or MEGABYTES)
    except ForthgameError:
        if limits.tree is not None:
            raise
        return None


def _take(state: Playthrough, game: Script, before: Tree) -> None:
    processor = game.forth.processor
    try:
        line = [*state.past, state.original or state.position]
        node = before.find(line, state.position.count)
        if node is not None:
            processor.i64[playout_trees.OLD_BASE.index] = before.address - processor.address
            game.run_word("(take-subtree)", node)
            processor.set_register(playout_trees.GOES_ON, -1)
    finally:
        processor.i64[playout_trees.OLD_BASE.index] = 0
        before.close()


def use_nodes(processor: Processor, place: int, nodes: int) -> None:
    """Let searches grow their tree in some memory, given its distance from the block."""
    processor.i64[playout_trees.BASE.index] = place
    processor.i64[playout_trees.MASK.index] = nodes - 1


# -- one tree for all threads ----------------------------------------------------------------------


def may_share(limits: Limits) -> bool:
    counted = (limits.playouts, limits.nodes, limits.depth)
    return not limits.grave and limits.time is not None and all(n is None for n in counted)


class SharedTree:
    """A tree, and the parts of its memory in which threads make new nodes, thread 0 first."""

    def __init__(self, tree: Nodes, processor: Processor, threads: int) -> None:
        self._tree = tree
        grown = processor.register(playout_trees.GOES_ON) != 0
        if not grown:
            tree.forget()
        used = processor.register(at.TREE_COUNT) if grown else 1
        room = max(tree.size - used, 0) // threads
        self._kept = tree.field(0, playout_trees.VISITS)
        self._starts = [used + k * room for k in range(threads + 1)]

    @contextmanager
    def lent(self, processor: Processor, thread: int) -> Iterator[None]:
        use_nodes(processor, self._tree.address - processor.address, self._tree.size)
        processor.set_registers({
            at.TREE_COUNT: self._starts[thread], playout_trees.ROOM_END: self._starts[thread + 1],
            playout_trees.KEPT: self._kept, playout_trees.GOES_ON: -1, playout_trees.PROVEN: 0,
        })  # fmt: skip
        try:
            yield
        finally:
            processor.set_registers({playout_trees.ROOM_END: 0, playout_trees.GOES_ON: 0})
            use_nodes(processor, at.TREE, at.TREE_LIMIT)


# -- transposition tables -------------------------------------------------------------------------


class ReusableTable:
    """A reusable table: number of its searches, root of the last one, and memory lent for it.

    serial  0 if there is nothing to reuse
    """

    def __init__(self) -> None:
        self.serial = 0
        self.root: Position | None = None
        self.table: KeyTable | None = None

    def begin(self, state: Playthrough) -> None:
        """Prepare a search for a position; the table of another game is not reused."""
        if not any(position is self.root for position in [*state.past, state.position]):
            self.serial = 0
        self.root = state.position

    @contextmanager
    def used(self, processor: Processor) -> Iterator[None]:
        """Give the search that has just begun the number of the one before."""
        own = processor.register(at.SEARCH_SERIAL)
        self.serial = self.serial or own
        processor.set_register(at.SEARCH_SERIAL, self.serial)
        try:
            yield
        finally:
            processor.set_register(at.SEARCH_SERIAL, own)


@fact
def _tables(game: Script) -> dict[tuple[object, ...], ReusableTable]:
    return {}


def kept_table(state: Playthrough, engine: Engine | None, limits: Limits) -> ReusableTable | None:
    """Return the table that a search reuses or leaves for the next, or None."""
    game = state.game
    divided = engine is not None and engine.step == "(search-to)"
    if engine is None or not divided or limits.repetition or not reuses_trees(game, limits):
        return None
    if state.original is not None:  # entries of tables that machines exchange could not be told
        return None
    options = tuple(getattr(limits, name) for name in OF_PRUNING)
    ended = (limits.depth is None, limits.selective, limits.table)
    # with two players a score does not depend on the searching player
    alike = is_zero_sum(game) and not game.forth.processor.register(at.CHANCE_PLAYERS)
    key = (engine.name, "" if alike else state.player, options, ended)
    with game.lock:
        known = _tables(game)
        kept = known.pop(key, None) or ReusableTable()
        known[key] = kept  # the newest is the last
        for old in list(known)[:-MOST]:
            dropped = known.pop(old)
            if dropped.table is not None:
                dropped.table.close()
    kept.begin(state)
    return kept


@contextmanager
def lent_table(
    processor: Processor, megabytes: int | None, kept: ReusableTable | None = None
) -> Iterator[memoryview | None]:
    """Let searches use a table of up to `megabytes`, or the built-in one for None.

    The number of entries is a power of two. A `kept` table is used again and not closed. The
    yielded view keeps the memory mapped even if another search drops the table. Meanwhile no other
    search of the game begins. Raises ForthgameError if the system has not enough memory.
    """
    processor.searching = True
    try:
        if megabytes is None:
            yield None
            return
        entries = 1 << ((megabytes << 20) // ENTRY).bit_length() - 1
        try:
            table = (kept.table if kept else None) or KeyTable(entries)
        except NoRoom as error:
            raise ForthgameError(str(error)) from None
        if kept:
            kept.table = table
        view = memoryview(table.bytes)
        use_table(processor, table.address - processor.address, entries)
        try:
            yield view
        finally:
            use_table(processor, at.TRANSPOSITIONS, at.TRANSPOSITION_LIMIT)
            view.release()
            if not kept:
                table.close()
    finally:
        processor.searching = False


def use_table(processor: Processor, place: int, entries: int) -> None:
    """Let searches use a table, given its distance from the block."""
    processor.i64[proof_nodes.TABLE_BASE.index] = place
    processor.i64[proof_nodes.TABLE_MASK.index] = entries - 1
