"""Forth words that evaluate rows of pieces and their neighbours."""

from __future__ import annotations

from forthgame.play.tuning.feature_set import Shape, near_width
from forthgame.play.tuning.game_features import lines_of, neighbours_of
from forthgame.play.tuning.integer_weights import (
    EMPTY,
    OTHER,
    OWN,
    Numbers,
    number_lines,
    to_others,
)
from forthgame.words.registers import memory_layout as at


class Patterns:
    """A writer of words for patterns of places; `numbers` is None for the learning script."""

    def __init__(self, shape: Shape, numbers: Numbers | None, prefix: str, wild: bool) -> None:
        self.shape, self.numbers, self.prefix, self.wild = shape, numbers, prefix, wild
        self.facts = shape.facts
        self.count = len(self.facts.positions)
        self.rest = max(len(self.facts.seats) - 1, 1)

    def marks(self) -> str:
        """Return the word that marks the content of each place, as the mover sees it."""
        p, facts = self.prefix, self.facts
        sides = []
        for mover in range(1, len(facts.players) + 1):
            for number in range(len(facts.players) + 1):
                own = OWN if number == mover else OTHER if number in facts.numbers else 0
                sides.append(EMPTY if number == 0 else own)
        return "\n".join([
            "", f"CREATE {p}sides   \\ by mover: an empty place, then pieces of each player",
            *number_lines(sides, len(facts.players) + 1),
            f"CREATE {p}marks   {self.count + 1} CELLS ALLOT   \\ one more: off the board",
            f"{p}marks {self.count + 1} CELLS ERASE",
            "",
            f": {p}look ( -- )   \\ Note {EMPTY} for empty places, {OWN} for own pieces, "
            f"{OTHER} for others.",
            f"\tcurrent-player player-index {4 * (len(facts.players) + 1)} * {p}sides +",
            f"\t{self.count} 0 DO",
            f"\t\tI board[] @ {at.PLAYER_NUMBER_MASK} AND {at.PLAYER_UNIT} / "
            f"CELLS OVER + @ I CELLS {p}marks + !",
            "\tLOOP DROP",
            ";",
        ])  # fmt: skip

    def rows(self) -> str:
        """Return the words that score rows of pieces."""
        p, length = self.prefix, self.shape.length
        lines = lines_of(self.facts, length)
        sums = "@ @"
        for k in range(1, length):
            sums = f"{sums} OVER {4 * k} + @ @ +" if k > 1 else f"DUP @ @ OVER {4 * k} + @ @ +"
        head = f"CREATE {p}rows   \\ {len(lines)} rows of {length} places: where their marks are"
        words, calls = self._table_of_rows(lines)
        out = ["", *words, "", head, *calls]
        out += ["", f"CREATE {p}row-worth   \\ by the sum of the marks of a row",
                f"\t{OTHER * length + 1} CELLS ALLOT",
                f"{p}row-worth {OTHER * length + 1} CELLS ERASE"]  # fmt: skip
        if self.numbers:
            for k in range(1, length + 1):
                weight = self.numbers.columns[f"row {k}"]
                others = to_others(weight, self.rest)
                free = (length - k) * EMPTY
                out.append(
                    f"{weight} {free + k * OWN} CELLS {p}row-worth + !   "
                    f"{others} {free + k * OTHER} CELLS {p}row-worth + !"
                )
        out += [
            "",
            f": {p}lines ( -- score )   \\ Rows that only one player has pieces in.",
            f"\t0 {p}rows {len(lines)} 0 DO",
            f"\t\t{sums} CELLS {p}row-worth + @ ROT + SWAP {4 * length} +",
            "\tLOOP DROP",
            ";",
        ]
        return "\n".join(out)

    def _from_list(self, name: str, places: list[int], wide: int) -> tuple[list[str], list[str]]:
        """Return words for an explicit list of positions, and their calls."""
        p = f"{self.prefix}{name}"
        words = [
            f"CREATE {p}-list   \\ positions",
            *number_lines(places, wide * max(1, 24 // wide)),
            f": {p}-list, ( -- )",
            f"\t{len(places)} 0 DO I CELLS {p}-list + @ CELLS {self.prefix}marks + , LOOP",
            ";",
        ]
        return words, [f"\t{p}-list,"]

    def _table_of_rows(self, lines: list[list[int]]) -> tuple[list[str], list[str]]:
        p, length, columns = self.prefix, self.shape.length, self.facts.columns
        made: list[list[int]] = []
        calls = []
        for step in self.facts.steps:
            if not step or not columns:
                made = []
                break
            down, across = step
            high = self.facts.rows - abs(down) * (length - 1)
            wide = columns - abs(across) * (length - 1)
            if high <= 0 or wide <= 0:
                continue
            first = (-down if down < 0 else 0) * (length - 1) * columns
            first += (-across if across < 0 else 0) * (length - 1)
            delta = down * columns + across
            made += [
                [first + r * columns + c + k * delta for k in range(length)]
                for r in range(high)
                for c in range(wide)
            ]
            calls.append(f"{delta} {first} {wide} {high} {p}rows,")
        if sorted(made) != sorted(lines):
            return self._from_list("row", [pos for line in lines for pos in line], length)
        return [
            f": {p}row, ( step pos -- )   \\ One row from a position.",
            f"\t{length} 0 DO DUP CELLS {p}marks + , OVER + LOOP 2DROP",
            ";",
            "",
            f": {p}rows, ( step pos wide high -- )   \\ Rows from all positions of a rectangle.",
            "\t0 DO",
            f"\t\t2DUP 0 DO 3 PICK OVER {p}row, 1+ LOOP DROP",
            f"\t\tSWAP {columns} + SWAP",
            "\tLOOP 2DROP DROP",
            ";",
        ], ["\t" + call for call in calls]

    def near(self) -> str:
        """Return the words that score neighbours of pieces."""
        p, shape, count = self.prefix, self.shape, self.count
        wide, kinds = near_width(self.facts), shape.near_types
        words, calls = self._table_of_neighbours(wide)
        head = f"CREATE {p}beside   \\ for each position {wide} neighbours: where their marks are"
        out = ["", *words, "", head, *calls]
        size = 3 * 16
        out += ["", f"CREATE {p}near   \\ by number of empty, own and other neighbours"]
        if self.numbers:
            for kind in range(kinds):
                for what in ("empty", "own", "other"):
                    values = [
                        self.numbers.columns[f"near {kind} {what} {n}"] if n <= wide else 0
                        for n in range(16)
                    ]
                    out += number_lines(values, 16)
        else:
            out += [f"\t{kinds * size} CELLS ALLOT", f"{p}near {kinds * size} CELLS ERASE"]
        table = f"{p}near"
        if kinds > 1:
            most = f" {kinds} MIN" if self.wild else ""
            table = f"I board[] @ {at.PIECE_MASK} AND{most} 1- {4 * size} * {p}near +"
        total = "@ @"
        for k in range(1, wide):
            total = f"{total} OVER {4 * k} + @ @ +" if k > 1 else f"DUP @ @ OVER {4 * k} + @ @ +"
        if wide == 1:
            total = "DUP @ @"
        other = "NEGATE" if self.rest == 1 else f"NEGATE {self.rest} /"
        out += [
            "",
            f": {p}read ( sum own other near -- n )   \\ Worth of a piece by its neighbours.",
            "\t3 PICK 15 AND CELLS OVER + @ >R",
            "\t3 PICK 3 PICK / 15 AND 16 + CELLS OVER + @ >R",
            "\tSWAP 3 PICK SWAP / 15 AND 32 + CELLS + @ R> + R> + >R 2DROP R>",
            ";",
            "",
            f": {p}around ( -- score )   \\ Neighbours of the pieces of each player.",
            f"\t0 {p}beside {count} 0 DO",
            f"\t\tI CELLS {p}marks + @ DUP {EMPTY} > IF",
            f"\t\t\tOVER {total} SWAP DROP",
            f"\t\t\tSWAP {OWN} = IF {OWN} {OTHER} {table} {p}read ELSE "
            f"{OTHER} {OWN} {table} {p}read {other} ENDIF",
            "\t\t\tROT + SWAP",
            "\t\tELSE DROP ENDIF",
            f"\t\t{4 * wide} +",
            "\tLOOP DROP",
            ";",
        ]
        return "\n".join(out)

    def _table_of_neighbours(self, wide: int) -> tuple[list[str], list[str]]:
        p, facts, count = self.prefix, self.facts, self.count
        near = neighbours_of(facts)
        rows, columns = facts.rows, facts.columns
        steps = [s for step in facts.steps for s in (step, tuple(-n for n in step)) if step]
        steps = sorted(set(steps))
        made: list[set[int]] = [set() for _ in range(count)]
        if rows * columns == count and all(facts.steps) and len(steps) == wide:
            for k in range(count):
                for down, across in steps:
                    r, c = k // columns + down, k % columns + across
                    if 0 <= r < rows and 0 <= c < columns:
                        made[k].add(r * columns + c)
        if [sorted(m) for m in made] != near:
            filled = [[*places, *[count] * (wide - len(places))] for places in near]
            return self._from_list("side", [pos for places in filled for pos in places], wide)
        calls = "  ".join(f"{down} {across} {p}next," for down, across in steps)
        return [
            f": {p}next, ( pos down across -- pos )   \\ A neighbour, or the place off the board.",
            f"\t2 PICK {columns} MOD + DUP 0< OVER {columns - 1} > OR IF 2DROP {count} ELSE",
            f"\t\tSWAP 2 PICK {columns} / + DUP 0< OVER {rows - 1} > OR IF 2DROP {count} ELSE "
            f"{columns} * + ENDIF",
            f"\tENDIF CELLS {p}marks + ,",
            ";",
            "",
            f": {p}all-next, ( -- )",
            f"\t{count} 0 DO I {calls} DROP LOOP",
            ";",
        ], [f"\t{p}all-next,"]
