"""Code that makes tallied moves without running their words.

If a word makes at most one move, with the same actions each time, these are known when the game is
compiled: pieces that are put, moved, captured or changed at offsets from the start of the word, and
compiled words that store such numbers into storage of the board. `@make` performs them for a
position. Other moves are made by running the word (`words/lists/counted_moves.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from forthgame.analysis.function import Function
from forthgame.analysis.instruction import Instruction, rearranged
from forthgame.compile.generation.switches import Optimisation, used
from forthgame.compile.ir.ir_lines import IrLines, define
from forthgame.compile.reading.path_graph import MoveSite
from forthgame.compile.reading.path_states import CHOICES, Action
from forthgame.compile.reading.symbolic_values import (
    NOWHERE,
    RelativePosition,
    StorageAddress,
    Value,
)
from forthgame.words.registers import memory_layout as at
from forthgame.words.registers.extension_registers import HANDS, PLAYED_USED

PLACE, QUICK = "ptr %vm, i64 %number, i64 %pos", "alwaysinline nounwind"
MOST_ACTIONS = 16  # of one move
MOST_STEPS = 64  # instructions of a compiled word
OF_A_TYPE = {"drop-piece": "put", "create-piece-type": "put", "change-type": "type"}
ENTRY_OF = Callable[[int], int | None]


@dataclass(frozen=True)
class BoardChange:
    """A change of the board. Positions are numbers, or offsets from the start of the word.

    move   move the piece that stood at the position `value` before the move to `where`
    put    put a piece of type `value` of the player whose pieces are moved
    piece  put the piece `value`
    clear  remove the piece
    type   give the piece, if there is one, the type `value`
    store  write `value` into the storage, `where` bytes after the board's first cell
    """

    kind: str
    where: int | RelativePosition
    value: int | RelativePosition = 0

    @property
    def on_board(self) -> bool:
        return self.kind != "store"


@dataclass(frozen=True)
class MoveProgram:
    """The changes that a move makes, and the number of its actions."""

    changes: tuple[BoardChange, ...]
    actions: int

    @property
    def size(self) -> int:
        """The size of the move in a list, in bytes."""
        return (at.MOVE_CELLS + self.actions * at.ACTION_CELLS) * at.CELL

    @property
    def last(self) -> int | RelativePosition | None:
        """The position of the last action that has one, or None."""
        return next((change.where for change in reversed(self.changes) if change.on_board), None)


class MoveMaker:
    """Derive the changes of moves. `entry_of` returns the entry of a compiled word's token."""

    def __init__(
        self, functions: Mapping[int, Function], entry_of: ENTRY_OF, settled: Mapping[int, int]
    ) -> None:
        self._functions, self._entry_of, self._settled = functions, entry_of, settled

    def made(self, site: MoveSite) -> MoveProgram | None:
        """Return the changes that a move makes; None if they are unknown."""
        if site.actions is None:
            return None
        settled = self._settled
        actions = [action for action in site.actions if action.name not in CHOICES]
        if not 0 < len(actions) <= MOST_ACTIONS or not used(Optimisation.MADE):
            return None
        if settled[HANDS] or settled[PLAYED_USED] or site.kind != "add-move":
            return None
        changes = self._changes_of(actions)
        if changes is None or (settled[at.RARE] and not all(change.on_board for change in changes)):
            return None
        return MoveProgram(changes, len(actions))

    def _changes_of(self, actions: Sequence[Action]) -> tuple[BoardChange, ...] | None:
        changes: list[BoardChange] = []
        items: list[Value] = []
        for action in actions:
            if action.name == "COMPILE-LITERAL":
                literal = action.taken[0]  # an address would be that of an earlier copy
                items.append(literal if isinstance(literal, (int, RelativePosition)) else None)
            elif action.name == "(COMPILE)":
                entry = self._entry_of(action.operand)
                stored = _stored(self._functions.get(-1 if entry is None else entry), items)
                if stored is None:
                    return None
                changes += stored
            elif (change := _change_of(action)) is not None:
                changes.append(change)
            else:
                return None
        return tuple(changes)


