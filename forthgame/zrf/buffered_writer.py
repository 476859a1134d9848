"""Write a move block that notes its effects in arrays until `add` records them.

Macro calls become words of their own, shared by all such blocks of a game.
"""

from __future__ import annotations

from forthgame.zrf.block_writer import BlockWriter
from forthgame.zrf.context import Context
from forthgame.zrf.forms import Form

INLINE = 10  # words of a macro call that is written out
ENDINGS = 12  # ENDIF in a line


class BufferedWriter(BlockWriter):
    """Writes a block that notes its effects in arrays; macro calls become words of their own."""

    notes = True

    def __init__(
        self, context: Context, drop: bool, royal: bool, words: dict[str, str], queue: list[Form]
    ) -> None:
        super().__init__(context, drop, royal)
        self.words, self.queue = words, queue

    def is_written_out(self, form: Form) -> bool:
        if self.context.macros.is_call(form):
            return self.context.facts.of(form).size <= INLINE
        return super().is_written_out(form)

    def call(self, form: Form, rest: list[Form]) -> None:
        facts = self.context.facts
        if self.is_written_out(form):
            super().call(form, rest)
            return
        key = facts.shape(form)
        handed = facts.handed(form)
        if key not in self.words:
            name = "-".join(
                one.text for k, one in enumerate(form.items or []) if k - 1 not in handed
            )
            self.words[key] = self.context.names.word(name[:60] or "part")
        self.queue.append(form)
        above = self.stack.above
        tokens = []
        for k in handed:
            item = self.parameter(form.rest[k])
            tokens.append(
                self.stack.pick(item)
                if item
                else f"['] {self.context.direction(form.rest[k].text)}"
            )
            self.stack.above += 1
        self.stack.above = above
        self.emit(" ".join([*tokens, self.words[key]]), form)

    def choice(self, form: Form, arguments: list[Form], rest: list[Form]) -> None:
        """Write the branches; an `if` that is all of an `else` follows it at the same depth."""
        chain, lead = 1, ""
        while True:
            condition, then, other = self.branches(form, arguments)
            self.emit(f"{lead}{self.flag(condition)} IF", form)
            self.depth += 1
            self.sequence(then, [])
            self.depth -= 1
            if len(other) != 1 or other[0].head.lower() != "if":
                break
            form, arguments = other[0], other[0].rest
            chain, lead = chain + 1, "ELSE "
        if other:
            self.emit("ELSE", form)
            self.depth += 1
            self.sequence(other, [])
            self.depth -= 1
        while chain:
            self.emit(" ".join(["ENDIF"] * min(chain, ENDINGS)), form)
            chain -= min(chain, ENDINGS)

    def loop(self, form: Form, arguments: list[Form]) -> None:
        begin, commands, end = self.loop_parts(form, arguments)
        self.emit(begin, form)
        self.depth += 1
        self.sequence(commands, [])
        self.depth -= 1
        self.emit(end, form)

    def effect(self, form: Form, word: str, arguments: list[Form], rest: list[Form]) -> None:
        place, value, name = self.effect_parts(form, word, arguments)
        if word == "capture":
            self.context.mover_taken = True
            place_code = "here" if place is None else self.place_code(place, form)
            self.emit(f"{place_code} {self.context.need('note-take')}", form)
            return
        self.stack.above += 1  # the value
        place_code = "here" if place is None else self.place_code(place, form)
        self.stack.above -= 1
        if word == "create":
            player, piece = value.split()
            value, name = f"{player} {piece} OR", self.context.need("create-at-once")
        elif word == "flip":
            value = "0"
            name = self.context.need("flip-noted")
        self.emit(f"{value} {place_code} {self.context.noted(name)}", form)

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
            ending = f"{context.goal} 1+ going-on later! {ending}"
        kind = "drop" if self.drop else "copy" if copy else "move"
        if not ending and len(pieces) < 2:
            piece = context.piece(pieces[0]) if pieces else ""
            self.emit(f"{piece} {finishing(context, kind, bool(piece))}".strip(), form)
            return
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

    def back(self, form: Form) -> None:
        self.emit("marked @ to", form)

    def go(self, form: Form, arguments: list[Form]) -> None:
        if len(arguments) != 1:
            raise form.error("go takes from, to, mark, last-from or last-to")
        name = arguments[0].text
        code = {"from": "from", "to": self.context.goal, "mark": "marked @",
                "last-from": "last-from @", "last-to": "last-to @"}.get(name)  # fmt: skip
        if code is None:
            place = self.constant_place(arguments[0])
            if place is None:
                raise arguments[0].unknown(
                    "go leads to", ["from", "to", "mark", "last-from", "last-to"]
                )
            code = place
        self.emit(f"{code} to", form)


def finishing(context: Context, kind: str, typed: bool) -> str:
    """Return the word that records a whole move, adds it and forgets its effects."""
    context.need("forget")
    context.need(f"record-{kind}-as" if typed else f"record-{kind}")
    return context.need(f"finish-{kind}-as" if typed else f"finish-{kind}")
