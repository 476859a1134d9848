\ italian.4th -- Italian draughts: English draughts with rules about which capture to make.
\
\ A man cannot take a king. Of all captures one must be made that takes the most; of these one by a
\ king; of these one that takes the most kings; of these one that meets a king first.

LOAD english.4th

: king-at? ( pos -- ? )  piece-type-at 2 = ;

: weak? ( -- ? )   \ Whether the piece that moves may take what stands here.
	king? here king-at? NOT OR
;

: kings-taken ( -- n )
	0 jumps @ 0 DO I victims @ king-at? - LOOP
;

: before-a-king ( -- n )   \ How many jumps come before the first over a king.
	jumps @ DUP 0 DO jumps @ I - 1- DUP victims @ king-at? IF SWAP ENDIF DROP LOOP
;

: best ( -- )
	jumps @ prefer  king? NEGATE prefer  kings-taken prefer  before-a-king NEGATE prefer
;

' weak? IS may-take?
' best IS rate
