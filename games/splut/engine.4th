\ engine.4th -- how a team of Splut! thinks: a judgement of the board, and a search.
\
\ splut.4th LOADs this file. `{search-engine} Custom-Engine` behind a {player} makes him play by it.

VARIABLE me          \ the player who is searching
VARIABLE EvalCount   \ evaluations since it was last set to 0

\ ---- Judgement ----
\ Always from the side of `me`. A wizard is on a line with a stone when they share a rank or a file;
\ a troll counts the steps from him to each stone.

 9000 CONSTANT own-wizard
-3000 CONSTANT foe-wizard
 -500 CONSTANT own-wizard-in-line
  100 CONSTANT foe-wizard-in-line
  300 CONSTANT own-dwarf
 -100 CONSTANT foe-dwarf
  -30 CONSTANT own-troll-step
   10 CONSTANT foe-troll-step

: file ( pos -- n )   \ The column of a square, from the left.
	9 MOD
;

: rank ( pos -- n )   \ The row of a square, from the top.
	9 /
;

: in-line? ( pos pos -- ? )   \ True when two squares share a rank or a file.
	2DUP rank SWAP rank =
	ROT ROT file SWAP file = OR
;

: steps ( pos pos -- n )   \ How many steps it takes to go from one square to another.
	2DUP rank SWAP rank - ABS
	ROT ROT file SWAP file - ABS +
;

: stones-in-line ( -- n )   \ How many stones are on a line with this square.
	0 4 0 DO
		here I stone-square[] @ in-line? IF 1+ ENDIF
	LOOP
;

: stone-steps ( -- n )   \ How many steps it is from here to every stone, in all.
	0 4 0 DO
		here I stone-square[] @ steps +
	LOOP
;

: own? ( -- ? )   \ True when the piece here belongs to the player who is searching.
	player me @ =
;

: wizard-worth ( -- n )   \ What the wizard here is worth to him.
	stones-in-line
	own? IF own-wizard-in-line * own-wizard + ELSE foe-wizard-in-line * foe-wizard + ENDIF
;

: dwarf-worth ( -- n )   \ What the dwarf here is worth to him.
	own? IF own-dwarf ELSE foe-dwarf ENDIF
;

: troll-worth ( -- n )   \ What the troll here is worth to him.
	stone-steps
	own? IF own-troll-step * ELSE foe-troll-step * ENDIF
;

: worth ( -- n )   \ What this square is worth to him.
	empty? IF 0 EXIT ENDIF
	piece-type
	DUP WIZARD = IF DROP wizard-worth EXIT ENDIF
	DUP DWARF = IF DROP dwarf-worth EXIT ENDIF
	TROLL = IF troll-worth ELSE 0 ENDIF
;

: evaluation ( -- score )   \ What the board is worth to him.
	EvalCount ++
	0
	e9 to
	BEGIN worth + next NOT UNTIL
;

: OnEvaluate ( -- score )   \ For the built-in search; the cleaner is the next player's opponent.
	current-player ?Cleaner = IF next-player ELSE current-player ENDIF me !
	evaluation
	current-player ?Cleaner = IF NEGATE ENDIF
;

\ ---- Looking ahead ----
\ Alpha-beta for any number of players and any order of turns: the one who is searching wants the
\ highest score, and all others together the lowest. Scores pass from level to level as he sees them;
\ within a level they have the sign that makes the mover want the highest, and so has its window.

VARIABLE MaxDepth   \ how many moves deep to look; a variant may change it
3 MaxDepth !

VARIABLE level   \ how many moves have been made since the root

32 [] alphas   \ for each level: the best score so far
32 [] betas    \ a score that is too good to be allowed
32 [] turns    \ the turn whose moves are tried
32 [] foes     \ true when its player is an opponent

: alpha ( -- addr )   \ This level's best score so far.
	level @ alphas
;

: beta ( -- addr )   \ This level's score that is too good.
	level @ betas
;

: turn ( -- addr )   \ This level's turn.
	level @ turns
;

: foe ( -- addr )   \ Whether this level's mover is an opponent.
	level @ foes
;

: turned ( n -- n )   \ A score of this level as the searching player sees it, or the reverse.
	foe @ IF NEGATE ENDIF
;

