"""The parts of a game's machine code: which words of the engine each begins with."""

from __future__ import annotations

from forthgame.lang import beyond
from forthgame.lang import layout as at
from forthgame.vm.plan import Plan

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
# what engines run of a game's own, by kind of engine: machine code of engines calls it through the
# table of words
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
# registers that say what a game uses, of those that engines look at: where such a register is 0 or
# -1 it is a constant in machine code of engines, which is made once for all games that are alike
SHAPE = (
    at.COALITIONS,
    at.PRIORITIES,
    at.RARE,
    at.RARE_END,
    at.RETRACTS,
    at.TURN_REPEAT,
    beyond.CHOICE_CELL,
    beyond.CHOICE_TURNS,
    beyond.CHOICES,
    beyond.CYCLES_USED,
    beyond.ENDING_COUNT,
    beyond.EVENTS_LEAVE,
    beyond.EVENTS_MOVE,
    beyond.HANDS,
    beyond.INVARIANT,
    beyond.JUDGE_CHANGES,
    beyond.LAST_UNUSED,
    beyond.LISTS_JUDGED,
    beyond.PLAYED_USED,
    beyond.QUIET_CELL,
    beyond.SELECTION,
    beyond.TURN_NEXT_CELL,
    beyond.TURN_OUT_CELL,
    beyond.UNCOMPARED,
)
COUNT_SCAN = "(count-scan)"  # what runs move words that are only counted
PROOF_ROOTS = ("(prove-goal)",)
BATCH_ROOTS = ("(batch-begin)", "(batch-step)")
SOLVE_ROOTS = ("(breadth)", "(seek-from)", "(rehash)", "(distance)", "(enter-position)")
EVALUATED = frozenset(map(at.EVENT_NAMES.index, ("OnSearch", "OnEvaluate")))  # by engines
FORESEEING = frozenset((at.EVENT_NAMES.index("OnForesee"),))  # by engines and proofs
SET = frozenset((at.EVENT_NAMES.index("OnPosition"),))  # never run by machine code
TOGETHER = at.EVENT_NAMES.index("OnTogether")
EAGERNESS = 0.3  # seconds of processor time that a search is interpreted before a draft is made
PATIENCE = 0.5  # seconds of processor time that a draft runs before the final code is begun


class CodePart:
    """A part of the machine code, and whether it is in use.

    own     whether words that only the script's tokens reach belong to it
    wholes  parts that have everything this one has
    doors   the roots that the machine code of engines finds in the table of words
    events  those that only engines or proofs run, and that belong to it
    """

    def __init__(
        self,
        roots: tuple[str, ...],
        own: bool = False,
        wholes: tuple[CodePart, ...] = (),
        doors: tuple[str, ...] = (),
        events: frozenset[int] = frozenset(),
    ) -> None:
        self.roots, self.own, self.wholes = roots + doors, own, wholes
        self.doors = doors
        self.left_out = (EVALUATED | FORESEEING | SET) - events
        self.plan: Plan | None = None
        self.ready = False
        self.drafted = False  # whether its draft is in use
        self.asked = False  # whether it is known that it is not cached
        self.waited = 0.0  # seconds that have been run without it, or with its draft

    @property
    def pays(self) -> bool:
        """Whether its draft has run long enough to begin the final code."""
        return self.waited >= PATIENCE

    @property
    def chosen(self) -> CodePart:
        """The part to use: a whole, where one has been begun."""
        return next((whole for whole in self.wholes if whole.plan is not None), self)
