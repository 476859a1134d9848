\ lines.4th -- whether a pawn that goes two squares may be taken en passant, as its move is made.
\
\ A capture that would leave the own king in check is no right, and does not make a position another. It
\ takes two pawns off the board, and the double step leaves a square: on a line through one of these the
\ king may be seen by a queen, a rook or a bishop. Only directions and `back` are used, and no word is
\ run by its token, so that the engine knows which squares a move word looks at; passing.4th answers the
\ same for any position, more slowly.

\ The first piece in a direction, 0 if there is none:
: look-n  ( -- piece )   BEGIN n  NOT IF 0 EXIT ENDIF  not-empty? UNTIL piece ;
: look-s  ( -- piece )   BEGIN s  NOT IF 0 EXIT ENDIF  not-empty? UNTIL piece ;
: look-e  ( -- piece )   BEGIN e  NOT IF 0 EXIT ENDIF  not-empty? UNTIL piece ;
: look-w  ( -- piece )   BEGIN w  NOT IF 0 EXIT ENDIF  not-empty? UNTIL piece ;
: look-ne ( -- piece )   BEGIN ne NOT IF 0 EXIT ENDIF  not-empty? UNTIL piece ;
: look-nw ( -- piece )   BEGIN nw NOT IF 0 EXIT ENDIF  not-empty? UNTIL piece ;
: look-se ( -- piece )   BEGIN se NOT IF 0 EXIT ENDIF  not-empty? UNTIL piece ;
: look-sw ( -- piece )   BEGIN sw NOT IF 0 EXIT ENDIF  not-empty? UNTIL piece ;

: hunter? ( piece type -- ? )   \ Whether it is the mover's queen, or piece of a type.
	OVER #Player AND current-player = IF
		SWAP #PieceType AND plain DUP queen = ROT ROT = OR
	ELSE 2DROP FALSE ENDIF
;

: hunted? ( piece -- ? )   next-player king OR = ;

: opened? ( piece piece type -- ? )   \ Whether one of them attacks the other, a king, with nothing between.
	>R 2DUP hunted? SWAP R@ hunter? AND
	ROT ROT SWAP hunted? SWAP R> hunter? AND OR
;

: goal ( -- )        back n DROP n DROP ;   \ To where the pawn goes.
: goal-east ( -- )   goal e DROP ;
: goal-west ( -- )   goal w DROP ;

: start-opens? ( -- ? )   \ The lines through the square that it leaves; its file is closed behind it.
	back look-e  back look-w  rook opened?    IF TRUE EXIT ENDIF
	back look-ne  back look-sw  bishop opened?  IF TRUE EXIT ENDIF
	back look-nw  back look-se  bishop opened?
;

: goal-opens? ( -- ? )   \ The slanting lines through the square where it is taken.
	goal look-ne  goal look-sw  bishop opened?  IF TRUE EXIT ENDIF
	goal look-nw  goal look-se  bishop opened?
;

: east-opens? ( -- ? )   \ The lines through the square east of it, which the other pawn leaves.
	goal look-w  goal-east look-e  rook opened?  IF TRUE EXIT ENDIF
	goal-east look-n  goal-east look-s  rook opened?  IF TRUE EXIT ENDIF
	goal-east look-nw  goal-east look-se  bishop opened?
;

: west-opens? ( -- ? )
	goal look-e  goal-west look-w  rook opened?  IF TRUE EXIT ENDIF
	goal-west look-n  goal-west look-s  rook opened?  IF TRUE EXIT ENDIF
	goal-west look-ne  goal-west look-sw  bishop opened?
;

: always-open? ( -- ? )   start-opens? IF TRUE ELSE goal-opens? ENDIF ;

: rival? ( -- ? )   enemy? piece-type pawn = AND ;

: east-takes? ( -- ? )
	e IF rival? ELSE FALSE ENDIF
	IF east-opens? always-open? OR NOT ELSE FALSE ENDIF  goal
;

: west-takes? ( -- ? )
	w IF rival? ELSE FALSE ENDIF
	IF west-opens? always-open? OR NOT ELSE FALSE ENDIF  goal
;

: may-be-taken? ( -- ? )   \ Whether an enemy pawn beside this square may take the pawn that comes here.
	east-takes? IF TRUE ELSE west-takes? ENDIF
;
DEFER watched? ( -- ? )   ' may-be-taken? IS watched?
