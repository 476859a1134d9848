\ Tests that have failed before, results for both sides, and moves that go nowhere.
LOAD parts/head.4th
: own ( -- n )   0 16 0 DO I friend-at? IF 1+ ENDIF LOOP ;
: other ( -- n )   0 16 0 DO I enemy-at? IF 1+ ENDIF LOOP ;
: kind ( -- n )   empty? IF 0 ELSE piece piece-value ENDIF ;
VARIABLE size
: go ( -- )
	kind DUP 0> verify  size !
	from here move   \ expect: FG549
	n verify  empty? verify  size @ 0> verify
	from here move add-move
;
: two ( -- )
	n IF empty? IF from here move add-move ENDIF ELSE n IF e DROP ENDIF ENDIF
;
: opponent ( -- player )   current-player White = IF Black ELSE White ENDIF ;
: home? ( player -- ? )   White = IF 0 ELSE 12 ENDIF enemy-at? ;
: worth ( player -- n )   White = IF 0 ELSE 12 ENDIF piece-type-at ;
: ahead ( -- n )   current-player worth opponent worth - ;
VARIABLE kept
: keep ( -- )   ahead kept !  kept @ kept ! ;   \ expect: FG549
: result ( -- n )
	own other < IF 1 ELSE own other < IF 2 ELSE 0 ENDIF ENDIF   \ expect: FG550
;
: OnIsGameOver ( -- result )
	current-player home? IF #LossScore ELSE
	opponent home? stalemate? OR IF #LossScore ELSE   \ expect: FG565
	keep kept @ 9 = IF
		ahead 0> IF #LossScore ELSE #WinScore ENDIF ELSE   \ expect: FG565
	result 2 = IF #DrawScore ELSE #UnknownScore ENDIF ENDIF ENDIF ENDIF
;
{moves more
	{move} go
	{move} two
moves}
{pieces
	{piece} man {moves} more 1 {value}
	{piece} one {moves} list
pieces}
{board-setup
	{setup} White man a1 {setup} White one b1
	{setup} Black man d4 {setup} Black one c4
board-setup}
