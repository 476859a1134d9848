"""Both tiers are bit-for-bit identical: random programs, errors in the middle, whole games."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

import forthgame
from forthgame.analysis.program import Program
from forthgame.compile.llvm.quick_build import EFFORT
from forthgame.compile.writer.ir_module import IrModule
from forthgame.machine.tiers.native_tier import NativeTier
from forthgame.words.registers import memory_layout as at

PRELUDE = """
VARIABLE v1 VARIABLE v2 8 [] cells  CREATE buffer 64 ALLOT
DEFER late DEFER unset
: twice ( n -- n ) DUP + ;
: low ( ? -- ) verify ;
: maybe ( n -- n ) DUP 3 > IF 1- ELSE 1+ ENDIF ;
: steep ( n -- n ) DUP 0> IF 1- RECURSE 1+ ELSE DROP 7 ENDIF ;
: bounded ( n -- n ) 15 AND ;
: pair <BUILDS , , DOES> DUP @ SWAP CELLSIZE + @ ;
3 4 pair couple
' twice IS late
"""
NUMBERS = st.sampled_from([0, 1, -1, 2, 3, 7, 12, 255, -8, 65536, 2147483647, -2147483648])
PLAIN = (  # noqa: SIM905
    "DUP DROP SWAP OVER ROT 2DUP 2DROP + - * / MOD /MOD */ */MOD 1+ 1- 2+ 2- 2* 2/ ABS NEGATE MIN "
    "MAX AND OR XOR INVERT NOT TRUE FALSE = <> < > <= >= 0= 0<> 0< 0> DEPTH PICK CELLS HERE "
    "twice maybe couple late"
).split()
RISKY = ["@", "!", "C@", "C!", "+!", "++", "EXECUTE", "unset", "low", "verify", "EXIT", "R>", "I"]
SNIPPETS = [
    "v1 @", "v1 !", "v2 ++", "v1 +!", "bounded cells @ drop-it", "bounded cells !", "5 v2 !",
    "buffer C@", "buffer 4 + C!", "buffer 8 7 FILL", "['] twice EXECUTE", "bounded steep",
    "['] 1+ EXECUTE", "['] couple EXECUTE", ">R R@ R> +", ">R 1 R> -", "2 PICK", "0 PICK",
    ".", "CR", "SPACE", ".\" text\"", "7 3 RAND-WITHIN", "0 9 RAND-WITHIN", "N>F", "2.5 F+ F>N",
    "1.5 0.5 F< ", "PAD 4 + PAD 2 CMOVE", "ringbuffer-add-item", "ringbuffer-remove-item",
]  # fmt: skip
SNIPPETS = [text.replace(" drop-it", " DROP") for text in SNIPPETS]


def programs(depth: int) -> st.SearchStrategy[str]:
    """Bodies of words, with control structures inside each other."""
    leaf = st.one_of(
        NUMBERS.map(str),
        st.sampled_from(PLAIN),
        st.sampled_from(SNIPPETS),
        st.sampled_from(PLAIN),
        st.sampled_from(RISKY),
    )
    if depth == 0:
        return st.lists(leaf, min_size=0, max_size=6).map(" ".join)
    inner = programs(depth - 1)
    block = st.one_of(
        leaf,
        inner,
        st.builds("IF {} ENDIF".format, inner),
        st.builds("IF {} ELSE {} ENDIF".format, inner, inner),
        st.builds("{} 0 DO {} LOOP".format, st.integers(0, 5), inner),
        st.builds("{} 0 DO I {} LOOP".format, st.integers(1, 5), inner),
        st.builds("bounded 1 DO {} LOOP".format, inner),
        st.builds("6 0 DO {} {} +LOOP".format, inner, st.integers(1, 3)),
        st.builds("3 0 DO 2 0 DO J {} LOOP LEAVE LOOP".format, inner),
        st.builds("4 >R BEGIN {} R> 1- DUP >R 0= UNTIL R> DROP".format, inner),
        st.builds("3 >R BEGIN R@ WHILE {} R> 1- >R REPEAT R> DROP".format, inner),
    )
    return st.lists(block, min_size=1, max_size=5).map(" ".join)


@dataclass
class Machines:
    """Two machines with the same words: one interprets, one has every word compiled."""

    plain: forthgame.Machine
    native: forthgame.Machine


@pytest.fixture(scope="module")
def shared() -> list[Machines]:
    """Return one pair for all examples: repeated definitions are part of the test."""
    return []


def fresh() -> Machines:
    """A new pair."""
    pair = Machines(forthgame.Machine(native=False), forthgame.Machine(native=False))
    pair.native.forth.processor.tier = NativeTier(pair.native.forth.processor)
    for machine in (pair.plain, pair.native):
        machine.run(PRELUDE)
    return pair


def observe(machine: forthgame.Machine, text: str) -> tuple[object, ...]:
    """Run a text: output, error with place and calls, stacks and memory."""
    processor = machine.forth.processor
    seen: tuple[object, ...]
    try:
        seen = (machine.run("7 SEED! ringbuffer-reset " + text), machine.stack)
    except forthgame.ScriptError as error:
        calls = [str(call) for call in error.chain]
        seen = (
            machine.output, error.number, error.message, str(error.place), error.word,
            error.stack, calls,
        )  # fmt: skip
    floats = processor.register(at.FSP)
    start = at.MEMORY + at.DATA
    end = at.MEMORY + processor.cell(at.A_DP)
    memory = bytes(processor.bytes[start:end])
    machine.forth.recover()
    return (*seen, floats, memory)


def compare(pair: Machines, body: str, numbers: list[int]) -> None:
    """Define the body as a word in both, compile it in one, run it in both."""
    for machine in (pair.plain, pair.native):
        machine.run(f": subject {body} ; : caller subject 5 ;")
    forth = pair.native.forth
    tier = forth.processor.tier
    assert tier is not None
    entries = [forth.word("subject").entry, forth.word("caller").entry]
    tier.compile(forth, entries)
    arguments = " ".join(map(str, numbers))
    for name in ("subject", "caller"):
        text = f"{arguments} {name} .S"
        assert observe(pair.native, text) == observe(pair.plain, text), body


GROWING = (
    "100000 0 DO I LOOP",
    "20000 0 DO I DUP LOOP",
    "100000 0 DO DROP LOOP",
    "DUP 0= IF 1 THEN " + "DUP IF DUP THEN " * 400,
)


@pytest.mark.parametrize("body", GROWING, ids=("items", "pairs", "drops", "branches"))
def test_a_stack_that_grows_stops_in_time(body: str) -> None:
    """No loop or row of branches writes beyond the stack, wherever the word began on it."""
    pair = fresh()
    for machine in (pair.plain, pair.native):
        machine.run(f": subject {body} ; : fill 0 DO 1 LOOP ;")
    forth = pair.native.forth
    forth.processor.tier.compile(forth, [forth.word("subject").entry])
    for below in (1, 15_000, 15_920, 16_100):
        text = f"{below} fill subject DEPTH ."
        assert observe(pair.native, text) == observe(pair.plain, text), below


@given(body=programs(2), numbers=st.lists(NUMBERS, max_size=5))
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
def test_random_words_agree(shared: list[Machines], body: str, numbers: list[int]) -> None:
    """Random words give the same output, stacks, memory and errors in both tiers."""
    if not shared or shared[0].plain.forth.code.top > 100_000:
        shared[:] = [fresh()]
    compare(shared[0], body, numbers)


@pytest.mark.slow
@given(body=programs(3), numbers=st.lists(NUMBERS, max_size=6))
@settings(max_examples=2500, deadline=None, suppress_health_check=list(HealthCheck))
def test_thousands_of_random_words_agree(
    shared: list[Machines], body: str, numbers: list[int]
) -> None:
    """There are thousands of words."""
    if not shared or shared[0].plain.forth.code.top > 100_000:
        shared[:] = [fresh()]
    compare(shared[0], body, numbers)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "body",
    [
        "BEGIN 1 FALSE UNTIL",
        "BEGIN DROP FALSE UNTIL",
        "BEGIN DUP >R FALSE UNTIL",
        "1 RECURSE",
        "1 2 3 RECURSE DROP",
        "steep 100000 steep",
        "0 10000 0 DO DUP LOOP DEPTH",
        "1000 0 DO ['] DUP EXECUTE LOOP",
        "20000 0 DO ['] DUP EXECUTE LOOP",
        "5 0 DO I . LOOP 1 0 /",
        "DROP DROP DROP 1 2 3",
        "DROP SWAP ROT OVER + DEPTH",
        "-5 @",
        "1 -5 !",
        "12 12582912 !",
        "12345 EXECUTE",
        "unset",
        "4000 0 DO I . LOOP",
        "R> DROP",
        "1 >R",
        "I .",
        "1 2 0 DO R> LOOP",
        "5 2 0 DO R> 3 +LOOP",
        "5 0 DO R> DROP LEAVE LOOP",
        "9 PICK",
        "DEPTH PICK",
        "-1 PICK",
        "FALSE verify 5",
        "3 0 DO I FALSE verify LOOP",
        "-2147483648 -1 / -2147483648 -1 MOD",
        "SP@ SP@ - RP@ RP@ -",
        "ABORT",
        "2 FDUP F.",
        "3 4 5 6 BEGIN 1 WHILE 1 2 3 4 5 6 7 DROP REPEAT",  # full in the middle of a turn
        "3 4 5 6 BEGIN ['] DUP EXECUTE WHILE 1 2 3 4 5 6 7 DROP REPEAT",
    ],
)
def test_hard_cases_agree(body: str) -> None:
    """Overflow, underflow, wild addresses and tokens raise the same error at the same place."""
    compare(fresh(), body, [1, 2])


MANY = "5 " * 150
MANY_ITEMS = {
    "dropped": f"{MANY} {'DROP ' * 150} .",
    "left": MANY,
    "taken": f"{MANY} {'+ ' * 140} . DEPTH",
    "beside branches": f"{MANY} {'v1 @ IF v1 ++ ELSE v2 ++ ENDIF ' * 20} {'+ ' * 149}",
    "where branches meet": f"DUP IF {MANY} ELSE {'6 ' * 150} ENDIF {'+ ' * 149} .",
    "in a loop": f"3 0 DO {MANY} {'DROP ' * 150} LOOP",
    "a loop around": f"{MANY} 4 0 DO I twice LOOP {'+ ' * 150}",
    "an error": f"{MANY} {'twice ' * 20} 0 / {'DROP ' * 150}",
    "an error behind": f"{MANY} {'DROP ' * 100} 0 / {'DROP ' * 50}",
    "words in words": f"{MANY} steep twice {'SWAP maybe + ' * 149} .",
    "return stack": f"{'DUP >R ' * 150} {'R> + ' * 150}",
    "an error above the return stack": f"{'1 >R ' * 100} 1 0 / {'R> DROP ' * 100}",
    "picked": f"1 2 3 {MANY} 60 PICK 7 PICK + . {'DROP ' * 150}",
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("body", MANY_ITEMS.values(), ids=MANY_ITEMS)
def test_many_items_agree(body: str) -> None:
    """Machine code holds few of them as values, and the rest in memory."""
    compare(fresh(), body, [1, 2])


GROWING_WORDS = {
    "items": ("1 v1 @ @ ", "DROP DROP "),
    "results": ("1 2 ", ""),
    "branches": ("1 2 v1 @ IF v2 ++ ENDIF ", "DROP DROP "),
    "return stack": ("v1 @ @ >R ", "R> DROP "),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("first", "then"), GROWING_WORDS.values(), ids=GROWING_WORDS)
def test_machine_code_is_as_long_as_the_word(first: str, then: str) -> None:
    """The length is not that of its items times its exits, each of which stores the items."""
    sizes = []
    for count in (150, 300):
        machine = forthgame.Machine(native=False)
        machine.run(f"VARIABLE v1 VARIABLE v2 : subject {first * count} {then * count} ;")
        forth = machine.forth
        program = Program(forth.code)
        apply = forth.processor.register(at.APPLY_CODE)
        module = IrModule(program, {forth.word("subject").entry}, apply, lambda token: None)
        sizes.append(len(module.text()))
    assert sizes[1] < 2.1 * sizes[0]


def test_an_error_below_a_word_that_was_taken_over_names_its_callers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Machine code has returned to the interpreter, which reaches the end of the stack."""
    monkeypatch.setattr(forthgame.machine.memory.processor, "CHUNK", 1 << 10)  # taken over soon
    seen = []
    for native in (False, True):
        machine = forthgame.Machine(native=native)
        machine.run("VARIABLE n : f BEGIN n ++ n @ 9000 > IF DROP ENDIF AGAIN ; : g 1 f 2 ;")
        with pytest.raises(forthgame.ScriptError) as stopped:
            machine.run(": h g ; h")
        tier = machine.forth.processor.tier
        assert (tier is not None and tier.taken_over) == native
        seen.append((stopped.value.number, [call.word for call in stopped.value.chain]))
    assert seen[0] == seen[1] == (-4, ["f", "g"])


