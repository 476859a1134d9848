"""Families in which moves are preferred, forbidden or taken back, and words that see it."""

from __future__ import annotations

from .family import LISTS, Family
from .grammar import Rules
from .setting import MIDDLE

# ---- leaves: some moves are preferred to others, or are unique ----
LEAVES: Rules = {
    "number": ("1", "2", "0", "-1", "here", "from", "piece-type", "count @", "v1 @", "turn-number",
               "here 2 MOD"),
    "choice": ("<number> prefer", "<number> prefer", "unique", "", "unique",
               "<number> prefer <number> prefer", "<rare-choice>"),
    "rare-choice": ("<number> rank", "must-finish", "", "unique"),
    "behind": ("", "count ++", "v1 ++"),
    "part": ("partial", "", "", "", ""),
    "body": (
        "<straight> IF friend? NOT IF from here move <choice+> add-move <behind> ENDIF ENDIF back",
        "<choice> <straight> verify enemy? verify here capture-at <choice> from here move add-move",
        "<straight> DROP <choice> from here move add-move back",
        "0 v1 ! BEGIN <straight> empty? AND WHILE v1 ++ from here move <choice> add-move REPEAT "
        "back",
        "<choice>", "from here move <choice> <part> add-move", "<rare-body>",
        "from here move <choice> <straight> verify add-move",
    ),
    "rare-body": ("Pass", "count ++", "count ++",
                  "turn-number 4 = count @ 9 > AND IF 1 0 / ENDIF"),
}  # fmt: skip
CHOOSING_WORDS = (
    ": go1 <body+> ;",
    ": go2 <body+> ;",
    ": put empty? verify <choice> drop add-move <choice> ;",
)
leaves = Family(LEAVES, CHOOSING_WORDS, summed="kept @ count @ + v1 @ +", shapes=MIDDLE)
unfinished = Family(LEAVES, CHOOSING_WORDS, shapes=MIDDLE, typed=False, ends=())

# ---- hands: pieces in hand, attributes of pieces, marks of positions ----
HANDS: Rules = {
    "asked": ("empty?", "enemy?", "friend? NOT", "in-hand 1 >", "not-empty?", "TRUE",
              "1 current-player in-hand-of 0>", "moved 0=", "here 3 >", "moved 1 =", "lit",
              "turn-number 3 >", *("friend? NOT", "TRUE", "moved 2 <") * 3),
    "action": ("from here move", "from here move", "here capture-at from here move", "1 moved!",
               "2 here moved-at!", "1 current-player to-hand", "2 <other> to-hand", "1 lit!",
               "from here move 1 moved!", "2 change-type", "drop", "here kept later!",
               "1 lit! from here move"),
    "body": (
        "<straight> verify <asked> verify <action> <action?> add-move",
        "<straight> IF <asked> IF <action> add-move ENDIF ENDIF back <straight> verify <asked> "
        "verify <action> add-move",
        "BEGIN <straight> <asked> AND WHILE <action> add-move REPEAT",
        "<asked> verify <straight> DROP <action> add-move",
    ),
    "asked-first": ("", "<asked> verify"),
    "step-first": ("", "<straight> verify"),
    "moved": ("", "1 moved!"),
    "m1": ("", "{moves} m1"), "m2": ("", "{moves} m2"),
    "drops": ("", "{drops} d"), "more-drops": ("", "{drops} d2", "{drops} d"),
    "recycle": ("", "$recycle ON"),
    "holding": ("", ": OnNewGame 2 p X in-hand! 1 q <other> in-hand! ;",
                ": OnNewGame 1 p X in-hand! 3 r X in-hand! 1 p <other> in-hand! ;"),
}  # fmt: skip
hands = Family(
    HANDS,
    (
        ": go1 <body> ;",
        ": go2 <body> ;",
        ": put <asked-first> empty? verify <step-first> drop <moved> add-move ;",
        ": put2 <asked> verify drop add-move ;",
    ),
    ("<recycle>", "<holding>"),
    (*LISTS, "{moves d2 {move} put2 moves}"),
    "{piece} p {moves} m1 <drops> {piece} q <m2> <more-drops> {piece} r <m1> <more-drops>",
    "{hand} 2 {mark} lit 2 {attribute} moved",
    shapes=MIDDLE,
)

