"""Effects of DEFER, tokens in memory and addresses count like direct calls."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

import forthgame

GAME = """
{board 3 3 {grid} {variable} kept board}
{players {player} X {player} O players}
{turn-order {turn} X {turn} O turn-order}
DEFER hook  VARIABLE v  VARIABLE place  $lastPos place !
: further ( -- addr )	9 CELLS $board @ + ;	\\ where `kept` is
: mover ( -- addr )	$player ;
: add-one	kept ++ ;
: pass-on	O $player ! ;
%s
: put %s empty? verify drop add-move ;
{moves drops {move} put moves}
{pieces {piece} p {drops} drops pieces}
: OnEvaluate 0 9 0 DO I friend-at? IF I DUP * 1+ + ENDIF I enemy-at? IF I 3 * - ENDIF LOOP
  kept @ 5 * + ;
: OnIsGameOver stalemate? IF #DrawScore ELSE #UnknownScore ENDIF ;
%s
"""
BY_TOKEN = [  # the effect: its place, and the word
    ("", ": OnIsGameOver {} OnIsGameOver ;", "add-one"),
    ("", ": OnEvaluate OnEvaluate {} ;", "add-one"),
    ("", ": OnGenerateMoves {} ;", "add-one"),
    ("{} kept @ 5 MOD verify", "", "add-one"),
    ("", ": OnEvaluate OnEvaluate {} ;", "$CloneBoard"),
    ("", ": OnIsGameOver OnIsGameOver {} ;", "$DeallocateMoves"),
    ("", ": OnIsGameOver OnIsGameOver {} ;", "pass-on"),
    ("", ": OnMakeAMove {} 4 > IF kept ++ ENDIF ;", "last"),
    ("{} DUP 3 MOD 0= SWAP -1 = OR verify", "", "last"),
]
WAYS = [("' {} IS hook", "hook"), ("' {} v !", "v @ EXECUTE"), ("", "['] {} EXECUTE")]
BY_ADDRESS = [  # the plain way, and the indirect one
    ("", ": OnIsGameOver kept ++ OnIsGameOver ;", ": OnIsGameOver further ++ OnIsGameOver ;"),
    ("", ": OnEvaluate OnEvaluate kept ++ ;", ": OnEvaluate OnEvaluate further ++ ;"),
    ("", ": OnIsGameOver OnIsGameOver O $player ! ;", ": OnIsGameOver OnIsGameOver O mover ! ;"),
    ("", ": OnGenerateMoves O $player ! ;", ": OnGenerateMoves O mover ! ;"),
    ("", ": OnMakeAMove here kept ! ; : OnEvaluate OnEvaluate 7 to ;",
     ": OnMakeAMove here kept ! ; : OnEvaluate OnEvaluate 7 $pos ! ;"),
]  # fmt: skip


def answers(path: Path, before: str, word: str, event: str) -> list[Any]:
    """Return counts, scores and random games of the game with these texts."""
    path.write_text(GAME % (before, word, event))
    game = forthgame.load(path, native=False)
    score = game.new_game(seed=1).search("negamax", depth=2).score
    return [game.perft(3), score, game.playouts(20, seed=1, plies=20).results]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("way", WAYS, ids=["deferred", "in memory", "pushed"])
@pytest.mark.parametrize(("word", "event", "done"), BY_TOKEN)
def test_by_token(tmp_path: Path, way: tuple[str, str], word: str, event: str, done: str) -> None:
    path = tmp_path / "game.4th"
    before, run = (part.format(done) for part in way)
    assert answers(path, before, word.format(run), event.format(run)) == answers(
        path, "", word.format(done), event.format(done)
    )


@pytest.mark.parametrize(("word", "plain", "other"), BY_ADDRESS)
def test_by_address(tmp_path: Path, word: str, plain: str, other: str) -> None:
    path = tmp_path / "game.4th"
    assert answers(path, "", word, other) == answers(path, "", word, plain)


def test_a_move_word_stores_through_the_address_of_the_board(tmp_path: Path) -> None:
    path = tmp_path / "game.4th"
    asked = "kept @ 5 MOD verify"
    assert answers(path, "", f"further ++ {asked}", "") == answers(path, "", f"kept ++ {asked}", "")


def test_last_through_its_address(tmp_path: Path) -> None:
    path = tmp_path / "game.4th"
    asked = "DUP 3 MOD 0= SWAP -1 = OR verify"
    assert answers(path, "", f"place @ @ {asked}", "") == answers(path, "", f"last {asked}", "")


PACKED = [  # how a token is stored, and how it is fetched
    "CREATE t ' {} 4 * , : go t @ 4 / EXECUTE ;",
    "CREATE t ' {} 4 * , : token 4 / ; : go t @ token EXECUTE ;",
    "VARIABLE u CREATE t ' {} 4 * , : go t @ 4 / u ! u @ EXECUTE ;",
    "CREATE t ' {} 4 * , : e 4 / ; : d e ; : c d ; : b c ; : a b ; : z a ; : go t @ z EXECUTE ;",
]


@pytest.mark.parametrize(
    "packed", PACKED, ids=["in the word", "in another", "by a variable", "deep"]
)
@pytest.mark.parametrize("done", ["add-one", "$CloneBoard"])
def test_a_token_that_is_worked_out(tmp_path: Path, packed: str, done: str) -> None:
    """The token may be that of any word, also of the engine."""
    path, event = tmp_path / "packed.4th", ": OnIsGameOver {} OnIsGameOver ;"
    plain = answers(path, "", "", event.format(done))
    assert answers(path, packed.format(done), "", event.format("go")) == plain


STORED = """
{board 3 3 {grid} {variable} kept 4 {array} table board}
{players {player} X {player} O players}
{turn-order {turn} X {turn} O turn-order}
: nothing ;  : add-one kept ++ ;  : held 2 table @ ;
: third 2 table ;  : b third ;  : c b ;  : d c ;  : e d ;  : deep e ;
: either kept @ 99 = IF 1 table ELSE third ENDIF ;
: put kept @ 5 MOD 4 < verify empty? verify drop add-move ;
{moves drops {move} put moves}
{pieces {piece} p {drops} drops pieces}
: OnNewGame ['] nothing 2 table ! ;
: OnEvaluate kept @ 5 * ;
: OnIsGameOver %s EXECUTE stalemate? IF #DrawScore ELSE #UnknownScore ENDIF ;
"""


@pytest.mark.parametrize(
    "fetched",
    ["2 table @", "held", "deep @", "either @", "held DUP IF ELSE DROP ['] nothing ENDIF"],
)
def test_a_token_from_the_text_of_a_position(tmp_path: Path, fetched: str) -> None:
    """A text may put any token into the storage of the board."""
    path = tmp_path / "stored.4th"
    path.write_text(STORED % fetched)
    game = forthgame.load(path, native=False)
    text, word = game.new_game(seed=1).to_text(), game.forth.word
    for name in ("nothing", "add-one", "$CloneBoard"):
        token, other = str(word("nothing").token), str(word(name).token)
        state = game.position(text.replace(token, other))
        assert state.search("negamax", depth=2).score == 0
        results = game.playouts(20, seed=1, state=state).results
        assert sum(results["O"].values()) == 20


DICE = """
{board 1 3 {grid} {variable} kept board}
{players {player} A {player} B players}
{turn-order {turn} A {turn} B turn-order}
DEFER dice  VARIABLE v
%s
: put empty? verify drop add-move ;
{moves drops {move} put moves}
{pieces {piece} p {drops} drops pieces}
: OnIsGameOver kept @ 1 = IF #LossScore ELSE kept @ 2 = IF #WinScore ELSE
  stalemate? IF #DrawScore ELSE #UnknownScore ENDIF ENDIF ENDIF ;
: OnMakeAMove 0 2 %s kept ! ;
"""


@pytest.mark.parametrize(
    ("before", "word"),
    [("", "RAND-WITHIN"), ("", "$RAND-WITHIN"), ("' RAND-WITHIN IS dice", "dice"),
     ("' RAND-WITHIN v !", "v @ EXECUTE"), ("", "['] RAND-WITHIN EXECUTE")],
)  # fmt: skip
def test_random_rules_prove_nothing(tmp_path: Path, before: str, word: str) -> None:
    path = tmp_path / "dice.4th"
    path.write_text(DICE % (before, word))
    state = forthgame.load(path, native=False).new_game(seed=1)
    assert state.search("negamax:depth=5").proven is None
    assert state.search("best-first:nodes=200", seed=3).proven is None
    path.write_text(DICE % ("", "2DROP 0"))
    state = forthgame.load(path, native=False).new_game(seed=1)
    assert state.search("negamax:depth=5").proven == "draw"


ENDS = """
{board 1 4 {grid} board}
{players {player} A {player} B players}
{turn-order {turn} A {turn} B turn-order}
: put empty? verify drop add-move ;
{moves drops {move} put moves}
{pieces {piece} p {drops} drops pieces}
DEFER both : b A loses B loses ; ' b IS both
: over turn-number 3 = IF d1 B friend-of? IF %s ELSE draw ENDIF ENDIF ;
{endings over {ending} over endings}
"""


@pytest.mark.parametrize(
    ("words", "proven"),
    [("A loses B loses", None), ("both", None), ("B loses", "draw"),
     ("A ['] loses EXECUTE B ['] loses EXECUTE", None)],
)  # fmt: skip
def test_an_ending_that_both_lose(tmp_path: Path, words: str, proven: str | None) -> None:
    path = tmp_path / "ends.4th"
    path.write_text(ENDS % words)
    state = forthgame.load(path, native=False).new_game(seed=1)
    assert state.search("negamax", depth=4).proven == proven


WAYS_TO_LEAVE = """
{board 4 4 {grid} board}
{directions -1 0 {direction} n directions}
{players {player} X {player} O players}
{turn-order {turn} X {turn} O turn-order}
VARIABLE v
: t0 ['] n ;
%s
: step t7 EXECUTE verify from here move add-move ;
{moves steps {move} step moves}
{pieces {piece} p {moves} steps pieces}
{board-setup {setup} X p a1 {setup} O p c3 board-setup}
"""


def test_a_token_that_calls_leave_in_many_ways_is_followed_once(tmp_path: Path) -> None:
    """Each word calls the one before it at 60 ends, which are not followed one by one."""
    words = []
    for k in range(1, 8):
        ends = " ".join(f"v @ {way} = IF t{k - 1} EXIT ENDIF" for way in range(60))
        words.append(f": t{k} {ends} t{k - 1} ;")
    path = tmp_path / "ways.4th"
    path.write_text(WAYS_TO_LEAVE % "\n".join(words))
    began = time.thread_time()
    assert forthgame.load(path, native=False).perft(2) == 1
    assert time.thread_time() - began < 10
