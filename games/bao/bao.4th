\ bao.4th -- Bao of Zanzibar: sown seeds capture what lies opposite, and that is sown in turn.
\
\ Each player has a front and a back row of eight pits and 22 seeds in stock. As long as the stock lasts
\ a turn brings in one seed (namua); then it sows a pit (mtaji). Who can capture must. A player whose front row is
\ empty, or who cannot move, has lost. The README has all the rules.
\
\ perft: 4 14 38 124 405 1430 5655 23270

100 CONSTANT most-laps   \ a turn that would go on for longer ends there
4 CONSTANT house         \ the pit with privileges, counted from the left
6 CONSTANT enough        \ what makes it a house

{board
	4 8 {grid}               \ North's rows are 4 and 3, South's 2 and 1
	{dummy-positions}
	{position} hand          \ where the seeds of a pit are while a turn begins
	2 {array} stock          \ seeds that a player has still to bring in
	2 {array} houses         \ whether a player's house has never been emptied
board}

{players     {player} South  {player} North  players}
{turn-order  {turn} South    {turn} North    turn-order}

\ ---- Pits ----
\ The type of a piece is its number of seeds: s4 are four seeds. A player counts the pits clockwise, from the left of
\ the front row as they sit before it: 0 to 7 in front, 8 to 15 behind. So pit n faces the enemy's pit 7 - n.

