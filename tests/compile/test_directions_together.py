"""Words with one copy for all directions: machine code gives the interpreter's results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import forthgame
from forthgame.compile.generation import Optimisation, without

GAME = """
{{board 5 5 {{grid}} {{variable}} seen board}}
{{directions
  0 1 {{direction}} e  0 -1 {{direction}} w  -1 0 {{direction}} n  1 1 {{direction}} se
directions}}
{{players {{player}} X {{player}} O players}}
{{symmetries {turned} symmetries}}
{{turn-order {{turn}} X {{turn}} O turn-order}}
VARIABLE way
{words}
{{moves ways {{move}} go moves}}
{{pieces {{piece}} man {{moves}} ways pieces}}
{{board-setup
  {{setup}} X man a1 {{setup}} X man c2 {{setup}} O man b4 {{setup}} O man d5
board-setup}}
"""
STEP = "IF friend? NOT IF from here move add-move ENDIF ENDIF back"
ALL = "['] e way-on ['] w way-on ['] n way-on ['] se way-on"
LONG = "0 DROP " * 150  # more than in a word that is copied for one direction
WORDS = {
    "long": f": way-on ( 'dir -- ) {LONG} EXECUTE {STEP} ; : go ( -- ) {ALL} ;",
    "slide": f""": way-on ( 'dir -- ) {LONG}
        BEGIN DUP EXECUTE IF empty? ELSE FALSE ENDIF WHILE from here move add-move REPEAT
        DROP enemy? IF from here move add-move ENDIF back ; : go ( -- ) {ALL} ;""",
    "inner": f""": on ( 'dir -- ? ) EXECUTE ; : way-on ( 'dir -- ) {LONG} on {STEP} ;
        : go ( -- ) {ALL} ;""",
    "two": f""": both ( 'dir 'other -- ) {LONG} EXECUTE IF EXECUTE ELSE DROP FALSE ENDIF {STEP} ;
        : go ( -- ) ['] e ['] n both ['] n ['] e both ['] se ['] w both ['] w ['] w both ;""",
    "chosen": f": go ( -- ) here 2 MOD IF ['] e ELSE ['] n ENDIF EXECUTE {STEP} ;",
    "chosen of three": f""": go ( -- ) here 3 MOD DUP 0= IF DROP ['] e ELSE 1 = IF ['] se ELSE
        ['] n ENDIF ENDIF DUP EXECUTE {STEP} EXECUTE {STEP} ;""",
    "kept": f""": way-on ( 'dir -- ) {LONG} >R from to R@ EXECUTE IF R@ EXECUTE ELSE FALSE ENDIF
        {STEP} R> DROP ; : go ( -- ) {ALL} ;""",
    "compared": f""": way-on ( 'dir -- ) {LONG} DUP ['] n = IF DUP EXECUTE DROP ENDIF EXECUTE
        {STEP} ; : go ( -- ) {ALL} ;""",
    "either word": f""": stay ( -- ? ) FALSE ; : way-on ( 'dir -- ) {LONG} EXECUTE {STEP} ;
        : go ( -- ) {ALL} ['] stay way-on here 2 MOD IF ['] e ELSE ['] stay ENDIF way-on ;""",
    "recorded": f""": note ( 'dir -- ) seen ! ; : way-on ( 'dir -- ) {LONG} DUP EXECUTE IF empty? IF
        from here move COMPILE-LITERAL COMPILE note add-move ELSE DROP ENDIF ELSE DROP ENDIF back ;
        : go ( -- ) {ALL} ;""",
    "recursive": f""": far ( 'dir n -- ) {LONG} DUP IF OVER EXECUTE IF 1- RECURSE ELSE 2DROP ENDIF
        ELSE 2DROP from here <> {STEP} ENDIF ; : way-on ( 'dir -- ) 2 far back ;
        : go ( -- ) {ALL} ;""",
}
GOES_ALONG = {"(ALONG)", "(ALONG-SYMMETRIC)"}


def cases(words: Mapping[str, str], quick: tuple[str, ...]) -> Iterator[object]:
    """Each kind of words for plain and for symmetric directions, of which most are slow."""
    for kind in words:
        yield pytest.param(kind, False, id=kind)
        mark = () if kind in quick else pytest.mark.slow
        yield pytest.param(kind, True, id=f"{kind}, symmetric", marks=mark)


def write(folder: Path, words: str, symmetric: bool = False) -> Path:
    """Write a game with some move words, with other directions for the second player if
    symmetric.
    """
    turned = "O {symmetry} e w O {symmetry} w e O {symmetry} n se" if symmetric else ""
    path = folder / "game.4th"
    path.write_text(GAME.format(words=words, turned=turned))
    return path


def played(path: Path, native: bool) -> list[object]:
    """Return the results of a game: numbers of moves, and the moves of one game."""
    with forthgame.load(path, native=native) as game:
        if game.native:
            game.native.prepare(wait=True, engines=False)
        found: list[object] = [game.perft(depth) for depth in (1, 2, 3)]
        state = game.new_game(seed=3)
        while not state.is_over and len(state.history) < 15:
            moves = state.moves()
            found.append([str(move) for move in moves])
            state.play(len(state.history) * 5 % len(moves))
        return [*found, state.to_text()]


def operations(path: Path) -> set[str]:
    """Names of the operations in a game's machine code."""
    with forthgame.load(path) as game:
        assert game.native is not None
        functions = game.native.builder.module(game.native._play).functions.values()
        return {i.name for function in functions for i in function.instructions.values()}


@pytest.mark.parametrize(("kind", "symmetric"), [*cases(WORDS, ("long", "two", "chosen"))])
@pytest.mark.sampled(8)
def test_a_word_goes_along_any_direction(tmp_path: Path, kind: str, symmetric: bool) -> None:
    path = write(tmp_path, WORDS[kind], symmetric)
    assert operations(path) & GOES_ALONG
    assert played(path, native=True) == played(path, native=False)


def test_short_words_have_a_copy_for_each_direction(tmp_path: Path) -> None:
    path = write(tmp_path, f": way-on ( 'dir -- ) EXECUTE {STEP} ; : go ( -- ) {ALL} ;")
    assert not operations(path) & GOES_ALONG
    with without(Optimisation.EACH):
        assert operations(path) & GOES_ALONG
        assert played(path, native=True) == played(path, native=False)


UNKNOWN = {
    "another word": f""": stay ( -- ? ) FALSE ; : go ( -- ) here 2 MOD
        IF ['] e ELSE ['] stay ENDIF EXECUTE {STEP} ;""",
    "fetched": f""": way-on ( 'dir -- ) {LONG} DUP way ! EXECUTE {STEP} way @ EXECUTE {STEP} ;
        : go ( -- ) {ALL} ;""",
    "worked out": f""": way-on ( 'dir -- ) {LONG} 1+ 1- EXECUTE {STEP} ; : go ( -- ) {ALL} ;""",
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", UNKNOWN)
def test_what_may_be_another_word_is_run_by_its_token(tmp_path: Path, kind: str) -> None:
    path = write(tmp_path, UNKNOWN[kind])
    assert not operations(path) & GOES_ALONG
    assert played(path, native=True) == played(path, native=False)


TAKEN = {  # `EXECUTE` of a known token, which is a call, takes the token off the stack
    "below": f""": way-on ( 'dir -- ) ['] n EXECUTE DROP EXECUTE {STEP} ; : go ( -- ) {ALL} ;""",
    "between": f""": nul ( -- ? ) FALSE ; : way-on ( 'dir -- ) ['] nul EXECUTE SWAP ['] n EXECUTE
        DROP EXECUTE OR {STEP} ; : go ( -- ) {ALL} ;""",
    "asked first": """: ask ( 'dir -- ? ) EXECUTE ;
        : go ( -- ) 0 ['] e ask DROP NOT IF from here move add-move ENDIF ;""",
    "asked of two": """: ask ( 'dir 'dir -- ? ) EXECUTE IF EXECUTE ELSE DROP FALSE ENDIF ;
        : go ( -- ) here ['] n ['] e ask
        IF 0 > IF from here move add-move ENDIF ELSE DROP ENDIF ;""",
}
BEGUN = {  # a word that begins with a direction does not count
    "a way": f""": ways ( -- ? ) e DROP n ; : go ( -- ) here 2 MOD IF ['] ways ELSE ['] w ENDIF
        EXECUTE {STEP} ;""",
    "a ray": f""": ray ( -- ? ) BEGIN e NOT UNTIL TRUE ;
        : way-on ( 'dir -- ) {LONG} EXECUTE {STEP} ;
        : go ( -- ) ['] ray way-on ['] n way-on ;""",
    "of one name": f""": e ( -- ? ) e IF w ELSE n ENDIF ;
        : way-on ( 'dir -- ) {LONG} EXECUTE {STEP} ;
        : go ( -- ) {ALL} ;""",
}


@pytest.mark.parametrize(("kind", "symmetric"), [*cases(TAKEN | BEGUN, ("below", "a way"))])
@pytest.mark.sampled(8)
def test_words_that_are_handed_tokens(tmp_path: Path, kind: str, symmetric: bool) -> None:
    path = write(tmp_path, (TAKEN | BEGUN)[kind], symmetric)
    wanted = played(path, native=False)
    assert played(path, native=True) == wanted
    with without(Optimisation.EACH):
        assert played(path, native=True) == wanted


@pytest.mark.parametrize("native", [True, False])
def test_an_error_behind_a_direction_has_its_place(tmp_path: Path, native: bool) -> None:
    words = f""": way-on ( 'dir -- ) {LONG} EXECUTE IF 1 0 / DROP ENDIF ;
        : go ( -- ) {ALL} ;"""
    path = write(tmp_path, words)
    with forthgame.load(path, native=native) as game:
        if game.native:
            game.native.prepare(wait=True, engines=False)
        with pytest.raises(forthgame.ScriptError) as caught:
            game.new_game().moves()
    assert "way-on" in str(caught.value)
    assert str(caught.value).splitlines()[0].startswith(f"{path}:10:")
