"""Tests of OnIsLegal? and attacked?: their results, also on the fast paths."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import forthgame
from forthgame.words.registers import extension_registers

from .small import ALL, FRAME, GO, texts
from .tiers import TIERS

GUARDS = Path(__file__).parent / "guards.4th"
FILES = "abcde"
STEPS = [(r, f) for r in (-1, 0, 1) for f in (-1, 0, 1) if r or f]
LINES = [(r, f) for r, f in STEPS if not (r and f)]
SIDES = ("White", "Black")
Board = dict[tuple[int, int], tuple[str, str]]
Step = tuple[tuple[int, int], tuple[int, int]]


# -- the rules once more --------------------------------------------------------------------------


def made(board: Board, player: str) -> list[Step]:
    """Return the moves of a player's pieces, whether or not kings are in check."""
    found = []
    for (row, file), (owner, piece) in board.items():
        if owner != player:
            continue
        for down, right in STEPS if piece == "king" else LINES:
            place = (row + down, file + right)
            while 0 <= place[0] < 5 and 0 <= place[1] < 5:
                if board.get(place, ("",))[0] == player:
                    break
                found.append(((row, file), place))
                if place in board or piece == "king":
                    break
                place = (place[0] + down, place[1] + right)
    return found


def behind(board: Board, move: Step) -> Board:
    """Return the board after a move."""
    after = dict(board)
    after[move[1]] = after.pop(move[0])
    return after


def in_check(board: Board, player: str) -> bool:
    """Whether a player's king could be taken."""
    king = next(place for place, held in board.items() if held == (player, "king"))
    return king in {target for _, target in made(board, SIDES[player == "White"])}


def legal(board: Board, player: str) -> list[Step]:
    """The moves that leave the king safe."""
    return [m for m in made(board, player) if not in_check(behind(board, m), player)]


def square(place: tuple[int, int]) -> str:
    """The name of a position."""
    return f"{FILES[place[1]]}{place[0] + 1}"


def board_of(state: forthgame.State) -> Board:
    """The position of a game."""
    return {(int(n[1]) - 1, FILES.index(n[0])): held for n, held in state.board.items()}


@pytest.fixture(scope="module")
def guards() -> forthgame.Game:
    """The game in the interpreter."""
    return forthgame.load(GUARDS, native=False)


def some_positions(game: forthgame.Game, count: int, plies: int = 12) -> list[forthgame.State]:
    """Positions of random games."""
    choose = random.Random(5)
    found = []
    while len(found) < count:
        state = game.new_game(seed=1)
        for _ in range(choose.randrange(plies)):
            if state.outcome:
                break
            state.play(choose.choice(state.moves()))
        found.append(state)
    return found


def set_register(game: forthgame.Game, register: int, value: int) -> None:
    game.forth.processor.set_register(register, value)


def register_of(game: forthgame.Game, register: int) -> int:
    return int(game.forth.processor.register(register))


# -- moves ----------------------------------------------------------------------------------------


def test_the_moves_are_those_of_the_rules(guards: forthgame.Game) -> None:
    """The fast paths are in use: tables of attacks, and a rule that depends on few positions."""
    assert register_of(guards, extension_registers.ATTACK_REACH)
    assert register_of(guards, extension_registers.LOCAL_RULE)
    checks = 0
    for state in some_positions(guards, 60):
        board = board_of(state)
        expected = sorted((square(a), square(b)) for a, b in legal(board, state.player))
        assert sorted((m.source, m.target) for m in state.moves()) == expected
        checks += in_check(board, state.player)
    assert checks > 5


@pytest.mark.parametrize(
    "register", [extension_registers.LOCAL_RULE, extension_registers.ATTACK_REACH]
)
def test_without_a_quick_way_the_moves_are_the_same(register: int) -> None:
    game, plain = (forthgame.load(GUARDS, native=False) for _ in range(2))
    set_register(plain, register, 0)
    if register == extension_registers.ATTACK_REACH:
        set_register(plain, extension_registers.LOCAL_RULE, 0)
    assert [game.perft(depth) for depth in (1, 2, 3)] == [plain.perft(d) for d in (1, 2, 3)]


@pytest.mark.parametrize("native", TIERS)
def test_lazy_and_eager_play_the_same_games(native: bool) -> None:
    game = forthgame.load(GUARDS, native=native)
    if game.native is not None:
        game.native.prepare(wait=True)
    assert register_of(game, extension_registers.CHECK_MODE_LIMIT)
    found = []
    for eager in (0, -1):
        set_register(game, extension_registers.EAGER, eager)
        random_games = game.playouts(40, seed=3, plies=80)
        states = some_positions(game, 4)
        searched = [s.search("negamax", depth=3, selective=False) for s in states]
        found.append(
            (
                random_games.plies,
                random_games.results,
                [(str(r.move), r.score, r.nodes, r.pv) for r in searched],
            )
        )
    assert found[0] == found[1]
    assert found[0][1]


