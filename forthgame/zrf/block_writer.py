"""Write the commands of a move block as Forth.

There are two ways. A *direct* block records its effects where one `add` follows: places that effects
need wait on the stack. A *buffered* block is for everything else, such as effects in loops: it notes
effects in arrays, and `add` records them. A direct block that turns out to need buffers raises
NeedsBuffer, and is written again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from forthgame.zrf.conditions import Conditions, Stack
from forthgame.zrf.context import Context, Line
from forthgame.zrf.forms import Form
from forthgame.zrf.move_facts import ADDS, EFFECTS, call_key

COMMANDS = ["add", "add-partial", "add-copy", "add-copy-partial", "back", "capture", "cascade",
            "change-owner", "change-type", "create", "flip", "from", "go", "if", "mark", "opposite",
            "set-attribute", "set-flag", "set-position-flag", "to", "verify", "while"]  # fmt: skip
INLINE = 24  # words of a macro call that is written out in a buffered block
INDENT = "\t"


class NeedsBuffer(Exception):
    """Raised if a block cannot be written with effects recorded directly."""


@dataclass(frozen=True)
class Pending:
    """An effect that waits for `add`: its code after the place, which is on the stack or constant."""

    item: str
    code: str
    place: str = ""


@dataclass(frozen=True)
class State:
    """What is known at a point of a direct block."""

    pending: tuple[Pending, ...] = ()
    opened: bool = False  # whether the move itself has been recorded
    moved: bool = False  # whether `here` may have left `from`


class BlockWriter(Conditions):
    """Writes the words of one block."""

    def __init__(self, context: Context, drop: bool, royal: bool) -> None:
        super().__init__(context)
        self.drop, self.royal = drop, royal
        self.lines: list[Line] = []
        self.depth = 1
        self.state = State()
        self.counter = 0

    def emit(self, text: str, form: Form | None) -> None:
        self.lines.append(Line(INDENT * self.depth + text, form))

    # ---- sequences ----

    def sequence(self, forms: list[Form], rest: list[Form]) -> None:
        """Write commands; `rest` are those that follow after the block around them."""
        for k, form in enumerate(forms):
            self.command(form, [*forms[k + 1 :], *rest])

    def command(self, form: Form, rest: list[Form]) -> None:
        if form.items is None:
            self.named(form, form.text, [], rest)
            return
        if self.context.macros.is_call(form):
            self.call(form, rest)
            return
        if not form.items:
            return
        if form.items[0].items is not None:
            self.sequence(form.items, rest)
            return
        head = form.head
        if head not in COMMANDS and len(form.items) == 1:
            self.named(form.items[0], head, [], rest)
        elif head in COMMANDS or head.lower() in COMMANDS:
            arguments = form.rest
            if head not in ("if", "while", "verify"):
                arguments = list(self.context.macros.expand(arguments))
            self.named(form, head, arguments, rest)
        else:
            # a list of commands, such as the body of a macro
            self.sequence(form.items, rest)

    def named(self, form: Form, head: str, arguments: list[Form], rest: list[Form]) -> None:
        """Write a command with its arguments, a step in a direction, or a jump to a position."""
        context = self.context
        if form.items is None or head == "opposite":
            if head == "opposite":
                if form.items is None:
                    raise form.error("opposite takes a direction")
                self.step(form)
                return
            if form.text in context.board.positions:
                self.emit(f"{context.position(form.text)} to", form)
                self.state = replace(self.state, moved=True)
                return
            if form.text in context.directions:
                self.step(form)
                return
        word = head.lower()
        if word == "verify":
            for one in arguments:
                self.emit(f"{self.flag(one)} verify", form)
        elif word == "if":
            self.choice(form, arguments, rest)
        elif word == "while":
            self.loop(form, arguments)
        elif word in ADDS:
            self.add(form, word, arguments)
        elif word in EFFECTS:
            self.effect(form, word, arguments, rest)
        elif word == "cascade":
            self.cascade(form)
        elif word == "from":
            self.set_from(form)
        elif word == "to":
            self.set_to(form)
        elif word == "mark":
            self.mark(form, arguments)
        elif word == "back":
            self.back(form)
        elif word == "go":
            self.go(form, arguments)
        elif word == "set-flag":
            self.set_flag(form, arguments)
        elif word == "set-position-flag":
            self.set_position_flag(form, arguments)
        elif not self.other(form):
            raise form.unknown(
                "unknown command, position or direction",
                [*COMMANDS, *context.directions, *context.macros.bodies, *context.board.positions],
            )

    def other(self, form: Form) -> bool:
        """Return whether a word that is not a command can be ignored."""
        return False

    def step(self, form: Form) -> None:
        self.emit(f"{self.run_direction(form)} verify", form)
        self.state = replace(self.state, moved=True)

    def call(self, form: Form, rest: list[Form]) -> None:
        self.sequence(self.context.macros.body(form), rest)

    def branches(self, form: Form, arguments: list[Form]) -> tuple[Form, list[Form], list[Form]]:
        """Return the condition, the commands of `if` and those of `else`."""
        if not arguments:
            raise form.error("if takes a condition and commands")
        parts = self.context.macros.expand(arguments[1:])
        then: list[Form] = []
        other: list[Form] = []
        current = then
        for part in parts:
            if part.items is None and part.text.lower() == "else":
                current = other
            else:
                current.append(part)
        return arguments[0], then, other

    # ---- flags ----

    def truth(self, form: Form) -> str:
        if form.items is None and form.text.lower() in ("true", "false"):
            return form.text.upper()
        return self.flag(form)

    def set_flag(self, form: Form, arguments: list[Form]) -> None:
        if len(arguments) != 2:
            raise form.error("set-flag takes a name and a value")
        name = self.context.names("flag", arguments[0].text)
        self.emit(f"{self.truth(arguments[1])} {name} !", form)

    def set_position_flag(self, form: Form, arguments: list[Form]) -> None:
        if len(arguments) not in (2, 3):
            raise form.error("set-position-flag takes a name, a value and perhaps a place")
        name = self.context.names("position-flag", arguments[0].text)
        value = self.truth(arguments[1])
        if arguments[2:] and self.constant_place(arguments[2]) is None:
            self.place_code(arguments[2], form)  # for its error
            self.stack.above += 1
            run = self.run_direction(arguments[2])
            self.stack.above -= 1
            if value not in ("TRUE", "FALSE"):
                raise arguments[1].error("set-position-flag beside `here` takes true or false")
            self.emit(f"here {run} IF {value} here {name} ! ENDIF to", form)
            return
        place = self.constant_place(arguments[2]) if arguments[2:] else "here"
        self.emit(f"{value} {place} {name} !", form)

    def place_code(self, form: Form, at: Form) -> str:
        """Return the code that leaves a place, or -1 off the board, where effects do nothing."""
        place = self.constant_place(form)
        if place is not None:
            return place
        if self.is_direction(form):
            self.stack.above += 1
            run = self.run_direction(form)
            self.stack.above -= 1
            return f"here {run} IF here ELSE -1 ENDIF SWAP to"
        raise form.unknown(
            "unknown position or direction",
            [*self.context.board.positions, *self.context.directions],
        )

    # ---- effects ----

    def effect_parts(
        self, form: Form, word: str, arguments: list[Form]
    ) -> tuple[Form | None, str, str]:
        """Return the place of an effect, and the code and the word that record it.

        The code stands after the place on the stack; the word takes `( value pos -- )` with the
        value given by the code before it.
        """
        context = self.context
        left = list(arguments)
        if word == "capture":
            value, name = "", context.need("take") if context.recycles else "capture-at"
        elif word == "flip":
            value, name = "", context.need("flip-at")
        elif word == "change-type":
            if not left:
                raise form.error("change-type takes a piece")
            value, name = context.piece(left.pop(0)), "change-type-at"
        elif word == "change-owner":
            value, name = "for-player", "change-owner-at"
            if left and left[0].text in context.game.players:
                value = context.player(left.pop(0))
        elif word == "create":
            player, piece = "for-player", "current-piece-type"
            while left and (
                left[0].text in context.game.players or left[0].text in context.game.pieces
            ):
                if left[0].text in context.game.players and player == "for-player":
                    player = context.player(left.pop(0))
                elif left[0].text in context.game.pieces and piece == "current-piece-type":
                    piece = context.piece(left.pop(0))
                else:
                    break
            value, name = f"{player} {piece}", "create-player-piece-type-at"
        else:
            place = None
            if len(left) == 3:
                place = left.pop(0)
            if len(left) != 2:
                raise form.error("set-attribute takes a name and a value")
            if left[0].text not in context.attributes:
                raise left[0].unknown("unknown attribute", list(context.attributes))
            value, name = self.truth(left[1]), f"{context.names('attribute', left[0].text)}-at!"
            if place is not None:
                return place, value, name
            left = []
        if len(left) > 1:
            raise left[1].error(f"{word} takes one place at most")
        return (left[0] if left else None), value, name


class DirectWriter(BlockWriter):
    """Writes a block whose effects are recorded as they stand before one `add`."""

    def choice(self, form: Form, arguments: list[Form], rest: list[Form]) -> None:
        condition, then, other = self.branches(form, arguments)
        facts = self.context.block_facts(form)
        effects = facts.heads & EFFECTS
        adds = facts.heads & ADDS
        if effects and not adds and not self.state.opened and self.leads_to_add(rest):
            self.open(form)
        self.emit(f"{self.flag(condition)} IF", form)
        before, stack = self.state, self.stack.items
        ends: list[tuple[State, tuple[str, ...]]] = []
        for k, part in enumerate((then, other)):
            if k == 1 and not other:
                ends.append((before, stack))
                break
            if k == 1:
                self.emit("ELSE", form)
            self.state, self.stack.items = before, stack
            self.depth += 1
            self.sequence(part, rest)
            self.depth -= 1
            ends.append((self.state, self.stack.items))
        (one, one_stack), (two, two_stack) = ends
        if one_stack != two_stack or (one.pending, one.opened) != (two.pending, two.opened):
            raise NeedsBuffer
        self.state = replace(one, moved=one.moved or two.moved)
        self.emit("ENDIF", form)

    def loop(self, form: Form, arguments: list[Form]) -> None:
        if not arguments:
            raise form.error("while takes a condition and commands")
        before, stack = replace(self.state, moved=True), self.stack.items
        if before.opened:
            raise NeedsBuffer
        self.state = before
        self.emit(f"BEGIN {self.flag(arguments[0])} WHILE", form)
        self.depth += 1
        self.sequence(arguments[1:], [])
        self.depth -= 1
        if self.state != before or self.stack.items != stack:
            raise NeedsBuffer
        self.emit("REPEAT", form)

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
        if self.drop or self.context.recycles:
            raise NeedsBuffer
        self.emit("from here move", form)
        self.record_pending(form)
        self.state = replace(self.state, opened=True)

    def record_pending(self, form: Form) -> None:
        """Record the effects that wait on the stack, the newest first."""
        for pending in reversed(self.state.pending):
            if pending.item:
                assert self.stack.items[-1] == pending.item
                self.stack.items = self.stack.items[:-1]
            self.emit(f"{pending.place} {pending.code}".strip(), form)
        self.state = replace(self.state, pending=())

    def effect(self, form: Form, word: str, arguments: list[Form], rest: list[Form]) -> None:
        place, value, name = self.effect_parts(form, word, arguments)
        values = len(value.split()) if word != "set-attribute" else 1
        if not self.state.opened and self.leads_to_add(rest) and not self.drop:
            if not self.context.recycles:
                self.open(form)
        if self.state.opened:
            if place is None:
                place_code = "here"
            else:
                self.stack.above += values
                place_code = self.place_code(place, form)
                self.stack.above -= values
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
        takes = sum("capture" in p.code or "take" in p.code for p in self.state.pending)
        for piece in [context.piece(one) for one in pieces] or [""]:
            self.record(form, piece, takes)
            if word == "add-partial":
                self.continued(form, types)
            self.emit("add-move", form)
        self.state = replace(self.state, opened=False, pending=())

    def record(self, form: Form, piece: str, takes: int) -> None:
        """Record the move, effects that wait, a new type, and what the game needs to remember."""
        context = self.context
        if self.drop:
            if context.game.option("recycle promotions") == "true" and piece:
                raise NeedsBuffer
            if context.recycles:
                self.emit(f"here {context.need('store-dropped')}", form)
            self.emit(f"{piece} drop-piece" if piece else "drop", form)
            self.record_pending(form)
        elif not self.state.opened:
            if context.maximal in ("true", "2"):
                raise NeedsBuffer
            if context.recycles:
                self.emit(f"here {context.need('store-taken')}", form)
            self.emit("from here move", form)
            if piece:
                if context.game.option("recycle promotions") == "true":
                    raise NeedsBuffer
                self.emit(f"{piece} change-type", form)
            self.record_pending(form)
        elif piece:
            self.emit(f"{piece} change-type", form)
        if self.royal and context.king_array:
            self.emit(f"here {context.need('king-cell')} later!", form)
        if context.lasts:
            self.emit(context.need("note-last"), form)

    def continued(self, form: Form, types: list[Form]) -> None:
        self.emit("here going-on later!", form)
        if types:
            self.emit(
                f"{self.context.names('move-type', types[0].text)} partial-move-type", form
            )
        else:
            self.emit("partial", form)

    def needs_buffer(self, form: Form, *_: object) -> None:
        raise NeedsBuffer

    cascade = set_from = set_to = go = needs_buffer

    def mark(self, form: Form, arguments: list[Form]) -> None:
        place = self.place_code(arguments[0], form) if arguments else "here"
        self.emit(f"{place} marked !", form)

    def back(self, form: Form) -> None:
        self.emit("back" if not self.marks else "marked @ to", form)
        self.state = replace(self.state, moved=True)

    marks = False


class BufferedWriter(BlockWriter):
    """Writes a block that notes its effects in arrays; macro calls become words of their own."""

    def __init__(
        self, context: Context, drop: bool, royal: bool, words: dict[str, str], queue: list[Form]
    ) -> None:
        super().__init__(context, drop, royal)
        self.words, self.queue = words, queue

    def call(self, form: Form, rest: list[Form]) -> None:
        key = call_key(form)
        if self.context.facts.of(form).size <= INLINE:
            super().call(form, rest)
            return
        if key not in self.words:
            name = "-".join(one.text for one in form.items or [] if one.items is None)[:60]
            self.words[key] = self.context.names.word(name or "part")
            self.queue.append(form)
        self.emit(self.words[key], form)

    def choice(self, form: Form, arguments: list[Form], rest: list[Form]) -> None:
        condition, then, other = self.branches(form, arguments)
        self.emit(f"{self.flag(condition)} IF", form)
        self.depth += 1
        self.sequence(then, [])
        self.depth -= 1
        if other:
            self.emit("ELSE", form)
            self.depth += 1
            self.sequence(other, [])
            self.depth -= 1
        self.emit("ENDIF", form)

    def loop(self, form: Form, arguments: list[Form]) -> None:
        if not arguments:
            raise form.error("while takes a condition and commands")
        self.emit(f"BEGIN {self.flag(arguments[0])} WHILE", form)
        self.depth += 1
        self.sequence(arguments[1:], [])
        self.depth -= 1
        self.emit("REPEAT", form)

    def effect(self, form: Form, word: str, arguments: list[Form], rest: list[Form]) -> None:
        place, value, name = self.effect_parts(form, word, arguments)
        place_code = "here" if place is None else self.place_code(place, form)
        if word == "capture":
            self.emit(f"{place_code} {self.context.need('note-take')}", form)
            return
        if word == "create":
            player, piece = value.split()
            value, name = f"{player} {piece} OR", self.context.need("create-at-once")
        elif word == "flip":
            value = "0"
            name = self.context.need("flip-noted")
        self.context.need("note")
        self.emit(f"{value} {place_code} ['] {name} note", form)

    def add(self, form: Form, word: str, arguments: list[Form]) -> None:
        context = self.context
        pieces = [one for one in arguments if one.text in context.game.pieces]
        types = [one for one in arguments if one.text in context.game.move_types]
        others = [one for one in arguments if one not in pieces and one not in types]
        if others:
            raise others[0].unknown("unknown piece or move type", list(context.game.pieces))
        copy = "copy" in word
        ending = ""
        if word.endswith("-partial"):
            ending = (
                f"{context.names('move-type', types[0].text)} partial-move-type "
                if types
                else "partial "
            )
            ending = f"goal going-on later! {ending}"
        kind = "drop" if self.drop else "copy" if copy else "move"
        for piece in [context.piece(one) for one in pieces] or [""]:
            word_name = context.need(f"record-{kind}-as" if piece else f"record-{kind}")
            self.emit(f"{piece} {word_name} {ending}add-move".strip(), form)
        self.emit(context.need("forget"), form)

    def cascade(self, form: Form) -> None:
        self.emit(self.context.need("cascade"), form)

    def set_from(self, form: Form) -> None:
        self.emit("here home", form)

    def set_to(self, form: Form) -> None:
        self.emit("here target !", form)

    def mark(self, form: Form, arguments: list[Form]) -> None:
        place = self.place_code(arguments[0], form) if arguments else "here"
        self.emit(f"{place} marked !", form)

    def back(self, form: Form) -> None:
        self.emit("marked @ to", form)

    def go(self, form: Form, arguments: list[Form]) -> None:
        if len(arguments) != 1:
            raise form.error("go takes from, to, mark, last-from or last-to")
        name = arguments[0].text
        code = {"from": "from", "to": "goal", "mark": "marked @", "last-from": "last-from @",
                "last-to": "last-to @"}.get(name)  # fmt: skip
        if code is None:
            place = self.constant_place(arguments[0])
            if place is None:
                raise arguments[0].unknown(
                    "go leads to", ["from", "to", "mark", "last-from", "last-to"]
                )
            code = place
        self.emit(f"{code} to", form)


