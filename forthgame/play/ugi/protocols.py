"""Describe the protocols that the engine speaks: UGI, UCI, USI and UCCI.

They have the same commands and differ in words: the greeting, the names of options, the clocks of
`go`, and the answers without a move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

Write = Callable[[str], None]
LINE = 1 << 20  # characters of a line
IDLE = ("", "stop", "ponderhit", "debug", "register", "gameover", "banmoves", "probe")
FLAGS = ("infinite", "ponder")  # words of `go` without a number
COUNTS = ("depth", "nodes", "playouts")
OWN, OTHER = "own", "other"  # clocks of the player to move and of the opponent
INITIAL = {"w": 1, "b": 2}  # seats by the letters of UCI's clocks
BLACK_FIRST = {"b": 1, "w": 2}  # in USI, Black begins


def _clocks(letters: Mapping[str, int]) -> dict[str, str]:
    return {
        f"{letter}{what}": f"p{seat}{what}"
        for letter, seat in letters.items()
        for what in ("time", "inc")
    }


@dataclass(frozen=True)
class Protocol:
    """A protocol in terms of UGI.

    name        the greeting; the answer to it ends with `NAMEok`
    notations   names of notations that it prefers, if the game declares them
    words       words of `go` and what they are called in UGI; `p1time` is a clock of seat 1
    options     names of options, where they differ; an empty name is an option that it lacks
    no_move     the answer if there is no move to choose
    no_position the answer after a position that was refused
    decided     the answers if the game is lost or won for the player to move
    terse       `option NAME`, `setoption NAME VALUE` and `score NUMBER` without further words
    mate_plies  scores of mate count plies instead of moves
    mate_line   `go mate` is answered by `checkmate …`
    scores_ends a position without a move to choose has a score
    farewell    the answer to `quit`
    """

    name: str
    notations: tuple[str, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    no_move: str = "bestmove (none)"
    no_position: str = "bestmove (none)"
    decided: Mapping[str, str] = field(default_factory=dict)
    terse: bool = False
    mate_plies: bool = False
    mate_line: bool = False
    scores_ends: bool = True
    farewell: str = ""

    def option(self, name: str) -> str:
        """Return the protocol's name of an option, empty if it lacks it."""
        return self.options.get(name, name)


UCI_ONLY = dict.fromkeys(("UCI_Variant", "UCI_AnalyseMode", "Clear Hash"), "")
PROTOCOLS = {
    protocol.name: protocol
    for protocol in (
        Protocol(
            "ugi",
            words=_clocks(INITIAL) | {"time": "movetime"},
            no_move="bestmove 0000",
            scores_ends=False,
        ),
        Protocol("uci", ("uci",), _clocks(INITIAL) | {"time": "movetime"}),
        Protocol(
            "usi",
            ("usi",),
            _clocks(BLACK_FIRST),
            UCI_ONLY
            | {"Hash": "USI_Hash", "Ponder": "USI_Ponder", "UCI_Variant": "USI_Variant"},
            "bestmove resign",
            "bestmove resign",
            {"loss": "bestmove resign", "win": "bestmove win"},
            mate_plies=True,
            mate_line=True,
        ),
        Protocol(
            "ucci",
            ("iccs",),
            {"time": f"{OWN}time", "increment": f"{OWN}inc", "opptime": f"{OTHER}time",
             "oppincrement": f"{OTHER}inc", "oppmovestogo": f"{OTHER}moves"},
            UCI_ONLY | {"Hash": "hashsize", "Ponder": "ponder", "Threads": "threads"},
            "nobestmove",
            "nobestmove",
            terse=True,
            farewell="bye",
        ),
    )
}  # fmt: skip
USUAL = PROTOCOLS["ugi"]  # before a greeting
NEW_GAMES = tuple(f"{name}newgame" for name in PROTOCOLS)
COMMANDS = frozenset(
    (*PROTOCOLS, *NEW_GAMES, "isready", "setoption", "position", "go", "stop", "ponderhit", "query",
     "perft", "d", "debug", "register", "gameover", "banmoves", "probe", "quit")
)  # fmt: skip


def split_command(line: str) -> tuple[str, str]:
    """Return the command of a line and the rest of the line.

    Words before a known command are ignored, as UCI requires; in a line without one the first word
    is returned. All blanks are alike.
    """
    words = line.split()
    for number, word in enumerate(words):
        if word in COMMANDS:
            return word, " ".join(words[number + 1 :])
    return (words[0] if words else ""), " ".join(words[1:])


def complaint(text: object) -> str:
    return f"info string error: {' '.join(str(text).split())}"
