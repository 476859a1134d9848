"""Families of move words: numbers, tests before moves, effects of moves."""

from __future__ import annotations

from .family import LISTS, Family
from .grammar import Rules

NOTED = (": note kept ! ;", ": bump kept2 ++ ;")

# ---- numbers: words that calculate, store and loop, as tallies follow them ----
NUMBERS: Rules = {
    "number": ("0", "1", "2", "3", "5", "-1", "-2", "7", "2147483647", "-2147483648",
               "1073741824", "65536", "30"),
    "term": (*("<number>",) * 4, "here", "here", "from", "piece", "piece-type", "player",
             "current-piece-type", "current-player", "turn-number", "kept @", "count @", "empty?",
             "enemy?", "friend?", "neutral-piece?", "not-empty?", "v1 @", "v2 @", "<owner>",
             "TRUE", "<byte>", "$passed @", "$moveType @", "$nextPiece @"),
    "byte": ("[ v1 1 + ] LITERAL C@", "[ v2 2 + ] LITERAL C@", "v1 C@", "v1 @", "v2 @"),
    "both": ("+", "-", "*", "MIN", "MAX", "AND", "OR", "XOR", "=", "<>", "<", ">", "<=", ">=", "=",
             "/", "MOD"),
    "one": ("1+", "1-", "2+", "2-", "2*", "CELLS", "ABS", "NEGATE", "INVERT", "NOT", "0=", "0<>",
            "0<", "0>", "DUP -", "DUP AND", "2/"),
    "sum1": ("<term>", *("<term> <term> <both>",) * 3, "<term> <one>",
             "<term> >R <term> R> OVER > AND"),
    "sum": ("<term>", *("<sum1> <sum1> <both>",) * 3, "<sum1> <one>",
            "<sum1> >R <sum1> R> SWAP -"),
    "bounds": ("3 0", "1 1", "2 5", "1 -2", "0 0", "4 2", "2147483647 2147483646",
               "-2147483646 -2147483648"),
    "inside": ("", "I v1 !", "I 1 > IF n DROP ENDIF", "I here = IF e DROP ENDIF"),
    "asked-of-way": ("", "empty? AND", "DROP enemy? NOT", "friend? NOT AND"),
    "plain": ("<sum> v1 !", "<sum> v2 !", "v1 ++", "v2 --", "<sum1> v1 +!", "v1 OFF", "v2 ON",
              "v3 ++", "<way> DROP", "<way> DROP", "<way> verify", "<way> verify", "<sum> verify",
              "<sum> verify", "back", "back", "here >R back R> to", "<move>", "<move>", "<move>"),
    "statement1": (*("<plain>",) * 5, "<sum> IF <plain> ENDIF",
                   "<sum> IF <plain+> ELSE <plain> ENDIF"),
    "statement": (*("<plain>",) * 3, "<sum> IF <statement1+> ENDIF",
                  "<sum> IF <statement1+> ELSE <statement1+> ENDIF",
                  "BEGIN <way> <asked-of-way> WHILE <statement1+> REPEAT",
                  "<bounds> DO <statement1+> <inside> LOOP"),
    "begin": ("0 v1 ! 0 v2 !", "0 v1 !", "here v1 ! 1 v2 !", "3 v1 ! -1 v2 !", ""),
    "base": (*("from here move",) * 6, "here capture-at from here move",
             "from here move 2 change-type", "3 create-piece-type", "<other> change-owner",
             "capture"),
    "beside": (*("",) * 12, "here kept later!", "5 kept later!",
               "here COMPILE-LITERAL COMPILE note", "COMPILE bump", "from capture-at",
               "9 kept2 later!"),
    "part": (*("",) * 12, "partial"),
    "move": (*("<base> <beside> <part> add-move <back>",) * 15, "<base> <beside> <part>"),
    "back": ("", "", "back"),
    "place-asked": ("empty? verify", "here 3 < verify", ""),
}  # fmt: skip
numbers = Family(
    NUMBERS,
    (
        *NOTED,
        ": go1 <begin> <statement+> <move> ;",
        ": go2 <begin> <statement+> <move> ;",
        ": put <place-asked> drop add-move ;",
    ),
)

