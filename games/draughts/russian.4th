\ russian.4th -- Russian draughts: men jump backwards too, and kings fly.
\
\ Who can take must take, whichever way they like, and go on as long as there is something to take.
\ A man who comes to the last rank in the middle of a chain goes on as a king. Black begins, as in
\ the script that this one loads.
\
\ perft: 7 49 302 1469 7482 37986 190146 929899

LOAD english.4th

VARIABLE crowned   \ whether the chain has come to the last rank

: flies? ( -- ? )  king? crowned @ OR ;

: over? ( dir -- ? )   \ Over an enemy onto a free square, which is here then; kings come from afar.
	flies? IF BEGIN DUP EXECUTE free? AND WHILE REPEAT ELSE DUP EXECUTE DROP ENDIF
	prey? IF here victim ! EXECUTE free? AND ELSE DROP FALSE ENDIF
;

: more? ( -- ? )   \ Whether there is something to take from here.
	here FALSE
	['] nw over? OR OVER to  ['] ne over? OR OVER to
	['] sw over? OR OVER to  ['] se over? OR SWAP to
;

: further? ( dir -- ? )   \ To the next square where the same jump may end.
	EXECUTE free? AND flies? AND
;

: leads-on? ( dir -- ? )   \ Whether there is something to take from one of these squares.
	here SWAP FALSE
	BEGIN more? OR OVER further? NOT UNTIL
	SWAP DROP SWAP to
;

: crown ( -- )   king? NOT crowned @ AND IF 2 change-type ENDIF ;

: take-all ( -- )
	from here move
	jumps @ 0 DO I victims @ capture-at LOOP
	crown  0 quiet later!  rate unique add-move
;

: jump-on ( dir -- )   \ Behind a jump: on in all directions; where nothing leads on, that was it.
	victim @ jumps @ victims !  jumps ++
	crowned @ SWAP  last-rank? crowned @ OR crowned !
	DUP leads-on?
	BEGIN
		DUP IF
			here
			['] nw over? IF ['] nw RECURSE ENDIF DUP to
			['] ne over? IF ['] ne RECURSE ENDIF DUP to
			['] sw over? IF ['] sw RECURSE ENDIF DUP to
			['] se over? IF ['] se RECURSE ENDIF to
		ELSE take-all ENDIF
	OVER further? NOT UNTIL
	2DROP crowned ! jumps --
;

: jump ( dir -- )  DUP over? IF jump-on ELSE DROP ENDIF back ;

: captures ( -- )
	0 jumps !  FALSE crowned !
	['] nw jump ['] ne jump ['] sw jump ['] se jump
;

: slide ( dir -- )   \ A king along a diagonal.
	BEGIN DUP EXECUTE empty? AND WHILE from here move quiet @ 1+ quiet later! add-move REPEAT
	DROP back
;

: slides ( -- )  ['] nw slide  ['] ne slide  ['] sw slide  ['] se slide ;

{moves man-moves   {move} captures  {move} man-steps  moves}
{moves king-moves  {move} captures  {move} slides     moves}

{pieces
	{piece} man  {moves} man-moves
	{piece} king {moves} king-moves 3 {value}
pieces}
