"""Tests of OnIsLegal? with `attacked?`: results are reused after moves that do not affect them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import forthgame
from forthgame.words.registers import extension_registers

from .tiers import TIERS

TABLES = (
    extension_registers.ATTACK_REACH,
    extension_registers.LOCAL_RULE,
    extension_registers.ATTACK_SIGHT,
)
GAME = """
{board 4 4 {grid} {hand} board}
{directions -1 0 {direction} n 1 0 {direction} s 0 1 {direction} e 0 -1 {direction} w directions}
{players {player} X {player} O players}
{turn-order {turn} X {turn} O turn-order}
{pieces {piece} king {piece} xman {piece} oman pieces}
: step friend? NOT IF from here move add-move ENDIF ;
: xs n IF step ENDIF back w IF step ENDIF back s IF step ENDIF %s ;
: os %s verify s IF step ENDIF ;
: put empty? verify drop add-move ;
{moves mx {move} xs moves} {moves mo {move} os moves} {moves d {move} put moves}
{pieces {piece} king {piece} xman {moves} mx {drops} d {piece} oman {moves} mo pieces}
{board-setup {setup} X king a1 {setup} O oman a2 {setup} X xman d1 {setup} O oman c1
  {setup} X xman b4 board-setup}
: OnNewGame 1 xman X in-hand! ;
: OnIsLegal? a1 attacked? NOT ;
: OnIsGameOver #UnknownScore ;
$passTurnForced ON
"""
ASKED = [  # tests of the enemy's word, and side effects of our move
    ("current-player material-balance -2 =", ""),
    ("xman X in-hand-of 1 =", ""),
    ("in-hand 0=", "back oman O to-hand Pass"),
    ("quiet-turns 2 >", "back n IF empty? IF from here move progress add-move ENDIF ENDIF"),
    ("repetitions 2 =", ""),
    ("board-repetitions 2 =", ""),
    ("1 cycle-turns 2 =", ""),
    ("last 4 >", ""),
]


def loaded(path: Path, native: bool, tables: bool = True) -> forthgame.Game:
    """The game, in one tier."""
    found = forthgame.load(path, native=native)
    if not tables:
        for register in TABLES:
            found.forth.processor.set_register(register, 0)
    return found


@pytest.mark.parametrize(("asked", "done"), ASKED)
@pytest.mark.parametrize("native", TIERS)
def test_what_an_attack_looks_at_besides_the_board(
    tmp_path: Path, asked: str, done: str, native: bool
) -> None:
    path = tmp_path / "game.4th"
    path.write_text(GAME % (done, asked))
    games = [loaded(path, native), loaded(path, native, tables=False)]
    for seed in range(12):
        draw = random.Random(seed)
        quick, plain = (game.new_game(seed=1) for game in games)
        for _ in range(10):
            assert list(map(str, quick.moves())) == list(map(str, plain.moves()))
            number = draw.randrange(plain.count)
            quick.play(number)
            plain.play(number)


@pytest.mark.parametrize("native", TIERS)
def test_an_attack_leaves_last_alone(tmp_path: Path, native: bool) -> None:
    """The tables leave out words that capture elsewhere, and record the position as `last`."""
    path = tmp_path / "game.4th"
    over = ": OnIsGameOver last c2 = last b3 = OR IF #DrawScore ELSE #UnknownScore ENDIF ;"
    text = (GAME % ("", "TRUE")).replace(": OnIsGameOver #UnknownScore ;", over)
    path.write_text(text.replace("O oman a2", "O oman c4 {setup} O oman d4"))
    games = [loaded(path, native), loaded(path, native, tables=False)]
    found = []
    for game in games:
        ended = [game.playouts(1, seed=seed) for seed in (*range(30), *range(30))]
        found.append([(each.plies, each.draws) for each in ended])
    assert found[0] == found[1]
    assert found[0][:30] == found[0][30:]  # whatever was played before
    assert len(set(found[0])) > 5


@pytest.mark.parametrize("count", [31, 32, 33, 40])
def test_a_piece_of_many_words(tmp_path: Path, count: int) -> None:
    """The last word attacks; a move that blocks it changes the result."""
    path = tmp_path / "many.4th"
    words = [
        f": w{k} n verify n verify n verify from here move add-move ;" for k in range(count - 1)
    ]
    listed = " ".join(f"{{move}} w{k}" for k in range(count))
    path.write_text(f"""
{{board 4 4 {{grid}} board}}
{{directions -1 0 {{direction}} n 1 0 {{direction}} s 0 -1 {{direction}} w directions}}
{{players {{player}} X {{player}} O players}}
{{turn-order {{turn}} X {{turn}} O turn-order}}
: go w verify empty? verify from here move add-move ;
{" ".join(words)}
: w{count - 1} s verify empty? verify s verify from here move add-move ;
{{moves mx {{move}} go moves}} {{moves mo {listed} moves}}
{{pieces {{piece}} king {{piece}} man {{moves}} mx {{piece}} queen {{moves}} mo pieces}}
{{board-setup {{setup}} X king a1 {{setup}} O queen a3 {{setup}} X man b2 {{setup}} X man d4
  board-setup}}
