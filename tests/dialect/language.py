"""Defining words, compiling, control structures, internal helpers that need no game."""

from __future__ import annotations

CASES = r"""
: ; | : square DUP * ; : square square 1+ ; ;; 3 square -> 10
[ ] | : bracketed [ 3 4 + ] LITERAL ; ;; bracketed -> 7
STATE | STATE @ : asks-state STATE @ ; IMMEDIATE : asked asks-state LITERAL ; ;; asked -> 0 -1
IMMEDIATE | : at-once 5 ; IMMEDIATE : made at-once LITERAL 2 ; ;; made -> 5 2
COMPILE | : adds-one COMPILE 1+ ; IMMEDIATE : grown 5 adds-one adds-one ; ;; grown -> 7
[COMPILE] | : endif [COMPILE] ENDIF ; IMMEDIATE : chosen IF 1 ELSE 2 endif ; ;; 0 chosen 1
    chosen -> 2 1
LITERAL | : nine [ 9 ] LITERAL ; ;; nine -> 9
COMPILE-LITERAL | : eight 8 COMPILE-LITERAL ; IMMEDIATE : sixteen eight eight + ; ;; sixteen -> 16
LIT | LIT !! LIT belongs inside compiled code
RECURSE | : factorial DUP 1 > IF DUP 1- RECURSE * ENDIF ; ;; 5 factorial -> 120
EXIT | : early 1 EXIT 2 ; ;; early -> 1
EXIT | : in-a-loop 3 0 DO EXIT LOOP ; ;; in-a-loop !! return stack unbalanced
CONSTANT | 7 CONSTANT seven ;; seven -> 7
VARIABLE | 5 VARIABLE fresh ;; fresh @ -> 5 0
CREATE | CREATE pair 7 , 8 , ;; pair @ pair CELLSIZE + @ -> 7 8
<BUILDS DOES> | : keeper <BUILDS , DOES> @ 1+ ; 7 keeper eighth ;; eighth -> 8
HEADER | : name-it S" titled" HEADER , DOES> @ ; 7 name-it ;; titled -> 7
DEFER IS | DEFER later ' 1+ IS later : set-later ['] 1- IS later ; 5 later ;; set-later 5 later
    -> 6 4
DEFER | DEFER never-set ;; never-set !! deferred word was never set
(IS) | DEFER slot ;; ['] 2* ['] slot (IS) 5 slot -> 10
' | ' 1+ ;; 5 SWAP EXECUTE -> 6
['] | 5 ['] 1+ EXECUTE -> 6
[] | 3 [] row ;; 5 2 row ! 2 row @ 1 row 0 row - -> 5 4
TIMER | TIMER clock TIMER clock2 ;; clock2 clock - 8 >= -> -1
FVARIABLE | FVARIABLE fv ;; fv F@ F. 1.5 fv F! fv F@ F. => '0. 1.5 '
FCONSTANT | 1.5 FCONSTANT fc ;; fc fc F+ F. => '3. '
FCELLS | 3 FCELLS -> 12
F! | 0. 0. F/ FDUP PAD F! PAD @ FNEGATE PAD F! PAD @ -> 2143289344 2143289344
F, | CREATE nans 0. 0. F/ FDUP F, FNEGATE F, ;; nans @ nans 4 + @ -> 2143289344 2143289344
F, | CREATE ftable 1.5 F, 2.5 F, ;; ftable 1 FCELLS + F@ F. => '2.5 '
-FIND | : look -FIND ; look DUP NFA>CFA ' DUP = look nobody-knows-this ;; -> -1 0
-FIND | : reads -FIND DROP PAD TYPE ; reads token ;; => 'token'
WORD | : part ASCII / WORD PAD TYPE ; part one two/ : blank BL WORD PAD TYPE ; blank  three ;;
    => 'one twothree'
UNDEFINED | S" zork" UNDEFINED !! unknown word 'zork'
EXECUTE | 3 4 ['] + EXECUTE -> 7
EXECUTE | 12345 EXECUTE !! not the token of a word
axiomFence | axiomFence DEPTH -> 0
IF ELSE ENDIF | : sign 0< IF 1 ELSE 2 ENDIF ; ;; -1 sign 1 sign -> 1 2
IF ENDIF | TRUE IF 5 ENDIF FALSE IF 6 ENDIF ;; 7 -> 5 7
THEN | : maybe IF 5 THEN 6 ; ;; 0 maybe 1 maybe -> 6 5 6
BEGIN UNTIL | 0 BEGIN 1+ DUP 4 = UNTIL -> 4
WHILE REPEAT | 0 BEGIN DUP 3 < WHILE 1+ REPEAT -> 3
DO LOOP I | 3 0 DO I LOOP 0 0 DO 9 LOOP -> 0 1 2 9
+LOOP | 0 10 DO I -3 +LOOP 1 4 DO I -1 +LOOP -> 10 7 4 1 4 3 2 1
LEAVE | 9 0 DO I LEAVE 7 LOOP -> 0 7
LEAVE | LEAVE !! no loop
I | I . R@ . => '0 0 '
J | 2 1 DO 9 8 DO J I LOOP LOOP -> 1 8
J | 1 0 DO J LOOP -> 0
K | 2 1 DO 4 3 DO 6 5 DO K J I LOOP LOOP LOOP -> 1 3 5
K | 2 1 DO 4 3 DO K LOOP LOOP -> 0
I J K | : own I J K ; : calls own ; : loops 4 3 DO 6 5 DO calls LOOP LOOP ; ;; loops -> 0 0 0
BRANCH | BRANCH !! BRANCH belongs inside compiled code
0BRANCH | 1 0BRANCH !! 0BRANCH belongs inside compiled code
(DO) | 9 3 (DO) I R> R> -> 3 3 9
(LOOP) | (LOOP) !! (LOOP) belongs inside compiled code
(+LOOP) | 1 (+LOOP) !! (+LOOP) belongs inside compiled code
QUIT | 1 QUIT 2 !! QUIT
ABORT | 1 ABORT 2 !! aborted
ERROR | S" all wrong" ERROR !! all wrong
(ABORT") | 5 FALSE (ABORT") 6 -> 5 6
(ABORT") | TRUE (ABORT") !! aborted
ABORT" | 5 FALSE ABORT" no" 6 -> 5 6
ABORT" | 1 ABORT" the end is near" !! the end is near
(^") | (^") !! belongs inside compiled code
$addr, | CREATE table 8 ALLOT ;; table 5 $addr, 6 $addr, table - table @ table 4 + @ -> 8 5 6
$CellCount | 100 120 $CellCount -> 5
$CommaCells | HERE 7 3 $CommaCells 9 0 $CommaCells HERE OVER - SWAP 8 + @ -> 12 7
$MakeConstant | : makes S" made-constant" $MakeConstant ; 41 makes ;; made-constant 1+ -> 42
$player-count | $player-count TYPE => 'player-count'
$EncodePlayer | 3 $EncodePlayer -> 6144
$DefinePlayer | $DefinePlayer !! {player}
$MakeZobristTable | 5 100 $MakeZobristTable -> 5
$CheckBoard | $CheckBoard !! there is no board
player-count | player-count -> 0
ringbuffer-reset ringbuffer-add-item ringbuffer-remove-item | ringbuffer-reset 5
    ringbuffer-add-item 6 ringbuffer-add-item ringbuffer-remove-item ringbuffer-remove-item -> 5 6
ringbuffer-empty? | ringbuffer-reset ringbuffer-empty? 5 ringbuffer-add-item ringbuffer-empty?
    -> -1 0
ringbuffer-dump | ringbuffer-reset 5 ringbuffer-add-item 6 ringbuffer-add-item ringbuffer-dump
    => '5 6 '
ringbuffer2-remove-item | ringbuffer2-reset 5 ringbuffer2-add-item 6 ringbuffer2-add-item
    ringbuffer2-remove-item -> 5
ringbuffer2-empty? | ringbuffer2-reset ringbuffer2-empty? 5 ringbuffer2-add-item
    ringbuffer2-empty? -> -1 0
ringbuffer2-dump | ringbuffer2-reset 7 ringbuffer2-add-item ringbuffer2-dump => '7 '
$gameLog | $gameLog ON ." still seen" $gameLog OFF ;; => 'still seen'
$shareMovesList $combinePartial $gameResultBug | $shareMovesList @ $combinePartial @
    $gameResultBug @ -> -1 -1 -1
$timeCheckFrequency | $timeCheckFrequency @ -> 100
"""

# variables that belong to the engine of the original or to its screen: a script may store and fetch
PLAIN_VARIABLES = (  # noqa: SIM905
    "$authoring $useAxiomEngine $variety $iterationDepth $ply $lastMoveType $rootMoveCount "
    "$rootMoveIndex $searchTimer $playerToMoveHash $zobrist $nextPiece $lastPosNFA $currDirection "
    "$symmetryPlayerCELLOffset $direction1CFA $direction2CFA $direction1Index $direction2Index "
    "$priority $anonymous $context $changedTo $flipGrid $passTurnForced $searchTime $searchStatus"
).split()