def _change_of(action: Action) -> BoardChange | None:
    """Return the change that an action makes, or None if it is unknown."""
    name, here, taken = action.name, RelativePosition(action.offset), action.taken
    if name == "later!":
        return _store(*taken)
    where = here if not name.endswith(("-at", "move")) else taken[-1]
    if not isinstance(where, (int, RelativePosition)) or where == RelativePosition(NOWHERE):
        return None
    if name == "move":
        start = taken[0]
        if not isinstance(start, (int, RelativePosition)) or start == RelativePosition(NOWHERE):
            return None
        return BoardChange("move", where, start)
    if name in ("capture", "capture-at"):
        return BoardChange("clear", where)
    if name in ("drop", "create", "create-at"):
        return BoardChange("put", where, action.type)
    player, type = _given(name, taken)
    if not isinstance(player, int) or not isinstance(type, int):
        return None
    if name.startswith("create-player"):
        type = type if "type" in name else action.type
        return BoardChange("piece", where, (player & at.PLAYER_MASK) | (type & at.PIECE_MASK))
    kind = OF_A_TYPE.get(name.removesuffix("-at"))
    return None if kind is None else BoardChange(kind, where, type & at.PIECE_MASK)


def _given(name: str, taken: tuple[Value, ...]) -> tuple[Value, Value]:
    """Return the player and the type that an action takes; 0 for those that it does not take."""
    left = list(taken[:-1] if name.endswith("-at") else taken)
    player = left.pop(0) if name.startswith("create-player") and left else 0
    return player, left[0] if left else 0


def _stored(function: Function | None, items: list[Value]) -> list[BoardChange] | None:
    """Return the stores of a compiled word for given stack items; None if it does more."""
    if function is None or function.refused:
        return None
    found: list[BoardChange] = []
    cell = function.start
    for _ in range(MOST_STEPS):
        instruction = function.instructions[cell]
        if instruction.name == "EXIT":
            return found
        if not _follow(instruction, items, found):
            break
        cell = instruction.next
    return None


def _follow(instruction: Instruction, items: list[Value], found: list[BoardChange]) -> bool:
    """Follow one instruction of a compiled word; return whether its result is known."""
    name, count = instruction.name, len(instruction.row.effect.inputs)
    if name in ("LIT", "(VARIABLE)"):
        items.append(instruction.operand if name == "LIT" else StorageAddress(instruction.operand))
        return True
    if len(items) < count:
        return False
    taken = items[len(items) - count :]
    moved = rearranged(instruction, taken)
    change = _store(*taken) if name == "!" else None
    if moved is None and change is None:
        return False
    items[len(items) - count :] = moved or ()
    if change is not None:
        found.append(change)
    return True


def _store(value: Value, address: Value) -> BoardChange | None:
    """Return the change for a store into storage of the board, or None for other addresses."""
    if (
        not isinstance(value, (int, RelativePosition))
        or not isinstance(address, StorageAddress)
        or address.span
    ):
        return None
    return BoardChange("store", address.offset, value)


# -- functions for `cells.make` -------------------------------------------------------------------


def make_text(made: Sequence[Sequence[MoveProgram | None]], all_so: bool) -> str:
    """Return the functions that make moves.

    `made` has the changes of each move number for each player; None is unknown. `all_so` means that
    lists contain all moves that can be made, in their order.
    """
    known = {
        number: [player for player in each if player is not None]
        for number, each in enumerate(made)
        if None not in each
    }
    sizes = {number: max(player.size for player in each) for number, each in known.items()}
    alike = all(player.size == sizes[n] for n, each in known.items() for player in each)
    every = all_so and alike and len(known) == len(made)

    def made_or_not(o: IrLines) -> None:
        _choose(o, known, lambda number: o.do(f"ret i32 {sizes[number]}"), "ret i32 0")

    def make(o: IrLines) -> None:
        _choose(o, known, lambda n: _for_players(o, n, known[n], _write_changes), "ret void")

    def last(o: IrLines) -> None:
        _choose(o, known, lambda n: _for_players(o, n, known[n], _write_last), "ret i32 -1")

    return (
        define(f"define void @make({PLACE}) {QUICK}", make)
        + define(f"define i32 @last_made({PLACE}) {QUICK}", last)
        + define(f"define i32 @made(ptr %vm, i64 %number) {QUICK}", made_or_not)
        + f"define i32 @some_made(ptr %vm) {QUICK} {{ ret i32 {-1 if known else 0} }}\n"
        + f"define i32 @all_made(ptr %vm) {QUICK} "
        + f"{{ ret i32 {max(sizes.values(), default=0) if every else 0} }}\n"
    )


