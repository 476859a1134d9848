"""Words that need a whole script: sections, events, engines, directions made by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import forthgame

Check = str | Callable[[forthgame.Game, forthgame.State], None]

BOARD = "{board 4 4 {grid} board}\n"
WAYS = "{directions -1 0 {direction} n 0 1 {direction} e directions}\n"
PLAYERS = "{players {player} X {player} O players}\n"
TURNS = "{turn-order {turn} X {turn} O turn-order}\n"
WORDS = ": north n verify from here move add-move ;\n: east e verify from here move add-move ;\n"
LIST = "{moves list {move} north {move} east moves}\n"
PIECES = "{pieces {piece} man {moves} list pieces}\n"
SETUP = "{board-setup {setup} X man a1 {setup} O man d1 board-setup}\n"


def script(**parts: str) -> str:
    """Return a small game with some parts replaced, or with a text at its end (`end`)."""
    given = {
        "board": BOARD, "ways": WAYS, "players": PLAYERS, "turns": TURNS, "words": WORDS,
        "moves": LIST, "pieces": PIECES, "setup": SETUP, "end": "",
    }  # fmt: skip
    return "\n".join({**given, **parts}.values())


@dataclass(frozen=True)
class Script:
    """A script, the words it is about, and a list of checks to run in it."""

    names: tuple[str, ...]
    text: str
    checks: tuple[Check, ...]
    files: dict[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """Return its name among the tests."""
        return " ".join(self.names)[:60]


SCRIPTS: list[Script] = []


def case(names: str, text: str, *checks: Check, files: dict[str, str] | None = None) -> None:
    """Enter a script."""
    SCRIPTS.append(Script(tuple(names.split()), text, checks, files or {}))


def moves(*texts: str) -> Check:
    """The legal moves are these."""

    def check(game: forthgame.Game, state: forthgame.State) -> None:
        assert [str(move) for move in state.moves()] == list(texts)

    return check


def play(text: str, player: str = "") -> Check:
    """Play a move; then it is that player's turn."""

    def check(game: forthgame.Game, state: forthgame.State) -> None:
        state.play(text)
        assert not player or state.player == player

    return check


def engine(name: str, text: str, **wanted: int) -> Check:
    """Return a check that an engine chooses a move and reports the given values."""

    def check(game: forthgame.Game, state: forthgame.State) -> None:
        found = state.search(engine=name, depth=1, seed=1)
        assert str(found.move) in text.split("; ")
        assert {key: getattr(found, key) for key in wanted} == wanted

    return check


def printed(text: str) -> Check:
    """Return a check of the output since the last one."""

    def check(game: forthgame.Game, state: forthgame.State) -> None:
        game.forth.processor.flush()
        assert "".join(game.printed) == text
        game.printed.clear()

    return check


def close(game: forthgame.Game, state: forthgame.State) -> None:
    """Put the game away, twice."""
    game.close()
    game.close()


case("{board {grid} {position} board}",
     script(board="{board 2 3 {grid} {position} pool board}", setup="", ways=WAYS),
     "$positions @ $posCount @ $rows @ $columns @ -> 7 1 2 3",
     "a2 c2 a1 c1 pool -> 0 2 3 5 6")  # fmt: skip
case("$flipGrid", script(board="$flipGrid ON " + BOARD), "a1 d1 a4 -> 0 3 12")
case("{variable} {array} {carray}",
     script(board="{board 4 4 {grid} {variable} one 2 {array} two 3 {carray} three board}",
            end=": OnNewGame 5 one ! 6 0 two ! 7 1 two ! 300 2 three C! ; "
                ": OnMakeAMove one ++ 0 1 two ! ;"),
     "one @ 0 two @ 1 two @ 2 three C@ -> 5 6 7 44",
     "$CloneBoard 9 one ! one @ $DeallocateBoard one @ -> 9 5",
     play("man a1 - a2"), "one @ 1 two @ -> 6 0",
     lambda game, state: state.undo(), "one @ 1 two @ 2 three C@ -> 5 7 44")  # fmt: skip
case("{dummy-positions}",
     script(board="{board {position} p1 {position} p2 {dummy-positions} {position} p3 board}",
            ways="{directions {link} n p1 p2 {link} n p3 p1 {link} e p2 p3 directions}",
            setup="{board-setup {setup} X man p1 {setup} X man p3 board-setup}"),
     "$scanPositions @ -> 2", moves("man p1 - p2"))  # fmt: skip
