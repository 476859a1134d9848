"""Tests and effects of events and words of whole games, with names for each kind of event.

`<number-KIND>`, `<if-KIND>`, `<oops-KIND>`, `<side-KIND>`: a number, a question, a failure that
seldom happens, a change. KIND is word, gen, make, next, legal, over, end, eval, moves, new, term.
"""

from __future__ import annotations

from collections.abc import Iterator

from .grammar import Rules

STORAGE = {"hand": "{hand}", "attribute": "2 {attribute} moved", "mark": "3 {mark} trail"}
WHERE = ("word", "gen", "make", "next", "legal", "over", "end", "eval", "moves", "new", "term")
JUDGING = {"gen", "legal", "over", "end", "eval", "term"}  # effects there are undone
NUMBERS = (
    "turn-number", "kept @", "kept2 @", "hash", "current-player player-index", "0 cells @",
    "next-player player-index", "turn-offset", "<place> piece-at", "kept @", "1 cells @",
    "current-player material-balance", "<storage-number>", "<rare-number>", "<cell-number>",
)  # fmt: skip
CELLS = ("$passed", "$partial", "$moveType", "$nextPiece", "$turnOffset", "$ofType", "$from",
         "$pos", "$piece", "$scanPositions", "$forPlayer", "$player", "$turnNumber")  # fmt: skip
LISTS = ("move-count", "stalemate?", "$FirstMove DUP IF move-to ENDIF",
         "$FirstMove DUP IF move-takes ENDIF", "mobility", "targets")  # fmt: skip
PAST = ("repetitions", "board-repetitions", "quiet-turns", "1 cycle-turns", "2 cycle-turns")
SEEN = {
    "word": ("here", "from", "current-piece-type", "piece", "enemy?", "friend?", "here"),
    "legal": ("moved-from", "moved-to", "partial?", "<place> attacked?", "moved-to attacked?",
              "moved-to piece-at", *PAST),
    "over": (*LISTS, *PAST), "end": (*LISTS, *PAST), "moves": LISTS, "eval": LISTS[:4],
}  # fmt: skip
ASKED = (
    "<number> <2..4> MOD", "<number> <2..4> MOD 0=", "<number> <2..4> MOD 1 =",
    "<number> <0..4> =", "<number> <0..4> <", "<number> <0..4> >", "<number> <0..4> <>",
    "<number> <number> =", "<number> <number> >", "<number> <number> + 3 MOD 0=",
    "<number> <number> + 5 MOD 0=", "<number> 2 MOD <number> 3 MOD AND",
)  # fmt: skip
FAILING = ("1 0 /", "DROP DROP DROP 7 kept2 @ /", "failing", "5 99999999 !", "12345 EXECUTE",
           "1 failing 2", 'TRUE ABORT" stop"', "99999999 @", "R> DROP", "unset", "0 0 MOD",
           "-1 @")  # fmt: skip
RESULT = ("#WinScore", "#LossScore", "#DrawScore", "7", "-3", "0", "TRUE")
MAKING = ("", "", "", "here kept later!", "kept @ 1+ kept later!", "<number-word> kept2 later!",
          "here 1 cells later!", "COMPILE bump", "here COMPILE-LITERAL COMPILE note",
          "COMPILE flip", "progress", "progress")  # fmt: skip
