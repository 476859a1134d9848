\ moves.4th -- peg solitaire in the fewest moves: jumps of one peg in a row are one move.
\
\ Eighteen moves are enough, and fewer are not: `forthgame solve peg-solitaire/moves --method ida`.

{board
	7 7 {grid}
	{variable} jumping   \ the peg that may go on, or 0, where no hole is
board}

LOAD rules.4th

: leap-on ( pos -- )   \ The peg stays there, or goes on if it can; only this one does.
	jumping @ IF jumping @ from = verify ENDIF
	from here move  DUP capture-at  add-move
	from here move  capture-at  here jumping later!  partial must-finish  add-move
;
' leap-on IS leap

: OnNextTurn ( -- )   OnNextTurn  0 jumping ! ;

: OnPosition ( -- )   \ Only a peg that is there can go on.
	jumping @ IF jumping @ empty-at? IF jumping OFF ENDIF ENDIF
;

\ ---- How many moves are needed at least ----
\ Each of these counts moves that begin in holes of its own, so no move is counted twice.
\
\ A peg in a corner cannot be jumped over: a move begins there.
\ In a full elbow, three holes such as c6 c5 b5, none can be jumped over before one of them has left:
\ behind each stands a peg of the elbow, or the edge.
\ A jump leads two holes on, so a peg has four kinds of holes, and d4 belongs to the kind with d6, b4,
\ f4 and d2: the last move begins there. Pegs of this kind and of the kind with c5 are only taken by
\ the other two kinds.

: and-peg ( n pos -- n' )   not-empty-at? IF 1+ ENDIF ;
: full? ( pos pos pos -- ? )   not-empty-at? SWAP not-empty-at? AND SWAP not-empty-at? AND ;

: cornered ( -- n )
	0 c7 and-peg e7 and-peg a5 and-peg g5 and-peg a3 and-peg g3 and-peg c1 and-peg e1 and-peg
;
: elbows ( -- n )
	0  c6 c5 b5 full? -  e6 e5 f5 full? -  c2 c3 b3 full? -  e2 e3 f3 full? -
;
: slanting ( -- n )   cornered  c5 and-peg e5 and-peg c3 and-peg e3 and-peg ;   \ The kind with c5.
: central ( -- n )   0 d6 and-peg b4 and-peg d4 and-peg f4 and-peg d2 and-peg ;

: OnDistance ( -- n )
	central 0= IF 99 EXIT ENDIF   \ None could come to the middle.
	pegs 1 = IF 0 EXIT ENDIF
	cornered  elbows  slanting 0> central 1 > OR IF 1 MAX ENDIF  +  1+
;