case("{directions {direction} {link} {unlink} directions}",
     script(ways="{directions -1 0 {direction} n 0 2 {direction} e {link} n a1 d4 {unlink} e a1 "
                 "directions}"),
     "12 to n here 9 to n here 12 to e here 13 to e here -> -1 3 -1 5 0 12 -1 15",
     moves("man a1 - d4"))  # fmt: skip
case("{symmetries {symmetry} {asymmetry} symmetries}",
     script(ways="{directions -1 0 {direction} n 1 0 {direction} s 0 1 {direction} e "
                 "0 -1 {direction} w directions}",
            turns=TURNS + "{symmetries O {symmetry} n s O {asymmetry} e w symmetries}",
            setup="{board-setup {setup} X man b2 {setup} O man c2 board-setup}"),
     moves("man b2 - b3", "man b2 x c2"), play("man b2 - b3"), moves("man c2 - c1", "man c2 - b2"),
     "9 to w here s here -> -1 8 -1 4")  # fmt: skip
case("{players {player} {neutral} {random} {first} {UCT} {search-engine} players} $CompileEngine",
     script(players=": pick $FirstMove $NextMove $MoveString BestMove! ; {players {player} X "
                    "{first} {player} O {search-engine} pick {player} P {random} {player} Q {UCT} "
                    "{player} R {neutral} N players}",
            turns="{turn-order {turn} X {turn} O {turn} P {turn} Q {turn} R turn-order}",
            setup="{board-setup {setup} X man a1 {setup} O man b1 {setup} P man c1 {setup} "
                  "Q man d1 {setup} R man a3 board-setup}",
            end="5 ' pick $CompileEngine 5 = NOT ABORT\" no number\""),
     "player-count X Q N -> 6 2048 8192 13312",
     engine("script", "man a1 - a2"), play("man a1 - a2", "O"),
     engine("script", "man b1 x c1"), play("man b1 - b2", "P"),
     engine("script", "man c1 - c2; man c1 x d1"), play("man c1 - c2", "Q"),
     engine("script", "man d1 - d2"), play("man d1 - d2", "R"),
     engine("script", "man a3 - b3"))  # fmt: skip
case("{turn-order {turn} {for-player} {of-type} {repeat} turn-order}",
     script(turns="{turn-order {turn} X {repeat} {turn} O {of-type} sideways {turn} O "
                  "{for-player} X turn-order}",
            moves="{moves list {move} north {move} east {move-type} sideways moves}",
            setup="{board-setup {setup} X man a1 {setup} O man b1 board-setup}"),
     moves("man a1 - a2", "man a1 x b1"), play("man a1 - a2", "O"), "of-type -> 1",
     moves("man b1 - c1"), play("man b1 - c1", "O"),
     "of-type for-player current-player -> 0 2048 4096",
     moves("man a2 - a3", "man a2 - b2"), play("man a2 - a3", "O"),
     "turn-offset -> 12")  # fmt: skip
case(
    "{moves {move} {move-type} moves} $DefineMoveType",
    script(
        moves="{moves list {move} north {move-type} up {move} east {move-type} over moves} "
        "$DefineMoveType up $DefineMoveType new-one new-one"
    ),
    "up over new-one -> 1 2 3",
    "$FirstMove .moveType @ $FirstMove $NextMove .moveType @ -> 1 2",
)
case("{move-priorities {move-priority} move-priorities}",
     script(moves="{moves list {move} north {move} east {move-type} over moves} {move-priorities "
                  "{move-priority} over move-priorities}"),
     moves("man a1 - b1"), "$move-priorities @ -> 1")  # fmt: skip
case("{pieces {piece} {moves} {drops} {value} {dummy-pieces} pieces}",
     script(words=WORDS + ": put empty? verify here a3 = verify drop add-move ;",
            moves=LIST + "{moves puts {move} put moves}",
            pieces="{pieces {piece} man {moves} list -5 {value} {piece} stone {drops} puts "
                   "{dummy-pieces} {piece} rock {drops} puts pieces}"),
     "man stone rock man piece-value stone piece-value -> 1 2 3 -5 1",
     moves("X stone a3", "man a1 - a2", "man a1 - b1"))  # fmt: skip
case("{board-setup {setup} board-setup}",
     script(setup="DEFER MAN {board-setup {setup} O MAN c3 {setup} X man a1 board-setup} "
                  "' man IS MAN"),
     "6 piece-at 12 piece-at $boardSetup @ -> 4097 2049 2")  # fmt: skip
case("$passTurnForced",
     script(words=": north FALSE verify ; : east FALSE verify ;", end="$passTurnForced ON"),
     moves("Pass"), play("Pass", "O"))  # fmt: skip
