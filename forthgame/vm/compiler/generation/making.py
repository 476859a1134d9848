"""Makes a move that was tallied without running its word, which would only record it.

Where a word makes one move at most, and always of the same actions, these are known when the game
is compiled: pieces that are put, moved, taken or changed at positions so far from where the word
begins, and compiled words that only store such numbers into storage of the board. `@make` does
them for a position. All else is made by running the word (`words/counting.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from forthgame.code.function import Function
from forthgame.code.instruction import Instruction
from forthgame.lang import layout as at
from forthgame.lang.beyond import HANDS, PLAYED_USED
from forthgame.vm.compiler.generation.numbers import Here, Slot, Value
from forthgame.vm.compiler.generation.parts import Part, used
from forthgame.vm.compiler.generation.recording import Action
from forthgame.vm.compiler.lines import Lines, define

PLACE, QUICK = "ptr %vm, i64 %number, i64 %pos", "alwaysinline nounwind"
MOST_ACTIONS = 16  # of a move that is made so
MOST_STEPS = 64  # instructions of a compiled word
OF_A_TYPE = {"drop-piece": "put", "create-piece-type": "put", "change-type": "type"}
ENTRY_OF = Callable[[int], int | None]


@dataclass(frozen=True)
class Deed:
    """Something that is done to the board; positions are numbers, or so far from the word's.

    `move`: what stood where the word began goes to `where`; `put`: a piece of the type `value` of
    the player whose pieces are moved; `clear`; `type`: the piece there, if any, gets the type
    `value`; `store`: `value` goes into the storage so many bytes (`where`) behind the board's first
    cell.
    """

    kind: str
    where: int | Here
    value: int | Here = 0

    @property
    def on_board(self) -> bool:
        """Whether it is done to a position."""
        return self.kind != "store"


@dataclass(frozen=True)
class Made:
    """What a move does whose word records so many actions."""

    deeds: tuple[Deed, ...]
    actions: int

    @property
    def size(self) -> int:
        """The bytes that it would take in a list."""
        return (at.MOVE_CELLS + self.actions * at.ACTION_CELLS) * at.CELL

    @property
    def last(self) -> int | Here | None:
        """The position where its last action ends, if one ends on a position."""
        return next((deed.where for deed in reversed(self.deeds) if deed.on_board), None)


def made_of(
    actions: Sequence[Action] | None,
    functions: Mapping[int, Function],
    entry_of: ENTRY_OF,
    settled: Mapping[int, int],
) -> Made | None:
    """What a move of these actions does; None if that is not known."""
    if actions is None or not 0 < len(actions) <= MOST_ACTIONS or not used(Part.MADE):
        return None
    if settled[HANDS] or settled[PLAYED_USED]:
        return None
    deeds: list[Deed] = []
    items: list[Value] = []
    for action in actions:
        if action.name == "COMPILE-LITERAL":
            items.append(action.taken[0])
        elif action.name == "(COMPILE)":
            entry = entry_of(action.operand)
            stored = _stored(functions.get(-1 if entry is None else entry), items)
            if stored is None or settled[at.RARE]:
                return None
            deeds += stored
        elif (deed := _deed(action)) is not None:
            deeds.append(deed)
        else:
            return None
    return Made(tuple(deeds), len(actions))


def _deed(action: Action) -> Deed | None:
    """What an action does to the board."""
    name, here, taken = action.name, Here(action.offset), action.taken
    where = here if not name.endswith(("-at", "move")) else taken[-1]
    if not isinstance(where, (int, Here)):
        return None
    if name == "move":
        return Deed("move", where)
    if name in ("capture", "capture-at"):
        return Deed("clear", where)
    if name in ("drop", "create", "create-at"):
        return Deed("put", where, action.type)
    kind = OF_A_TYPE.get(name.removesuffix("-at"))
    if kind is None or not isinstance(taken[0], int):
        return None
    return Deed(kind, where, taken[0] & at.PIECE_MASK)


def _stored(function: Function | None, items: list[Value]) -> list[Deed] | None:
    """What a compiled word stores, which takes what stands on the stack; None if it does more."""
    if function is None or function.refused:
        return None
    found: list[Deed] = []
    cell = function.start
    for _ in range(MOST_STEPS):
        instruction = function.instructions[cell]
        if instruction.name == "EXIT":
            return found
        if not _follow(instruction, items, found):
            return None
        cell = instruction.next
    return None


def _follow(instruction: Instruction, items: list[Value], found: list[Deed]) -> bool:
    """Follow one instruction of a compiled word; whether it is known what it does."""
    name, effect = instruction.name, instruction.row.effect
    if name == "LIT":
        items.append(instruction.operand)
        return True
    if name == "(VARIABLE)":
        items.append(Slot(instruction.operand))
        return True
    count = len(effect.inputs)
    shuffles = instruction.row.kind == "shuffle" and not effect.float_inputs
    if len(items) < count or not (shuffles or name == "!"):
        return False
    taken = items[len(items) - count :]
    del items[len(items) - count :]
    if shuffles:
        named = dict(zip(effect.inputs, taken, strict=True))
        items += [named[each] for each in effect.outputs]
        return True
    value, address = taken
    if not isinstance(value, (int, Here)) or not isinstance(address, Slot):
        return False
    found.append(Deed("store", address.offset, value))
    return True


# -- the functions behind `cells.make` ------------------------------------------------------------


def make_text(numbers: Sequence[int], made: Sequence[Sequence[Made | None]], all_so: bool) -> str:
    """The functions, from what the move of each number does, for each player; None: not known.

    `all_so`: whether lists of moves have all that may be made, in their order.
    """
    known = {
        number: [player for player in each if player is not None]
        for number, each in zip(numbers, made, strict=True)
        if None not in each
    }
    sizes = {number: max(player.size for player in each) for number, each in known.items()}
    alike = all(player.size == sizes[n] for n, each in known.items() for player in each)
    every = all_so and alike and len(known) == len(numbers)

    def made_or_not(o: Lines) -> None:
        _choose(o, known, lambda number: o.do(f"ret i32 {sizes[number]}"), "ret i32 0")

    def make(o: Lines) -> None:
        _choose(o, known, lambda n: _for_players(o, n, known[n], _write_deeds), "ret void")

    def last(o: Lines) -> None:
        _choose(o, known, lambda n: _for_players(o, n, known[n], _write_last), "ret i32 -1")

    return (
        define(f"define void @make({PLACE}) {QUICK}", make)
        + define(f"define i32 @last_made({PLACE}) {QUICK}", last)
        + define(f"define i32 @made(ptr %vm, i64 %number) {QUICK}", made_or_not)
        + f"define i32 @some_made(ptr %vm) {QUICK} {{ ret i32 {-1 if known else 0} }}\n"
        + f"define i32 @all_made(ptr %vm) {QUICK} "
        + f"{{ ret i32 {max(sizes.values(), default=0) if every else 0} }}\n"
    )


def _choose(o: Lines, known: Iterable[int], write: Callable[[int], None], other: str) -> None:
    """Do something for the number of a known move, and else the other."""
    arms = " ".join(f"i64 {number}, label %is{number}" for number in known)
    o.do(f"switch i64 %number, label %none [ {arms} ]")
    o.do("none:")
    o.do(other)
    for number in known:
        o.do(f"is{number}:")
        write(number)


def _for_players(
    o: Lines, number: int, made: list[Made], write: Callable[[Lines, Made], None]
) -> None:
    """Write what is done for each player to move."""
    if all(each == made[0] for each in made):
        write(o, made[0])
        return
    player = o.value(f"lshr i32 {_system(o, at.A_PLAYER)}, 11")
    player = o.value(f"and i32 {player}, 31")
    arms = " ".join(f"i32 {k}, label %is{number}.{k}" for k in range(2, len(made) + 1))
    o.do(f"switch i32 {player}, label %is{number}.1 [ {arms} ]")
    for k, each in enumerate(made, 1):
        o.do(f"is{number}.{k}:")
        write(o, each)


def _write_last(o: Lines, made: Made) -> None:
    o.do(f"ret i32 {-1 if made.last is None else _number(o, made.last)}")


def _write_deeds(o: Lines, made: Made) -> None:
    """Do it, in order. A piece that moves is what stood there before all else."""
    deeds = made.deeds
    board = o.value(f"sext i32 {_cell(o, o.register(at.BOARD))} to i64")
    first = o.value(f"getelementptr i8, ptr {o.register(at.MEMORY)}, i64 {board}")
    places = {deed.where: _place(o, first, deed.where) for deed in deeds if deed.on_board}
    moved = start = ""
    if any(deed.kind == "move" for deed in deeds):
        start = _place(o, first, Here(0))
        moved = _cell(o, start)
    for deed in deeds:
        place = places.get(deed.where, "") if deed.on_board else ""
        if deed.kind == "move":
            _store(o, "0", start)
            _store(o, moved, place)
        elif deed.kind == "clear":
            _store(o, "0", place)
        elif deed.kind == "put":
            owner = o.value(f"and i32 {_system(o, at.A_FOR_PLAYER)}, {at.PLAYER_MASK}")
            _store(o, o.value(f"or i32 {owner}, {deed.value}"), place)
        elif deed.kind == "type":
            _change_type(o, place, deed)
        else:
            _store(o, _number(o, deed.value), o.slot(first, _known(deed.where), "i8"))
    o.do("ret void")


def _change_type(o: Lines, place: str, deed: Deed) -> None:
    """Give the piece there another type; where nothing stands nothing happens."""
    before = _cell(o, place)
    kept = o.value(f"and i32 {before}, {~at.PIECE_MASK}")
    after = o.value(f"or i32 {kept}, {deed.value}")
    empty = o.value(f"icmp eq i32 {before}, 0")
    _store(o, o.value(f"select i1 {empty}, i32 0, i32 {after}"), place)


def _known(where: int | Here) -> int:
    if isinstance(where, Here):
        raise TypeError("storage lies at a known place")
    return where


def _place(o: Lines, first: str, where: int | Here) -> str:
    """Pointer to the cell of a position."""
    if isinstance(where, int):
        return o.slot(first, where)
    there = o.value(f"add i64 %pos, {where.offset}")
    return o.value(f"getelementptr i32, ptr {first}, i64 {there}")


def _number(o: Lines, value: int | Here) -> str:
    if isinstance(value, int):
        return str(value)
    return o.value(f"trunc i64 {o.value(f'add i64 %pos, {value.offset}')} to i32")


def _system(o: Lines, cell: int) -> str:
    return _cell(o, o.register(at.MEMORY + cell))


def _cell(o: Lines, place: str) -> str:
    return o.value(f"load i32, ptr {place}, align 1")


def _store(o: Lines, value: str, place: str) -> None:
    o.do(f"store i32 {value}, ptr {place}, align 1")
