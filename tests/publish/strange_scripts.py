"""Small games in manners that the bundled ones do not have, and scripts with mistakes."""

from __future__ import annotations

from typing import Final

BOARD: Final = "4 4 {grid} {variable} kept 3 {array} tally[]"
PLAYERS: Final = "{player} X {player} O"
TURNS: Final = "{turn} X {turn} O"
LISTS: Final = "{moves steps {move} go {move} down {move} left moves}"
ASIDE: Final = "{moves steps {move} go {move} aside {move} down {move} left moves}"
PIECES: Final = "{piece} man {moves} steps {piece} king 5 {value} {moves} steps"
SETUP: Final = "{setup} X man a1 b1 {setup} O man c4 d4 {setup} X king d1 {setup} O king a4"
STEP: Final = "verify empty? verify from here move add-move"
HASH: Final = ": jhash ( -- n ) 0 16 0 DO 31 * I board[] @ + LOOP ABS ;"
END: Final = (
    f"{HASH} : OnIsGameOver turn-number 14 > IF jhash 3 MOD DUP 0= IF DROP #DrawScore ELSE "
    "1 = IF #WinScore ELSE #LossScore ENDIF ENDIF ELSE #UnknownScore ENDIF ;"
)


def script(
    words: str,
    events: str = END,
    *,
    board: str = BOARD,
    players: str = PLAYERS,
    turns: str = TURNS,
    lists: str = LISTS,
    pieces: str = PIECES,
    setup: str = SETUP,
) -> str:
    """Return the text of a game, of which `words` make the moves."""
    return f"""
{{board {board} board}}
{{directions -1 0 {{direction}} n 1 0 {{direction}} s 0 1 {{direction}} e 0 -1 {{direction}} w
	directions}}
{{players {players} players}}
{{turn-order {turns} turn-order}}
VARIABLE v
: down ( -- ) s {STEP} ;  : left ( -- ) w {STEP} ;
{words}
{lists}
{{pieces {pieces} pieces}}
{{board-setup {setup} board-setup}}
{events}
"""


def _wide_setup() -> str:
    names = [f"{file}1" for file in "abcdefghijkl"]
    return f"{{setup}} X man {' '.join(names)} {{setup}} O man l12 k12 j12"