: enter ( alpha beta turn -- )   \ Begin a level; for an opponent the window is turned.
	level ++
	DUP turn !
	turn-offset-to-player me @ <> foe !
	foe @ IF SWAP ENDIF
	turned beta !
	turned alpha !
;

: window ( -- alpha beta )   \ What is left of this level's window, as the searching player sees it.
	alpha @ turned  beta @ turned
	foe @ IF SWAP ENDIF
;

: heard ( score -- )   \ A move of this level leads to the score; keep the best.
	turned alpha @ MAX alpha !
;

: enough? ( -- ? )   \ True when no further move of this level can matter.
	alpha @ beta @ >=
;

: told ( -- score )   \ End a level with its score.
	alpha @ turned
	level --
;

: leaf? ( -- ? )   \ True when the position is to be judged as it is.
	level @ MaxDepth @ >=
	wizards @ 2 < OR
;

: Score ( alpha beta turn -- score )   \ The score of the position with the turn's player to move.
	leaf? IF 2DROP DROP evaluation EXIT ENDIF
	enter
	turn @ turn-offset-to-player FALSE 0 $GenerateMoves
	$FirstMove
	DUP 0= IF   \ nothing to do: the turn passes
		window turn @ next-turn-offset RECURSE heard
	ELSE
		BEGIN
			$CloneBoard
			DUP .moveCFA EXECUTE
			window turn @ next-turn-offset RECURSE heard
			$DeallocateBoard
			enough? IF DROP 0 ELSE $NextMove ENDIF
		DUP 0= UNTIL
	ENDIF DROP
	$DeallocateMoves
	told
;

\ ---- Counting evaluations ----
\ For the last position searched: how many evaluations each move at the root cost. A count that
\ rises from one move to the next tells of moves tried in a poor order.

VARIABLE RootMoves   \ moves counted
VARIABLE EvalLeast   \ the smallest count,
VARIABLE EvalMost    \ the largest,
VARIABLE EvalTotal   \ all together,
VARIABLE EvalRises   \ and how often a count was larger than the one before it
VARIABLE EvalLast    \ the count before this one

: count-none ( -- )   \ Begin to count anew.
	RootMoves OFF  EvalLeast OFF  EvalMost OFF
	EvalTotal OFF  EvalRises OFF  EvalLast OFF
;

: count-root-move ( -- )   \ Take in the evaluations that one more move at the root has cost.
	EvalCount @
	RootMoves @ IF
		DUP EvalLast @ > IF EvalRises ++ ENDIF
		DUP EvalLeast @ MIN EvalLeast !
	ELSE DUP EvalLeast ! ENDIF
	DUP EvalMost @ MAX EvalMost !
	DUP EvalTotal +!
	EvalLast !
	RootMoves ++
;

: eval-mean ( -- n )   \ The mean count, rounded down.
	EvalTotal @ RootMoves @ 1 MAX /
;

: .evaluations ( -- )   \ Print what was counted.
	." root moves " RootMoves ?
	." evaluations " EvalTotal ?
	." smallest " EvalLeast ?
	." mean " eval-mean .
	." largest " EvalMost ?
	." rises " EvalRises ?
	CR
;

\ ---- The engine ----

5 CONSTANT noise   \ the most that chance adds to a score
VARIABLE best      \ the best score at the root, chance included

: root-score ( move -- score )   \ Try a move at the root: its score, and chance.
	1 level !
	EvalCount OFF
	$CloneBoard
	.moveCFA EXECUTE
	best @ noise -  #WinScore  turn-offset next-turn-offset  Score
	$DeallocateBoard
	count-root-move
	0 noise RAND-WITHIN +
;

: report ( move score -- )   \ Report a move and its score if it is the best so far.
	DUP best @ > IF
		DUP best !  Score!
		$MoveString BestMove!
		EvalTotal @ Nodes!
	ELSE 2DROP ENDIF
;

: Custom-Engine ( -- )   \ Find a good move for the player to move.
	current-player me !
	#LossScore best !
	count-none
	MaxDepth @ Depth!
	$FirstMove
	BEGIN
		DUP $MoveString CurrentMove!
		DUP DUP root-score report
		$Yield
		SearchStatus@ #KeepSearching = IF $NextMove ELSE DROP 0 ENDIF
	DUP 0= UNTIL DROP
	EvalTotal @ Nodes!
;
