"""Writers of straight-line LLVM IR."""

from __future__ import annotations

from collections.abc import Callable

from forthgame.compile.ir.target import Target
from forthgame.words.registers import memory_layout as at

LIKELY, UNLIKELY = ", !prof !0", ", !prof !1"  # weights of branches
IN_REGISTER = "!tbaa !12"  # marks an access to a register rather than a stack item


class IrText:
    """The body of a function, with numbered values."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.count = 0

    def value(self, text: str) -> str:
        """Add an instruction; return the name of its value."""
        self.count += 1
        self.lines.append(f"  %v{self.count} = {text}")
        return f"%v{self.count}"

    def do(self, *texts: str) -> None:
        """Add instructions without a value, and labels."""
        self.lines += [text if text.endswith(":") else f"  {text}" for text in texts]

    def new_label(self, stem: str) -> str:
        self.count += 1
        return f"{stem}.l{self.count}"

    def split(self, condition: str, yes: str, no: str, weights: str = "") -> list[str]:
        """Branch on a condition to two new labels, which are returned."""
        labels = [self.new_label(stem) for stem in (yes, no)]
        self.do(f"br i1 {condition}, label %{labels[0]}, label %{labels[1]}{weights}")
        return labels

    def register(self, offset: int) -> str:
        return self.value(f"getelementptr i8, ptr %vm, i64 {offset}")

    def slot(self, pointer: str, index: int, kind: str = "i32") -> str:
        """Return the pointer to a slot at an index from another."""
        return self.value(f"getelementptr {kind}, ptr {pointer}, i64 {index}")

    def element(self, kind: str, base: str, index: str, extend: str = "zext") -> str:
        """Return the pointer to an element by an index of 32 bits."""
        wide = self.value(f"{extend} i32 {index} to i64")
        return self.value(f"getelementptr {kind}, ptr {base}, i64 {wide}")

    def distance(self, base: str, pointer: str) -> str:
        start = self.value(f"ptrtoint ptr {base} to i64")
        return self.value(f"sub i64 {self.value(f'ptrtoint ptr {pointer} to i64')}, {start}")


class IrLines(IrText):
    """The body of a function, with access to registers; `tag` marks these for alias analysis."""

    tag = f", {IN_REGISTER}"

    def load(self, kind: str, offset: int) -> str:
        return self.value(f"load {kind}, ptr {self.register(offset)}{self.tag}")

    def cell(self, address: int) -> str:
        """Load a cell of the memory, which a script may change."""
        return self.value(f"load i32, ptr {self.register(at.MEMORY + address)}, align 1")

    def by_player(self, name: str, players: int, other: str = "") -> None:
        """Branch to `name.k` for the player to move, k; to `other` or `name.1` otherwise."""
        number = self.value(f"and i32 {self.value(f'lshr i32 {self.cell(at.A_PLAYER)}, 11')}, 31")
        labels = {k: f"{name}.{k}" for k in range(1, players + 1)}
        beside = other or labels.pop(1)
        arms = " ".join(f"i32 {k}, label %{label}" for k, label in labels.items())
        self.do(f"switch i32 {number}, label %{beside} [ {arms} ]")

    def store(self, kind: str, value: str, offset: int) -> None:
        self.do(f"store {kind} {value}, ptr {self.register(offset)}{self.tag}")

    def hand_over(self, top: str, back: str, cell: str) -> None:
        """Store the stack pointers and the instruction pointer for the host."""
        self.store("ptr", self.slot(top, -1), at.SP)
        self.store("i32", self.value(f"load i32, ptr {top}"), at.TOP)
        self.store("ptr", back, at.RP)
        self.store("ptr", self.element("i32", self.register(at.CODE), cell), at.IP)

    def __str__(self) -> str:
        return "\n".join(self.lines)


def cells_from(
    o: IrLines, first: str, tag: str = "", start: str = "%start", count: int = 64
) -> str:
    """Load `count` cells of the memory, starting `start` cells after an address."""
    address = o.value(f"add i64 {o.value(f'shl i64 {start}, 2')}, {first}")
    place = o.value(f"getelementptr i8, ptr {o.register(at.MEMORY)}, i64 {address}")
    return o.value(f"load <{count} x i32>, ptr {place}, align 1{tag}")


def load_item(o: IrLines, address: str, moves: bool, fetched: str) -> str:
    """Load what the word `fetched` reads at an address, relative to the board if it `moves`."""
    place = o.register(at.MEMORY)
    if moves:
        board = o.value(f"sext i32 {o.load('i32', at.BOARD)} to i64")
        place = o.value(f"getelementptr i8, ptr {place}, i64 {board}")
    place = o.value(f"getelementptr i8, ptr {place}, i64 {address}")
    if fetched == "@":
        return o.value(f"load i32, ptr {place}, align 1")
    return o.value(f"zext i8 {o.value(f'load i8, ptr {place}, align 1')} to i32")


def no_poll_due(o: IrText, target: Target) -> str:
    """Return the condition that machine code need not call the host now."""
    place = o.register(at.POLL)
    flag = o.value(f"load volatile i32, ptr {place}")
    if not target.counts_polls:
        return o.value(f"icmp eq i32 {flag}, 0")
    left = o.value(f"sub i32 {flag}, 1")
    o.do(f"store volatile i32 {left}, ptr {place}")
    return o.value(f"icmp sge i32 {left}, 0")


Write = Callable[[IrLines], None]


def define(head: str, write: Write, kind: type[IrLines] = IrLines) -> str:
    lines = kind()
    write(lines)
    return f"{head} {{\n{lines}\n}}\n"


def word_of_token(o: IrText, token: str) -> tuple[str, str, str]:
    """Return whether a token belongs to a word, the word's index, and a pointer to its table row.

    If it does not, index and row are those of an arbitrary word.
    """
    shifted = o.value(f"sub i32 {token}, {at.DATA}")
    placed = o.value(f"icmp ule i32 {shifted}, {at.DATA_END - at.CELL - at.DATA}")
    offset = o.value(f"zext i32 {o.value(f'select i1 {placed}, i32 {shifted}, i32 0')} to i64")
    place = o.value(f"getelementptr i8, ptr {o.register(at.TOKENS)}, i64 {offset}")
    index = o.value(f"load i32, ptr {place}, align 1")
    inside = o.value(f"icmp ult i32 {index}, {at.WORD_LIMIT}")
    wide = o.value(f"zext i32 {o.value(f'select i1 {inside}, i32 {index}, i32 0')} to i64")
    row = o.value(f"getelementptr i64, ptr {o.register(at.WORDS)}, i64 {wide}")
    same = o.value(f"icmp eq i32 {o.value(f'load i32, ptr {row}')}, {token}")
    good = o.value(f"and i1 {placed}, {inside}")
    return o.value(f"and i1 {good}, {same}"), wide, row


def find_word(o: IrLines) -> tuple[str, str]:
    """Return whether %token belongs to a word, and its machine code or null."""
    known, index, _ = word_of_token(o, "%token")
    code = o.value(f"getelementptr i64, ptr {o.register(at.NATIVE_WORDS)}, i64 {index}")
    return known, o.value(f"load ptr, ptr {code}")


def top_in_memory(o: IrLines) -> str:
    """Load the stack registers set by the host; return the slot of the top item."""
    top = o.slot(o.load("ptr", at.SP), 1)
    o.do(f"store i32 {o.load('i32', at.TOP)}, ptr {top}")
    return top


# -- reached cells ---------------------------------------------------------------------------------

REACHED_BYTES = "reached"  # the name of the bytes
_TAGS = """!20 = !{!"reached", !10, i64 0}
!21 = !{!20, !20, i64 0}
"""


def reached_text(cells: int) -> str:
    """Return the IR of the bytes; "" for a module without such cells."""
    if not cells:
        return ""
    return f"@{REACHED_BYTES} = global [{cells} x i8] zeroinitializer\n{_TAGS}"


def noting(number: int) -> str:
    return f"store i8 1, ptr getelementptr (i8, ptr @{REACHED_BYTES}, i64 {number}), !tbaa !21"
