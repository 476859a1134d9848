"""Lists that a move word leaves open are gone after generation: its own list is the newest."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame

TIERS = pytest.mark.parametrize("native", [False, True], ids=["interpreted", "native"])
GAME = """{{board 3 4 {{grid}} board}}
{{directions 0 1 {{direction}} e directions}}
{{players {{player}} W {{player}} B players}}
{{turn-order {{turn}} W {{turn}} B turn-order}}
VARIABLE busy
: step ( -- ) busy @ 0= verify e verify empty? verify from here move add-move
  TRUE busy ! {nested} FALSE busy ! {after} ;
: other ( -- ) busy @ verify here a1 = verify
  e verify e verify empty? verify from here move add-move ;
{{moves m {{move}} step {{move}} other moves}}
{{pieces {{piece}} q {{moves}} m pieces}}
{{board-setup {{setup}} W q a1 {{setup}} W q a2 {{setup}} B q a3 board-setup}}
{more}
"""
ONE = "current-player TRUE 0 $GenerateMoves"


def loaded(
    folder: Path, native: bool, nested: str, after: str = "", more: str = ""
) -> forthgame.Game:
    """A game whose move word generates another list on the way."""
    path = folder / "open.4th"
    path.write_text(GAME.format(nested=nested, after=after, more=more))
    game = forthgame.load(path, native=native)
    if game.native:
        game.native.prepare(wait=True, engines=False)
    return game


def counted(game: forthgame.Game, state: forthgame.State, depth: int) -> int:
    if depth == 0:
        return 1
    found = 0
    for move in state.moves():
        after = state.copy()
        after.play(move)
        found += counted(game, after, depth - 1)
    return found


@pytest.mark.sampled(2)
@TIERS
@pytest.mark.parametrize(
    ("nested", "after"),
    [
        (ONE, ""), (ONE, "move-count 99 > verify $DeallocateMoves"), (f"{ONE} {ONE}", ""),
        (f"{ONE} {ONE}", "$DeallocateMoves"),
    ],
)  # fmt: skip
def test_the_turn_is_counted(tmp_path: Path, native: bool, nested: str, after: str) -> None:
    with loaded(tmp_path, native, nested, after) as game:
        state = game.new_game(seed=1)
        assert [str(move) for move in state.moves()] == ["q a2 - b2", "q a1 - b1"]
        assert [game.perft(depth) for depth in (1, 2, 3)] == [
            counted(game, game.new_game(seed=1), depth) for depth in (1, 2, 3)
        ]
        assert game.playouts(20, seed=1).plies > 20


@TIERS
def test_the_newest_list_of_a_script_is_what_it_has_generated(tmp_path: Path, native: bool) -> None:
    more = f""": lists ( -- n ) {ONE.replace("TRUE", "FALSE")} move-count $DeallocateMoves ;
: OnIsGameOver ( -- result ) lists 2 = IF #UnknownScore ELSE #DrawScore ENDIF ;"""
    with loaded(tmp_path, native, ONE, more=more) as game:
        assert game.new_game(seed=1).outcome is None


@pytest.mark.sampled(2)
@TIERS
@pytest.mark.parametrize("after", ["", "FALSE verify $DeallocateMoves"])
def test_the_position_behind_a_move_is_judged(tmp_path: Path, native: bool, after: str) -> None:
    with loaded(tmp_path, native, ONE, after, more=": OnIsLegal? ( -- ? ) d2 empty-at? ;") as game:
        assert [str(move) for move in game.new_game(seed=1).moves()] == ["q a2 - b2", "q a1 - b1"]
        assert game.perft(2) == counted(game, game.new_game(seed=1), 2)
