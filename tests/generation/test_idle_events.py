"""Events that change nothing cost nothing; others are called, and can be watched."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame
from forthgame.why.profiling.coverage import coverage
from forthgame.words.registers import extension_registers, memory_layout as at
from tests.generation.agreement import assert_alike, script_in

GAME = """
{{board 4 4 {{grid}} board}}
{{directions -1 0 {{direction}} n 1 0 {{direction}} s 0 1 {{direction}} e directions}}
{{players {{player}} X {{player}} O players}}
{{turn-order {{turn}} X {{turn}} O turn-order}}
VARIABLE v1 VARIABLE v2 VARIABLE count
: step ( 'dir -- ) EXECUTE IF friend? NOT IF from here move add-move ENDIF ENDIF back ;
: go ( -- ) ['] n step ['] s step ['] e step ;
{{moves ways {{move}} go moves}}
{{pieces {{piece}} man {{moves}} ways pieces}}
{{board-setup {{setup}} X man a1 {{setup}} X man b1 {{setup}} O man c2 {{setup}} O man b4
  {{setup}} O man d1 board-setup}}
{events}
"""
IDLE = {
    "OnMoves, empty": (": OnMoves ( -- ) ;", extension_registers.SELECTS),
    "OnMoves, which computes": (": OnMoves ( -- ) 3 4 + DROP ;", extension_registers.SELECTS),
    "OnIsLegal?, always": (": OnIsLegal? ( -- ? ) TRUE ;", extension_registers.INVARIANT),
    "OnIsLegal?, by a helper": (
        ": fine? ( n -- ? ) 1 > IF TRUE ELSE FALSE ENDIF ; : OnIsLegal? ( -- ? ) 7 fine? ;",
        extension_registers.INVARIANT,
    ),
    "OnFriends?, equal": (": OnFriends? ( a b -- ? ) = ;", at.COALITIONS),
    "OnFriends?, not unequal": (": OnFriends? ( a b -- ? ) <> NOT ;", at.COALITIONS),
    "OnFriends?, by a difference": (": OnFriends? ( a b -- ? ) - 0= ;", at.COALITIONS),
}
BUSY = {
    "OnMoves that counts": (": OnMoves ( -- ) count ++ ;", extension_registers.SELECTS),
    "OnMoves that leaves a number": (": OnMoves ( -- n ) 5 ;", extension_registers.SELECTS),
    "OnIsLegal? that forbids all": (": OnIsLegal? ( -- ? ) FALSE ;", extension_registers.INVARIANT),
    "OnIsLegal? that leaves nothing": (": OnIsLegal? ( -- ) ;", extension_registers.INVARIANT),
    "OnIsLegal? that fails": (
        ": OnIsLegal? ( -- ? ) 1 0 / TRUE OR ;",
        extension_registers.INVARIANT,
    ),
    "OnIsLegal? that looks": (
        ": OnIsLegal? ( -- ? ) a1 empty-at? NOT ;",
        extension_registers.INVARIANT,
    ),
    "OnIsLegal? that stores": (
        ": OnIsLegal? ( -- ? ) count ++ TRUE ;",
        extension_registers.INVARIANT,
    ),
    "OnIsLegal? without an end": (
        ": OnIsLegal? ( -- ? ) 0 BEGIN 1+ DUP 9000 = UNTIL ;",
        extension_registers.INVARIANT,
    ),
    "OnFriends?, everybody": (": OnFriends? ( a b -- ? ) 2DROP TRUE ;", at.COALITIONS),
    "OnFriends? with another flag": (
        ": OnFriends? ( a b -- n ) = IF 1 ELSE 0 ENDIF ;",
        at.COALITIONS,
    ),
    "OnFriends? with a number": (
        ": OnFriends? ( a b -- ? ) OVER 777 = >R = R> OR ;",
        at.COALITIONS,
    ),
    "OnFriends? and whom it was asked about": (
        ": OnFriends? ( a b -- ? ) = ; : OnNextTurn ( -- ) $player1 @ count ! ;",
        at.COALITIONS,
    ),
}


def written(folder: Path, events: str) -> Path:
    return script_in(folder, GAME.format(events=events))


def seen(game: forthgame.Game) -> object:
    """Return the results of counts and random games."""
    played = game.playouts(12, plies=30, seed=3)
    return [game.perft(depth) for depth in (1, 2, 3)], played.results, played.plies


@pytest.mark.parametrize("name", IDLE)
def test_an_event_that_changes_nothing_is_not_run(tmp_path: Path, name: str) -> None:
    events, register = IDLE[name]
    path = written(tmp_path, events)
    with forthgame.load(path, native=False) as game:
        assert game.forth.processor.register(register) == 0
        found = seen(game)
    with forthgame.load(written(tmp_path, ""), native=False) as plain:
        assert found == seen(plain)


@pytest.mark.sampled(7)
@pytest.mark.parametrize("name", BUSY)
def test_other_events_are_run(tmp_path: Path, name: str) -> None:
    events, register = BUSY[name]
    path = written(tmp_path, events)
    with forthgame.load(path, native=False) as game:
        assert game.forth.processor.register(register) != 0
    assert_alike(path)


@pytest.mark.parametrize("native", [True, False])
def test_an_event_that_changes_nothing_can_be_watched(tmp_path: Path, native: bool) -> None:
    """A debugger sees it run."""
    path = written(tmp_path, ": OnMoves ( -- ) 1 DROP ;")
    with forthgame.load(path) as game:
        found = coverage(game, games=2, plies=8, native=native)
    assert not [word for file in found.files for word in file.words]
