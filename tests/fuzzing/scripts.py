"""Scripts of whole games: small boards, every declaration, events that call any word any time."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from . import beyond, vocabulary
from .beyond import Beyond
from .programs import body, call, word
from .values import address, piece, player, position
from .vocabulary import Entry

Words = tuple[Entry, ...]
PLAYERS = ("A", "B", "C", "D")
ENGINES = (
    "$RandomMoveEngine", "$FirstMoveEngine", "$NegamaxMove", "$ParanoidMove", "$MaxNMove",
    "$BestReplyMove", "$BestReplyPlusMove", "$BestFirstMove", "$UCTMove", "$MctsMove", "Own-Engine",
)  # fmt: skip
DIRECTIONS = (("n", "-1 0"), ("s", "1 0"), ("e", "0 1"), ("w", "0 -1"), ("ne", "-1 1"))
WORDS = (
    ": gen current-player 0 0 $GenerateMoves $FirstMove v1 ! ;", ": old v1 @ v2 ! ;",
    ": w1 count ++ ;", ": w2 1 ;", ": w3 DROP ;", ": w4 gen ;", ": w5 DUP + ;",
    ": try DUP IF .moveCFA EXECUTE ELSE DROP ENDIF ;",
    ": step n verify empty? verify from here move add-move ;",
)  # fmt: skip
SMALL = ("0", "1", "1", "2", "3", "7", "-1", "70000", "var1 @", "count @", "here")
GENERATE = "{player} {flag} {type} $GenerateMoves"
LISTS = (
    GENERATE,
    GENERATE,
    "$DeallocateMoves",
    "$DeallocateMoves " + GENERATE,
    GENERATE + " $DeallocateMoves",
    "$FirstMove v1 !",
    "v1 @ v2 !",
    "$FirstMove v2 !",
    "$FirstMove try",
    "$CloneBoard $FirstMove try",
    "v1 @ try",
    "v2 @ try",
    "v1 @ .moveCFA EXECUTE",
    "v1 @ DUP IF $NextMove ENDIF v1 !",
    "$CloneBoard",
    "$DeallocateBoard",
    "$CloneBoard $FirstMove try $DeallocateBoard",
    "v1 @ $MoveString DROP",
    "$FirstMove $MoveString DROP",
    "$movesList @ v1 !",
    "v1 ++",
    "v2 --",
    "{address} v1 !",
    "$FirstMove BEGIN DUP WHILE DUP $MoveString DROP $NextMove REPEAT DROP",
    GENERATE + " $FirstMove v1 ! $DeallocateMoves v1 @ try",
    "0 $movesList !",
    "{address} $movesList !",
    "{address} $board !",
    "{pos} $pos !",
    "{player} $player !",
    "{player} $forPlayer !",
    "{address} $turnOffset !",
    "{type} $partial !",
    "{address} $moveAddr !",
    "OnNextTurn",
    "{player} {piece} {pos} OnEditAdd",
    "{pos} OnEditRemove",
    "{pos} {pos} move",
    "{pos} capture-at",
    "add-move",
    "Pass",
    "$Pass",
    "partial",
    "{type} partial-move-type",
    "here from move add-move",
    "5 COMPILE-LITERAL",
    "COMPILE w1",
    "COMPILE w2 add-move",
    "{player} {piece} {pos} create-player-piece-type-at",
    "from here move COMPILE w1 7 COMPILE-LITERAL add-move",
    "$Exit",
    "0 verify",
    "{engine}",
    "[']  {word} EXECUTE",
    "repetition-push-position DROP",
    "repetition-pop-position",
    "{pos} BestMove!",
    "{address} BestMove!",
    "$FirstMove $MoveString BestMove!",
    "5 Score!",
    "{player} $ofType !",
    "{pos} $piece !",
    "{pos} $from !",
    "OnIsGameOver DROP",
    "OnEvaluate DROP",
    "OnMakeAMove",
    "OnGenerateMoves",
    "$turnOffset @ $SetTurn",
    "{address} $SetTurn",
    "2 $depthLimit ! ['] OnEvaluate 2 AlphaBeta",
    "{address} $scanPositions !",
    "0 $passTurnForced !",
)
ENDINGS = {
    "OnIsGameOver": ("#UnknownScore",) * 5 + ("#DrawScore", "OnIsGameOver", "", "7", "#WinScore"),
    "OnEvaluate": ("0", "material", "2147483647", "", "-2147483648", "var1 @"),
    "OnIsTerminal?": ("TRUE", "FALSE", ""),
    "OnFriends?": ("=", "2DROP TRUE", "2DROP FALSE", "2DROP", ""),
    "OnNextTurn": ("OnNextTurn", "OnNextTurn", "OnNextTurn OnNextTurn", ""),
    "OnEditAdd": ("OnEditAdd",),
    "OnEditRemove": ("OnEditRemove",),
    "OnRetractMove": ("OnRetractMove", "OnRetractMove", "$DeallocateBoard", ""),
    "OnNewGame": ("",),
    "OnGenerateMoves": ("",),
    "OnMakeAMove": ("",),
    "OnTogether": ("OnTogether", "A chosen try B chosen try", ""),
    "OnTerminate": ("",),
    "OnSearch": ("OnSearch", "$NegamaxMove", ""),
    "$Rollout": ("$FirstMove", "move-count", "0", "v1 @"),
}


@dataclass(frozen=True)
class Means:
    """The code available to the words of a script: how often any word, which ones, and
    templates.
    """

    wild: float
    choice: Words
    beyond: Beyond
    recording: bool = True  # whether moves are recorded, as in move words


def filled(draw: random.Random, template: str) -> str:
    """A template with arguments."""
    values = {
        "player": draw.choice((*PLAYERS[:2], "current-player", player(draw))),
        "flag": draw.choice(("TRUE", "FALSE")),
        "type": draw.choice(("0", "0", "0", "1", "2", "-1", "5")),
        "address": address(draw), "pos": position(draw), "piece": piece(draw),
        "engine": draw.choice(ENGINES), "word": draw.choice(("w1", "w2", "go1", "OnMakeAMove")),
        "way": draw.choice(DIRECTIONS)[0], "small": draw.choice(SMALL),
    }  # fmt: skip
    return template.format(**values)


def thing(draw: random.Random, means: Means) -> str:
    """Something to do with lists, boards, turns and moves, or with any word."""
    if draw.random() < means.wild:
        return word(draw, True, means.choice)
    if means.beyond.things and draw.random() < 0.5:
        records = draw.random() < (0.6 if means.recording else 0.05)
        return filled(draw, draw.choice(means.beyond.actions if records else means.beyond.things))
    return filled(draw, draw.choice(LISTS))


def things(draw: random.Random, most: int, means: Means) -> str:
    """A few of them, some only sometimes, some in a loop."""
    parts = []
    for _ in range(draw.randint(0, most)):
        found = thing(draw, means)
        kind = draw.random()
        if kind < 0.2:
            found = f"count @ {draw.choice((1, 2, 3, 5, 9))} > IF {found} ENDIF"
        elif kind < 0.3:
            found = f"{draw.choice((2, 3, 20))} 0 DO {found} LOOP"
        elif kind < 0.45:
            found = f"depth @ {draw.choice((1, 2, 3))} < IF depth ++ {found} depth -- ENDIF"
        parts.append(found)
    return " ".join(parts)


def move_word(draw: random.Random, name: str, means: Means) -> str:
    """A word that makes moves, honest at heart."""
    way = draw.choice(DIRECTIONS)[0]
    core = draw.choice((
        f"{way} verify empty? verify from here move add-move",
        f"{way} verify enemy? verify from here move add-move",
        f"{way} IF from here move partial add-move ENDIF",
        f"{way} verify from here move 1 partial-move-type add-move",
        f"BEGIN {way} empty? AND WHILE from here move add-move REPEAT",
        f"{way} verify from here move COMPILE w1 add-move",
        f"{way} verify from here move 2 change-type add-move",
        "from here 1+ move here capture-at add-move",
        "Pass",
    ))  # fmt: skip
    if means.beyond.cores and draw.random() < 0.5:
        core = filled(draw, draw.choice(means.beyond.cores))
    return f": {name} {things(draw, 1, means)} {core} {things(draw, 1, means)} ;"


def turn_order(draw: random.Random, names: tuple[str, ...], more: Beyond) -> str:
    """The section of turns."""
    turns = []
    for k, name in enumerate([*names, *draw.choices(names, k=draw.choice((0, 0, 1, 3)))]):
        if k and draw.random() < 0.2:
            turns.append("{repeat}")
        if more.label and k == len(names) - 1:
            turns.append("{label} later")
        turns.append(f"{{turn}} {name}")
        if draw.random() < 0.15:
            turns.append(f"{{for-player}} {draw.choice(names)}")
        if draw.random() < 0.15 and not more.label:
            turns.append("{of-type} t1")
        others = [other for other in names if other != name]
        if others and draw.random() < 0.1:
            turns.append(f"{{together}} {draw.choice(others)}")
    return "{turn-order " + " ".join(turns) + " turn-order}"


def script(draw: random.Random, choice: Words | None = None) -> str:
    """A script that declares a game; its words call those of the choice, or any."""
    choice = choice or vocabulary.plain()
    rows, columns = draw.choice(((2, 2), (3, 3), (3, 3), (2, 5), (1, 4), (8, 8), (9, 9)))
    wild, events = draw.choice((0.0, 0.03, 0.1, 0.4)), draw.choice((0.0, 0.1, 0.3, 0.5))
    many = draw.choice((1, 2, 2, 2, 3, 4))
    names = PLAYERS[:many]
    more = beyond.parts(draw, names)
    moving = Means(wild, choice, more)
    means = replace(moving, recording=False)
    lines = ["VARIABLE v1", "VARIABLE v2", "VARIABLE count", "VARIABLE depth", "DEFER d1",
             "CREATE b1 64 ALLOT", "DEFER Own-Engine"]  # fmt: skip
    storage = draw.choice(("", "{variable} var2", "6 {carray} bytes", "300 {array} many"))
    extra = draw.choice(("", "", "{position} off", "{dummy-positions} {position} off"))
    lines.append(f"{{board {rows} {columns} {{grid}} {extra} {{variable}} var1 4 {{array}} cells "
                 f"{storage} {more.board} board}}")  # fmt: skip
    lines.append(
        "{directions "
        + " ".join(f"{step} {{direction}} {name}" for name, step in DIRECTIONS)
        + f" {more.directions} directions}}"
    )
    seats = []
    for name in names:
        seats.append(f"{{player}} {name}")
        if draw.random() < 0.4:
            engine = draw.choice(("{random}", "{first}", "{UCT}", "{search-engine} "
                                  + draw.choice(ENGINES)))  # fmt: skip
            seats.append(engine)
    if draw.random() < 0.4:
        seats.append("{neutral} N")
    if draw.random() < 0.25:
        seats.append("{player} ?Dice {random}")
    lines.append("{players " + " ".join(seats) + " players}")
    if more.label:  # before the words that name it
        lines.append(turn_order(draw, names, more))
    lines += more.sections
    lines.append(": piece-at-place here piece-at ;")
    lines += WORDS
    lines.append(f": w2 {things(draw, 2, means)} ;")
    lines.append(
        f": own {things(draw, 2, means)} $FirstMove $MoveString BestMove! ; ' own IS Own-Engine"
    )
    if many > 1 and draw.random() < 0.4:
        lines.append("{symmetries B {symmetry} n s symmetries}")
    lines += [move_word(draw, f"go{k}", moving) for k in (1, 2, 3)]
    lines.append(f": put {things(draw, 1, moving)} empty? verify drop add-move ;")
    kinds = [draw.choice(("", "{move-type} t1", "{move-type} t2")) for _ in range(3)]
    lines.append("{moves m1 {move} go1 {move-type} t1 {move} go2 {move-type} t2 moves}")
    lines.append(f"{{moves m2 {{move}} go3 {kinds[0]} {{move}} go1 {kinds[1]} moves}}")
    lines.append(f"{{moves m3 {{move}} put {kinds[2]} moves}}")
    if not more.label:
        lines.append(turn_order(draw, names, more))
    if draw.random() < 0.3:
        lines.append("{move-priorities {move-priority} t2 {move-priority} t1 move-priorities}")
    drops = draw.choice(("", "{drops} m3"))
    lines.append(
        f"{{pieces {{piece}} p {{moves}} m1 {{piece}} q {{moves}} m2 {drops} 3 {{value}} "
        f"{more.piece} {{piece}} r pieces}}"
    )
    setups = [
        f"{{setup}} {draw.choice(names)} {draw.choice('pqr')} {chr(97 + column)}{row + 1}"
        for row in range(rows)
        for column in range(columns)
        if draw.random() < 0.4
    ][:12]
    lines.append("{board-setup " + " ".join(setups or ["{setup} A p a1"]) + " board-setup}")
    lines.append(": material current-player material-balance ;")
    for name, endings in ENDINGS.items():
        if draw.random() < events:
            doing = things(draw, 2, means) if draw.random() > wild / 2 else body(draw, 1, choice)
            lines.append(f": {name} count ++ {doing} {draw.choice(endings)} ;")
    rules = {"OnIsLegal?": beyond.RULES, "OnMoves": beyond.STRIKES}
    for name in more.events:
        answer = filled(draw, draw.choice(rules[name]))
        lines.append(f": {name} count ++ {things(draw, 1, means)} {answer} ;")
    lines += beyond.endings(draw, more.endings)
    if draw.random() < 0.15:
        lines.append(call(draw, draw.choice(choice), False))
    return "\n".join(lines)
