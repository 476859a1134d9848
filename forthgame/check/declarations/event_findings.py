"""Findings about events and endings: late or skipped stores, missing callers and results."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from itertools import pairwise

from forthgame.analysis.dataflow import closure
from forthgame.analysis.effect_summary import NAMED, ON_BOARD, AddressKind, accesses
from forthgame.analysis.function import Function
from forthgame.analysis.program import Program
from forthgame.base.errors import ScriptError
from forthgame.check.declarations.word_findings import may_reach
from forthgame.check.loading.checked_script import CheckedScript
from forthgame.check.loading.reader import Use
from forthgame.check.stack_effects.effects import StackEffects
from forthgame.check.word_kinds import OF_A_PLAYER
from forthgame.rules.facts.engine_roots import move_words
from forthgame.words.effect_sets import CHANGING, WRITING
from forthgame.words.table.dictionary import Word
from forthgame.words.word_sets import FETCHING, GOING_ON, STORING

GENERATION_EVENT = "OnGenerateMoves"
TOGETHER_EVENT = "OnTogether"
SETUP_EVENTS = ("OnEditAdd", "OnNewGame")
CLEARING_WORD = "OFF"  # zeros are omitted in text and JSON
Place = tuple[int, tuple[AddressKind, int]]  # cell; kind and number of the variable or storage
# words that end a game
DECIDING_WORDS = frozenset(("(wins)", "(loses)", "draw", "score", "(goal)"))


# -- OnGenerateMoves ------------------------------------------------------------------------------


def check_opening(script: CheckedScript, effects: StackEffects) -> None:
    """Report stores after the older OnGenerateMoves of values that move words read.

    From Axiom 1.50 on the older word makes the list, so the move words have already run.
    """
    program, forth = effects.program, script.reader
    event = forth.dictionary.find(GENERATION_EVENT)
    if event is None or event.index < forth.fence:
        return
    maker = forth.engine_word(GENERATION_EVENT).entry
    function = program.function(event.entry)
    calls = [
        each.cell
        for each in function.instructions.values()
        if each.name == "(CALL)" and each.operand == maker
    ]
    if not calls:
        return
    reached = program.called(move_words(script.declared))
    read = {place for each in reached for _, place in _named(program, each, FETCHING | CHANGING)}
    for cell, place in _named(program, function, WRITING | CHANGING):
        if cell > min(calls) and place in read:
            script.report_at(
                "FG558",
                "move words read this, and they have run: the older `OnGenerateMoves` makes the "
                "list; store it before you call that",
                cell,
                event,
            )


def _named(program: Program, function: Function, names: Collection[str]) -> Iterator[Place]:
    """Yield the accesses to variables and storage by the given operations, in order."""
    for cell, found in sorted(accesses(program, function).items()):
        for access in found:
            if access.each.name in names and access.kind in NAMED and access.number != ON_BOARD:
                yield cell, (access.kind, access.number)


# -- simultaneous choices -------------------------------------------------------------------------


def check_together(script: CheckedScript, effects: StackEffects) -> None:
    """Report an OnTogether that is never called, and words that are useless in their place."""
    some = any(turn.together for turn in script.declared.turns)
    found = script.reader.dictionary.find(TOGETHER_EVENT)
    event = found if found is not None and found.place is not None else None
    if event is not None and not some:
        script.report(
            "FG521",
            f"{TOGETHER_EVENT} is never called: no turn has {{together}}; add it to a {{turn}}, "
            "or remove this event",
            event.place,
            TOGETHER_EVENT,
        )
    run = _names(effects, event) if event is not None else set()
    groups = [script.declared.choosers(k) for k in range(len(script.declared.turns))]
    for use in script.uses:
        name = use.word.name
        if use.word.index >= script.reader.fence:  # defined by the script
            continue
        if name == "chosen" and use.inside not in run:
            script.report(
                "FG522",
                f"{TOGETHER_EVENT} does not run this, and `chosen` works only there; move it there",
                use.token,
                name,
            )
        elif name in GOING_ON and some and all(len(group) > 1 for group in groups):
            script.report(
                "FG523",
                f"players choose together in every turn, where a move cannot be `{name}`; make it "
                "a whole move, or give it a turn of its own",
                use.token,
                name,
            )


def _names(effects: StackEffects, event: Word) -> set[str | None]:
    """Return the names of the definitions that the event can run, directly or by token."""

    def handed(function: Function) -> list[int]:
        words = map(effects.dictionary.by_token, function.literals())
        return [word.entry for word in words if word is not None]

    return {
        effects.code.owner(function.entry)
        for function in effects.program.called({event.entry}, handed)
    }


# -- set-up ---------------------------------------------------------------------------------------


def check_derived(script: CheckedScript) -> None:
    """Report the first store to board storage that is skipped for some positions.

    Positions read from text run neither OnNewGame nor OnEditAdd, and edited ones do not run
    OnNewGame.
    """
    defined = {word.name for word in script.definitions}
    if "OnPosition" in defined or defined.isdisjoint(SETUP_EVENTS):
        return
    stored = {word.index for word in script.words if word.role == "board storage"}
    inside: dict[str | None, list[Use]] = defaultdict(list)
    for use in script.uses:
        inside[use.inside].append(use)
    for event in SETUP_EVENTS:
        found = _first_store(inside, event, stored)
        if found is not None:
            script.report(
                "FG406",
                f"{event} fills `{found.word.name}`, and is not called for a position that is read "
                "from a text; if this follows from the pieces, compute it again in OnPosition",
                found.token.place,
                found.word.name,
            )
            return


def _first_store(
    inside: Mapping[str | None, list[Use]], event: str, stored: set[int]
) -> Use | None:
    """Return the first store into board storage by an event or by a word that it calls."""

    def called(name: str) -> list[str]:
        return [use.word.name for use in inside.get(name, ()) if use.word.kind == "colon"]

    for name in closure([event], called):
        for use in inside.get(name, ()):
            if use.word.index in stored and use.follower in STORING - {CLEARING_WORD}:
                return use
    return None


# -- endings and puzzles ---------------------------------------------------------------------------


def check_endings(script: CheckedScript, effects: StackEffects) -> None:
    """Report endings that decide nothing, and results of players who cannot have one."""
    for ending in script.declared.endings.asked:
        word = ending.word
        known = word.place is not None and word.entry != effects.missing
        if known and not may_reach(effects, word, DECIDING_WORDS):
            script.report(
                "FG552",
                f"the ending `{word.name}` never decides anything: no way leads to wins, loses, "
                "draw, score or goal; say who wins or loses where it holds",
                word.place,
                word.name,
            )
    judged = {
        player.name: player for player in script.declared.players if player.neutral or player.chance
    }
    for before, use in pairwise(script.uses):
        player = judged.get(before.word.name) if before.word.role == "player" else None
        own = use.word.index >= script.reader.fence
        judges = use.word.name in OF_A_PLAYER and not own and before.follower == use.token.text
        if player is not None and judges:
            what = "is neutral" if player.neutral else "stands for chance"
            script.report(
                "FG553",
                f"`{player.name}` {what}, and has no result: `{use.word.name}` stops the game here "
                "with an error; say who of the others wins or loses",
                use.token,
                use.word.name,
            )


def check_puzzle(script: CheckedScript) -> None:
    """Report levels that do not fit, and words for puzzles unless exactly one player can win."""
    declared = script.declared
    try:
        declared.check_levels()
    except ScriptError as error:
        script.report("FG103", error.message, error.place)
    seats = [p.name for p in script.declared.players if not p.neutral and not p.chance]
    if len(seats) == 1:
        return
    who = f"{len(seats)} players can win here" if seats else "nobody can win here"
    for use in script.uses:
        if use.word.name == "goal" and use.word.place is None:
            script.report(
                "FG519",
                f"`goal` is for puzzles, which have one player who can win, and {who}; write "
                "`wins` in a word of {endings",
                use.token,
                "goal",
            )
    for word in script.definitions:
        if word.name == "OnDistance" and word.place is not None:
            script.report(
                "FG520",
                f"OnDistance is called only when a puzzle is solved, and {who}; remove it",
                word.place,
                word.name,
            )
