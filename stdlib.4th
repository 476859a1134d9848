\ stdlib.4th -- the part of the language that is written in itself.
\
\ Read from top to bottom: nothing is used before it is defined. Words in parentheses are helpers. A line
\ `code -> stack` in a definition is an example of it.

\ ---- numbers and memory ----

: ? ( addr -- )   \ Print the cell at an address.
	@ .
;

: DECIMAL ( -- )   \ Read and print numbers in base 10.
	\ HEX DECIMAL 10 -> 10
	10 BASE !
;

: HEX ( -- )   \ Read and print numbers in base 16.
	\ HEX FF DECIMAL -> 255
	16 BASE !
;

: OCTAL ( -- )   \ Read and print numbers in base 8.
	\ OCTAL 17 DECIMAL -> 15
	8 BASE !
;

: BINARY ( -- )   \ Read and print numbers in base 2.
	\ BINARY 101 DECIMAL -> 5
	2 BASE !
;

: BL ( -- c )   \ Give the code of a space.
	\ BL -> 32
	32
;

: LF ( -- c )   \ Give the code of a line end.
	\ LF -> 10
	10
;

\ ---- stopwatches, which TIMER defines ----

: START-TIMER ( timer -- )   \ Start a stopwatch.
	SYSTEM-TIME SWAP !
;

: READ-TIMER ( timer -- n )   \ Give the milliseconds since a stopwatch was started.
	SYSTEM-TIME SWAP @ -
;

\ ---- constants ----

151 CONSTANT #Version   \ The version of Axiom whose words are available, times 100.
128 CONSTANT #Directions   \ The greatest number of directions of a game.
128 CONSTANT #Moves   \ Most move types that Axiom had room for; there is no such limit here.
128 CONSTANT #MaxPriorities   \ Most priorities that Axiom had room for; there is no such limit here.
256 CONSTANT #Turns   \ Most turns of an order that Axiom had room for; there is no such limit here.
32 CONSTANT #Players   \ One more than the most players of a game.
1024 CONSTANT #Pieces   \ One more than the most piece types of a game.
4 CONSTANT #PieceCells   \ Cells of a piece type in `$pieces`.
3 CONSTANT #TurnOrderCells   \ Cells of a turn in `$turnOrder`.
3 CONSTANT #DepthLimit   \ A depth for engines that scripts write.
10 CONSTANT #ForeverDepth   \ A depth that stands for no limit, for engines that scripts write.

-2140000000 CONSTANT #UnknownScore   \ The result of a game that goes on.
-2130000000 CONSTANT #LossScore   \ The result and the score of a lost game.
0 CONSTANT #DrawScore   \ The result and the score of a drawn game.
2130000000 CONSTANT #WinScore   \ The result and the score of a won game.

0 CONSTANT #KeepSearching   \ What `SearchStatus@` gives while there is time.
1 CONSTANT #StopSoon   \ What `SearchStatus@` gives when the engine should come to an end.
2 CONSTANT #StopNow   \ What `SearchStatus@` gives when the engine has to stop.

2 CONSTANT #ToOwner   \ The value of `$recycle` with which a taken piece goes to its owner's hand.
1024 CONSTANT #Neutral   \ The bit of a neutral player in a player and in a board cell.
2048 CONSTANT #PlayerBase   \ The first player: player k is k times this.
65535 CONSTANT #PiecePlayer   \ Mask of player and type in a board cell, without attributes.
1023 CONSTANT #PieceType   \ Mask of the type in a board cell.
64512 CONSTANT #Player   \ Mask of the player in a board cell, neutral bit included.
63488 CONSTANT #PlayerNumber   \ Mask of the player in a board cell, without the neutral bit.
11 CONSTANT #PlayerShift   \ Bits to the right of the player's number in a board cell.
0 CONSTANT #Empty   \ The board cell of an empty position.
0 CONSTANT #NoMoveType   \ The move type that stands for any type.
1000 CONSTANT #NoPriority   \ The priority of move types that have none.
1 CONSTANT #movesCell   \ The cell of a piece type that holds its moves.
2 CONSTANT #DropsCell   \ The cell of a piece type that holds its drops.
3 CONSTANT #ValueCell   \ The cell of a piece type that holds its value.
-1 CONSTANT ??

\ ---- constants of message boxes: scripts may name them; no box is ever shown ----

0 CONSTANT #MB_OK
1 CONSTANT #MB_OKCANCEL
2 CONSTANT #MB_ABORTRETRYIGNORE
3 CONSTANT #MB_YESNOCANCEL
4 CONSTANT #MB_YESNO
5 CONSTANT #MB_RETRYCANCEL
16 CONSTANT #MB_ICONSTOP
32 CONSTANT #MB_ICONQUESTION
48 CONSTANT #MB_ICONEXCLAMATION
64 CONSTANT #MB_ICONINFORMATION
1 CONSTANT #IDOK
2 CONSTANT #IDCANCEL
3 CONSTANT #IDABORT
4 CONSTANT #IDRETRY
5 CONSTANT #IDIGNORE
6 CONSTANT #IDYES
7 CONSTANT #IDNO
10 CONSTANT #IDTRYAGAIN
11 CONSTANT #IDCONTINUE

\ ---- headers: name pointer, flags, link to the one before, then the code field ----

: LATEST ( -- nfa )   \ Give the newest header of the vocabulary that new words go into.
	\ : newest ; LATEST NFA>CFA ' newest = -> -1
	CURRENT @ @
;

: DEFINITIONS ( -- )   \ Let new words go into the vocabulary that is searched first.
	\ VOCABULARY shelf shelf DEFINITIONS CURRENT @ CONTEXT @ = -> -1
	CONTEXT @ CURRENT !
;

: NFA>CFA ( nfa -- xt )   \ Turn the address of a header into the word's token.
	\ 100 NFA>CFA -> 112
	12 +
;

: NFA>PFA ( nfa -- pfa )   \ Turn the address of a header into that of the word's data.
	\ 100 NFA>PFA -> 116
	16 +
;

: NFA>LFA ( nfa -- lfa )   \ Turn the address of a header into that of its link.
	\ 100 NFA>LFA -> 108
	8 +
;

: CFA>NFA ( xt -- nfa )   \ Turn a token into the address of the word's header; `CFA>NFA @` is the address of its name.
	\ 112 CFA>NFA -> 100
	12 -
;

: CFA>LFA ( xt -- lfa )   \ Turn a token into the address of the word's link.
	\ 112 CFA>LFA -> 108
	4 -
;

: CFA>PFA ( xt -- pfa )   \ Turn a token into the address of the word's data.
	\ 112 CFA>PFA -> 116
	4 +
;

: PFA>NFA ( pfa -- nfa )   \ Turn the address of a word's data into that of its header.
	\ 116 PFA>NFA -> 100
	16 -
;

\ ---- what the compiler writes into definitions: no word to be run by its name ----

: LIT ( -- n )   \ What a number becomes.
	TRUE ABORT" LIT belongs inside compiled code"
;

: BRANCH ( -- )   \ What AGAIN or ELSE becomes.
	TRUE ABORT" BRANCH belongs inside compiled code"
;

: 0BRANCH ( ? -- )   \ What IF or UNTIL becomes.
	TRUE ABORT" 0BRANCH belongs inside compiled code"
;

: (LOOP) ( -- )   \ What LOOP becomes.
	TRUE ABORT" (LOOP) belongs inside compiled code"
;

: (+LOOP) ( n -- )   \ What +LOOP becomes.
	TRUE ABORT" (+LOOP) belongs inside compiled code"
;