BASIC: Rules = {
    "typed": ("", "", "{move-type} t1", "{move-type} t2"),
    "more-moves": ("", "", "{move} go3 <typed>"),
    "straight": ("n", "s", "e", "w"),
    "worth": ("", "3 {value}", "-2 {value}"),
    "unpromoted": ("", "p {unpromoted}"),
    "priority": ("", "<-2..5> {priority}"),
    "test": ("friend? NOT", "friend? NOT", "empty?", "empty? enemy? OR", "enemy?", "TRUE"),
    "also": ("", "", "<if-word> AND"),
    "try": ("back <straight> IF <test> <also> IF <oops-word> <moving> <said> add-move ENDIF "
            "ENDIF",),
    "tries": ("<try>", "<try> <try>", "<try> <try> <try>"),
    "passing": (*("",) * 8, "Pass", "<if-word> IF Pass ENDIF"),
    "put-if": ("", "<if-word> verify"),
    "dropping": ("drop", "drop", "q drop-piece", "here create-at"),
    "moving": (*("from here move",) * 7, "here capture-at from here move",
               "from here move q change-type", "from here move from create-at",
               "from here move <other> change-owner", "from here move q <place> change-type-at",
               "from here move <other> <place> create-player-at",
               "from here move <place> capture-at"),
    "said": ("<making> <beside> <choosing> <unfinished> <weight>",),
    "making": MAKING,
    "beside": ("", "", "", "<in-hand>", "<attribute>", "<mark>", "again", "<label>", "<seat>"),
    "result": RESULT,
    "ended": ("#DrawScore", "#LossScore", "#WinScore"),
    "stalemate": ("", "stalemate? IF <ended> EXIT ENDIF", "stalemate? IF <ended> EXIT ENDIF"),
    "sometimes": ("", "<if-over> <if-over> AND <later> IF <result> EXIT ENDIF"),
    "later": ("", "turn-number 1 > AND", "turn-number 2 > AND"),
    "evaluated": ("", "", "<number-eval> -", "<number-eval> 3 * +", "1000000007 *", "10 MOD",
                  "<if-eval> IF NEGATE ENDIF"),
    "view": ("", "current-player X = IF NEGATE ENDIF"),
    "striking": ("move-to 2 MOD", "move-to 3 MOD 0=", "move-from 2 MOD", "move-takes 0=",
                 "move-type 2 MOD"),
    "few": ("", "move-count 1 > AND"),
    "more-if": ("", "<if-moves> AND"),
    "act": ("current-player wins", "current-player loses", "draw", "<player> wins",
            "<player> loses", "<number-over> <player> score <number-over> <player> score",
            "<number-over> current-player score", "<player> wins <player> loses"),
    "left": ("", "", "1 2 3"),
    "legal-too": ("", "NOT", "<if-legal> OR", "<if-legal> OR"),
    "turned": ("OnNextTurn", "OnNextTurn", "OnNextTurn OnNextTurn",
               "<if-next> IF OnNextTurn ENDIF OnNextTurn"),
    "chosen": (
        "X chosen DUP IF .moveCFA EXECUTE ELSE DROP ENDIF",
        "X chosen move-to O chosen move-to = IF kept ++ ELSE X chosen .moveCFA EXECUTE O chosen "
        ".moveCFA EXECUTE ENDIF",
        "X chosen DUP IF move-to kept ! ELSE DROP ENDIF O chosen DUP IF .moveCFA EXECUTE ELSE "
        "DROP ENDIF",
    ),
    "foreseen": ("#WinScore", "#LossScore", "#DrawScore"),
}  # fmt: skip
# (how often, features that are needed, the line)
EVENTS = (
    (0.25, "", "$passTurnForced ON"),
    (0.4, "hand", "$recycle ON"),
    (0.25, "", ": OnGenerateMoves <side-gen> <oops-gen> ;"),
    (0.3, "", ": OnMakeAMove <if-make> IF <side-make> ENDIF <oops-make> ;"),
    (0.25, "", ": OnNextTurn <side-next?> <turned> <oops-next> <side-next?> ;"),
    (0.5, "", ": OnIsLegal? <side-legal?> <oops-legal> <if-legal> <legal-too> ;"),
    (0.2, "", ": OnMoves $FirstMove BEGIN DUP WHILE DUP <striking> <few> <more-if> IF DUP strike "
     "ENDIF $NextMove REPEAT DROP <oops-moves> ;"),
    (0.15, "many", ": OnFriends? player-index 2 MOD SWAP player-index 2 MOD = ;"),
    (0.3, "", ": OnNewGame <side-new> ;"),
    (0.9, "", ": OnIsGameOver <stalemate> <side-over?> <oops-over> <sometimes> "
     "turn-number <4..8> > IF hash 3 MOD DUP 0= IF DROP #DrawScore ELSE 0> IF #WinScore ELSE "
     "#LossScore ENDIF ENDIF ELSE #UnknownScore ENDIF ;"),
    (0.6, "", ": OnEvaluate <side-eval?> <oops-eval> <number-eval> <evaluated> <view> ;"),
    (0.1, "", ": OnIsTerminal? <side-term?> <if-term> ;"),
    (0.08, "", ": OnForesee <if-over> <if-over> AND IF <foreseen> ELSE #UnknownScore ENDIF ;"),
    (0.5, "together", ": OnTogether <chosen> <side-make?> <oops-make> ;"),
    (0.3, "one", ": OnDistance kept @ 2 MOD ;"),
)  # fmt: skip
ENDING = (
    ": NAME <oops-end> <if-end> <if-end> AND <later> IF <side-end?> <act> ENDIF <left> ;"
)  # fmt: skip