: turned ( pos player -- pos' )   \ As seen from the player's side: North's board is turned round.
	North = IF 31 SWAP - ENDIF
;

: pit>pos ( pit player -- pos )  SWAP DUP 8 < IF 16 + ELSE 39 SWAP - ENDIF SWAP turned ;
: pos>pit ( pos player -- pit )  turned DUP 24 < IF 16 - ELSE 39 SWAP - ENDIF ;

: fill ( n pos -- )   \ Let n seeds lie there.
	OVER IF DUP 16 < IF North ELSE South ENDIF ELSE 0 ENDIF
	ROT OR SWAP board[] !
;

: my-stock ( -- addr )   current-player player-index stock ;

\ ---- A turn, tried out beside the board ----

16 [] mine         \ seeds in the own pits
8 [] theirs        \ seeds in the enemy's front row, by the own pit that they face
VARIABLE at        \ where the last seed fell
VARIABLE way       \ 1 is clockwise, -1 the other way
VARIABLE owned     \ whether the house has never been emptied
VARIABLE safari    \ whether to go on from the house
VARIABLE slept     \ whether the turn ended in the house instead
VARIABLE laps

: look ( -- )   \ See how the pits stand.
	16 0 DO I current-player pit>pos piece-type-at I mine ! LOOP
	8 0 DO 7 I - next-player pit>pos piece-type-at I theirs ! LOOP
	current-player player-index houses @ owned !
	0 laps !  slept OFF
;

: sum ( 'array -- n )   \ Seeds in the eight pits of a front row.
	0 8 0 DO OVER I SWAP EXECUTE @ + LOOP SWAP DROP
;

: house? ( -- ? )   \ Whether the house is one now. It has no privileges once the stock is used up.
	owned @  house mine @ enough < NOT  AND  my-stock @ 0> AND
;

: spread ( n -- )   \ Sow n seeds from the next pit on.
	0 DO  at @ way @ + 15 AND DUP at !  mine ++  LOOP
	laps ++
;

: lift ( -- n )   \ Take the seeds of this pit.
	at @ mine @  0 at @ mine !
	at @ house = IF owned OFF ENDIF
;

: prey? ( -- ? )   \ Whether the last seed fell into a pit in use that faces one in use.
	at @ 8 < IF at @ mine @ 1 >  at @ theirs @ 0>  AND ELSE FALSE ENDIF
;

: turn-back ( -- )   \ What is taken at an end of the row is sown from that end.
	at @ 2 < IF 1 way ! ENDIF  at @ 5 > IF -1 way ! ENDIF
;

: capture-it ( -- )   \ Sow what the enemy had there, from the end of the front row where the way begins.
	at @ theirs @  0 at @ theirs !
	turn-back  way @ 0> IF -1 ELSE 8 ENDIF at !
	spread
;

: at-house? ( -- ? )  at @ house = IF house? ELSE FALSE ENDIF ;
: lone? ( -- ? )      at @ mine @ 2 < ;

: relay? ( -- ? )   \ Sow on from a pit in use; the turn may sleep in the house.
	lone? IF FALSE EXIT ENDIF
	at-house? safari @ NOT AND IF slept ON FALSE EXIT ENDIF
	lift spread TRUE
;

: raid ( -- )   \ The rest of a turn that captures.
	BEGIN
		prey? IF capture-it ['] theirs sum 0<> ELSE relay? ENDIF
		laps @ most-laps < AND
	NOT UNTIL
;

: ramble ( -- )   \ The rest of a turn that does not capture: it ends in the house or in an empty pit.
	BEGIN lone? at-house? OR laps @ most-laps < NOT OR NOT WHILE lift spread REPEAT
;

: captures? ( pit way -- ? )   \ Whether a turn captures that begins like this.
	way ! at !
	my-stock @ 0> IF at @ mine @ 0>  at @ 8 <  AND IF at @ theirs @ 0> ELSE FALSE ENDIF EXIT ENDIF
	at @ mine @ DUP 1 > OVER 16 < AND NOT IF DROP FALSE EXIT ENDIF
	way @ * at @ + 15 AND at !
	at @ 8 < IF at @ mine @ 0>  at @ theirs @ 0> AND ELSE FALSE ENDIF
;

: enter ( pit way safari -- )   \ Make a whole turn in `mine` and `theirs`.
	safari !
	2DUP captures? ROT ROT way ! at !
	my-stock @ 0> IF
		DUP IF DROP  at @ mine ++  raid EXIT ENDIF DROP
		at-house?  at @ mine ++
		IF -2 house mine +! 2 ELSE lift ENDIF spread ramble
	ELSE
		lift spread  IF raid ELSE ramble ENDIF
	ENDIF
;

\ ---- Moves ----

: sow ( pos way safari -- )   \ Part of every move: the seeds of that pit are in the hand.
	2 PICK current-player pos>pit
	hand piece-type-at 4 PICK fill  0 hand fill
	look  ROT ROT enter DROP
	16 0 DO I mine @ I current-player pit>pos fill LOOP
	8 0 DO I theirs @ 7 I - next-player pit>pos fill LOOP
	owned @ current-player player-index houses !
	7 house - theirs @ 0= IF 0 next-player player-index houses ! ENDIF
	my-stock @ 0> IF my-stock -- ENDIF
;

: named ( way safari -- )   \ The choice that a move is.
	SWAP 0> IF
		IF choice" clockwise-safari" ELSE choice" clockwise" ENDIF
	ELSE
		IF choice" anticlockwise-safari" ELSE choice" anticlockwise" ENDIF
	ENDIF
;

: record ( way safari -- )
	from hand move
	from COMPILE-LITERAL  OVER COMPILE-LITERAL  DUP COMPILE-LITERAL  COMPILE sow
	named
	my-stock @ 0> IF progress ENDIF
	add-move
;

: pit ( -- pit )   from current-player pos>pit ;

: raid-along ( way -- )   \ A turn that captures; if it would end in the house, also one that goes on.
	look  pit OVER captures? NOT IF DROP EXIT ENDIF
	my-stock @ 0> IF   \ at the ends of the row there is no choice
		pit 2 < OVER 0< AND  pit 5 > 2 PICK 0> AND  OR IF DROP EXIT ENDIF
	ENDIF
	1 prefer  progress  DUP 0 record
	look  pit OVER 0 enter  slept @ IF 1 prefer progress 1 record ELSE DROP ENDIF
;

: front-with ( n -- n )   \ How many pits of the front row have more seeds than that.
	0 8 0 DO OVER I mine @ < IF 1+ ENDIF LOOP SWAP DROP
;

: outward? ( way -- ? )   \ Whether it leads from an end of the front row to the back row.
	pit 0= OVER 0< AND  pit 7 = ROT 0> AND  OR
;

: may-ramble? ( way -- ? )   \ Whether a turn that captures nothing may begin here, when none captures.
	outward? IF 0 front-with 1 = IF FALSE EXIT ENDIF ENDIF
	my-stock @ 0> IF
		pit 7 > IF FALSE EXIT ENDIF
		house? IF pit house <> 0 front-with 1 = OR EXIT ENDIF
		pit mine @ 1 >  1 front-with 0=  OR
	ELSE
		pit mine @ 1 >  pit 8 < 1 front-with 0= OR  AND
	ENDIF
;

: ramble-along ( way -- )   look DUP may-ramble? IF 0 prefer 0 record ELSE DROP ENDIF ;

: clockwise ( -- )       here hand < verify  1 raid-along   1 ramble-along ;
: anticlockwise ( -- )   here hand < verify -1 raid-along  -1 ramble-along ;

{moves sowing
	{move} clockwise
	{move} anticlockwise
moves}

{notation} "%f %c"

{pieces
	{piece} s1  {moves} sowing  {piece} s2  {moves} sowing  {piece} s3  {moves} sowing  {piece} s4  {moves} sowing
	{piece} s5  {moves} sowing  {piece} s6  {moves} sowing  {piece} s7  {moves} sowing  {piece} s8  {moves} sowing
	{piece} s9  {moves} sowing  {piece} s10 {moves} sowing  {piece} s11 {moves} sowing  {piece} s12 {moves} sowing
	{piece} s13 {moves} sowing  {piece} s14 {moves} sowing  {piece} s15 {moves} sowing  {piece} s16 {moves} sowing
	{piece} s17 {moves} sowing  {piece} s18 {moves} sowing  {piece} s19 {moves} sowing  {piece} s20 {moves} sowing
	{piece} s21 {moves} sowing  {piece} s22 {moves} sowing  {piece} s23 {moves} sowing  {piece} s24 {moves} sowing
	{piece} s25 {moves} sowing  {piece} s26 {moves} sowing  {piece} s27 {moves} sowing  {piece} s28 {moves} sowing
	{piece} s29 {moves} sowing  {piece} s30 {moves} sowing  {piece} s31 {moves} sowing  {piece} s32 {moves} sowing
	{piece} s33 {moves} sowing  {piece} s34 {moves} sowing  {piece} s35 {moves} sowing  {piece} s36 {moves} sowing
	{piece} s37 {moves} sowing  {piece} s38 {moves} sowing  {piece} s39 {moves} sowing  {piece} s40 {moves} sowing
	{piece} s41 {moves} sowing  {piece} s42 {moves} sowing  {piece} s43 {moves} sowing  {piece} s44 {moves} sowing
	{piece} s45 {moves} sowing  {piece} s46 {moves} sowing  {piece} s47 {moves} sowing  {piece} s48 {moves} sowing
	{piece} s49 {moves} sowing  {piece} s50 {moves} sowing  {piece} s51 {moves} sowing  {piece} s52 {moves} sowing
	{piece} s53 {moves} sowing  {piece} s54 {moves} sowing  {piece} s55 {moves} sowing  {piece} s56 {moves} sowing
	{piece} s57 {moves} sowing  {piece} s58 {moves} sowing  {piece} s59 {moves} sowing  {piece} s60 {moves} sowing
	{piece} s61 {moves} sowing  {piece} s62 {moves} sowing  {piece} s63 {moves} sowing  {piece} s64 {moves} sowing
pieces}

{view   \ 1 to 9 seeds are drawn as such, a is 10, z is 35, and + is more.
	"1" {glyph} s1  "2" {glyph} s2  "3" {glyph} s3  "4" {glyph} s4  "5" {glyph} s5  "6" {glyph} s6
	"7" {glyph} s7  "8" {glyph} s8  "9" {glyph} s9  "a" {glyph} s10  "b" {glyph} s11  "c" {glyph} s12
	"d" {glyph} s13  "e" {glyph} s14  "f" {glyph} s15  "g" {glyph} s16  "h" {glyph} s17  "i" {glyph} s18
	"j" {glyph} s19  "k" {glyph} s20  "l" {glyph} s21  "m" {glyph} s22  "n" {glyph} s23  "o" {glyph} s24
	"p" {glyph} s25  "q" {glyph} s26  "r" {glyph} s27  "s" {glyph} s28  "t" {glyph} s29  "u" {glyph} s30
	"v" {glyph} s31  "w" {glyph} s32  "x" {glyph} s33  "y" {glyph} s34  "z" {glyph} s35  "+" {glyph} s36
	"+" {glyph} s37  "+" {glyph} s38  "+" {glyph} s39  "+" {glyph} s40  "+" {glyph} s41  "+" {glyph} s42
	"+" {glyph} s43  "+" {glyph} s44  "+" {glyph} s45  "+" {glyph} s46  "+" {glyph} s47  "+" {glyph} s48
	"+" {glyph} s49  "+" {glyph} s50  "+" {glyph} s51  "+" {glyph} s52  "+" {glyph} s53  "+" {glyph} s54
	"+" {glyph} s55  "+" {glyph} s56  "+" {glyph} s57  "+" {glyph} s58  "+" {glyph} s59  "+" {glyph} s60
	"+" {glyph} s61  "+" {glyph} s62  "+" {glyph} s63  "+" {glyph} s64
view}

{board-setup
	{setup} South s6 e2  {setup} South s2 f2  {setup} South s2 g2
	{setup} North s6 d3  {setup} North s2 c3  {setup} North s2 b3
board-setup}

: OnNewGame ( -- )   22 0 stock !  22 1 stock !  1 0 houses !  1 1 houses ! ;

\ ---- The end of the game ----

: front-seeds ( player -- n )   0 8 0 DO OVER I SWAP pit>pos piece-type-at + LOOP SWAP DROP ;

: emptied ( -- )
	current-player front-seeds 0= IF current-player loses ENDIF
	next-player front-seeds 0= IF next-player loses ENDIF
;

: stuck ( -- )    stalemate? IF current-player loses ENDIF ;
: thrice ( -- )   repetitions 2 > IF draw ENDIF ;
: quiet ( -- )    quiet-turns 99 > IF draw ENDIF ;

{endings
	emptied {ending} empty-row   2 {priority}
	stuck   {ending} no-move     1 {priority}
	thrice  {ending} repetition
	quiet   {ending} no-capture
endings}

\ ---- A judgement for the built-in search ----

: seeds-of ( player -- n )   \ Seeds in the pits and in stock.
	DUP player-index stock @ SWAP
	16 0 DO I OVER pit>pos piece-type-at ROT + SWAP LOOP DROP
;

: OnEvaluate ( -- score )
	current-player seeds-of next-player seeds-of -
;

: OnPosition ( -- )   \ All seeds are in the pits and in stock.
	South seeds-of North seeds-of + 64 <> ABORT" there are not 64 seeds in the pits and in stock"
;
