"""Games without a board file whose moves are made in ways that are hard to click."""

from __future__ import annotations

from typing import Final

from tests.publish.strange_scripts import GAMES, STEP, script

SWAP: Final = "{moves steps {move} go {move} aside {move} left moves}"
CLUMSY: Final[dict[str, str]] = {
    "a variable alone": GAMES["moves that look alike"],
    "from is to": script(
        f": go n {STEP} ; : aside from from move add-move ; "
        ": turned from from move 2 change-type add-move ;",
        lists="{moves steps {move} go {move} aside {move} turned {move} left moves}",
    ),
    "takes only": script(
        f": go n {STEP} ; : aside e verify enemy? verify capture add-move ; "
        ": both e verify enemy? verify capture w verify w verify empty? NOT verify capture "
        "add-move ; : own capture add-move ;",
        lists="{moves steps {move} go {move} aside {move} both {move} own moves}",
        setup="{setup} X man a1 b2 c3 {setup} O man c2 d3 b3 {setup} X king d1",
    ),
    "several types on one square": script(
        ": man empty? verify drop add-move ; : go n verify empty? verify from here move add-move "
        "from here move 2 change-type add-move from here move 3 change-type add-move ;",
        lists="{moves steps {move} go {move} left moves} {moves puts {move} man moves}",
        pieces="{piece} man {moves} steps {drops} puts {piece} king {moves} steps {drops} puts "
        "{piece} tower {moves} steps {drops} puts",
    ),
    "passing in the middle": script(
        f": go n verify empty? verify from here move partial add-move ; : aside e {STEP} ; "
        ": stay Pass ;",
        lists="{moves steps {move} go {move} aside {move} down {move} stay moves}",
    ),
    "several pieces at once": script(
        ": others 16 0 DO I friend-at? IF I 4 > IF I I 4 - empty-at? IF I I 4 - move ELSE DROP "
        "ENDIF ENDIF ENDIF LOOP ; "
        ": go others add-move ; : aside e verify friend? verify here from move from here move "
        "add-move ; : pull n verify empty? verify from here move s verify s friend? IF here n "
        "move ENDIF add-move ;",
        lists="{moves steps {move} aside {move} pull {move} down {move} left moves}",
    ),
    "places beside the board": script(
        f": go n {STEP} ; : put out-x friend-at? verify empty? verify out-x here move add-move ; "
        ": away here out-x move add-move ;",
        board="4 4 {grid} {position} out-x {position} out-o {variable} kept",
        lists="{moves steps {move} go {move} put {move} away {move} left moves}",
        setup="{setup} X man a1 b1 out-x {setup} O man c4 d4 out-o {setup} X king d1",
    ),
    "odd names": script(
        f": go n {STEP} ; : far here <b>&\"1 move add-move ; : back from 'q~2 move add-move ;",
        board="3 3 {grid} {position} <b>&\"1 {position} 'q~2 {position} =c/+ {variable} kept",
        players="{player} X+Y {player} O'=", turns="{turn} X+Y {turn} O'=",
        lists="{moves steps {move} go {move} far {move} back {move} left moves}",
        pieces="{piece} <i>ma~n</i> {moves} steps {piece} kö=nig {moves} steps",
        setup="{setup} X+Y <i>ma~n</i> a1 b1 {setup} O'= <i>ma~n</i> c3 =c/+ {setup} O'= kö=nig a3",
    ),
    "places exchanged": script(
        f": go n {STEP} ; : aside e verify not-empty? verify from here move here from move "
        "add-move ; : turned e verify not-empty? verify from here move here from move 2 from "
        "change-type-at add-move ; : thrice e verify not-empty? verify from here move here from "
        "move 3 DUP change-type-at add-move ;",
        lists="{moves steps {move} go {move} aside {move} turned {move} thrice {move} down moves}",
        setup="{setup} X man a1 b1 c1 {setup} O man c4 b2 a2 {setup} X king d1 {setup} O king c2",
    ),
    "changed where they stand": script(
        f": go 2 change-type add-move ; : aside e verify enemy? verify current-player change-owner "
        f"add-move ; : all 16 0 DO I enemy-at? IF current-player I change-owner-at ENDIF LOOP "
        f"add-move ; : step n {STEP} ;",
        lists="{moves steps {move} go {move} aside {move} all {move} step moves}",
    ),
}  # fmt: skip
