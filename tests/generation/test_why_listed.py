"""`check --native` names the code that prevents moves from being counted only, with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame

GAME = """{{board 4 4 {{grid}} board}}
{{directions -1 0 {{direction}} n 1 0 {{direction}} s 0 1 {{direction}} e directions}}
{{players {{player}} X {{player}} O players}}
{{turn-order {{turn}} X {{turn}} O turn-order}}
VARIABLE count
DEFER later?
: yes ( -- ? ) TRUE ;
: there ( -- ) friend? NOT verify from here move {planted} add-move ;
: go ( -- ) n verify there ;
: side ( -- ) e verify there ;
{{moves ways {{move}} go {{move}} side moves}}
{{pieces {{piece}} man {{moves}} ways pieces}}
{{board-setup {{setup}} X man a1 {{setup}} X man b1 {{setup}} O man b3 {{setup}} O man c4
  board-setup}}
' yes IS later?
{events}
"""
WORDS = 8  # the line of `there`
EVENTS = 16
PLANTED = {  # additions to the move words and events; the word that the reason names, its line
    "prefer": ("turn-number prefer", "", "prefer", WORDS),
    "unique": ("unique Pass", "", "unique", WORDS),
    "rank": ("3 rank", "", "rank", WORDS),
    "a variable": ("count @ DROP 1 count !", "", "@", WORDS),
    "a counter that is read": ("count ++ count @ 9 < verify", "", "++", WORDS),
    "a deferred word": (
        "later? verify", ": OnNextTurn ( -- ) count @ IS later? ;", "(DEFER)", WORDS,
    ),
    "last": ("last DROP", "", "last", WORDS),
    "OnMoves": ("", ": OnMoves ( -- ) count ++ ;", "OnMoves", EVENTS),
    "OnIsLegal?": ("", ": OnIsLegal? ( -- ? ) count ++ count @ 3 MOD ;", "OnIsLegal?", EVENTS),
    "the list after OnIsLegal?": (
        "", ": OnIsLegal? ( -- ? ) moved-to 9 < ; : OnIsGameOver ( -- n ) move-count 2 < IF "
        "#LossScore ELSE #UnknownScore ENDIF ;", "move-count", EVENTS,
    ),
    "the list": ("", ": OnIsGameOver ( -- n ) $FirstMove 0= IF #LossScore ELSE "
                 "#UnknownScore ENDIF ;", "$FirstMove", EVENTS),
}  # fmt: skip


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", PLANTED)
def test_what_keeps_a_game_listed_is_named(tmp_path: Path, name: str) -> None:
    planted, events, word, line = PLANTED[name]
    path = tmp_path / "game.4th"
    path.write_text(GAME.format(planted=planted, events=events), encoding="utf-8")
    with forthgame.load(path) as game:
        assert game.native is not None
        game.native.prepare(wait=True, engines=False)
        for _, _, way, place in game.native.paths():
            assert way.kind == "listed"
            assert word in way.why
            assert place.startswith(f"{path}:{line}:")


def test_a_loop_that_only_records_need_not_end(tmp_path: Path) -> None:
    """It is found after some actions, not after those that fill a move."""
    path = tmp_path / "game.4th"
    endless = "turn-number 5 = IF BEGIN from capture-at 0 UNTIL ENDIF"
    path.write_text(GAME.format(planted=endless, events=""), encoding="utf-8")
    with forthgame.load(path) as game:
        assert game.native is not None
        assert {way.why for _, _, way, _ in game.native.paths()} == {"a loop that need not end"}
