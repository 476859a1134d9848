"""Decide whether words may change a position that they only judge or read.

Changes by OnIsGameOver, OnEvaluate, OnIsTerminal?, the words of `{endings`, OnGenerateMoves and
move words are undone after they run. Most of these words change nothing, and then nothing has to be
saved.

Events without effect are not run. Such an event only computes numbers from its arguments and
returns the default answer: an `OnMoves` that is empty, an `OnIsLegal?` that is always true, an
`OnFriends?` that compares. `prefer` and `unique` have no effect if they never remove a move.
Debuggers run all of them.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from itertools import product

from forthgame.analysis.constant_folding import folded
from forthgame.analysis.effect_summary import (
    ARRAY,
    CALL_TRACE_LIMIT,
    CALLS,
    Summary,
    leaves_storage,
)
from forthgame.analysis.function import Function, used_by
from forthgame.analysis.instruction import Instruction, rearranged
from forthgame.analysis.interprocedural import InterproceduralWalk, NotFollowed
from forthgame.analysis.program import Program
from forthgame.compile.writer.code_request import CodeRequest
from forthgame.machine.outer.deferred_words import fixed_tokens, own_entries
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.machine.tiers.plan_search import RecordingMemory, find_module
from forthgame.rules.declaration.declaration import Declaration
from forthgame.rules.facts.build_roots import candidates_of, sure_tokens
from forthgame.rules.facts.engine_roots import (
    BY_TOKEN,
    EXECUTING,
    GENERATING,
    Tokens,
    asked_of_friends,
    compiled_words,
    endings_of,
    events,
    given_to_search,
    move_words,
    passed_over,
    reached,
)
from forthgame.rules.facts.liveness import reads_lists_stores
from forthgame.rules.facts.move_counting import MOVING, NUMBERS, TURN_CELLS
from forthgame.words.registers import extension_registers, memory_layout as at
from forthgame.words.table.sealed_words import CELLS_OF_TURN
from forthgame.words.word_sets import CONSTANTS, FETCHING, FILLING, STORAGE, STORING, UNBOUNDED

GOING = frozenset(("(DIRECTION)", "(SYMMETRIC)", "to", "back", "home"))  # they set `here`
LAST = frozenset(("last", "$lastPos"))
CELLS_OF_HERE = frozenset(("$pos", "$from"))
JUDGES = ("OnIsGameOver", "OnEvaluate", "OnIsTerminal?")
# words that may create or drop a copy or a list
LEAVING = frozenset(("$CloneBoard", "$DeallocateBoard", "$DeallocateMoves", "$GenerateMoves"))
# the engine has copies and lists of its own while these run
INSIDE = (*JUDGES, "OnNextTurn", "OnGenerateMoves", "OnMakeAMove", "OnIsLegal?", "OnMoves",
          "OnDistance", "OnForesee", "OnRetractMove")  # fmt: skip
LOOKING = ("friend?", "enemy?")  # those of lists.ASKING that read `here`
ON_BOARD = STORAGE | {"board[]"}  # they push an address in a board
HERE, FROM = 1, 2  # bits: it is not set yet
INDIFFERENT = frozenset(
    ("stack", "arithmetic", "control", "memory", "floats", "turns", "endings", "random and time")
)  # groups of words that read neither; NEITHER has single words
NEITHER = STORAGE | NUMBERS - {"$GenerateMoves"} | {ARRAY, "player-index", "(coalitions?)"}
OF_MOVES = frozenset((".moveCFA",))  # pushes the token that applies a move
OF_ASKED_MOVE = frozenset(("moved-from", "moved-to", "partial?"))
LEFT_OUT = (extension_registers.INVARIANT, extension_registers.SELECTS, at.COALITIONS)
CHOICES = extension_registers.PREFER | extension_registers.UNIQUE
COUNTED = (
    extension_registers.COUNTABLE,
    extension_registers.LEAVES_COUNTABLE,
    extension_registers.REPEATABLE,
)
LONG = 200  # instructions that are followed
SMALL = range(-2, 66)  # tried beside the codes of players


def prepare_judging(forth: Forth, declaration: Declaration, program: Program) -> None:
    """Record in the machine which words may change a position that has to stay unchanged."""
    judges = endings_of(forth) | events(forth, JUDGES, all_of_them=True)
    opening = events(forth, ("OnGenerateMoves",))
    changes = may_change(forth, program, opening) or _words_store(forth, program, declaration)
    own = {entry: program.function(entry) for entry in own_entries(forth)}
    words = Summary(program, own.values())
    listed = list(program.called(move_words(declaration)))
    asked = events(forth, INSIDE, all_of_them=True) | judges | given_to_search(forth, program)
    asked |= compiled_words(forth, listed)
    policies = _policies(forth, program, words)
    # the host runs all other events from the first position
    begun = asked | policies | events(forth, ("OnTogether",), all_of_them=True).intersection(own)
    playing = events(forth, all_of_them=True) - events(forth, ("OnPosition",), all_of_them=True)
    all_events = begun | playing.intersection(own)
    running = reached(forth, program, all_events, GENERATING, tokens=True)
    making = {function.start for function in listed}
    others = Summary(program, (own[entry] for entry in own.keys() - making))
    named = forth.game.kept.named
    asks_for_last = words.unknown or not LAST.isdisjoint(named)
    moved = _may_move(running, others, named) and (
        not named.isdisjoint(CELLS_OF_HERE) or _looks(forth, program, begun, running, words)
    )
    asking = running
    if all_events != asked:
        asking = reached(forth, program, asked, GENERATING, tokens=True)
    for register, found in (
        (extension_registers.JUDGE_CHANGES, may_change(forth, program, judges)),
        (extension_registers.OPENING_CHANGES, changes),
        (extension_registers.EVENTS_LEAVE, _may_leave(forth, asking, words, bool(policies))),
        (extension_registers.EVENTS_MOVE, asks_for_last or moved),
        (extension_registers.LAST_UNUSED, not asks_for_last),
        (extension_registers.LISTS_JUDGED, reads_lists_stores(forth, declaration)),
        (extension_registers.RULE_READS_MOVE, _rule_reads_move(forth, program)),
    ):
        forth.processor.set_register(register, -1 if found else 0)


def _looks(
    forth: Forth,
    program: Program,
    begun: set[int],
    running: Summary,
    own: Summary,
) -> bool:
    """Return whether the events `begun` may read `here` and `from` before setting them.

    `running` are the functions that all events reach, `own` those of the script.
    """
    if running.unknown or own.unknown:
        return True
    run = Tokens(forth)
    handed = (run.handed(each, compiled=False) for each in running.functions)
    tokens = run.at_hand(own.functions).union(*handed)
    passed = passed_over(forth, GENERATING) - {forth.engine_word(name).entry for name in LOOKING}
    friends = asked_of_friends(forth)  # words that are passed over may run it too
    return reads_before_setting(program, begun | friends, passed, sorted(tokens | friends))


def _rule_reads_move(forth: Forth, program: Program) -> bool:
    """Return whether OnIsLegal? may read the move it judges, or `here` and `from`, set by it."""
    if not forth.processor.register(extension_registers.INVARIANT):
        return False
    rule = {forth.word("OnIsLegal?").entry}
    found = reached(forth, program, rule, GENERATING, tokens=True)
    if found.unknown or found.may(OF_ASKED_MOVE) or CELLS_OF_HERE & forth.game.kept.named:
        return True
    friends = asked_of_friends(forth)
    tokens = sorted(Tokens(forth).at_hand(found.functions) | friends)
    return reads_before_setting(program, rule | friends, passed_over(forth, GENERATING), tokens)


def _policies(forth: Forth, program: Program, own: Summary) -> set[int]:
    """Return the entries of the script's words that may choose the moves of random games."""
    token = fixed_tokens(forth, program=program)(forth.engine_word("$Rollout").value)
    if not token:
        return Tokens(forth).at_hand(own.functions)
    return forth.entries_of({token} - {forth.engine_word("$LivelyMove").token})