: OnIsLegal? a1 attacked? NOT ;
""")
    game = loaded(path, native=False)
    assert game.forth.processor.register(extension_registers.LOCAL_RULE)
    assert [str(move) for move in game.new_game(seed=1).moves()] == ["man b2 - a2"]


NOTED = """
{board 5 5 {grid} board}
{directions 0 1 {direction} e 0 -1 {direction} w -1 0 {direction} n 1 0 {direction} s directions}
{players {player} A {player} B players}
{turn-order {turn} A {turn} B turn-order}
VARIABLE seen  : mark 1 seen ! ;  : unmark 0 seen ! ;
: go verify empty? verify from here move ;
: x1 n go COMPILE mark add-move ;  : x3 e go COMPILE unmark add-move ;
: x2 s %s verify friend? NOT verify from here move add-move ;
{moves m {move} x1 {move} x2 {move} x3 moves}  {moves k {move} x1 moves}
{pieces {piece} man {moves} m {piece} king {moves} k pieces}
{board-setup {setup} A king c2 {setup} B king d4 {setup} A man b1 {setup} B man c3 {setup} B man c4
  {setup} A man d2 {setup} A man e1 {setup} B man a5 board-setup}
: OnIsLegal? %s %s c2 current-player A = NOT IF DROP d4 ENDIF attacked? NOT %s ;
"""


@pytest.mark.parametrize("rule", [("seen @ 0= AND", "", ""), ("", "seen @ IF TRUE ELSE", "ENDIF")])
def test_a_variable_that_moves_change(tmp_path: Path, rule: tuple[str, str, str]) -> None:
    """A result that depends on a variable is not reused."""
    attack, before, behind = rule
    path = tmp_path / "game.4th"
    found = []
    for other in ("", "piece DROP"):  # reads the board, so that nothing is reused
        path.write_text(NOTED % (attack, other, before, behind))
        game = loaded(path, native=False)
        found.append((list(map(str, game.new_game(seed=1).moves())), game.perft(3)))
    assert found[0] == found[1]


ROOKS = """
{board 4 4 {grid} board}
{directions -1 0 {direction} n 1 0 {direction} s 0 1 {direction} e directions}
{players {player} X {player} O players}
{turn-order {turn} X {turn} O turn-order}
VARIABLE v  DEFER d
: other? player current-player <> ;
: step from here move add-move ;
: any n IF other? IF step ENDIF ENDIF back s IF other? IF step ENDIF ENDIF back
  e IF other? IF step ENDIF ENDIF ;
