"""Stack effects by abstract interpretation of the threaded code.

Each word is walked from its start with a state of known and unknown items; where paths meet, the
states are joined until nothing changes (Cousot and Cousot, 1977). A word of unknown effect that is
called with known tokens is walked again with these tokens. If that fails, a plain stack comment
`( before -- after )` counts.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

from forthgame.analysis.dataflow import Arrivals, walk
from forthgame.analysis.function import Function
from forthgame.analysis.instruction import Instruction
from forthgame.check.loading.checked_script import CheckedScript
from forthgame.check.loading.reader import Deadline, Use, deferred_to
from forthgame.check.stack_effects.abstract_state import (
    AbstractState,
    Value,
    generalised,
    joined,
)
from forthgame.check.stack_effects.item_kinds import (
    FLAG,
    NUMBER,
    SHORT,
    TOKEN,
    commented_kinds,
    kind_of,
    literal_kind,
    of_kind,
    storage_of,
)
from forthgame.check.stack_effects.operations import expect, step
from forthgame.check.stack_effects.walk_result import (
    KNOWN,
    NEVER,
    UNKNOWN,
    DepthMismatch,
    WalkResult,
)
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.words.table.dictionary import Word
from forthgame.words.word_sets import BRANCHES, ENDS, LOOPS

# a side that contains one of these words is prose
PROSE = frozenset(
    ("the", "of", "if", "or", "is", "are", "when", "with", "that", "this", "none", "nothing",
     "empty", "returns", "leaves", "it", "its", "and", "as", "for", "by", "no", "not", "either",
     "else", "otherwise", "same", "see")
)  # fmt: skip
ITEM = re.compile(r"[^\s|…,;:]+$")
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

    def call(self, entry: int, state: AbstractState, depth: int, caller: int) -> WalkResult:
        """Return the result of a word called with the stack of `state`, or of its comment."""
        result = self.at(entry, (), depth, caller)
        short = len(result.visited) <= LONGEST
        if result.state == UNKNOWN and result.takes_token and depth < DEPTH and short:
            given = tuple(self._token(value) for value in reversed(state.items[-TRACKED_ITEMS:]))
            if any(given):
                result = self.at(entry, given, depth + 1)
        if result.state != UNKNOWN:
            return result
        word = self.words.get(entry)
        declared = declared_effect(word.comment) if word else None
        if declared is None or entry == self.missing:
            return WalkResult(entry)
        return WalkResult(entry, KNOWN, *declared)

    def given_tokens(self, word: Word) -> list[WalkResult]:
        """Return the results of a word for the tokens that its callers give it, as far as known."""
        return [result for key, result in self.results.items() if key[0] == word.entry and key[1:]]

    def kinds(self, entry: int, result: WalkResult) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the kinds of the items that a word takes and leaves, the top first.

        What the code does not show is taken from a comment that agrees with it.
        """
        if result.kinds is None:
            word = self.words.get(entry)
            hints = commented_kinds(word.comment) if word else None
            counts = hints and (len(hints[0]), len(hints[1]))
            inputs, outputs = hints if hints and counts == result.effect[1:] else ((), ())
            taken = tuple(
                _only(result.wants.get(k), inputs[k] if inputs else "")
                for k in range(result.inputs)
            )
            gives = result.gives or (None,) * result.outputs
            left = tuple(
                kind_of(value) or (outputs[k] if outputs else "") for k, value in enumerate(gives)
            )
            result.kinds = taken, left
        return result.kinds


