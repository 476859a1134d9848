"""Move words made at random, for games on small boards of squares."""

from __future__ import annotations

from random import Random

DIRECTIONS = {
    "n": (-1, 0), "s": (1, 0), "e": (0, 1), "w": (0, -1), "ne": (-1, 1), "sw": (1, -1),
    "far": (-2, 1),
}  # fmt: skip
# too many moves of a word to be tallied
QUEENS = """
{board 12 12 {grid} board}
{directions -1 0 {direction} n 1 0 {direction} s 0 1 {direction} e 0 -1 {direction} w
  -1 1 {direction} ne 1 1 {direction} se -1 -1 {direction} nw 1 -1 {direction} sw directions}
{players {player} X {player} O players}
{turn-order {turn} X {turn} O turn-order}
: slide ( 'dir -- ) BEGIN DUP EXECUTE IF friend? NOT ELSE FALSE ENDIF
  WHILE from here move add-move empty? NOT IF DROP back EXIT ENDIF REPEAT DROP back ;
: go ['] n slide ['] s slide ['] e slide ['] w slide
  ['] ne slide ['] nw slide ['] se slide ['] sw slide ;
{moves ways {move} go moves}
{pieces {piece} queen {moves} ways pieces}
{board-setup {setup} X queen a1 {setup} X queen c2 {setup} O queen f3 {setup} O queen b6
  board-setup}
"""
QUESTIONS = (
    "empty?", "not-empty?", "friend?", "enemy?", "enemy? NOT", "here from <>", "from here =",
    "piece-type 1 =", "piece-type 2 <>", "player A =", "piece 0=", "kept @ here =", "kept @ 3 =",
    "limit @ 2 =", "here 5 <", "here 3 MOD 1 =", "from 2 / 1 >", "current-piece-type 1 =",
    "current-player A =", "neutral-piece?", "turned @ 0>", "turned @ 1 =", "TRUE", "2 3 <",
)  # fmt: skip
RECORDS = (
    "capture", "2 change-type", "1 change-type", "current-player change-owner",
    "here COMPILE-LITERAL COMPILE note", "here kept later!", "here capture-at",
    "A 1 here create-player-piece-type-at", "partial", "from capture-at",
)  # fmt: skip
TURNS = (
    "{turn} A {turn} B", "{turn} A {turn} B", "{turn} B {turn} C {turn} A",
    "{turn} A {for-player} B {turn} B",
    "{turn} A {of-type} type0 {turn} A {of-type} type1 {turn} C",
    "{turn} A {for-player} N {turn} B {for-player} A",
)  # fmt: skip
CHANGES = ("turned ++", "turned --", "2 turned +!", "0 turned !", "turned ON", "turned OFF")


class Maker:
    """Makes words; each leaves the stack as it was."""

    def __init__(self, random: Random, drops: bool) -> None:
        self.random, self.drops = random, drops

    def word(self) -> str:
        """The body of a move word."""
        parts = [self.part(2) for _ in range(self.random.randint(1, 3))]
        return "0 turned ! " + " back ".join(parts)

    def part(self, depth: int) -> str:
        """Something that a move word does."""
        pick = self.random.random()
        if depth == 0 or pick < 0.25:
            return self.adding()
        if pick < 0.4:
            return f"{self.question()} IF {self.part(depth - 1)} ELSE {self.part(depth - 1)} ENDIF"
        if pick < 0.5:
            return f"{self.question()} verify {self.part(depth - 1)}"
        if pick < 0.6:
            return f"{self.direction()} IF {self.part(depth - 1)} ENDIF back {self.adding()}"
        if pick < 0.7:
            return f"{self.direction()} verify {self.part(depth - 1)}"
        return self.loop(depth)

    def loop(self, depth: int) -> str:
        """Something that is done again and again."""
        way, inside, change = self.direction(), self.question(), self.random.choice(CHANGES)
        slide = f"BEGIN {way} IF {inside} ELSE FALSE ENDIF WHILE"
        return self.random.choice((
            f"{slide} {self.adding()} REPEAT",
            f"{slide} turned ++ REPEAT turned @ IF {self.adding()} ENDIF",
            f"0 {slide} 1+ REPEAT DUP 2 > IF {self.adding()} ENDIF turned +! {self.adding()}",
            f"{self.random.randint(1, 3)} 0 DO {way} verify {change} LOOP {self.part(depth - 1)}",
            f"here >R {way} IF {self.part(depth - 1)} ENDIF R> to {self.adding()}",
            f"['] {way.split()[0]} ray {self.adding()}",
            f"['] {way.split()[0]} row turned @ verify {self.adding()}",
            f"here {way} IF from here move ENDIF DUP to DROP {self.adding()}",
        ))  # fmt: skip

    def direction(self) -> str:
        """A direction, and perhaps a question."""
        way = self.random.choice(tuple(DIRECTIONS))
        return way if self.random.random() < 0.7 else f"{way} {self.question()} AND"

    def question(self) -> str:
        """A flag."""
        one = self.random.choice(QUESTIONS)
        pick = self.random.random()
        if pick < 0.7:
            return one
        other = self.random.choice(QUESTIONS)
        return f"{one} {other} {'AND' if pick < 0.85 else 'OR'}"

    def adding(self) -> str:
        """A move, or part of one."""
        first = "drop" if self.drops else "from here move"
        parts = [first] if self.random.random() < 0.9 else []
        if self.random.random() < 0.4:
            parts.append(self.random.choice(RECORDS))
        if self.random.random() < 0.3:
            parts.append(self.random.choice(CHANGES))
        if self.random.random() < 0.9:
            parts.append("add-move")
        return " ".join(parts)


