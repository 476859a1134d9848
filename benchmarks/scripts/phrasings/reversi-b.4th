\ reversi-b.4th -- reversi on six by six squares. Copied out by hand.
\
\ Black begins. A disc is put where it brackets, in one of eight directions or several, rows of enemy discs up
\ to the next own one; all of these are turned. Who cannot turn any passes; when neither can, more discs win.

{board	6 6 {grid}	board}

{directions
	-1  0 {direction} n   -1  1 {direction} ne   0  1 {direction} e    1  1 {direction} se
	 1  0 {direction} s    1 -1 {direction} sw   0 -1 {direction} w   -1 -1 {direction} nw
directions}

{players	{player} Black  {player} White	players}
{turn-order	{turn} Black    {turn} White	turn-order}

$passTurnForced ON

VARIABLE count
VARIABLE turned
VARIABLE able
VARIABLE mine
VARIABLE theirs

: place ( -- )
	empty? verify
	0 turned !
	drop
	0 count !
	BEGIN n IF enemy? ELSE FALSE ENDIF WHILE count ++ REPEAT
	friend? IF
		count @ 0 > IF
			count @ turned +!
			back
			count @ 0 DO n DROP current-player here change-owner-at LOOP
		ENDIF
	ENDIF
	back
	0 count !
	BEGIN ne IF enemy? ELSE FALSE ENDIF WHILE count ++ REPEAT
	friend? IF
		count @ 0 > IF
			count @ turned +!
			back
			count @ 0 DO ne DROP current-player here change-owner-at LOOP
		ENDIF
	ENDIF
	back
	0 count !
	BEGIN e IF enemy? ELSE FALSE ENDIF WHILE count ++ REPEAT
	friend? IF
		count @ 0 > IF
			count @ turned +!
			back
			count @ 0 DO e DROP current-player here change-owner-at LOOP
		ENDIF
	ENDIF
	back
	0 count !
	BEGIN se IF enemy? ELSE FALSE ENDIF WHILE count ++ REPEAT
	friend? IF
		count @ 0 > IF
			count @ turned +!
			back
			count @ 0 DO se DROP current-player here change-owner-at LOOP
		ENDIF
	ENDIF
	back
	0 count !
	BEGIN s IF enemy? ELSE FALSE ENDIF WHILE count ++ REPEAT
	friend? IF
		count @ 0 > IF
			count @ turned +!
			back
			count @ 0 DO s DROP current-player here change-owner-at LOOP
		ENDIF
	ENDIF
	back
	0 count !
	BEGIN sw IF enemy? ELSE FALSE ENDIF WHILE count ++ REPEAT
	friend? IF
		count @ 0 > IF
			count @ turned +!
			back
			count @ 0 DO sw DROP current-player here change-owner-at LOOP
		ENDIF
	ENDIF
	back
	0 count !
	BEGIN w IF enemy? ELSE FALSE ENDIF WHILE count ++ REPEAT
	friend? IF
		count @ 0 > IF
			count @ turned +!
			back
			count @ 0 DO w DROP current-player here change-owner-at LOOP
		ENDIF
	ENDIF
	back
	0 count !
	BEGIN nw IF enemy? ELSE FALSE ENDIF WHILE count ++ REPEAT
	friend? IF
		count @ 0 > IF
			count @ turned +!
			back
			count @ 0 DO nw DROP current-player here change-owner-at LOOP
		ENDIF
	ENDIF
	back
	turned @ 0 > verify
	add-move
;

{moves drops	{move} place	moves}
{pieces		{piece} disc {drops} drops	pieces}

{board-setup
	{setup} White disc c4  {setup} Black disc d4  {setup} Black disc c3  {setup} White disc d3
board-setup}

: OnIsGameOver ( -- result )
	move-count 1 > IF #UnknownScore EXIT ENDIF
	0 able !
	36 0 DO
		I empty-at? IF
			I to  0 count !
			BEGIN n IF enemy? ELSE FALSE ENDIF WHILE count ++ REPEAT
			friend? IF count @ able +! ENDIF
			I to  0 count !
			BEGIN ne IF enemy? ELSE FALSE ENDIF WHILE count ++ REPEAT
			friend? IF count @ able +! ENDIF
			I to  0 count !
			BEGIN e IF enemy? ELSE FALSE ENDIF WHILE count ++ REPEAT
			friend? IF count @ able +! ENDIF
			I to  0 count !
			BEGIN se IF enemy? ELSE FALSE ENDIF WHILE count ++ REPEAT
			friend? IF count @ able +! ENDIF
			I to  0 count !
			BEGIN s IF enemy? ELSE FALSE ENDIF WHILE count ++ REPEAT
			friend? IF count @ able +! ENDIF
			I to  0 count !
			BEGIN sw IF enemy? ELSE FALSE ENDIF WHILE count ++ REPEAT
			friend? IF count @ able +! ENDIF
			I to  0 count !
			BEGIN w IF enemy? ELSE FALSE ENDIF WHILE count ++ REPEAT
			friend? IF count @ able +! ENDIF
			I to  0 count !
			BEGIN nw IF enemy? ELSE FALSE ENDIF WHILE count ++ REPEAT
			friend? IF count @ able +! ENDIF
			I to  0 count !
			BEGIN n IF friend? ELSE FALSE ENDIF WHILE count ++ REPEAT
			enemy? IF count @ able +! ENDIF
			I to  0 count !
			BEGIN ne IF friend? ELSE FALSE ENDIF WHILE count ++ REPEAT
			enemy? IF count @ able +! ENDIF
			I to  0 count !
			BEGIN e IF friend? ELSE FALSE ENDIF WHILE count ++ REPEAT
			enemy? IF count @ able +! ENDIF
			I to  0 count !
			BEGIN se IF friend? ELSE FALSE ENDIF WHILE count ++ REPEAT
			enemy? IF count @ able +! ENDIF
			I to  0 count !
			BEGIN s IF friend? ELSE FALSE ENDIF WHILE count ++ REPEAT
			enemy? IF count @ able +! ENDIF
			I to  0 count !
			BEGIN sw IF friend? ELSE FALSE ENDIF WHILE count ++ REPEAT
			enemy? IF count @ able +! ENDIF
			I to  0 count !
			BEGIN w IF friend? ELSE FALSE ENDIF WHILE count ++ REPEAT
			enemy? IF count @ able +! ENDIF
			I to  0 count !
			BEGIN nw IF friend? ELSE FALSE ENDIF WHILE count ++ REPEAT
			enemy? IF count @ able +! ENDIF
		ENDIF
	LOOP
	able @ 0 > IF #UnknownScore EXIT ENDIF
	0 mine !  0 theirs !
	36 0 DO
		I friend-at? IF mine ++ ENDIF
		I enemy-at? IF theirs ++ ENDIF
	LOOP
	mine @ theirs @ > IF #WinScore EXIT ENDIF
	mine @ theirs @ < IF #LossScore EXIT ENDIF
	#DrawScore
;
