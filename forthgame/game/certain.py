"""What the rules of a game have to be like for a search to prove a result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.code.function import Function
from forthgame.code.instruction import Instruction
from forthgame.code.walk import Arrivals, callees_first, onward, walk
from forthgame.game.countable import GENERATING, events, move_words
from forthgame.game.lists import endings_of, meets, meets_turns, reached
from forthgame.game.result import competitors
from forthgame.game.tokens import BY_TOKEN, Tokens, own_entries
from forthgame.lang import beyond as more
from forthgame.lang import layout as at
from forthgame.lang.doing import DRAWING

if TYPE_CHECKING:
    from forthgame.api.game import Game

OWN_HISTORY = frozenset(("repetition-push-position", "repetition-pop-position"))
RULES = ("OnNextTurn", "OnIsGameOver", "OnGenerateMoves", "OnMakeAMove", "OnIsLegal?", "OnMoves")
BEGINNING = ("OnNewGame", "OnEditAdd")
SEEDED = DRAWING | {"SEED@"}  # what they do depends on the random streams
NO_CELL = 1 << 32  # no literal is as large


def own_functions(game: Game) -> list[Function] | None:
    """All words that the script defines or has a token of, decoded; None if they may be any."""
    forth = game._forth
    program, run = forth.program, Tokens(forth)
    own = [program.function(entry) for entry in sorted(own_entries(forth))]
    if run.may_be_any(own):
        return None
    starts = {function.start for function in own} | run.at_hand(own)
    found = [program.function(entry) for entry in sorted(starts)]
    return None if any(function.refused for function in found) else found


def counts_turns(game: Game) -> bool:
    """Whether rules may depend on the number of the turn."""
    found = own_functions(game)
    return found is None or meets_turns(found)


def keeps_history(game: Game) -> bool:
    """Whether the script keeps a history of positions outside of them."""
    found = own_functions(game)
    return found is None or meets(found, OWN_HISTORY, NO_CELL)


def without_proof(game: Game) -> str:
    """Why nothing can be proven of the game, in a sentence; empty if it can."""
    found = game._known_facts.get("without proof")
    if found is None:
        found = game._known_facts["without proof"] = _obstacle(game)
    return str(found)


def _obstacle(game: Game) -> str:
    register = game._forth.processor.register
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


def certain(game: Game) -> bool:
    """Whether a score that a search gives to the end of a game is one that play can force."""
    found = game._known_facts.get("certain")
    if found is None:
        register = game._forth.processor.register
        unclear = register(at.CHANCE_PLAYERS) or register(more.PLAYED_USED)
        allied = register(at.COALITIONS) and not by_two(game)  # friends need not play along
        found = not unclear and not allied and not without_proof(game) and not draws(game)
        game._known_facts["certain"] = found
    return bool(found)


def by_two(game: Game) -> bool:
    """Whether what one loses is won by the other."""
    found = game._known_facts.get("by two")
    if found is None:
        found = len(competitors(game)) == 2 and not _may_name_both(game)
        game._known_facts["by two"] = found
    return bool(found)


def _may_name_both(game: Game) -> bool:
    """Whether a word of `{endings` may say of two players that they win or lose."""
    forth = game._forth
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


def keeps_rules(game: Game) -> bool:
    """Whether a position has the same moves whenever they are made, whatever words have run."""
    if without_proof(game):
        return False
    functions = own_functions(game)
    return functions is not None and not meets(functions, SEEDED, NO_CELL)


def draws(game: Game) -> bool:
    """Whether rules draw random numbers: moves, what follows them, and what ends the game."""
    found = game._known_facts.get("draws")
    if found is None:
        forth = game._forth
        program = forth.program
        rules = move_words(game._declaration) | events(forth, RULES, True) | endings_of(forth)
        functions = reached(forth, program, rules, GENERATING, tokens=True)
        found = functions is None or meets(functions, SEEDED, NO_CELL)
        game._known_facts["draws"] = found
    return bool(found)


def begins_by_seed(game: Game) -> bool:
    """Whether what sets up a new game draws random numbers, or looks at the random streams."""
    found = game._known_facts.get("begins by seed")
    if found is None:
        forth, declared = game._forth, game._declaration
        names = [(each.player, each.piece, each.position) for each in declared.setups]
        words = [forth.word(token.text) for tokens in names for token in tokens]
        words += [forth.word(name) for name in BEGINNING]
        if declared.level_word is not None:
            words.append(declared.level_word)
        entries = {word.entry for word in words if word.kind != "literal"}
        program = forth.program
        functions = reached(forth, program, entries, GENERATING, tokens=True)
        found = functions is None or meets(functions, SEEDED, NO_CELL)
        game._known_facts["begins by seed"] = found
    return bool(found)
