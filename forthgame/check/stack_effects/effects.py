"""Stack effects by abstract interpretation of the threaded code.

Each word is walked from its start with a state of known and unknown items; where paths meet, the
states are joined until nothing changes (Cousot and Cousot, 1977). A word of unknown effect that is
called with known tokens is walked again with these tokens. If that fails, a plain stack comment
`( before -- after )` counts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

from forthgame.analysis.dataflow import Arrivals, walk
from forthgame.analysis.function import Function
from forthgame.analysis.instruction import HOSTS, Instruction, rearranged
from forthgame.check.loading.checked_script import CheckedScript
from forthgame.check.loading.reader import Deadline, Use, deferred_to
from forthgame.check.stack_effects.abstract_state import FLAG, AbstractState, Value
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.words.effect_sets import CHANGING_BOARD
from forthgame.words.table.dictionary import Word
from forthgame.words.word_sets import (
    BRANCHES,
    CONSTANTS,
    ENDS,
    FILLING,
    LOOPS,
    NO_RETURN,
    STORING,
    UNBOUNDED,
)

# a side that contains one of these words is prose
PROSE = frozenset(
    ("the", "of", "if", "or", "is", "are", "when", "with", "that", "this", "none", "nothing",
     "empty", "returns", "leaves", "it", "its", "and", "as", "for", "by", "no", "not", "either",
     "else", "otherwise", "same", "see")
)  # fmt: skip
ITEM = re.compile(r"[^\s|…,;:]+$")
# operations that may change the board
CHANGING = STORING | FILLING | CHANGING_BOARD | UNBOUNDED
DEEPEST = 64
ROUNDS = 24  # visits of a join after which its depth is unknown
NESTED = 40  # limit of nested walks, which deferred words can cause
TRACKED_ITEMS = 4  # items at the top of the caller's stack that may be passed as known tokens
LONGEST = 400  # instructions of the longest word that is walked again for known tokens
DEPTH = 6  # limit of nested walks for known tokens


def declared_effect(comment: str) -> tuple[int, int] | None:
    """Return the item counts before and after that a comment declares, None if it is not plain."""
    parts = comment.strip().removeprefix("(").removesuffix(")").split()
    if parts.count("--") != 1 or "F:" in parts:
        return None
    middle = parts.index("--")
    before, after = parts[:middle], parts[middle + 1 :]
    return (len(before), len(after)) if all(map(_is_item, (*before, *after))) else None


def _is_item(text: str) -> bool:
    if text.lower() in PROSE or not ITEM.match(text) or ".." in text or "???" in text:
        return False
    return text != "-" and not (text.startswith('"') and text.endswith('"') and len(text) > 1)


def offers_choice(comment: str) -> bool:
    """Return whether a comment declares alternative effects."""
    words = comment.replace("|", " | ").split()
    return any(word in ("|", "or", "if", "???", "...", "…") for word in words)


def step(walk: EffectWalk, instruction: Instruction, state: AbstractState) -> bool:
    """Execute an operation that is not a branch; return whether the path ends here."""
    name, row = instruction.name, instruction.row
    if name == "LIT":
        state.push(("n", instruction.operand, _written(walk, instruction.cell)))
    elif name in CONSTANTS:
        state.push(("n", CONSTANTS[name], True))
    elif row.kind == "shuffle":
        state.push(*(rearranged(instruction, state.pop(len(row.effect.inputs))) or ()))
    elif name == "(DO)":
        limit, start = state.pop(2)
        bounds, cell = walk.result.bounds, instruction.cell
        same = bounds.get(cell, (limit, start)) == (limit, start)
        bounds[cell] = (limit, start) if same else (None, None)
        state.returns += [None, None]
    elif name in RETURNS:
        RETURNS[name](state)
    elif name == "PICK":
        _pick(state)
    elif name == "verify":
        return _verify(state)
    elif name == "(HOST)":
        return _host(instruction, state)
    elif name in POSITIONS:
        POSITIONS[name](state, instruction.cell)
    elif name == "move":
        source, _ = state.pop(2)
        known, cell = walk.result.empty_moves, instruction.cell
        known[cell] = known.get(cell, True) and source is not None and source in state.empty
    else:
        state.pop(len(row.effect.inputs))
        state.push(*(FLAG if output == "?" else None for output in row.effect.outputs))
        if name in CHANGING:
            state.empty = frozenset()
    return False


def _written(walk: EffectWalk, cell: int) -> bool:
    """Return whether a literal is written as a number, so that a test of it is intended."""
    token = walk.effects.code.token(cell)
    if token is None or walk.effects.dictionary.find(token.text) is not None:
        return False
    return walk.effects.forth.number(token.text) is not None


def _pick(state: AbstractState) -> None:
    (depth,) = state.pop()
    if depth is None or depth[0] != "n" or not 0 <= depth[1] < DEEPEST:
        state.push(None)
        return
    k = depth[1]
    state.need(k + 1)
    state.push(state.items[-1 - k])


def _verify(state: AbstractState) -> bool:
    (flag,) = state.pop()
    if flag is not None and flag[0] == "n" and flag[2]:
        return not flag[1]
    if flag is not None and flag[0] == "empty" and flag[2]:
        state.empty = state.empty | {flag[1]}
    return False


def _host(instruction: Instruction, state: AbstractState) -> bool:
    """Execute a word implemented in Python; names that it reads from the text are not items."""
    row = HOSTS[instruction.operand]
    if row.kind == "compile":
        state.lose()
        return False
    state.pop(sum(not name.startswith('"') for name in row.effect.inputs))
    state.push(*[None] * len(row.effect.outputs))
    state.empty = frozenset()
    return row.name in NO_RETURN


# -- the return stack ---------------------------------------------------------------------------


def _copy_return(state: AbstractState) -> None:
    state.push(state.returns[-1] if state.returns else None)


RETURNS: dict[str, Callable[[AbstractState], None]] = {
    ">R": lambda state: state.returns.append(state.pop()[0]),
    "R>": lambda state: state.push(state.returns.pop() if state.returns else None),
    "R@": _copy_return,
    "R": _copy_return,
}


# -- positions ----------------------------------------------------------------------------------


def _flag(position: Value, empty: bool) -> Value:
    return FLAG if position is None else ("empty", position, empty)


def _direction(state: AbstractState, cell: int) -> None:
    state.set_here(cell)
    state.push(FLAG)


def _pop_position(state: AbstractState) -> Value:
    (where,) = state.pop()
    return None if where is None or where[0] in ("empty", "flag") else where


def _not(state: AbstractState, cell: int) -> None:
    (flag,) = state.pop()
    if flag is not None and flag[0] == "empty":
        state.push(("empty", flag[1], not flag[2]))
    elif flag is not None and flag[0] == "n":
        state.push(("n", 0 if flag[1] else -1, flag[2]))
    else:
        state.push(FLAG)


POSITIONS: dict[str, Callable[[AbstractState, int], None]] = {
    "here": lambda state, cell: state.push(state.here),
    "from": lambda state, cell: state.push(state.from_position),
    "to": lambda state, cell: state.set_here(cell, _pop_position(state)),
    "home": lambda state, cell: state.set_from(cell, _pop_position(state)),
    "back": lambda state, cell: state.set_here(cell, state.from_position),
    "(DIRECTION)": _direction,
    "(SYMMETRIC)": _direction,
    "empty?": lambda state, cell: state.push(_flag(state.here, True)),
    "not-empty?": lambda state, cell: state.push(_flag(state.here, False)),
    "empty-at?": lambda state, cell: state.push(_flag(state.pop()[0], True)),
    "not-empty-at?": lambda state, cell: state.push(_flag(state.pop()[0], False)),
    "NOT": _not,
    "0=": _not,
}


KNOWN, UNKNOWN, NEVER = "known", "unknown", "never"


# -- words -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DepthMismatch:
    """Two paths that meet with different depths of the stack.

    cell    the jump after which the paths differ
    depths  their net depths
    loop    whether the jump leads backward
    """

    cell: int
    depths: tuple[int, int]
    loop: bool


@dataclass
class WalkResult:
    """The result of a walk through a word.

    state        `known` (takes `inputs`, leaves `outputs`), `unknown`, or `never` (never returns)
    visited      cells of the reached instructions
    callees      entries of the called words
    executed     known tokens that it executes
    blind        whether it executes unknown tokens
    takes_token  whether it executes an item that it takes from its caller
    shortages    cell -> items taken from the caller so far, for instructions that take some
    token_inputs depths, 0 for the top, of the caller's items that are executed
    mismatches   cell where paths meet -> their different depths

    Other maps have cells of instructions as keys.
    """

    entry: int
    state: str = UNKNOWN
    inputs: int = 0
    outputs: int = 0
    visited: set[int] = field(default_factory=set)
    callees: set[int] = field(default_factory=set)
    executed: set[int] = field(default_factory=set)
    blind: bool = False
    takes_token: bool = False
    token_inputs: set[int] = field(default_factory=set)
    shortages: dict[int, int] = field(default_factory=dict)
    mismatches: dict[int, DepthMismatch] = field(default_factory=dict)
    exits: dict[int, int | None] = field(default_factory=dict)  # cell of EXIT -> net depth
    unbalanced: list[int] = field(default_factory=list)  # EXITs with items on the return stack
    empty_moves: dict[int, bool] = field(default_factory=dict)  # `move` -> source known to be empty
    no_tokens: dict[int, bool] = field(default_factory=dict)  # EXECUTE -> always takes a flag
    bounds: dict[int, tuple[Value, Value]] = field(default_factory=dict)  # DO -> limit, start

    @property
    def effect(self) -> tuple[str, int, int]:
        return self.state, self.inputs, self.outputs


class StackEffects:
    """The stack effects of all words of a script, computed on demand."""

    def __init__(self, forth: Forth, uses: list[Use], missing: int, deadline: Deadline) -> None:
        """Take the named uses of words in the text, and the entry of the word for missing ones."""
        self.forth, self.uses, self.missing, self.deadline = forth, uses, missing, deadline
        self.code, self.program = forth.code, forth.program
        self.dictionary, self.fence = forth.dictionary, forth.fence
        self.words = {w.entry: w for w in forth.dictionary.words if w.kind == "colon"}
        self.results: dict[tuple[object, ...], WalkResult] = {}
        self.open: dict[tuple[object, ...], WalkResult | None] = {}
        self.deferred = self._deferred()

    def _deferred(self) -> dict[int, Word | None]:
        """Map the address of each deferred word to the word it runs, None if that may vary."""
        settings = Counter[int]()
        for before, use in pairwise(self.uses):
            if before.word.name == "IS" and use.word.kind == "defer":
                settings[use.word.value] += 2 if use.inside is not None else 1
        found: dict[int, Word | None] = {}
        for word in self.dictionary.words:
            if word.kind == "defer":
                once = word.index < self.fence or settings[word.value] == 1
                found[word.value] = deferred_to(self.forth, word) if once else None
        return found

    def of(self, word: Word) -> WalkResult:
        return self.at(word.entry)

    def at(
        self, entry: int, given: tuple[Value, ...] = (), depth: int = 0, caller: int = -1
    ) -> WalkResult:
        """Return the result of the code at a cell; `given` are known items, the top first.

        Recursion is solved by fixed-point iteration: the recursive call is first assumed not to
        return, then to have the effect found so far. Mutual recursion gives an unknown effect.
        """
        key = (entry, *given)
        known = self.results.get(key)
        if known is not None:
            return known
        if key in self.open and caller == entry:
            return self.open[key] or WalkResult(entry, NEVER)
        if key in self.open or len(self.open) > NESTED:
            return WalkResult(entry)
        self.open[key] = None
        result = WalkResult(entry)
        try:
            for _ in range(4):
                result = EffectWalk(self, entry, given, depth).run()
                if result.effect == (self.open[key] or WalkResult(entry, NEVER)).effect:
                    break
                self.open[key] = result
            else:
                result.state = UNKNOWN
        finally:
            del self.open[key]
        self.results[key] = result
        return result

    def _token(self, value: Value) -> Value:
        known = value is not None and value[0] == "n" and self.dictionary.by_token(value[1])
        return value if known else None

    def call(
        self, entry: int, state: AbstractState, depth: int, caller: int
    ) -> tuple[str, int, int]:
        """Return the effect (state, inputs, outputs) of a word called with the stack of `state`."""
        result = self.at(entry, (), depth, caller)
        short = len(result.visited) <= LONGEST
        if result.state == UNKNOWN and result.takes_token and depth < DEPTH and short:
            given = tuple(self._token(value) for value in reversed(state.items[-TRACKED_ITEMS:]))
            if any(given):
                result = self.at(entry, given, depth + 1)
        if result.state != UNKNOWN:
            return result.effect
        word = self.words.get(entry)
        declared = declared_effect(word.comment) if word else None
        if declared is None or entry == self.missing:
            return UNKNOWN, 0, 0
        return KNOWN, *declared


def effects_of(script: CheckedScript) -> StackEffects:
    reader = script.reader
    return StackEffects(reader, reader.uses, reader.missing.entry, reader.deadline)


class EffectWalk:
    """A walk along all paths of a word's code."""

    def __init__(
        self, effects: StackEffects, entry: int, given: tuple[Value, ...], depth: int
    ) -> None:
        self.effects = effects
        self.deadline = effects.deadline
        self.depth = depth
        self.result = WalkResult(entry)
        self.function: Function = effects.program.function(entry)
        self.start = AbstractState(given={k: v for k, v in enumerate(given) if v is not None})
        self.rounds: dict[int, int] = {}

    def run(self) -> WalkResult:
        result = self.result
        if self.function.refused or result.entry == self.effects.missing:
            return result
        walk(
            self.function,
            self.start,
            self._step,
            self._meet,
            begin=AbstractState.copy,
            in_order=True,
        )
        nets = set(result.exits.values())
        if not nets:
            result.state = NEVER
        elif len(nets) == 1 and None not in nets:
            result.state = KNOWN
            result.inputs = max(result.shortages.values(), default=0)
            result.outputs = result.inputs + int(nets.pop() or 0)
        return result

    def _step(self, instruction: Instruction, state: AbstractState) -> Arrivals[AbstractState]:
        """Execute an instruction; return its successors with their states."""
        if self.deadline.seconds is not None:
            self.deadline.look()
        result, cell = self.result, instruction.cell
        result.visited.add(cell)
        taken = state.taken
        arrivals: Arrivals[AbstractState] = ()
        if instruction.name == "EXIT":
            self._exit(cell, state)
        elif instruction.name in BRANCHES:
            arrivals = self._branch(instruction, state)
        elif not self._run_instruction(instruction, state):
            arrivals = ((instruction.next, state),)
        if state.taken > taken:
            result.shortages[cell] = max(state.taken, result.shortages.get(cell, 0))
        if arrivals and arrivals[0][0] in self.function.leaders:
            return [self._follow_known_branches(to, each, cell) for to, each in arrivals]
        return arrivals

    def _follow_known_branches(
        self, cell: int, state: AbstractState, source: int
    ) -> tuple[int, AbstractState]:
        """Follow branches whose flag is known on this path; return the cell reached and the state.

        The depth may depend on such a flag, so paths must not be joined before the branch.
        """
        while True:
            instruction = self.function.instructions[cell]
            flag = state.items[-1] if state.items else None
            if instruction.name != "0BRANCH" or flag is None or flag[0] != "n" or not flag[2]:
                break
            self.result.visited.add(cell)
            state.pop()
            source, cell = cell, instruction.next if flag[1] else instruction.operand
        state.source = source
        return cell, state

    def _meet(self, cell: int, known: AbstractState, state: AbstractState) -> AbstractState | None:
        """Join a state into the known state of a cell; return None if that has not changed."""
        mismatch = not known.lost and not state.lost and known.net != state.net
        if mismatch:
            self._record_mismatch(cell, known, state)
            known.lose()
        changed = known.meet(state, cell) or mismatch
        self.rounds[cell] = self.rounds.get(cell, 0) + 1
        if changed and self.rounds[cell] > ROUNDS:
            changed = not known.lost
            known.lose()
        return known if changed else None

    def _record_mismatch(self, cell: int, known: AbstractState, state: AbstractState) -> None:
        jump = state.source
        if jump < 0 or self.function.instructions[jump].name not in BRANCHES:
            jump = known.source if known.source >= 0 else max(jump, 0)
        self.result.mismatches.setdefault(
            cell, DepthMismatch(jump, (known.net, state.net), cell <= state.source)
        )

    def _run_instruction(self, instruction: Instruction, state: AbstractState) -> bool:
        """Execute an instruction that is not a branch; return whether the path ends here."""
        name, cell = instruction.name, instruction.cell
        if name == "(CALL)":
            self.result.callees.add(instruction.operand)
            return self._call(instruction.operand, state, cell)
        if name == "EXECUTE":
            token = state.pop()[0]
            self._note_token(token, cell)
            return self._execute_token(token, state, cell)
        if name == "(DEFER)":
            word = self.effects.deferred.get(instruction.operand)
            if word is None:
                self.result.blind = True
                self._apply_unknown_effect(state, cell)
                return False
            self.result.executed.add(word.token)
            return self._call(word.entry, state, cell)
        return name in ENDS or step(self, instruction, state)

    def _exit(self, cell: int, state: AbstractState) -> None:
        if state.returns:
            self.result.unbalanced.append(cell)
        net = None if state.lost else state.net
        self.result.exits[cell] = net if self.result.exits.get(cell, net) == net else None

    def _branch(self, instruction: Instruction, state: AbstractState) -> Arrivals[AbstractState]:
        """Return the states at the target and at the next instruction."""
        name, jumping = instruction.name, state
        if name == "BRANCH":
            return ((instruction.operand, state),)
        if name == "0BRANCH":
            flag = state.pop()[0]
            if flag is not None and flag[0] == "n" and flag[2]:
                return ((instruction.next if flag[1] else instruction.operand, state),)
            jumping = state.copy()
            if flag is not None and flag[0] == "empty":
                where = state if flag[2] else jumping
                where.empty = where.empty | {flag[1]}
        elif name in LOOPS:
            if name == "(+LOOP)":
                state.pop()
            jumping = state.copy()
            del state.returns[-2:]
        return (instruction.operand, jumping), (instruction.next, state)

    def _apply_unknown_effect(self, state: AbstractState, cell: int) -> None:
        """Update a state for a call with unknown effect."""
        state.lose()
        self._invalidate_position(state, cell)

    def _invalidate_position(self, state: AbstractState, cell: int) -> None:
        """Update a state for a word that may move `here` or change the board."""
        state.set_here(cell)
        state.set_from(cell)
        state.empty = frozenset()

    def _note_token(self, token: Value, cell: int) -> None:
        flag = token is not None and token[0] in ("flag", "empty")
        self.result.no_tokens[cell] = flag and self.result.no_tokens.get(cell, True)

    def _record_passed_tokens(self, entry: int, state: AbstractState, cell: int) -> None:
        """Record which items on the stack a called word executes as tokens."""
        for k in self.effects.at(entry, (), self.depth, self.result.entry).token_inputs:
            token = state.items[-1 - k] if k < len(state.items) else None
            if k < len(state.items):
                self._note_token(token, cell)
            elif not state.lost:
                token = ("in", state.taken + k - len(state.items))
            if token is not None and token[0] == "in":
                self.result.token_inputs.add(token[1])

    def _call(self, entry: int, state: AbstractState, cell: int) -> bool:
        self._record_passed_tokens(entry, state, cell)
        kind, inputs, outputs = self.effects.call(entry, state, self.depth, self.result.entry)
        if kind == NEVER:
            state.need(inputs)
            return True
        if kind == UNKNOWN:
            self._apply_unknown_effect(state, cell)
            return False
        state.pop(inputs)
        word = self.effects.words.get(entry)
        gives_flag = outputs == 1 and word is not None and word.index < self.effects.fence
        if gives_flag and word is not None and word.comment.endswith("-- ? )"):
            state.push(FLAG)
        else:
            state.push(*[None] * outputs)
        self._invalidate_position(state, cell)
        return False

    def _execute_token(self, token: Value, state: AbstractState, cell: int) -> bool:
        if token is not None and token[0] == "n":
            word = self.effects.dictionary.by_token(token[1])
            if word is not None:
                self.result.executed.add(word.token)
                return self._call(word.entry, state, cell)
        if token is not None and token[0] == "in":
            self.result.takes_token = True
            self.result.token_inputs.add(token[1])
        else:
            self.result.blind = True
        self._apply_unknown_effect(state, cell)
        return False


# -- words of a running machine --------------------------------------------------------------------


def inferred_effect(forth: Forth, word: Word) -> str:
    """Return the effect of a colon definition as a sentence, or the reason why it is unknown."""
    unset = forth.engine_word("(unset)").entry  # a loaded script has no missing words
    effects = StackEffects(forth, [], unset, Deadline(forth.limits.seconds))
    refused = effects.program.function(word.entry).refused
    if refused:
        return f"not known: {refused}"
    result = effects.of(word)
    if result.state == NEVER:
        return "it never returns"
    if result.state == KNOWN:
        return f"takes {result.inputs}, leaves {result.outputs}"
    return "not known: it depends on what is executed, or on which way it goes"
