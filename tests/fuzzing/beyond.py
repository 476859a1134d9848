"""Parts of scripts with words beyond Axiom: hands, bits, zones, labels, endings, events."""

from __future__ import annotations

import random
from dataclasses import dataclass

BOARD = """{board 3 3 {grid} {variable} var1 {uncompared} 4 {array} cells 8 {carray} bytes
  {hand} 3 {attribute} carry 5 {mark} trail board}
{directions -1 0 {direction} n 0 1 {direction} e directions}
{players {player} A {player} B {neutral} C players}
{turn-order {turn} A {label} later {turn} B turn-order}
{zones A {zone} far rank-3 B {zone} far rank-1 0 {zone} middle b2 zones}
: step n verify empty? verify from here move 1 carry! 2 here trail-at! add-move ;
: side e verify friend? NOT verify from here move 1 change-type 2 prefer add-move ;
: put empty? verify drop unique add-move ;
{moves ml {move} step {move} side moves}
{moves dl {move} put moves}
{pieces {piece} p {moves} ml {piece} q {moves} ml {drops} dl p {unpromoted} {piece} r pieces}
{board-setup {setup} A p a1 {setup} B q b3 board-setup}
: over repetitions 3 > IF draw ENDIF ;
{endings over {ending} thrice 2 {priority} endings}
A p a1 OnEditAdd A q b1 OnEditAdd B q b3 OnEditAdd C r c2 OnEditAdd
: gen current-player 0 0 $GenerateMoves $FirstMove v1 ! ;
: old v1 @ v2 ! ;"""
GAME = """{board 3 3 {grid} {hand} 3 {attribute} carry 5 {mark} trail
  {variable} var1 {uncompared} 4 {array} cells board}
{directions -1 0 {direction} n 1 0 {direction} s 0 1 {direction} e 0 -1 {direction} w directions}
{players {player} A {player} B {player} C players}
{turn-order {turn} A {label} later {turn} B {turn} C {turn} B turn-order}
$recycle ON
: mark-it carry 1+ carry! here trail-at 3 + here trail-at! ;
: step ( ? -- ) verify friend? NOT verify from here move mark-it var1 @ 1+ var1 later! ;
: n-go n step add-move ; : s-go s step again add-move ; : e-go e step later continue-at add-move ;
: w-go w step progress A out? NOT IF A out ELSE A in ENDIF add-move ;
: put empty? verify drop add-move ;
{moves ways {move} n-go {move} s-go {move} e-go {move} w-go moves}
{moves drops {move} put moves}
{pieces {piece} p {moves} ways {drops} drops {piece} q {moves} ways p {unpromoted} pieces}
{board-setup {setup} A p a1 {setup} B q b3 {setup} C p c1 {setup} B p c3 board-setup}
: OnIsLegal? moved-to b2 = NOT here attacked? NOT OR ;
: thrice repetitions 2 > IF draw ENDIF ; : quiet quiet-turns 9 > IF 2 A score 3 B score ENDIF ;
{endings thrice {ending} repetition 5 {priority} quiet {ending} quiet endings}
"""
ACTIONS = (
    "{small} prefer", "unique", "must-finish", "{small} rank", "{small} var1 later!",
    "{small} {address} later!", "{small} cells later!", "again", "{player} out", "{player} in",
    "progress", 'choice" queen"', 'choice" rook"', "{small} weight", "{piece} {player} to-hand",
)  # fmt: skip
BITS = (
    "{small} carry!", "{small} {pos} carry-at!", "{small} here trail-at!", "{small} trail!",
    "{small} {pos} trail-at!",
)  # fmt: skip
QUESTIONS = (
    "{pos} attacked? DROP", "{pos} {player} attacked-by? DROP", "{pos} {player} attackers DROP",
    "{player} cells attacks", "{player} b1 attacks", "$FirstMove strike", "v1 @ strike",
    "$FirstMove move-to v1 !", "$FirstMove move-takes DROP", "v1 @ move-from DROP",
    "repetitions DROP", "quiet-turns v1 !", "board-repetitions DROP", "{player} out? DROP",
    "{small} cycle-turns v1 !",
    "{small} {player} score", "{player} wins", "{player} loses", "draw", "stalemate? DROP",
    "{pos} {small} in-zone-at? DROP", "{small} in-zone? DROP", "in-hand DROP",
    "{piece} {player} in-hand-of DROP", "{small} {piece} {player} in-hand!", "moved-to DROP",
    "partial? DROP", "$recycle ON", "$recycle OFF",
)  # fmt: skip
BITS_NOW = (
    "{small} {pos} carry-now!", "{small} {pos} trail-now!", "carry DROP", "{pos} trail-at v1 !",
    "carry carry!",
)  # fmt: skip
CORES = (
    "{way} verify empty? verify from here move {small} prefer {small} prefer add-move",
    "{way} verify friend? NOT verify from here move piece-at-place prefer add-move",
    "{way} verify empty? verify from here move unique add-move from here move unique add-move",
    "{way} verify empty? verify from here move must-finish partial add-move",
    "{way} IF from here move 1 prefer partial add-move ENDIF",
    '{way} verify from here move choice" a" add-move from here move choice" b" add-move',
    "{way} verify from here move {small} weight add-move Pass",
    "{way} verify friend? NOT verify from here move progress again add-move",
    "{way} verify friend? NOT verify from here move {player} out add-move",
    "{way} verify here {player} attacked-by? NOT verify from here move add-move",
)
RULES = (
    "here attacked? NOT", "TRUE", "FALSE", "moved-to moved-from <>", "count @ 3 MOD", "",
    "repetitions 2 <", "board-repetitions 1 =", "1 cycle-turns 3 <", "var1 @ 4 <",
    "partial? NOT", "a1 attacked? NOT",
    "{pos} {player} attacked-by? NOT", "{pos} {player} attackers 2 <",
)  # fmt: skip
STRIKES = (
    "", "$FirstMove DUP IF strike ELSE DROP ENDIF",
    "$FirstMove BEGIN DUP WHILE DUP move-to 1 AND IF DUP strike ENDIF $NextMove REPEAT DROP",
    "$FirstMove BEGIN DUP WHILE DUP strike $NextMove REPEAT DROP", "v1 @ strike",
    "$FirstMove $NextMove DUP IF strike ELSE DROP ENDIF", "$CloneBoard",
)  # fmt: skip
VERDICTS = (
    "repetitions 2 > IF draw ENDIF", "quiet-turns 4 > IF 3 A score ENDIF",
    "stalemate? IF current-player loses ENDIF", "count @ 9 > IF A wins ENDIF", "draw",
    "var1 @ 6 > IF var1 @ A score ENDIF", "A wins A loses", "count ++", "5", "{player} wins",
)  # fmt: skip


