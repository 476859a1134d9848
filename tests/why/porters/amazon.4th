\ move, then shoot
1 CONSTANT walking 2 CONSTANT shooting 2 CONSTANT ARROW
{board 5 5 {grid} {variable} shooter board}
{directions -1 0 {direction} N 1 0 {direction} S 0 1 {direction} E 0 -1 {direction} W directions}
{players {player} Light {player} Shade players}
{turn-order {turn} Light {of-type} walking {turn} Shade {of-type} walking turn-order}
: remember ( pos -- ) shooter ! ;
: ride ( dir -- )
	BEGIN DUP EXECUTE IF empty? ELSE FALSE ENDIF WHILE
		from here move
		shooting partial-move-type
		here COMPILE-LITERAL COMPILE remember
		add-move
	REPEAT DROP
;
: fire ( dir -- )
	from shooter @ = verify
	BEGIN DUP EXECUTE IF empty? ELSE FALSE ENDIF WHILE
		ARROW create-piece-type
		add-move
	REPEAT DROP
;
: rideN ['] N ride ; : rideS ['] S ride ; : rideE ['] E ride ; : rideW ['] W ride ;
: fireN ['] N fire ; : fireS ['] S fire ; : fireE ['] E fire ; : fireW ['] W fire ;
{moves ama
	{move} rideN {move-type} walking
	{move} rideS {move-type} walking
	{move} rideE {move-type} walking
	{move} rideW {move-type} walking
	{move} fireN {move-type} shooting
	{move} fireS {move-type} shooting
	{move} fireE {move-type} shooting
	{move} fireW {move-type} shooting
moves}
{pieces {piece} queen {moves} ama {piece} arrow pieces}
{board-setup
	{setup} Light queen b1 {setup} Light queen d2 {setup} Shade queen c5 {setup} Shade queen e4
board-setup}
