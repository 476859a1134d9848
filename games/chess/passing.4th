\ passing.4th -- whether a pawn may be taken en passant.
\
\ A capture that would leave the own king in check is no right, and does not make a position another.
\ The capture takes two pawns off a rank or a diagonal at once, so only queens, rooks and bishops can
\ attack the king behind it.

VARIABLE capturer   \ the player who may capture
VARIABLE passed     \ the square that the pawn passes
VARIABLE taker      \ where the pawn stands that would capture

: as-it-is ( type -- type ) ;
DEFER plain ( type -- type )   ' as-it-is IS plain   \ How a type moves.

: emptied? ( -- ? )   \ Whether nothing stands here behind the capture.
	here passed @ = IF FALSE EXIT ENDIF
	empty?  here taker @ = OR  here passed @ - ABS 8 = OR
;
DEFER gone? ( -- ? )   ' emptied? IS gone?

: king-square ( -- pos )   capturer @ player-index kings @ ;

: aims? ( type 'dir -- ? )   \ Whether a queen or a piece of a type looks at the king that way.
	king-square to
	BEGIN DUP EXECUTE NOT IF 2DROP FALSE EXIT ENDIF  gone? NOT UNTIL DROP
	player capturer @ = IF DROP FALSE ELSE piece-type plain DUP queen = ROT ROT = OR ENDIF
;

: seen? ( -- ? )   \ Whether such a piece looks at the king from anywhere.
	rook ['] n aims?     IF TRUE EXIT ENDIF   rook ['] s aims?     IF TRUE EXIT ENDIF
	rook ['] e aims?     IF TRUE EXIT ENDIF   rook ['] w aims?     IF TRUE EXIT ENDIF
	bishop ['] ne aims?  IF TRUE EXIT ENDIF   bishop ['] nw aims?  IF TRUE EXIT ENDIF
	bishop ['] se aims?  IF TRUE EXIT ENDIF   bishop ['] sw aims?
;

: king-seen? ( -- ? )   king-square 0< IF FALSE ELSE seen? ENDIF ;
DEFER exposed? ( -- ? )   ' king-seen? IS exposed?   \ Whether the capture is against the rules.

: may-take? ( player ? -- ? )   \ Behind a direction: whether the player's pawn here may capture.
	IF piece OVER pawn OR = ELSE FALSE ENDIF
	IF capturer ! here taker ! exposed? NOT ELSE DROP FALSE ENDIF
;

: capturable? ( pos player -- ? )   \ Whether the player may take the pawn on a square en passant.
	OVER to DUP e may-take? IF 2DROP TRUE EXIT ENDIF
	SWAP to w may-take?
;
