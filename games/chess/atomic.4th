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

: spared? ( -- ? )   \ Whether a pawn that explodes in passing leaves this square empty.
	empty?  here passed @ = OR  here taker @ = OR  here passed @ - ABS 8 = OR
	here passed @ beside? piece-type pawn <> AND OR
;
' spared? IS gone?

: other-king ( -- pos )   1 capturer @ player-index - kings @ ;

: blown? ( -- ? )   \ Whether the capture in passing costs the own king, or leaves it in check.
	king-square passed @ beside? IF TRUE EXIT ENDIF
	other-king passed @ beside?  other-king king-square beside? OR IF FALSE ELSE seen? ENDIF
;
' blown? IS exposed?

: takeable-here? ( -- ? )   \ Whether the pawn that comes here may be taken en passant.
	s DROP here passed ! n DROP
	here DUP next-player capturable? SWAP to
;
' takeable-here? IS watched?

\ ---- Dead positions ----

\ Pieces but kings are counted in one number: knights, rooks with bishops, White's men and Black's in six bits
\ each; above them a bit for White's and for Black's bishops on either shade, and one for rooks.

: weight ( pos -- n )   \ What a piece that is no pawn, queen or king adds.
	DUP player-at White = IF 4096 ELSE 262144 ENDIF
	SWAP piece-type-at knight = IF 1 ELSE 64 ENDIF +
;

: sort ( pos -- bits )   \ Which bishops or rooks it is.
	DUP piece-type-at bishop = IF
		DUP shade SWAP player-at Black = IF 4 * ENDIF 16777216 *
	ELSE piece-type-at rook = IF 268435456 ELSE 0 ENDIF ENDIF
;

: sum ( -- n )   \ The number, -1 if a pawn or a queen is left.
	0 64 BEGIN DUP WHILE 1-
		DUP piece-type-at
		DUP pawn = OVER queen = OR IF 2DROP DROP -1 EXIT ENDIF
		DUP 0= SWAP king = OR NOT IF
			SWAP OVER weight + OVER sort OR SWAP
		ENDIF
	REPEAT DROP
;

: nobody-explodes? ( -- ? )
	sum DUP 0< IF DROP FALSE EXIT ENDIF
	DUP 4096 / 63 AND  OVER 262144 / 63 AND  * IF   \ both sides have men: only bishops that never meet
		DUP 63 AND 0=  SWAP 16777216 /  DUP 9 = SWAP 6 = OR  AND
	ELSE   \ one side: a knight, a bishop or a rook, or two knights
		4095 AND DUP 3 < SWAP 64 = OR
	ENDIF
;
' nobody-explodes? IS nobody-mates?

: dead ( -- )   quiet-turns IF was-dead? ELSE nobody-explodes? ENDIF IF draw ENDIF ;

: mated ( -- )      stalemate? IF in-check? IF current-player loses ENDIF ENDIF ;
: blown-up ( -- )   king-cell @ 0< IF current-player loses ENDIF ;

{endings
	blown-up       {ending} explosion   3 {priority}
	mated          {ending} checkmate   2 {priority}
	stuck          {ending} stalemate   1 {priority}
	dead           {ending} dead-position
	thrice         {ending} repetition
	quiet-for-long {ending} fifty-moves
endings}

: OnPosition ( -- )   \ Who is to move may find the other king in check: kings side by side are not.
	find-kings keep-rights keep-passing
	note-dead
	refuse-edge-pawns
;