@dataclass(frozen=True)
class Beyond:
    """Parts of one script; all are empty in a script without such words."""

    board: str = ""  # after its first {grid}
    directions: str = ""
    sections: tuple[str, ...] = ()  # after the players
    label: bool = False  # the turn order has one, `later`
    piece: str = ""  # after a {piece}
    things: tuple[str, ...] = ()  # templates of code for words
    actions: tuple[str, ...] = ()  # and of code for move words alone
    cores: tuple[str, ...] = ()  # templates of code for move words
    events: tuple[str, ...] = ()  # names of the events that are defined
    endings: int = 0


def parts(draw: random.Random, names: tuple[str, ...]) -> Beyond:
    """Draw the parts of a script; none in one of four."""
    if draw.random() < 0.25:
        return Beyond()
    board, things, actions = [], [*QUESTIONS], [*ACTIONS]
    if draw.random() < 0.6:
        board.append("{hand}")
    if bits := draw.random() < 0.5:
        board.append(f"{draw.choice((1, 3, 13))} {{attribute}} carry "
                     f"{draw.choice((1, 5, 16))} {{mark}} trail")  # fmt: skip
        things += BITS_NOW
        actions += BITS
    if draw.random() < 0.15:
        board.append(draw.choice(("{kill} a1", "2 2 {grid}", "2 1 2 {grid3}", "{kill} b1")))
    sections = []
    if draw.random() < 0.5:
        rows = " ".join(
            f"{draw.choice((*names, '0'))} {{zone}} {draw.choice(('far', 'near'))} "
            f"{draw.choice(('rank-1', 'rank-2', 'file-a', 'a1 b1', 'a2', 'near', ''))}"
            for _ in range(draw.choice((1, 2, 4)))
        )
        sections.append("{zones 0 {zone} near b1 0 {zone} far a1 " + rows + " zones}")
        things += ["far in-zone? DROP", "{pos} near in-zone-at? DROP", "far in-zone? verify"]
    if draw.random() < 0.15:
        sections.append("{view 0 0 1 1 {at} a1 1 0 2 1 {at} b1 view}")
    if draw.random() < 0.2:
        sections.append('{notation} "%p%f%x%t%="')
    if label := draw.random() < 0.4:
        actions += ["later continue-at", "later continue-at", "{small} continue-at"]
    events = tuple(
        name for name, often in (("OnIsLegal?", 0.5), ("OnMoves", 0.3)) if draw.random() < often
    )
    return Beyond(
        board=" ".join(board),
        directions="1 0 1 {direction3} up" if draw.random() < 0.1 else "",
        sections=tuple(sections),
        label=label,
        piece=draw.choice(("", "p {unpromoted}", "2 {attribute} late")) if bits else "",
        things=tuple(things),
        actions=tuple(actions),
        cores=CORES,
        events=events,
        endings=draw.choice((0, 0, 1, 2, 4)),
    )


def endings(draw: random.Random, count: int) -> list[str]:
    """Words that decide, and the section that names them."""
    rows, named = [], []
    for k in range(count):
        rows.append(f": end{k} {draw.choice(VERDICTS).replace('{player}', 'A')} ;")
        rank = draw.choice(("", "", f"{draw.choice((-1, 3, 3, 9))} {{priority}}"))
        named.append(f"end{k} {{ending}} kind{k} {rank}")
    if named:
        rows.append("{endings " + " ".join(named) + " endings}")
    return rows
