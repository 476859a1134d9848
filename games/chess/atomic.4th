\ atomic.4th -- chess in which every capture explodes.
\
\ What is taken, who takes it, and all around but pawns are gone. Who blows up the other king wins, also
\ out of check; nobody may blow up their own. Kings do not take, and side by side they give no check.
\
\ perft: 20 400 8902 197326

LOAD chess.4th

\ ---- Explosions, when a move is applied ----

: vanish ( pos -- )   \ The piece there goes, with the rights and the king that it was.
	DUP 0 kings @ = IF -1 0 kings ! ENDIF
	DUP 1 kings @ = IF -1 1 kings ! ENDIF
	DUP rights-lost @ INVERT rights @ AND rights !
	(capture-at)
;

: burn ( ? -- )   \ Behind a direction: what stands there goes, if it is no pawn.
	IF empty? piece-type pawn = OR NOT IF here vanish ENDIF ENDIF
;

: explode ( pos -- )
	DUP vanish
	DUP to n burn   DUP to s burn   DUP to e burn   DUP to w burn
	DUP to ne burn  DUP to nw burn  DUP to se burn  to sw burn
;

: takes? ( -- ? )   enemy?  current-piece-type pawn = IF passing? OR ENDIF ;
: royal? ( -- ? )   current-piece-type king = ;

: ignite ( -- )   \ Ends every move; a king's capture is none.
	settle
	takes? IF royal? NOT verify  here COMPILE-LITERAL COMPILE explode ENDIF
	add-move
;

' ignite IS finish

\ ---- Kings ----

: rival-king ( -- pos )   next-player player-index kings @ ;

: beside? ( pos pos -- ? )   \ Whether two squares touch.
	2DUP 8 / SWAP 8 / - ABS 2 <  ROT 8 MOD ROT 8 MOD - ABS 2 <  AND
;

: shielded? ( pos -- ? )   rival-king beside? ;
: in-danger? ( pos -- ? )  DUP shielded? IF DROP FALSE ELSE attacked? ENDIF ;   ' in-danger? IS threatened?
: in-check? ( -- ? )       king-cell @ DUP 0< IF DROP FALSE ELSE in-danger? ENDIF ;

: OnIsLegal? ( -- ? )
	king-cell @ 0< IF FALSE EXIT ENDIF
	rival-king 0< IF TRUE EXIT ENDIF
	king-cell @ shielded? IF TRUE ELSE king-cell @ attacked? NOT ENDIF
;

: mated ( -- )      stalemate? IF in-check? IF current-player loses ENDIF ENDIF ;
: blown-up ( -- )   king-cell @ 0< IF current-player loses ENDIF ;

{endings
	blown-up       {ending} explosion   3 {priority}
	mated          {ending} checkmate   2 {priority}
	stuck          {ending} stalemate   1 {priority}
	thrice         {ending} repetition
	quiet-for-long {ending} fifty-moves
endings}
