"""Conditions on a game's rules under which a search proves results."""

from __future__ import annotations

from forthgame.analysis.dataflow import callees_first
from forthgame.analysis.effect_summary import Summary
from forthgame.analysis.function import Function
from forthgame.analysis.instruction import Instruction
from forthgame.analysis.interprocedural import InterproceduralWalk, NotFollowed
from forthgame.machine.outer.deferred_words import own_entries
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.rules.fact_cache import fact
from forthgame.rules.facts.engine_roots import (
    BY_TOKEN,
    GENERATING,
    Tokens,
    endings_of,
    events,
    move_words,
    reached,
)
from forthgame.rules.facts.liveness import may_count_turns
from forthgame.rules.word_execution import RunnableScript
from forthgame.words.effect_sets import DRAWING
from forthgame.words.registers import extension_registers, memory_layout as at

OWN_HISTORY = frozenset(("repetition-push-position", "repetition-pop-position"))
RULES = ("OnNextTurn", "OnIsGameOver", "OnGenerateMoves", "OnMakeAMove", "OnIsLegal?", "OnMoves")
BEGINNING = ("OnNewGame", "OnEditAdd")
SEEDED = DRAWING | {"SEED@"}  # these depend on the random streams
NO_CELL = 1 << 32  # no literal is as large


def own_words_summary(game: RunnableScript) -> Summary:
    """Return the summary of all words that the script defines or has a token of."""
    forth = game.forth
    program, run = forth.program, Tokens(forth)
    own = [program.function(entry) for entry in sorted(own_entries(forth))]
    if run.may_be_any(own):
        return Summary(program, (), unknown=True)
    starts = {function.start for function in own} | run.at_hand(own)
    return Summary(program, map(program.function, sorted(starts)))


def counts_turns(game: RunnableScript) -> bool:
    """Return whether rules may depend on the number of the turn."""
    return may_count_turns(own_words_summary(game))


@fact
def without_proof(game: RunnableScript) -> str:
    """Return the reason why nothing can be proven of the game; empty if proofs are possible."""
    register = game.forth.processor.register
    if register(extension_registers.CHOICE_CELL):
        return f"nothing is proven of {game.name}, because players choose at the same time"
    if register(extension_registers.CHOICES):
        return f"nothing is proven of {game.name}, because chance chooses moves"
    if own_words_summary(game).may(OWN_HISTORY, NO_CELL):
        return (
            f"nothing is proven of {game.name}, because its script keeps positions of the past "
            "outside of the board"
        )
    return ""


@fact
def score_is_forced(game: RunnableScript) -> bool:
    """Return whether the score of a search to the end of the game can be forced."""
    register = game.forth.processor.register
    unclear = register(at.CHANCE_PLAYERS) or register(extension_registers.PLAYED_USED)
    allied = register(at.COALITIONS) and not is_zero_sum(game)  # allies need not cooperate
    return not unclear and not allied and not without_proof(game) and not draws_random_numbers(game)


@fact
def is_zero_sum(game: RunnableScript) -> bool:
    """Return whether exactly two players compete and one wins what the other loses."""
    return len(game.declaration.competitors) == 2 and not _may_name_both(game)


def _may_name_both(game: RunnableScript) -> bool:
    program, said = game.forth.program, _Said(game.forth)

    def called(entry: int) -> set[int]:
        return program.function(entry).callees() - said.saying

    # callees first, so the recursion stays shallow
    return not said.all_followed(callees_first(endings_of(game.forth), called), 0)


class _Said(InterproceduralWalk[int]):
    """Counts how often a word declares that a player wins or loses. Raises Unfollowed at two."""

    def __init__(self, forth: Forth) -> None:
        super().__init__(forth.program.function)
        self.saying = {forth.engine_word(name).entry for name in ("wins", "loses")}
        self._first = min(own_entries(forth), default=0)

    def after(self, entry: int, state: int) -> int | None:
        if entry not in self.saying:
            return super().after(entry, state)
        if state:
            raise NotFollowed
        return 1

    def step(self, function: Function, each: Instruction, state: int) -> int:
        """Refuse words that are run by their token: they may be any word."""
        if each.name in BY_TOKEN and function.start >= self._first:
            raise NotFollowed
        return state


@fact
def keeps_rules(game: RunnableScript) -> bool:
    """Return whether a position has the same moves whenever they are generated."""
    return not without_proof(game) and not own_words_summary(game).may(SEEDED, NO_CELL)


@fact
def draws_random_numbers(game: RunnableScript) -> bool:
    """Return whether moves, their consequences, or endings draw random numbers."""
    forth = game.forth
    rules = move_words(game.declaration) | events(forth, RULES, True) | endings_of(forth)
    return reached(forth, forth.program, rules, GENERATING, tokens=True).may(SEEDED, NO_CELL)


@fact
def begins_by_seed(game: RunnableScript) -> bool:
    """Return whether setting up a new game uses random numbers or their streams."""
    forth, declared = game.forth, game.declaration
    names = [(each.player, each.piece, each.position) for each in declared.setups]
    words = [forth.word(token.text) for tokens in names for token in tokens]
    words += [forth.word(name) for name in BEGINNING]
    if declared.level_word is not None:
        words.append(declared.level_word)
    entries = {word.entry for word in words if word.kind != "literal"}
    return reached(forth, forth.program, entries, GENERATING, tokens=True).may(SEEDED, NO_CELL)
