"""Vocabularies, headers and FORGET: the meanings of names, and the links between headers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import forthgame
from forthgame.words.table.dictionary import Word

SHELVES = """
: item 1 ;
VOCABULARY left VOCABULARY right
left DEFINITIONS : item 2 ; : only-left 3 ; : both item only-left + ;
right DEFINITIONS : item 4 ;
FORTH DEFINITIONS
"""


@pytest.fixture
def machine() -> forthgame.Machine:
    """A machine with two vocabularies besides the base."""
    made = forthgame.Machine(native=False)
    made.run(SHELVES)
    return made


def names_from(machine: forthgame.Machine, address: str) -> list[str]:
    """The first names on a chain of links."""
    machine.run(f": chain {address} 4 0 DO DUP @ TYPE SPACE NFA>LFA @ LOOP DROP ; ")
    try:
        return machine.run("chain").split()
    finally:
        machine.run("FORGET chain")


@pytest.mark.parametrize(
    ("order", "number"), [("FORTH", 1), ("left", 2), ("right", 4), ("left right", 4)]
)
def test_the_search_begins_in_the_context(
    machine: forthgame.Machine, order: str, number: int
) -> None:
    """A vocabulary's name puts it first; the base follows."""
    assert machine.run(f"{order} item . 2 DUP + . FORTH") == f"{number} 4 "


def test_a_word_of_another_vocabulary_is_unknown(machine: forthgame.Machine) -> None:
    """The message does not suggest it."""
    for order in ("FORTH", "right"):
        with pytest.raises(forthgame.ScriptError, match="unknown word 'only-left'") as caught:
            machine.run(f"{order} only-left")
        assert "only-left" not in caught.value.hint
    assert machine.run("left only-left . FORTH") == "3 "


def test_compiled_words_keep_their_meaning(machine: forthgame.Machine) -> None:
    """The context at run time does not matter."""
    assert (
        machine.run("left ' both FORTH EXECUTE . right ' item FORTH EXECUTE . item .") == "5 4 1 "
    )


def test_what_is_being_defined_is_searched_too(machine: forthgame.Machine) -> None:
    """The vocabulary of CURRENT follows that of CONTEXT."""
    machine.run("left DEFINITIONS FORTH : sum item only-left + ;")
    assert machine.run("sum . FORTH DEFINITIONS") == "4 "


def test_links_lead_through_a_vocabulary(machine: forthgame.Machine) -> None:
    """The search ends at its own header, in the base."""
    assert names_from(machine, "[ left CONTEXT @ FORTH ] LITERAL @") == [
        "both", "only-left", "item", "left",
    ]  # fmt: skip
    assert names_from(machine, "LATEST NFA>LFA @") == ["right", "left", "item", "axiomFence"]


def test_forget_takes_the_words_of_every_vocabulary(machine: forthgame.Machine) -> None:
    """Later words are gone; the links are those of before."""
    machine.run("left FORGET only-left FORTH")
    assert machine.run("left item . CONTEXT @ @ @ TYPE right item . CONTEXT @ @ @ TYPE FORTH") == (
        "2 item1 right"
    )
    machine.run("FORGET right")
    assert machine.run("left item . CONTEXT @ @ @ TYPE FORTH LATEST @ TYPE") == "1 leftleft"
    machine.run("FORGET item")
    with pytest.raises(forthgame.ScriptError, match="unknown word 'left'"):
        machine.run("left")
    assert machine.run(": item 9 ; item . LATEST @ TYPE") == "9 item"


def test_the_vocabulary_in_use_may_be_forgotten(machine: forthgame.Machine) -> None:
    """The base takes its place."""
    machine.run("right DEFINITIONS FORTH FORGET left")
    assert machine.run("CONTEXT @ CURRENT @ = . : fresh 5 ; fresh . LATEST @ TYPE") == "-1 5 fresh"


@pytest.mark.parametrize("value", ["0", "-1", "12345", "PAD", "HERE"])
def test_nonsense_in_the_variables_means_the_base(machine: forthgame.Machine, value: str) -> None:
    """A script may store anything there."""
    machine.run(f"{value} CONTEXT ! {value} CURRENT !")
    assert machine.run("item . : extra 7 ; extra . FORTH DEFINITIONS extra .") == "1 7 7 "


def test_redefinitions_inside_a_vocabulary(machine: forthgame.Machine) -> None:
    """The newest counts, and FORGET brings the one before back."""
    machine.run("left DEFINITIONS : item item 10 * ;")
    assert machine.run("item .") == "20 "
    assert machine.run("FORGET item item . FORTH DEFINITIONS item .") == "2 1 "


def test_headers_of_every_kind_of_word(machine: forthgame.Machine) -> None:
    """Name, token and data of a word are found from each other."""
    machine.run("VARIABLE cell 7 cell ! 5 CONSTANT five DEFER later 3 [] row : colon ;")
    for name in ("cell", "five", "later", "row", "colon", "DUP", "IF", "$pos", "LIT"):
        assert machine.run(f"' {name} CFA>NFA @ TYPE ' {name} DUP CFA>PFA PFA>NFA NFA>CFA = .") == (
            f"{name}-1 "
        )
    assert machine.run("' cell CFA>PFA @ . ' five CFA>NFA NFA>PFA @ .") == "7 5 "


class Counted(list[Word]):
    """Count how often words are iterated over from the newest on."""

    passes = 0

    def __reversed__(self) -> Iterator[Word]:
        self.passes += 1
        return super().__reversed__()


def test_forgetting_goes_through_the_words_once() -> None:
    """The number of vocabularies does not matter."""
    machine = forthgame.Machine(native=False)
    machine.run(" ".join(f"VOCABULARY v{k}" for k in range(20)) + " : x ;")
    words = machine.forth.dictionary.words = Counted(machine.forth.dictionary.words)
    machine.run("FORGET x")
    assert words.passes == 1
    machine.run("FORGET v1")
    assert len(machine.forth.dictionary.vocabularies) == 2  # the base and v0
    assert machine.run("v0 DEFINITIONS : x 5 ; FORTH DEFINITIONS v0 x .") == "5 "


def test_a_vocabulary_stays_if_one_at_the_same_address_is_forgotten() -> None:
    """A script may move DP, so that both have the same memory."""
    machine = forthgame.Machine(native=False)
    machine.run("HERE VOCABULARY a DP ! VOCABULARY b FORGET b")
    dictionary = machine.forth.dictionary
    word = dictionary.find("a")
    assert word is not None
    assert word.parameter in dictionary.vocabularies