def game_with(random: Random) -> str:
    """A script whose move words are made at random."""
    rows, columns = random.choice(((3, 3), (4, 5), (2, 6), (8, 9)))
    drops = random.random() < 0.4
    maker = Maker(random, drops)
    words = [f": word{k} {maker.word()} ;" for k in range(random.randint(1, 3))]
    entries = [f"{{move}} word{k} {{move-type}} type{k % 2}" for k in range(len(words))]
    if random.random() < 0.3:
        entries.insert(random.randrange(len(entries) + 1), "{move} Pass {move-type} type1")
    ranks = "{move-priorities {move-priority} type1 {move-priority} type0 move-priorities}"
    kind = "drops" if drops else "moves"
    one = f"{{piece}} stone {{{kind}}} m"
    other = "" if drops else "{piece} tower {moves} m"
    beside = random.random() < 0.3
    if beside:  # both are also put on the board, by a word of their own
        place = Maker(random, True).word()
        words.append(f": place {place} ;")
        other = f"{'' if drops else '{drops} d'} {other or '{piece} tower'} {{drops}} d"
    symmetry = "{symmetries B {symmetry} n s B {symmetry} s n symmetries}"
    ways = "".join(f"{a} {b} {{direction}} {name} " for name, (a, b) in DIRECTIONS.items())
    cells = [f"{chr(97 + c)}{r + 1}" for r in range(rows) for c in range(columns)]
    stones = []
    for cell in random.sample(cells, len(cells) * 2 // 3):
        kind = "stone" if drops else random.choice(("stone", "tower"))
        stones.append(f"{{setup}} {random.choice('AAABBCN')} {kind} {cell}")
    return "\n".join((
        f"{{board {rows} {columns} {{grid}} {{variable}} kept board}}",
        f"{{directions {ways} directions}}",
        "{players {player} A {player} B {player} C {neutral} N players}",
        f"{{turn-order {random.choice(TURNS)} turn-order}}",
        symmetry if random.random() < 0.5 else "",
        "VARIABLE turned  VARIABLE limit  2 limit !",
        ": note kept ! ;",
        ": ray BEGIN DUP EXECUTE empty? AND WHILE turned ++ REPEAT DROP ;",
        ": row 0 BEGIN OVER EXECUTE enemy? AND WHILE 1+ REPEAT SWAP DROP friend? AND turned +! "
        "back ;",
        *words,
        f"{{moves m {' '.join(entries)} moves}}",
        "{moves d {move} place {move-type} type0 moves}" if beside else "",
        ranks if random.random() < 0.5 else "",
        f"{{pieces {one} {other} pieces}}",
        f"{{board-setup {' '.join(stones)} board-setup}}",
        ": OnIsGameOver stalemate? IF #DrawScore ELSE #UnknownScore ENDIF ;",
    ))  # fmt: skip
