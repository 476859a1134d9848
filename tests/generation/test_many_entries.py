"""Games with many list entries: their words share tests, and drawn moves are found by sums."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import forthgame
from tests.generation.test_counting import outcome
from tests.machines import with_module

DIRECTIONS = {"n": "-1 0", "s": "1 0", "e": "0 1", "w": "0 -1", "ne": "-1 1", "sw": "1 -1"}
WORDS = (
    ": {w} {d} verify empty? verify go ;",
    ": {w} {d} verify friend? NOT verify go ;",
    ": {w} {d} verify enemy? verify go {d} verify go ;",
    ": {w} BEGIN {d} WHILE empty? verify go REPEAT ;",
    ": {w} {d} verify piece-type {t} <> verify {d} verify go ;",
    ": {w} {d} IF empty? IF go ENDIF ENDIF back {d} IF {d} IF friend? NOT IF go ENDIF ENDIF "
    "ENDIF ;",
)
WAIT = ": wait ( -- ) turn-number 9 AND 1+ 0 DO LOOP ;"
UNREAD = (  # not understood for all positions at once
    ": {w} {d} verify piece-type turn-number + wait 3 MOD verify friend? NOT verify go {d} verify "
    "empty? verify go ;",
    ": {w} BEGIN {d} WHILE piece-type turn-number + wait 2 MOD verify go REPEAT ;",
)
SEEDS = [pytest.param(k, marks=[] if k in (0, 3) else pytest.mark.slow) for k in range(40)]


def script(random: Random, unread: float = 0) -> str:
    """A game with up to forty entries in lists of several types, some asked for or preferred.

    The share `unread` of the words is run if moves are tallied.
    """
    types, words, lists = random.randint(1, 5), list[str](), list[str]()
    typed = random.random() < 0.4
    for type in range(1, types + 1):
        entries = ""
        for number in range(random.randint(2, 8)):
            word = f"w{type}-{number}"
            direction = random.choice([*DIRECTIONS])
            wanted = random.randint(1, types)
            kind = random.choice(UNREAD if unread and random.random() < unread else WORDS)
            words.append(kind.format(w=word, d=direction, t=wanted))
            quick = " {move-type} quick" if typed and random.random() < 0.4 else ""
            entries += f" {{move}} {word}{quick}"
        lists.append(f"{{moves m{type}{entries} moves}}")
    typed = "quick" in "".join(lists)
    size = random.choice((4, 6, 9, 12))
    men = " ".join(
        f"{{setup}} {random.choice(('X', 'O'))} p{random.randint(1, types)} {place}"
        for place in random.sample([f"{x}{y}" for x in "abcd" for y in range(1, 5)], 9)
    )
    links = " ".join(f"{step} {{direction}} {name}" for name, step in DIRECTIONS.items())
    pieces = " ".join(f"{{piece}} p{type} {{moves}} m{type}" for type in range(1, types + 1))
    ranks = (
        "{move-priorities {move-priority} quick move-priorities}" if random.random() < 0.5 else ""
    )
    wanted = ": OnGenerateMoves turn-number 3 MOD 0= IF quick $ofType ! ENDIF ;"
    return "\n".join((
        f"{{board {size} {size} {{grid}} board}} {{directions {links} directions}}",
        "{players {player} X {player} O players} {turn-order {turn} X {turn} O turn-order}",
        WAIT, ": go ( -- ) from here move add-move ;", *words, *lists,
        f"{{pieces {pieces} pieces}}",
        f"{{board-setup {men} board-setup}}", ranks if typed else "",
        wanted if typed and not ranks and random.random() < 0.5 else "",
    ))  # fmt: skip


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", SEEDS)
def test_random_games_of_many_entries(tmp_path: Path, seed: int) -> None:
    """Counts and random games are those of listed moves."""
    path = tmp_path / "game.4th"
    path.write_text(script(Random(seed), unread=seed % 2 * 0.3), encoding="utf-8")
    tallied = outcome(forthgame.load(path), True, True, 2)
    assert tallied == outcome(forthgame.load(path, native=False), False, False, 2)


def test_many_entries_are_tallied(tmp_path: Path) -> None:
    path = tmp_path / "game.4th"
    path.write_text(script(Random(0)), encoding="utf-8")
    game = forthgame.load(path)
    module = with_module(game)
    assert len(module.paths()) > 16
    assert {path.kind for path in module.paths().values()} == {"tallied"}


@pytest.mark.parametrize(("readable", "unread", "tallied"), [(6, 1, 6), (6, 2, 6), (1, 4, 0)])
def test_entries_that_cannot_be_tallied_are_run_beside_others(
    tmp_path: Path, readable: int, unread: int, tallied: int
) -> None:
    """Nothing is tallied if most of the words have to be run."""
    path = tmp_path / "game.4th"
    path.write_text(mixed(readable, unread), encoding="utf-8")
    native = forthgame.load(path).native
    assert native is not None
    found = native.builder.module(native._play).paths().values()  # not compiled
    assert [each.kind for each in found].count("tallied") == tallied
    assert all(each.why for each in found if each.kind == "counted")


def mixed(readable: int, unread: int) -> str:
    """A game with some words that can be tallied, and others."""
    kinds = [WORDS[1]] * readable + [UNREAD[0]] * unread
    words = "\n".join(
        kind.format(w=f"w{k}", d=[*DIRECTIONS][k % 6]) for k, kind in enumerate(kinds)
    )
    entries = " ".join(f"{{move}} w{k}" for k in range(len(kinds)))
    links = " ".join(f"{step} {{direction}} {name}" for name, step in DIRECTIONS.items())
    return f"""{{board 5 5 {{grid}} board}} {{directions {links} directions}}
{{players {{player}} X {{player}} O players}} {{turn-order {{turn}} X {{turn}} O turn-order}}
{WAIT}
: go ( -- ) from here move add-move ;
{words}
{{moves ways {entries} moves}} {{pieces {{piece}} man {{moves}} ways pieces}}
{{board-setup {{setup}} X man a1 {{setup}} X man b1 {{setup}} O man b5 {{setup}} O man c4
  board-setup}}"""


DROPPING = (
    ": drop-it empty? verify turn-number here + wait 3 MOD verify drop add-move "
    "here 5 > IF drop add-move ENDIF ;"
)


def test_pieces_that_share_a_word_that_drops_them(tmp_path: Path) -> None:
    """Each of them has moves of its own at a position, though one entry makes them."""
    moves = "{moves m {move} step {move} side moves}"
    pieces = "{piece} p1 {moves} m {drops} d {piece} p2 {moves} m {drops} d"
    text = "\n".join((
        "{board 4 4 {grid} board} {directions -1 0 {direction} n 0 1 {direction} e directions}",
        "{players {player} X {player} O players} {turn-order {turn} X {turn} O turn-order}",
        WAIT, ": go ( -- ) friend? NOT verify from here move add-move ;",
        ": step n verify go n verify go n verify go ;", ": side e verify go e verify go ;",
        DROPPING, moves, "{moves d {move} drop-it moves}", f"{{pieces {pieces} pieces}}",
        "{board-setup {setup} X p1 a1 {setup} O p2 c3 {setup} X p2 b1 board-setup}",
    ))  # fmt: skip
    path = tmp_path / "game.4th"
    path.write_text(text, encoding="utf-8")
    game = forthgame.load(path)
    assert game.native is not None
    assert [way.kind for _, _, way, _ in game.native.paths()] == ["tallied", "tallied", "counted"]
    listed = outcome(forthgame.load(path, native=False), False, False, 2)
    assert outcome(game, True, True, 2) == listed


def test_helpers_of_helpers_are_read_once(tmp_path: Path) -> None:
    """A word may make more calls than can be followed one by one; here it is not worth running."""
    calls = "\n".join(f": h{k + 1} h{k} h{k} ;" for k in range(60))
    text = mixed(6, 1).replace(": go", f": h0 ;\n{calls}\n: go")
    text = text.replace(
        "turn-number + wait 3 MOD",
        "turn-number + wait 3 MOD here 99 = IF h60 ENDIF",
    )
    path = tmp_path / "game.4th"
    path.write_text(text, encoding="utf-8")
    native = forthgame.load(path).native
    assert native is not None
    found = native.builder.module(native._play).paths().values()  # not compiled
    assert {each.kind for each in found} == {"counted"}
