"""A rule in many phrasings: moves are tallied in each, and equal those of the interpreter."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame

GAME = """{{board 6 6 {{grid}} {board} board}}
{{directions -1 0 {{direction}} n 1 0 {{direction}} s -1 1 {{direction}} ne 1 1 {{direction}} se
  -1 -1 {{direction}} nw 1 -1 {{direction}} sw directions}}
{{players {{player}} W {{player}} B players}}
{{turn-order {{turn}} W {{turn}} B turn-order}}
{{symmetries B {{symmetry}} n s B {{symmetry}} ne se B {{symmetry}} nw sw symmetries}}
{zones}
{words}
: ahead {ahead} empty? verify {asked} from here move {recorded} add-move ;
: side verify {unlike} verify from here move add-move ;
: left {left} side ;
: right ne side ;
{later}
{{moves ways {{move}} ahead {{move}} left {{move}} right moves}}
{{pieces {{piece}} man {{moves}} ways {pieces} pieces}}
{{board-setup {{setup}} W man a1 {{setup}} W man b1 {{setup}} W man c1 {{setup}} W man d2
  {{setup}} W man e1 {{setup}} W man f1 {{setup}} B man a6 {{setup}} B man b6 {{setup}} B man c5
  {{setup}} B man d6 {{setup}} B man e6 {{setup}} B man f6 board-setup}}
