"""Stack, arithmetic, memory, texts, random numbers, constants.

`NAMES | interpreted ;; compiled as a word -> stack`, or `=> output`, or `!! part of the error`.
"""

from __future__ import annotations

CASES = r"""
DUP | 7 DUP -> 7 7
2DUP | 1 2 2DUP -> 1 2 1 2
DROP | 1 2 DROP -> 1
2DROP | 1 2 3 2DROP -> 1
SWAP | 1 2 SWAP -> 2 1
OVER | 1 2 OVER -> 1 2 1
ROT | 1 2 3 ROT -> 2 3 1
PICK | 10 20 30 0 PICK 3 PICK -> 10 20 30 30 10
DEPTH | 5 5 DEPTH -> 5 5 2
>R R> | 1 2 >R 3 R> -> 1 3 2
R | 8 >R R R> DROP -> 8
R@ | 8 >R R@ R@ + R> DROP -> 16
SP@ | SP@ SP@ SWAP - -> 4
RP@ | RP@ 1 >R RP@ R> DROP SWAP - 0> -> -1
+ | 2147483647 1 + -> -2147483648
- | 2 5 - -> -3
* | 65536 65536 * -3 7 * -> 0 -21
/ | -7 2 / 7 -2 / -7 -2 / -> -3 -3 3
/ | 1 0 / !! division by zero
MOD | -7 2 MOD 7 -2 MOD -> -1 1
MOD | 1 0 MOD !! division by zero
/MOD | 17 5 /MOD -17 5 /MOD -> 2 3 -2 -3
*/ | 1000000000 8 16 */ -> 500000000
*/MOD | 7 5 3 */MOD -> 2 11
1+ | 2147483647 1+ -> -2147483648
1- | 0 1- -> -1
2+ | 5 2+ -> 7
2- | 5 2- -> 3
2* | -5 2* -> -10
2/ | -7 2/ 7 2/ -> -3 3
+! | VARIABLE total 5 total ! ;; 3 total +! total @ -> 8
++ | VARIABLE upward ;; upward ++ upward ++ upward @ -> 2
-- | VARIABLE downward ;; downward -- downward @ -> -1
AND | 12 10 AND -> 8
OR | 12 10 OR -> 14
XOR | 12 10 XOR -> 6
INVERT | 0 INVERT 5 INVERT -> -1 -6
NOT | 0 NOT 5 NOT -1 NOT -> -1 0 0
TRUE FALSE | TRUE FALSE -> -1 0
= | 3 3 = 3 4 = -> -1 0
<> | 3 3 <> 3 4 <> -> 0 -1
< | -1 1 < 1 1 < -> -1 0
> | 1 -1 > 1 1 > -> -1 0
<= | 1 1 <= 2 1 <= -> -1 0
>= | 1 1 >= 1 2 >= -> -1 0
0= | 0 0= 7 0= -> -1 0
0< | -1 0< 0 0< -> -1 0
0> | 1 0> 0 0> -> -1 0
0<> | 1 0<> 0 0<> -> -1 0
MAX | -3 2 MAX -> 2
MIN | -3 2 MIN -> -3
NEGATE | 5 NEGATE -2147483648 NEGATE -> -5 -2147483648
ABS | -5 ABS 5 ABS -> 5 5
@ ! | VARIABLE held ;; 5 held ! held @ -> 5
@ | 0 @ !! address out of memory
! | 1 -4 ! !! address out of memory
C@ C! | VARIABLE bytes ;; 321 bytes C! bytes C@ bytes @ -> 65 65
I@ I! | VARIABLE short ;; 65535 short I! short I@ short @ -> -1 65535
MOVE | CREATE origin 1 , 2 , CREATE copied 8 ALLOT ;; origin copied 2 MOVE copied 4 + @ copied @
    -> 2 1
CMOVE | CREATE letters 65 , 0 , ;; letters letters 1+ 3 CMOVE letters 3 + C@ -> 65
FILL | CREATE filled 8 ALLOT ;; filled 4 1 FILL filled @ -> 16843009
ERASE | CREATE wiped 7 , 8 , ;; wiped 4 ERASE wiped @ wiped 4 + @ -> 0 8
, | HERE 7 , 8 , ;; DUP @ SWAP 4 + @ -> 7 8
C, | HERE 65 C, 66 C, ;; DUP C@ SWAP 1+ C@ -> 65 66
I, | HERE 7 I, -1 I, ;; DUP I@ SWAP 2+ I@ -> 7 -1
ALLOT HERE | HERE 12 ALLOT HERE SWAP - -> 12
DP | DP @ HERE = -> -1
PAD | 5 PAD ! PAD @ -> 5
CELLSIZE | CELLSIZE -> 4
CELLS | 3 CELLS -> 12
LATEST | : newest ; LATEST NFA>CFA ' newest = LATEST @ ;; TYPE => 'newest'
CURRENT CONTEXT | CURRENT @ CONTEXT @ = CURRENT @ @ LATEST = -> -1 -1
VOCABULARY | VOCABULARY shelf shelf DEFINITIONS : book 5 ; FORTH DEFINITIONS -FIND book shelf
    book FORTH ;; -> 0 5
FORTH | VOCABULARY drawer drawer DEFINITIONS : pen 5 ; FORTH DEFINITIONS : pen 6 ; pen drawer
    pen FORTH pen ;; -> 6 5 6
DEFINITIONS | VOCABULARY box box DEFINITIONS CURRENT @ CONTEXT @ = FORTH DEFINITIONS ;; -> -1
NFA>CFA NFA>LFA NFA>PFA | 100 NFA>CFA 100 NFA>LFA 100 NFA>PFA -> 112 108 116
CFA>NFA | : named ; ;; ['] named CFA>NFA @ TYPE => 'named'
CFA>LFA | : before ; : after ; ;; ['] after CFA>LFA @ @ TYPE => 'before'
CFA>PFA | VARIABLE owned 7 owned ! ;; ['] owned CFA>PFA @ ['] owned CFA>PFA owned = -> 7 -1
PFA>NFA | VARIABLE known ;; known PFA>NFA @ TYPE => 'known'
FORGET | : first-word 1 ; : second-word 2 ; FORGET second-word LATEST @ TYPE ;; => 'first-word'
FORGET | : again 1 ; : again 2 ; FORGET again again ;; -> 1
(FORGET) | : stays 5 ; : goes 6 ; ' goes (FORGET) LATEST @ TYPE ;; => 'stays'
ON OFF | VARIABLE lamp ;; lamp ON lamp @ lamp OFF lamp @ -> -1 0
? | VARIABLE shown 42 shown ! ;; shown ? => '42 '
( \ | ( over
two lines ) 5 \ to the end ;; 7 -> 5 7
." | ." now" ;; ." then  " => 'nowthen  '
(.") | (.") !! belongs inside compiled code
S" | S" only to PAD" ;; S" text" TYPE => 'text'
(S") | (S") !! belongs inside compiled code
"COUNT | S" four" "COUNT -> 4
"MOVE | CREATE room 8 ALLOT ;; S" abc" room "MOVE room TYPE room "COUNT . => 'abc3 '
"= | S" ab" S" ab" "= S" ab" S" ac" "= S" a" S" ab" "= -> -1 0 0
"SIZE | S" abc" "SIZE S" abcd" "SIZE -> 4 8
"APPEND | CREATE joined 65 , 0 , ;; S" bc" joined "APPEND joined TYPE => 'Abc'
TYPE | S" é ♔" TYPE => 'é ♔'
EMIT | 65 EMIT 66 EMIT => 'AB'
. | 42 . -7 . => '42 -7 '
.R | 42 5 .R -7 1 .R => '   42-7'
SPACE CR TAB | SPACE TAB CR => ' \t\n'
BL LF | BL LF -> 32 10
ASCII | ASCII A ;; ASCII bcd -> 65 98
(NUMBER) | -42 (NUMBER) PAD TYPE => '-42'
BASE | 2 BASE ! 5 . 10 BASE ! 5 . => '101 5 '
BINARY OCTAL HEX DECIMAL | BINARY 5 . OCTAL 9 . HEX 255 . DECIMAL 255 . => '101 11 FF 255 '
.S | 1 2 .S => '1 2 '
RAND-WITHIN SEED! | 7 SEED! 0 9 RAND-WITHIN 0 9 RAND-WITHIN 0 9 RAND-WITHIN -> 2 0 8
SEED@ | 11 SEED! SEED@ -> 11
RAND-WITHIN2 SEED2! | 7 SEED2! 0 9 RAND-WITHIN2 0 9 RAND-WITHIN2 0 9 RAND-WITHIN2 -> 2 0 8
SYSTEM-TIME | SYSTEM-TIME 0> SYSTEM-TIME SYSTEM-TIME SWAP - 1000 < -> -1 -1
RANDOMIZE | 7 SEED! RANDOMIZE SEED@ 7 = 3 3 RAND-WITHIN -> 0 3
RANDOMIZE2 | 7 SEED2! RANDOMIZE2 3 3 RAND-WITHIN2 -> 3
$RAND-WITHIN | : always-six ( low high -- n ) 2DROP 6 ; ;; 7 SEED! 0 9 $RAND-WITHIN [']
    always-six IS $RAND-WITHIN 0 9 $RAND-WITHIN ['] RAND-WITHIN IS $RAND-WITHIN -> 2 6
$Rand64! | CREATE wide 0 , 0 , 5 , ;; 7 SEED2! wide $Rand64! wide @ 0<> wide 4 + @ 0<> wide 8 +
    @ -> -1 -1 5
TIMER START-TIMER READ-TIMER | TIMER watch ;; watch START-TIMER watch READ-TIMER 1000 < -> -1
#Version | #Version 139 > -> -1
#Directions #Moves #MaxPriorities #Turns | #Directions #Moves #MaxPriorities #Turns
    -> 128 128 128 256
#DepthLimit #ForeverDepth | #DepthLimit #ForeverDepth -> 3 10
#UnknownScore #LossScore #DrawScore #WinScore | #UnknownScore #LossScore #DrawScore #WinScore
    -> -2140000000 -2130000000 0 2130000000
#KeepSearching #StopSoon #StopNow | #KeepSearching #StopSoon #StopNow -> 0 1 2
#Players #Pieces #PieceCells #TurnOrderCells | #Players #Pieces #PieceCells #TurnOrderCells
    -> 32 1024 4 3
#Neutral #PlayerBase #NoMoveType #NoPriority | #Neutral #PlayerBase #NoMoveType #NoPriority
    -> 1024 2048 0 1000
#movesCell #DropsCell #ValueCell | #movesCell #DropsCell #ValueCell -> 1 2 3
#PiecePlayer #PieceType #Player #PlayerNumber | #PiecePlayer #PieceType #Player #PlayerNumber
    -> 65535 1023 64512 63488
#PlayerShift #Empty ?? | #PlayerShift #Empty ?? -> 11 0 -1
#MB_OK #MB_OKCANCEL #MB_ABORTRETRYIGNORE | #MB_OK #MB_OKCANCEL #MB_ABORTRETRYIGNORE -> 0 1 2
#MB_YESNOCANCEL #MB_YESNO #MB_RETRYCANCEL | #MB_YESNOCANCEL #MB_YESNO #MB_RETRYCANCEL -> 3 4 5
#MB_ICONSTOP #MB_ICONQUESTION | #MB_ICONSTOP #MB_ICONQUESTION -> 16 32
#MB_ICONEXCLAMATION #MB_ICONINFORMATION | #MB_ICONEXCLAMATION #MB_ICONINFORMATION -> 48 64
#IDOK #IDCANCEL #IDABORT #IDRETRY #IDIGNORE | #IDOK #IDCANCEL #IDABORT #IDRETRY #IDIGNORE
    -> 1 2 3 4 5
#IDYES #IDNO #IDTRYAGAIN #IDCONTINUE | #IDYES #IDNO #IDTRYAGAIN #IDCONTINUE -> 6 7 10 11
F+ F- F* F/ | 1.5 2. F+ F. 1.5 2. F- F. 1.5 2. F* F. 3. 2. F/ F. => '3.5 -0.5 3. 1.5 '
N>F F>N | 7 N>F 2. F/ F>N -7 N>F 2. F/ F>N -> 3 -3
F. | 0.25 F. 2. F. => '0.25 2. '
F= F<> | 1. 1. F= 1. 2. F= 1. 1. F<> 1. 2. F<> -> -1 0 0 -1
F< F> | 1. 2. F< 2. 1. F< 1. 2. F> 2. 1. F> -> -1 0 0 -1
F<= F>= | 1. 1. F<= 2. 1. F<= 1. 1. F>= 1. 2. F>= -> -1 0 -1 0
F0= F0<> | 0. F0= 1. F0= 0. F0<> 1. F0<> -> -1 0 0 -1
F0< F0> | -1. F0< 0. F0< 1. F0> 0. F0> -> -1 0 -1 0
F! F@ | FVARIABLE fheld ;; 2.5 fheld F! fheld F@ F. => '2.5 '
FDUP FDROP | 2. FDUP F. F. 1. 2. FDROP F. => '2. 2. 1. '
F2DUP F2DROP | 1. 2. F2DUP F. F. F2DROP 9. F. => '2. 1. 9. '
FSWAP FOVER | 1. 2. FSWAP F. F. 1. 2. FOVER F. F. F. => '1. 2. 1. 2. 1. '
FROT | 1. 2. 3. FROT F. F. F. => '1. 3. 2. '
FPICK | 1. 2. 3. 2 FPICK F. F2DROP FDROP => '1. '
FSQRT FABS FNEGATE | 9. FSQRT F. -2. FABS F. 2. FNEGATE F. => '3. 2. -2. '
FSIN FCOS FTAN | 0. FSIN F. 0. FCOS F. 0. FTAN F. 1.5707964 FSIN F. => '0. 1. 0. 1. '
FASIN FACOS FATAN | 1. FASIN F. 1. FACOS F. 1. FATAN F. => '1.5708 0. 0.785398 '
FLN FLOG FEXP | 1. FLN F. 100. FLOG F. 0. FEXP F. 1. FEXP F. => '0. 2. 1. 2.71828 '
FLOOR CEIL | -1.5 FLOOR F. -1.5 CEIL F. => '-2. -1. '
FMOD | 7.5 2. FMOD F. -7.5 2. FMOD F. => '1.5 -1.5 '
FMIN FMAX | 1. 2. FMIN F. 1. 2. FMAX F. => '1. 2. '
FRAND | 7 SEED! FRAND FDUP 0. F>= 1. F< AND -> -1
F+ | 1. F+ !! float stack underflow
"""