def _may_leave(forth: Forth, found: Summary, own: Summary, policy: bool) -> bool:
    """Return whether events, or a policy if there is one, may leave or drop copies or lists.

    Unknown words that they run may be any of the script's own.
    """
    return _leaves(forth, found) or ((policy or found.may(UNBOUNDED)) and _leaves(forth, own))


def _may_move(found: Summary, others: Summary, named: frozenset[str]) -> bool:
    """Return whether events, or words other than those of moves, may move `here`."""
    cells = {at.SYSTEM_CELLS[name] for name in named & CELLS_OF_HERE}
    if found.may(GOING | UNBOUNDED) or others.may(GOING):
        return True
    return not all((*_are_fetched(found, cells), *_are_fetched(others, cells)))


def _leaves(forth: Forth, found: Summary) -> bool:
    generate, run = forth.engine_word("$GenerateMoves").entry, Tokens(forth)
    return found.may(LEAVING) or any(
        generate in each.callees() or generate in run.handed(each) for each in found.functions
    )


def may_change(forth: Forth, program: Program, entries: set[int]) -> bool:
    return _changing(forth, program, reached(forth, program, entries, GENERATING, tokens=True))


def _changing(
    forth: Forth, program: Program, found: Summary, taken: frozenset[str] = FETCHING
) -> bool:
    """Return whether functions may change the board or the turn.

    `taken` are words that may get an address on the board.
    """
    if found.may(MOVING) or (found.has(OF_MOVES) and found.has(EXECUTING)):
        return True
    if not found.may(STORING | FILLING):
        return False
    named = forth.game.kept.named
    cells = {at.SYSTEM_CELLS[name] for name in named & CELLS_OF_TURN}
    if found.has(BY_TOKEN) and any(
        leaves_storage(program, entry) for entry in _run_by_token(forth, program, found.functions)
    ):
        return True  # the word that takes its result is unknown
    board = "$board" in named
    if board and Tokens(forth).has_in_memory(at.A_BOARD):
        return True
    # a script that does not name the cell has its address by chance, unless it fetches from it
    if any(board or fetched for fetched in _are_fetched(found, {at.A_BOARD})):
        return True
    if not all(_are_fetched(found, cells)) or not TURN_CELLS.isdisjoint(found.numbers(STORING)):
        return True
    return any(_gives_place_on_board(program, each, taken) for each in found.functions)


