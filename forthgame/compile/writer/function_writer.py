"""Writes a function of the second tier as LLVM IR, with its blocks and merge points.

The first edge that reaches a block determines how many items are values there; the others store or
load the difference.

A poll inside a loop prevents LLVM from unrolling or vectorising it. So a loop that counts by one
becomes a loop of parts: its head computes the index where the next part ends, and polls occur only
between parts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from forthgame.analysis.effect_inference import UnknownEffect
from forthgame.analysis.function import Function, Loop
from forthgame.analysis.work_estimates import LONG, WORK_LIMIT, work_of_row, work_of_turn
from forthgame.base.lazy import lazy
from forthgame.compile.interpreter.body_operations import write_body, write_shuffle
from forthgame.compile.ir.ir_lines import LIKELY, no_poll_due, noting
from forthgame.compile.writer.callees import Callees, may_be_written, room_for
from forthgame.compile.writer.stack_writer import (
    SELDOM,
    Back,
    BlockShape,
    Computed,
    InlineScope,
    Item,
    StackWriter,
    result_type,
)
from forthgame.words.effect_sets import PRINTING
from forthgame.words.moves.completion import PASSED_OVER
from forthgame.words.registers import memory_layout as at
from forthgame.words.registers.extension_registers import COUNTING

FEW = 8  # loops with fewer turns between polls poll in each turn
NEVER = -1
ALWAYS = " #4"  # attribute of a call that LLVM must inline
COUNTS = frozenset(("(count-ply)", "(count-leaves)"))

Merged = TypeVar("Merged", str, Item)


def copy_name(entry: int, level: int) -> str:
    """Return the name of a function that takes its arguments in registers."""
    return f"w{entry}.{level}" if level else f"w{entry}"


class FunctionWriter(StackWriter):
    """A writer of a function: `w` with arguments in registers if its effect is known, else `x`."""

    def __init__(
        self,
        function: Function,
        context: Callees,
        inlining: bool = True,
        level: int = 0,
        deeper: tuple[int, int] | None = None,
    ) -> None:
        """Create a writer for a `level` of copies; the next copy needs `deeper` slots."""
        super().__init__(function)
        self.context = context
        self.inlining_allowed, self.level, self.deeper = inlining, level, deeper
        self.inlined = self.written = 0  # inlined functions, and their instructions
        self.more_edges: dict[str, int] = {}  # edges to blocks, beyond those in their function
        self.expected: dict[str, tuple[int, ...]] = {}  # likely tokens of a value
        self._turns: dict[tuple[int, int], int] = {}  # by function and cell
        self._jumps: dict[int, Mapping[int, int]] = {}  # over idle regions, by function
        self._stops: dict[str, str] = {}  # the index at which a part of a loop ends
        self.jump: int | None = None  # the cell to continue at instead of after a call

    # -- going on in the interpreter -------------------------------------------------------------

    def check(self, condition: str, cell: int, once: bool = False, counted: bool = False) -> None:
        """Call the host at a cell unless a condition holds: it polls, or interprets from there.

        After a poll the code since the current label, which computes the condition, is repeated
        unless `once`. Pass `counted` if the interpreter may leave another number of items.
        """
        again = self.block
        with self.unless(condition, "in", "out", LIKELY) as good:
            top, back = self.spill(), self.spill_returns()
            ended = self.value(
                f"call {SELDOM} i32 @continue(ptr %vm, ptr {top}, ptr {back}, ptr %rp, i32 {cell}) "
                "#2"
            )
            with self.unless(self.value(f"icmp eq i32 {ended}, {at.RESUME}"), "resume", "other"):
                self._finish_interpreted(ended, counted)
            if once:  # a separate block in which LLVM reads registers again
                self.do('call void asm sideeffect "", ""()')
            self.do(f"br label %{good if once else again}")

    def _finish_interpreted(self, ended: str, counted: bool) -> None:
        """Return the results of a function that the interpreter has finished, or a status."""
        done = self.value(f"icmp eq i32 {ended}, {at.DONE}")
        with self.unless(done, "finished", "left"):
            self.leave_after_call(ended, called=False)
        state, reaches = self.state(), self.reaches
        self.reload()
        self.values, self.returns, self.height = [], [], (self.outer.effect or (0, 0))[1]
        if self.known and counted:
            place = self.slot("%sp", self.height)
            self.require(self.value(f"icmp eq ptr {self.sp}, {place}"), "-322")
        self.reaches = False  # the interpreter has recorded the underflow
        self.write_exit()
        self.reaches = reaches
        self.restore(state)

    def within_limits(self, growth: str, returns: str) -> str:
        """Return the condition that the stacks have room and that no poll is due."""
        limit = self.load_register("ptr", at.FRAME_LIMIT)
        top = self.value(f"getelementptr i32, ptr {self.sp}, i64 {growth}")
        fits = self.value(f"icmp ule ptr {top}, {limit}")
        last = self.value(f"load volatile ptr, ptr {self.register(at.RETURN_LIMIT)}")
        back = self.value(f"getelementptr i64, ptr %rp, i64 {returns}")
        return self.value(f"and i1 {fits}, {self.value(f'icmp ule ptr {back}, {last}')}")

    def callee(self, entry: int) -> tuple[str, tuple[int, int]]:
        """Return the name of a called function of known effect, and the slots that it may need.

        A recursive function calls its next copy, and the last copy calls the first, the only one
        that checks limits: so they are checked once in several levels, and LLVM can inline the
        copies.
        """
        if entry == self.outer.entry and self.deeper is not None:
            return copy_name(entry, self.level + 1), self.deeper
        return copy_name(entry, 0), self.context.growth(entry)

    def check_limits(self, cell: int) -> None:
        self.begin_block("room")
        self.check(self.within_limits("GROWTH", "RETURNS"), cell)

    def check_entry(self) -> None:
        self.check_limits(self.function.start)

    def poll(self, cell: int) -> None:
        self.begin_block("poll")
        condition = no_poll_due(self, self.context.target)
        if not self.known:
            limit = self.load_register("ptr", at.FRAME_LIMIT)
            begun = self.slot(self.sp, len(self.values))  # the start of the next turn
            top = self.value(f"getelementptr i32, ptr {begun}, i64 GROWTH")
            fits = self.value(f"icmp ule ptr {top}, {limit}")
            condition = self.value(f"and i1 {condition}, {fits}")
        self.check(condition, cell, once=self.known)

    # -- loops ------------------------------------------------------------------------------------

    def turns(self, cell: int) -> int:
        """Return the turns between two polls of the loop at a cell, 0 if it polls in each turn.

        The result is `NEVER` if all its turns together are short. Only loops that count by one are
        split: in others a counter costs more than a poll. A word of unknown effect polls in each
        turn, since its stack may grow.
        """
        key = (self.function.entry, cell)
        if key not in self._turns:
            self._turns[key] = self._find_turns(cell)
        return self._turns[key]

    def _find_turns(self, cell: int) -> int:
        loop = self.function.loops.get(cell)
        if loop is None or not self.known:
            return 0
        work = self._work_of_turn(loop)
        if loop.turns is not None and loop.turns * work <= WORK_LIMIT:
            return NEVER
        turns = WORK_LIMIT // work
        return turns if loop.counted and turns >= FEW else 0

    def _work_of_turn(self, loop: Loop) -> int:
        return work_of_turn(self.function, loop, self.context.work) + 1

    def end_short(self, cell: int) -> None:
        """Count the work of all turns of a loop without polls, after its end."""
        loop = self.function.loops.get(cell)
        if loop is not None and loop.turns is not None:
            self.unpolled += loop.turns * self._work_of_turn(loop)

    def spend(self, work: int) -> None:
        """Count the work of an instruction, polling first if it would be too much."""
        if work > LONG and self.unpolled + work > WORK_LIMIT:
            self.poll(self.instruction.place)
            self.unpolled = 0
        self.unpolled += work

    def write_head(self, shape: BlockShape) -> None:
        """Write the head of a loop, which determines the next part.

        Up to the index `stop` the body is a loop of known length without polls, which LLVM can
        unroll and vectorise.
        """
        limit, index = self.own_returns(2)
        turns = self.turns(shape.cell)
        below = self.value(f"icmp slt i32 {index}, {limit}")
        left = self.value(f"sub i32 {limit}, {index}")
        near = self.value(f"icmp ule i32 {left}, {turns}")
        far = self.value(f"add i32 {index}, {turns}")
        stop = self.value(f"select i1 {near}, i32 {limit}, i32 {far}")
        once = self.value(f"add i32 {index}, 1")
        self._stops[shape.key] = self.value(f"select i1 {below}, i32 {stop}, i32 {once}")
        self.edge(shape.cell)

    def end_part(self, start: int, index: str, limit: str) -> None:
        """Write the end of the body of a loop with a head: continue, poll, or leave the loop."""
        stop = self._stops[f"{self.scope.prefix}{start}"]
        with self.when(self.value(f"icmp slt i32 {index}, {stop}"), "more", "part"):
            self.edge(start)
        with self.when(self.value(f"icmp slt i32 {index}, {limit}"), "again", "other"):
            self.poll(start)
            self.edge(start, head=True)
        self.unpolled = WORK_LIMIT
        del self.returns[-2:]
        self.go(self.instruction.next)

    # -- blocks ----------------------------------------------------------------------------------

    def go(self, cell: int) -> None:
        """Add an edge to a block of the current function, or to the head of a loop."""
        self.edge(cell, head=self.turns(cell) > 0)

    def edge(self, cell: int, head: bool = False) -> None:
        base = f"{self.scope.prefix}{cell}"
        key = f"{base}h" if head else base
        shape = self.shapes.get(key)
        if shape is None:
            items = (len(self.values), len(self.returns), self.height)
            shape = self.shapes[key] = BlockShape(*items, self.scope, cell, base, head)
        if len(self.returns) != shape.returns:
            raise UnknownEffect("return stack differs where branches meet")
        if shape.closed:
            raise UnknownEffect("an edge comes late")
        if len(self.values) > shape.values:
            self.flush(shape.values)
        self.need(shape.values, cell)
        if self.known and self.height != shape.height:
            raise UnknownEffect("stack differs where branches meet")
        if shape.begun and not self.instruction.backward:  # later code assumes its height
            self.slack += max(self.height - shape.height, 0)
        elif not self.instruction.backward:
            shape.height = max(shape.height, self.height)
        if not shape.begun:
            shape.unpolled = max(shape.unpolled, self.unpolled)
        shape.edges.append((self.block, self.sp, list(self.values), list(self.returns)))
        self.do(f"br label %b{key}")

    def inline(self, function: Function) -> bool:
        """Inline a function; return False if its code starts in a new block."""
        following = self.instruction.next
        key = f"{self.scope.prefix}{following}"
        straight = 1 if self._begins_block(following) else 0
        self.more_edges[key] = self.more_edges.get(key, 0) + function.exits - straight
        self.returns.append(Back(following))
        self.return_growth = max(self.return_growth, len(self.returns))
        self.inlined += 1
        self.written += len(function.instructions)
        self.scope = InlineScope(function, f"{self.inlined}_", self.scope)
        self.function = function
        self._expect_jumps()
        if function.arrivals.get(function.start):
            self.more_edges[f"{self.scope.prefix}{function.start}"] = 1
            self.go(function.start)
            return False
        self.jump = function.start
        return True

    def _expect_jumps(self) -> None:
        """Count the edges over regions that are left out while moves are passed over."""
        for end in self.jumps.values():
            key = f"{self.scope.prefix}{end}"
            straight = 0 if end in self.function.leaders else 1
            self.more_edges[key] = self.more_edges.get(key, straight) + 1

    @property
    def jumps(self) -> Mapping[int, int]:
        """The cells after idle regions of the current function, by their first cells."""
        entry = self.function.entry
        if entry not in self._jumps:
            self._jumps[entry] = self.context.idle_regions(self.function)
        return self._jumps[entry]

    def _begins_block(self, cell: int) -> bool:
        return cell in self.function.leaders or cell in self.jumps.values()

    def _pass_over(self, end: int) -> None:
        """Jump over a region that begins here, if the next move is not to be made."""
        instruction, taken = self.instruction, 1
        if instruction.name == "(CALL)":
            effect = self.context.effect(instruction.operand)
            if effect is None or effect[1]:
                return
            taken = effect[0] + instruction.drops
        counting = self.load_register("i32", COUNTING)
        with self.when(self.value(f"icmp eq i32 {counting}, {PASSED_OVER}"), "over", "stay"):
            self.need(taken)
            del self.values[len(self.values) - taken :]
            self.go(end)

    def may_inline(self, entry: int) -> Function | None:
        """Return a function if its call is to be inlined.

        LLVM could inline functions of known effect too, but with the stack stored before the call.
        """
        if not self.inlining_allowed:
            return None
        function = self.context.inlined(entry)
        if function is None or self.scope.contains(entry):
            return None
        hot = self.context.is_hot(self.outer.entry)
        room = min(room_for(self.outer, hot), self.context.room) - self.written
        loops = self.function.loops.values()
        in_loop = any(loop.counted and loop.has(self.instruction.cell) for loop in loops)
        fits = may_be_written(function, self.scope.depth, room, in_loop)
        return function if fits else None

    @lazy
    def plays(self) -> bool:
        """Return whether this is a loop that plays or counts moves, in which speed matters."""
        called = [self.context.inlined(entry) for entry in self.outer.callees()]
        return any(f is not None and f.has(COUNTS) for f in (self.outer, *called))

    def leave_inlined(self) -> None:
        back = self.returns.pop() if self.returns else None
        if not isinstance(back, Back) or not self.scope.parent:
            raise UnknownEffect("return stack is not empty at EXIT")
        self.scope = self.scope.parent
        self.function = self.scope.function
        self.go(back.cell)

    # -- the whole -------------------------------------------------------------------------------

    def write(self) -> str:
        """Return the text of the function. Raises Refused."""
        effect = self.outer.effect
        looks = not effect or (self.level == 0 and self.context.recursive(self.function))
        if effect:
            self.values = [Computed(f"%a{k}") for k in range(effect[0])]
        self.growth = len(self.values)
        for k in range(self.function.held):
            slot = self.load("i64", self.slot("%rp", k, "i64"))
            self.returns.append(self.value(f"trunc i64 {slot} to i32"))
        self.return_growth = len(self.returns)
        if looks:
            self.check_entry()
        self.more_edges[str(self.function.start)] = 1
        self._expect_jumps()
        self.go(self.function.start)
        texts: dict[str, list[str]] = {}
        opening, self.lines = self.lines, []
        while pending := [key for key in self.shapes if key not in texts]:
            key = next((k for k in pending if self._all_edges(k)), pending[0])
            self._begin_block(key)
            if self.shapes[key].head:
                self.write_head(self.shapes[key])
            else:
                self._write_block(self.shapes[key].cell)
            texts[key], self.lines = self.lines, []
        self.growth += self.slack
        for key, lines in texts.items():
            opening += [f"b{key}:", *self._phis(key), *lines]
        self.lines = opening
        self.write_leaving()
        return self.definition()

    def definition(self) -> str:
        """Return the lines written so far as a function of IR."""
        effect = self.outer.effect
        arguments = "".join(f", i32 %a{k}" for k in range(effect[0])) if effect else ""
        body = "\n".join(self.lines).replace("GROWTH", str(self.growth + 4))
        body = body.replace("RETURNS", str(self.return_growth + 1))
        rooms = "".join(f"  {name} = alloca {kind}\n" for kind, name in self.scratches.items())
        entry = self.outer.entry
        if effect:
            head = f"define internal fastcc {self.result_type()} @{copy_name(entry, self.level)}"
        else:
            head = f"define ptr @x{entry}"
        head = f"{head}(ptr %vm, ptr %sp, ptr %rp{arguments}) #0"
        if self.level:
            head += " alwaysinline"  # LLVM does not inline functions that call each other
        return f"{head} {{\nentry:\n{rooms}{body}\n}}\n"

    def result_type(self) -> str:
        return result_type(self.outer.effect[1] if self.outer.effect else 0)

    def _all_edges(self, key: str) -> bool:
        shape = self.shapes[key]
        if not shape.head and f"{key}h" in self.shapes:
            return len(shape.edges) == 2  # from the head and from the end of the body
        arrivals = shape.scope.function.arrivals.get(shape.cell, 0)
        return len(shape.edges) >= arrivals + self.more_edges.get(shape.key, 0)

    def _begin_block(self, key: str) -> None:
        """Set the state of a block; values that agree on all edges need no phi."""
        shape = self.shapes[key]
        shape.closed, shape.begun = self._all_edges(key), True
        self.scope, self.function = shape.scope, shape.scope.function
        self.block = f"b{key}"
        self.sp = self._merge(shape, f"%s{key}", [edge[1] for edge in shape.edges], 1, 0)
        self.values = [
            self._merge(shape, f"%q{key}.{k}", [edge[2][k] for edge in shape.edges], 2, k)
            for k in range(shape.values)
        ]
        self.returns = [
            self._merge(shape, f"%r{key}.{k}", [edge[3][k] for edge in shape.edges], 3, k)
            for k in range(shape.returns)
        ]
        self.height = shape.height
        self.unpolled = shape.unpolled

    def _merge(
        self, shape: BlockShape, name: str, found: list[Merged], part: int, index: int
    ) -> Merged | Computed:
        same = len(set(found)) == 1
        if same and (shape.closed or isinstance(found[0], Back)):
            return found[0]
        if any(isinstance(item, Back) for item in found):
            raise UnknownEffect("return stack differs where branches meet")
        shape.merged.append((name, "ptr" if part == 1 else "i32", part, index))
        return Computed(name)

    def _phis(self, key: str) -> list[str]:
        lines = []
        for name, kind, part, index in self.shapes[key].merged:
            incoming = ", ".join(
                f"[ {edge[1] if part == 1 else edge[part][index]}, %{edge[0]} ]"
                for edge in self.shapes[key].edges
            )
            lines.append(f"  {name} = phi {kind} {incoming}")
        return lines

    def _write_block(self, cell: int) -> None:
        flow, start = self.context.flow, cell
        if cell in self.function.loops and self.context.write_loop(self, cell):
            return
        while True:
            if cell != start and self._begins_block(cell):
                self.go(cell)
                return
            instruction = self.function.instructions[cell]
            self.instruction, self.row, self.number = (
                instruction, instruction.row, instruction.number,
            )  # fmt: skip
            self.begin_instruction()
            if cell in self.context.noted:
                self.do(noting(self.context.noted[cell]))
            if cell in self.jumps:
                self._pass_over(self.jumps[cell])
            if instruction.row.kind == "shuffle":
                write_shuffle(self)
            elif instruction.row.kind == "body" and instruction.name not in flow:
                self.spend(work_of_row(instruction.row))
                hot = instruction.name == "add-move" and self.context.is_hot(self.outer.entry)
                self.inlining = ALWAYS if hot else ""
                if instruction.name in PRINTING:
                    self.need(len(self.row.effect.inputs))
                    self.retry = self.begin_block("retry")
                write_body(self)
            elif flow[instruction.name](self):
                return
            cell = instruction.next
            if self.jump is not None:
                cell = start = self.jump
                self.jump = None

    def write_exit(self) -> None:
        if self.returns:
            raise UnknownEffect("return stack is not empty at EXIT")
        if not self.known:
            self.flush()
            self.do(f"ret ptr {self.sp}")
            return
        count = self.outer.effect[1] if self.outer.effect else 0
        self.need(count)
        results = self.values[len(self.values) - count :] if count else []
        self.do(f"ret {self.result_type()} {self._aggregate('0', results)}")

    def _aggregate(self, status: str, results: list[str]) -> str:
        kind = self.result_type()
        if not results and kind == "i32":
            return status
        made = self.value(f"insertvalue {kind} undef, i32 {status}, 0")
        for k, result in enumerate(results, 1):
            made = self.value(f"insertvalue {kind} {made}, i32 {result}, {k}")
        return made

    def write_leaving(self) -> None:
        for label, status in self.ways_out.items():
            self.label(label)
            self.do(f"ret {self.result_type()} {self._aggregate(status, [])}")
