"""Write the conditions of move blocks as Forth that leaves a flag."""

from __future__ import annotations

from forthgame.base.errors import shortened
from forthgame.zrf.context import Context
from forthgame.zrf.forms import Form

SIMPLE = {
    "empty?": ("empty?", "empty-at?"),
    "friend?": ("friend?", "friend-at?"),
    "enemy?": ("enemy?", "enemy-at?"),
    "neutral?": ("neutral-piece?", "neutral-piece-at?"),
}
CONDITIONS = ["and", "or", "not", *SIMPLE, "piece?", "in-zone?", "position?", "marked?", "flag?",
              "position-flag?", "on-board?", "last-from?", "last-to?", "attacked?", "defended?",
              "adjacent-to-enemy?", "goal-position?"]  # fmt: skip
PLACES = {"from", "to", "mark", "last-from", "last-to"}


class Stack:
    """The items on the data stack of a word while it is written, the bottom first."""

    def __init__(self, items: tuple[str, ...] = ()) -> None:
        self.items = items
        self.above = 0  # items of an expression that is being written

    def pick(self, item: str) -> str:
        """Return the code that copies an item to the top."""
        depth = len(self.items) - 1 - self.items.index(item) + self.above
        return {0: "DUP", 1: "OVER"}.get(depth, f"{depth} PICK")