%s
: rook ['] n EXECUTE IF other? IF step ENDIF ENDIF back %s ;
{moves ms {move} any moves}  {moves mr {move} rook moves}
{pieces {piece} p {moves} ms {piece} r {moves} mr pieces}
{board-setup {setup} X p a1 {setup} X r c1 {setup} X r d3 {setup} X p b2 {setup} O p a4
  {setup} O r c4 {setup} O r a3 {setup} O r b4 {setup} O p d4 {setup} X p d1 board-setup}
: OnIsLegal? current-player X = IF b2 ELSE d4 ENDIF attacked? NOT ;
: OnIsGameOver stalemate? IF #LossScore ELSE #UnknownScore ENDIF ;
"""


@pytest.mark.parametrize(
    ("words", "end"),
    [
        (": down ['] s EXECUTE verify other? verify step ; ' down IS d", "d"),
        ("' s v ! : down v @ EXECUTE verify other? verify step ; ' down IS d", "d"),
        (": down ['] s ; ' down IS d", "d EXECUTE verify other? verify step"),
    ],
    ids=["pushed in it", "fetched in it", "left by it"],
)
def test_a_deferred_word_that_runs_a_token(tmp_path: Path, words: str, end: str) -> None:
    """An attack runs the deferred word as well as the token that the move word runs itself."""
    path = tmp_path / "rooks.4th"
    path.write_text(ROOKS % (words, end))
    assert loaded(path, native=False).perft(3) == 81


BESIDE = """
{board 4 4 {grid} 4 {array} arr {variable} kept 2 {carray} flags board}
{directions -1 0 {direction} n 1 0 {direction} s 0 1 {direction} e directions}
{players {player} X {player} O players}
{turn-order {turn} X {turn} O turn-order}
VARIABLE noted
: other? player current-player <> ;
: go other? IF from here move add-move ENDIF ;
: any n IF go ENDIF back s IF go ENDIF back e IF go ENDIF ;
: rook %s s verify other? verify %s 0= verify from here move 1 kept later! add-move ;
{moves ms {move} any moves}  {moves mr {move} rook moves}
{pieces {piece} p {moves} ms {piece} r {moves} mr pieces}
{board-setup {setup} X p a1 {setup} X r c1 {setup} X r d3 {setup} X p b2 {setup} O p a4
  {setup} O r c4 {setup} O r a3 {setup} O r b4 {setup} O p d4 {setup} X p d1 board-setup}
: OnIsLegal? current-player X = IF b2 ELSE d4 ENDIF attacked? NOT %s 0= AND ;
: OnIsGameOver stalemate? IF #LossScore ELSE #UnknownScore ENDIF ;
"""
READ = {
    "the storage behind an array": "4 arr @",
    "the last position": "-1 arr @ 0= NOT",
    "a number that was computed": "2 2 + arr @",
    "a cell before bytes": "-4 flags @",
}


def differences(path: Path, text: str) -> list[int]:
    """The depths at which counts with tables of attacks are not those without."""
    path.write_text(text)
    games = [loaded(path, False, tables) for tables in (True, False)]
    return [k for k in range(1, 5) if games[0].perft(k) != games[1].perft(k)]


@pytest.mark.parametrize("name", READ)
def test_what_is_read_beside_an_array(tmp_path: Path, name: str) -> None:
    """A result is not reused if it depends on more than the named storage."""
    path = tmp_path / "game.4th"
    assert not differences(path, BESIDE % ("", "FALSE", READ[name]))
    assert not differences(path, BESIDE % ("", READ[name], "FALSE"))


@pytest.mark.parametrize(
    "read",
    ["3 arr @", "current-player player-index arr @", "O player-index arr @",
     "current-player player-index flags C@"],
)  # fmt: skip
def test_an_answer_is_stored_where_an_index_lies_in_the_array(tmp_path: Path, read: str) -> None:
    """The index is in range for constants and numbers of players."""
    path = tmp_path / "game.4th"
    path.write_text(BESIDE % ("", "FALSE", read))
    assert loaded(path, native=False).forth.processor.register(extension_registers.LOCAL_RULE)


LEFT = [  # store of the move word, its test, test of the rule
    ("here noted !", "FALSE", "noted @ 3 MOD 0="),
    ("noted ++", "noted @ 5 MOD 0=", "FALSE"),
    ("here noted C!", "FALSE", "noted @ 3 MOD 0="),
    ("noted @ 1+ noted !", "FALSE", "[ ' noted 4 + ] LITERAL 2 2 AND 2 - + @ 3 MOD 0="),
]


@pytest.mark.parametrize(("stored", "attack", "rule"), LEFT)
def test_a_variable_that_move_words_leave(
    tmp_path: Path, stored: str, attack: str, rule: str
) -> None:
    """Words are not skipped, and results not reused, if their stores are read later."""
    assert not differences(tmp_path / "game.4th", BESIDE % (stored, attack, rule))


def test_an_answer_is_stored_beside_a_variable_of_one_run(tmp_path: Path) -> None:
    """A word that writes the variable before reading it leaves no trace for others."""
    path = tmp_path / "game.4th"
    path.write_text(BESIDE % ("here noted !", "noted @ 99 =", "FALSE"))
    assert loaded(path, native=False).forth.processor.register(extension_registers.LOCAL_RULE)


RUN = {  # definitions, and the code that runs the token of `s`
    "a sum": ("", "[ ' s 1 - ] LITERAL 1+ EXECUTE"),
    "a sum in another word": (": token 1+ ;", "[ ' s 1 - ] LITERAL token EXECUTE"),
    "some bits": (": token 65536 XOR ;", "[ ' s 65536 XOR ] LITERAL token EXECUTE"),
    "a deferred word": ("DEFER d : down ['] s EXECUTE ; ' down IS d", "d"),
    "a deferred word that fetches it": (
        "VARIABLE v ' s v ! DEFER d : down v @ EXECUTE ; ' down IS d", "d",
    ),
    "a deferred word that leaves it": ("DEFER d : down ['] s ; ' down IS d", "d EXECUTE"),
}  # fmt: skip


@pytest.mark.parametrize("name", RUN)
def test_a_word_that_runs_another_token_than_it_pushes(tmp_path: Path, name: str) -> None:
    """The token may be any word, although the word also runs tokens that it pushes."""
    words, run = RUN[name]
    other = "['] n EXECUTE back"
    text = BESIDE.replace(": rook %s s verify", f"{words}\n: rook {other} {run} verify")
    assert not differences(tmp_path / "game.4th", text % ("FALSE", "FALSE"))


FAR = """
{board 3 5 {grid} {hand} board}
{directions -1 0 {direction} n 1 0 {direction} s 0 -1 {direction} w directions}
{players {player} W {player} B players}
{turn-order {turn} W {turn} B turn-order}
{pieces {piece} king {piece} rook {piece} pawn {piece} wiz pieces}
$recycle ON
: up n verify empty? verify from here move add-move ;
: slide %s verify BEGIN w WHILE enemy? IF from here move add-move ENDIF
  empty? 0= IF $Exit ENDIF REPEAT ;
: push n verify enemy? verify from here move add-move ;
: cast %s add-move ;
{moves mk {move} up moves} {moves mr {move} slide moves} {moves mp {move} push moves}
{moves mw {move} cast moves}
{pieces {piece} king {moves} mk {piece} rook {moves} mr {piece} pawn {moves} mp
  {piece} wiz {moves} mw pieces}
{board-setup {setup} W king c2 {setup} B %s e2 {setup} W wiz a1 {setup} B pawn b1 board-setup}
: OnIsLegal? c2 attacked? NOT ;
"""
FAR_OFF = {  # condition of the rook, effect of a move, piece on e2
    "an enemy's piece that reaches nothing becomes a rook": (
        "TRUE", "from n verify here move rook e2 change-type-at", "pawn"),
    "the same on the current position": ("TRUE", "e2 to rook change-type", "pawn"),
    "a piece that is moved onto goes to a hand": (
        "pawn W in-hand-of", "from b1 move", "rook"),
    "a piece that is captured does": ("pawn W in-hand-of", "b1 capture-at", "rook"),
}  # fmt: skip


@pytest.mark.parametrize("name", FAR_OFF)
@pytest.mark.parametrize("native", TIERS)
def test_a_move_that_lets_a_piece_attack_from_afar(tmp_path: Path, name: str, native: bool) -> None:
    """The move touches no position that the result depends on, and is still forbidden."""
    path = tmp_path / "game.4th"
    path.write_text(FAR % FAR_OFF[name])
    game = loaded(path, native)
    assert game.forth.processor.register(extension_registers.LOCAL_RULE)
    assert [str(move) for move in game.new_game(seed=1).moves()] == ["king c2 - c3"]


# without its tables a game is the same, and ten times as slow: nothing else would show it
BUNDLED = {
    "chess": TABLES, "chess/los-alamos": TABLES, "chess/crazyhouse": TABLES,
    "xiangqi": TABLES, "makruk": TABLES,
    "chess/antichess": (extension_registers.ATTACK_REACH,),  # its OnIsLegal? allows everything
    "shogi": (extension_registers.ATTACK_REACH,), "minishogi": (extension_registers.ATTACK_REACH,),
    "chess/racing-kings": (extension_registers.ATTACK_REACH,), "tablut": (),
}  # fmt: skip


@pytest.mark.parametrize("name", BUNDLED)
def test_bundled_games_have_their_tables(name: str) -> None:
    processor = forthgame.load(name, native=False).forth.processor
    assert tuple(each for each in TABLES if processor.register(each)) == BUNDLED[name]