: home current-player W = IF a1 ELSE a6 ENDIF ;
: reached FALSE home DUP 6 + SWAP DO I enemy-at? OR LOOP ;
: OnIsGameOver {over} reached stalemate? OR IF #LossScore ELSE #UnknownScore ENDIF ;
"""
PLAIN = {
    "board": "", "zones": "", "words": "", "ahead": "n verify", "asked": "", "recorded": "",
    "unlike": "friend? NOT", "left": "nw", "later": "", "over": "", "pieces": "",
}  # fmt: skip
PHRASINGS = {
    "plain": {},
    "long words": {"asked": "empty? verify " * 300},
    "numbers like addresses": {"asked": "120 132 136 144 4DROP",
                               "words": ": 4DROP 2DROP 2DROP ;", "over": "144 132 = DROP"},
    "a table of tokens": {"words": "CREATE ways-on ' nw , ' ne ,", "left": "ways-on @ EXECUTE"},
    "a number in a table of tokens": {
        "words": "CREATE ways-on ' ne , ' nw ,\n: onto CELLS ways-on + @ EXECUTE ;",
        "left": "1 onto",
    },
    "a deferred word": {"words": "DEFER step", "ahead": "step verify", "later": "' n IS step"},
    "a table of bytes": {"words": "CREATE tbl 1 C, 2 C, 3 C,", "asked": "tbl 1+ C@ 2 = verify"},
    "the turn": {"asked": "turn-number 2 > IF turn-number 400 < verify ENDIF"},
    "an array by player": {
        "board": "2 {array} seen", "asked": "current-player player-index seen @ 90 < verify",
        "recorded": "1 current-player player-index seen later!",
    },
    "five variables": {
        "words": "VARIABLE v1 VARIABLE v2 VARIABLE v3 VARIABLE v4 VARIABLE v5",
        "asked": "1 v1 ! 2 v2 ! v1 @ v3 ! 4 v4 ! 5 v5 ! v3 @ v5 @ < verify",
    },
    "a variable that nothing reads": {"words": "VARIABLE tries", "asked": "tries ++ 3 tries +!"},
    "positions": {"asked": "here piece-at 0= verify here empty-at? verify",
                  "unlike": "here player-at current-player = NOT"},
    "an attribute": {"board": "3 {attribute} strength",
                     "unlike": "strength NOT verify strength 1 = NOT verify friend? NOT"},
    "an attribute by order": {"board": "3 {attribute} strength",
                              "unlike": "2 strength > strength 1 < AND verify friend? NOT"},
    "an attribute in the highest bits": {
        "board": "13 {attribute} low 3 {attribute} strength",
        "unlike": "strength 5 = NOT verify low 4 < verify friend? NOT",
    },
    "a type by order": {"unlike": "piece-type 1 <= 5 piece-type >= AND verify friend? NOT"},
    "a mark": {"board": "2 {mark} seen", "unlike": "seen 0= verify here seen-at verify friend? NOT",
               "words": ": seen-at ( pos -- ? ) DROP seen 3 = NOT ;"},
    "a zone": {"zones": "{zones W {zone} far a6 b6 c6 B {zone} far d1 e1 f1 zones}",
               "unlike": "far in-zone? IF enemy? ELSE friend? NOT ENDIF",
               "asked": "here far in-zone-at? NOT here home-row in-zone-at? OR verify",
               "words": ": home-row far ;"},
    "the same player once more": {"recorded": "here a6 = IF again ENDIF"},
    "quiet turns": {"recorded": "progress"},
    "a choice": {"recorded": 'choice" straight"'},
    "types that share a list": {
        "pieces": " ".join(f"{{piece}} spare{k} {{moves}} ways" for k in range(9)),
    },
    "types that become others": {
        "pieces": " ".join(f"{{piece}} spare{k} {{moves}} ways" for k in range(3)),
        "recorded": "current-piece-type 4 = NOT IF current-piece-type 1+ change-type ENDIF",
    },
    "halves": {"asked": "here 2/ 2* here = here 3 /MOD DROP 2 < OR verify"},
}  # fmt: skip


def written(folder: Path, parts: dict[str, str]) -> Path:
    """The script with some of its parts written in another way."""
    path = folder / "game.4th"
    path.write_text(GAME.format(**(PLAIN | parts)), encoding="utf-8")
    return path


def compared(game: forthgame.Game) -> object:
    """Return the results of random games, counts and lists."""
    found = game.playouts(30, seed=5, plies=120)
    state = game.new_game(seed=1)
    state.play(0)
    return (
        found.plies, found.wins, found.draws, game.perft(3), game.perft(3, state),
        [move.text for move in state.moves()],
    )  # fmt: skip


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", PHRASINGS)
def test_moves_are_tallied_however_a_rule_is_written(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, PHRASINGS[name])
    with forthgame.load(path) as game, forthgame.load(path, native=False) as plain:
        assert game.native is not None
        game.native.prepare(wait=True, engines=False)
        assert {(kind.kind, kind.why) for *_, kind, _ in game.native.paths()} == {("tallied", "")}
        assert compared(game) == compared(plain)


UNSURE = {
    "a table that an event changes": {
        "words": "CREATE ways-on ' nw , ' ne ,\n"
        ": OnMakeAMove ways-on @ ways-on 4 + @ ways-on ! ways-on 4 + ! ;",
        "left": "ways-on @ EXECUTE",
    },
    "a table that an array may reach": {
        "words": "2 [] near CREATE ways-on ' nw , ' ne ,\n: OnMakeAMove 0 turn-number near ! ;",
        "left": "ways-on @ EXECUTE",
    },
    "a deferred word that is set": {
        "words": "DEFER step : OnMakeAMove turn-number 3 > IF ['] s ELSE ['] n ENDIF IS step ;",
        "ahead": "step verify", "later": "' n IS step",
    },
    "a division that may fail": {"asked": "here b3 - 12 SWAP / 100 < verify"},
    "a variable that a judgement reads": {
        "words": "VARIABLE tries", "asked": "tries ++",
        "over": "tries @ 4000 > IF #DrawScore EXIT ENDIF",
    },
}  # fmt: skip


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", UNSURE)
def test_what_is_not_sure_is_as_in_the_interpreter(tmp_path: Path, name: str) -> None:
    """Errors agree: a count may reach the failing position, or miss it."""
    path = written(tmp_path, UNSURE[name])
    told = []
    for native in (False, True):
        with forthgame.load(path, native=native) as game:
            if game.native is not None:
                game.native.prepare(wait=True, engines=False)
            try:
                told.append(repr(compared(game)))
            except forthgame.ScriptError as error:
                told.append(f"{error.number} {error.place}")
    assert told[0] == told[1]
