"""Decide whether moves can be counted without building a list.

A move word that changes nothing but its position returns the same moves each time, so a drawn move
can be made afterwards. All move words must be of this kind, no move may be removed from a list
later, and words that run while the list exists may use only its number of moves. Counting pays if
the words are short: random games of Splut!, whose words have 380 instructions, took a third longer.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from forthgame.analysis.effect_summary import Summary
from forthgame.analysis.function import Function
from forthgame.analysis.instruction import HOSTS
from forthgame.analysis.program import Program
from forthgame.analysis.write_before_read import Scratch
from forthgame.base.source import LANGUAGE
from forthgame.compile.generation import (
    AS_RUN,
    Optimisation,
    first_change,
    said_of,
    used,
    written_by,
)
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.rules.declaration.declaration import Declaration
from forthgame.rules.facts.attack_tables import copied_for_legality, words_of_moves
from forthgame.rules.facts.engine_roots import (
    GENERATING,
    copy_with_tokens,
    endings_of,
    events,
    move_words,
    own_events,
    reached,
    run_move_words,
)
from forthgame.rules.facts.liveness import (
    LIST_READING,
    NEEDING_ALL,
    after_a_list,
    are_written_first,
    never_read,
    read_nothing_stored,
)
from forthgame.words.effect_sets import (
    CHANGING_BOARD,
    CHANGING_TURN,
    COMMITTING,
    PASSING_ONCE,
    WRITING,
)
from forthgame.words.lists.legality_checks import FOUND
from forthgame.words.registers import extension_registers, memory_layout as at
from forthgame.words.word_sets import GOING_ON, RINGS, UNBOUNDED, rows_where

NUMBERS = frozenset(("move-count", "stalemate?", "$GenerateMoves"))
RECORDED = (at.A_LAST, at.A_MOVE_ADDRESS)  # cells that recording a move changes
COUNTED_CHOICES = (
    extension_registers.PREFER | extension_registers.UNIQUE | extension_registers.RANK
)  # bits of SELECTS
BETWEEN = ("OnIsGameOver", "OnIsTerminal?")  # run after counting, before a move is made
MOVING = CHANGING_BOARD | CHANGING_TURN  # may change the position or the turn
Read = tuple[set[int], set[int], Program]
LONG_TO_REPEAT = 300  # instructions of all move words
TURN_CELLS = frozenset(range(at.A_TURN_OFFSET, at.A_PASSED + 1, at.CELL))  # cells of turn and move


class MoveScratch(NamedTuple):
    """The variables that move words store into.

    `first` is true if they certainly write them before they read them. Otherwise this shows only
    if the words are read with the values on each path.
    """

    variables: frozenset[int]
    first: bool


class _Listed(Exception):
    """The reason why moves have to be recorded, and the code cell that causes it, or -1."""

    def __init__(self, why: str, cell: int = -1) -> None:
        super().__init__(why)
        self.cell = cell


class _AskedAboutAll(_Listed):
    """The reason that OnIsLegal? leaves traces, or that something else needs all moves."""


def prepare_counting(forth: Forth, declaration: Declaration) -> None:
    processor = forth.processor
    read = cache(lambda: _read(forth, declaration))  # only if needed
    scratch: MoveScratch | None = None
    counted = judges_keep_lists = 0
    try:
        scratch, makes_lists = _require_countable(forth, declaration, read)
        counted = _how_counted(forth, declaration, scratch)
        judges_keep_lists = 0 if makes_lists else -1
    except _Listed:
        pass  # moves are recorded
    places = sorted(scratch.variables) if scratch else []
    others = extension_registers.ONLY_DRAWN | extension_registers.ONLY_READ
    tallied = counted > 0 and counted & others != 0  # otherwise moves are recorded
    there = declaration.has_all_words() and not processor.register(
        extension_registers.OPENING_CHANGES
    )
    leaves = (scratch is not None and not tallied) or (
        there and not _plainly_listed(forth, declaration) and _leaves_counted(forth, read)
    )
    processor.set_registers(
        {
            extension_registers.JUDGES_KEEP_LISTS: judges_keep_lists,
            extension_registers.REPEATABLE: 0 if scratch is None or tallied else -1,
            extension_registers.COUNTABLE: counted,
            extension_registers.SCRATCH_COUNT: len(places),
            extension_registers.SCRATCH_PLACES: forth.store_cells([*places, *places])
            if places
            else 0,
            extension_registers.LEAVES_COUNTABLE: -1 if leaves else 0,
            extension_registers.EACH_COUNTED: -1 if _is_counted_for_each(forth, declaration) else 0,
        }
    )


def _how_counted(forth: Forth, declaration: Declaration, scratch: MoveScratch) -> int:
    """Return how the lists of a game are counted whose moves may be counted.

    Words run again for a move that is drawn and perhaps rejected would cost more than a list.
    """
    read = 0 if scratch.first else extension_registers.ONLY_READ
    if forth.processor.register(extension_registers.INVARIANT):
        return extension_registers.ONLY_TALLIED | extension_registers.ONLY_DRAWN | read
    if read:
        return extension_registers.ONLY_TALLIED | read
    return -1 if _are_short(forth, declaration) else extension_registers.ONLY_TALLIED


def _are_short(forth: Forth, declaration: Declaration) -> bool:
    """Return whether repeating the word of a move costs less than recording all moves."""
    words = forth.program.reachable(move_words(declaration))
    return sum(len(word.instructions) for word in words) <= LONG_TO_REPEAT


def _is_counted_for_each(forth: Forth, declaration: Declaration) -> bool:
    """Return whether the result of the player to move does not determine the winners."""
    able = {
        player.code for player in declaration.players if not player.neutral and not player.chance
    }
    others = any(turn.player not in able for turn in declaration.turns)
    return (
        len(able) > 2 or others or bool(forth.processor.register(extension_registers.ENDING_COUNT))
    )


def why_listed(forth: Forth, declaration: Declaration) -> tuple[str, int]:
    """Return why the moves of a game are not counted, and the code cell that causes it, or -1."""
    try:
        _require_countable(forth, declaration, lambda: _read(forth, declaration))
    except _AskedAboutAll as reason:
        asked = _looks_at_list(forth, declaration) or reason
        return str(asked), asked.cell
    except _Listed as reason:
        return str(reason), reason.cell
    return "", -1


def _looks_at_list(forth: Forth, declaration: Declaration) -> _Listed | None:
    """Return the word after a list that looks at its moves, if there is one, as the reason."""
    making = words_of_moves(forth, declaration, forth.program)
    copied = copied_for_legality(forth, declaration, making)
    found = after_a_list(forth, copied, making)
    if not found.may(NEEDING_ALL):
        return None
    why = "OnIsLegal? is asked about all moves, as {} may look at the moves of the list"
    return _first(found, NEEDING_ALL, why)


def _require_countable(
    forth: Forth, declaration: Declaration, read: Callable[[], Read]
) -> tuple[MoveScratch, bool]:
    """Return the variables that counting restores, and whether words make lists of moves.

    Raises _Listed if the moves may not be counted.
    """
    if not declaration.has_all_words():
        raise _Listed("a move word has been forgotten")
    if forth.processor.register(extension_registers.OPENING_CHANGES):
        entry = forth.word("OnGenerateMoves").entry
        raise _Listed("OnGenerateMoves may change the position", entry)
    _require_no_choice(forth, declaration)
    words, endings, program = read()
    judging = events(forth) | endings
    program.reachable(words)
    found = reached(forth, program, words | judging, GENERATING, tokens=True)
    looking = LIST_READING - NUMBERS
    if found.may(looking) or _asks_how_run(forth, found):
        raise _first(found, looking | AS_RUN, "{} may look at the moves of the list")
    if found.may((), at.A_PASSED):  # a word that is run again finds no earlier pass
        raise _Listed("a word looks whether there has been a pass")
    passing = next((entry for entry in words if _passes_and_moves(program, entry)), None)
    if passing is not None:
        raise _Listed("a word passes, and adds other moves too", passing)
    scratch = _scratch(forth, program, words, judging | own_events(forth), found)
    for entry in words:
        change = first_change(entry, program.functions, scratch.variables)
        if change is not None:
            name, cell = change
            raise _Listed(said_of(name), cell)
    if not _alike_afterwards(forth, program, words, endings | events(forth, BETWEEN)):
        judged = forth.word("OnIsGameOver").entry
        raise _Listed("what judges a position changes what move words read", judged)
    return scratch, _makes_lists(forth, found)


def _require_no_choice(forth: Forth, declaration: Declaration) -> None:
    processor = forth.processor
    if not used(Optimisation.COUNTED):
        raise _Listed("counting is switched off")
    _require_drawn(forth)
    selects = processor.register(extension_registers.SELECTS)
    if selects & extension_registers.ON_MOVES:
        raise _Listed("OnMoves may strike moves", forth.word("OnMoves").entry)
    if selects:
        choosing = rows_where(lambda row: bool(row.selects & selects))
        called = forth.program.called(move_words(declaration), Function.framed)
        own = Summary(forth.program, called)
        removing = selects & ~extension_registers.RANK
        why = "{} may take moves out of the list" if removing else "{} is kept with each move"
        raise _first(own, choosing, why)
    if processor.register(extension_registers.WEIGHTED):
        raise _Listed("moves are drawn by their weights")
    if processor.register(extension_registers.CHOICE_CELL):
        raise _Listed("players choose together")


def _require_drawn(forth: Forth) -> None:
    """Raise _Listed if OnIsLegal? may not be asked only about a move that is drawn.

    That move is made by running its word again, so what is asked must leave nothing behind.
    """
    register = forth.processor.register
    if not register(extension_registers.INVARIANT):
        return
    asked = forth.word("OnIsLegal?").entry
    if register(extension_registers.CHECK_MODE_LIMIT) < FOUND:
        raise _AskedAboutAll("OnIsLegal? is asked about all moves, as it leaves traces", asked)
    if register(at.PRIORITIES):
        raise _Listed("OnIsLegal? is asked about moves that have priorities", asked)
    if register(at.OPENS):
        raise _Listed("OnIsLegal? is asked after OnGenerateMoves", asked)


def _first(found: Summary, names: frozenset[str], sentence: str) -> _Listed:
    """Return a reason with the first use of some operations in functions.

    Operations in the script come before those of the language.
    """
    code = found.program.code
    here = []
    for function in found.functions:
        for each in function.instructions.values():
            if each.name in names:
                token = code.token(each.place)
                own = token is not None and token.source.name != LANGUAGE
                name = HOSTS[each.operand].name if each.name == "(HOST)" else each.name
                here.append((not own, each.place, name))
    if not here:
        return _Listed("a word looks at the moves of the list")
    _, cell, name = min(here)
    return _Listed(sentence.format(name), cell)


def _read(forth: Forth, declaration: Declaration) -> Read:
    words = move_words(declaration)
    endings = endings_of(forth)
    program = Program(forth.code, {at.COALITIONS: forth.processor.register(at.COALITIONS)})
    copy_with_tokens(forth, program, words | events(forth) | endings)
    return words, endings, program


def _plainly_listed(forth: Forth, declaration: Declaration) -> bool:
    program = forth.program
    called = Summary(program, program.called(move_words(declaration)))
    return called.may((LIST_READING - UNBOUNDED) | GOING_ON | AS_RUN)


def _leaves_counted(forth: Forth, read: Callable[[], Read]) -> bool:
    """Return whether moves may be counted if only their number is wanted.

    The words run with all their effects, as if their moves were recorded. So they must not read
    recorded moves or make lists. Preferences are compared while moves are counted if nothing else
    removes moves from a list or adds some.
    """
    processor = forth.processor
    chosen = processor.register(extension_registers.SELECTS) & ~COUNTED_CHOICES
    others = (extension_registers.INVARIANT, extension_registers.CHOICE_CELL, at.PRIORITIES)
    if chosen or any(map(processor.register, others)) or not used(Optimisation.LEAVES):
        return False
    words, endings, program = read()
    making = reached(forth, program, words, GENERATING, tokens=True)
    if _makes_lists(forth, making) or making.may(LIST_READING | GOING_ON):
        return False
    judged = reached(forth, program, events(forth) | endings, GENERATING, tokens=True)
    if judged.may(LIST_READING - NUMBERS):
        return False
    return not _asks_how_run(forth, making) and not _asks_how_run(forth, judged)


def _asks_how_run(forth: Forth, found: Summary) -> bool:
    """Return whether functions may read recorded moves or the address of such a cell.

    True also if they read the depth of the stacks, which depends on the caller.
    """
    known = any(found.may(AS_RUN, cell) for cell in RECORDED)
    return known or "$lastPos" in forth.game.kept.named


def _passes_and_moves(program: Program, entry: int) -> bool:
    """Return whether a word adds `Pass`, which counts once in a list, and other moves too.

    Run again for one of these, it would pass although it did not the first time.
    """
    called = program.called({entry}, Function.framed)
    adding = [i.name for f in called for i in f.instructions.values() if i.name in COMMITTING]
    return len(adding) > 1 and not PASSING_ONCE.isdisjoint(adding)


def _makes_lists(forth: Forth, found: Summary) -> bool:
    return found.may(("$DeallocateMoves",)) or run_move_words(forth, found)


def _scratch(
    forth: Forth, program: Program, words: set[int], judging: set[int], found: Summary
) -> MoveScratch:
    """Return the variables if all uses may write them before they read them, else none.

    Variables that are only stored into make no difference.
    """
    variables = written_by(words, program.functions)
    if not variables:
        return MoveScratch(variables, True)
    read = variables - never_read(forth, variables)

    def first(entries: set[int], within_tables: bool) -> bool:
        return are_written_first(
            forth, program, entries, found, Scratch(read), (), variables - read, within_tables
        )

    proven = first(words | judging, within_tables=False)
    known = proven or (used(Optimisation.TALLIED) and first(judging, within_tables=True))
    return MoveScratch(variables, proven) if known else MoveScratch(frozenset(), True)


def _alike_afterwards(forth: Forth, program: Program, words: set[int], between: set[int]) -> bool:
    """Return whether move words find the same values after the game has been judged."""
    judged = reached(forth, program, between, GENERATING, tokens=True)
    if judged.may(MOVING):
        return False
    if not judged.may(WRITING | RINGS):
        return True
    if not TURN_CELLS.isdisjoint(judged.addresses):
        return False
    moving = reached(forth, program, words, (), tokens=True)
    return read_nothing_stored(forth, program, between, words, moving)
