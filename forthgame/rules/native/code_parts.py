"""The parts of a game's native code, each with the engine words that it begins with.

Engines call a game's words through the table of words, so these can be replaced at any moment
(`code_stages.py`).
"""

from __future__ import annotations

from forthgame.machine.tiers.plan_search import BuildPlan
from forthgame.words.registers import extension_registers, memory_layout as at

CALL_ROOTS = (
    "(generate-turn)",
    "(game-result)",
    "(make-move)",
    "$MoveString",
    "(clear-lists)",
    "(offer)",
    "(find-result)",
    "(offer-with-result)",
    "(play-number)",
    "(play-on)",
    "(stand-here)",
    "$RandomMoveEngine",
    "$FirstMoveEngine",
)
COUNT_ROOTS = ("(perft)",)
PLAYOUT_ROOTS = ("(playouts)",)
ENGINE_ROOTS = (
    "$NegamaxMove",
    "$ParanoidMove",
    "$BestReplyMove",
    "$BestReplyPlusMove",
    "$MaxNMove",
    "$BestFirstMove",
    "$UCTMove",
    "$MctsMove",
    "(search-to)",
    "(max-n-to)",
)
# words of a game that engines call through the table of words, by kind of engine
SEARCH_DOORS = (
    "(generate-turn)",
    "(game-result)",
    "(make-move)",
    "(make-if-legal)",
    "(execute-move)",
    "(next-turn)",
    "(judge)",
    "(judgement)",
    "(finish-all)",
    "(score-all)",
    "(spread-leaves)",
)
TREE_DOORS = ("(descend)", "(execute-move)")
PROOF_DOORS = ("(generate-turn)", "(make-move)", "(execute-move)", "(offer-child)")
DOORS = tuple(dict.fromkeys(SEARCH_DOORS + TREE_DOORS + PROOF_DOORS))
# registers by which engines see the features that a game uses: a register that is 0 or -1 is a
# constant in the engines' code, which is compiled once for all similar games
SHAPE = (
    at.COALITIONS,
    at.PRIORITIES,
    at.RARE,
    at.RARE_END,
    at.RETRACTS,
    at.TURN_REPEAT,
    extension_registers.CHOICE_CELL,
    extension_registers.CHOICE_TURNS,
    extension_registers.CHOICES,
    extension_registers.CYCLES_USED,
    extension_registers.ENDING_COUNT,
    extension_registers.EVENTS_LEAVE,
    extension_registers.EVENTS_MOVE,
    extension_registers.HANDS,
    extension_registers.INVARIANT,
    extension_registers.JUDGE_CHANGES,
    extension_registers.LAST_UNUSED,
    extension_registers.LISTS_JUDGED,
    extension_registers.PLAYED_USED,
    extension_registers.QUIET_CELL,
    extension_registers.SELECTION,
    extension_registers.TURN_NEXT_CELL,
    extension_registers.TURN_OUT_CELL,
    extension_registers.UNCOMPARED,
)
COUNT_SCAN = "(count-scan)"  # runs move words that are only counted
PROOF_ROOTS = ("(prove-goal)",)
BATCH_ROOTS = ("(batch-begin)", "(batch-step)")
SOLVE_ROOTS = ("(breadth)", "(seek-from)", "(rehash)", "(distance)", "(enter-position)")
EVALUATED = frozenset(map(at.EVENT_NAMES.index, ("OnSearch", "OnEvaluate")))  # run by engines
FORESEEING = frozenset((at.EVENT_NAMES.index("OnForesee"),))  # run by engines and proofs
SET = frozenset((at.EVENT_NAMES.index("OnPosition"),))  # never run by native code
TOGETHER = at.EVENT_NAMES.index("OnTogether")
PATIENCE = 0.5  # seconds of processor time before final code replaces a draft


class CodePart:
    """A part of the native code and its state.

    own     includes words that only the script's tokens reach
    wholes  parts that contain everything in this one
    doors   roots that the engines' native code finds in the table of words
    events  events that only engines or proofs run, and that belong to this part
    shared  is compiled once for all similar games
    counts  counts moves, with `COUNTING` as a constant
    """

    def __init__(
        self,
        roots: tuple[str, ...],
        own: bool = False,
        wholes: tuple[CodePart, ...] = (),
        doors: tuple[str, ...] = (),
        events: frozenset[int] = frozenset(),
        shared: bool = False,
        counts: bool = False,
    ) -> None:
        self.roots, self.own, self.wholes = roots + doors, own, wholes
        self.doors, self.shared, self.counts = doors, shared, counts
        self.left_out = (EVALUATED | FORESEEING | SET) - events
        self.plan: BuildPlan | None = None
        self.ready = False
        self.drafted = False  # its draft is in use
        self.asked = False  # the cache was searched
        self.planned_aside = False  # another thread plans it
        self.waited = 0.0  # seconds run without it, or with its draft

    @property
    def pays(self) -> bool:
        """Return whether the draft has run long enough to start the final code."""
        return self.waited >= PATIENCE

    @property
    def chosen(self) -> CodePart:
        """Return the part to use: a containing part if that was started, else this one."""
        return next((whole for whole in self.wholes if whole.plan is not None), self)
