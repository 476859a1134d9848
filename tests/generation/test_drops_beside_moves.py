"""Games with moves and drops: both are generated for 64 positions together."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.generation.agreement import assert_alike

GAME = """
{{board {size} {{grid}} {{variable}} seen board}}
{{directions -1 0 {{direction}} n 1 0 {{direction}} s 0 1 {{direction}} e 0 -1 {{direction}} w
  directions}}
{{players {players} players}}
{{turn-order {turns} turn-order}}
VARIABLE v1 VARIABLE v2 VARIABLE count
: far ( -- ) 0 BEGIN e WHILE 1+ REPEAT DROP from to ;
: go ( -- ) from here move add-move ;
: put ( -- ) drop add-move ;
{words}
{{moves walks {{move}} m1 {{move-type}} quick {{move}} m2 moves}}
{{moves hops {{move}} m3 moves}}
{{moves puts {{move}} d1 moves}}
{{moves more {{move}} d2 {{move-type}} quick {{move}} d3 moves}}
{{pieces {pieces} pieces}}
{{board-setup {{setup}} X man a1 {{setup}} X king b1 {{setup}} O man c3 {{setup}} O wall b2
  {{setup}} X wall d3 board-setup}}
{filtered}
"""
PLAYERS = (("X", "O"), ("X",), ("X", "O", "P", "Q"))
MOVES = (
    "n verify empty? verify go", "e verify enemy? verify go", "far s verify friend? NOT verify go",
    "turn-number 3 > verify w verify empty? verify go", "0 v1 ! n verify empty? verify v1 ++ go",
    "n IF empty? IF go ENDIF ENDIF back count ++ s IF empty? IF go ENDIF ENDIF", "$Exit",
    "count ++ count @ 5 MOD 0= IF $piece @ seen 8 - ! ENDIF e verify empty? verify go",
    "3 v2 ! v1 @ 2 > verify n verify go",
)  # fmt: skip
DROPS = (
    "empty? verify put", "empty? verify far from to put", "turn-number 5 <= verify empty? verify "
    "put", "friend? verify put", "put", "2 v1 ! empty? verify count @ v1 +! put",
    "v2 @ 3 = verify empty? verify put", "enemy? verify count ++ put", "0 v2 ! enemy? verify put",
    "empty? verify count ++ count @ 4 MOD 0= IF $piece @ seen 12 - ! ENDIF put",
    "current-player X = verify n verify empty? verify from to put", "stage? verify empty? verify "
    "put",
)  # fmt: skip
PIECES = (
    "{piece} man {moves} walks {drops} puts {piece} king {moves} hops {piece} wall",
    "{piece} man {moves} walks {drops} puts {piece} king {moves} hops {drops} more {piece} wall "
    "{drops} puts",
    "{piece} man {moves} walks {drops} walks {piece} king {drops} more {piece} wall",
    "{piece} man {drops} more {piece} king {drops} puts {piece} wall",
    "{piece} man {moves} walks {piece} king {moves} walks {piece} wall {drops} more",
    "{piece} man {piece} king {piece} wall {drops} puts",
)
FILTERED = ("", "", ": OnGenerateMoves turn-number 2 MOD IF quick $ofType ! ENDIF ;")
SEEDS = [pytest.param(k, marks=[] if k < 6 else pytest.mark.slow) for k in range(240)]


def script(random: Random) -> str:
    """A game of words and lists drawn at random."""
    players = random.choice(PLAYERS)
    words = [": stage? ( -- ? ) v1 @ 0= ;"]
    words += [f": m{k} ( -- ) {random.choice(MOVES)} ;" for k in (1, 2, 3)]
    words += [f": d{k} ( -- ) {random.choice(DROPS)} ;" for k in (1, 2, 3)]
    return GAME.format(
        size=random.choice(("4 4", "4 4", "9 9")), words="\n".join(words),
        players=" ".join(f"{{player}} {name}" for name in dict.fromkeys((*players, "O"))),
        turns=" ".join(f"{{turn}} {name}" for name in players),
        pieces=random.choice(PIECES), filtered=random.choice(FILTERED),
    )  # fmt: skip


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", SEEDS)
def test_drops_beside_moves(tmp_path: Path, seed: int) -> None:
    """Moves, results, errors and variables are those of the interpreter."""
    path = tmp_path / "game.4th"
    path.write_text(script(Random(seed)), encoding="utf-8")
    assert_alike(path)
