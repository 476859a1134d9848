"""Write the commands of a move block as Forth, as far as all blocks share them.

There are two kinds of blocks. A *direct* block (`direct_writer.py`) records its effects where one
`add` follows. A *buffered* block (`buffered_writer.py`) is for everything else, such as effects in
loops.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from forthgame.zrf.conditions import Conditions
from forthgame.zrf.context import Context, Line
from forthgame.zrf.forms import Form
from forthgame.zrf.move_facts import ADDS, EFFECTS, STATEFUL

COMMANDS = ["add", "add-partial", "add-copy", "add-copy-partial", "back", "capture", "cascade",
            "change-owner", "change-type", "create", "flip", "from", "go", "if", "mark", "opposite",
            "set-attribute", "set-flag", "set-position-flag", "to", "verify", "while"]  # fmt: skip
INDENT = "\t"


class BlockWriter(Conditions, ABC):
    """Writes the words of one block."""

    def __init__(self, context: Context, drop: bool, royal: bool) -> None:
        super().__init__(context)
        self.drop, self.royal = drop, royal
        self.lines: list[Line] = []
        self.waiting: list[tuple[str, str]] = []  # flag and text of what begins the word
        self.next: Form | None = None  # the command after the present one in its list
        self.taken: Form | None = None  # a step that the command before it has taken
        self.depth = 1

    def emit(self, text: str, form: Form | None) -> None:
        self.lines.append(Line(INDENT * self.depth + text, form))

    # ---- sequences ----

    def sequence(self, forms: list[Form], rest: list[Form]) -> None:
        """Write commands; `rest` are those that follow after the block around them."""
        for k, form in enumerate(forms):
            self.next = forms[k + 1] if k + 1 < len(forms) else None
            self.command(form, [*forms[k + 1 :], *rest])

    def begin(self, form: Form) -> None:
        """Write what waits for the first command that depends on it, if this is one."""
        if not self.waiting or not self.context.facts.of(form).heads & STATEFUL:
            return
        if self.is_written_out(form):
            return
        set_here = form.rest[0].text if form.head == "set-flag" and form.rest else None
        for flag, text in self.waiting:
            if not flag or flag != set_here:
                self.emit(text, form)
        self.waiting = []

    def is_written_out(self, form: Form) -> bool:
        """Return whether a form is a call or a list whose commands are written in its place."""
        if self.context.macros.is_call(form):
            return True
        several = form.items and (len(form.items) > 1 or form.items[0].items is not None)
        return bool(several) and form.head.lower() not in COMMANDS

    def command(self, form: Form, rest: list[Form]) -> None:
        if form is self.taken:
            self.taken = None
            return
        self.begin(form)
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
                return
            if form.text in context.directions:
                self.step(form)
                return
        word = head.lower()
        if word == "verify":
            self.verify(form, arguments)
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
        else:
            raise form.unknown(
                "unknown command, position or direction",
                [*COMMANDS, *context.directions, *context.macros.bodies, *context.board.positions],
            )

    def step(self, form: Form) -> None:
        self.emit(f"{self.run_direction(form)} verify", form)

    def call(self, form: Form, rest: list[Form]) -> None:
        self.sequence(self.context.macros.body(form), rest)

    def verify(self, form: Form, conditions: list[Form]) -> None:
        """Write conditions; one of the place where the next command steps is tested there."""
        for one in conditions:
            code = self.flag(one)
            step, test = self.probe(code, self.next)
            if step and one is conditions[-1]:
                self.emit(f"{step} verify", form)
                code, self.taken = test, self.next
            if code != "TRUE":
                self.emit(f"{code} verify", form)

    def probe(self, code: str, step: Form | None) -> tuple[str, str]:
        """Split the code of a condition of the next place, if a step leads there.

        Return the code of the step and that of the test after it, or two empty texts.
        """
        if step is None or not self.is_direction(step) or step.text in self.context.board.positions:
            return "", ""
        self.stack.above += 1
        probing = f"here {self.run_direction(step)}"
        self.stack.above -= 1
        if code == f"{probing} SWAP to":
            return self.run_direction(step), "TRUE"
        test = code.removeprefix(f"{probing} IF ").removesuffix(" ELSE FALSE ENDIF SWAP to")
        if len(code) - len(test) < len(f"{probing} IF  ELSE FALSE ENDIF SWAP to") or " IF " in test:
            return "", ""
        return self.run_direction(step), test

    def loop_parts(self, form: Form, arguments: list[Form]) -> tuple[str, list[Form], str]:
        """Return the condition of a loop, the commands in it, and what follows it.

        A condition of the place where the first command steps goes there; when it fails, the place
        before is on the stack.
        """
        if not arguments:
            raise form.error("while takes a condition and commands")
        code, commands = self.flag(arguments[0]), arguments[1:]
        first = commands[0] if commands else None
        step, test = self.probe(code, first)
        if not step:
            return f"BEGIN {code} WHILE", commands, "REPEAT"
        if test == "TRUE":
            return f"BEGIN {step} WHILE", commands[1:], "REPEAT"
        return f"BEGIN {code.removesuffix(' SWAP to')} WHILE DROP", commands[1:], "REPEAT to"

    def branches(self, form: Form, arguments: list[Form]) -> tuple[Form, list[Form], list[Form]]:
        """Return the condition, the commands of `if` and those of `else`."""
        if not arguments:
            raise form.error("if takes a condition and commands")
        macros = self.context.macros
        then: list[Form] = []
        other: list[Form] = []
        current = then
        for argument in arguments[1:]:
            # calls stay whole, so that they can become words
            whole = not macros.is_call(argument) or not macros.has_else(argument.head)
            for part in [argument] if whole else macros.expand([argument]):
                if part.items is None and part.text.lower() == "else":
                    current = other
                else:
                    current.append(part)
        return arguments[0], then, other

    # ---- commands that the two kinds of blocks write in their own ways ----

    @abstractmethod
    def choice(self, form: Form, arguments: list[Form], rest: list[Form]) -> None: ...

    @abstractmethod
    def loop(self, form: Form, arguments: list[Form]) -> None: ...

    @abstractmethod
    def effect(self, form: Form, word: str, arguments: list[Form], rest: list[Form]) -> None: ...

    @abstractmethod
    def add(self, form: Form, word: str, arguments: list[Form]) -> None: ...

    @abstractmethod
    def cascade(self, form: Form) -> None: ...

    @abstractmethod
    def set_from(self, form: Form) -> None: ...

    @abstractmethod
    def set_to(self, form: Form) -> None: ...

    @abstractmethod
    def back(self, form: Form) -> None: ...

    @abstractmethod
    def go(self, form: Form, arguments: list[Form]) -> None: ...

    def mark(self, form: Form, arguments: list[Form]) -> None:
        place = self.place_code(arguments[0], form) if arguments else "here"
        self.emit(f"{place} marked !", form)

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
            value, name = "", "capture-at"
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
