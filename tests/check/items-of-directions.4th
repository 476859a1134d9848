\ Comments of words that run directions which they are given.
LOAD parts/head.4th
CREATE ways   ' n , ' e ,
: way ( i -- 'dir )   CELLS ways + @ ;
: free? ( 'dir -- ? )   EXECUTE IF empty? ELSE FALSE ENDIF ;
: jump ( 'dir -- )   \ expect: FG207
	DUP EXECUTE IF
		not-empty? IF
			DUP free? IF from here move add-move ENDIF
		ENDIF
	ENDIF
	back
;
: run ( 'dir -- )
	BEGIN DUP free? WHILE from here move add-move REPEAT DROP back
;
: shoot ( 'dir -- )   \ expect: FG207
	run
	DUP EXECUTE verify
	from here move add-move DROP
;
: all ( -- )   2 0 DO I way DUP jump run LOOP ;
: shoot-n ( -- )   ['] n shoot ;
{moves more
	{move} all
	{move} shoot-n
moves}
{pieces
	{piece} man {moves} more
	{piece} one {moves} list
pieces}
{board-setup
	{setup} White man a1 {setup} White one b1
	{setup} Black man d4 {setup} Black one c4
board-setup}