def _run_by_token(forth: Forth, program: Program, found: list[Function]) -> set[int]:
    run = Tokens(forth)
    handed = set().union(*(run.handed(each) for each in found))
    if run.are_unknown(found):
        handed |= run.at_hand([program.function(entry) for entry in own_entries(forth)])
    return handed


def _are_fetched(found: Summary, cells: set[int]) -> list[bool]:
    """Return for each use of the address of a cell whether its value is fetched at once.

    Otherwise the address is passed on.
    """
    return [
        taking is not None and taking.name in FETCHING
        for function in found.functions
        if not cells.isdisjoint(function.operands.get("LIT", ()))
        for each in function.instructions.values()
        if each.name == "LIT" and each.operand in cells
        for taking in (used_by(function, each),)
    ]


def _words_store(forth: Forth, program: Program, declaration: Declaration) -> bool:
    """Return whether move words may change the position while they run, not by their moves."""
    words = move_words(declaration)
    found = reached(forth, program, words, GENERATING, tokens=True, compiled=False)
    return _changing(forth, program, found, FETCHING | {"later!"})  # stores when the move is made


def _gives_place_on_board(
    program: Program, function: Function, taken: frozenset[str] = FETCHING
) -> bool:
    """Return whether a function passes an address on the board to a word not in `taken`.

    If a word returns such an address, its callers are examined instead.
    """
    ends = {"EXIT"} if leaves_storage(program, function.start) else set[str]()
    return any(
        not _are_taken(program, function, used_by(function, each), {0}, taken | ends)
        for each in function.instructions.values()
        if each.name in ON_BOARD
        or (each.name == "(CALL)" and leaves_storage(program, each.operand))
    )