FOUR: Final = "{player} N {player} E {player} S {player} W"
GAMES: Final[dict[str, str]] = {
    "steps": script(f": one {STEP} ; : go n one ; : aside e one ;",
                    lists=ASIDE),
    "partial moves": script(
        ": hop ( ? -- ) verify enemy? verify capture w verify empty? verify from here move "
        "kept @ 2 < IF partial ENDIF add-move ; "
        f": go e {STEP} ; : aside w hop ; : up n {STEP} ;",
        lists="{moves steps {move} go {move} aside {move} up {move} down {move} left moves}",
    ),
    "partial moves of a type": script(
        f": go n verify empty? verify from here move further partial-move-type add-move ; "
        f": more e {STEP} ; : stay PassNoPartial ;",
        lists="{moves steps {move} go {move} down {move} left {move} more {move-type} further "
        "moves}",
    ).replace("VARIABLE v", "1 CONSTANT further VARIABLE v"),
    "dice": script(
        "$passTurnForced ON : throw 4 1 DO I DUP 2 = IF 5 weight ENDIF d1 change-type-at "
        "add-move LOOP ; "
        ": pips d1 piece-type-at 2 - ; "
        ": far ( n -- ? ) TRUE SWAP 0 DO n AND LOOP ; "
        f": go pips 1 MAX far {STEP} ;",
        players="{player} X {player} O {player} ?Dice {random}",
        turns="{turn} ?Dice {of-type} throwing {turn} X {turn} ?Dice {of-type} throwing {turn} O",
        lists="{moves steps {move} go {move} down {move} left moves} "
        "{moves throws {move} throw {move-type} throwing moves}",
        pieces="{piece} man {moves} steps {piece} one {moves} throws {piece} two {moves} throws "
        "{piece} three {moves} throws",
        setup="{setup} X man a1 b1 {setup} O man a4 c2 {setup} ?Dice one d1",
    ),
    "four players and a neutral one": script(
        f": go n {STEP} ; : aside w {STEP} ; : take s verify enemy? verify from here move "
        "add-move ; : claim e verify neutral-piece? verify current-player change-owner add-move ;",
        players=FOUR + " {neutral} Z", turns="{turn} N {turn} E {turn} S {turn} W",
        lists="{moves steps {move} go {move} aside {move} down {move} take {move} claim moves}",
        setup="{setup} N man a1 {setup} E man b1 {setup} S man c4 {setup} W man d4 {setup} Z man "
        "b2 c2 c3",
    ),
    "priorities": script(
        f": go n {STEP} ; : aside e {STEP} ; : take w verify enemy? verify from here move "
        "add-move ; : seize n verify enemy? verify from here move add-move ;",
        lists="{moves steps {move} go {move-type} plain {move} aside {move-type} plain {move} down "
        "{move-type} plain {move} take "
        "{move-type} taking {move} seize {move-type} taking moves} "
        "{move-priorities {move-priority} taking {move-priority} plain move-priorities}",
        setup="{setup} X man a1 b2 c4 {setup} O man d4 c3 d1",
    ),
    "preferences and ranks": script(
        ": go n verify empty? verify from here move here 3 MOD prefer here rank add-move ; "
        ": aside e verify friend? NOT verify from here move here 3 MOD prefer unique add-move ;",
        lists=ASIDE,
    ),
    "hands": script(
        f": go n verify friend? NOT verify from here move add-move ; : aside e {STEP} ; "
        ": put empty? verify in-hand verify drop add-move ;",
        lists=f"{ASIDE} {{moves puts {{move}} put moves}}",
        pieces="{piece} man {moves} steps {drops} puts {piece} king {moves} steps man {unpromoted}",
    ).replace("VARIABLE v", "$recycle ON VARIABLE v"),
    "a big board": script(
        f": slide BEGIN n WHILE empty? verify from here move add-move REPEAT ; : go slide ; "
        f": aside e {STEP} ; : take w verify enemy? verify capture from here move add-move ;",
        board="12 12 {grid}", setup=_wide_setup(),
        lists="{moves steps {move} go {move} aside {move} down {move} take moves}",
        events=": OnEvaluate ( -- n ) 0 144 0 DO I friend-at? IF I + ENDIF LOOP ;",
    ),
    "recursion": script(
        ": count ( n -- n ) DUP 2 < IF EXIT ENDIF DUP 1- RECURSE SWAP 2 - RECURSE + ; "
        ": deep ( n -- n ) DUP IF 1- RECURSE 1+ ENDIF ; "
        f": go turn-number 8 MIN count 2 MOD IF n ELSE e ENDIF {STEP} ; "
        f": aside 3000 deep 3000 = verify s {STEP} ;",
        lists=ASIDE,
    ),
    "floats": script(
        f": go n {STEP} ; : aside e {STEP} ; "
        ": weight-of ( n -- ) ( F: -- r ) N>F FSQRT 2.5 F* FSIN FABS ;",
        lists=ASIDE,
        events=END + " : OnEvaluate ( -- n ) 0. 16 0 DO I friend-at? IF I weight-of F+ ELSE I "
        "enemy-at? IF I 1+ N>F FLN FEXP F- ENDIF ENDIF LOOP 100. F* F>N ;",
    ),
    "loops that are left": script(
        ": found ( -- n ) -1 16 0 DO I empty-at? IF DROP I LEAVE ENDIF LOOP ; "
        ": up ( -- n ) 0 16 1 DO I + 3 +LOOP ; : twice 0 3 0 DO 2 0 DO J I * + LOOP LOOP ; "
        f": go found 0 >= verify up 2 MOD IF n ELSE w ENDIF {STEP} ; "
        f": aside twice 3 = verify e {STEP} ; "
        ": first ( -- pos ) 0 BEGIN DUP empty-at? IF EXIT ENDIF 1+ DUP 15 > UNTIL ;",
        lists=ASIDE,
    ),
    "deferred words": script(
        "DEFER way ' n IS way DEFER other : east e ; ' east IS other "
        f": turned turn-number 2 MOD IF ['] w IS other ELSE ['] east IS other ENDIF ; "
        f": go way {STEP} ; : aside other {STEP} ; : by ['] s EXECUTE {STEP} ;",
        lists="{moves steps {move} go {move} aside {move} by {move} left moves}",
        events=END + " : OnNextTurn OnNextTurn turned ; : OnNewGame ['] east IS other ;",
    ),
    "storage and marks": script(
        f": note ( -- ) kept ++ 1 turn-number 3 MOD tally[] +! ; "
        f": go n verify empty? verify from here move COMPILE note add-move ; "
        f": aside e verify empty? verify from here move 7 kept later! add-move ; "
        f": odd kept @ 2 MOD verify s {STEP} ;",
        lists="{moves steps {move} go {move} aside {move} odd {move} left moves}",
    ),
    "repetitions and passes": script(
        f": go n {STEP} ; : stay Pass ;",
        lists="{moves steps {move} go {move} down {move} left {move} stay moves}",
        events=": OnIsGameOver repetitions 2 > IF #DrawScore ELSE quiet-turns 20 > IF #LossScore "
        "ELSE #UnknownScore ENDIF ENDIF ;",
    ),
    "legality and struck moves": script(
        f": go n {STEP} ; : aside e {STEP} ; : take s verify friend? NOT verify from here move "
        "add-move ;",
        lists="{moves steps {move} go {move} aside {move} take {move} left moves}",
        events=END + " : OnIsLegal? a1 empty-at? turn-number 3 < OR ; "
        ": OnMoves $FirstMove DUP IF DUP move-from 5 = IF strike ELSE DROP ENDIF ELSE DROP ENDIF ;",
    ),
    "choices": script(
        ": go n verify empty? verify from here move choice\" quiet\" add-move "
        "from here move 2 change-type choice\" crowned\" add-move ; "
        "{notation} \"%p%f%x%t%=\" "
        ": aside e verify friend? NOT verify from here move add-move ;",
        lists=ASIDE,
    ),
    "moves that look alike": script(
        ": more ( -- ) kept ++ ; : less ( -- ) 2 kept +! ; : go n verify empty? verify from here "
        "move COMPILE more add-move from here move COMPILE less add-move ; "
        ": aside e verify empty? verify from here move 7 kept later! add-move "
        "from here move 3 2 tally[] later! add-move from here move add-move ; "
        ": hop e verify empty? verify from here move again add-move from here move partial "
        "add-move ; : stay Pass Pass COMPILE more add-move ;",
        lists="{moves steps {move} go {move} aside {move} hop {move} left {move} stay moves}",
    ),
    "random numbers in rules": script(
        f": go 1 3 RAND-WITHIN 1 = IF n ELSE e ENDIF {STEP} ; "
        f": aside 0 1 RAND-WITHIN2 IF s ELSE w ENDIF {STEP} ;",
        lists=ASIDE,
    ),
    "turns by the script": script(
        f": go n verify empty? verify from here move again add-move ; : aside e {STEP} ; "
        f": shut s verify empty? verify from here move O out add-move ;",
        turns="{turn} X {repeat} {turn} O {turn} X {turn} O",
        lists="{moves steps {move} go {move} aside {move} shut {move} left moves}",
    ),
    "names in other letters": script(
        f": go n {STEP} ; : aside e {STEP} ;",
        players="{player} Weiß {player} Чёрные", turns="{turn} Weiß {turn} Чёрные",
        pieces="{piece} 兵 {moves} steps", lists=ASIDE,
        setup="{setup} Weiß 兵 a1 {setup} Чёрные 兵 d1 d2",
    ),
}  # fmt: skip

MISTAKES: Final[dict[str, str]] = {  # each stops at some ply
    "division by zero": script(f": go 10 turn-number 3 - / DROP n {STEP} ; : aside e {STEP} ;",
                               lists=ASIDE),
    "a memory address": script(f": go turn-number 2 > IF -5 @ DROP ENDIF e {STEP} ;"),
    "too few items": script(
        f": go turn-number 2 > IF BEGIN DROP AGAIN ENDIF n {STEP} ;"),
    "recursion without an end": script(
        f": round ( -- ) RECURSE 1 DROP ; : go turn-number 2 > IF round ENDIF n {STEP} ;"),
    "an abort with a text": script(
        f": go turn-number 3 = ABORT\" not in the third turn\" e {STEP} ;"),
    "a mistake in an event": script(
        f": go n {STEP} ;", events=": OnIsGameOver 1 turn-number 4 - / DROP #UnknownScore ;"),
    "a mistake in an action": script(
        ": spoil turn-number 2 > IF 1 0 / DROP ENDIF ; "
        ": go e verify empty? verify from here move COMPILE spoil add-move ;"),
}  # fmt: skip
