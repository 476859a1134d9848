"""The built-in engines, their options and limits, and the text form of an engine with options."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from forthgame.base import arguments
from forthgame.base.arguments import optional_seconds, optional_whole
from forthgame.base.errors import ForthgameError, alike, quoted
from forthgame.rules.fact_cache import HasFacts, fact
from forthgame.words.registers import alpha_beta_settings, memory_layout as at, playout_trees
from forthgame.words.registers.extension_registers import CHOICE_CELL

if TYPE_CHECKING:
    from forthgame.machine.memory.processor import Processor

FINE = 1000  # the unit of weights
TOGETHER = 1.0  # exploration if players choose together: with less they settle too soon
EVALUATION = at.EVENT_NAMES.index("OnEvaluate")
MOST = (1 << 31) - 1
_numbers = itertools.count(1)  # numbers of searches: positions joined by earlier ones do not count
REVERSED = frozenset(
    ("aspiration", "scout")
)  # stored inverted in the machine, so that 0 is the default
ONLY_NOTED = 1  # moves are recorded, and nothing is learned from them: move_means.py


@dataclass(frozen=True)
class SearchOption:
    """An option of a search.

    kind      bool, int or float
    register  machine register, weights in thousandths; 0 for options handled in Python
    default   value used by the engine
    least     smallest number
    most      largest number
    """

    kind: type
    register: int
    default: bool | float | None
    least: float = 0
    most: float = 1000


OF_TREES = {
    "mast": SearchOption(bool, playout_trees.AVERAGES, False),
    "ngram": SearchOption(int, playout_trees.LONGEST, None, 2, 3),
    "sharpness": SearchOption(float, playout_trees.SHARPNESS, 8.0, 0, 100),
    "solve": SearchOption(bool, playout_trees.SOLVES, True),
    "explore": SearchOption(float, playout_trees.EXPLORES, 0.5),
    "urgency": SearchOption(float, playout_trees.URGENCY, None),
    "history": SearchOption(float, playout_trees.BIAS, 0.0),
    "bias": SearchOption(float, playout_trees.LOOK_BIAS, 0.0),
    "cut": SearchOption(int, playout_trees.CUT, None, 0, 10_000),
    "join": SearchOption(bool, 0, False),
    "keep": SearchOption(bool, 0, False),
    "tree": SearchOption(int, 0, None, 1, 1 << 16),
    "grave": SearchOption(int, playout_trees.GRAVE, None, 1, 1_000_000),
    "minimax": SearchOption(float, playout_trees.MINIMAX, 0.0, 0, 1),
    "look": SearchOption(int, playout_trees.WIN_LOOKAHEAD, None, 1, 10_000),
    "prove": SearchOption(float, 0, 0.0, 0, 0.9),
}
OF_PRUNING = {
    "null": SearchOption(int, alpha_beta_settings.PASS, 0, 0, 6),
    "late": SearchOption(int, alpha_beta_settings.LATE, alpha_beta_settings.LATE_USUAL, 0, 1000),
    "malus": SearchOption(bool, alpha_beta_settings.MALUS, False),
    "countermove": SearchOption(bool, alpha_beta_settings.COUNTERMOVE, False),
    "forced": SearchOption(bool, alpha_beta_settings.FORCED, False),
    "recapture": SearchOption(bool, alpha_beta_settings.RECAPTURE, False),
    "check": SearchOption(bool, alpha_beta_settings.CHECK, True),
    "aspiration": SearchOption(bool, alpha_beta_settings.WHOLE, True),
    "scout": SearchOption(bool, alpha_beta_settings.OPEN, True),
    "internal": SearchOption(bool, alpha_beta_settings.INTERNAL, False),
    "captures": SearchOption(
        int, alpha_beta_settings.CAPTURES, alpha_beta_settings.CAPTURES_USUAL, 0, 30
    ),
    "star": SearchOption(int, alpha_beta_settings.STAR, alpha_beta_settings.STAR_USUAL, 0, 2),
}


def option_error(option: SearchOption, value: object) -> str:
    """Return the reason why a value does not fit an option; empty if it does."""
    if value is None:
        return ""
    if option.kind is bool:
        return "" if isinstance(value, bool) else "is yes or no"
    number = isinstance(value, int) if option.kind is int else isinstance(value, int | float)
    if isinstance(value, bool) or not number or not option.least <= value <= option.most:  # type: ignore[operator]
        whole = "whole number" if option.kind is int else "number"
        return f"is a {whole} from {option.least:g} to {option.most:g}"
    return ""


@dataclass(frozen=True)
class Engine:
    """A built-in engine.

    word     the word that a script may name as its engine
    step     the word that searches to a depth, for engines with iterative deepening
    reply    only the best reply of all opponents counts
    plus     only one opponent answers, and the others play a move each
    best     grows a tree of positions, best first
    policy   random games choose their moves by `$Rollout`
    """

    name: str
    word: str
    meaning: str
    step: str = ""
    reply: bool = False
    plus: bool = False
    best: bool = False
    policy: bool = False
    tree: bool = False

    @property
    def divisible(self) -> bool:
        """Return whether several threads can search with it; `auto` depends on its choice."""
        return self.tree or self.step == "(search-to)" or self.name == AUTO

    @property
    def proves(self) -> bool:
        return self.divisible and not (self.reply or self.plus)


SCRIPT = "script"  # the engine that the script names for the player to move
AUTO = "auto"  # chooses an engine for the game: search/engine_choice.py
ENGINES = {
    engine.name: engine
    for engine in (
        Engine("random", "$RandomMoveEngine", "any move"),
        Engine("first", "$FirstMoveEngine", "the first move"),
        Engine("negamax", "$NegamaxMove", "alpha-beta, for two sides", "(search-to)"),
        Engine("paranoid", "$ParanoidMove", "alpha-beta, all others against me", "(search-to)"),
        Engine("maxn", "$MaxNMove", "a score for each player", "(max-n-to)"),
        Engine("brs", "$BestReplyMove", "the best reply of all opponents", "(search-to)", True),
        Engine(
            "brs+",
            "$BestReplyPlusMove",
            "one opponent answers, others play the move ordered first",
            "(search-to)",
            plus=True,
        ),
        Engine("best-first", "$BestFirstMove", "minimax where both sides play best", best=True),
        Engine("uct", "$UCTMove", "a tree of random games", tree=True),
        Engine("mcts", "$MctsMove", "the same, games by $Rollout", policy=True, tree=True),
        Engine("auto", "$AutoMove", "the one of these that suits the game"),
    )
}


def grows_trees(name: str) -> bool | None:
    """Return whether the named engine grows trees of random games; None if it may do either."""
    return None if name == AUTO or name not in ENGINES else ENGINES[name].tree


OF_KINDS = {**OF_TREES, **OF_PRUNING}  # options of some engines
LARGEST_TABLE = 1 << 16  # megabytes
MOST_THREADS = 64
NUMBERS = 1 << 62  # the largest limit
WHOLE: dict[str, tuple[int | None, int]] = {  # options that are whole numbers: least and most
    "depth": (1, NUMBERS),
    "nodes": (1, NUMBERS),
    "playouts": (1, NUMBERS),
    "seed": (None, NUMBERS),
    "table": (1, LARGEST_TABLE),
    "threads": (1, MOST_THREADS),
}


@dataclass(frozen=True)
class Limits:
    """Limits and options of a search. None is no limit, or the engine's default.

    time        seconds
    depth       plies
    nodes       positions
    playouts    random games
    selective   follow captures beyond the depth, reduce late moves; None: unless depth is given
    table       megabytes of alpha-beta's transposition table; None: 16
    threads     machines that search at the same time; None: 1
    repetition  alpha-beta treats a repeated position as a draw; None: only if the script does
    seed        of the random streams

    Options of alpha-beta, see docs/search.md:

    null         plies of reduction after a null move; 0: no null moves
    late         moves searched in full before later ones are reduced; 0: no reduction
    malus        moves that did not help lose their score in the history table
    countermove  try the last good answer to the previous move early
    forced       an only move costs no depth
    recapture    taking back on the same position costs no depth
    check        a position where OnIsLegal? forbids passing costs no depth
    aspiration   start the root with a window around the last score
    scout        search moves after the first with an empty window first
    internal     search a node without a proposed move at less depth first
    captures     plies of captures beyond the depth
    star         windows for the outcomes of dice: 0 none, 1 Star1, 2 Star2

    Options of engines that grow a tree:

    mast        random games draw moves by the average result of such moves
    ngram       the same, given the previous move, or the previous two
    sharpness   preference for moves with better results
    solve       prove values if possible; a proven root ends the search
    explore     weight of exploration
    urgency     value of an unvisited move; None: each is tried first
    history     weight of a move's results elsewhere
    bias        weight of the script's ranks and of captures, less with each visit
    cut         plies after which a random game is decided by the evaluation
    join        positions reached in several ways share their results
    keep        continue the tree of the previous search in this game; alpha-beta its table
    tree        megabytes that the tree may grow to; None: 32
    grave       visits from which a node's averages over all later moves are used
    minimax     weight of evaluations backed up
    look        plies of a random game at which a move that wins at once is searched

    Option of both:

    prove       share of the search that a proof before it may take, near the end of a game

    Raises TypeError or ValueError for invalid values.
    """

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    playouts: int | None = None
    selective: bool | None = None
    repetition: bool | None = None
    seed: int | None = None
    table: int | None = None
    mast: bool | None = None
    ngram: int | None = None
    sharpness: float | None = None
    solve: bool | None = None
    explore: float | None = None
    urgency: float | None = None
    history: float | None = None
    bias: float | None = None
    cut: int | None = None
    join: bool | None = None
    keep: bool | None = None
    tree: int | None = None
    grave: int | None = None
    minimax: float | None = None
    threads: int | None = None
    look: int | None = None
    prove: float | None = None
    null: int | None = None
    late: int | None = None
    malus: bool | None = None
    countermove: bool | None = None
    forced: bool | None = None
    recapture: bool | None = None
    check: bool | None = None
    aspiration: bool | None = None
    scout: bool | None = None
    internal: bool | None = None
    captures: int | None = None
    star: int | None = None

    def __post_init__(self) -> None:
        own = self.__dict__  # of a frozen object; converts numpy's numbers
        own["time"] = optional_seconds(self.time, "the time of a search")
        for name, (least, most) in WHOLE.items():
            own[name] = optional_whole(own[name], f"the {name} of a search", least, most)
        for name, option in OF_KINDS.items():
            wrong = option_error(option, getattr(self, name))
            if wrong:
                raise ValueError(f"{name} {wrong}, not {getattr(self, name)!r}")

    def over(self, other: Limits) -> Limits:
        """Return these limits, completed from `other`; a depth or count needs no time."""
        counted = self.depth is not None or self.nodes is not None or self.playouts is not None
        missing = {name for name, value in vars(self).items() if value is None}
        missing -= {"time"} if counted else set()
        return replace(self, **{name: getattr(other, name) for name in missing})


BOUNDS = ("time", "depth", "nodes", "playouts")  # options that end a search
OPTIONS = ("time", "depth", "nodes", "playouts", "selective", "repetition", "table", "seed",
           "threads", *OF_KINDS)  # fmt: skip
FLAGS = ("selective", "repetition",
         *(name for name, option in OF_KINDS.items() if option.kind is bool))  # fmt: skip
Value = int | float | str | bool


def nearest(name: str, known: Sequence[str]) -> str:
    """Return a question with the known name nearest to a mistaken one, or an empty text."""
    near = alike(name, known, 1, 0.5)
    return f", did you mean {near[0]}?" if near else ""


def read_options(text: str, whole: str) -> dict[str, Value]:
    """Parse `depth=4,time=1` into a dict; errors quote `whole`. Raises ForthgameError."""
    given: dict[str, Value] = {}
    for part in text.split(","):
        if not part.strip():
            continue
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not value:
            raise ForthgameError(
                f"{quoted(part)} in {quoted(whole)} is not an option: write key=value"
            )
        if key not in OPTIONS:
            raise ForthgameError(
                f"engines have no option {quoted(key)} (in {quoted(whole)})"
                f"{nearest(key, OPTIONS)}; there are {', '.join(OPTIONS)}"
            )
        if key in given:
            raise ForthgameError(f"{key} is given twice in {quoted(whole)}")
        given[key] = _value(key, value, whole)
    return given


def _value(key: str, value: str, whole: str) -> Value:
    if key in FLAGS:
        if value not in ("yes", "no"):
            raise ForthgameError(f"{key} in {quoted(whole)} must be yes or no, not {quoted(value)}")
        return value == "yes"
    if key in OF_KINDS:
        return _number_of_kind(key, value, whole)
    if key == "time":
        try:
            seconds = float(value)
        except ValueError:
            seconds = -1.0
        if not 0 <= seconds <= arguments.LARGEST:
            raise ForthgameError(
                f"{key} in {quoted(whole)} must be a number of seconds up to {arguments.LARGEST}, "
                f"not {quoted(value)}"
            )
        return seconds
    try:
        number = int(value)
    except ValueError:
        raise ForthgameError(
            f"{key} in {quoted(whole)} must be a whole number, not {quoted(value)}"
        ) from None
    least, most = WHOLE[key]
    if least is not None and number < least:
        raise ForthgameError(f"{key} in {quoted(whole)} is at least {least}")
    if number > most:
        unit = " megabytes" if key == "table" else ""
        raise ForthgameError(f"{key} in {quoted(whole)} is at most {most}{unit}")
    return number


def _number_of_kind(key: str, value: str, whole: str) -> float:
    option = OF_KINDS[key]
    try:
        number = int(value) if option.kind is int else float(value)
        wrong = option_error(option, number)
    except ValueError:
        wrong = option_error(option, value)
    if wrong:
        raise ForthgameError(f"{key} in {quoted(whole)} {wrong}, not {quoted(value)}")
    return number


def engine_text(name: str, options: Mapping[str, object]) -> str:
    """Return the text of an engine with options for `parse_engine`, without those that are None."""
    parts = [
        f"{key}={'yes' if value is True else 'no' if value is False else value}"
        for key, value in options.items()
        if value is not None
    ]
    return f"{name}:{','.join(parts)}" if parts else name


def find_engine(name: str) -> Engine:
    """Return a built-in engine.

    Raises ForthgameError for an unknown name, with the nearest known one.
    """
    if name in ENGINES:
        return ENGINES[name]
    known = [SCRIPT, *ENGINES]
    raise ForthgameError(
        f"there is no engine {quoted(name)}{nearest(name, known)}; there are {', '.join(known)}"
    )


def refuse_playouts(name: str, playouts: object) -> None:
    engine = None if name == SCRIPT else find_engine(name)
    if playouts is not None and engine is not None and not engine.tree and name != AUTO:
        raise ForthgameError(f"playouts are random games of uct and mcts; {name} plays none")


def parse_engine(text: str) -> tuple[str, Limits]:
    """Parse an engine's name and limits from a text such as `negamax:depth=4,time=0.2`.

    Raises ForthgameError for an unknown engine or option, or an invalid value.
    """
    arguments.text(text, "an engine must be", f"; there are {', '.join([SCRIPT, *ENGINES])}")
    name, _, rest = text.partition(":")
    engine = None if name == SCRIPT else find_engine(name)
    options = read_options(rest, text)
    of_trees = [key for key in options if key in OF_TREES and key != "prove"]
    if engine is not None and engine.step == "(search-to)" and "keep" in of_trees:
        of_trees.remove("keep")  # its table is kept
    if of_trees and engine is not None and not engine.tree:
        raise ForthgameError(f"{of_trees[0]} is an option of uct and mcts (in {quoted(text)})")
    if "prove" in options and engine is not None and not engine.proves:
        able = ", ".join(known for known, each in ENGINES.items() if each.proves)
        raise ForthgameError(f"prove is an option of {able} (in {quoted(text)})")
    pruned = [key for key in options if key in OF_PRUNING]
    if pruned and engine is not None and engine.step != "(search-to)" and engine.name != AUTO:
        able = ", ".join(known for known, each in ENGINES.items() if each.step == "(search-to)")
        raise ForthgameError(f"{pruned[0]} is an option of {able} (in {quoted(text)})")
    refuse_playouts(name, options.get("playouts"))
    if "threads" in options and engine is not None and not engine.divisible:
        able = ", ".join(known for known, each in ENGINES.items() if each.divisible)
        raise ForthgameError(f"threads is an option of {able} (in {quoted(text)})")
    return name, Limits(**options)  # type: ignore[arg-type]


# -- options in the machine's registers -----------------------------------------------------------


def set_pruning_options(processor: Processor, limits: Limits) -> None:
    for name, option in OF_PRUNING.items():
        given = getattr(limits, name)
        value = option.default if given is None else given
        if name == "null" and processor.register(at.RETRACTS):
            value = 0  # OnRetractMove would run after a null move that OnMakeAMove did not see
        if option.kind is bool:
            number = -1 if value != (name in REVERSED) else 0
        else:  # 0 is the default
            number = int(value or 0) + (1 if option.default else 0)
        processor.set_register(option.register, number)


def set_tree_options(processor: Processor, limits: Limits, game: HasFacts) -> None:
    """Write the options of a search to the registers of trees.

    Random games are cut off if the script evaluates positions. Otherwise they are cut off at once
    if they are known not to end and the search is bounded by time alone; a search with counted
    limits does the same whatever was searched before.
    """
    given: dict[str, bool | float | None] = {name: getattr(limits, name) for name in OF_TREES}
    given |= {name: OF_TREES[name].default for name, value in given.items() if value is None}
    if limits.explore is None and processor.register(CHOICE_CELL):
        given["explore"] = TOGETHER
    counted = limits.playouts is not None or limits.nodes is not None
    if given["cut"] is None:
        evaluates = bool(processor.register(at.EVENTS + 4 * EVALUATION))
        given["cut"] = (
            playout_trees.USUAL_CUT if evaluates or (not counted and hardly_end(game)) else None
        )
    elif given["cut"] == 0:
        given["cut"] = playout_trees.NEVER_CUT
    numbers = {
        option.register: _number(option, given[name])
        for name, option in OF_TREES.items()
        if option.register
    }
    if given["urgency"] is not None:  # 0 means that there is none
        numbers[playout_trees.URGENCY] += 1
    averages = given["mast"] or given["ngram"]
    noted = ONLY_NOTED if given["grave"] else 0
    processor.set_registers(numbers | {
        playout_trees.AVERAGES: -1 if averages else 0,
        playout_trees.SHARING_SERIAL: next(_numbers) & MOST if given["join"] else 0,
        playout_trees.LEARNS: -1 if averages or given["history"] else noted,
    })  # fmt: skip


def _number(option: SearchOption, value: bool | float | None) -> int:
    if option.kind is bool:
        return -1 if value else 0
    return round((value or 0) * (FINE if option.kind is float else 1))


@dataclass
class RandomGames:
    """Numbers of random games, and of those without an end."""

    games: int = 0
    unended: int = 0


def note_endless(processor: Processor, limits: Limits, games: int, game: HasFacts) -> None:
    if limits.cut is not None:
        return
    register = processor.register
    unended = register(playout_trees.UNENDED)
    if register(playout_trees.CUT):  # the others were cut off: their end is unknown
        games = unended
    seen = seen_before(game)
    seen.games += games
    seen.unended += unended


@fact
def seen_before(game: HasFacts) -> RandomGames:
    return RandomGames()


def hardly_end(game: HasFacts) -> bool:
    seen = seen_before(game)
    return (
        seen.unended >= playout_trees.LEAST_UNENDED
        and seen.unended * playout_trees.RARELY >= seen.games
    )