class Conditions:
    """Writes conditions and locations for the words of one game."""

    notes = False  # whether words that `attacked?` runs may change what the block has noted

    def __init__(self, context: Context) -> None:
        self.context = context
        self.stack = Stack()
        self.parameters: dict[int, str] = {}  # arguments that are handed down, by identity

    # ---- directions and places ----

    def parameter(self, form: Form) -> str | None:
        """Return the item of the stack that an atom stands for, if its direction is handed down."""
        origin: Form | None = form
        while origin is not None:
            if id(origin) in self.parameters:
                return self.parameters[id(origin)]
            origin = origin.origin
        return None

    def is_direction(self, form: Form) -> bool:
        if form.head == "opposite":
            return True
        return bool(form.name) and form.text in self.context.directions

    def run_direction(self, form: Form) -> str:
        """Return the code that goes in a direction and leaves whether that was possible."""
        if form.head == "opposite":
            rest = list(self.context.macros.expand(form.rest))
            if len(rest) != 1 or not self.is_direction(rest[0]):
                raise form.error("opposite takes a direction")
            item = self.parameter(rest[0])
            self.context.need("opposite")
            if item:
                return f"{self.stack.pick(item)} opposite EXECUTE"
            return f"['] {self.context.direction(rest[0].text)} opposite EXECUTE"
        item = self.parameter(form)
        return f"{self.stack.pick(item)} EXECUTE" if item else self.context.direction(form.text)

    def constant_place(self, form: Form) -> str | None:
        """Return the code of a place that is not relative to `here`, or None."""
        if form.items is not None:
            return None
        if form.text in self.context.board.positions:
            return self.context.position(form.text)
        if form.text in PLACES:
            return self.special_place(form)
        return None

    def special_place(self, form: Form) -> str:
        if form.text == "from":
            return "from"
        if form.text.startswith("last-"):
            return f"{form.text} @"
        raise form.error(f"{form.text} is not a place here")

    def at_direction(self, form: Form, test: str) -> str:
        """Return the code that tests a place next to `here`; it is false off the board."""
        self.stack.above += 1
        run = self.run_direction(form)
        self.stack.above -= 1
        if test == "TRUE":
            return f"here {run} SWAP to"
        return f"here {run} IF {test} ELSE FALSE ENDIF SWAP to"

    def tested(self, rest: list[Form], here: str, there: str, form: Form) -> str:
        """Return a test of `here`, of a position or of a place next to here.

        `there` tests the position whose code comes before it.
        """
        if not rest:
            return here
        if len(rest) > 1:
            raise rest[1].error(f"{shortened(form.head)} takes one place at most")
        place = self.constant_place(rest[0])
        if place is not None:
            return f"{place} {there}"
        if self.is_direction(rest[0]):
            return self.at_direction(rest[0], here)
        raise rest[0].unknown(
            "unknown position or direction",
            [*self.context.board.positions, *self.context.directions],
        )

    # ---- conditions ----

    def flag(self, form: Form) -> str:
        """Return the code of a condition."""
        expanded = list(self.context.macros.expand([form]))
        if len(expanded) != 1:
            raise form.error("this is not one condition")
        form = expanded[0]
        if form.items is None:
            return self.simple(form, form.text.lower(), [])
        if form.items and form.items[0].items is not None and len(form.items) == 1:
            return self.flag(form.items[0])
        head = form.head.lower()
        rest = list(self.context.macros.expand(form.rest))
        if head in ("and", "or"):
            return self.joined(head.upper(), self.needed(rest) if head == "and" else rest, form)
        if head == "not":
            if len(rest) != 1:
                raise form.error("not takes one condition")
            return negated(self.flag(rest[0]))
        if not head:
            raise form.error(f"{form.shown()} is not a condition")
        return self.simple(form, head, rest)

    def joined(self, word: str, rest: list[Form], form: Form) -> str:
        if not rest:
            raise form.error(f"{word.lower()} takes conditions")
        code = self.flag(rest[0])
        self.stack.above += 1
        for one in rest[1:]:
            code += f" {self.flag(one)} {word}"
        self.stack.above -= 1
        return code

    def needed(self, conditions: list[Form]) -> list[Form]:
        """Leave out `(on-board? d)` beside a condition that is false if there is no such place."""
        tests = [*self.context.macros.expand(conditions)]
        known = {
            " ".join(form.rest[-1].parts())
            for form in tests
            if form.rest and form.head.lower() in (*SIMPLE, "piece?", "in-zone?")
        }
        return [
            form
            for form in tests
            if form.head.lower() != "on-board?"
            or " ".join(form.rest[-1].parts() if form.rest else ()) not in known
        ]

    def simple(self, form: Form, head: str, rest: list[Form]) -> str:
        context = self.context
        atom = form.items[0] if form.items else form
        if head in ("true", "false"):
            return head.upper()
        name = atom.text
        if name in context.attributes:
            return self.attribute(name, rest, form)
        if head.startswith("not-"):
            if name[4:] in context.attributes:
                return negated(self.attribute(name[4:], rest, form))
            return negated(self.simple_named(form, head[4:], rest, atom))
        return self.simple_named(form, head, rest, atom)

    def simple_named(self, form: Form, head: str, rest: list[Form], atom: Form) -> str:
        context = self.context
        if head in SIMPLE:
            here, there = SIMPLE[head]
            if head in ("friend?", "enemy?") and context.dice:
                word = {"friend?": "own-side", "enemy?": "other-side"}[head]
                here, there = context.need(f"{word}?"), context.need(f"{word}-at?")
            elif head == "enemy?" and context.neutral:
                here, there = context.need("rival?"), context.need("rival-at?")
            return self.tested(rest, here, there, form)
        if head == "piece?":
            if not rest:
                raise form.error("piece? takes a piece")
            kind = context.piece(rest[0])
            return self.tested(rest[1:], f"piece-type {kind} =", f"piece-type-at {kind} =", form)
        if head == "in-zone?":
            if not rest:
                raise form.error("in-zone? takes a zone")
            if rest[0].text not in context.zones:
                raise rest[0].unknown("unknown zone", sorted(context.zones))
            zone = context.names("zone", rest[0].text)
            if context.dice and "" not in context.zone_owners(rest[0].text):
                zone = context.zone_word(rest[0].text)
                return self.tested(rest[1:], f"here {zone}", zone, form)
            return self.tested(rest[1:], f"{zone} in-zone?", f"{zone} in-zone-at?", form)
        if head == "position?":
            if not rest:
                raise form.error("position? takes a position")
            place = self.constant_place(rest[0])
            if place is None:
                raise rest[0].unknown("unknown position", list(context.board.positions))
            return self.tested(rest[1:], f"here {place} =", f"{place} =", form)
        if head == "marked?":
            return self.tested(rest, "here marked @ =", "marked @ =", form)
        if head == "on-board?":
            return self.tested(rest, "TRUE", "DROP TRUE", form)
        if head in ("last-from?", "last-to?"):
            return self.tested(rest, f"here {head[:-1]} @ =", f"{head[:-1]} @ =", form)
        if head == "flag?":
            if len(rest) != 1:
                raise form.error("flag? takes the name of a flag")
            return f"{context.names('flag', rest[0].text)} @"
        if head == "position-flag?":
            if not rest:
                raise form.error("position-flag? takes the name of a flag")
            flag = context.names("position-flag", rest[0].text)
            return self.tested(rest[1:], f"here {flag} @", f"{flag} @", form)
        if head == "attacked?":
            return self.attack(form, rest, "attacked?")
        if head == "defended?":
            return self.attack(form, rest, "defended?")
        if head == "adjacent-to-enemy?":
            context.need("beside-enemy?")
            return self.tested(rest, "here beside-enemy?", "beside-enemy?", form)
        if head == "goal-position?":
            raise form.error("goal-position? is not understood: it asks about the endings")
        raise atom.unknown("unknown condition", [*CONDITIONS, *context.attributes])

    def attack(self, form: Form, rest: list[Form], word: str) -> str:
        context = self.context
        types = [one for one in rest if one.text in context.game.move_types]
        rest = [one for one in rest if one not in types]
        if types:
            number = context.names("move-type", types[0].text)
            typed = context.need("attacked-with?") if word == "attacked?" else "defended-by-type?"
            typed = context.apart(typed) if self.notes else typed
            return self.tested(rest, f"here {number} {typed}", f"{number} {typed}", form)
        word = context.apart(word) if self.notes else word
        return self.tested(rest, f"here {word}", word, form)

    def attribute(self, name: str, rest: list[Form], form: Form) -> str:
        word = self.context.names("attribute", name)
        return self.tested(rest, word, f"{word}-at", form)


OPPOSITES = {"empty?": "not-empty?", "empty-at?": "not-empty-at?", "TRUE": "FALSE", "FALSE": "TRUE",
             "=": "<>"}  # fmt: skip


def negated(code: str) -> str:
    """Return the code of the opposite of a flag."""
    words = code.split()
    last = words[-1]
    if last == "NOT":
        return " ".join(words[:-1])
    if last in OPPOSITES and (last != "=" or "IF" not in words):
        return " ".join([*words[:-1], OPPOSITES[last]])
    return f"{code} NOT"