# ---- gates: questions before a move, and what is stored before they are asked ----
GATES: Rules = {
    "variable": ("v1", "v2", "v3"),
    "asked": ("empty?", "enemy?", "friend?", "not-empty?", "empty? NOT", "enemy? empty? OR",
              "friend? enemy? AND", "TRUE", *("friend? NOT", "empty? enemy? OR", "TRUE") * 3,
              "turn-number 3 >", "current-player X =",
              "turn-number 2 MOD 0=", "current-player <other> <>", "empty? enemy? OR NOT",
              "turn-number DUP 2 > SWAP 5 < AND", "here 3 <", "$passed @ NOT",
              "$partial @", "piece-type 1 =", "kept @ 5 >",
              "<way> DUP", "<variable> @"),
    "stored": ("<0..4> <variable> !", "<0..4> DUP <variable> ! <variable> !"),
    "act1": ("<asked> verify", "<way> verify", "<way> DROP", "<stored>", "back"),
    "act": (*("<asked> verify",) * 4, "<way> verify", "<way> verify", "<way> DROP", "<stored>",
            "<stored>", "<stored>", "<way> IF <asked> IF <do> ENDIF ENDIF back", "back",
            "<asked> IF <act1> ELSE <act1> ENDIF", "<variable> @ <0..4> = verify",
            "<way> <asked> AND IF EXIT ENDIF", "<asked> IF $Exit ENDIF", "sub1", "sub2",
            "<asked> <asked> AND <asked> OR NOT verify", "<strange>"),
    "strange": ("DUP DROP", "1 2 SWAP DROP DROP", "DROP", "count ++", "<variable> OFF",
                "TRUE verify", "BEGIN <way> WHILE REPEAT", "held"),
    "do": ("go", "go", "go", "go", "count ++ go", "<variable> @ count +! go", "<variable> ++ go",
           "from here move", "add-move", "from here move add-move",
           "from here move <part> add-move",
           "1 count @ 7 - / <variable> ! go", "$piece @ kept @ + DROP go",
           "here kept later! go", "<rare>"),
    "rare": ("go", "go", "turn-number 3 = IF X $forPlayer ! ENDIF go", "<variable> @ prefer go"),
    "part": ("partial", "", ""),
    "asked-events": (
        "", "", "", "", "", ": OnGenerateMoves count ++ ;",
        ": OnNextTurn OnNextTurn v1 @ kept ! ;", ": OnFriends? = ;",
        ": OnGenerateMoves turn-number 3 = IF 31744 $player ! ENDIF ;",
        ": OnNextTurn OnNextTurn current-player 1024 OR $player ! ;",
    ),
}  # fmt: skip
ASKED_WORDS = (
    ": go from here move add-move ;",
    ": sub1 n IF empty? IF 3 v3 ! ENDIF ENDIF ;",
    ": sub2 e verify enemy? verify ;",
    ": later 4 v2 ! ;",
    "' later IS held",
    ": go1 <act+> <do> <act?> ;",
    ": go2 <act+> <act?> <do> <act?> ;",
    ": go3 <act+> <act?> <do> ;",
    ": put <act> 2 v1 ! <asked> verify drop add-move ;",
)
ASKED_LISTS = (
    "{moves m1 {move} go1 {move} go2 moves}",
    "{moves m2 {move} go3 <again> moves}",
    "{moves d {move} put moves}",
)
gates = Family(
    GATES, ASKED_WORDS, ("<asked-events>",), ASKED_LISTS, summed="v1 @ kept @ + count @ +",
    typed=False,
)  # fmt: skip
# ---- filters: the same where turns and partial moves ask for one type ----
FILTERS: Rules = {
    **GATES,
    "stored": ("count ++", "", "kept @ DROP", "<0..4> <variable> !"),
    "part": ("partial", "1 partial-move-type", "2 partial-move-type", "", ""),
}
filters = Family(
    FILTERS,
    ASKED_WORDS,
    ("<asked-events>",),
    (
        "{moves m1 {move} go1 <typed> {move} go2 <typed> moves}",
        "{moves m2 {move} go3 <typed> <again> <typed> moves}",
        "{moves d {move} put <typed> moves}",
    ),
    summed="kept @ count @ +",
)

