"""Writes one function of the second tier as LLVM IR: its blocks, and what happens where they meet.

The first edge that arrives at a block decides how many items are values there; the others store or
load what differs.
"""

from __future__ import annotations

from forthgame.lang import layout as at
from forthgame.vm.compiler.decode import Refused
from forthgame.vm.compiler.stack import Shape, StackWriter, result_type
from forthgame.vm.interpreter import write_body, write_shuffle

PRINTING = frozenset((".", ".R", "EMIT", "CR", "SPACE", "TAB", "TYPE", "(PRINT)"))


class FunctionWriter(StackWriter):
    """The text of a function: `w` with arguments in registers if its effect is known, else `x`."""

    # -- going on in the interpreter -------------------------------------------------------------

    def check(self, condition: str, cell: int) -> None:
        """Ask the host at a cell unless a condition holds: it polls, or goes on in the interpreter.

        The instructions up to here, at the label `check` that the caller has begun, may be run
        again: they only compute the condition.
        """
        again = self.block
        good, bad = self.new_label("in"), self.new_label("out")
        self.do(f"br i1 {condition}, label %{good}, label %{bad}, !prof !0")
        self.label(bad)
        top = self.spill()
        back = self.spill_returns()
        ended = self.value(
            f"call i32 @continue(ptr %vm, ptr {top}, ptr {back}, ptr %rp, i32 {cell}) #2"
        )
        resumed, other, finished, left = (
            self.new_label(stem) for stem in ("resume", "other", "finished", "left")
        )
        resume = self.value(f"icmp eq i32 {ended}, {at.RESUME}")
        self.do(f"br i1 {resume}, label %{resumed}, label %{other}")
        self.label(other)
        done = self.value(f"icmp eq i32 {ended}, {at.DONE}")
        self.do(f"br i1 {done}, label %{finished}, label %{left}")
        self.label(left)
        self.leave_behind_call(ended, called=False)
        self.label(finished)
        state = (self.sp, list(self.values), list(self.returns), self.height)
        self.reload()
        self.values, self.returns = [], []
        self.height = self.function.effect[1] if self.function.effect else 0
        self.write_exit()
        self.sp, self.values, self.returns, self.height = state
        self.label(resumed)
        self.do(f"br label %{again}")
        self.label(good)

    def within_limits(self, growth: str, returns: str) -> str:
        """The condition that the stacks have room, and that no poll is due."""
        limit = self.load_register("ptr", at.FRAME_LIMIT)
        top = self.value(f"getelementptr i32, ptr {self.sp}, i64 {growth}")
        fits = self.value(f"icmp ule ptr {top}, {limit}")
        last = self.value(f"load volatile ptr, ptr {self.register(at.RETURN_LIMIT)}")
        back = self.value(f"getelementptr i64, ptr %rp, i64 {returns}")
        return self.value(f"and i1 {fits}, {self.value(f'icmp ule ptr {back}, {last}')}")

    def check_entry(self) -> None:
        """At the entry of a word that must look after its own limits."""
        cell = self.function.entry
        self.do("br label %check")
        self.label("check")
        self.check(self.within_limits("GROWTH", "RETURNS"), cell)

    # -- blocks ----------------------------------------------------------------------------------

    def go(self, cell: int) -> None:
        """An edge to a block: bring the state to what it expects."""
        shape = self.shapes.get(cell)
        if shape is None:
            shape = Shape(len(self.values), len(self.returns), self.height)
            self.shapes[cell] = shape
        if len(self.returns) != shape.returns:
            raise Refused("return stack differs where branches meet")
        if len(self.values) > shape.values:
            self.flush(shape.values)
        self.need(shape.values)
        if self.known and self.height != shape.height:
            raise Refused("stack differs where branches meet")
        shape.edges.append((self.block, self.sp, list(self.values), list(self.returns)))
        self.do(f"br label %b{cell}")

    def poll(self) -> None:
        """At the end of a loop's body: ask the host from time to time."""
        name = self.new_label("poll")
        self.do(f"br label %{name}")
        self.label(name)
        flag = self.value(f"load volatile i32, ptr {self.register(at.POLL)}")
        condition = self.value(f"icmp eq i32 {flag}, 0")
        if not self.known:
            limit = self.load_register("ptr", at.FRAME_LIMIT)
            top = self.value(f"getelementptr i32, ptr {self.sp}, i64 GROWTH")
            fits = self.value(f"icmp ule ptr {top}, {limit}")
            condition = self.value(f"and i1 {condition}, {fits}")
        self.check(condition, self.instruction.cell)

    def write(self) -> str:
        """The whole function. Raises Refused."""
        effect = self.function.effect
        recursive = self.context.recursive(self.function)
        arguments = "".join(f", i32 %a{k}" for k in range(effect[0])) if effect else ""
        if effect:
            self.values = [f"%a{k}" for k in range(effect[0])]
        self.growth = len(self.values)
        for k in range(self.function.held):
            slot = self.load("i64", self.slot("%rp", k, "i64"))
            self.returns.append(self.value(f"trunc i64 {slot} to i32"))
        self.return_growth = len(self.returns)
        if not effect or recursive:
            self.check_entry()
        self.go(self.function.entry)
        texts: dict[int, list[str]] = {}
        opening, self.lines = self.lines, []
        todo = [self.function.entry]
        while todo:
            cell = todo.pop()
            if cell in texts or cell not in self.shapes:
                continue
            self._begin_block(cell)
            self._write_block(cell)
            texts[cell], self.lines = self.lines, []
            todo += [c for c in sorted(self.shapes, reverse=True) if c not in texts]
        for cell, lines in texts.items():
            opening += [f"b{cell}:", *self._phis(cell), *lines]
        self.lines = opening
        self._write_leaving()
        body = "\n".join(self.lines).replace("GROWTH", str(self.growth + 4))
        body = body.replace("RETURNS", str(self.return_growth + 1))
        rooms = "".join(f"  {name} = alloca {kind}\n" for kind, name in self.scratches.items())
        entry = self.function.entry
        if effect:
            head = f"define internal fastcc {self.result_type()} @w{entry}"
        else:
            head = f"define ptr @x{entry}"
        return f"{head}(ptr %vm, ptr %sp, ptr %rp{arguments}) #0 {{\nentry:\n{rooms}{body}\n}}\n"

    def result_type(self) -> str:
        """Status and results of a function of known effect."""
        count = self.function.effect[1] if self.function.effect else 0
        return result_type(count)

    def _begin_block(self, cell: int) -> None:
        shape = self.shapes[cell]
        self.block = f"b{cell}"
        self.sp = f"%s{cell}"
        self.values = [f"%q{cell}.{k}" for k in range(shape.values)]
        self.returns = [f"%r{cell}.{k}" for k in range(shape.returns)]
        self.height = shape.height

    def _phis(self, cell: int) -> list[str]:
        edges = self.shapes[cell].edges
        lines = [
            f"  %s{cell} = phi ptr " + ", ".join(f"[ {sp}, %{block} ]" for block, sp, _, _ in edges)
        ]
        for stem, part in (("q", 2), ("r", 3)):
            count = len(edges[0][part])
            for k in range(count):
                incoming = ", ".join(f"[ {edge[part][k]}, %{edge[0]} ]" for edge in edges)
                lines.append(f"  %{stem}{cell}.{k} = phi i32 {incoming}")
        return lines

    def _write_block(self, cell: int) -> None:
        from forthgame.vm.compiler.flow import FLOW

        start = cell
        while True:
            if cell != start and cell in self.function.leaders:
                self.go(cell)
                return
            instruction = self.function.instructions[cell]
            self.instruction, self.row, self.number = (
                instruction, instruction.row, instruction.number,
            )  # fmt: skip
            if instruction.row.kind == "shuffle":
                write_shuffle(self)
            elif instruction.row.kind == "body":
                if instruction.name in PRINTING:
                    self.need(len(self.row.effect.inputs))
                    self.do(f"br label %retry{cell}")
                    self.label(f"retry{cell}")
                write_body(self)
            elif not FLOW[instruction.name](self):
                return
            cell = instruction.next

    def write_exit(self) -> None:
        """Return to the caller with the results."""
        if self.returns:
            raise Refused("return stack is not empty at EXIT")
        if not self.known:
            self.flush()
            self.do(f"ret ptr {self.sp}")
            return
        count = self.function.effect[1] if self.function.effect else 0
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

    def _write_leaving(self) -> None:
        for status in sorted(self.leaving):
            self.label(f"end.{status}")
            self._return_status(status)
        for number, ended in self.returns_of_status:
            self.label(f"behind.{number}")
            self._return_status(ended)

    def _return_status(self, status: str) -> None:
        kind = self.result_type()
        if kind == "i32":
            self.do(f"ret i32 {status}")
        else:
            made = self.value(f"insertvalue {kind} undef, i32 {status}, 0")
            self.do(f"ret {kind} {made}")
