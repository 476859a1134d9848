"""Small games, each with one kind of words beyond Axiom, for searches to be compared on."""

from __future__ import annotations

from pathlib import Path

import forthgame

BASE = """
{{board 3 3 {{grid}} {board} {{variable}} clock {{variable}} nonce {{uncompared}} board}}
{{directions -1 0 {{direction}} n 1 0 {{direction}} s
  0 1 {{direction}} e 0 -1 {{direction}} w directions}}
{{players {players} players}}
{{turn-order {turns} turn-order}}
{sections}
VARIABLE counter
: OnMakeAMove ( -- ) {made} ;
: tick ( -- ) clock ++ ;
: recorded ( -- ) {last} add-move ;
: step ( ? -- ) verify friend? NOT verify from here move recorded ;
: n-step n step ; : s-step s step ; : e-step e step ; : w-step w step ;
: put ( -- ) empty? verify drop add-move ;
: rest ( -- ) here {rests} verify Pass ;
{words}
{{moves men {listed} moves}}
{{moves drops {{move}} put moves}}
{{moves dice {{move}} throw moves}}
{{pieces {{piece}} man {{moves}} men {man} {{piece}} king {{moves}} men {king}
  {{piece}} die {{moves}} dice pieces}}
{{board-setup {setup} board-setup}}
: my-king ( -- pos ) -1 9 0 DO I piece-at king = I friend-at? AND IF DROP I ENDIF LOOP ;
: men-left ( player -- n ) 0 9 0 DO OVER I player-at = IF 1+ ENDIF LOOP SWAP DROP ;
: OnEvaluate ( -- n ) 0 9 0 DO I friend-at? IF I 7 * 5 MOD + 1+ {judged} ENDIF LOOP {counted} ;
{rules}
"""
# without the table: no two positions of a search are the same to it
NO_TABLE = "counter ++ counter @ nonce !"
STEPS = "{move} n-step {move} s-step {move} e-step {move} w-step"
TWO = "{setup} X king a1 {setup} X man b1 {setup} Y king c3 {setup} Y man b3"
THREE = "{setup} X king a1 {setup} X man b1 {setup} Y king c3 {setup} Y man b3 {setup} Z king a3"
OVER = (
    ": OnIsGameOver current-player men-left IF stalemate? IF #DrawScore ELSE #UnknownScore ENDIF "
    "ELSE #LossScore ENDIF ; "
)
CHECK = (
    ": in-check? my-king attacked? ; : OnIsLegal? in-check? NOT ; : OnIsGameOver stalemate? IF "
    "in-check? IF #LossScore ELSE #DrawScore ENDIF ELSE #UnknownScore ENDIF ;"
)
PLAIN = {
    "board": "", "players": "{player} X {player} Y", "turns": "{turn} X {turn} Y", "sections": "",
    "made": "", "last": "", "rests": "0 <", "words": ": throw Pass ;", "listed": STEPS, "man": "",
    "king": "", "setup": TWO, "judged": "", "counted": "", "rules": OVER,
}  # fmt: skip
TRIO = {
    "players": "{player} X {player} Y {player} Z", "turns": "{turn} X {turn} Y {turn} Z",
    "setup": THREE,
}  # fmt: skip
DICE = {
    "players": "{player} X {player} Y {player} Dice {random}",
    "turns": "{turn} X {turn} Dice {turn} Y {turn} Dice",
    "setup": TWO + " {setup} Dice die a3",
    "words": ": throw here a3 = IF ENDIF"
    ' choice" w1" COMPILE tick add-move choice" w3" 3 weight COMPILE tick COMPILE tick add-move'
    ' choice" w5" 5 weight add-move ;',
    "last": "clock @ 2 MOD IF here 3 MOD verify ENDIF",
}
KINDS: dict[str, dict[str, str]] = {
    "OnIsLegal?": {"rules": CHECK},
    "OnIsLegal? of three": {**TRIO, "rules": CHECK},
    "prefer": {"last": "here piece-at prefer here 2 MOD prefer from prefer"},
    "prefer in chains": {"last": "here enemy-at? IF 1 prefer partial ENDIF"},
    "unique": {"listed": STEPS + " {move} e-step {move} n-step", "last": "unique 1 rank"},
    "must-finish": {
        "last": "here e5? IF must-finish partial ENDIF",
        "words": ": throw Pass ;",
        "sections": ": e5? ( pos -- ? ) DUP 4 = SWAP enemy-at? OR ;",
        "rules": OVER,
    },
    "OnMoves": {
        "board": "{variable} gone",
        "last": "from gone later!",
        "rules": OVER + ": OnMoves $FirstMove BEGIN DUP WHILE DUP move-to gone @ = "
        "IF DUP strike ENDIF $NextMove REPEAT DROP ;",
    },
    "zones": {
        "sections": "{zones X {zone} far rank-3 Y {zone} far rank-1 0 {zone} hole b2 zones}",
        "last": "hole in-zone? NOT verify far in-zone? IF COMPILE tick ENDIF",
        "rules": ": OnIsGameOver clock @ 3 > IF #LossScore ELSE stalemate? IF #DrawScore "
        "ELSE #UnknownScore ENDIF ENDIF ;",
    },
    "attributes and marks": {
        "board": "2 {attribute} carry 3 {mark} trail",
        "last": "carry 3 < verify carry 1+ carry! here trail-at 1+ here trail-at!",
        "judged": "I trail-at +",
    },
    "hands": {
        "board": "{hand}",
        "sections": "$recycle ON",
        "man": "{drops} drops",
        "king": "man {unpromoted}",
        "counted": "man current-player in-hand-of 3 * +",
    },
    "to-hand": {
        **TRIO,
        "board": "{hand}",
        "man": "{drops} drops",
        "last": "here 4 = IF 1 current-player to-hand ENDIF",
        "counted": "man current-player in-hand-of 3 * +",
    },
    "labels": {
        **TRIO,
        "turns": "{turn} X {turn} Y {label} late {turn} Z {turn} X",
        "last": "here 4 = IF late continue-at ENDIF here 2 = IF again ENDIF",
    },
    "out and in": {
        **TRIO,
        "last": "here 4 = IF Y out ENDIF here 1 = IF Y in Z out ENDIF here 7 = IF Z in ENDIF",
        "rules": ": OnIsGameOver stalemate? IF #DrawScore ELSE #UnknownScore ENDIF ;",
    },
    "scores of three": {
        **TRIO,
        "last": "COMPILE tick",
        "rules": OVER + ": count 3 0 DO I 1+ 2048 * DUP men-left clock @ + 7 MOD SWAP score LOOP ;"
        " : long clock @ 4 > IF count ENDIF ; : bare X men-left 2 < IF Y wins ENDIF ;"
        " {endings long {ending} long 1 {priority} bare {ending} bare 5 {priority} endings}",
    },
    "scores of two": {
        "last": "COMPILE tick",
        "rules": OVER + ": long clock @ 3 > IF b2 enemy-at? IF 5 ELSE b2 piece-at ENDIF "
        "a1 piece-at - X score ENDIF ; {endings long {ending} long endings}",
    },
    "draw": {
        "last": "COMPILE tick",
        "rules": OVER + ": dead clock @ 3 > IF draw ENDIF ; : hit b2 player-at DUP IF loses "
        "ELSE DROP ENDIF ; {endings hit {ending} hit dead {ending} dead 2 {priority} endings}",
    },
    "repetitions": {
        "setup": "{setup} X man a1 {setup} Y man c3",
        "rules": OVER + ": twice repetitions 1 > IF draw ENDIF ; {endings twice {ending} twice "
        "endings}",
    },
    "cycle-turns": {
        "setup": "{setup} X man a1 {setup} Y man c3",
        "rules": OVER + ": twice repetitions 1 > verify 1 cycle-turns DUP 4 > IF 1+ X score "
        "ELSE DROP draw ENDIF ; {endings twice {ending} twice endings}",
    },
    "superko": {
        "setup": "{setup} X man a1 {setup} Y man c3",
        "rules": OVER + ": OnIsLegal? board-repetitions 1 = ;",
    },
    "quiet-turns": {
        "last": "here enemy-at? IF progress ENDIF",
        "rules": OVER + ": quiet quiet-turns 2 > IF draw ENDIF ; {endings quiet {ending} quiet "
        "endings}",
    },
    "choices": {
        "words": ': throw Pass ; : both from here move choice" a" add-move'
        ' from here move choice" b" COMPILE tick add-move ; '
        ": n-both n empty? AND verify both ; : s-both s empty? AND verify both ;",
        "listed": STEPS + " {move} n-both {move} s-both",
        "counted": "clock @ 3 MOD +",
    },
    "weights": DICE,
    "weights of three": {
        **DICE,
        "players": "{player} X {player} Y {player} Z {player} Dice {random}",
        "turns": "{turn} X {turn} Dice {turn} Y {turn} Z",
        "setup": "{setup} X king a1 {setup} X man b1 {setup} Y king c3 {setup} Z man b3"
        " {setup} Dice die a3",
    },
    "many at once": {
        "board": "{hand} 2 {attribute} carry 3 {mark} trail",
        "sections": "$recycle ON {zones 0 {zone} far a3 c1 zones}",
        "man": "{drops} drops",
        "king": "man {unpromoted}",
        "last": "unique carry 3 < verify far in-zone? IF 1 carry! 1 prefer ENDIF "
        "here trail-at 1+ here trail-at! here enemy-at? IF progress again ENDIF",
        "judged": "I trail-at +",
        "counted": "man current-player in-hand-of 3 * +",
        "rules": OVER + ": OnIsLegal? here 4 = clock @ AND NOT ; : long quiet-turns 3 > "
        "IF Y men-left X score ENDIF ; {endings long {ending} long endings}",
    },
}


def written(folder: Path, kind: str, *, table: bool = True, **changed: str) -> Path:
    """Return the script of a kind; without the table, positions never repeat."""
    parts = PLAIN | KINDS[kind] | ({} if table else {"made": NO_TABLE}) | changed
    path = folder / f"exact-{table}.4th"
    path.write_text(BASE.format(**parts))
    return path


def load(folder: Path, kind: str, *, table: bool = True, native: bool = False) -> forthgame.Game:
    """Load a game by its name."""
    game = forthgame.load(written(folder, kind, table=table), native=native)
    if game.native is not None:
        game.native.prepare(wait=True)
    return game