# ---- legal: moves that must not leave a position attacked ----
LEGAL: Rules = {
    "asked": ("empty?", "enemy?", "friend? NOT", "TRUE", "<place> empty-at?", "<place> friend-at?",
              "<place> piece-type-at 1 =", "kept @ 2 <", "here kept2 @ <>", "here piece-at 0=",
              "<place> enemy-at? NOT", "empty? enemy? OR", "<place> <0..2> not-piece-type-at?",
              "<place> 0 enemy-of?"),
    "action": (*("from here move",) * 3, "here capture-at from here move",
               "from here move 2 change-type", "from here move here kept2 later!",
               "from here move 3 kept later!", "<place> capture-at from here move",
               "from here move COMPILE note", "<other> <place> create-player-at from here move",
               "from <place> move"),
    "body": (
        "<straight> verify <asked> verify <action> add-move",
        "<straight> IF <asked> IF <action> add-move ENDIF ENDIF back <straight> verify <asked> "
        "verify <action> add-move",
        "BEGIN <straight> IF <asked> ELSE FALSE ENDIF WHILE <action> add-move REPEAT",
        "['] <straight> slide ['] <straight> slide", "['] <straight> table @ slide DROP",
        "<straight> <asked> IF <straight> ELSE <straight> ENDIF AND verify friend? NOT verify from "
        "here move add-move",
        "<place> to <asked> verify <straight> verify <action> add-move",
        "here <straight> DROP <asked> verify to <straight> verify <action> add-move",
        "<straight> DROP here home back <straight> IF <asked> IF here capture-at add-move ENDIF "
        "ENDIF",
        "<action> add-move", "<action> partial add-move",
    ),
    "at": ("<place>", "<place>", "<place>", "kept2 @", "kept2 @"),
    "allowed": (
        "<at> attacked? NOT", "<at> attacked? NOT", "<at> attacked? kept @ 1 > OR",
        "<at> attacked? NOT <at> attacked? NOT OR", "moved-to attacked? NOT",
        "<at> X attacked-by? NOT", "<at> empty-at? <at> attacked? NOT OR", "<at> X attackers 2 <",
        "turn-number 2 > IF <at> attacked? NOT ELSE TRUE ENDIF",
        "current-player X = IF <at> ELSE <at> ENDIF attacked? NOT",
    ),
}  # fmt: skip
legal = Family(
    LEGAL,
    (
        ": note kept ++ ;",
        "' <straight> table !",
        ": slide ( 'word -- ) BEGIN DUP EXECUTE friend? NOT AND WHILE from here move add-move "
        "not-empty? IF DROP back EXIT ENDIF REPEAT DROP back ;",
        ": go1 <body> ;",
        ": go2 <body> ;",
        ": put empty? verify drop add-move ;",
    ),
    (": OnIsLegal? <allowed> ;",),
    shapes=MIDDLE,
    typed=False,
)

# ---- leftover: what words and events see of the words that ran before them ----
LEFTOVER: Rules = {
    "seen": ("from", "from", "from", "here", "current-piece", "current-piece-type",
             "current-player", "for-player", "turn-number", "DEPTH"),
    "asked": ("empty?", "enemy?", "friend? NOT", "TRUE", "kept @ 2 <", "not-empty?"),
    "noting": ("COMPILE note", "COMPILE note", "here COMPILE-LITERAL COMPILE added"),
    "chosen": ("", "", "partial", "partial must-finish", "kept @ prefer partial", "kept2 @ prefer"),
    "body": ("<straight> verify <asked> verify from here move <noting> <chosen> add-move <aside>",),
    "aside": ("", "", "<straight> DROP"),
    "rule": (
        "", ": OnIsLegal? kept @ kept2 @ + <2..4> MOD ;", ": OnIsLegal? <seen> <2..4> MOD ;",
        ": OnMoves <seen> 2 MOD IF $FirstMove DUP IF strike ELSE DROP ENDIF ENDIF ;",
    ),
    "noted-event": (
        "", "", ": OnMakeAMove <seen> kept2 ! ;", ": OnGenerateMoves <seen> kept2 ! ;",
        ": OnNextTurn <seen> kept2 ! OnNextTurn ;",
    ),
}  # fmt: skip
leftover = Family(
    LEFTOVER,
    (
        ": note <seen> kept ! ;",
        ": added <seen> + kept2 ! ;",
        ": go1 <body> ;",
        ": go2 <body> ;",
        ": put empty? verify drop add-move ;",
    ),
    ("<rule>", "<noted-event>"),
    summed="kept @ kept2 @ +",
    shapes=MIDDLE,
    typed=False,
)