def _are_taken(
    program: Program,
    function: Function,
    following: Instruction | None,
    depths: set[int],
    taken: frozenset[str],
    calls: int = CALL_TRACE_LIMIT,
) -> bool:
    """Return whether all copies of an item go to words in `taken`, from the top of the stack.

    `depths` are those of the copies before the instruction `following`. They must be taken in
    straight code, or in words that it calls.
    """
    while depths and following is not None:
        if following.name == "EXIT" and depths == {0}:
            return following.name in taken
        count, outputs = len(following.row.effect.inputs), len(following.row.effect.outputs)
        own = tuple(depth in depths for depth in reversed(range(count)))
        moved: tuple[bool, ...] | None = None
        if following.name == "(CALL)" and not following.drops:
            effect = program.infer(following.operand)
            if effect is None or not calls:
                return False
            count, outputs = effect
            callee = program.function(following.operand)
            given = {depth for depth in depths if depth < count}
            first = callee.instructions[callee.start]
            if given and not _are_taken(program, callee, first, given, taken - {"EXIT"}, calls - 1):
                return False
        elif following.name in CALLS or following.row.branches:
            return False
        elif (moved := rearranged(following, own)) is None:
            if any(own[:-1]) or (own[-1:] == (True,) and following.name not in taken):
                return False
            if following.row.group == "stack":
                return False  # it may reach any item, as PICK
        depths = {depth - count + outputs for depth in depths if depth >= count}
        depths |= {depth for depth, copy in enumerate(reversed(moved or ())) if copy}
        following = used_by(function, following)
    return not depths


# -- reading `here` and `from` before they are set -------------------------------------------------


def reads_before_setting(
    program: Program, entries: Iterable[int], passed: Container[int], by_token: Iterable[int]
) -> bool:
    """Return whether words at some entries may read `here` or `from` before setting them.

    Words at the entries `passed` restore both, and set them first. Those at `by_token` may be run
    by token.
    """
    return not _Going(program, passed, by_token).all_followed(sorted(entries), HERE | FROM)


class _Going(InterproceduralWalk[int]):
    """Follows which of the two may be unset. Raises Unfollowed if an unset one is read."""

    ends = ("EXIT", "$Exit", "verify")

    def __init__(self, program: Program, passed: Container[int], by_token: Iterable[int]) -> None:
        super().__init__(program.function)
        self._passed, self._by_token = passed, by_token
        self._followed: set[int] = set()  # states before words run by token

    def after(self, entry: int, state: int) -> int:
        return state if entry in self._passed else super().after(entry, state) or 0

    def circle(self, entry: int, state: int) -> int:
        return state

    def step(self, function: Function, each: Instruction, state: int) -> int:
        if each.name not in BY_TOKEN:
            return _unset_after(each, state)
        if state not in self._followed:
            self._followed.add(state)
            for token in self._by_token:
                self.after(token, state)
        return state


def _unset_after(instruction: Instruction, unset: int) -> int:
    name, row = instruction.name, instruction.row
    if name == "to":
        return unset & ~HERE
    if name == "home":
        return unset & ~FROM
    if name == "back" and not unset & FROM:
        return unset & ~HERE
    looks = unset and row.group not in INDIFFERENT and name not in NEITHER
    if name in UNBOUNDED or (looks and not _given(instruction, unset)):
        raise NotFollowed
    return unset


def _given(instruction: Instruction, unset: int) -> bool:
    row = instruction.row
    if row.group != "board" or "from" in (row.name, *row.effect.inputs):
        return False
    return "pos" in row.effect.inputs or (not unset & HERE and row.name != "back")


# -- events without effect ------------------------------------------------------------------------


