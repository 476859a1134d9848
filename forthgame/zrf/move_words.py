"""Write the words for all move blocks of a game, and the lists of moves that name them."""

from __future__ import annotations

from dataclasses import dataclass, field

from forthgame.zrf.buffered_writer import BufferedWriter
from forthgame.zrf.conditions import Stack
from forthgame.zrf.context import Context, Line
from forthgame.zrf.direct_writer import DirectWriter, NeedsBuffer
from forthgame.zrf.forms import Form
from forthgame.zrf.model import MoveBlock, Piece
from forthgame.zrf.move_facts import ADDS, FLAGS, call_key

LARGEST_DIRECT = 400  # words of a block that is written out whole
MOST_HANDED = 6  # directions that one word takes


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
        self.defined: dict[bool, set[str]] = {False: set(), True: set()}

    # ---- families ----

    def key(self, block: MoveBlock, royal: bool, drop: bool) -> str:
        base = call_key(block.form.call) if block.form.call else call_key(block.form)
        return f"{base} | {royal} {drop} {self.continues(block)}"

    def family_key(self, block: MoveBlock, royal: bool, drop: bool) -> str | None:
        """Return the text that blocks of a family have in common, or None."""
        call = block.form.call
        if call is None or not call.items:
            return None
        shape = self.context.facts.shape(call)
        return f"{shape} | {royal} {drop} {self.continues(block)}" if "*" in shape else None

    def gather(self, blocks: list[tuple[MoveBlock, bool, bool]]) -> None:
        """Find the families among all blocks of the game."""
        for block, royal, drop in blocks:
            key = self.family_key(block, royal, drop)
            if key is not None:
                self.families.setdefault(key, Family()).blocks.append(block)
        for key, family in list(self.families.items()):
            calls = [block.form.call for block in family.blocks if block.form.call]
            family.varying = [
                k
                for k in self.context.facts.handed(calls[0])
                if len({call.rest[k].text for call in calls}) > 1
            ]
            if not family.varying or len(family.varying) > MOST_HANDED:
                del self.families[key]

    # ---- words ----

    def word(self, block: MoveBlock, piece: Piece, royal: bool, drop: bool) -> str:
        """Return the word of a block, and write it if it is new."""
        key = self.key(block, royal, drop)
        found = self.written.get(key)
        if found is None:
            family = self.families.get(self.family_key(block, royal, drop) or "")
            if family is not None:
                found = self.family_word(family, block, royal, drop)
            else:
                found = self.context.names.word(self.name(block, piece, royal))
                self.block(found, block, royal, drop, [])
            self.written[key] = found
        return found

    def name(self, block: MoveBlock, piece: Piece, royal: bool) -> str:
        call = block.form.call
        if call is None or not call.items:
            return f"{piece.name.lower()}-move"
        given = [one.text for one in call.items if one.items is None]
        name = "-".join(given)[:60]
        return f"{piece.name.lower()}-{name}" if royal else name

    def family_word(self, family: Family, block: MoveBlock, royal: bool, drop: bool) -> str:
        call = block.form.call
        assert call is not None
        if not family.word:
            family.word = self.context.names.word(f"{call.head}-royal" if royal else call.head)
            self.block(family.word, block, royal, drop, family.varying)
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
        royal: bool,
        drop: bool,
        varying: list[int],
    ) -> None:
        """Write the word of a block; the directions that vary are handed down."""
        context = self.context
        form = block.form
        facts = context.facts.of(form)
        if facts.size <= LARGEST_DIRECT:
            writer = DirectWriter(context, drop, royal)
            if form.call:
                hand_down(writer, form.call, varying)
            writer.marks = "mark" in facts.heads
            writer.notes = bool(facts.heads & FLAGS)
            needed = dict(context.needed)
            try:
                self.preamble(writer, block, drop)
                if writer.marks:
                    context.need("marked")
                    writer.waiting.append(("", "from marked !"))
                writer.sequence(form.items or [], [])
                self.define(name, writer, form)
                return
            except NeedsBuffer:
                context.needed = needed
        self.buffered(name, block, royal, drop, varying)

    def buffered(
        self, name: str, block: MoveBlock, royal: bool, drop: bool, varying: list[int]
    ) -> None:
        context, form = self.context, block.form
        context.need("forget")
        context.need("goal")
        queue: list[Form] = []
        writer = BufferedWriter(context, drop, royal, self.shared[drop], queue)
        if form.call:
            hand_down(writer, form.call, varying)
        facts = context.facts.of(form)
        if facts.heads & {"mark", "back"}:
            context.need("marked")
        self.preamble(writer, block, drop)
        writer.waiting.append(("", "begin"))
        writer.sequence(form.items or [], [])
        self.parts(queue, drop, royal)
        self.define(name, writer, form)

    def parts(self, queue: list[Form], drop: bool, royal: bool) -> None:
        """Write the words of macro calls, those that others use first."""
        facts, words, done = self.context.facts, self.shared[drop], self.defined[drop]
        stack: list[tuple[Form, bool]] = [(form, False) for form in reversed(queue)]
        writers: dict[str, BufferedWriter] = {}
        while stack:
            form, ready = stack.pop()
            key = facts.shape(form)
            if ready:
                self.define(words[key], writers[key], form)
                done.add(key)
            elif key not in writers and key not in done:
                inner: list[Form] = []
                writer = writers[key] = BufferedWriter(self.context, drop, royal, words, inner)
                hand_down(writer, form, facts.handed(form))
                writer.sequence(self.context.macros.body(form), [])
                stack.append((form, True))
                stack += [(one, False) for one in reversed(inner)]

    def preamble(self, writer: DirectWriter | BufferedWriter, block: MoveBlock, drop: bool) -> None:
        """Write the beginning of a word: a test whether it may run, and flags that are reset.

        They wait for the first command that depends on them: most words end before it.
        """
        context, form = self.context, block.form
        facts = context.facts.of(form)
        if drop and block.places is not None:
            tests = [writer.constant_place(one) or "" for one in block.places]
            code = " ".join([f"here {tests[0]} =", *(f"here {t} = OR" for t in tests[1:])])
            writer.emit(f"{code} verify", form)
        if self.continues(block):
            own = "going-on @ 0=" if drop else context.need("mine?")
            writer.waiting.append(("", f"{own} verify"))
        for flag in sorted(facts.flags):
            writer.waiting.append((flag, f"FALSE {context.names('flag', flag)} !"))
        for flag in sorted(facts.position_flags):
            name = context.names("position-flag", flag)
            writer.waiting.append(("", f"0 {name} $positions @ CELLS ERASE"))

    def continues(self, block: MoveBlock) -> bool:
        """Return whether a block may make a move after a partial move."""
        return self.context.partial and block.move_type in self.context.continuing

    def define(
        self,
        name: str,
        writer: DirectWriter | BufferedWriter,
        form: Form,
    ) -> None:
        handed = len(writer.parameters)
        effect = f"( {' '.join(['dir'] * handed)} -- )" if handed else "( -- )"
        lines = [Line(f": {name} {effect}", form), *writer.lines]
        left = len(writer.stack.items)
        if left:
            drops = " ".join(["2DROP"] * (left // 2) + ["DROP"] * (left % 2))
            lines.append(Line(f"\t{drops}", form))
        lines.append(Line(";"))
        self.lines += joined(lines)


def hand_down(writer: DirectWriter | BufferedWriter, call: Form, varying: list[int]) -> None:
    """Let a word find arguments of a macro call on the stack."""
    items = tuple(f"direction-{k}" for k in varying)
    writer.stack = Stack(items)
    writer.parameters = {id(call.rest[k]): item for k, item in zip(varying, items, strict=True)}


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
    return [
        (piece, block, piece.name in royal and context.king_array, drop)
        for piece in context.game.pieces.values()
        for drop, blocks in ((False, piece.moves), (True, piece.drops))
        for block in blocks
        if context.facts.of(block.form).heads & ADDS
    ]
