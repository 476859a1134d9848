\ old-french.4th -- draughts on a hundred squares as in the first books about it.
\
\ As international draughts, but of captures that take the same number one must be made that takes
\ the most kings.

LOAD draughts.4th

: kings-taken ( -- n )
	0 jumps @ 0 DO I victims @ piece-type-at 2 = - LOOP
;

: best ( -- )  jumps @ prefer  kings-taken prefer ;

' best IS rate
