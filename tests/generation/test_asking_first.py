"""Move words that test and store before anything else, compiled and interpreted."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import forthgame
from forthgame.words.registers import memory_layout as at
from tests.machines import loaded

GAME = """
{{board {size} {{grid}} {{variable}} seen board}}
{{directions -1 0 {{direction}} n 1 0 {{direction}} s 0 1 {{direction}} e 0 -1 {{direction}} w
  directions}}
{{players {players} players}}
{{turn-order {turns} turn-order}}
{symmetries}
VARIABLE v1 VARIABLE v2 VARIABLE count
: far ( -- ) 0 BEGIN e WHILE 1+ REPEAT DROP from to ;
: go ( -- ) from here move add-move ;
{words}
{{moves one {one} moves}}
{{moves two {two} moves}}
{{pieces {{piece}} man {{moves}} one {{piece}} king {{moves}} two {{piece}} wall pieces}}
{{board-setup {setup} board-setup}}
{more}
"""
TWO = {
    "players": "{player} X {player} O", "turns": "{turn} X {turn} O",
    "symmetries": "{symmetries O {symmetry} n s O {symmetry} e w symmetries}",
    "setup": "{setup} X man a1 {setup} X king b1 {setup} X man c2 {setup} O man b3 {setup} O "
    "king c3 "
    "{setup} X wall a2 {setup} O man d3 {setup} X man d1",
}  # fmt: skip
PLAIN = TWO | {
    "size": "4 4", "one": "{move} take {move} walk", "two": "{move} take {move} hop", "more": "",
}  # fmt: skip
WORDS = {
    "steps and captures": ": take 0 v1 ! n IF enemy? IF here v2 ! go ENDIF ENDIF back v1 @ v2 +! ; "
    ": walk far n empty? AND IF go ENDIF ; : hop far e verify empty? verify n verify go ;",
    "stores in all": ": take 3 v1 ! n verify enemy? verify v1 ++ go ; : walk 3 v1 ! n empty? AND "
    "IF v1 @ count +! go ENDIF far ; : hop 3 v1 ! e empty? AND IF count ++ go ENDIF ;",
    "other stores for each type": ": take 1 v1 ! n verify enemy? verify v1 @ count +! 9 v1 ! go ; "
    ": walk v1 @ v2 ! n verify empty? verify go far ; : hop 7 v1 ! e verify enemy? verify 8 v1 ! "
    "go far ;",
    "a store that depends": ": take 0 v1 ! n IF empty? IF 1 v1 ! ENDIF enemy? IF go ENDIF ENDIF ; "
    ": walk v1 @ count +! far n verify go ; : hop far e verify go ;",
    "two values of one variable": ": take 0 v1 ! 2 v1 ! n verify enemy? verify v1 @ count +! go ; "
    ": walk v1 @ v2 +! far n verify empty? verify go ; : hop 0 v1 ! far s verify empty? verify "
    "go ;",
    "a variable that is read back": ": take 0 v1 ! v1 @ IF go ENDIF n verify enemy? verify go ; "
    ": walk 2 v2 ! v2 @ 2 = n AND IF friend? IF go ENDIF ENDIF count ++ ; "
    ": hop 5 v2 ! v2 @ 4 > verify e verify empty? verify far e DROP go ;",
    "a variable that others change": ": take count @ 2 MOD verify n verify enemy? verify go ; "
    ": walk count ++ n verify empty? verify go ; : hop far count ++ e verify empty? verify go ;",
    "friends and neighbours": ": take n IF friend? IF count ++ ENDIF ENDIF back 4 v1 ! e IF "
    "friend? "
    "NOT IF go ENDIF ENDIF ; : walk 1 v2 ! w NOT verify n verify empty? enemy? OR verify far go ; "
    ": hop 1 v2 ! w verify not-empty? verify friend? verify count ++ ;",
    "the board is stored into": ": take 0 v1 ! n verify enemy? verify count ++ count @ 3 MOD 0= IF "
    "$piece @ seen 8 - ! ENDIF go ; : walk 0 v1 ! n verify empty? verify go far ; "
    ": hop 0 v1 ! e verify empty? verify seen 4 - OFF go ;",
    "the first word stores where the second looks": ": take v1 ++ v1 @ 2 = IF 0 seen 64 - here "
    "CELLS + 16 - DUP seen 64 - < IF DROP DROP ELSE ! ENDIF ENDIF ; "
    ": walk n verify empty? verify go far ; : hop e verify empty? verify go far ;",
    "all pieces may be passed over": ": take 2 v1 ! n verify enemy? verify v1 ++ count ++ go ; "
    ": walk n verify empty? verify count ++ 6 v1 ! go ; "
    ": hop 2 v1 ! s verify empty? verify count ++ 8 v1 ! go ;",
    "two values in one list": ": take 5 v1 ! n verify enemy? verify count ++ go ; "
    ": walk 0 v1 ! s verify empty? verify count ++ v1 @ v2 +! 7 v1 ! go ; "
    ": hop 5 v1 ! n verify enemy? verify count ++ 7 v1 ! go ;",
    "the turn": ": take turn-number 2 > verify 6 v1 ! n verify enemy? verify go ; "
    ": walk current-player X = IF n ELSE e ENDIF verify empty? verify count ++ go ; "
    ": hop 2 v1 ! turn-number 3 <= verify e verify empty? verify far go ;",
    "all neighbours, twice": f": see ( ? -- ) enemy? AND IF count ++ go ENDIF back ; "
    f": take 4 v1 ! {' '.join(f'{way} see' for way in 'nesw' * 2)} ; "
    f": walk {' '.join(f'{way} empty? AND IF go ENDIF back' for way in 'neswnws')} far ; "
    ": hop 4 v1 ! n see s see e see w see ;",
    "an error in places": ": take 0 v1 ! n verify enemy? verify 1 count @ 4 - / v2 ! count ++ go ; "
    ": walk n verify empty? verify go far ; : hop 0 v1 ! e verify empty? verify count ++ go ;",
}  # fmt: skip
WIDE = {"size": "9 9"}
ONE = {
    "players": "{player} X", "turns": "{turn} X", "symmetries": "",
    "setup": "{setup} X man a1 {setup} X king b1 {setup} X man c2 {setup} X wall a2",
}  # fmt: skip
FOUR = {
    "players": "{player} X {player} O {player} P {player} Q",
    "turns": "{turn} X {turn} O {turn} P {turn} Q",
    "setup": TWO["setup"] + " {setup} P man a4 {setup} Q king b4 {setup} P man d4",
}
STRANGE = {"more": ": OnGenerateMoves turn-number 3 = IF 31744 $player ! ENDIF ;"}
SHAPES = {"small": {}, "wide": WIDE, "one player": ONE, "four": FOUR, "nobody": STRANGE}
CASES = [
    pytest.param(
        words, shape, marks=[] if n == (0, 0, k // 3 % 5)[k % 3] else pytest.mark.slow
    )
    for k, words in enumerate(WORDS)
    for n, shape in enumerate(SHAPES)
]  # fmt: skip


def written(folder: Path, parts: dict[str, str]) -> Path:
    path = folder / "game.4th"
    path.write_text(GAME.format(**(PLAIN | parts)), encoding="utf-8")
    return path


def play(path: Path, native: bool) -> list[object]:
    """Return lists of some plies with the memory after each, then random games and counts."""
    game = loaded(path, native)
    processor = game.forth.processor
    first = at.MEMORY + at.DATA
    seen: list[object] = []
    state = game.new_game(seed=2)
    try:
        for ply in range(6):
            moves = [str(move) for move in state.moves()]
            memory = bytes(processor.bytes[first : first + 65536])
            seen.append((state.player, moves, state.outcome, memory))
            if not moves:
                break
            state.play(moves[ply * 7 % len(moves)])
        seen.append(len(state.moves()))  # machine code may have made this list before
        seen.append(game.playouts(20, plies=14, seed=4).results)
        seen.append(bytes(processor.bytes[first : first + 65536]))
        seen += [game.perft(depth) for depth in (1, 2, 3)]
    except forthgame.ScriptError as error:
        calls = [str(call) for call in error.chain]
        seen.append((error.message, str(error.place), error.word, error.stack, calls))
    seen.append(bytes(processor.bytes[first : first + 65536]))
    return seen


@pytest.mark.parametrize(("words", "shape"), CASES)
@pytest.mark.sampled(7)
def test_words_that_ask_first_do_what_they_do_interpreted(
    tmp_path: Path, words: str, shape: str
) -> None:
    """Moves, results, errors and variables are those of the interpreter."""
    path = written(tmp_path, SHAPES[shape] | {"words": WORDS[words]})
    assert play(path, native=True) == play(path, native=False)


LONG = {
    "one question": "empty? IF go ENDIF",
    "a direction": "n IF enemy? IF go ENDIF ENDIF back",
    "a direction that is not asked": "n DROP empty? NOT verify back",
    "flags of flags": "empty? enemy? OR empty? AND NOT verify",
}


@pytest.mark.parametrize("asked", LONG)
@pytest.mark.sampled(4)
def test_words_may_ask_on_and_on(tmp_path: Path, asked: str) -> None:
    """There are a hundred and thirty tests."""
    words = f": take {f'{LONG[asked]} ' * 130} e verify go ; : walk count ++ n verify go ; "
    path = written(tmp_path, {"words": words + ": hop s verify empty? verify go ;"})
    assert play(path, native=True) == play(path, native=False)


ASKING = ("{way} verify", "{way} DROP", "empty? verify", "enemy? verify", "friend? NOT verify",
          "{way} empty? AND verify", "{way} IF enemy? IF {doing} ENDIF ENDIF back",
          "{n} {v} !", "{v} @ {n} = verify", "turn-number {n} > verify", "here DROP",
          "{way} friend? OR IF {doing} ELSE {n} {v} ! ENDIF back", "{v} ++", "far",
          "empty? enemy? OR verify", "TRUE verify", "{n} DUP {v} ! 2 > verify")  # fmt: skip
DOING = ("go", "{v} ++ go", "{v} @ count +! go", "count ++", "$Exit", "{n} {v} ! go")


def random_word(random: Random, name: str, most: int) -> str:
    """Return a word with tests and stores, up to a number, and then an effect."""
    text = " ".join(random.choices(ASKING, k=random.randint(1, most))) + " {doing}"
    while "{" in text:
        text = text.replace("{doing}", random.choice(DOING), 1)
        text = text.replace("{way}", random.choice("nsew"), 1)
        text = text.replace("{v}", random.choice(("v1", "v2")), 1)
        text = text.replace("{n}", str(random.randint(0, 4)), 1)
    return f": {name} {text} ;"


SEEDS = [pytest.param(k, marks=[] if k < 4 else pytest.mark.slow) for k in range(150)]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", SEEDS)
def test_random_words_are(tmp_path: Path, seed: int) -> None:
    """This holds for random tests, with stores before or after them."""
    random = Random(seed)
    most = 12 if seed % 4 == 3 else 4
    words = " ".join(random_word(random, name, most) for name in ("take", "walk", "hop"))
    shape = SHAPES[random.choice([*SHAPES, "small", "small"])]
    path = written(tmp_path, shape | {"words": words})
    assert play(path, native=True) == play(path, native=False)
