\ pawns.4th -- what pawns of chess and its variants have in common: a step ahead, a capture
\ slanting ahead, and promotion at the end of the board. Loaded behind rules.4th
\ and the names of the types.

: last-rank? ( -- ? )   n IF s DROP FALSE ELSE TRUE ENDIF ;

DEFER promotions ( -- )   \ Promotes to each of the types there are.
: promote ( type -- )   progress from here move change-type finish ;

: advance ( -- )   last-rank? IF promotions ELSE progress from here move finish ENDIF ;
: push ( -- )      n verify empty? verify advance ;
: slant ( ? -- )   verify enemy? verify advance ;
: slant-e ( -- )   ne slant ;
: slant-w ( -- )   nw slant ;

: edge-pawn? ( pos -- ? )   piece-type-at pawn = ;

: refuse-edge-pawns ( -- )
	FALSE  $columns @ 0 DO  I edge-pawn?  $positions @ 1- I - edge-pawn?  OR OR  LOOP
	IF TRUE ABORT" a pawn stands on the first or the last rank" ENDIF
;
