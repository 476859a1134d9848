\ race-b.4th -- a race around a ring of sixteen squares with one die. Copied out by hand.
\
\ A simple ludo. White comes in on s0 and goes round to s15, Black comes in on s8 and goes round to s7; each has
\ three men, one after the other from the yard. With a six a man comes in, or goes six squares like with any
\ other throw. No man goes where a friend stands; an enemy goes back to the yard. Who goes beyond the last square
\ is home, however far. Who cannot move passes; all three at home win.

{board
	{position} s0 {position} s1 {position} s2 {position} s3 {position} s4 {position} s5 {position} s6 {position} s7
	{position} s8 {position} s9 {position} s10 {position} s11 {position} s12 {position} s13 {position} s14 {position} s15
	{position} cup      \ the die lies here: its type is what was thrown
	{variable} white-yard
	{variable} white-home
	{variable} black-yard
	{variable} black-home
board}

{directions   \ White's path ends at s15, Black's at s7.
	{link} on s0 s1  {link} on s1 s2  {link} on s2 s3  {link} on s3 s4  {link} on s4 s5  {link} on s5 s6  {link} on s6 s7  {link} on s7 s8
	{link} on s8 s9  {link} on s9 s10  {link} on s10 s11  {link} on s11 s12  {link} on s12 s13  {link} on s13 s14  {link} on s14 s15
	{link} dark-on s8 s9  {link} dark-on s9 s10  {link} dark-on s10 s11  {link} dark-on s11 s12  {link} dark-on s12 s13  {link} dark-on s13 s14  {link} dark-on s14 s15  {link} dark-on s15 s0
	{link} dark-on s0 s1  {link} dark-on s1 s2  {link} dark-on s2 s3  {link} dark-on s3 s4  {link} dark-on s4 s5  {link} dark-on s5 s6  {link} dark-on s6 s7
directions}

{players
	{player} White
	{player} Black
	{player} ?Die {random}
players}

{turn-order
	{turn} ?Die {of-type} throwing  {turn} White
	{turn} ?Die {of-type} throwing  {turn} Black
turn-order}

{symmetries
	Black {symmetry} on dark-on
symmetries}

$passTurnForced ON

: throw-one ( -- )
	1 change-type
	add-move
;

: throw-two ( -- )
	2 change-type
	add-move
;

: throw-three ( -- )
	3 change-type
	add-move
;

: throw-four ( -- )
	4 change-type
	add-move
;

: throw-five ( -- )
	5 change-type
	add-move
;

: throw-six ( -- )
	6 change-type
	add-move
;

: advance-one ( -- )
	cup piece-type-at 1 = verify
	on IF
		friend? NOT verify
		from here move
		enemy? IF
			current-player White = IF
				black-yard @ 1+ black-yard later!
			ELSE
				white-yard @ 1+ white-yard later!
			ENDIF
		ENDIF
		add-move
		TRUE
	ELSE FALSE ENDIF
	NOT verify
	from capture-at
	current-player White = IF
		white-home @ 1+ white-home later!
	ELSE
		black-home @ 1+ black-home later!
	ENDIF
	add-move
;

: advance-two ( -- )
	cup piece-type-at 2 = verify
	on IF on IF
		friend? NOT verify
		from here move
		enemy? IF
			current-player White = IF
				black-yard @ 1+ black-yard later!
			ELSE
				white-yard @ 1+ white-yard later!
			ENDIF
		ENDIF
		add-move
		TRUE
	ELSE FALSE ENDIF ELSE FALSE ENDIF
	NOT verify
	from capture-at
	current-player White = IF
		white-home @ 1+ white-home later!
	ELSE
		black-home @ 1+ black-home later!
	ENDIF
	add-move
;

: advance-three ( -- )
	cup piece-type-at 3 = verify
	on IF on IF on IF
		friend? NOT verify
		from here move
		enemy? IF
			current-player White = IF
				black-yard @ 1+ black-yard later!
			ELSE
				white-yard @ 1+ white-yard later!
			ENDIF
		ENDIF
		add-move
		TRUE
	ELSE FALSE ENDIF ELSE FALSE ENDIF ELSE FALSE ENDIF
	NOT verify
	from capture-at
	current-player White = IF
		white-home @ 1+ white-home later!
	ELSE
		black-home @ 1+ black-home later!
	ENDIF
	add-move
