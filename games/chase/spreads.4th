\ spreads.4th -- counts for Chase: the dice a player can have, and the ways to spread lost points.
\
\ Plain Forth, no game: `forthgame run games/chase/spreads.4th` prints both. A lost die counts as 0.
\ A way is a number with a digit for each choice among equally weak dice, the first choice first:
\ 0 is the first of them every time, 21 the third and then the second.

7 [] holding   \ how many of the ten dice show each number, 0 to 6

VARIABLE sets     \ sets of ten dice that show 25 points
VARIABLE ways     \ ways to spread the points of one die of them
1000 [] tally     \ how often each way occurs
VARIABLE weight   \ how many dice there are like the lost one

: in-play ( -- n )   \ How many dice are left on the board.
	10 0 holding @ -
;

: weakest ( -- n )   \ What the weakest die on the board shows.
	1 BEGIN DUP holding @ 0= WHILE 1+ REPEAT
;

: change ( from to -- )   \ One die shows another number.
	holding ++  holding --
;

: record-way ( way -- )   \ Count a way, once for each die that is like the lost one.
	weight @ ways +!
	DUP 1000 < IF tally weight @ SWAP +! ELSE DROP ENDIF
;

: spread ( way points -- )   \ All ways to go on spreading points, behind the choices made.
	DUP 0= IF DROP record-way EXIT ENDIF
	6 weakest - OVER MIN   ( way points given )
	weakest SWAP           ( way points old given )
	OVER holding @ 0 DO
		2DUP OVER + change
		3 PICK 10 * I +   3 PICK 2 PICK -   RECURSE
		2DUP OVER + SWAP change
	LOOP
	2DROP 2DROP
;

: lose-each ( -- )   \ Take each die in turn and spread its points; with five dice left all is over.
	in-play 6 < IF EXIT ENDIF
	7 1 DO
		I holding @ DUP weight !
		IF I 0 change  0 I spread  0 I change ENDIF
	LOOP
;

: fill-up ( number dice points -- )   \ All sets in which that many dice show numbers from this one on.
	2 PICK 7 = IF
		OR 0= IF sets ++ lose-each ENDIF DROP EXIT
	ENDIF
	OVER 1+ 0 DO
		2 PICK I *  OVER <= IF
			I 3 PICK holding !
			2 PICK 1+  2 PICK I -  2 PICK 5 PICK I * -  RECURSE
		ENDIF
	LOOP
	0 3 PICK holding !
	2DROP DROP
;

: .tally ( way -- )   \ Print how often a way occurs.
	DUP . ." : " tally @ . CR
;

: report ( -- )   \ Count and print everything.
	0 10 25 fill-up
	sets @ . ." sets of dice" CR
	ways @ . ." ways to spread" CR
	6 0 DO I .tally LOOP
	10 .tally 11 .tally 20 .tally 21 .tally 22 .tally
;

report