def test_machine_code_counts_the_same(guards: forthgame.Game) -> None:
    native = forthgame.load(GUARDS)
    assert native.native is not None
    native.native.prepare(wait=True, engines=False)
    assert [native.perft(d) for d in (1, 2, 3, 4)] == [guards.perft(d) for d in (1, 2, 3, 4)]
    for seed in (1, 2):
        found = [g.playouts(30, seed=seed, plies=60) for g in (native, guards)]
        assert found[0].plies == found[1].plies
        assert found[0].results == found[1].results


def test_mate_and_stalemate_end_the_game(guards: forthgame.Game) -> None:
    ends = {"loss": 0, "draw": 0}
    choose = random.Random(8)
    for seed in range(60):
        state = guards.new_game(seed=seed)
        for _ in range(120):
            if state.outcome:
                board = board_of(state)
                assert not legal(board, state.player)
                assert (state.outcome == "loss") == in_check(board, state.player)
                ends[state.outcome] += 1
                break
            state.play(choose.choice(state.moves()))
    assert ends["loss"] > 3


# -- attacks --------------------------------------------------------------------------------------


def test_attackers_are_counted(guards: forthgame.Game, tmp_path: Path) -> None:
    path = tmp_path / "counted.4th"
    path.write_text(
        GUARDS.read_text()
        + """
VARIABLE counts 200 ALLOT
: count-black ( -- )   Black counts attacks ;
: count-at ( i -- n )   CELLS counts + @ ;"""
    )
    game = forthgame.load(path, native=False)
    for state in some_positions(game, 12):
        board = board_of(state)
        state.enter()
        game.run_event("count-black")
        for number, name in enumerate(game.positions):
            place = (int(name[1]) - 1, FILES.index(name[0]))
            empty = dict(board)
            if place not in board:
                empty[place] = ("White", "king")
            expected = sum(target == place for _, target in made(empty, "Black"))
            assert game.run_event("count-at", number) == expected, (name, board)
            assert game.run_event("attackers", number, 2 * 2048) == expected


def test_the_board_is_as_it_was_behind_an_attack(guards: forthgame.Game) -> None:
    """The board is restored, also if a piece was put on the empty position for the test."""
    state = guards.new_game(seed=1)
    state.enter()
    before = state.capture().board
    guards.run_event("attacked?", guards.positions.index("b3"))
    assert state.capture().board == before


def test_an_attack_inside_an_attack_is_false(tmp_path: Path) -> None:
    """A king that may castle only out of no attack attacks nothing by castling."""
    path = tmp_path / "inner.4th"
    path.write_text(
        GUARDS.read_text().replace(": step ( ? -- )", ": step ( ? -- )  here attacked? NOT verify ")
    )
    game = forthgame.load(path, native=False)
    assert game.perft(2) > 0


# -- what the event sees and may do ---------------------------------------------------------------


def test_where_the_move_comes_from_and_leads(game) -> None:
    text = (
        GO
        + """: step b1 go add-move c1 go add-move d1 go add-move ;
: OnIsLegal? here moved-to = from moved-from = AND moved-to c1 <> AND
   moved-to not-empty-at? AND moved-from empty-at? AND partial? NOT AND ;"""
    )
    assert texts(game(text)) == ["man a1 - b1", "man a1 - d1"]


def test_partial_moves_are_tested(game) -> None:
    text = (
        GO
        + """: step from a1 = IF b1 go partial add-move d1 go add-move
  ELSE c1 go add-move e1 go add-move ENDIF ;
: OnIsLegal? partial? moved-to c1 = OR ;"""
    )
    state = game(text).new_game(seed=1)
    assert list(map(str, state.moves())) == ["partial 0 man a1 - b1"]
    state.play(state.moves()[0])
    assert list(map(str, state.moves())) == ["man b1 - c1"]


def test_what_the_event_writes_is_not_stored(game) -> None:
    text = GO + ": step b1 go add-move c1 go add-move ; : OnIsLegal? 1 note +! TRUE ;"
    found = game(text)
    state = found.new_game(seed=1)
    before = state.fingerprint
    assert len(state.moves()) == 2
    assert state.fingerprint == before
    state.play("man a1 - b1")
    assert "note=" not in state.to_text()
    found.playouts(3, seed=1, plies=2)