: (.") ( -- )   \ What ." becomes.
	TRUE ABORT" a word that prints or pushes a text belongs inside compiled code"
;

: (S") ( -- str )   \ What S" becomes.
	TRUE ABORT" a word that prints or pushes a text belongs inside compiled code"
;

: (^") ( -- )   \ What ^" becomes.
	TRUE ABORT" a word that prints or pushes a text belongs inside compiled code"
;

\ ---- events: a script may define them anew, and the last definition counts ----

: OnNewGame ( -- ) ;        \ Called when a game begins, with the board still empty.
: OnMakeAMove ( -- ) ;      \ Called when a move has been applied, before the turn changes.
: OnTerminate ( -- ) ;      \ Called when a game is closed.

: OnDistance ( -- n )   \ Give a lower bound for the moves that a puzzle still needs. By default 0.
	\ OnDistance -> 0
	0
;

: OnForesee ( -- result )   \ Give the result for the player to move if it is certain, or `#UnknownScore`. By default not.
	#UnknownScore
;

: OnPosition ( -- ) ;       \ Called when a position was set otherwise than by playing: work out facts kept in storage, refuse impossible ones.
: OnMoves ( -- ) ;          \ Called when the list of a turn is complete: `strike` removes moves.

: OnNextTurn ( -- )   \ Go to the next turn of the turn order.
	$turnNumber ++
	turn-offset next-turn-offset $SetTurn
;

: OnIsGameOver ( -- result )   \ Give the result for the player about to move, or `#UnknownScore` if the game goes on. By default a draw if there is no move.
	stalemate? IF #DrawScore ELSE #UnknownScore ENDIF
;

: OnEvaluate ( -- score )   \ Give the score of the position for the player to move. By default 0.
	\ OnEvaluate -> 0
	0
;

: OnIsTerminal? ( -- ? )   \ True if a search may evaluate the position without looking deeper. By default always.
	\ OnIsTerminal? -> -1
	TRUE
;

: OnRetractMove ( -- )   \ Called when a search, a count or `undo` takes a move back: go back to the position before it.
	$DeallocateBoard
;

: OnFriends? ( player1 player2 -- ? )   \ True if two players are on the same side. By default every player is alone.
	\ 2048 4096 OnFriends? -> 0
	=
;

: OnEditAdd ( player type pos -- )   \ Put a piece on the board.
	ROT ROT OR SWAP (add-piece)
;

: OnEditRemove ( pos -- )   \ Remove a piece from the board.
	(remove-piece)
;

\ The engine asks for an event by its number: EVENT_NAMES in words/registers/memory_layout.py.

: (to-beginning) ( -- )   \ Where an event begins, whatever has been run before.
	(events-move?) IF 0 to 0 home (recall-last) ENDIF
;

: (enter-event) ( -- depth list top )   \ An event begins; what the event around it has found.
	(event-depth) (event-list) (event-top) (begin-event)
;

: (leave-event) ( depth list top -- )   \ It has ended: copies and lists that it leaves are dropped.
	(drop-left) (end-event)
;

: (event-apart) ( xt -- x )   \ Run an event in a frame of its own; it leaves no copies and lists.
	>R (enter-event) R> (FRAME) >R (leave-event) R>
;

: (event) ( xt -- x )   \ The same; the top of its stack. What can leave nothing needs no care.
	(to-beginning)
	(events-leave?) IF (event-apart) ELSE (FRAME) ENDIF
;

: (ask) ( number -- x )   \ Run the event of a number.
	(event-token) (event)
;

: (event-within) ( xt -- x )   \ Run an event whose copies are dropped; that it leaves no lists is checked.
	(events-leave?) IF
		>R (enter-event) R> (FRAME) >R (drop-left-boards) (end-event) R>
	ELSE (FRAME) ENDIF
;

: (ask-rule) ( -- ? )   \ Run OnIsLegal?.
	13 (event-token) (event-within)
;

: (notify) ( number -- )   \ Run it if the script defines the event.
	(event-token) DUP IF (event) ENDIF DROP
;

\ ---- friends and enemies: OnFriends? is only asked where the script defines it ----

: (ask-friends) ( -- ? )   \ Ask the script about the players of `(same-side?)`.
	$player1 @ $player2 @ 9 (event-token) EXECUTE
;

: (same-side?) ( player1 player2 -- ? )   \ Whether the second is the first or his friend.
	(coalitions?) IF $player2 ! $player1 ! (frame-of) (ask-friends) ELSE = ENDIF
;

: friend-of? ( pos player -- ? )   \ True if the piece on a position belongs to the player or to a player on the same side.
	(coalitions?) IF
		SWAP player-at DUP IF SWAP (same-side?) ELSE 2DROP FALSE ENDIF
	ELSE (friend-of?) ENDIF
;

: enemy-of? ( pos player -- ? )   \ True if the piece on a position belongs to neither the player nor a player on the same side.
	(coalitions?) IF OVER empty-at? IF 2DROP FALSE ELSE friend-of? NOT ENDIF
	ELSE (enemy-of?) ENDIF
;

: friend-at? ( pos -- ? )   \ True if a piece friendly to the player to move stands on a position.
	(coalitions?) IF current-player friend-of? ELSE (friend-at?) ENDIF
;

: enemy-at? ( pos -- ? )   \ True if an enemy of the player to move stands on a position.
	(coalitions?) IF current-player enemy-of? ELSE (enemy-at?) ENDIF
;

: friend? ( -- ? )   \ True if a piece friendly to the player to move stands on the current position.
	(coalitions?) IF here current-player friend-of? ELSE (friend?) ENDIF
;

: enemy? ( -- ? )   \ True if an enemy of the player to move stands on the current position.
	(coalitions?) IF here current-player enemy-of? ELSE (enemy?) ENDIF
;

\ ---- generating moves ----

: (scan) ( -- )   \ Run every move word that may make a move.
	BEGIN (next-candidate) DUP WHILE (CANDIDATE) REPEAT DROP
;

: (scan-all) ( -- )   \ The same in a frame of its own.
	(frame-of) (scan) DROP
;

: (generate) ( players filter turn? -- )   \ A new list with the moves of some players.
	(begin-generation)
	(scan-all)
	(end-generation)
;

: (opponents) ( player -- players )   \ All who are neither neutral nor his friends.
	0 (player-count) DUP IF
		0 DO
			I 1+ (player-of)
			DUP #Neutral AND OVER 4 PICK (same-side?) OR
			IF DROP ELSE (bit) OR ENDIF
		LOOP
	ELSE DROP ENDIF
	SWAP DROP
;

: (turn-filter) ( -- type )   \ The type that the turn or the partial move before it asks for.
	$partial @ IF $partial @ 1- ELSE of-type ENDIF
;

: $GenerateMoves ( player opponent? type -- )   \ Push a list of the moves of a player, or of the opponents of that player.
	ROT ROT IF (opponents) SWAP -1 ELSE (bit) SWAP 0 ENDIF
	(generate)
;

\ ---- which moves OnIsLegal? allows: asked of the position behind a move, the mover still to move ----

: (legal-now?) ( move -- ? )   \ Ask about a move that has just been made.
	(ask-about)
	(ask-rule) DUP (asked-about)
;

: (ask-of) ( move -- ? )   \ Make a move, ask about it, take it back.
	(push-position)
	DUP .moveCFA EXECUTE
	(legal-now?)
	(pop-position)
;

: (ask-unmoved) ( -- )   \ Ask before any move, and note what the answer depends on.
	(begin-note) (ask-rule) (end-note)
;

: (settle) ( move -- )   \ Ask about a move, if the answer is not known.
	(local-rule?) IF DUP (as-before?) IF DROP ELSE (ask-of) DROP ENDIF
	ELSE (ask-of) DROP ENDIF
;

: (ask-of-all) ( -- )   \ Ask about every move of the newest list.
	(local-rule?) IF (ask-unmoved) ENDIF
	$FirstMove BEGIN DUP WHILE
		DUP (settle)
		$NextMove
	REPEAT DROP
;

: (ask-until-legal) ( -- )   \ Ask about one move after the other until one is legal.
	$FirstMove BEGIN DUP WHILE
		DUP (ask-of) IF DROP 0 ELSE $NextMove ENDIF
	REPEAT DROP
;

: (ask-of-one) ( -- again? )   \ Draw a move: if it is legal it is the one to be played.
	(by-average?) IF (average-move) ELSE (draw-move) ENDIF
	DUP 0= IF DROP FALSE EXIT ENDIF
	DUP (unknown?) IF DUP (ask-of) DROP ENDIF
	DUP (known-legal?) IF (choose) FALSE ELSE (reject) TRUE ENDIF
;

: (ask-of-drawn) ( -- )   \ Draw moves until one is legal, or all are forbidden.
	(ask-first?) IF (ask-of-all) ENDIF
	BEGIN (ask-of-one) WHILE REPEAT
;

: (ask-of-moves) ( -- )   \ Take out of the list of the turn what OnIsLegal? forbids.
	(open-asking)
	(way-to-ask) DUP 0= IF DROP (ask-of-all)
	ELSE 1 = IF (ask-of-drawn)
	ELSE (ask-first?) IF (ask-of-all) ELSE (ask-until-legal) ENDIF
	ENDIF ENDIF
	(close-asking)
;

\ Which moves of a turn stay: OnIsLegal? strikes, what follows partial moves is looked at, there are forced
\ passes and priorities, then the preferred ones are kept, and OnMoves strikes what it will.

: (select) ( -- )   \ Keep the preferred moves of the newest list; ask OnMoves about them.
	(keep-preferred)
	14 (event-token) DUP IF (to-beginning) (begin-striking) (event-within) (end-striking) ENDIF DROP
;

: (begin-list) ( -- )   \ Open the list of the turn.
	for-player (bit) (turn-filter) 1 (begin-generation)
;

: (open-turn) ( -- )   \ Run the move words of the turn.
	(begin-list)
	(scan-all)
;

: (ask-opening) ( -- made? )   \ Run OnGenerateMoves if the script defines it; whether it has made the list.
	(opens?) IF (begin-opening) 5 (notify) (end-opening) ELSE FALSE ENDIF
;

: (push-move) ( -- )   \ Copy the position before a move that is taken back; OnRetractMove drops a copy of its own.
	(push-position) (retracts?) IF (push-position) ENDIF
;

: (drop-move) ( -- )   \ Go back to the position before a move that was not made.
	(retracts?) IF (pop-position) ENDIF (pop-position)
;

: (retract) ( xt -- )   \ Run OnRetractMove, which may drop the newest copy of the board.
	(to-beginning)
	(events-leave?) IF >R (enter-event) (spare-copy) R> (FRAME) DROP (leave-event) ELSE (FRAME) DROP ENDIF
;

: (take-back) ( -- )   \ Take back a move that was made, and the turn after it. The script may define OnRetractMove.
	(retracts?) IF (board-depth) 2 - >R 7 (event-token) (retract) R> (pop-to) ELSE (pop-position) ENDIF
;

: (look-behind-partials) ( -- )   \ See what can follow the partial moves of the list in the making.
	(first-partial) BEGIN DUP WHILE
		(look-through)
		(push-move)
		DUP .moveCFA EXECUTE
		6 (notify)
		DUP (move-partial) $partial !
		(ask-opening) NOT IF
			(open-turn)
			(invariant?) IF (ask-of-moves) ENDIF
			(chained?) IF RECURSE ENDIF
			(end-generation)
		ENDIF
		(select)
		DUP (take-in)
		$DeallocateMoves
		(take-back)
		(next-partial)
	REPEAT DROP
	(strike-unfinished)
;

: (settle-turn) ( -- )   \ Legality, and the end of partial moves, after the move words.
	(invariant?) IF (ask-of-moves) ENDIF
	(chained?) IF (look-behind-partials) ENDIF
	(end-generation)
;

: (close-turn) ( -- )   \ All that follows the move words.
	(settle-turn)
	(choosing?) IF (select) ENDIF
;

: OnGenerateMoves ( -- )   \ Called to make the list of a turn. Inside a definition of a script's own it makes the list.
	(opening?) IF (open-turn) (settle-turn) (opened) ENDIF
;

: (made-by-event?) ( -- ? )   \ Run OnGenerateMoves; whether it has made the list of the turn.
	(ask-opening) DUP IF (choosing?) IF (select) ENDIF ENDIF
;

: (make-moves) ( -- by-event? )   \ Push the list of the turn; whether OnGenerateMoves has made it.
	(made-by-event?) DUP NOT IF (open-turn) (close-turn) ENDIF
;

: (make-list) ( -- )   \ The same; what OnGenerateMoves has stored in the position stays if it has made the list.
	(opening-changes?) IF
		(board-depth) >R (push-position)
		(make-moves) IF R@ (keep-opened) ENDIF
		R> (pop-to)
	ELSE (make-moves) DROP ENDIF
;

: (generate-turn) ( -- )   \ Push the list of the moves of the turn.
	(list-ready) NOT IF (make-list) ENDIF
;

\ Where the number of moves will do, and then one of them, they are only counted: see words/lists/counted_moves.py.

: (count-scan) ( -- )   \ Run every move word where moves are only counted; has machine code of its own.
	(scan)
;

: (tally-turn) ( -- )   \ Push the list of the turn, tallied.
	(turn-filter) (tally-at-rest) NOT IF (begin-list) (tally) (end-generation) ENDIF
;

: (count-words) ( -- )   \ Push the list of the turn, with the moves counted that its words make, or made if they are too many.
	(begin-list) (count-untallied) (frame-of) (count-scan) DROP (all-counted)
	(end-generation)
	IF $DeallocateMoves (begin-list) (scan-all) (end-generation) ENDIF
;

: (count-once) ( -- )   \ Push the list of the turn, with the preferred moves counted that its words make.
	(made-by-event?) NOT IF (begin-list) (only-count) (frame-of) (count-scan) DROP (end-generation) ENDIF
;

: (counted-move) ( i -- move )   \ Make move i of a list that was counted.
	(begin-again) (word-again) (FRAME) DROP (made-again)
;

: (ask-of-number) ( i -- ? )   \ Ask about move i of the counted list, without recording it where nothing looks at it.
	(some-made?) (rule-reads-move?) NOT AND IF
		(push-position)
		DUP (make-tallied) IF DROP (ask-rule) (pop-position) EXIT ENDIF
		(pop-position)
	ENDIF
	(counted-move) (ask-of) (forget-made)
;

: (draw-legal) ( -- found? )   \ Draw moves of the counted list until one is legal, which is chosen, or all are forbidden.
	BEGIN (draw-counted) DUP 0< NOT WHILE
		DUP (ask-of-number) IF (choose-number) TRUE EXIT ENDIF
		(reject-number)
	REPEAT DROP FALSE
;

: (draw-or-list) ( -- )   \ Draw a legal move of the counted list; make the list if it has none or was not counted.
	(begin-drawing) IF
		(draw-legal) NOT IF $DeallocateMoves 0 (lazily) (make-list) 1 (lazily) ENDIF
	ELSE $DeallocateMoves (make-list) ENDIF
;

: (count-moves) ( -- )   \ Push the list of the turn, without the moves themselves where the game allows it.
	(list-ready) NOT IF
		(countable?) IF
			(made-by-event?) NOT IF
				(asks?) IF (keep-scratch) (ask-ahead) DROP (restore-scratch) ENDIF
				(tally?) IF (tally-turn) ELSE (count-words) ENDIF
				(invariant?) IF (draw-or-list) ENDIF
			ENDIF
		ELSE (make-list) ENDIF
	ENDIF
;

\ ---- endings: they are asked before OnIsGameOver ----

: (side) ( player -- players )   \ Bits of a player and his friends.
	DUP (bit)
	(coalitions?) IF
		(player-count) 0 DO
			OVER I 1+ (player-of) (same-side?) IF I 1+ (player-of) (bit) OR ENDIF
		LOOP
	ENDIF
	SWAP DROP
;

: wins ( player -- )   \ In a word of `{endings`: the player and everyone on the same side win; players who are not named lose.
	DUP (side) (wins)
;

: loses ( player -- )   \ In a word of `{endings`: the player and everyone on the same side lose; players who are not named win.
	DUP (side) (loses)
;

: goal ( player -- )   \ In OnIsGameOver or a word of `{endings`: the player has solved the puzzle and wins.
	DUP (side) (goal)
;

: (share-scores) ( -- )   \ Let the friends of those with the highest score win too.
	0 (player-count) 0 DO
		I 1+ (player-of) DUP (side) OVER (result-of) 0>   ( won player side ? )
		>R DUP ROT SWAP (note-side) R> IF OR ELSE DROP ENDIF
	LOOP
	(share-win)
;

: (ask-endings) ( -- )   \ Ask them from the highest priority on, up to the first result.
	(begin-endings)
	BEGIN (next-ending) DUP WHILE (event) DROP REPEAT DROP
	(coalitions?) IF (by-score?) IF (share-scores) ENDIF ENDIF
;

: (plain-result) ( -- result )   \ What OnIsGameOver says, or a goal that is reached.
	(goals?) IF (begin-goals) 2 (ask) current-player (end-goals) ELSE 2 (ask) ENDIF
;

: (frame-apart) ( xt -- n )   \ Run an event that judges a position; the position stays as it is.
	(judge-changes?) IF (push-position) (event) (pop-position) ELSE (event) ENDIF
;

: (asked-result) ( -- result )   \ Ask the script how the game has ended for the player to move.
	(endings?) IF
		(ask-endings)
		(ended?) IF current-player (result-of) ELSE (plain-result) ENDIF
	ELSE (goals?) IF (plain-result) ELSE 2 (ask) ENDIF ENDIF
;

: (game-result) ( -- result )   \ How the game has ended for the player to move, if it has; the position stays.
	(judge-changes?) IF (push-position) (asked-result) (pop-position) ELSE (asked-result) ENDIF
;

\ ---- making a move ----

: (apply-compiled) ( -- )   \ Apply the move at $moveAddr, running the words compiled into it.
	$moveAddr @ >R 0 >R
	BEGIN
		BEGIN R> R@ SWAP (run-actions) >R (action-kind) 7 = WHILE (action-value) REPEAT
		(action-kind)
	WHILE (action-value) EXECUTE REPEAT
	R> R> 2DROP
;

: (execute-move) ( -- )   \ What EXECUTE does with the token of a move.
	$moveAddr @ DUP (simple-move?) IF (apply-simple)
	ELSE DROP (to-beginning)
		(events-leave?) IF
			(enter-event) (frame-of) (apply-compiled) DROP (leave-event)
		ELSE (frame-of) (apply-compiled) DROP ENDIF
	ENDIF
;

: (begin-turn) ( -- )   \ Count the turn that begins, and note how the position stands.
	(count-turn) (note-position)
;

\ Several choose together: outside of searches in the order of the script. A search lets those of its own
\ side choose first, so all others answer what they could not know: it never hopes for a mistake of theirs.
\ Who comes before them in the script's order is still asked first whether the game is over.

: (over-for?) ( i -- ? )   \ Whether the game is over when a chooser is asked, with his moves; the position stays.
	(push-position) (to-chooser)
	(list-free?) IF (game-result) ELSE (generate-turn) (game-result) $DeallocateMoves ENDIF
	#UnknownScore <>
	(pop-position)
;

: (first-over) ( n -- i )   \ The first of so many choosers for whom the game is over; n if there is none.
	DUP IF
		DUP 0 DO
			I (chooser) IF I (over-for?) IF DROP I LEAVE ENDIF ENDIF
		LOOP
	ENDIF
;

: (own-chooser) ( -- i )   \ The first of the searcher's side with a choice to make; -1 if there is none.
	-1 (choosers) 0 DO
		DUP 0< IF
			I (chooser) DUP IF (searcher) (same-side?) ENDIF
			IF DROP I ENDIF
		ENDIF
	LOOP
;

: (to-own-chooser) ( -- ? )   \ His turn, or that of one before him for whom the game is over; false if there is none.
	(own-chooser) DUP 0< IF DROP FALSE ELSE (first-over) (to-chooser) TRUE ENDIF
;

: (to-some-chooser) ( -- ? )   \ The one who is to choose now; false if all have.
	$searching @ IF (to-own-chooser) ELSE FALSE ENDIF
	DUP NOT IF DROP (to-first-chooser) ENDIF
;

: (ask-next-turn) ( -- )   \ Run OnNextTurn; the engine's own needs no frame.
	1 (event-token) DUP ['] OnNextTurn = IF DROP OnNextTurn ELSE (event) DROP ENDIF
;

: (next-turn) ( -- )   \ The turn passes on.
	FALSE $partial !
	(turns-change?) IF
		(wanted-turn?) NOT IF (ask-next-turn) ENDIF
		(skip-out)
	ELSE (ask-next-turn) ENDIF
	(together?) IF
		(to-first-chooser) DROP (count-turn) (note-position)
		$searching @ IF (to-own-chooser) DROP ENDIF
	ELSE (count-turn) (note-position) ENDIF
;

: OnTogether ( -- )   \ Called when all players have chosen: apply each move in order if it is still possible as it is.
	(choosers) 0 DO
		I (to-choice) DUP IF
			(generate-turn)
			(same-move) DUP IF DUP .moveCFA EXECUTE ENDIF
			$DeallocateMoves
		ENDIF DROP
	LOOP
;

: (apply-choices) ( -- )   \ All have chosen: make their lists again, and let the script apply the moves.
	(open-choices)
	BEGIN (to-next-choice) WHILE (generate-turn) (find-choice) REPEAT
	(all-chosen)
	(to-beginning) 15 (event-token) (FRAME) DROP
	(close-choices)
	BEGIN (choices-open?) WHILE $DeallocateMoves REPEAT
	6 (notify)
;

: (take-choice) ( move -- )   \ Keep a choice; the last one ends the turn.
	(note-choice)
	(to-some-chooser) NOT IF (apply-choices) (next-turn) ENDIF
;

: (finish-move) ( move -- )   \ A move has been applied: go to the next turn, or go on after a partial one.
	6 (notify)
	(move-partial) DUP IF
		$partial !
		(generate-turn)
		move-count IF (set-list-ready) ELSE $DeallocateMoves (next-turn) ENDIF
	ELSE DROP (next-turn) ENDIF
;

: (make-move) ( move -- )   \ Apply a move and go to the next turn, or go on after a partial one.
	(together?) IF (take-choice) ELSE
		DUP $moveAddr ! (execute-move)
		(finish-move)
	ENDIF
;

: (forbidden?) ( move -- ? )   \ Whether OnIsLegal? forbids a move that has just been made.
	DUP (known-legal?) IF DROP FALSE ELSE
		(push-position) (legal-now?) NOT (pop-position)
	ENDIF
;

: (forbidden-choice?) ( move -- ? )   \ Whether OnIsLegal? forbids a move that is not made yet.
	DUP (known-legal?) IF DROP FALSE ELSE (ask-of) NOT ENDIF
;

: (make-if-legal) ( move -- ? )   \ The same; false, with the turn not passed on, if the move is forbidden.
	(together?) IF
		(invariant?) IF DUP (forbidden-choice?) IF DROP FALSE EXIT ENDIF ENDIF
		(take-choice) TRUE EXIT
	ENDIF
	DUP .moveCFA EXECUTE
	(invariant?) IF DUP (forbidden?) IF DROP FALSE EXIT ENDIF ENDIF
	(finish-move) TRUE
;

\ ---- attacks: the move words of other players are run, and one that takes there says so ----

: (attack-scan) ( -- )   \ Run move words until one has taken on the position.
	BEGIN (next-attacker) DUP WHILE (CANDIDATE) REPEAT DROP
;

: (attackers) ( pos player type all? -- n )   \ How many pieces of a player can take there by moves of a type, -1 for any; one is enough without `all?`.
	(begin-attack) IF (frame-of) (attack-scan) DROP (end-attack) ELSE 0 ENDIF
;

: attackers ( pos player -- n )   \ Count the pieces of a player that could take on a position.
	-1 TRUE (attackers)
;

: attacked-by? ( pos player -- ? )   \ True if a piece of a player could take on a position.
	-1 FALSE (attackers) 0= NOT
;

: attacked-by-type? ( pos player type -- ? )   \ True if a player could take on a position by a move of that type.
	FALSE (attackers) 0= NOT
;

: (attacked-by-any?) ( pos -- ? )   \ Whether one of several opponents of the player to move could.
	current-player (opponents) SWAP FALSE
	(player-count) 0 DO
		DUP NOT IF
			I 1+ (player-of) DUP (bit) 4 PICK AND
			IF 2 PICK SWAP attacked-by? OR ELSE DROP ENDIF
		ENDIF
	LOOP
	SWAP DROP SWAP DROP
;

: attacked? ( pos -- ? )   \ True if an enemy of the player to move could take on a position.
	(rival) DUP IF attacked-by? ELSE DROP (attacked-by-any?) ENDIF
;

: defended-by-type? ( pos type -- ? )   \ True if the player to move could take an enemy there by a move of that type.
	$CloneBoard
	OVER piece-type-at DUP 0= IF DROP 1 ENDIF next-player OR 2 PICK (add-piece)
	current-player SWAP attacked-by-type?
	$DeallocateBoard
;

: defended? ( pos -- ? )   \ True if a piece of the player to move could take an enemy on a position.
	-1 defended-by-type?
;

: attacks ( player array -- )   \ Count for every position the pieces of a player that could take there, in an array.
	(cover-room)
	$positions @ 0 DO
		OVER I SWAP attackers OVER I CELLS + !
	LOOP
	2DROP
;

: remove-from-reserve, ( -- )   \ Subtract 1 from the reserve counter immediately.
	$reserve @ DUP IF EXECUTE -- ELSE DROP ENDIF
;

: remove-from-reserve ( -- )   \ Subtract 1 from the reserve counter when the move is applied.
	COMPILE remove-from-reserve,
;

: _amount-in-reserve ( -- addr )   \ Holds the token of the word that gives the counter.
	$reserve
;

\ ---- counting ----

: (finished?) ( -- ? )   \ Whether the game is over, if that is asked at all.
	$perftStop @ IF (game-result) #UnknownScore <> ELSE FALSE ENDIF
;

: (count-last) ( -- )   \ Push the list of the turn: only the number of its moves is wanted.
	(countable?) NOT (leaves-countable?) AND IF (list-ready) NOT IF (count-once) ENDIF
	ELSE (count-moves) ENDIF
;

: (perft-list) ( depth -- kept? )   \ Push the list of the turn: counted, kept as bits, or with its moves.
	2 < IF (count-last) FALSE EXIT ENDIF
	(all-made?) IF (count-moves) (keep-tally) ELSE (generate-turn) FALSE ENDIF
;

: (perft) ( depth -- )   \ Count the sequences of so many plies.
	DUP (perft-list)
	(finished?) IF 2DROP ELSE
		OVER 2 < IF 2DROP move-count (count-leaves) ELSE
			IF
				0 BEGIN (next-kept) DUP WHILE
					(push-move)
					DUP (make-kept) (next-turn) (count-ply)
					OVER 1- RECURSE
					(take-back)
				REPEAT
			ELSE
				$FirstMove
				BEGIN DUP WHILE
					(push-move)
					DUP (make-move) (count-ply)
					OVER 1- RECURSE
					(take-back)
					$NextMove
				REPEAT
			ENDIF
			2DROP
		ENDIF
	ENDIF
	$DeallocateMoves
;

\ ---- puzzles: the host lends memory for positions, see words/puzzles/breadth_first.py ----

: (over-here?) ( -- ? )   \ Whether the puzzle ends in this position; note if it is solved.
	(game-result) DUP #UnknownScore = IF DROP FALSE ELSE 0> IF (reached) ENDIF TRUE ENDIF
;

: (keep) ( -- )   \ Keep this position if it is new and the puzzle goes on.
	(enter-position) IF (judge-early?) IF (over-here?) IF (drop-record) ENDIF ENDIF ENDIF
;

: (spread) ( -- )   \ Make every move of the newest list, and all that can follow in the turn.
	$FirstMove BEGIN DUP WHILE
		(push-move)
		DUP (make-move)
		(list-ready) IF
			(new-in-turn?) IF RECURSE ENDIF
			$DeallocateMoves
		ELSE (keep) ENDIF
		(take-back)
		$NextMove
	REPEAT DROP
;

: (breadth) ( -- )   \ Make all moves of all positions of a layer.
	BEGIN (next-record) WHILE
		(generate-turn)
		(judge-late?) IF (over-here?) ELSE FALSE ENDIF
		NOT IF (spread) ENDIF
		$DeallocateMoves
	REPEAT
;

2000000000 CONSTANT (never)   \ moves to the solution where there is none

: (distance) ( -- n )   \ What the script promises to be needed at least.
	16 (event-token) DUP IF (event) ENDIF
;

: (drop-judged) ( -- )   \ Drop the list of a position that is judged with it.
	(judge-early?) NOT IF $DeallocateMoves ENDIF
;

: (lost-anyway?) ( -- ? )   \ Whether the position is lost in the first turn of the search, too.
	turn-number (first-turn) $turnNumber !
	(game-result) DUP #UnknownScore = SWAP 0> OR NOT
	SWAP $turnNumber !
;

: (needed-where-lost) ( left -- n )   \ More turns than are left if it was reached too late; no number if it is always lost.
	(turns-count?) IF (lost-anyway?) NOT IF 1+ EXIT ENDIF ENDIF
	DROP (never)
;

: (look-deeper) ( left -- n )   \ Give 0 where moves of the newest list are to be tried, -1 solved, else how many are needed.
	(distance) (known-bound)
	2DUP < IF SWAP DROP EXIT ENDIF DROP
	(judge-early?) NOT IF (generate-turn) ENDIF
	(over-here?) IF (solved?) IF DROP -1 ELSE (needed-where-lost) ENDIF (drop-judged) EXIT ENDIF
	DUP 1 < IF DROP (drop-judged) 1 EXIT ENDIF
	1+ (note-bound)
	(judge-early?) IF (generate-turn) ENDIF
	0
;

: (look-within) ( left -- n )   \ The same behind a partial move, whose list is there; ways never go round in circles.
	(bound-within) 2DUP < IF SWAP DROP $DeallocateMoves EXIT ENDIF DROP
	1+ (note-bound)
	0
;

: (seek) ( left part? -- n )   \ Look so many turns ahead: -1 solved, else how many are needed, for all that is known.
	OVER SWAP IF (look-within) ELSE (look-deeper) ENDIF
	DUP IF SWAP DROP EXIT ENDIF DROP
	(never) SWAP
	$FirstMove BEGIN DUP WHILE   \ the fewest, left, a move
		(push-move)
		DUP (make-move)
		OVER (list-ready) IF TRUE RECURSE (learn) ELSE 1- FALSE RECURSE (learn) (one-more) ENDIF
		(take-back)
		DUP 0< IF OVER (note-step) SWAP DROP 0 ELSE SWAP $NextMove ENDIF SWAP
		>R ROT R> MIN ROT ROT
	REPEAT
	2DROP
	$DeallocateMoves
;

: (seek-from) ( left -- n )   \ The same from the position that stands.
	FALSE (seek)
;

\ ---- random play ----

: (drop-lists) ( n -- )   \ Drop so many move lists.
	DUP IF 0 DO $DeallocateMoves LOOP ELSE DROP ENDIF
;

: (move-of-number) ( i -- move )   \ Move i of the newest list.
	(counted?) IF (counted-move) ELSE (move-at) ENDIF
;

: (random-move) ( -- move )   \ Any move of the newest list.
	(invariant?) IF
		(chosen-move) DUP IF EXIT ENDIF DROP
		(chosen-number) DUP 0< NOT IF (counted-move) EXIT ENDIF DROP
	ENDIF
	(draw-number) (move-of-number)
;

: (make-any) ( -- )   \ Make any move of the newest list, without recording it where that is known.
	(some-made?) IF
		(invariant?) IF (chosen-number) ELSE (draw-number) ENDIF
		DUP 0< IF DROP (random-move)
		ELSE DUP (make-tallied) IF DROP (next-turn) EXIT ENDIF (move-of-number) ENDIF
	ELSE (random-move) ENDIF
	(make-move)
;

: (competitor?) ( player -- ? )   \ Whether a player has an interest.
	DUP #Neutral AND SWAP (chance?) OR NOT
;

\ Where it does not follow from one player's result who has won, each player's is counted.

: (unsaid) ( result player -- result' )   \ What this for the one to move is for a player of whom the script says nothing.
	(coalitions?) IF current-player SWAP (same-side?) IF EXIT ENDIF ELSE DROP ENDIF
	0> IF #LossScore ELSE #WinScore ENDIF
;

: (result-as) ( result player -- result' )   \ A player's result, if it is this for the one to move and no ending has said it.
	DUP current-player = IF DROP EXIT ENDIF
	OVER #DrawScore = IF 2DROP #DrawScore EXIT ENDIF
	(competitors) 3 < current-player (competitor?) AND IF DROP
		0> IF #LossScore ELSE #WinScore ENDIF EXIT
	ENDIF
	(push-position)
	DUP DUP $player ! $forPlayer !
	(game-result)
	(pop-position)
	DUP #UnknownScore = IF DROP (unsaid) ELSE SWAP DROP SWAP DROP ENDIF
;

: (count-each) ( result -- )   \ Count how a game has ended for each player; the one to move has this result.
	(no-winners)
	(endings?) IF (ended?) ELSE FALSE ENDIF
	(player-count) 0 DO
		I 1+ (player-of) DUP (competitor?) IF
			OVER IF DUP (result-of) ELSE 2 PICK OVER (result-as) ENDIF
			SWAP (count-winner)
		ELSE DROP ENDIF
	LOOP
	2DROP (count-winners)
;

: (playout) ( limit -- )   \ Random moves to the end of the game, or so many plies.
	1 (lazily)
	0 >R   \ the lists that partial moves have left open
	BEGIN DUP WHILE
		(count-moves)
		R> 1+ >R
		(game-result) DUP #UnknownScore <> move-count 0= OR IF
			(each-counted?) IF DUP #UnknownScore <> IF DUP (count-each) ENDIF ENDIF
			(count-result) DROP 0
		ELSE
			DROP
			(make-any)
			(count-ply) 1-
		ENDIF
		(list-ready?) NOT IF R> (drop-lists) 0 >R ENDIF
	REPEAT
	DROP R> (drop-lists)
	0 (lazily)
;

: (playouts) ( n limit -- )   \ So many of them, each from the position that stands.
	SWAP BEGIN DUP WHILE
		(push-position)
		OVER (playout)
		(list-ready) DROP
		(pop-position) (recall-memory)
		1-
	REPEAT
	2DROP
;

\ ---- calls from Python: each takes a number and leaves one ----

: (clear-lists) ( n -- n )   \ Have no list.
	(abandon-generation)
;

: (stand-here) ( n -- n )   \ Note that the game has come to this position.
	(note-position)
;

: (offer) ( n -- count )   \ Make the list of the position that stands.
	DROP (keep-position) (abandon-generation) (generate-turn) (offered)
;

: (find-result) ( n -- result )   \ How the game has ended; the position stands as it was.
	DROP (game-result) (restore-position)
;

: (offer-with-result) ( n -- result )   \ Both.
	(offer) (find-result)
;

: (play-number) ( n -- count )   \ Make move n; if it has left a list, make that the position's, else give -1.
	(move-at) (make-move)
	(list-ready) IF (settle-list) (keep-position) (offered) ELSE -1 ENDIF
;

\ Words run as deep in here as where they are run when they are asked for.

: (play-on) ( n -- result )   \ Make move n, and the list of the position behind it: how the game has ended there.
	(move-at) (make-move)
	(list-ready) IF (settle-list) (keep-position) (offered) ELSE 0 (offer) ENDIF
	(find-result)
;

: (batch-returns) ( -- )   \ Note the result and the score of each player.
	(player-count) 0 DO
		I 1+ DUP (player-of) DUP (result-of) SWAP (by-score?) IF (score-of) ELSE DROP 0 ENDIF (batch-return)
	LOOP
;

: (batch-judge) ( count -- )   \ Note number of moves and result of the position that stands.
	(game-result)
	DUP #UnknownScore <> IF (endings?) IF (ended?) IF (batch-returns) ENDIF ENDIF ENDIF
	(batch-result) (restore-position)
;

: (batch-begin) ( i -- i2 )   \ Make lists of the chosen positions from i on, up to one without room.
	BEGIN DUP (batch-more?) WHILE
		DUP (batch-chosen) 0< NOT IF
			(recall-memory) DUP (batch-load)
			(listed) DUP 0< (lists-judged?) OR IF (offer) ENDIF (batch-judge)
			DUP (batch-save) NOT IF EXIT ENDIF
		ENDIF
		1+
	REPEAT
;

: (batch-step) ( i -- i2 )   \ Play the chosen moves from position i on, up to one without room.
	BEGIN DUP (batch-more?) WHILE
		DUP (batch-chosen) 0< NOT IF
			(recall-memory) DUP (batch-load)
			DUP (batch-chosen) (play-number) DUP 0< IF (offer) ENDIF (batch-judge)
			DUP (batch-save) NOT IF EXIT ENDIF
		ENDIF
		1+
	REPEAT
;

\ ---- engines ----

: Score! ( n -- )   \ Report the score of the best move.
	\ 5 Score! $score @ -> 5
	$score !
;

: Depth! ( n -- )   \ Report the depth reached.
	\ 5 Depth! $depth @ -> 5
	$depth !
;

: Nodes! ( n -- )   \ Report the number of positions seen.
	\ 5 Nodes! $nodes @ -> 5
	$nodes !
;

: searching? ( -- ? )   \ True while an engine is at work.
	\ searching? -> 0
	$searching @
;

DEFER $RAND-WITHIN ( low high -- n )   \ Give a random number as RAND-WITHIN does, unless a script replaces this.
' RAND-WITHIN IS $RAND-WITHIN

: $RandomMoveEngine ( -- )   \ Play a random move.
	(weighted?) IF (draw-number) ELSE 0 move-count 1- $RAND-WITHIN ENDIF (best-move-number!)
;

: $FirstMoveEngine ( -- )   \ Play the first move.
	0 (best-move-number!)
;

\ ---- searching: whose move it is decides everything ----
\ Scores at a node are in the view of its player to move. Who is on the searcher's side wants what he
\ wants, all others want the opposite; dice and housekeeping players want nothing, and their moves
\ are averaged. So several moves in a row, partial moves, passes and players who are out need no
\ rules of their own: alpha-beta turns the window only where the side changes.

: (own-side?) ( -- ? )   \ Whether the one to move is the searcher, a friend of his, or nobody.
	current-player DUP (chance?) IF DROP TRUE ELSE (searcher) (same-side?) ENDIF
;

: (two-sided?) ( -- ? )   \ Whether what the mover loses, the only other player wins.
	(competitors) 3 < current-player (chance?) NOT AND
;

: (be) ( player -- player' )   \ Let another one be the player to move; give the one who was.
	current-player SWAP $player !
;

: (material) ( -- score )   \ Values of the pieces of the player to move less those of others.
	current-player material-balance 10 *
;

: (opinion) ( -- score )   \ What the script thinks of the position, or the material.
	3 (event-token) DUP IF (frame-apart) ELSE DROP (material) ENDIF
;

: (opposite) ( score -- score' )   \ The same in the view of the other side. The least number has no opposite.
	-2147483647 MAX NEGATE
;

: (judgement) ( -- score )   \ What is thought of it in the view of the player to move.
	$judge @ DUP IF (event) (own-side?) NOT IF (opposite) ENDIF
	ELSE DROP (two-sided?) IF
		3 (event-token) DUP IF (frame-apart) ELSE DROP (material) (mobility) + ENDIF
	ELSE
		(own-side?) (searcher) (be) (opinion) SWAP $player !
		SWAP NOT IF (opposite) ENDIF
	ENDIF ENDIF
;

: (evaluate) ( -- score )   \ The same, never as good or bad as a game that is over.
	(count-evaluation)
	(judgement) -2000000000 MAX 2000000000 MIN
;

: (result-for) ( result player -- result' )   \ A player's result, if it is this for the one to move.
	DUP current-player = IF DROP
	ELSE (ended?) IF SWAP DROP (result-of)
	ELSE (result-as) (endings?) IF (begin-endings) ENDIF   \ what was said of him says nothing of others
	ENDIF ENDIF
;

: (end-score) ( result -- score )   \ What a result is worth at the depth of the node.
	DUP #DrawScore <> IF
		(by-score?) IF (scored-end) ELSE
			0> IF #WinScore 1000 - (plies-left) + ELSE #LossScore 1000 + (plies-left) - ENDIF
		ENDIF
	ENDIF
;

: (final-score) ( result -- score )   \ The score of a game that is over, better the sooner it is.
	(two-sided?) current-player (competitor?) AND
	(ended?) NOT AND NOT IF   \ an ending may name both players as winners or losers
		(own-side?) SWAP (searcher) (result-for) SWAP NOT IF (opposite) ENDIF
	ENDIF
	(end-score)
;

: (may-stop?) ( -- ? )   \ Whether the position can be judged as it is.
	(depth-left) 0> (chain?) OR (pending?) OR NOT
	(depth-left) -7 < 4 (event-token) DUP IF (frame-apart) ELSE DROP TRUE ENDIF OR AND
	(deep?) OR
;

: (root-list) ( -- )   \ The list of the root is there; it is made again where what that stores may be read.
	(lists-judged?) IF $DeallocateMoves (generate-turn) ENDIF
;

: (list-moves) ( -- )   \ The moves of a node; the list of the root is there.
	(root?) IF (root-list) ELSE
		(other-reply?) IF (ask-him?) DROP ENDIF
		(generate-turn)
	ENDIF
;

\ Best-reply search: between two turns of the searcher's side one of the opponents whose turns come there moves.

: (pass-by) ( -- )   \ Go to the next turn as if nobody moved.
	turn-offset next-turn-offset $SetTurn (skip-out)
;

: (searcher's?) ( -- ? )   \ Whether it is a turn of the searcher's side.
	(own-side?) current-player (chance?) NOT AND
;

: (wanted-own-turn?) ( -- ? )   \ Whether the reply asked for a turn of the searcher's side; then that is set.
	(turns-change?) IF (wanted-turn?) IF (searcher's?) EXIT ENDIF ENDIF FALSE
;

: (to-own-turn) ( -- )   \ Go on to the next turn of the searcher's side.
	(wanted-own-turn?) NOT IF (turns) 0 DO (pass-by) (searcher's?) IF LEAVE ENDIF LOOP ENDIF
	(begin-turn)
;

: (to-other-reply) ( -- ? )   \ Go on to the turn of another opponent; false if there is none before the searcher's side.
	BEGIN (another-turn?) WHILE
		(pass-by)
		(searcher's?) IF FALSE EXIT ENDIF
		(ask-him?) IF TRUE EXIT ENDIF
	REPEAT
	FALSE
;

: (next-reply) ( -- ? )   \ List the moves of another opponent who has some, in place of the list that is there.
	(other-reply?) NOT IF FALSE EXIT ENDIF
	(aside?) NOT IF (push-position) (aside!) ENDIF
	BEGIN (to-other-reply) WHILE
		$DeallocateMoves (generate-turn)
		move-count IF TRUE EXIT ENDIF
	REPEAT
	FALSE
;

: (past-dice) ( -- )   \ Leave out turns of chance.
	(turns) 0 DO current-player (chance?) IF (pass-by) ELSE LEAVE ENDIF LOOP
;

: (goes-on?) ( move -- ? )   \ A move has been applied: whether it is partial and has moves behind it, which are listed.
	6 (notify)
	(move-partial) DUP IF
		$partial !
		(generate-turn)
		move-count DUP IF (set-list-ready) ELSE $DeallocateMoves ENDIF
	ENDIF
;

: (make-reply) ( move -- ? )   \ Make a move of an opponent, if it is legal; behind it the searcher's side is to move.
	DUP .moveCFA EXECUTE
	(invariant?) IF DUP (forbidden?) IF DROP FALSE EXIT ENDIF ENDIF
	(goes-on?) NOT IF FALSE $partial ! (to-own-turn) ENDIF
	TRUE
;

: (do-move) ( move -- ? )   \ Make a move of the node, if it is legal.
	(best-reply?) NOT IF (make-if-legal)
	ELSE (own-node?) IF (make-if-legal) DUP IF (past-dice) ENDIF
	ELSE (make-reply) ENDIF ENDIF
;

: (more?) ( -- ? )   \ Whether moves have to be tried; if not the node has its score.
	move-count 0= IF (evaluate) (next-reply) NOT IF (set-score) FALSE EXIT ENDIF DROP ENDIF
	(may-stop?) IF (evaluate) (stand-pat) ELSE TRUE ENDIF
;

: (over?) ( -- ? )   \ Whether the game is over; then the node has its score. From the root it goes on in any case.
	(root?) IF FALSE EXIT ENDIF
	(game-result) DUP #UnknownScore <> IF (final-score) (set-score) TRUE ELSE DROP FALSE ENDIF
;

: (drop-ready) ( -- )   \ Drop the list that a partial move has left, if nobody wants it.
	(list-ready) IF $DeallocateMoves ENDIF
;

: (judge-first) ( -- more? list? )   \ Judge a node at the end of the depth before its moves are made.
	(over?) IF FALSE ELSE (evaluate) (stand-pat) ENDIF
	DUP IF (list-moves) ELSE (drop-ready) ENDIF
	DUP
;

: (judge) ( -- more? list? )   \ Judge a node: whether moves have to be tried, and whether they are there.
	(foreseen) DUP #UnknownScore <> IF
		(endings?) IF (begin-endings) ENDIF (end-score) (set-score) FALSE FALSE EXIT
	ENDIF DROP
	(check-counts?) IF (to-beginning) (ask-rule) (in-check) ENDIF
	(list-free?) (root?) NOT AND (may-stop?) AND IF (judge-first)
	ELSE (list-moves) (over?) IF FALSE ELSE (more?) ENDIF TRUE ENDIF
;

: (foresee) ( -- result )   \ What the script knows of the position for certain; it may make it simpler.
	17 (event-token) DUP IF
		(two-sided?) (list-ready?) NOT AND $partial @ 0= AND IF (event) ELSE DROP #UnknownScore ENDIF
	ELSE DROP #UnknownScore ENDIF
;

: (search) ( alpha beta depth -- score )   \ Alpha-beta with table, scouts, passes and captures.
	(visit)
	(inside?) IF (foresee) ELSE #UnknownScore ENDIF (foreseen!)
	(own-side?) (open-node) IF (drop-ready) ELSE
		(judge) SWAP IF
			(may-pass?) IF (judgement) (worth-passing?) ELSE FALSE ENDIF
			IF
				(push-move) (next-turn)
				(own-side?) (pass-depth) (pass-window) ROT RECURSE
				(take-back)
				(passes-well?)
			ELSE FALSE ENDIF
			NOT IF
				BEGIN
					current-player (chance?) (rank-moves)
					BEGIN (next-move) DUP WHILE
						(push-move) DUP (do-move) IF
							BEGIN
								(own-side?) (child-window) (child-depth) RECURSE
								OVER SWAP (child-score)
							WHILE REPEAT
							(take-back)
						ELSE (not-tried) (drop-move) ENDIF
						DROP
					REPEAT DROP
				(once-more?) (next-reply) OR NOT UNTIL
			ENDIF
		ENDIF
		(root?) NOT AND IF $DeallocateMoves ENDIF
		(aside?) IF (pop-position) ENDIF
	ENDIF
	(close-node)
;

: (depth-limit) ( -- n )   \ The depth a search goes to.
	$depthLimit @ DUP 1 < IF DROP #DepthLimit ENDIF
;

: (search-to) ( depth -- )   \ Search the list that is there; the best move is reported as it is found.
	(plus?) IF 0 ELSE 2 ENDIF (lazily)   \ BRS+ orders moves that are legal
	>R (begin-depth) (expected) R@ (search)
	(unexpected?) IF DROP (begin-depth) #LossScore 1- #WinScore 1+ R@ (search) ENDIF
	(whole?) NOT IF DUP (expect) ENDIF Score!
	R> Depth!
	(visited) Nodes!
	0 (lazily)
;

: (deepen) ( -- )   \ To one ply, two, and so on up to the limit: each time in a better order.
	(begin-search)
	$searching @ $searching ON
	(depth-limit) 1+ 1 DO
		I (search-to)
		$score @ ABS #WinScore 2000 - > (all-searched?) OR IF LEAVE ENDIF   \ a game that is decided
	LOOP
	$searching !
;

: $NegamaxMove ( -- )   \ Search with alpha-beta for two sides, or for one player against all others.
	FALSE (best-reply!) FALSE (plus!) 0 $judge ! (deepen)
;

: $ParanoidMove ( -- )   \ Search with alpha-beta as if all others played against the player to move.
	$NegamaxMove
;

: $BestReplyMove ( -- )   \ Search with best-reply search (Schadd and Winands, 2011): one opponent answers for all.
	TRUE (best-reply!) FALSE (plus!) 0 $judge ! (deepen)
;

: $BestReplyPlusMove ( -- )   \ BRS+: one opponent answers, the others play the move that is ordered first.
	FALSE (best-reply!) TRUE (plus!) 0 $judge ! (deepen)
;

: $AutoMove ( -- )   \ Run the engine `auto`; a script that runs it by this word gets alpha-beta.
	$NegamaxMove
;

: AlphaBeta ( xt depth -- )   \ Search to a depth and play the best move; xt evaluates the position for player-to-move.
	FALSE (best-reply!) FALSE (plus!)
	SWAP $judge ! $depthLimit !
	(deepen)
	0 $judge !
;

: .evaluations ( -- )   \ Print how many evaluations the moves at the root have cost.
	." root moves " 0 (root-count) .
	." evaluations " 1 (root-count) .
	." smallest " 2 (root-count) .
	." mean " 3 (root-count) .
	." largest " 4 (root-count) .
	." rises " 5 (root-count) .
	CR
;

\ ---- proofs: whether the searcher can force a result ----

: (meet-child) ( foreseen -- )   \ A new position: how the game has ended there, or how many moves there are.
	(visit)
	DUP #UnknownScore <> IF (searcher) (result-for) (end-child) EXIT ENDIF DROP
	(count-moves)
	(game-result)
	move-count 0= IF DUP #UnknownScore = IF DROP #DrawScore ENDIF ENDIF
	DUP #UnknownScore = IF DROP move-count (own-side?) (new-child)
	ELSE (searcher) (result-for) (end-child) ENDIF
	$DeallocateMoves
;

: (offer-child) ( move -- )   \ Take the position behind a move as a child, if the move is legal.
	(push-move)
	DUP (make-if-legal) IF
		(foresee) SWAP (add-child) IF DROP (drop-ready) ELSE (meet-child) ENDIF
		(take-back)
	ELSE DROP (drop-move) ENDIF
;

: (prove) ( -- )   \ Look behind the moves of the newest list until they decide, or others promise more.
	(own-side?) (open-proof)
	$FirstMove BEGIN DUP WHILE
		DUP (offer-child)
		(child-decides?) IF DROP 0 ELSE $NextMove ENDIF
	REPEAT DROP
	BEGIN (next-child) DUP WHILE
		(push-move) (make-move) (foresee) DROP (generate-turn)
		RECURSE
		$DeallocateMoves
		(take-back)
	REPEAT DROP
	(nothing-new?) IF (visit) ENDIF   \ going round in known positions comes to an end too
	(close-proof)
;

: (prove-goal) ( goal -- )   \ Prove a win (0), or a draw at least (1), from the position that stands.
	2 (lazily) (begin-proof)
	TRUE (search-open!) (prove) FALSE (search-open!)
	0 (lazily)
;

\ ---- max-n: everybody for himself ----

: (score-player) ( player -- )   \ What the position is worth to a player.
	DUP (be) (opinion) SWAP $player !
	-2000000000 MAX 2000000000 MIN
	SWAP (player-score!)
;

: (score-all) ( -- )   \ The same for all.
	(count-evaluation)
	(player-count) DUP IF
		0 DO
			I 1+ (player-of) DUP (competitor?) IF (score-player) ELSE DROP ENDIF
		LOOP
	ELSE DROP ENDIF
;

: (finish-all) ( result -- )   \ The game is over: everybody's score.
	(player-count) 0 DO
		I 1+ (player-of) DUP (competitor?) IF
			2DUP (result-for) (end-score) SWAP (player-score!)
		ELSE DROP ENDIF
	LOOP
	DROP
;

: (max-n) ( depth -- )   \ The scores of a node; whoever moves takes what is best for himself.
	(visit)
	(open-level)
	(known-scores?) IF (drop-ready) ELSE
		(root?) IF (root-list) #UnknownScore ELSE (generate-turn) (game-result) ENDIF
		DUP #UnknownScore <> IF (finish-all)
		ELSE
			DROP move-count 0= (may-stop?) OR IF (score-all) ELSE
				(first-tried) BEGIN
					(push-move) DUP (make-move)
					(child-depth) RECURSE
					(take-back)
					current-player (chance?) IF DUP (add-scores) ELSE DUP current-player (take-scores) ENDIF
					(next-tried)
				DUP 0= UNTIL DROP
			ENDIF
		ENDIF
		(root?) NOT IF $DeallocateMoves ENDIF
	ENDIF
	(close-level)
;

: (max-n-to) ( depth -- )   \ Search the list that is there.
	DUP Depth! (max-n) (visited) Nodes!
;

: $MaxNMove ( -- )   \ Search with max-n: every player maximises their own score.
	(begin-search)
	(depth-limit) 1+ 1 DO I (max-n-to) LOOP
;

\ ---- best first: the tree grows behind the line that is best for both sides ----

: (weigh) ( -- )   \ Take a new position in: as the end of a game, or by the evaluation.
	(visit)
	(list-free?) NOT IF (generate-turn) ENDIF
	(game-result) DUP #UnknownScore <> IF (final-score) TRUE FALSE ROT
	ELSE DROP (list-free?) IF FALSE ELSE move-count 0= ENDIF TRUE (evaluate) ENDIF
	(own-side?) NOT IF NEGATE ENDIF
	(list-free?) IF (drop-ready) ELSE $DeallocateMoves ENDIF
	(own-side?) current-player (chance?) (add-leaf)
;

: (spread-leaves) ( -- )   \ Take in what is behind the moves of the newest list.
	$FirstMove BEGIN DUP WHILE
		DUP (next-leaf)
		(push-move) DUP (make-if-legal) IF (weigh) (take-back) ELSE (drop-move) ENDIF
		$NextMove
	REPEAT DROP
	(close-leaves)
;

: (best-way) ( -- )   \ Down the tree along the best moves; the positions behind its end are taken in.
	(to-top)
	0 >R   \ lists opened; the root's is there
	BEGIN
		(at-top?) NOT IF (generate-turn) R> 1+ >R ENDIF
		(spread?) IF
			(best-leaf) DUP 0< IF DROP FALSE ELSE (move-at) (make-move) TRUE ENDIF
		ELSE
			move-count (open-leaves) IF (spread-leaves) ENDIF FALSE
		ENDIF
		(list-ready?) NOT IF R> (drop-lists) 0 >R ENDIF
	WHILE REPEAT
	R> (drop-lists)
;

: (report-best) ( -- )   \ The move that most ways have gone through.
	(chosen-leaf) DUP 0< IF 2DROP ELSE (best-move-number!) Score! ENDIF
	(visited) Nodes!
;

: $BestFirstMove ( -- )   \ Best-first minimax (Cohen-Solal, 2020).
	FALSE (best-reply!) FALSE (plus!) 0 $judge !
	(begin-search) (own-side?) current-player (chance?) (begin-best)
	2 (lazily) TRUE (search-open!)
	BEGIN (best-goes-on?) WHILE
		(push-position) (best-way) (list-ready) DROP (pop-position) (recall-memory)
		(back-up-best)
	REPEAT
	0 (lazily) FALSE (search-open!)
	(report-best)
;

\ ---- random games behind a tree of moves ----

: $LivelyMove ( -- move )   \ Give a random move of the newest list, or the best capture if there is one.
	(lively-move)
;

DEFER $Rollout ( -- move )   \ Choose a move of a random game, for engines with a policy.
' $LivelyMove IS $Rollout

: (average-play) ( -- move )   \ Draw a move by what such moves were worth, unless one has been drawn.
	(invariant?) IF (chosen-move) ELSE 0 ENDIF
	DUP 0= IF DROP
		(counted?) IF (average-number) (counted-move) ELSE (average-move) ENDIF
		DUP 0= IF DROP $FirstMove ENDIF
	ENDIF
;

: (rollout-move) ( -- move )   \ A move of a random game.
	(policy?) (weighted?) NOT AND IF ['] $Rollout (event) DUP 0= IF DROP $FirstMove ENDIF
	ELSE (by-average?) IF (average-play) ELSE (random-move) ENDIF ENDIF
	DUP (note-play)
;

: (points) ( result -- n )   \ Two half points for a win, one for a draw.
	DUP #UnknownScore = IF DROP 1 ELSE
		DUP #DrawScore = IF DROP 1 ELSE 0> IF 2 ELSE 0 ENDIF ENDIF
	ENDIF
;

: (point-all) ( result -- )   \ What everybody gets for a result of the player to move.
	DUP #UnknownScore = IF DROP #DrawScore ENDIF
	(player-count) 0 DO
		I 1+ (player-of) DUP (competitor?) IF
			2DUP (result-for) (points) SWAP (points!)
		ELSE DROP ENDIF
	LOOP
	DROP
;

300 CONSTANT (rollout-limit)   \ plies of a random game; one that lasts longer is a draw

: (judge-all) ( -- )   \ What everybody gets for a game that is cut off, as the position is evaluated.
	(two-sided?) IF (judgement) (estimate-two) ELSE
		(player-count) 0 DO
			I 1+ (player-of) DUP (competitor?) IF
				DUP (be) (opinion) SWAP $player ! SWAP (note-opinion)
			ELSE DROP ENDIF
		LOOP
		(estimate-all)
	ENDIF
;

: (end-rollout) ( prove? result -- )   \ A random game is over; where it was at the node, that is proven.
	DUP #UnknownScore <> >R
	(over!) (point-all)
	R> AND IF (prove-end) (end-worth) ENDIF
;

: (cut-rollout) ( -- )   \ Judge a random game that lasts too long.
	(game-result) DUP #UnknownScore <> move-count 0= OR
	IF FALSE SWAP (end-rollout) ELSE DROP (judge-all) ENDIF
;

: (rollout-plies) ( -- n )   \ Plies that a random game may last.
	(cut) DUP 0= IF DROP (rollout-limit) ENDIF
;

: (looking?) ( left -- left ? )   \ Whether a move that wins at once is looked for, with so many plies left.
	(look) DUP IF OVER (rollout-plies) SWAP - > ENDIF
;

: (rollout-list) ( left -- left )   \ Push the moves of a random game's position; a number will do where none is compared.
	(looking?) (policy?) OR (averages?) (only-drops?) NOT AND OR IF (generate-turn) ELSE (count-moves) ENDIF
;

: (ends-won?) ( player -- ? )   \ Whether the game is over and won by a player; then everybody has got the points.
	(count-moves) (game-result)
	DUP #UnknownScore <> IF
		SWAP OVER SWAP (result-for) (points) 2 =
		DUP IF (over!) SWAP (point-all) ELSE SWAP DROP ENDIF
	ELSE 2DROP FALSE ENDIF
	$DeallocateMoves
;

: (wins-by?) ( move -- ? )   \ Whether the player to move wins by a move at once; then everybody has got the points.
	current-player SWAP
	(push-move)
	(make-if-legal) IF
		(count-ply)
		(list-ready?) IF (drop-ready) DROP FALSE ELSE (ends-won?) ENDIF
		(take-back)
	ELSE DROP FALSE (drop-move) ENDIF
;

: (win-at-once?) ( -- ? )   \ Whether a move of the newest list wins at once; then everybody has got the points.
	(chosen-move) >R   \ the lists behind the moves draw moves of their own
	FALSE $FirstMove BEGIN DUP WHILE
		DUP (wins-by?) IF 2DROP TRUE 0 ELSE $NextMove ENDIF
	REPEAT DROP
	R> (choose)
;

: (rollout) ( -- )   \ A random game from here on; what everybody gets.
	(even-points)
	(policy?) NOT 1 AND (lazily)
	(averages?) (policy?) NOT AND (by-average!)
	(rollout-plies)
	0 >R   \ the lists that partial moves have left open
	BEGIN DUP WHILE
		(rollout-list)
		R> 1+ >R
		(game-result) DUP #UnknownScore <> move-count 0= OR IF
			SWAP (rollout-plies) = SWAP (end-rollout) 0
		ELSE
			DROP (looking?) IF (win-at-once?) ELSE FALSE ENDIF IF
				(rollout-plies) = IF (prove-win) (end-worth) ENDIF 0
			ELSE (rollout-move) (make-move) (count-ply) 1- ENDIF
		ENDIF
		(list-ready?) NOT IF R> (drop-lists) 0 >R ENDIF
	REPEAT
	DROP
	(cut-off?) IF (generate-turn) R> 1+ >R (cut-rollout) ELSE (drop-ready) ENDIF
	R> (drop-lists)
	0 (lazily)
	FALSE (by-average!)
;

: (way-on) ( -- i )   \ The child to go to: the dice fall, everybody else takes what promises most.
	current-player (chance?) IF (draw-number)
	ELSE (together?) IF (own-promise) ELSE (most-promising) ENDIF ENDIF
	(together?) IF (own-way) ENDIF
;

: (follow) ( i -- )   \ Go to child i of the node, and make its move.
	DUP (to-child) (move-at) DUP (note-play) (make-move) (count-ply)
;

: (judge-node) ( -- )   \ Note what the evaluation gives for a new node, where that is wanted.
	(worths?) (list-ready?) NOT AND IF
		(generate-turn)
		(game-result) #UnknownScore = move-count AND IF (judgement) (note-worth) ENDIF
		$DeallocateMoves
	ENDIF
;

: (descend) ( -- )   \ Down the tree to a position not seen before, and a random game from there.
	(to-root)
	0 >R   \ lists opened; the root's is there
	BEGIN
		(fresh?) IF (judge-node) (rollout) FALSE ELSE
		(proven-end) IF (drop-ready) FALSE ELSE
			(tree-root?) IF (root-list) ELSE (generate-turn) R> 1+ >R ENDIF
			(game-result) DUP #UnknownScore <> move-count 0= OR IF TRUE SWAP (end-rollout) FALSE ELSE
				DROP
				move-count current-player (grow) IF (way-on) (follow) TRUE ELSE (rollout) FALSE ENDIF
			ENDIF
			(list-ready?) NOT IF R> (drop-lists) 0 >R ENDIF
		ENDIF ENDIF
	WHILE REPEAT
	R> (drop-lists)
;

: (playout-count) ( -- n )   \ How many random games a tree is given.
	$playouts @ DUP 1 < IF DROP 1000 ENDIF
;

: (grow-tree) ( policy? -- )   \ Random games from the list that is there; the most visited move is reported.
	(policy!)
	(begin-search) (begin-tree) TRUE (search-open!)
	(playout-count) 0 DO
		(visit)
		(push-position) (descend) (list-ready) DROP (pop-position) (recall-memory)
		(back-up)
		(solved-root?) IF LEAVE ENDIF
	LOOP
	FALSE (search-open!)
	(report-tree)
;

: $UCTMove ( -- )   \ Search with UCT: a tree of random games.
	FALSE (grow-tree)
;

: $MctsMove ( -- )   \ Search with UCT, with games whose moves `$Rollout` chooses.
	TRUE (grow-tree)
;

: OnSearch ( -- )   \ Run the engine of the player to move.
	$engines @ DUP IF current-player player-index CELLS + @ ENDIF
	DUP IF EXECUTE ELSE DROP $NegamaxMove ENDIF
;

\ ---- looking at things ----

: $OutputMoves ( -- )   \ Print the newest list.
	$FirstMove BEGIN DUP WHILE DUP $MoveString TYPE CR $NextMove REPEAT DROP
;

: ringbuffer-dump ( -- )   \ Print the first ring buffer.
	(RING-COUNT) DUP IF 0 DO I (RING-ITEM) . LOOP ELSE DROP ENDIF
;

: ringbuffer2-dump ( -- )   \ Print the second ring buffer.
	(RING2-COUNT) DUP IF 0 DO I (RING2-ITEM) . LOOP ELSE DROP ENDIF
;

: player-count ( -- n )   \ The number of players.
	\ player-count -> 0
	(player-count)
;

: player-to-move ( -- player )   \ The player that a search works for, or the player to move outside a search.
	searching? IF $playerToMove @ ELSE current-player ENDIF
;

: .moveString ( move -- str )   \ Write a move as text to `$buffer` and give its address.
	$MoveString
;

: $DecompileMove ( move target -- )   \ Write a move as text to an address.
	SWAP $MoveString SWAP "MOVE
;

\ ---- what is done to the board when a move is applied ----

: (capture-at) ( pos -- )   \ Take the piece on a position immediately.
	(remove-piece)
;

: (create) ( -- )   \ Create a piece of the current type for the player to move on the current position immediately.
	current-player current-piece-type OR here (add-piece)
;

: (change-type-at) ( -- )   \ Change the piece on the current position to the type in $changedTo immediately.
	piece IF piece #PieceType INVERT AND $changedTo @ #PieceType AND OR here (add-piece) ENDIF
;

: (change-owner-at) ( -- )   \ Give the piece on the current position to the player in $changedTo immediately.
	piece IF piece #Player INVERT AND $changedTo @ #Player AND OR here (add-piece) ENDIF
;

\ ---- state that is worked out when it is asked for ----

: $playerOffset ( -- addr )   \ Holds 4 times the number, from 0, of the player to move.
	current-player player-index CELLS $playerOffset !
	$playerOffset
;

: $playerName ( -- addr )   \ Holds the address of the name of the player to move.
	current-player (player-name) $playerName !
	$playerName
;

: $moveString ( -- addr )   \ Holds the address of the text of the move being applied.
	$moveAddr @ DUP (move?) IF $MoveString ELSE DROP 0 ENDIF $moveString !
	$moveString
;

' add-move $add-move !
$shareMovesList ON
$combinePartial ON
$gameResultBug ON
100 $timeCheckFrequency !

\ ---- internal helpers of the dialect: hardly a script calls them ----

: $addr, ( addr n -- addr' )   \ Store a number in a cell and give the address of the next cell.
	\ PAD 5 $addr, PAD - PAD @ -> 4 5
	OVER ! CELLSIZE +
;

: $CellCount ( start end -- n )   \ Count the cells from one address up to another.
	\ 100 120 $CellCount -> 5
	SWAP - CELLSIZE /
;

: $CommaCells ( x n -- )   \ Append a cell n times.
	\ HERE 7 3 $CommaCells HERE SWAP - -> 12
	DUP 0> IF 0 DO DUP , LOOP DROP ELSE 2DROP ENDIF
;

: $MakeConstant ( x str -- )   \ Define a word that gives x, named by a text.
	\ : made S" seven" $MakeConstant ; 7 made seven -> 7
	HEADER , DOES> @
;

: $player-count ( -- str )   \ The name of the constant that `players}` makes.
	S" player-count"
;

: $PositionToIndex ( column row -- pos )   \ Give the position at a column and row, both counted from 0.
	$columns @ * +
;

: $IndexToPosition ( pos -- column row )   \ Give the column and row of a position, both counted from 0.
	$columns @ /MOD
;

: $RowColumnToIndex ( row column -- pos )   \ Give the position at a row and column, both counted from 0.
	SWAP $PositionToIndex
;

: (within?) ( n limit -- ? )   \ Whether n is one of 0 to limit - 1.
	OVER > SWAP -1 > AND
;

: $LegalRow? ( row -- ? )   \ True if the grid has that row.
	$rows @ (within?)
;

: $LegalColumn? ( column -- ? )   \ True if the grid has that column.
	$columns @ (within?)
;

: $LegalPos? ( pos -- ? )   \ True if there is such a position.
	\ 0 $LegalPos? -> 0
	$positions @ (within?)
;

: $DoDirection ( pfa -- ? )   \ Follow a direction, given by the address of its data.
	PFA>NFA NFA>CFA EXECUTE
;

: $EncodePlayer ( n -- player )   \ Give player number n, counted from 1, as scripts see players.
	\ 2 $EncodePlayer -> 4096
	#PlayerBase *
;

: $DefinePlayer ( -- )   \ Part of `{player}`, which is to be used.
	TRUE ABORT" a player is declared with {player} and a name"
;

: $ClearEvals ( -- )   \ Forget the evaluations of all players.
	$evals @ player-count CELLS ERASE
;

: $SetPlayer ( xt -- )   \ Make the player whose word has that token the player to move.
	EXECUTE $player !
;

: $EngineSetTurn ( -- ) ;   \ Does nothing: the engine reads the turn where the script does.

: $NewGame ( -- )   \ Empty the board and go to the first turn.
	$board @ $boardSize @ ERASE
	0 $SetTurn
;

: $EngineNewGame ( -- )   \ Empty the board and go to the first turn.
	$NewGame
;

: $SymmetryBase ( i -- addr )   \ Give the address of the directions of player i, counted from 0: one cell for each direction.
	1+ #Directions * CELLS $symmetries @ +
;

: $ParseSymmetry ( player "a" "b" -- )   \ Note a player and two directions for the words below.
	player-index CELLS $symmetryPlayerCELLOffset !
	' DUP $direction1CFA ! $DirectionCFAToIndex $direction1Index !
	' DUP $direction2CFA ! $DirectionCFAToIndex $direction2Index !
;

: $RedefineDirection1 ( -- )   \ Let the first direction follow the symmetries.
	$symmetries @ $direction1CFA @ $RedefineDirection
;

: $RedefineDirection2 ( -- )   \ Let the second direction follow the symmetries.
	$symmetries @ $direction2CFA @ $RedefineDirection
;

\ Positions are compared cell by cell, so there are no tables of hashes to be made.

: $MakeZobristTable ( n -- )   \ Does nothing.
	DROP
;

: $GeneratePiecePositionHash ( -- ) ;   \ Does nothing.
: $GeneratePlayerToMoveHash ( -- ) ;    \ Does nothing.
: $GenerateZobristTables ( -- ) ;       \ Does nothing.

\ What `{grid}` and `board}` have done already.

: $CheckBoard ( -- )   \ Stop with an error if there is no board.
	$positions @ 0= ABORT" there is no board: declare it with {board"
;

: $UpdateSize ( -- ) ;          \ Does nothing: the size follows from the declarations.
: $GenerateGridNames ( -- ) ;   \ Does nothing: positions have their names.
: $DefinePosNames ( -- ) ;      \ Does nothing: positions are words already.

: $AddPieceU ( -- )   \ Put the current piece on the current position immediately.
	current-piece here (add-piece)
;

: $RemovePieceU ( -- )   \ Remove the piece on the current position immediately.
	here (remove-piece)
;

: $AddPieceZ ( -- )   \ Put the current piece on the current position immediately.
	$AddPieceU
;

: $RemovePieceZ ( -- )   \ Remove the piece on the current position immediately.
	$RemovePieceU
;

\ ---- everything after this belongs to the game ----

: axiomFence ( -- ) ;   \ Mark the end of the language.
