"""Write a move block whose effects are recorded directly.

The move itself is recorded as soon as one `add` is sure to follow, and effects after it as they
stand. Before that, places of effects wait on the stack. A block for which this is impossible raises
NeedsBuffer, and is written again with buffers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from forthgame.zrf.block_writer import COMMANDS, BlockWriter
from forthgame.zrf.context import Context
from forthgame.zrf.forms import Form
from forthgame.zrf.move_facts import ADDS, EFFECTS

REPEATED = 30  # words after an `if` that may be written twice


class NeedsBuffer(Exception):
    """Raised if a block cannot be written with effects recorded directly."""


@dataclass(frozen=True)
class Pending:
    """An effect that waits for `add`: its place, on the stack or constant, and its code."""

    item: str
    code: str
    place: str = ""


@dataclass(frozen=True)
class State:
    """Facts that hold at a point of a direct block."""

    pending: tuple[Pending, ...] = ()
    opened: bool = False  # whether the move itself has been recorded
    takes: int = 0  # captures that have been recorded since
    middle: str = ""  # item with the place at the end of the move's first part


class DirectWriter(BlockWriter):
    """Writes a block whose effects are recorded as they stand before one `add`."""

    marks = False  # whether the block has a `mark`, so that `back` leads there

    def __init__(self, context: Context, drop: bool, royal: bool) -> None:
        super().__init__(context, drop, royal)
        self.state = State()
        self.counter = 0
        self.loops = 0  # loops around
        self.ended = False  # whether the rest of the block has been written in branches

    def sequence(self, forms: list[Form], rest: list[Form]) -> None:
        for k, form in enumerate(forms):
            if self.ended:
                return
            self.next = forms[k + 1] if k + 1 < len(forms) else None
            self.command(form, [*forms[k + 1 :], *rest])

    def choice(self, form: Form, arguments: list[Form], rest: list[Form]) -> None:
        condition, then, other = self.branches(form, arguments)
        facts = self.context.block_facts(form)
        effects = facts.heads & EFFECTS
        adds = facts.heads & ADDS
        if effects and not adds and not self.state.opened and self.leads_to_add(rest):
            self.open(form)
        self.emit(f"{self.flag(condition)} IF", form)
        start, before, stack = len(self.lines), self.state, self.stack.items
        ends: list[tuple[State, tuple[str, ...]]] = []
        for k, part in enumerate((then, other)):
            if k == 1 and other:
                self.emit("ELSE", form)
            self.branch(part, rest, before, stack)
            ends.append((self.state, self.stack.items))
        if ends[0] == ends[1]:
            self.emit("ENDIF", form)
            return
        size = sum(self.context.block_facts(one).size for one in rest)
        if self.loops or size > REPEATED:
            raise NeedsBuffer
        # what follows is short: it is written in both branches
        del self.lines[start:]
        for k, part in enumerate((then, other)):
            if k == 1:
                self.emit("ELSE", form)
            self.branch([*part, *rest], [], before, stack)
            self.depth += 1
            self.drop_to(len(stack), form)
            self.depth -= 1
        self.emit("ENDIF", form)
        self.ended = True

    def branch(
        self, part: list[Form], rest: list[Form], before: State, stack: tuple[str, ...]
    ) -> None:
        self.state, self.stack.items, self.ended = before, stack, False
        self.depth += 1
        self.sequence(part, rest)
        self.depth -= 1
        self.ended = False

    def drop_to(self, height: int, form: Form) -> None:
        """Drop the items above a height of the stack."""
        left = len(self.stack.items) - height
        if left > 0:
            self.emit(" ".join(["2DROP"] * (left // 2) + ["DROP"] * (left % 2)), form)
            self.stack.items = self.stack.items[:height]

    def loop(self, form: Form, arguments: list[Form]) -> None:
        before, stack = self.state, self.stack.items
        if before.opened:
            raise NeedsBuffer
        begin, commands, end = self.loop_parts(form, arguments)
        self.emit(begin, form)
        self.depth += 1
        self.loops += 1
        self.sequence(commands, [])
        self.loops -= 1
        self.depth -= 1
        if self.state != before or self.stack.items != stack:
            raise NeedsBuffer
        self.emit(end, form)

    def leads_to_add(self, rest: list[Form]) -> bool:
        """Return whether one `add` follows before `here` changes."""
        queue = list(rest)
        for _ in range(200):
            if not queue:
                return False
            form = queue.pop(0)
            if self.context.macros.is_call(form):
                queue = [*self.context.macros.body(form), *queue]
                continue
            head = (form.head or form.name).lower()
            if head in ADDS:
                return not head.startswith("add-copy")
            if form.items is not None and head not in COMMANDS:
                queue = [*form.items, *queue]
                continue
            if head in ("verify", "set-flag", "set-position-flag") or head in EFFECTS:
                continue
            if head == "if":
                heads = self.context.block_facts(form).heads
                steps = heads & (self.context.directions | set(self.context.board.positions))
                if heads & {"while", "back", "go", "mark", "from", "to", "cascade"} or steps:
                    return False
                if heads & ADDS:
                    _, then, other = self.branches(form, form.rest)
                    return bool(other) and all(
                        self.leads_to_add([*part, *queue]) for part in (then, other)
                    )
                continue
            return False
        return False

    def open(self, form: Form) -> None:
        """Record the move itself, so that effects can follow it."""
        if self.drop or self.state.middle:
            raise NeedsBuffer
        takes = self.waiting_takes()
        self.emit("from here move", form)
        self.record_pending(form)
        self.state = replace(self.state, opened=True, takes=takes)

    def waiting_takes(self) -> int:
        """Return the number of captures that wait for the move."""
        return sum(p.code == "capture-at" for p in self.state.pending)

    def record_pending(self, form: Form) -> None:
        """Record the effects that wait on the stack, the newest first."""
        for pending in reversed(self.state.pending):
            if pending.item:
                if self.stack.items[-1] != pending.item:
                    raise NeedsBuffer
                self.stack.items = self.stack.items[:-1]
            self.emit(f"{pending.place} {pending.code}".strip(), form)
        self.state = replace(self.state, pending=())

    def effect(self, form: Form, word: str, arguments: list[Form], rest: list[Form]) -> None:
        place, value, name = self.effect_parts(form, word, arguments)
        values = len(value.split()) if word != "set-attribute" else 1
        direct = not self.state.opened and not self.drop
        if direct and self.leads_to_add(rest):
            self.open(form)
        if self.state.opened:
            if word == "capture":
                self.state = replace(self.state, takes=self.state.takes + 1)
            if place is None:
                place_code = "here"
            else:
                self.stack.above += values
                place_code = self.place_code(place, form)
                self.stack.above -= values
            if word == "capture" and (place is None or self.constant_place(place)):
                self.context.mover_taken = True
            short = {"change-type-at": "change-type", "capture-at": "capture"}.get(name, "")
            if place_code == "here" and short:
                self.emit(f"{value} {short}".strip(), form)
            else:
                self.emit(f"{value} {place_code} {name}".strip(), form)
            return
        if len(self.state.pending) >= 4:
            raise NeedsBuffer
        order = {0: name, 1: f"{value} SWAP {name}", 2: f"{value} ROT {name}"}[values]
        constant = self.constant_place(place) if place is not None else None
        if word == "set-attribute" and value not in ("TRUE", "FALSE"):
            raise NeedsBuffer
        if word == "capture" and constant is not None:
            self.context.mover_taken = True
        if constant is not None and constant != "from":
            pending = Pending("", order, constant)
        else:
            self.counter += 1
            item = f"place-{self.counter}"
            self.emit(self.place_code(place, form) if place is not None else "here", form)
            self.stack.items = (*self.stack.items, item)
            pending = Pending(item, order)
        self.state = replace(self.state, pending=(*self.state.pending, pending))

    def add(self, form: Form, word: str, arguments: list[Form]) -> None:
        context = self.context
        if word.startswith("add-copy"):
            raise NeedsBuffer
        pieces = [one for one in arguments if one.text in context.game.pieces]
        types = [one for one in arguments if one.text in context.game.move_types]
        others = [one for one in arguments if one not in pieces and one not in types]
        if others:
            raise others[0].unknown("unknown piece or move type", list(context.game.pieces))
        if len(pieces) > 1 and (self.state.pending or self.state.opened):
            raise NeedsBuffer
        takes = self.state.takes + self.waiting_takes()
        for piece in [context.piece(one) for one in pieces] or [""]:
            self.record(form, piece, takes)
            if word == "add-partial":
                self.continued(form, types)
            self.emit("add-move", form)
        self.state = replace(self.state, opened=False, pending=(), takes=0)

    def record(self, form: Form, piece: str, takes: int) -> None:
        """Record the move, effects that wait, a new type, and state that the game has to keep."""
        context = self.context
        if self.drop:
            if context.game.option("recycle promotions") == "true" and piece:
                raise NeedsBuffer
            if context.recycles:
                self.emit("not-empty? IF capture ENDIF", form)
            self.emit(f"{piece} drop-piece" if piece else "drop", form)
            self.record_pending(form)
        elif not self.state.opened:
            if self.state.middle:
                middle = self.stack.pick(self.state.middle)
                self.emit(f"{middle} {context.need('move-both')}", form)
            else:
                self.emit("from here move", form)
            if piece:
                if context.game.option("recycle promotions") == "true":
                    raise NeedsBuffer
                self.emit(f"{piece} change-type", form)
            self.record_pending(form)
        elif piece:
            self.emit(f"{piece} change-type", form)
        if context.maximal == "2" and not self.drop:
            raise NeedsBuffer
        if context.maximal == "true" and not self.drop:
            self.emit(f"{takes} enemy? - prefer", form)
        if self.royal and context.king_array:
            middle = self.state.middle
            place = self.stack.pick(middle) if middle else "here"
            self.emit(f"{place} {context.need('king-cell')} later!", form)
        if context.lasts:
            self.emit(context.need("note-last"), form)
        elif context.newest:
            self.emit("here newest later!", form)

    def continued(self, form: Form, types: list[Form]) -> None:
        self.emit("here 1+ going-on later!", form)
        if types:
            self.emit(f"{self.context.names('move-type', types[0].text)} partial-move-type", form)
        else:
            self.emit("partial", form)

    def cascade(self, form: Form) -> None:
        if self.state.opened or self.state.middle or self.drop:
            raise NeedsBuffer
        self.counter += 1
        item = f"place-{self.counter}"
        self.emit("here", form)
        self.stack.items = (*self.stack.items, item)
        self.state = replace(self.state, middle=item)

    def set_from(self, form: Form) -> None:
        raise NeedsBuffer

    def set_to(self, form: Form) -> None:
        raise NeedsBuffer

    def go(self, form: Form, arguments: list[Form]) -> None:
        raise NeedsBuffer

    def back(self, form: Form) -> None:
        self.emit("back" if not self.marks else "marked @ to", form)