@pytest.mark.parametrize(
    ("event", "message"),
    [
        ("current-player FALSE 0 $GenerateMoves TRUE", "has opened or dropped a list"),
        ("$DeallocateMoves TRUE", "list"),
        ("-1 @ DROP TRUE", "address"),
    ],
)
def test_what_the_event_may_not_do(game, event: str, message: str) -> None:
    found = game(GO + f": step b1 go add-move c1 go add-move ; : OnIsLegal? {event} ;")
    state = found.new_game(seed=1)
    before = state.fingerprint
    with pytest.raises(forthgame.ScriptError, match=message) as caught:
        state.moves()
    assert caught.value.place is not None
    assert state.fingerprint == before


def test_what_the_event_records_is_no_move(game) -> None:
    text = GO + ": step b1 go add-move ; : OnIsLegal? moved-to a1 capture-at add-move b1 = ;"
    found = game(text)
    assert texts(found) == ["man a1 - b1"]


def test_an_endless_event_is_stopped(game) -> None:
    found = game(GO + ": step b1 go add-move ; : OnIsLegal? BEGIN AGAIN ;")
    found.forth.processor.limit(steps=100_000)
    state = found.new_game(seed=1)
    with pytest.raises(forthgame.ScriptError, match="step"):
        state.moves()


@pytest.mark.parametrize("word", ["moved-from", "moved-to", "partial?"])
def test_only_the_event_judges_a_move(game, word: str) -> None:
    found = game(GO + f": step {word} DROP b1 go add-move ;")
    with pytest.raises(forthgame.ScriptError, match="only OnIsLegal") as caught:
        found.new_game(seed=1).moves()
    assert caught.value.word == word


def test_generated_lists_are_not_tested(game) -> None:
    text = (
        GO
        + """: step b1 go add-move c1 go add-move ;
VARIABLE count
: OnIsLegal? moved-to b1 <> ;
: OnEvaluate current-player FALSE 0 $GenerateMoves move-count $DeallocateMoves ;"""
    )
    found = game(text)
    state = found.new_game(seed=1)
    assert list(map(str, state.moves())) == ["man a1 - c1"]
    state.enter()
    assert found.run_event("OnEvaluate") == 2


def test_a_pass_is_forced_where_no_move_is_legal(game) -> None:
    text = GO + "$passTurnForced ON : step b1 go add-move ; : OnIsLegal? FALSE ;"
    assert texts(game(text)) == ["Pass"]


def test_priorities_are_of_what_is_legal(game) -> None:
    text = GO + ": step b1 go add-move ; : hop c1 go add-move ; : OnIsLegal? moved-to b1 <> ;"
    text += "\n{move-priorities {move-priority} quick {move-priority} slow move-priorities}"
    listed = "{move} step {move-type} quick {move} hop {move-type} slow"
    assert texts(game(text, listed)) == ["man a1 - c1"]


def test_priorities_hide_even_by_what_is_forbidden(game) -> None:
    """With `{unconditional}`, a forbidden move hides others, and no move may be left."""
    text = GO + ": step b1 go add-move ; : hop c1 go add-move ; : OnIsLegal? moved-to b1 <> ;"
    text += (
        "\n{move-priorities {move-priority} quick {move-priority} slow "
        "{unconditional} move-priorities}"
    )
    listed = "{move} step {move-type} quick {move} hop {move-type} slow"
    assert texts(game(text, listed)) == []
    assert texts(game(text, listed, "$passTurnForced ON\n")) == ["Pass"]
    assert texts(game(text.replace("b1 <>", "c1 <>"), listed)) == ["man a1 - b1"]


DEFENDED = """
{board 3 3 {grid} board}
{directions -1 0 {direction} n 1 0 {direction} s 0 1 {direction} e 0 -1 {direction} w directions}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
1 CONSTANT quiet   2 CONSTANT taking
: up n verify empty? verify from here move add-move ;
: take e verify enemy? verify from here move add-move ;
: hit n verify not-empty? verify friend? NOT verify from here move add-move ;
{moves ways {move} up {move-type} quiet {move} take {move-type} taking
  {move} hit {move-type} quiet moves}
{pieces {piece} man {moves} ways {piece} king pieces}
{board-setup {setup} White man a1 {setup} White man b1 {setup} Black man b3
  {setup} White king c1 {setup} Black king a2 board-setup}
VARIABLE answers
: ask ( ? -- )   1 AND answers @ 2* + answers ! ;
: OnEvaluate ( -- )
  0 answers !  c1 defended? ask  a1 defended? ask  b2 defended? ask
  a2 White quiet attacked-by-type? ask  a2 White taking attacked-by-type? ask
  b1 White taking attacked-by-type? ask  a2 defended? ask
  c1 player-at White = ask  answers @ ;
"""