;

: advance-four ( -- )
	cup piece-type-at 4 = verify
	on IF on IF on IF on IF
		friend? NOT verify
		from here move
		enemy? IF
			current-player White = IF
				black-yard @ 1+ black-yard later!
			ELSE
				white-yard @ 1+ white-yard later!
			ENDIF
		ENDIF
		add-move
		TRUE
	ELSE FALSE ENDIF ELSE FALSE ENDIF ELSE FALSE ENDIF ELSE FALSE ENDIF
	NOT verify
	from capture-at
	current-player White = IF
		white-home @ 1+ white-home later!
	ELSE
		black-home @ 1+ black-home later!
	ENDIF
	add-move
;

: advance-five ( -- )
	cup piece-type-at 5 = verify
	on IF on IF on IF on IF on IF
		friend? NOT verify
		from here move
		enemy? IF
			current-player White = IF
				black-yard @ 1+ black-yard later!
			ELSE
				white-yard @ 1+ white-yard later!
			ENDIF
		ENDIF
		add-move
		TRUE
	ELSE FALSE ENDIF ELSE FALSE ENDIF ELSE FALSE ENDIF ELSE FALSE ENDIF ELSE FALSE ENDIF
	NOT verify
	from capture-at
	current-player White = IF
		white-home @ 1+ white-home later!
	ELSE
		black-home @ 1+ black-home later!
	ENDIF
	add-move
;

: advance-six ( -- )
	cup piece-type-at 6 = verify
	on IF on IF on IF on IF on IF on IF
		friend? NOT verify
		from here move
		enemy? IF
			current-player White = IF
				black-yard @ 1+ black-yard later!
			ELSE
				white-yard @ 1+ white-yard later!
			ENDIF
		ENDIF
		add-move
		TRUE
	ELSE FALSE ENDIF ELSE FALSE ENDIF ELSE FALSE ENDIF ELSE FALSE ENDIF ELSE FALSE ENDIF ELSE FALSE ENDIF
	NOT verify
	from capture-at
	current-player White = IF
		white-home @ 1+ white-home later!
	ELSE
		black-home @ 1+ black-home later!
	ENDIF
	add-move
;

: enter-white ( -- )
	current-player White = verify
	here s0 = verify
	cup piece-type-at 6 = verify
	white-yard @ 0 > verify
	friend? NOT verify
	enemy? IF
		here capture-at
		black-yard @ 1+ black-yard later!
	ENDIF
	drop
	white-yard @ 1- white-yard later!
	add-move
;

: enter-black ( -- )
	current-player Black = verify
	here s8 = verify
	cup piece-type-at 6 = verify
	black-yard @ 0 > verify
	friend? NOT verify
	enemy? IF
		here capture-at
		white-yard @ 1+ white-yard later!
	ENDIF
	drop
	black-yard @ 1- black-yard later!
	add-move
;

{moves walks
	{move} advance-one  {move} advance-two  {move} advance-three  {move} advance-four  {move} advance-five  {move} advance-six
moves}

{moves entries	{move} enter-white  {move} enter-black	moves}

{moves throws
	{move} throw-one {move-type} throwing
	{move} throw-two {move-type} throwing
	{move} throw-three {move-type} throwing
	{move} throw-four {move-type} throwing
	{move} throw-five {move-type} throwing
	{move} throw-six {move-type} throwing
moves}

{pieces
	{piece} one {moves} throws
	{piece} two {moves} throws
	{piece} three {moves} throws
	{piece} four {moves} throws
	{piece} five {moves} throws
	{piece} six {moves} throws
	{piece} man {moves} walks {drops} entries
pieces}

{board-setup
	{setup} ?Die one cup
board-setup}

: OnNewGame ( -- )
	3 white-yard !
	3 black-yard !
;

: won ( -- )
	white-home @ 3 = IF White wins ENDIF
	black-home @ 3 = IF Black wins ENDIF
;

{endings	won {ending} home	endings}
