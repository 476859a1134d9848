"""Families whose words examine the board in loops, and that pass tokens on."""

from __future__ import annotations

from .family import Family
from .grammar import Rules
from .setting import SMALL

ADDED = ("1+", "1+", "1-", "SWAP 1+ SWAP", "2+", "1+ 1+", "ROT 1+ ROT ROT", "DROP 5",
         "DUP DROP 1+", "SWAP 1- SWAP")  # fmt: skip
# ---- loops: lines that are counted along a direction, rounds over all positions ----
LOOPS: Rules = {
    "number": ("0", "1", "3", "5", "64", "-1", "here", "from", "X", "<other>", "current-player",
               "turn-number", "kept @", "v1 @", "v2 @", "2048", "3072", "current-player 1024 OR",
               "<last>", "<size>"),
    "join": ("AND", "OR"),
    "here-base": ("empty?", "not-empty?", "enemy?", "friend?", "player <number> =",
                  "player <number> <>", "here <number> =", "here <number> <>",
                  "<number> here =", "<number> <number> <", "TRUE", "FALSE", "<number>",
                  "piece-type 2 =", "here v1 @ >", "kept @"),
    "if-here": (*("<here-base>",) * 4, "<here-base> <here-base> <join>", "<here-base> NOT"),
    "each-base": ("I empty-at?", "I not-empty-at?", "I enemy-at?", "I friend-at?",
                  "I player-at <number> =", "I player-at <number> <>", "I <number> =",
                  "I <number> <>", "<number> I =", "<number> I player-at =",
                  "<number> <number> <", "<number> <number> =", "TRUE", "FALSE", "kept @",
                  "<number>", "I piece-type-at 1 =", "I neutral-piece-at?", "I v1 @ >"),
    "if-each": (*("<each-base>",) * 4, "<each-base> <each-base> <join>", "<each-base> NOT"),
    "add": ADDED,
    "ray": (
        *("BEGIN <way> WHILE <if-here> IF <add> ENDIF REPEAT",) * 3,
        "BEGIN <way> WHILE <if-here> IF <add> ELSE <add> ENDIF REPEAT",
        "BEGIN <way> WHILE <if-here> IF <if-here> IF <add> ENDIF ENDIF <add> REPEAT",
        "BEGIN <way> <if-here> AND WHILE <add> REPEAT",
        "BEGIN <way> DUP WHILE DROP <if-here> IF <add> ENDIF REPEAT DROP",
        "BEGIN <if-here> IF <add> ENDIF <way> NOT UNTIL",
        "BEGIN <way> WHILE <if-here> IF count ++ ENDIF REPEAT",
    ),
    "bounds": (*("<size> 0",) * 4, "<size> 1", "<last> 0", "<size> <last>", "1 0", "2 2", "1 3",
               "<size> 1+ 0", "<size> -1", "64 0", "<size> <size>"),
    "in-round": (
        *("<add>",) * 8, "I +", "I XOR", "I v1 !", "count ++", "I kept !", "EXIT",
        "I 3 = IF EXIT ENDIF", "I piece-at +", "I 5 = verify", "X $player !", "0 I board[] !",
        "I to", "kept ++", "7 I - DROP", "10 I 3 - / +", ">R I R> +", "LEAVE",
        "v2 @ IF 1+ ENDIF", "I 2 = IF R> 1+ >R ENDIF",
    ),
    "round-body": (
        *("<if-each> IF <in-round> ENDIF",) * 4,
        "<if-each> IF <if-each> IF <in-round> ENDIF ENDIF",
        "<if-each> IF <in-round> ELSE <add> ENDIF",
        "<if-each> NOT IF <in-round> ENDIF <add>",
    ),
    "loop": (*("LOOP",) * 9, "1 +LOOP", "2 +LOOP"),
    "round0": ("<bounds> DO <round-body> <loop>",),
    "round": (*("<round0>",) * 4, "<bounds> DO <round0> J + LOOP",
              "<bounds> DO <if-each> IF I >R <round0> R> + J + ENDIF LOOP"),
    "value": ("<ray>", "<round>"),
    "counted": (
        "<value>", "0 <value>", "0 <value>", "0 0 <value> +", "1 2 3 <value> DROP",
        "here <value> SWAP DROP", "0 <value> DUP +", "0 >R 0 <value> R> +",
    ),
    "use": ("c1", "c2", "c3", "c4"),
    "first": ("0 to", "0 to", ""),
    "before": ("", "n DROP", "e DROP"),
    "question": ("0 <ray> back 1 >", "<use> back 2 MOD",
                 *("<use> DROP back TRUE",) * 2),
    "after": ("", "<use> DROP", "here kept later!"),
    "walk": ("<before> <question> verify <straight> verify friend? NOT verify from here move "
             "<after> add-move",),
    "put-asked": ("", "<use> 0> verify"),
    "loop-events": (
        "", "", ": OnNextTurn OnNextTurn <first> <use> kept2 ! ;",
        ": OnGenerateMoves <first> <use> v2 ! ;",
        ": OnNextTurn OnNextTurn turn-number 3 = IF current-player 1024 OR $player ! ENDIF ;",
        ": OnGenerateMoves turn-number 4 = IF 0 $player ! ENDIF ;",
    ),
}  # fmt: skip
loops = Family(
    LOOPS,
    (
        *(f": c{number} ( -- n ) <counted> ;" for number in (1, 2, 3, 4)),
        ": go1 <walk> ;",
        ": go2 <walk> ;",
        ": put <put-asked> empty? verify drop add-move ;",
    ),
    ("<loop-events>",),
    summed="kept @ kept2 @ + count @ + v1 @ +",
    shapes=SMALL,
    typed=False,
    ends=(
        ": OnIsGameOver <first> <use> <use> + turn-number + hash XOR DUP 7 MOD 0= "
        "turn-number 1 > AND IF 2 MOD "
        "IF #WinScore ELSE #LossScore ENDIF ELSE DROP #UnknownScore ENDIF ;",
    ),
)

