( Shogi-like with reserves as variables )
{board 5 5 {grid} {variable} hand-first {variable} hand-second board}
{directions -1 0 {direction} N 1 0 {direction} S 0 1 {direction} E 0 -1 {direction} W
 -1 1 {direction} NE -1 -1 {direction} NW 1 1 {direction} SE 1 -1 {direction} SW directions}
{players {player} First {player} Second players}
{symmetries Second {symmetry} N S Second {symmetry} NE SE Second {symmetry} NW SW symmetries}
{turn-order {turn} First {turn} Second turn-order}
: hand ( -- addr ) current-player First = IF hand-first ELSE hand-second ENDIF ;
: gain ( -- ) current-player First = IF hand-first ++ ELSE hand-second ++ ENDIF ;
: spend ( -- ) -1 hand +! ;
: promo? ( -- ? )
	current-player First = IF here 5 < ELSE here 19 > ENDIF
;
: one ( 'd -- )
	EXECUTE verify
	friend? NOT verify
	from here move
	enemy? IF COMPILE gain ENDIF
	add-move
;
: pawn-one ( 'd -- )
	EXECUTE verify
	friend? NOT verify
	from here move
	enemy? IF COMPILE gain ENDIF
	promo? IF 2 change-type ENDIF
	add-move
;
: k1 ['] N one ; : k2 ['] S one ; : k3 ['] E one ; : k4 ['] W one ;
: k5 ['] NE one ; : k6 ['] NW one ; : k7 ['] SE one ; : k8 ['] SW one ;
: p1 ['] N pawn-one ;
: column-free? ( -- ? )
	TRUE
	here 5 MOD
	25 0 DO
		I 5 MOD OVER = IF
			I friend-at? IF I piece-type-at 1 = IF SWAP DROP FALSE SWAP ENDIF ENDIF
		ENDIF
	LOOP
	DROP
;
: drop-pawn ( -- )
	hand @ 0> verify
	empty? verify
	promo? NOT verify
	column-free? verify
	drop COMPILE spend add-move
;
{moves pawn-m {move} p1 moves}
{moves pawn-d {move} drop-pawn moves}
{moves gold-m {move} k1 {move} k3 {move} k4 {move} k5 {move} k6 {move} k2 moves}
{moves king-m {move} k1 {move} k2 {move} k3 {move} k4 {move} k5 {move} k6 {move} k7 {move} k8 moves}
{pieces
	{piece} pawn {moves} pawn-m {drops} pawn-d
	{piece} gold {moves} gold-m
	{piece} king {moves} king-m
pieces}
{board-setup
	{setup} First pawn a2 {setup} First pawn c4 {setup} First gold b1 {setup} First king c1
	{setup} Second pawn a3 {setup} Second pawn e4 {setup} Second gold d5 {setup} Second king e5
board-setup}