case("(partial) (partial-move-type)",
     script(words="2 CONSTANT over : north n verify from here move COMPILE (partial) add-move ; "
                  ": east e verify from here move over COMPILE-LITERAL COMPILE (partial-move-type) "
                  "add-move ;",
            moves="{moves list {move} north {move} east {move-type} over moves}"),
     moves("man a1 - a2", "man a1 - b1"), play("man a1 - a2", "X"),
     moves("man a2 - a3", "man a2 - b2"), play("man a2 - b2", "X"),
     moves("man b2 - c2"))  # fmt: skip
case("remove-from-reserve",
     script(board="{board 4 4 {grid} {variable} stock board}",
            words=WORDS.replace("from here move", "from here move remove-from-reserve") +
                  ": counter stock ; ' counter _amount-in-reserve ! : OnNewGame 3 stock ! ;"),
     moves("man a1 - a2", "man a1 - b1"), "stock @ -> 3", play("man a1 - a2"),
     "stock @ -> 2")  # fmt: skip
case("BestMove! Score! Depth! Nodes!",
     script(players=": think 7 Score! 3 Depth! 99 Nodes! $FirstMove $MoveString BestMove! "
                    "$FirstMove $NextMove $MoveString BestMove! ; {players {player} X "
                    "{search-engine} think {player} O players}"),
     engine("script", "man a1 - b1", score=7, depth=3, nodes=99))  # fmt: skip
case("$NegamaxMove $UCTMove $FirstMoveEngine $RandomMoveEngine",
     script(setup="{board-setup {setup} X man a1 {setup} O man b1 {setup} O man d1 board-setup}",
            end=": OnEvaluate current-player material-balance ; : nega $NegamaxMove ; "
                ": uct $UCTMove ; : any $RandomMoveEngine ; : first-one $FirstMoveEngine ;"),
     engine("negamax", "man a1 x b1", score=0), engine("uct", "man a1 - a2; man a1 x b1"),
     engine("first", "man a1 - a2"), engine("random", "man a1 - a2; man a1 x b1"))  # fmt: skip
case("OnSearch",
     script(players="VARIABLE asked : think asked ++ ; {players {player} X {search-engine} think "
                    "{player} O players}"),
     "OnSearch OnSearch asked @ -> 2")  # fmt: skip
case("OnSearch",
     script(end=": OnSearch 5 Score! $FirstMove $NextMove $MoveString BestMove! ;"),
     engine("script", "man a1 - b1", score=5))  # fmt: skip
case("OnNewGame OnGenerateMoves OnMakeAMove OnTerminate LOAD",
     "LOAD base.4th ( the game )\n"
     ": OnNewGame .\" new\" 12 piece-at . ; : OnGenerateMoves .\" generate \" ; "
     ": OnMakeAMove .\" made\" 12 piece-at . ; : OnTerminate .\" the end\" ;",
     printed("new0 "), moves("man a1 - a2", "man a1 - b1"), printed("generate "),
     play("man a1 - a2"), printed("made0 "), close, printed("the end"),
     files={"base.4th": script()})  # fmt: skip
case("$CreateDirection $CreateDirectionFromString $BuildDirection $MakeLinks $Link",
     script(end="$CreateDirection s 1 0 $MakeLinks : make S\" se\" $CreateDirectionFromString ; "
                "make 1 1 $MakeLinks CREATE jump $BuildDirection 0 15 ' jump "
                "$DirectionCFAToIndex $Link"),
     "5 to s here se here se here -> -1 9 -1 14 0 14", "0 to jump here 1 to jump here -> -1 15 0 1",
     "$directionCount @ -> 5")  # fmt: skip
case("$ParseSymmetry $ReplaceDirection $RedefineDirection $RedefineDirection1 $RedefineDirection2",
     script(end="O $ParseSymmetry n e $direction1Index @ $direction2Index @ $ReplaceDirection "
                "$RedefineDirection1 $RedefineDirection2 ' e : ahead n ; "
                "0 ' n $RedefineDirection DROP"),
     "$symmetryPlayerCELLOffset @ $direction1Index @ $direction2Index @ -> 4 0 1",
     "12 to ahead here -> -1 8", play("man a1 - a2", "O"), "12 to ahead here -> -1 13",
     "12 to n here ['] n CFA>PFA $DoIndirectDirection -> -1 13 -1")  # fmt: skip
case("$direction1CFA $direction2CFA $zobrist",
     script(end="X $ParseSymmetry e n"),
     "12 to $direction1CFA @ EXECUTE here $direction2CFA @ EXECUTE here -> -1 13 -1 9",
     "$zobrist @ -> 0")  # fmt: skip