def _choose(o: IrLines, known: Iterable[int], write: Callable[[int], None], other: str) -> None:
    arms = " ".join(f"i64 {number}, label %is{number}" for number in known)
    o.do(f"switch i64 %number, label %none [ {arms} ]", "none:", other)
    for number in known:
        o.do(f"is{number}:")
        write(number)


def _for_players(
    o: IrLines, number: int, made: list[MoveProgram], write: Callable[[IrLines, MoveProgram], None]
) -> None:
    """Write code for a move, with a switch over the players if they differ."""
    if all(each == made[0] for each in made):
        write(o, made[0])
        return
    o.by_player(f"is{number}", len(made))
    for k, each in enumerate(made, 1):
        o.do(f"is{number}.{k}:")
        write(o, each)


def _write_last(o: IrLines, made: MoveProgram) -> None:
    o.do(f"ret i32 {-1 if made.last is None else _number(o, made.last)}")


def _write_changes(o: IrLines, made: MoveProgram) -> None:
    """Write the changes in order. Moved pieces are loaded before all of them."""
    changes = made.changes
    board = o.value(f"sext i32 {_cell(o, o.register(at.BOARD))} to i64")
    first = o.value(f"getelementptr i8, ptr {o.register(at.MEMORY)}, i64 {board}")
    places = {change.where: _place(o, first, change.where) for change in changes if change.on_board}
    starts = {change.value for change in changes if change.kind == "move"}
    moved = {start: (there := _place(o, first, start), _cell(o, there)) for start in starts}
    for change in changes:
        place = places.get(change.where, "") if change.on_board else ""
        if change.kind == "move":
            start, piece = moved[change.value]
            _set(o, "0", start)
            _set(o, piece, place)
        elif change.kind == "clear":
            _set(o, "0", place)
        elif change.kind == "put":
            owner = o.value(f"and i32 {o.cell(at.A_FOR_PLAYER)}, {at.PLAYER_MASK}")
            _set(o, o.value(f"or i32 {owner}, {change.value}"), place)
        elif change.kind == "piece":
            _set(o, str(change.value), place)
        elif change.kind == "type":
            _change_type(o, place, change)
        else:
            assert isinstance(change.where, int), "storage lies at a known place"
            _set(o, _number(o, change.value), o.slot(first, change.where, "i8"))
    o.do("ret void")


def _change_type(o: IrLines, place: str, change: BoardChange) -> None:
    before = _cell(o, place)
    kept = o.value(f"and i32 {before}, {~at.PIECE_MASK}")
    after = o.value(f"or i32 {kept}, {change.value}")
    empty = o.value(f"icmp eq i32 {before}, 0")
    _set(o, o.value(f"select i1 {empty}, i32 0, i32 {after}"), place)


def _place(o: IrLines, first: str, where: int | RelativePosition) -> str:
    if isinstance(where, int):
        return o.slot(first, where)
    there = o.value(f"add i64 %pos, {where.offset}")
    return o.value(f"getelementptr i32, ptr {first}, i64 {there}")


def _number(o: IrLines, value: int | RelativePosition) -> str:
    if isinstance(value, int):
        return str(value)
    return o.value(f"trunc i64 {o.value(f'add i64 %pos, {value.offset}')} to i32")


def _cell(o: IrLines, place: str) -> str:
    return o.value(f"load i32, ptr {place}, align 1")


def _set(o: IrLines, value: str, place: str) -> None:
    o.do(f"store i32 {value}, ptr {place}, align 1")