# ---- tokens: words that execute what they are given ----
TOKENS: Rules = {
    "token": ("['] n", "['] e", "['] s", "['] w", "['] ask", "['] parity", "['] skip", "['] once",
              "['] doubled", "['] angled", "['] ray", "['] jump"),
    "inner": ("", "", "", "<token> EXECUTE DROP", "<token> asked DROP", "DUP EXECUTE DROP",
              "<token> OVER asked DROP EXECUTE DROP", "here 2 MOD IF <token> ELSE "
              "<token> ENDIF EXECUTE DROP"),
    "call": (
        "<token> <token> both", "<token> slide", "<token> slide", "<token> <token> SWAP both",
        "<token> >R <token> R> both", "<token> <token> <token> ROT three",
        "<token> 0 PICK both", "5 <token> 1 PICK DROP slide DROP", "<token> held",
        "<token> held", "<token> DUP slide slide", "<token> IS held <token> held",
        "turn-number 2 MOD IF <token> ELSE <token> ENDIF slide", "<token> EXECUTE DROP",
        "<token> deeper", "table @ slide", "2 0 DO <token> slide LOOP",
        "<token> 2 0 DO DUP slide LOOP DROP", "<token> v1 ! v1 @ EXECUTE DROP",
        "<token> count @ 3 > IF DROP <token> ENDIF slide", "here <token> <token> under DROP",
        "99 EXECUTE", "DROP <token> slide", "<token> <token> OVER both DROP",
        "0 <token> asked DROP NOT verify", "1 <token> asked AND verify", "<token> <token> twice",
        "0 <token> asked IF NOT ENDIF verify go", "here <token> asked DROP 3 > verify go",
    ),
    "once": ("TRUE", "count ++ TRUE", "1 verify TRUE"),
    "if": ("empty?", "friend? NOT", "TRUE"),
    "otherwise": ("DROP", "EXECUTE DROP", ""),
    "third": ("slide", "EXECUTE DROP", "DROP", "DUP both"),
    "walk": ("<call>", "<call>", "n verify empty? verify go"),
    "put-asked": ("", "['] parity EXECUTE verify"),
    "token-events": (
        "", "", ": OnNextTurn OnNextTurn turn-number 3 = IF ['] w table ! ENDIF ;",
        ": late EXECUTE DROP go ; : OnGenerateMoves turn-number 3 = IF ['] late IS held ENDIF ;",
        ": OnGenerateMoves turn-number 3 = IF 0 table ! ENDIF ;",
    ),
}  # fmt: skip
tokens = Family(
    TOKENS,
    (
        ": ask enemy? ;",
        ": parity here 2 MOD ;",
        ": skip TRUE ;",
        ": once <once> ;",
        ": doubled DUP ;",
        ": go from here move add-move ;",
        ": angled n DROP e ;",
        ": ray BEGIN e NOT UNTIL TRUE ;",
        ": jump e IF n ELSE FALSE ENDIF ;",
        ": asked ( 'word -- ? ) EXECUTE ;",
        ": twice ( 'one 'two -- ) <inner> EXECUTE IF <inner> EXECUTE IF <if> IF go ENDIF ENDIF "
        "ELSE DROP ENDIF back ;",
        ": slide ( 'word -- ) <inner> EXECUTE IF <if> IF go ENDIF ENDIF back ;",
        ": both ( 'one 'two -- ) SWAP EXECUTE IF EXECUTE IF <if> IF go ENDIF ENDIF "
        "ELSE <otherwise> ENDIF back ;",
        ": three ( 'one 'two 'three -- ) >R both R> <third> ;",
        ": deeper ( 'word -- ) DUP EXECUTE IF empty? IF go RECURSE ELSE DROP ENDIF "
        "ELSE DROP ENDIF back ;",
        ": under ( n 'one 'two -- n ) 2 PICK 3 > IF both ELSE SWAP slide slide ENDIF ;",
        "' slide IS held ' n table ! ' e table 4 + !",
        ": go1 <call> <call> ;",
        ": go2 <call> <walk> ;",
        ": put empty? verify <put-asked> drop add-move ;",
    ),
    ("<token-events>",),
    typed=False,
)
