"""Results of words do not depend on earlier runs in the same machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from forthgame.position import position_editing
from forthgame.rules.facts.new_games import sets_up_alike
from forthgame.words.registers import extension_registers
from tests.fuzzing.rules.naive import leaves
from tests.generation.test_strange_games import loaded

GAME = """
{board 3 3 {grid} {variable} kept {variable} tried board}
{directions -1 0 {direction} n 0 1 {direction} e 0 -1 {direction} w directions}
{players {player} X {player} O players}
{turn-order {turn} X {turn} O turn-order}
: note ( n -- ) kept ! ;
: put %s empty? verify drop add-move ;
{moves drops {move} put moves}
{pieces {piece} p {drops} drops pieces}
{board-setup {setup} X p c2 {setup} O p a3 board-setup}
: OnIsGameOver stalemate? IF #LossScore ELSE #UnknownScore ENDIF ;
"""
EVENTS = [
    ": OnIsGameOver OnIsGameOver e IF ELSE DROP #DrawScore ENDIF ;",
    ": OnMakeAMove here kept ! n DROP e DROP ;",
    ": OnMakeAMove from kept ! 3 home ;",
    ": OnMakeAMove last kept ! ;",
    ": OnNextTurn OnNextTurn e e here kept ! ;",
    ": OnEvaluate e e here ;",
]
# stores of move words on the board while they run
STORES = [
    "tried ++ tried @ 9 > NOT verify", "5 kept ! kept @ tried @ > verify",
    "kept @ 3 MOD 1 <> verify here kept !", "here 4 = IF 0 0 board[] ! ENDIF",
    "X $player !",
]  # fmt: skip
PLAIN = ["here 5 tried later!", "kept @ 3 < verify", "9 COMPILE-LITERAL COMPILE note"]


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.sampled(4)
def test_events_begin_at_the_same_place(tmp_path: Path, event: str) -> None:
    """The start is the same after work with other states, and in a batch."""
    for native in (False, True):
        game = loaded(tmp_path, GAME % "" + event, native)
        alone, between, other = (game.new_game(seed=1) for _ in range(3))
        batch = game.batch(2, seed=1)
        for number in (1, 0, 2):
            alone.play(number)
        for number in (1, 0, 2):
            assert between.count
            for k in (2, 1):
                other = game.new_game(seed=1)
                other.play(k)
            game.perft(2)
            between.play(number)
            batch.step([number, number])
        texts = [state.to_text().split("random=")[0] for state in (alone, between, batch.state(1))]
        assert texts[0] == texts[1] == texts[2]
        assert between.outcome == alone.outcome
        assert game.perft(3) == leaves(game.new_game(seed=1), 3)


def test_behind_a_pass_no_position_has_changed(tmp_path: Path) -> None:
    text = GAME % "" + ": OnMakeAMove last kept ! ;"
    game = loaded(tmp_path, text.replace("drop add-move", "drop add-move Pass"), native=False)
    state = game.new_game(seed=1)
    state.play(0)
    assert "kept=1" in state.to_text()
    state.search("negamax", depth=2)
    state.play("Pass")
    assert "kept=-1" in state.to_text()


@pytest.mark.parametrize("words", [*STORES, *PLAIN])
@pytest.mark.sampled(4)
def test_what_move_words_do_while_they_run_is_not_stored(tmp_path: Path, words: str) -> None:
    """Counts, random games and searches see the position as playing does."""
    found = []
    for native in (False, True):
        game = loaded(tmp_path, GAME % words, native)
        played = game.playouts(20, seed=1, plies=12)
        counts = [game.perft(depth) for depth in (1, 2, 3)]
        assert counts == [leaves(game.new_game(seed=1), depth) for depth in (1, 2, 3)]
        searched = game.new_game(seed=1).search("negamax", depth=2)
        found.append((played.results, played.plies, searched.score, searched.nodes))
    assert found[0] == found[1]
    lengths = set()
    for seed in range(3):
        state = game.new_game(seed=seed)
        while state.count and len(state.history) < 12:
            state.play(state.count - 1)
        lengths.add(len(state.history))
    if "tried ++" in words:
        assert lengths == {9 - 2}
        assert game.playouts(20, seed=1).plies == 20 * 7


@pytest.mark.parametrize(
    ("event", "needed"),
    [
        (": OnMakeAMove b2 to BEGIN empty? WHILE n DROP REPEAT here kept ! ;", False),
        (": go b2 to ; : OnMakeAMove go n DROP here kept ! ;", False),
        (": OnMakeAMove 3 home back e DROP from kept ! ;", False),
        (": OnMakeAMove b2 piece-at 0= IF b2 to ENDIF e DROP here kept ! ;", True),
        (": go e DROP ; : OnMakeAMove go b2 to ;", True),
        (": OnMakeAMove b2 to e DROP from kept ! ;", True),
        (": OnMakeAMove b2 to back ;", True),
        (": OnMakeAMove ['] e EXECUTE DROP b2 to ;", True),
        (": OnMakeAMove ['] e b2 to EXECUTE DROP here kept ! ;", False),
        (": go from kept ! ; : OnMakeAMove b2 to ['] go EXECUTE ;", True),
        ("DEFER d ' e IS d : OnMakeAMove b2 to d DROP here kept ! ;", False),
        (": OnMakeAMove b2 to e DROP $pos @ kept ! ;", True),
    ],
)
def test_who_goes_before_looking_needs_no_place_to_begin(
    tmp_path: Path, event: str, needed: bool
) -> None:
    game = loaded(tmp_path, GAME % "" + event, False)
    assert bool(game.forth.processor.register(extension_registers.EVENTS_MOVE)) == needed


PLACES = """
{board 3 3 {grid} {variable} kept {variable} began {variable} added board}
{directions 0 1 {direction} e directions}
{players {player} X {player} O players}
{turn-order {turn} X {turn} O turn-order}
: put empty? verify drop add-move ;
{moves drops {move} put moves}
{pieces {piece} p {drops} drops pieces}
{board-setup {setup} X p c2 board-setup}
: OnMakeAMove here kept ! ;
: OnNewGame here from + began ! ;
: OnEditAdd here from + added ! OnEditAdd ;
"""
DRAWN = ": read-cell ( letter -- ) DROP ; {levels {drawn} read-cell {level-file} drawn.txt levels}"


@pytest.mark.parametrize(
    ("more", "level"),
    [
        ("b1 to b2 to", None),
        ("b1 to here home", None),
        (": OnMakeAMove here kept ! b2 to b2 home ;", None),
        (DRAWN, 1),
    ],
)
def test_events_begin_there_whoever_has_moved(tmp_path: Path, more: str, level: int | None) -> None:
    """This covers texts of the script, drawn levels and earlier games; events at the set-up
    as well.
    """
    (tmp_path / "drawn.txt").write_text("...\n...\n...\n")
    game = loaded(tmp_path, PLACES + more, False)
    for _ in range(2):
        state = game.new_game(seed=1, level=level)
        state.play(1)
        values = dict(item.split("=") for item in state.to_text().split() if "=" in item)
        assert [int(values.get(name, 0)) for name in ("kept", "began", "added")] == [0, 0, 0]
    assert position_editing.put(state, "X", "p", "c3").to_text().count("added") == 0


UNSEEN = """
{board 3 3 {grid} {variable} kept board}
{players {player} X {player} O players}
{turn-order {turn} X {turn} O turn-order}
VARIABLE v
: note kept ++ ;
%s
: put empty? verify drop add-move ;
{moves drops {move} put moves}
{pieces {piece} p {drops} drops pieces}
: OnIsGameOver %s kept @ 3 > IF #WinScore ELSE stalemate? IF #DrawScore ELSE #UnknownScore ENDIF
  ENDIF ;