def leave_out_idle_events(forth: Forth, declaration: Declaration) -> None:
    processor = forth.processor
    if processor.register(extension_registers.INVARIANT):
        found = _result(forth, "OnIsLegal?", ())
        if found is not None and len(found) == 1 and found[0] != 0:  # always true
            processor.set_register(extension_registers.INVARIANT, 0)
    selects = processor.register(extension_registers.SELECTS)
    if selects & extension_registers.ON_MOVES and _result(forth, "OnMoves", ()) == ():
        processor.set_register(extension_registers.SELECTS, selects & ~extension_registers.ON_MOVES)
        processor.set_register(at.EVENTS + 4 * at.EVENT_NAMES.index("OnMoves"), 0)
    if processor.register(at.COALITIONS) and _compares(forth, declaration):
        processor.set_register(at.COALITIONS, 0)


def leave_out_idle_choices(forth: Forth, declaration: Declaration) -> None:
    processor = forth.processor
    selects = processor.register(extension_registers.SELECTS)
    if not selects or selects & ~CHOICES or not declaration.has_all_words():
        return
    candidates = candidates_of(declaration)
    tokens = frozenset(candidate.token for candidate in candidates.values())
    settled = {offset: processor.register(offset) for offset in at.SETTLED}
    wanted = CodeRequest(
        frozenset(), tokens, settled=settled, candidates=candidates, sure=sure_tokens(forth)
    )
    if not find_module(forth, wanted, RecordingMemory(forth))[0].generation.may_choose():
        processor.set_register(extension_registers.SELECTS, 0)


def run_idle_events(forth: Forth, declaration: Declaration) -> None:
    processor = forth.processor
    before = [processor.register(register) for register in LEFT_OUT]
    declaration.bind_events()
    if before != [processor.register(register) for register in LEFT_OUT]:
        for register in COUNTED:  # they run while moves are listed
            processor.set_register(register, 0)


def _compares(forth: Forth, declaration: Declaration) -> bool:
    """Return whether OnFriends? is true for a player and itself only, for all numbers tried."""
    program = forth.program
    own = [program.function(entry) for entry in sorted(own_entries(forth))]
    asking = {forth.word(name).value for name in ("$player1", "$player2")}
    if any(not asking.isdisjoint(function.literals()) for function in own):
        return False
    named = program.function(forth.word("OnFriends?").entry).literals()
    numbers = {*SMALL, *named, *(player.code for player in declaration.players)}
    return all(
        _result(forth, "OnFriends?", (one, other)) == (-1 if one == other else 0,)
        for one, other in product(sorted(numbers), repeat=2)
    )


def _result(forth: Forth, event: str, items: Sequence[int]) -> tuple[int, ...] | None:
    """Return the results of an event for some arguments; None if it may have effects."""
    program, steps = forth.program, 0
    stack, callers = list(items), list[tuple[Function, int]]()
    function = program.function(forth.word(event).entry)
    cell = function.start
    while steps < LONG and not function.refused:
        steps += 1
        instruction = function.instructions[cell]
        name, cell = instruction.name, instruction.next
        count = len(instruction.row.effect.inputs)
        if count > len(stack):
            return None
        taken = stack[len(stack) - count :]
        if name == "EXIT":
            if not callers:
                return tuple(stack)
            function, cell = callers.pop()
        elif name == "(CALL)":
            callers.append((function, cell))
            function = program.function(instruction.operand)
            cell = function.start
        elif name == "BRANCH" or (name == "0BRANCH" and taken == [0]):
            del stack[len(stack) - count :]
            cell = instruction.operand
        elif name == "0BRANCH":
            stack.pop()
        elif name == "LIT" or name in CONSTANTS:
            stack.append(CONSTANTS.get(name, instruction.operand))
        else:
            found = rearranged(instruction, taken)
            if found is None:
                found = folded(name, stack)
            if found is None:
                return None
            stack[len(stack) - count :] = found
    return None