def rules(features: set[str]) -> Iterator[Rules]:
    """The rules of a game with these features."""
    yield BASIC
    yield _with(features)
    for where in WHERE:
        yield _at(where, features)


def _given(features: set[str], feature: str, *texts: str) -> tuple[str, ...]:
    return texts if feature in features else ()


def _with(features: set[str]) -> Rules:
    """Return texts that are available only with a feature."""
    finish = _given(features, "must-finish", "must-finish")
    partial = ("partial", "t1 partial-move-type", "t2 partial-move-type") if (
        {"partial", "alone"} <= features) else ()  # fmt: skip
    choosing = [
        *_given(features, "prefer", *("<number-word> 2 MOD prefer", "<number-word> prefer") * 3),
        *_given(features, "unique", "unique", "unique"),
        "", "", "", "", "", 'choice" c1"', "<number-word> rank",
    ]  # fmt: skip
    ends = [f"<if-word> IF {each} {' '.join(finish)} ENDIF" for each in partial]
    return {
        "storage-number": (
            *_given(features, "attribute", "<place> moved-at"),
            *_given(features, "mark", "<place> trail-at"),
            *_given(features, "hand", "p <player> in-hand-of", "q current-player in-hand-of"),
            "kept @",
        ),
        "rare-number": (
            "kept @", "hash", "turn-number", "last", "$lastPos @",
            *_given(features, "many", "<player> out?"), *_given(features, "impure", "v1 @"),
        ),
        "in-hand": _given(features, "hand", "p <player> to-hand"),
        "attribute": _given(
            features, "attribute", "1 moved!", "<number-word> moved!", "moved 1+ moved!"
        ),
        "mark": _given(
            features, "mark", "1 trail!", "<number-word> from trail-at!", "here from trail-at!"
        ),
        "seat": _given(features, "many", "<player> out", "<player> in"),
        "choosing": choosing,
        "unfinished": (*ends, *("",) * 3) if ends else (),
        "weight": _given(features, "dice", "", "", "<1..4> weight"),
    }  # fmt: skip


def _at(where: str, features: set[str]) -> Rules:
    """The names of one kind of event."""
    number = f"number-{where}"
    failing = [f"<if-{where}> <if-{where}> AND IF {text} ENDIF" for text in FAILING]
    changes = [
        "kept ++", f"<{number}> kept2 !", "1 cells ++", f"<{number}> 2 MOD 2 cells !",
        "1 kept2 +!", "kept ON", f"<{number}> kept C!", "2 cells OFF",
        "kept kept2 1 MOVE", f"1 N>F <{number}> 1 AND cells F!", "0 cells 2 <0..3> FILL",
        f"0 cells <{number}> 1 AND CELLS + ++",
        "0 <place> board[] !", "<player> p OR <place> board[] !", "$turnNumber ++",
        *_given(features, "mark", f"<{number}> <place> trail-now!"),
        *_given(features, "attribute", f"<{number}> <place> moved-now!"),
        *_given(features, "hand", "1 p <player> in-hand!"),
        *_given(features, "impure", "v1 ++", f"<{number}> v2 !"),
    ]  # fmt: skip
    changed = where not in JUDGING or "dirty" in features
    return {
        number: (*NUMBERS, *SEEN.get(where, ())),
        "cell-number": [f"{cell} @" for cell in CELLS],
        f"if-{where}": [text.replace("<number>", f"<{number}>") for text in ASKED],
        f"oops-{where}": (*failing, *("",) * len(failing)) if "errors" in features else (),
        f"side-{where}": changes if changed else (),
    }