@pytest.mark.parametrize("native", TIERS)
def test_defended_pieces_and_attacks_by_moves_of_a_type(tmp_path: Path, native: bool) -> None:
    path = tmp_path / "small.4th"
    path.write_text(DEFENDED)
    state = forthgame.load(path, native=native).new_game(seed=1)
    state.enter()
    found = state.game.run_event("OnEvaluate")
    # b1 takes on c1, nothing on a1, b1 hits on b2; a1 hits on a2 and takes nothing there, nor a
    # friend on b1; it hits on a2; the board is as before
    assert f"{found:08b}" == "10110011"


def test_why_names_the_piece_that_attacks_by_a_type(tmp_path: Path) -> None:
    path = tmp_path / "small.4th"
    path.write_text(DEFENDED + ": OnIsLegal? a2 White quiet attacked-by-type? NOT ;")
    state = forthgame.load(path, native=False).new_game(seed=1)
    assert "White man at a1 could take on a2" in str(state.explain("man b1 - b2"))


NO_CHECKS = """
{board 3 3 {grid} {variable} place board}
{directions -1 0 {direction} n 1 0 {direction} s 0 1 {direction} e 0 -1 {direction} w directions}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
: slide BEGIN DUP EXECUTE WHILE friend? NOT verify from here move add-move empty? verify REPEAT ;
: up ['] n slide ; : down ['] s slide ; : right ['] e slide ; : left ['] w slide ;
{moves lines {move} up {move} down {move} right {move} left moves}
{pieces {piece} rook {moves} lines {piece} king pieces}
{board-setup {setup} White rook a1 {setup} Black king c3 board-setup}
: OnNewGame c3 place ! ;
: OnIsLegal? place @ White attacked-by? NOT ;
"""


@pytest.mark.parametrize("native", TIERS)
def test_a_rule_may_forbid_to_give_check(tmp_path: Path, native: bool) -> None:
    """The piece that moves attacks from a position that was not examined before."""
    (tmp_path / "quiet.4th").write_text(NO_CHECKS)
    state = forthgame.load(tmp_path / "quiet.4th", native=native).new_game(seed=1)
    assert sorted(map(str, state.moves())) == ["rook a1 - a2", "rook a1 - b1"]


def test_a_game_without_storage_may_ask_for_attacks(tmp_path: Path) -> None:
    """The rook attacks c3 from any square of its row or column, so it may not move to those."""
    text = NO_CHECKS.replace(" {variable} place", "").replace(": OnNewGame c3 place ! ;\n", "")
    (tmp_path / "bare.4th").write_text(text.replace("place @", "c3"))
    state = forthgame.load(tmp_path / "bare.4th", native=False).new_game(seed=1)
    assert sorted(map(str, state.moves())) == ["rook a1 - a2", "rook a1 - b1"]


def test_why_names_the_rule_and_who_attacks(guards: forthgame.Game) -> None:
    state = guards.new_game(seed=1)
    told = state.explain("king c1 - d1").text()
    assert "`OnIsLegal?`" in told
    line = next(
        number
        for number, text in enumerate(GUARDS.read_text().splitlines(), 1)
        if text.startswith(": OnIsLegal?")
    )
    assert f"guards.4th:{line}" in told
    assert "answered 0" in told
    assert "attacked?` gave -1" in told
    assert "Black rook at d4 could take on d1" in told
    allowed = state.explain("king c1 - b1")
    assert allowed.legal
    assert "nobody could take on b1" in allowed.text()


@pytest.mark.parametrize("native", TIERS)
@pytest.mark.parametrize("again", ["", " current-player 0 0 $GenerateMoves"])
def test_the_list_that_is_tested_stays(tmp_path: Path, native: bool, again: str) -> None:
    """Another list in its place would have its own header, and other moves."""
    path = tmp_path / "dropping.4th"
    asking = f": OnIsLegal? ( -- ? ) $DeallocateMoves{again} TRUE ;"
    path.write_text(FRAME % (ALL + asking, "{move} step"))
    game = forthgame.load(path, native=native)
    if game.native is not None:
        game.native.prepare(wait=True, engines=False)
    with pytest.raises(forthgame.ScriptError, match="that is being generated cannot be dropped"):
        game.new_game(seed=1).moves()
