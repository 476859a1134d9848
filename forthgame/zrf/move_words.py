"""Write the words for all move blocks of a game, and the lists of moves that name them."""

from __future__ import annotations

from dataclasses import dataclass, field

from forthgame.zrf.buffered_writer import BufferedWriter
from forthgame.zrf.conditions import Stack
from forthgame.zrf.context import Context, Line
from forthgame.zrf.direct_writer import DirectWriter, NeedsBuffer
from forthgame.zrf.forms import Form
from forthgame.zrf.model import MoveBlock, Piece
from forthgame.zrf.move_facts import ADDS, call_key

LARGEST_DIRECT = 400  # words of a block that is written out whole


@dataclass
class Family:
    """Blocks that come from one macro and differ in directions only."""

    blocks: list[MoveBlock] = field(default_factory=list)
    varying: list[int] = field(default_factory=list)
    word: str = ""


class MoveWords:
    """Writes each block once, and finds the word of a block."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.lines: list[Line] = []
        self.written: dict[str, str] = {}
        self.families: dict[str, Family] = {}
        # words of macro calls in buffered blocks, of moves and of drops
        self.shared: dict[bool, dict[str, str]] = {False: {}, True: {}}

    # ---- families ----

    def key(self, block: MoveBlock, royal: bool, drop: bool) -> str:
        typed = block.move_type if "attack-type" in self.context.needed else ""
        base = call_key(block.form.call) if block.form.call else call_key(block.form)
        return f"{base} | {royal} {drop} {typed}"

    def family_key(self, block: MoveBlock, royal: bool, drop: bool) -> str | None:
        """Return the text that blocks of a family have in common, or None."""
        call = block.form.call
        if call is None or not call.items:
            return None
        if self.context.facts.of(block.form).size > LARGEST_DIRECT:
            return None
        directions = self.context.directions
        parts = ["*" if one.name and one.text in directions else call_key(one) for one in call.rest]
        if "*" not in parts:
            return None
        typed = block.move_type if "attack-type" in self.context.needed else ""
        return f"{call.head} {' '.join(parts)} | {royal} {drop} {typed}"

    def gather(self, blocks: list[tuple[MoveBlock, bool, bool]]) -> None:
        """Find the families among all blocks of the game."""
        for block, royal, drop in blocks:
            key = self.family_key(block, royal, drop)
            if key is not None:
                self.families.setdefault(key, Family()).blocks.append(block)
        for key, family in list(self.families.items()):
            calls = [block.form.call for block in family.blocks]
            first = calls[0]
            assert first is not None
            varying = [
                k
                for k, one in enumerate(first.rest)
                if one.name
                and one.text in self.context.directions
                and len({call.rest[k].text for call in calls if call is not None}) > 1
            ]
            patterns = {self.pattern(block, varying) for block in family.blocks}
            if not varying or len(varying) > 4 or len(patterns) > 1:
                del self.families[key]
            else:
                family.varying = varying

    def pattern(self, block: MoveBlock, varying: list[int]) -> str:
        """Return the whole text of a block, with the arguments that vary as numbers."""
        call = block.form.call
        assert call is not None
        numbers = {id(call.rest[k]): k for k in varying}
        parts: list[str] = []
        stack: list[Form | str] = [block.form]
        while stack:
            top = stack.pop()
            if isinstance(top, str):
                parts.append(top)
            elif top.items is None:
                origin: Form | None = top
                while origin is not None and id(origin) not in numbers:
                    origin = origin.origin
                parts.append(top.text if origin is None else f"*{numbers[id(origin)]}")
            else:
                inner = list(self.context.macros.expand(top.items))
                parts.append("(")
                stack += [")", *reversed(inner)]
        return " ".join(parts)

    # ---- words ----

    def word(self, block: MoveBlock, piece: Piece, royal: bool, drop: bool) -> str:
        """Return the word of a block, and write it if it is new."""
        key = self.key(block, royal, drop)
        found = self.written.get(key)
        if found is None:
            family = self.families.get(self.family_key(block, royal, drop) or "")
            if family is not None:
                found = self.family_word(family, block, royal, drop)
            if found is None:
                name = self.context.names.word(self.name(block, piece, royal))
                self.block(name, block, (), royal, drop)
                found = name
            self.written[key] = found
        return found

    def name(self, block: MoveBlock, piece: Piece, royal: bool) -> str:
        call = block.form.call
        if call is None or not call.items:
            return f"{piece.name.lower()}-move"
        given = [one.text for one in call.items if one.items is None]
        name = "-".join(given)[:60]
        return f"{piece.name.lower()}-{name}" if royal else name

    def family_word(self, family: Family, block: MoveBlock, royal: bool, drop: bool) -> str | None:
        call = block.form.call
        assert call is not None
        if not family.word:
            head = call.head if not royal else f"{call.head}-royal"
            name = self.context.names.word(head)
            parameters = tuple(f"dir{n}" for n in range(1, len(family.varying) + 1))
            if not self.block(name, block, parameters, royal, drop, family.varying):
                family.word = "-"
                self.context.names.taken.pop(name, None)
            else:
                family.word = name
        if family.word == "-":
            return None
        tokens = " ".join(
            f"['] {self.context.direction(call.rest[k].text)}" for k in family.varying
        )
        given = "-".join(call.rest[k].text for k in family.varying)
        name = self.context.names.word(f"{family.word}-{given}")
        self.lines.append(Line(f": {name} ( -- )   {tokens} {family.word} ;", call))
        return name

    def block(
        self,
        name: str,
        block: MoveBlock,
        parameters: tuple[str, ...],
        royal: bool,
        drop: bool,
        varying: list[int] | None = None,
    ) -> bool:
        """Write the word of a block; return False if its parameters cannot be handed down."""
        context = self.context
        form = block.form
        facts = context.facts.of(form)
        if facts.size <= LARGEST_DIRECT:
            writer = DirectWriter(context, drop, royal)
            writer.stack = Stack(parameters)
            if varying and form.call:
                writer.parameters = {
                    id(form.call.rest[k]): parameters[n] for n, k in enumerate(varying)
                }
            writer.marks = "mark" in facts.heads
            needed = dict(context.needed)
            try:
                self.preamble(writer, block, drop)
                if writer.marks:
                    context.need("marked")
                    writer.emit("from marked !", form)
                writer.sequence(form.items or [], [])
                self.define(name, parameters, writer, form)
                return True
            except NeedsBuffer:
                context.needed = needed
        if parameters:
            return False
        self.buffered(name, block, royal, drop)
        return True

    def buffered(self, name: str, block: MoveBlock, royal: bool, drop: bool) -> None:
        context, form = self.context, block.form
        context.need("forget")
        context.need("goal")
        queue: list[Form] = []
        writer = BufferedWriter(context, drop, royal, self.shared[drop], queue)
        facts = context.facts.of(form)
        if facts.heads & {"mark", "back"}:
            context.need("marked")
        self.preamble(writer, block, drop)
        writer.emit("begin", form)
        writer.sequence(form.items or [], [])
        self.parts(queue, drop, royal)
        self.define(name, (), writer, form)

    def parts(self, queue: list[Form], drop: bool, royal: bool) -> None:
        """Write the words of macro calls, those that others use first."""
        words = self.shared[drop]
        done: list[tuple[str, BufferedWriter, Form]] = []
        stack: list[tuple[Form, bool]] = [(form, False) for form in reversed(queue)]
        writers: dict[str, BufferedWriter] = {}
        while stack:
            form, ready = stack.pop()
            key = call_key(form)
            if ready:
                done.append((words[key], writers[key], form))
                continue
            if key in writers:
                continue
            inner: list[Form] = []
            writer = writers[key] = BufferedWriter(self.context, drop, royal, words, inner)
            writer.sequence(self.context.macros.body(form), [])
            stack.append((form, True))
            stack += [(one, False) for one in reversed(inner)]
        for name, writer, form in done:
            self.define(name, (), writer, form)

    def preamble(self, writer: DirectWriter | BufferedWriter, block: MoveBlock, drop: bool) -> None:
        """Write what a word begins with: whether it may run now, and flags that are reset."""
        context, form = self.context, block.form
        facts = context.facts.of(form)
        if context.partial:
            writer.emit("going-on @ 0< verify" if drop else "mine? verify", form)
        if "attack-type" in context.needed:
            number = context.names("move-type", block.move_type) if block.move_type else "-1"
            writer.emit(f"{number} wanted? verify", form)
        if drop and block.places is not None:
            tests = [writer.constant_place(one) or "" for one in block.places]
            code = " ".join([f"here {tests[0]} =", *(f"here {t} = OR" for t in tests[1:])])
            writer.emit(f"{code} verify", form)
        for flag in sorted(facts.flags):
            writer.emit(f"FALSE {context.names('flag', flag)} !", form)
        for flag in sorted(facts.position_flags):
            writer.emit(f"0 {context.names('position-flag', flag)} $positions @ CELLS ERASE", form)

    def define(
        self,
        name: str,
        parameters: tuple[str, ...],
        writer: DirectWriter | BufferedWriter,
        form: Form,
    ) -> None:
        effect = f"( {' '.join('dir' for _ in parameters)} -- )" if parameters else "( -- )"
        lines = [Line(f": {name} {effect}", form), *writer.lines]
        left = len(writer.stack.items)
        if left:
            drops = " ".join(["2DROP"] * (left // 2) + ["DROP"] * (left % 2))
            lines.append(Line(f"\t{drops}", form))
        lines.append(Line(";"))
        self.lines += joined(lines)


def joined(lines: list[Line]) -> list[Line]:
    """Put short lines of one depth together, as far as they come from one line of the rule file."""
    found: list[Line] = []
    for line in lines:
        if found and _fits(found[-1], line):
            found[-1] = Line(f"{found[-1].text}  {line.text.strip()}", found[-1].form)
        else:
            found.append(line)
    return found


CONTROL = ("IF", "ELSE", "ENDIF", "BEGIN", "WHILE", "REPEAT")


def _fits(before: Line, line: Line) -> bool:
    if before.form is None or line.form is None or before.text.startswith(":"):
        return False
    if before.text.endswith(("add-move", "forget")):
        return False
    depth = len(before.text) - len(before.text.lstrip("\t"))
    if depth != len(line.text) - len(line.text.lstrip("\t")):
        return False
    same = before.form.source is line.form.source
    if not same or before.form.place.line != line.form.place.line:
        return False
    words = {*before.text.split()[-1:], *line.text.split()[:1], *line.text.split()[-1:]}
    return not words & set(CONTROL) and len(before.text) + len(line.text) < 96


def block_list(context: Context) -> list[tuple[Piece, MoveBlock, bool, bool]]:
    """Return all blocks that add moves, with whether the piece is royal and whether they drop."""
    royal = {name for own in context.royal.values() for name in own}
    found = []
    for piece in context.game.pieces.values():
        for drop, blocks in ((False, piece.moves), (True, piece.drops)):
            for block in blocks:
                if context.facts.of(block.form).heads & ADDS:
                    found.append((piece, block, piece.name in royal and context.king_array, drop))
    return found
