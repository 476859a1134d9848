"""A line that fails at the prompt changes nothing: no memory, words, code or declarations."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import pytest
from rich.console import Console

import forthgame
from forthgame.base.errors import ScriptError
from forthgame.rules.checkpoint import Checkpoint
from forthgame.ui.repl.session import Session
from forthgame.words.registers import memory_layout as at

LINES = (
    ": one 1 ; : two one one + ; two",
    "VARIABLE v 5 v ! 7 CONSTANT c c",
    "CREATE t 1 , 2 , 3 , : const CREATE , DOES> @ ; 4 const four four",
    "5 kept ! 6 more 4 + !",
    "DEFER later ' DUP IS later 3 later",
    "' DUP IS waiting",
    "VOCABULARY mine mine DEFINITIONS : hidden 1 ;",
    "FORGET kept",
    "FORGET advance",
    "IMMEDIATE",
    "16 BASE !",
    "1 >R 2 >R",
    "1.5 2.5 F+ F.",
    "{board 3 3 {grid} {variable} extra board}",
    "{board 3 3 {grid}",
    "{directions 1 1 {direction} askew",
    "{players {player} Other {player} Another players}",
    "{turn-order {turn} Black {for-player} White turn-order}",
    "{pieces {piece} knight 7 {value} pieces}",
    "{moves others {move} slant-east {move-type} bold moves} {move-priorities",
    "{board-setup",
    "{symmetries White {symmetry} north south symmetries}",
    "White man OR e5 (add-piece) Black $player !",
    "White White 0 $GenerateMoves $CloneBoard",
    ": OnIsGameOver #DrawScore ; : OnFriends? 2DROP TRUE ;",
    ": half-open IF 1 ELSE",
    ": other [ 1 2",
    "RANDOMIZE 5 RAND 1000 0 DO I LOOP",
    '." said" CR',
    "$passTurnForced ON",
)
ENDINGS = ("1 0 /", "nosuch", "DROP DROP DROP DROP DROP", "QUIT", 'ABORT" enough"')


@pytest.fixture(scope="module")
def session() -> Session:
    """A session with words and values of its own."""
    quiet = Console(file=io.StringIO())
    found = Session("breakthrough", native=False, console=quiet, errors=quiet)
    for line in ("VARIABLE kept 3 kept !", "CREATE more 1 , 2 , 3 ,", "DEFER waiting",
                 "' SWAP IS waiting", "1 2 3.5"):  # fmt: skip
        found.run_forth(line)
    return found


def everything(session: Session) -> Any:
    """Return all that a line may change, comparable."""
    taken = Checkpoint(session.forth)
    forth, declared = session.forth, session.forth.game
    words = [str(word) for word in forth.dictionary.words[forth.fence :]]
    names = {name: str(forth.dictionary.find(name)) for name in forth.dictionary.names()}
    code = list(forth.processor.code[: forth.code.top])
    parts = [sorted((k, str(v)) for k, v in vars(declared).items() if k != "forth")]
    parts += [sorted((k, str(v)) for k, v in vars(p).items()) for p, _ in taken._parts[1:]]
    top, tokens, *origins = forth.code.remember()
    places = top, len(tokens), origins, forth.lasting
    kept = session.stacks.items, session.stacks.floats, session.position.fingerprint
    return taken._memory, words, names, code, parts, kept, forth.pool, places


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("ending", "lines"),
    [
        *((ending, LINES[k % 2 :: 2]) for k, ending in enumerate(ENDINGS)),
        *(pytest.param(ending, LINES, marks=pytest.mark.slow) for ending in ENDINGS),
    ],
)
def test_a_line_that_fails_has_not_happened(
    session: Session, ending: str, lines: Sequence[str]
) -> None:
    """This holds for any text before the mistake, alone and one after the other."""
    session.load_machine()
    before = everything(session)
    session.load_machine()
    for line in lines:
        failures = session.failures
        session.execute(f"{line} {ending}")
        assert session.failures == failures + 1 or session.is_open, line
        if session.is_open:  # the mistake itself was compiled, or skipped
            session.abandon()
        after = everything(session)
        for what, one, other in zip(
            ("memory", "words", "names", "code", "declaration", "session", "pool", "places"),
            before, after, strict=True,
        ):  # fmt: skip
            assert one == other, f"{what} differs behind: {line} {ending}"


def test_what_succeeds_stays(session: Session) -> None:
    """A check that the test above can fail."""
    session.load_machine()
    before = everything(session)
    session.execute("4 kept !")
    assert everything(session) != before
    session.execute(": fresh 1 ;")
    assert everything(session)[1] != before[1]


def test_the_token_of_a_word_that_has_not_happened_is_none(session: Session) -> None:
    """A program that has stored it cannot run the word."""
    session.load_machine()
    checkpoint = Checkpoint(session.forth)
    session.run_forth(": fresh 1 ;")
    token = session.forth.dictionary.words[-1].token
    checkpoint.restore()
    with pytest.raises(ScriptError, match="not the token of a word in `EXECUTE`"):
        session.run_forth(f"{token} EXECUTE")
    checkpoint.restore()


def test_machine_code_of_a_word_that_has_not_happened_is_forgotten() -> None:
    """This also holds if a new word gets the number of a forgotten one."""
    machine = forthgame.Machine(native=True)
    forth = machine.forth
    machine.run("VARIABLE q : a 1 q ! ;")
    old, checkpoint = forth.dictionary.words[-1], Checkpoint(forth)
    machine.run("FORGET a : b 2 q ! ;")
    new, tier = forth.dictionary.words[-1], forth.processor.tier
    assert (new.index, new.entry > old.entry) == (old.index, True)
    assert tier is not None
    tier.compile(forth, [new.entry], [new.token])
    native = (at.NATIVE_WORDS >> 3) + new.index
    assert forth.processor.i64[native] == tier.quick[new.entry]
    checkpoint.restore()
    assert forth.processor.i64[native] == 0
    assert new.entry not in {*tier.quick, *tier.addresses}


def test_names_of_forgotten_words_take_little_memory() -> None:
    """Code survives FORGET, and with it the name of its word."""
    machine = forthgame.Machine(native=False)
    machine.run(f": {'x' * 3000} ; FORGET {'x' * 3000}")
    assert max(map(len, machine.forth.code.owners)) <= 200