@pytest.mark.parametrize("body", ["['] R> EXECUTE", "['] R> $SetPlayer", "['] taker EXECUTE"])
def test_a_word_run_by_a_known_token_takes_no_return_address(body: str) -> None:
    """The word is compiled, and called as if its token had been run."""
    pair = fresh()
    for machine in (pair.plain, pair.native):
        machine.run(f": taker R> ; : subject {body} 5 ;")
    forth, tier = pair.native.forth, pair.native.forth.processor.tier
    assert tier is not None
    tokens = [forth.word(name).token for name in ("R>", "taker", "subject")]
    tier.compile(forth, [forth.word("subject").entry], tokens)
    assert observe(pair.native, "1 2 subject .S") == observe(pair.plain, "1 2 subject .S")


@pytest.mark.parametrize(
    "name",
    [
        "tictactoe",
        *(
            pytest.param(name, marks=pytest.mark.slow)
            for name in ("connectfour", "breakthrough", "splut", "splut/duel")
        ),
    ],
)
def test_games_agree(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Random games, counts and random playouts agree in both tiers, in optimised code."""
    monkeypatch.setenv(EFFORT, "2")
    games = [forthgame.load(name, native=False), forthgame.load(name)]
    assert games[1].native is not None
    games[1].native.prepare(wait=True, engines=False)
    assert not games[1].native.refused
    states = [game.new_game(seed=5) for game in games]
    for ply in range(60):
        lists = [[str(move) for move in state.moves()] for state in states]
        assert lists[0] == lists[1]
        assert states[0].outcome == states[1].outcome
        if states[0].outcome or not lists[0]:
            break
        for state in states:
            state.play(lists[0][ply * 7 % len(lists[0])])
        assert states[0].fingerprint == states[1].fingerprint
    assert games[0].perft(4) == games[1].perft(4)
    results = [game.playouts(60, seed=3) for game in games]
    assert (results[0].plies, results[0].results) == (results[1].plies, results[1].results)


def test_an_engine_agrees() -> None:
    """The script's own engine chooses the same moves with the same scores."""
    games = [forthgame.load("splut/duel", native=False), forthgame.load("splut/duel")]
    assert games[1].native is not None
    games[1].native.prepare(wait=True, engines=False)
    states = [game.new_game(seed=2) for game in games]
    for _ in range(12):
        if states[0].outcome:
            break
        chosen = [state.search(depth=3) for state in states]
        assert (chosen[0].move, chosen[0].score) == (chosen[1].move, chosen[1].score)
        for state, result in zip(states, chosen, strict=True):
            state.play(result.move)
