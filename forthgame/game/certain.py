"""What the rules of a game have to be like for a search to prove a result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.code.function import Function
from forthgame.code.instruction import Instruction
from forthgame.code.walk import Arrivals, callees_first, onward, walk
from forthgame.game.countable import events, move_words
from forthgame.game.facts import fact
from forthgame.game.lists import GENERATING, endings_of, meets, meets_turns, reached
from forthgame.game.result import competitors
from forthgame.game.tokens import BY_TOKEN, Tokens, own_entries
from forthgame.lang import beyond as more
from forthgame.lang import layout as at
from forthgame.lang.doing import DRAWING

if TYPE_CHECKING:
    from forthgame.game.script import Script

OWN_HISTORY = frozenset(("repetition-push-position", "repetition-pop-position"))
RULES = ("OnNextTurn", "OnIsGameOver", "OnGenerateMoves", "OnMakeAMove", "OnIsLegal?", "OnMoves")
BEGINNING = ("OnNewGame", "OnEditAdd")
SEEDED = DRAWING | {"SEED@"}  # what they do depends on the random streams
NO_CELL = 1 << 32  # no literal is as large


def own_functions(game: Script) -> list[Function] | None:
    """All words that the script defines or has a token of, decoded; None if they may be any."""
    forth = game.forth
    program, run = forth.program, Tokens(forth)
    own = [program.function(entry) for entry in sorted(own_entries(forth))]
    if run.may_be_any(own):
        return None
    starts = {function.start for function in own} | run.at_hand(own)
    found = [program.function(entry) for entry in sorted(starts)]
    return None if any(function.refused for function in found) else found


def counts_turns(game: Script) -> bool:
    """Whether rules may depend on the number of the turn."""
    found = own_functions(game)
    return found is None or meets_turns(found)


def keeps_history(game: Script) -> bool:
    """Whether the script keeps a history of positions outside of them."""
    found = own_functions(game)
    return found is None or meets(found, OWN_HISTORY, NO_CELL)


@fact
def without_proof(game: Script) -> str:
    """Why nothing can be proven of the game, in a sentence; empty if it can."""
    register = game.forth.processor.register
    if register(more.CHOICE_CELL):
        return f"nothing is proven of {game.name}, because players choose at the same time"
    if register(more.CHOICES):
        return f"nothing is proven of {game.name}, because chance chooses moves"
    if keeps_history(game):
        return (
            f"nothing is proven of {game.name}, because its script keeps positions of the past "
            "outside of the board"
        )
    return ""


@fact
def certain(game: Script) -> bool:
    """Whether a score that a search gives to the end of a game is one that play can force."""
    register = game.forth.processor.register
    unclear = register(at.CHANCE_PLAYERS) or register(more.PLAYED_USED)
    allied = register(at.COALITIONS) and not by_two(game)  # friends need not play along
    return not unclear and not allied and not without_proof(game) and not draws(game)


@fact
def by_two(game: Script) -> bool:
    """Whether what one loses is won by the other."""
    return len(competitors(game)) == 2 and not _may_name_both(game)


def _may_name_both(game: Script) -> bool:
    """Whether a word of `{endings` may say of two players that they win or lose."""
    forth = game.forth
    program = forth.program
    most = {forth.engine_word(name).entry: 1 for name in ("wins", "loses")}  # said by each word

    first = min(own_entries(forth), default=0)

    def said(entry: int) -> int:
        if entry in most:
            return most[entry]
        most[entry] = 2  # where it calls itself
        function, found = program.function(entry), 0
        if function.refused:
            return 2

        def step(instruction: Instruction, before: int) -> Arrivals[int]:
            nonlocal found
            more = said(instruction.operand) if instruction.name == "(CALL)" else 0
            if instruction.name in BY_TOKEN and function.start >= first:
                more = 2  # it may be any word
            found = max(found, before + more)
            return onward(instruction, min(before + more, 2))

        walk(function, 0, step, lambda _, known, new: new if new > known else None)
        most[entry] = min(found, 2)
        return most[entry]

    def called(entry: int) -> set[int]:
        return program.function(entry).callees() - most.keys()

    endings = endings_of(forth)
    for entry in callees_first(endings, called):
        said(entry)  # so that no chain of calls is followed deeply
    return any(said(entry) > 1 for entry in endings)


@fact
def keeps_rules(game: Script) -> bool:
    """Whether a position has the same moves whenever they are made, whatever words have run."""
    if without_proof(game):
        return False
    functions = own_functions(game)
    return functions is not None and not meets(functions, SEEDED, NO_CELL)


@fact
def draws(game: Script) -> bool:
    """Whether rules draw random numbers: moves, what follows them, and what ends the game."""
    forth = game.forth
    rules = move_words(game.declaration) | events(forth, RULES, True) | endings_of(forth)
    functions = reached(forth, forth.program, rules, GENERATING, tokens=True)
    return functions is None or meets(functions, SEEDED, NO_CELL)


@fact
def begins_by_seed(game: Script) -> bool:
    """Whether what sets up a new game draws random numbers, or looks at the random streams."""
    forth, declared = game.forth, game.declaration
    names = [(each.player, each.piece, each.position) for each in declared.setups]
    words = [forth.word(token.text) for tokens in names for token in tokens]
    words += [forth.word(name) for name in BEGINNING]
    if declared.level_word is not None:
        words.append(declared.level_word)
    entries = {word.entry for word in words if word.kind != "literal"}
    functions = reached(forth, forth.program, entries, GENERATING, tokens=True)
    return functions is None or meets(functions, SEEDED, NO_CELL)
