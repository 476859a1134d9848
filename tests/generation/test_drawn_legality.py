"""Random games that draw from a counted list and ask OnIsLegal? about that move only.

The interpreter lists all moves; machine code tallies them. The same seeds give the same games.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame
from forthgame.words.registers import extension_registers as by

GAME = """
{{board 6 6 {{grid}} 2 {{array}} kings board}}
{{directions -1 0 {{direction}} n 1 0 {{direction}} s 0 1 {{direction}} e 0 -1 {{direction}} w
  directions}}
{{players {{player}} White {{player}} Black players}}
{{turn-order {{turn}} White {{turn}} Black turn-order}}
{{symmetries Black {{symmetry}} n s symmetries}}
VARIABLE seen
: go ( -- ) from here move add-move ;
: ride ( dir -- ) BEGIN DUP EXECUTE WHILE friend? NOT verify go empty? verify REPEAT DROP ;
: ride-n ( -- ) ['] n ride ;  : ride-e ( -- ) ['] e ride ;  : ride-w ( -- ) ['] w ride ;
: step-n ( -- ) n verify friend? NOT verify go ;
: king-cell ( -- addr ) current-player player-index kings ;
: king-step ( ? -- )
  verify friend? NOT verify from here move here king-cell later! add-move ;
: king-n ( -- ) n king-step ;  : king-s ( -- ) s king-step ;  : king-e ( -- ) e king-step ;
{{moves rook-moves {{move}} ride-n {{move}} ride-e {{move}} ride-w moves}}
{{moves man-moves {{move}} step-n moves}}
{{moves king-moves {{move}} king-n {{move}} king-s {{move}} king-e moves}}
{{pieces {{piece}} rook {{moves}} rook-moves {{piece}} man {{moves}} man-moves
  {{piece}} king {{moves}} king-moves pieces}}
{{board-setup {{setup}} White rook a1 {{setup}} White king d1 {{setup}} White man c2
  {{setup}} White man e2 {{setup}} Black rook f6 {{setup}} Black king c6 {{setup}} Black man d5
  {{setup}} Black man b5 {{setup}} White rook f1 {{setup}} Black rook a6 board-setup}}
: OnNewGame ( -- ) d1 0 kings ! c6 1 kings ! ;
: in-check? ( -- ? ) king-cell @ attacked? ;
{rule}
: OnIsGameOver ( -- ) turn-number 150 > IF #DrawScore EXIT ENDIF
  stalemate? IF in-check? IF #LossScore ELSE #DrawScore ENDIF ELSE #UnknownScore ENDIF ;
"""
RULES = {  # OnIsLegal?, and whether its moves are drawn from a tally
    "attacks": (": OnIsLegal? ( -- ? ) in-check? NOT ;", True),
    "the target": (": OnIsLegal? ( -- ? ) here king-cell @ = here attacked? AND NOT ;", True),
    "the start": (": OnIsLegal? ( -- ? ) from d1 = NOT ;", True),
    "both ends": (": OnIsLegal? ( -- ? ) moved-from moved-to > current-player Black = OR ;", True),
    "a square": (": OnIsLegal? ( -- ? ) a3 empty-at? ;", True),
    "few are legal": (": OnIsLegal? ( -- ? ) here 7 MOD 0= ;", True),
    "none is legal": (": OnIsLegal? ( -- ? ) turn-number 20 < in-check? NOT AND ;", True),
    "a note": (": OnIsLegal? ( -- ? ) here seen ! in-check? NOT ;", None),
    "a note of a word run by token": (
        ": count-from ( 'dir -- ) here seen ! BEGIN DUP EXECUTE WHILE seen ++ REPEAT DROP ; "
        ": OnIsLegal? ( -- ? ) ['] n count-from seen @ 7 MOD 0<> ;",
        True,
    ),
    "a count": (": OnIsLegal? ( -- ? ) seen ++ seen @ 3 MOD ;", False),
    "a number drawn": (": OnIsLegal? ( -- ? ) 0 5 RAND-WITHIN ;", False),
    "other moves": (
        ": OnIsLegal? ( -- ? ) current-player FALSE 0 $GenerateMoves move-count $DeallocateMoves"
        " 3 > ;",
        None,
    ),
}


def load(folder: Path, rule: str, native: bool) -> forthgame.Game:
    path = folder / "game.4th"
    path.write_text(GAME.format(rule=rule))
    return forthgame.load(path, native=native)


def played(game: forthgame.Game) -> list[tuple[object, ...]]:
    """Return the results of random games by seed, cut at several lengths."""
    found = [game.playouts(1, seed=seed) for seed in range(12)]
    found += [game.playouts(3, seed=7, plies=plies) for plies in (1, 2, 5, 17)]
    return [(each.plies, each.wins, each.draws) for each in found]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", RULES)
def test_same_random_games(name: str, tmp_path: Path) -> None:
    rule, drawn = RULES[name]
    listed = played(load(tmp_path, rule, native=False))
    game = load(tmp_path, rule, native=True)
    assert game.native is not None
    game.native.prepare(wait=True, engines=False)
    assert played(game) == listed
    if drawn is not None:
        assert bool(game.forth.processor.register(by.TALLIED)) is drawn


@pytest.mark.parametrize("name", [name for name, (_, drawn) in RULES.items() if drawn is not None])
def test_drawn_only_if_the_rule_leaves_no_traces(name: str, tmp_path: Path) -> None:
    rule, drawn = RULES[name]
    register = load(tmp_path, rule, native=False).forth.processor.register
    assert bool(register(by.COUNTABLE) & by.ONLY_DRAWN) is drawn
    assert not register(by.REPEATABLE)  # lists of these games are never made early


def test_rules_that_read_the_move(tmp_path: Path) -> None:
    for name in ("the target", "the start", "both ends", "few are legal"):
        register = load(tmp_path, RULES[name][0], native=False).forth.processor.register
        assert register(by.RULE_READS_MOVE), name
    for name in ("attacks", "a square"):
        register = load(tmp_path, RULES[name][0], native=False).forth.processor.register
        assert not register(by.RULE_READS_MOVE), name