# ---- making: what a move does to the board and its storage ----
MAKING: Rules = {
    "at": ("here", "here", "here", "from", "<place>"),
    "kind": ("1", "2", "3", "current-piece-type"),
    "dropped": (
        "capture", "<at> capture-at", "drop", "drop", "<kind> drop-piece",
        "<kind> <at> drop-piece-at", "create", "<at> create-at", "<owner> create-player",
        "<owner> <at> create-player-at", "<kind> create-piece-type",
        "<kind> <at> create-piece-type-at", "<owner> <kind> create-player-piece-type",
        "<owner> <kind> <at> create-player-piece-type-at", "<kind> change-type",
        "<kind> <at> change-type-at", "<-3..9> kept later!", "here kept2 later!",
        "<0..9> COMPILE-LITERAL COMPILE note", "here COMPILE-LITERAL COMPILE twice",
        "<0..9> COMPILE-LITERAL <0..9> COMPILE-LITERAL COMPILE two", "COMPILE three",
        "here COMPILE-LITERAL from COMPILE-LITERAL COMPILE exchanged", "<odd>",
    ),
    "odd": ("drop", "capture", "drop", "<owner> change-owner", "COMPILE bump",
            "here COMPILE-LITERAL COMPILE bump", "5 COMPILE-LITERAL",
            "here COMPILE-LITERAL COMPILE gone"),
    "action": (*("<dropped>",) * 3, "from here move", "from here move", "from from move",
               "from <at> move"),
    "actions": ("<action>", "<action>", "<action> <action>", "<action> <action> <action>"),
    "drops": ("<dropped>", "<dropped>", "<dropped+>"),
    "asked": ("empty?", "enemy?", "friend? NOT", "not-empty?", "TRUE", "friend?", "piece-type 2 =",
              "kept @ 5 <>", "kept2 @ here =", "neutral-piece? NOT", "$passed @ NOT"),
    "body": (
        *("<way> verify <asked> verify <actions> add-move",) * 3,
        "<way> IF <asked> IF <actions> add-move ENDIF ENDIF back <way> verify <asked> verify "
        "<actions> add-move",
        "BEGIN <way> IF <asked> ELSE FALSE ENDIF WHILE <actions> add-move REPEAT",
        "<asked> IF <actions> ENDIF <actions> add-move",
        "<actions> <way> DROP <asked> verify <actions> add-move",
        "<way> verify <actions> <end>",
    ),
    "end": ("Pass", "$Pass", "PassNoPartial", "partial add-move", "add-move add-move"),
    "made-events": (
        *("",) * 6, ": OnNextTurn OnNextTurn kept2 ++ ;", ": OnMakeAMove kept2 ++ ;",
        ": OnNextTurn OnNextTurn turn-number 3 = IF 0 board[] @ 1 board[] ! ENDIF ;",
        ": OnNextTurn OnNextTurn turn-number 4 = IF 3 $scanPositions ! ENDIF ;",
        ": OnGenerateMoves turn-number 4 = IF 7 kept ! ENDIF ;",
        ": OnNextTurn OnNextTurn turn-number 5 = IF X $player ! ENDIF ;",
        "$passTurnForced ON",
        ": OnNextTurn OnNextTurn current-player TRUE 0 $GenerateMoves move-count kept2 ! "
        "$DeallocateMoves ;",
    ),
}  # fmt: skip
making = Family(
    MAKING,
    (
        *NOTED,
        ": twice DUP kept ! kept2 ! ;",
        ": two kept ! kept2 ! ;",
        ": three 3 kept2 ! ;",
        ": exchanged SWAP kept ! kept2 ! ;",
        ": gone DROP ;",
        ": go1 <body> ;",
        ": go2 <body> ;",
        ": put <asked> verify <drops> add-move ;",
    ),
    ("<made-events>",),
    LISTS,
    summed="kept @ kept2 @ +",
)