def _only(wanted: dict[str, int] | None, hint: str) -> str:
    """Return the kind that is wanted, if there is only one; a hint counts if none is."""
    if not wanted:
        return hint
    strong = [kind for kind in wanted if kind not in (FLAG, NUMBER)] or list(wanted)
    return strong[0] if len(strong) == 1 else ""


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
        self.endings: dict[int, tuple[list[Value], int]] = {}  # EXIT -> items and how many taken

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
            result.gives = self._left(result.outputs)
        return result

    def _left(self, count: int) -> tuple[Value, ...]:
        """Return what is known of the items that are left at every exit, the top first."""
        found: list[Value] = []
        for number, (items, taken) in enumerate(self.endings.values()):
            below = [("in", taken + k) for k in range(count - len(items))]
            left = [generalised(value) for value in (*reversed(items), *below)][:count]
            found = [joined(*both) for both in zip(found, left, strict=False)] if number else left
        return tuple(found)

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
            if flag is None or flag[0] != "n" or not flag[2]:
                break
            onward = instruction.name == "BRANCH" and not instruction.backward
            if not (onward or instruction.name == "0BRANCH"):
                break
            self.result.visited.add(cell)
            if onward:  # past the ELSE of an outer IF, to its end
                source, cell = cell, instruction.operand
                continue
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
            expect(self.result, cell, TOKEN, token, 0)
            self._note_token(token, cell)
            return self._execute_token(token, state, cell)
        if name == "(DEFER)":
            word = self.effects.deferred.get(instruction.operand)
            if word is None:
                self.result.blind = True
                self._apply_unknown_effect(state, cell)
                return False
            self.result.executed.add(word.token)
            if word.kind == "literal":
                state.push(("n", word.value, False, literal_kind(word, word.value)))
                return False
            return self._call(word.entry, state, cell)
        return name in ENDS or step(self.result, self.effects.forth, instruction, state)

    def _exit(self, cell: int, state: AbstractState) -> None:
        if state.returns:
            self.result.unbalanced.append(cell)
        net = None if state.lost else state.net
        self.endings[cell] = list(state.items), state.taken
        self.result.exits[cell] = net if self.result.exits.get(cell, net) == net else None

    def _branch(self, instruction: Instruction, state: AbstractState) -> Arrivals[AbstractState]:
        """Return the states at the target and at the next instruction."""
        name, jumping = instruction.name, state
        if name == "BRANCH":
            return ((instruction.operand, state),)
        if name == "0BRANCH":
            flag = state.pop()[0]
            expect(self.result, instruction.cell, FLAG, flag, 0)
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
        state.altered = frozenset()
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
        called = self.effects.call(entry, state, self.depth, self.result.entry)
        state.need(called.inputs)
        if called.state == NEVER:
            return True
        if called.state == UNKNOWN:
            self._apply_unknown_effect(state, cell)
            return False
        arguments = state.pop(called.inputs)[::-1]
        taken, left = self.effects.kinds(entry, called)
        for k, value in enumerate(arguments):
            if taken[k]:
                expect(self.result, cell, taken[k], value, k)
            if value is not None and (storage := storage_of(value)) is not None:
                self.result.escapes.add(storage)
        if called.outputs:
            given = called.gives or (None,) * called.outputs
            both = [*zip(given, left, strict=True)]
            state.push(*[_given(*each, arguments) for each in reversed(both)])
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


def _given(value: Value, kind: str, arguments: list[Value]) -> Value:
    """Return an item that a called word leaves: one of its arguments, or a new one of a kind."""
    if value is not None and value[0] == "in":
        return arguments[value[1]] if value[1] < len(arguments) else None
    return of_kind(kind) if value is None else value


def effect_with_kinds(effects: StackEffects, word: Word) -> str:
    """Return the inferred effect such as `( pos n1 -- ? )`, empty if it is not known.

    Items without a kind are numbered; an item that is left as it was taken keeps its name.
    """
    result = effects.of(word)
    if effects.program.function(word.entry).refused or result.state != KNOWN:
        return ""
    taken, left = effects.kinds(word.entry, result)
    count = len(taken)
    before = [SHORT.get(kind, f"n{count - k}") for k, kind in enumerate(taken)]
    after = []
    for k, (value, kind) in enumerate(zip(result.gives, left, strict=True)):
        same = value is not None and value[0] == "in" and value[1] < count
        after.append(before[value[1]] if same and value else SHORT.get(kind, f"m{len(left) - k}"))
    return " ".join(["(", *reversed(before), "--", *reversed(after), ")"])


# -- words of a running machine --------------------------------------------------------------------


def loaded_effects(forth: Forth) -> StackEffects:
    """Return the effects of the words of a running machine."""
    unset = forth.engine_word("(unset)").entry  # a loaded script has no missing words
    return StackEffects(forth, [], unset, Deadline(forth.limits.seconds))


def inferred_effect(forth: Forth, word: Word) -> str:
    """Return the effect of a colon definition as a sentence, or the reason why it is unknown."""
    effects = loaded_effects(forth)
    refused = effects.program.function(word.entry).refused
    if refused:
        return f"not known: {refused}"
    result = effects.of(word)
    if result.state == NEVER:
        return "it never returns"
    if result.state == KNOWN:
        return f"takes {result.inputs}, leaves {result.outputs}"
    return "not known: it depends on what is executed, or on which way it goes"