: OnEvaluate kept @ 100 * ;
"""


@pytest.mark.parametrize(
    ("before", "use"),
    [
        ("' note v !", "v @ EXECUTE"),
        ("' kept $reserve !", "remove-from-reserve,"),
        (": noting kept ++ v ; ' noting $reserve !", "remove-from-reserve,"),
        ("' note CFA>PFA v !", "v @ $DoDirection"),
        ("CREATE tab 1 C, ' note ,", "tab 1+ @ EXECUTE"),
        ("' note PAD !", "PAD @ EXECUTE"),
        ("' note ringbuffer-add-item", "ringbuffer-remove-item DUP ringbuffer-add-item EXECUTE"),
        ("' note CFA>NFA CONSTANT w", "w NFA>CFA EXECUTE"),
        ("' note CFA>PFA v !", "v @ 4 - EXECUTE"),
        (": base ; ' note ' base - CONSTANT far : token ['] base far + ;", "token EXECUTE"),
        (": base ; ' note ' base - CONSTANT far", "far ['] base + DUP EXECUTE DROP"),
        ("DEFER place : in-kept kept ; ' in-kept IS place", "place ++"),
        (": in-kept kept ; : run EXECUTE ; : add ++ ;", "['] in-kept run add"),
        (": in-kept kept ; CREATE tab ' in-kept , : place tab @ EXECUTE ;", "place ++"),
        (": in-kept kept ; : now in-kept @ ; DEFER place ' in-kept IS place", "now DROP place ++"),
        ("$board v !", "kept @ 1+ v @ @ 36 + !"),
        ("", "kept @ 1+ 148 @ 36 + !"),
    ],
)
def test_changes_by_any_token_or_address_count(tmp_path: Path, before: str, use: str) -> None:
    """Whatever changes it, the memory is restored after a judgement."""
    game = loaded(tmp_path, UNSEEN % (before, use), False)
    assert game.forth.processor.register(extension_registers.JUDGE_CHANGES)
    assert game.new_game(seed=1).search("negamax", depth=3, seed=1).score == 0
    assert game.playouts(20, seed=3).plies == 180


def test_a_move_that_a_judgement_makes_is_taken_back(tmp_path: Path) -> None:
    use = "$FirstMove DUP IF .moveCFA EXECUTE ELSE DROP ENDIF"
    game = loaded(tmp_path, UNSEEN % ("", use), False)
    assert [game.perft(depth) for depth in (1, 2, 3)] == [9, 72, 504]
    assert game.playouts(20, seed=3).plies == 180


ENTERED = """
{board 3 3 {grid} {variable} kept board}
{directions -1 0 {direction} n 0 1 {direction} e directions}
{players {player} X {player} O players}
{turn-order {turn} X %s O turn-order}
: put empty? verify drop add-move ;
{moves drops {move} put moves}
{pieces {piece} p {drops} drops pieces}
{board-setup {setup} X p c2 {setup} O p a3 board-setup}
: OnMakeAMove %s to e DROP ;
%s
"""
LAST_MOVES = ": OnMoves here 4 > IF $FirstMove strike ELSE $FirstMove $NextMove strike ENDIF ;"
CHOOSING = ": OnTogether e IF 1 kept ! ELSE 2 kept ! ENDIF OnTogether ;"
POLICY = ": mine here 4 > IF 1 ELSE 2 ENDIF kept +! $FirstMove ; ' mine IS $Rollout"


@pytest.mark.parametrize(
    ("turn", "to", "event"),
    [
        ("{turn}", "friend? IF kept ++ ENDIF b2", ""),
        ("{turn}", "enemy? IF kept ++ ENDIF b2", ""),
        ("{turn}", "b2", LAST_MOVES),
        ("{together}", "b2", CHOOSING),
        ("{turn}", "b2", POLICY),
        ("{turn}", "0 enemy-at? DROP b2", ": OnFriends? here 4 > IF kept ++ ENDIF = ;"),
    ],
)
def test_every_event_that_looks_needs_a_place_to_begin(
    tmp_path: Path, turn: str, to: str, event: str
) -> None:
    """This includes words that run OnFriends?, and games whose other events go elsewhere."""
    game = loaded(tmp_path, ENTERED % (turn, to, event), False)
    assert game.forth.processor.register(extension_registers.EVENTS_MOVE)
    alone, between = game.new_game(seed=1), game.new_game(seed=1)
    for _ in range(4):
        alone.play(0)
    for _ in range(4):
        game.new_game(seed=1).play(1)
        between.play(0)
    texts = [state.to_text().split("random=")[0] for state in (alone, between)]
    assert texts[0] == texts[1]


@pytest.mark.parametrize(
    "event",
    [": OnNewGame here kept ! ;", ": OnEditAdd here kept ! OnEditAdd ;",
     ": OnSearch $FirstMove here 0= IF $NextMove ENDIF $MoveString BestMove! ;"],
)  # fmt: skip
def test_events_that_the_host_runs_begin_there_too(tmp_path: Path, event: str) -> None:
    game = loaded(tmp_path, ENTERED % ("{turn}", "b2", event), False)
    assert not game.forth.processor.register(extension_registers.EVENTS_MOVE)
    found = []
    for _ in range(2):
        state = game.new_game(seed=1)
        found.append((state.to_text(), str(state.search("script").move)))
        state.play(0)
    assert found[0] == found[1]


def test_what_friends_change_is_put_back(tmp_path: Path) -> None:
    """OnFriends? may store on the board while a judgement runs it."""
    text = UNSEEN % ("", "c2 enemy-at? DROP") + ": OnFriends? = kept ++ ;"
    text += " {board-setup {setup} X p c2 board-setup}"
    game = loaded(tmp_path, text, False)
    assert game.forth.processor.register(extension_registers.JUDGE_CHANGES)
    assert [game.perft(depth) for depth in (1, 2, 3)] == [8, 56, 336]


@pytest.mark.parametrize("native", [False, True])
def test_copies_that_onmoves_leaves_are_dropped(tmp_path: Path, native: bool) -> None:
    game = loaded(tmp_path, GAME % "" + ": OnMoves $CloneBoard ;", native)
    assert [game.perft(depth) for depth in (1, 2, 3)] == [7, 42, 210]
    assert game.playouts(10, seed=1).plies == 70
    assert game.new_game(seed=1).search("negamax", depth=2).nodes


BEGINNINGS = [  # whether all new games have the same board
    (": OnNewGame 7 kept ! ;", True),
    (": OnNewGame 7 kept ! ; : OnEditAdd OnEditAdd 3 tried ! ;", True),
    ("VARIABLE moved : OnMakeAMove moved ++ ; : OnNewGame moved @ kept ! ;", False),
    ("VARIABLE begun : OnNewGame begun ++ begun @ kept ! ;", False),
    (": OnNewGame 0 5 RAND-WITHIN kept ! ;", False),
]


@pytest.mark.parametrize(("events", "alike"), BEGINNINGS)
def test_a_set_up_is_repeated_only_if_it_always_gives_the_same(
    tmp_path: Path, events: str, alike: bool
) -> None:
    game = loaded(tmp_path, GAME % "" + events, native=False)
    state = game.new_game(seed=1)
    assert sets_up_alike(game) == alike
    state.play(0)
    again = game.new_game(seed=1)
    game.forth.processor.on_step = lambda: None  # a debugger sees the words run
    stepped = game.new_game(seed=1)
    game.forth.processor.on_step = None
    assert (again.to_text() == stepped.to_text()) == (
        alike or "RAND" in events or "moved" in events
    )
    if "moved" in events:
        assert "kept=1" in again.to_text()
