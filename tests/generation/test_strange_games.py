"""Small games at the edge of machine code's assumptions: both tiers and lists agree."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import forthgame
from forthgame.compile.generation import Optimisation, without
from forthgame.compile.reading.path_graph import PathGraph
from forthgame.compile.reading.path_reader import PathReader
from forthgame.compile.reading.path_states import PathState
from forthgame.compile.tallying import tally_reader
from forthgame.words.registers import extension_registers, memory_layout as at
from tests.fuzzing.rules.naive import leaves

GAME = """
{board 4 4 {grid} {variable} kept board}
{directions -1 0 {direction} n 1 0 {direction} s 0 1 {direction} e 0 -1 {direction} w directions}
{players {player} X {player} O players}
{turn-order {turn} X {turn} O turn-order}
VARIABLE v1  VARIABLE way  VARIABLE seen  4 [] row
%s
{moves m {move} go moves}
{pieces {piece} man {moves} m {piece} king %s pieces}
{board-setup {setup} X man a1 {setup} X man b1 {setup} O man c3 {setup} O man d1 {setup} X king d3
  board-setup}
%s
"""
STEP = "verify empty? verify from here move add-move"
ENDS = (
    ": jhash 0 16 0 DO 31 * I board[] @ + LOOP ; "
    ": OnIsGameOver turn-number 6 > IF jhash 3 MOD DUP 0= IF DROP #DrawScore "
    "ELSE 0> IF #WinScore ELSE #LossScore ENDIF ENDIF ELSE #UnknownScore ENDIF ;"
)


def game(words: str, events: str = "", king: str = "{moves} m") -> str:
    """A game of two types of pieces, whose word of moves is `go`."""
    return GAME % (words, king, events)


def loaded(folder: Path, text: str, native: bool, engines: bool = False) -> forthgame.Game:
    """The game, with its machine code ready if wanted, that of engines too."""
    path = folder / "game.4th"
    path.write_text(text, encoding="utf-8")
    found = forthgame.load(path, native=native)
    if found.native:
        found.native.prepare(wait=True, engines=engines)
    return found


def seen(found: forthgame.Game) -> list[Any]:
    """Return moves, leaves of some plies, and the ends of random games."""
    moves = list(map(str, found.new_game(seed=1).moves()))
    counted = [found.perft(depth) for depth in (1, 2, 3)]
    played = found.playouts(30, seed=4, plies=10)
    return [moves, counted, played.results, played.plies]


NUMBERS = [
    "2000000000 v1 ! 2000000000 v1 +! v1 @ 0>",
    "-2147483648 v1 ! -2147483648 v1 +! v1 @ 0= NOT",
    "2147483647 v1 ! v1 ++ v1 @ 0>",
    "65536 v1 ! 65536 v1 +! v1 @ 0>",
    "1 v1 ! v1 ++ v1 @ 0>",
    "1073741824 row 0 row =",
]
WORDS = [
    *(f": go {number} IF n ELSE e ENDIF {STEP} ;" for number in NUMBERS),
    ": go -2147483647 2147483647 DO I 0< IF n IF from here move add-move ENDIF ENDIF LOOP ;",
    f": go Pass n {STEP} ;",
    f": go [ v1 1 + ] LITERAL C@ here = IF s ELSE n ENDIF {STEP} here 256 * v1 ! ;",
    f": go v1 @ 2 MOD IF n ELSE e ENDIF {STEP} ;",
]
EVENTS = [
    "",
    ENDS,
    ": OnNextTurn OnNextTurn $player @ 1024 OR $player ! ;",
    ": OnNextTurn OnNextTurn v1 ++ ;",
    ": OnIsGameOver turn-number 2 > last 3 MOD 0= AND IF #DrawScore ELSE #UnknownScore ENDIF ;",
    ": OnIsGameOver turn-number 2 > $lastPos @ 3 MOD 0= AND "
    "IF #DrawScore ELSE #UnknownScore ENDIF ;",
]


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("words", "king"),
    [
        pytest.param(words, king, marks=pytest.mark.slow if (k + n) % 2 else ())
        for k, words in enumerate(WORDS)
        for n, king in enumerate(("", "{moves} m"))
    ],
)
def test_tiers_and_lists_agree_about_words(tmp_path: Path, words: str, king: str) -> None:
    text = game(words, ENDS, king)
    interpreted = seen(loaded(tmp_path, text, native=False))
    assert seen(loaded(tmp_path, text, native=True)) == interpreted
    with without(Optimisation.COUNTED, Optimisation.LEAVES):
        assert seen(loaded(tmp_path, text, native=False)) == interpreted


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.sampled(2)
def test_tiers_and_lists_agree_about_events(tmp_path: Path, event: str) -> None:
    words = (
        ": go n IF friend? NOT IF from here move add-move ENDIF ENDIF back e IF empty? "
        "IF from here move add-move ENDIF ENDIF current-player X = verify s verify from here move "
        "add-move ;"
    )
    text = game(words, event)
    interpreted = seen(loaded(tmp_path, text, native=False))
    assert seen(loaded(tmp_path, text, native=True)) == interpreted
    found = loaded(tmp_path, text, native=False)
    if "v1" not in event:  # which persists from game to game
        by_lists = [leaves(found.new_game(seed=1), depth) for depth in (1, 2, 3)]
        assert by_lists == interpreted[1]


JUDGES = [
    "kept ++ kept @ 2 > IF #DrawScore ELSE #UnknownScore ENDIF",
    ": mark ( addr -- ) 1 SWAP +! ; : OnIsGameOver kept mark kept @ 1 > "
    "IF #DrawScore ELSE #UnknownScore ENDIF",
    "a4 board[] OFF #UnknownScore",
    "$CloneBoard $DeallocateBoard #UnknownScore",
    "turn-number 3 > IF 0 $SetTurn ENDIF #UnknownScore",
    "$turnNumber ++ turn-number 4 > IF #DrawScore ELSE #UnknownScore ENDIF",
    "0 a1 board[] ! #UnknownScore",
    "#UnknownScore ; : OnGenerateMoves kept ++ ; : OnIsTerminal? kept ++ TRUE",
    "kept @ IF #LossScore ELSE #UnknownScore ENDIF ; : OnGenerateMoves kept ++",
]


@pytest.mark.parametrize("judge", JUDGES)
@pytest.mark.sampled(4)
def test_what_judges_a_position_leaves_it_alone(tmp_path: Path, judge: str) -> None:
    """This holds in random games and in counts as for State."""
    event = judge if judge.startswith(":") else f": OnIsGameOver {judge}"
    text = game(": go n IF friend? NOT IF from here move add-move ENDIF ENDIF ;", f"{event} ;")
    found = [loaded(tmp_path, text, native) for native in (False, True)]
    by_lists = [leaves(found[0].new_game(seed=1), depth) for depth in (1, 2, 3)]
    for one in found:
        assert [one.perft(depth) for depth in (1, 2, 3)] == by_lists
    assert seen(found[0]) == seen(found[1])


@pytest.mark.parametrize("event", [
    ": OnIsTerminal? kept ++ TRUE", ": OnEvaluate worth kept ++", ": OnGenerateMoves kept ++",
])  # fmt: skip
@pytest.mark.sampled(2)
def test_searches_see_no_changes_by_events(tmp_path: Path, event: str) -> None:
    """Stores of an event on the board are undone after it has run."""
    words = f": go n {STEP} ; : worth 0 16 0 DO 31 * I board[] @ + LOOP 100 MOD kept @ 50 * + ;"
    plain = loaded(tmp_path, game(words, ": OnEvaluate worth ;"), native=False)
    other = event if "OnEvaluate" in event else f": OnEvaluate worth ; {event}"
    for native in (False, True):
        changing = loaded(tmp_path, game(words, f"{other} ;"), native)
        for engine in ("negamax", "maxn", "brs"):
            expected = plain.new_game(seed=1).search(engine, depth=2)
            found = changing.new_game(seed=1).search(engine, depth=2)
            assert (found.score, found.nodes) == (expected.score, expected.nodes)


def test_a_forced_pass_is_legal_whatever_the_rule(tmp_path: Path) -> None:
    """OnIsLegal? does not run for it: neither for the list, nor when the move is made."""
    text = game(
        f": go n {STEP} ;",
        "$passTurnForced ON : OnIsLegal? FALSE ; "
        ": OnIsGameOver turn-number 1 > IF #LossScore ELSE #UnknownScore ENDIF ;",
    )
    one = loaded(tmp_path, text, native=False)
    assert [str(move) for move in one.new_game(seed=1).moves()] == ["Pass"]
    assert one.new_game(seed=1).search("negamax", depth=2).score > 2_000_000_000
    assert "a win" in str(one.new_game(seed=1).prove())


def test_a_list_made_ahead_is_not_older_than_what_its_words_read(tmp_path: Path) -> None:
    words = f": go v1 @ 2 MOD IF n ELSE e ENDIF {STEP} ;"
    text = game(words, ": OnNextTurn OnNextTurn v1 ++ ;")
    found = []
    for native in (False, True):
        one = loaded(tmp_path, text, native)
        first, second = one.new_game(seed=1), one.new_game(seed=1)
        for state in (first, second):
            state.moves()
        for state in (first, second):
            state.play(state.moves()[0])
        found.append((list(map(str, first.moves())), first.outcome))
    assert found[0] == found[1]


SEEN = """
{board 3 3 {grid} {variable} kept board}
{directions -1 0 {direction} n 1 0 {direction} s directions}
{players {player} X {player} O players}
{turn-order {turn} X {turn} O turn-order}
: note from kept ! ;
: go n verify empty? verify from here move %s add-move %s ;
{moves m {move} go moves}
{pieces {piece} man {moves} m {piece} king {moves} m pieces}
{board-setup {setup} X king a2 {setup} X man c1 {setup} O man c2 board-setup}
%s
"""


@pytest.mark.parametrize(("in_move", "behind", "rule"), [
    ("", "", "current-piece-type 2 ="), ("", "", "current-piece 0="),
    ("COMPILE note", "", "kept @ 3 ="), ("COMPILE note", "", "kept @ 0="),
    ("", "s DROP", "here 1 ="),
])  # fmt: skip
@pytest.mark.sampled(3)
def test_a_rule_sees_nothing_of_the_words_before(
    tmp_path: Path, in_move: str, behind: str, rule: str
) -> None:
    text = SEEN % (in_move, behind, f": OnIsLegal? {rule} ;")
    found = []
    for native in (False, True):
        one = loaded(tmp_path, text, native)
        found.append((list(map(str, one.new_game(seed=1).moves())), one.perft(1), one.perft(2)))
    assert found[0] == found[1]


def test_words_of_another_type_store_nothing(tmp_path: Path) -> None:
    """If one type is requested this also holds for pieces that machine code skips."""
    text = """
{board 4 4 {grid} board}
{directions -1 0 {direction} n 0 1 {direction} e directions}
{players {player} X {player} O players}
{turn-order {turn} X {of-type} t1 {turn} O turn-order}
VARIABLE v1 VARIABLE count
: go from here move add-move ;
: take n verify enemy? verify count ++ go ;
: walk 6 v1 ! n verify enemy? verify count ++ go ;
: hop v1 @ 6 = IF e ELSE n ENDIF verify count ++ go ;
{moves one {move} take {move-type} t1 {move} walk {move-type} t2 moves}
{moves two {move} hop {move-type} t1 moves}
{pieces {piece} man {moves} one {piece} king {moves} two pieces}
{board-setup {setup} X man b3 {setup} X king a1 {setup} O man d4 board-setup}
"""
    found = [seen(loaded(tmp_path, text, native)) for native in (False, True)]
    assert found[0] == found[1]
    assert found[0][0] == ["king a1 - a2"]


def test_counting_leaves_variables_as_they_were(tmp_path: Path) -> None:
    text = game(": go n verify empty? verify here v1 ! from here move add-move ;")
    for native in (False, True):
        one = loaded(tmp_path, text, native)
        one.new_game(seed=1)
        before = bytes(one.forth.processor.memory[at.DATA : at.DATA + 65536])
        one.perft(3)
        assert bytes(one.forth.processor.memory[at.DATA : at.DATA + 65536]) == before


ATTACKED = [
    # `home` moves the start of the move, to which `back` leads
    (": go n DROP here home back e IF friend? NOT IF here capture-at add-move ENDIF ENDIF ;",
     "c2", "{setup} O man b1 {setup} X man c2"),
    # the token comes from a variable, and another one is pushed
    (": step EXECUTE IF friend? NOT IF from here move add-move ENDIF ENDIF back ; "
     ": go ['] e step way @ step ; ' s way !", "c2", "{setup} X king d2"),
    # the position is the second of two items
    (": go s verify d3 2 not-piece-type-at? verify s verify friend? NOT verify from here move "
     "add-move ;", "b2", "{setup} O man b4 {setup} X king b2"),
    (": go s verify d3 0 enemy-of? verify s verify friend? NOT verify from here move add-move ;",
     "b2", "{setup} O man b4 {setup} X king b2"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "place", "setups"), ATTACKED)
@pytest.mark.sampled(2)
def test_tables_of_attacks_change_nothing(
    tmp_path: Path, words: str, place: str, setups: str
) -> None:
    text = game(words, f": OnIsLegal? {place} attacked? NOT ;").replace(
        "{board-setup", "{board-setup " + setups
    )
    found = [
        list(map(str, loaded(tmp_path, text, k).new_game(seed=1).moves())) for k in (False, True)
    ]
    plain = loaded(tmp_path, text, native=False)
    for register in (
        extension_registers.ATTACK_REACH,
        extension_registers.LOCAL_RULE,
        extension_registers.ATTACK_SIGHT,
    ):
        plain.forth.processor.set_register(register, 0)
    expected = list(map(str, plain.new_game(seed=1).moves()))
    assert found == [expected, expected]


def test_the_work_for_these_tables_is_bounded(tmp_path: Path) -> None:
    """Long words on a large board are assumed to reach everything."""
    words = ": go " + "n IF s ELSE e ENDIF DROP " * 3000 + "from here move add-move ;"
    text = game(words, ": OnIsLegal? a1 attacked? NOT ;").replace("4 4 {grid}", "60 60 {grid}")
    one = loaded(tmp_path, text, native=False)
    assert one.forth.processor.register(extension_registers.LOCAL_RULE) == 0


def test_a_loop_round_all_numbers_is_ended_by_a_limit(tmp_path: Path) -> None:
    """After the highest number LOOP continues with the lowest: the loop has many turns."""
    words = (
        ": hang 0 2147483647 DO 0 2147483647 DO v1 @ 3 * I XOR v1 ! LOOP LOOP ; "
        ": go n verify hang from here move add-move ;"
    )
    for native in (False, True):
        one = loaded(tmp_path, game(words), native)
        state = one.new_game(seed=1)
        one.forth.processor.limit(seconds=0.2)
        with pytest.raises(forthgame.ScriptError, match="time limit reached"):
            state.moves()


def test_a_very_long_word_is_interpreted(tmp_path: Path) -> None:
    """LLVM's time and memory would grow with it."""
    words = ": go n verify empty? verify " + "v1 @ 3 + v1 ! " * 1400 + "from here move add-move ;"
    one = loaded(tmp_path, game(words), native=True)
    assert one.native is not None
    assert any("instructions" in why for why in one.forth.processor.tier.refused.values())
    assert len(one.new_game(seed=1).moves()) == 3


@pytest.mark.parametrize("ended", ["FALSE", "kept @ 2 < NOT"])
def test_a_loop_without_end_is_not_followed_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ended: str
) -> None:
    """The state that comes again ends the reading, long before the limit of its steps."""
    steps: list[int] = []

    def noting(reader: PathReader, start: PathState) -> PathGraph:
        try:
            return PathGraph(reader, start)
        finally:
            steps.append(reader.steps)

    monkeypatch.setattr(tally_reader, "PathGraph", noting)
    loaded(tmp_path, game(f": go n verify BEGIN {ended} UNTIL from here move add-move ;"), True)
    assert steps
    assert max(steps) < 200
