\ Words that go in one direction after the other from where they were before, and some that return.
LOAD parts/head.4th
CREATE ways   ' n , ' e ,
: way ( i -- 'dir )   CELLS ways + @ ;
: hop ( 'dir -- )
	DUP EXECUTE not-empty? AND IF
		EXECUTE IF empty? IF from here move add-move ENDIF ENDIF
	ELSE DROP ENDIF
	back
;
: walk ( 'dir -- )
	EXECUTE IF
		empty? IF from here move add-move ENDIF
	ENDIF   \ expect: FG570
;
: every ( -- )   2 0 DO I way DUP hop walk LOOP ;
: slide ( 'dir -- )
	back EXECUTE IF empty? IF from here move add-move ENDIF ENDIF
;
: slides ( -- )   2 0 DO I way slide LOOP ;
: along ( 'dir -- )   EXECUTE IF empty? IF from here move add-move ENDIF ENDIF ;
: around ( -- )   2 0 DO back I way along LOOP ;
: straight ( -- )   ['] n along ;
: men ( 'dir -- n )   0 BEGIN OVER EXECUTE WHILE 1+ REPEAT SWAP DROP back ;
: own ( 'dir -- n )
	0 BEGIN OVER EXECUTE WHILE friend? IF 1+ ENDIF REPEAT SWAP DROP   \ expect: FG570
;
: both ( 'dir 'dir -- n )   own SWAP own + ;
: all ( 'dir 'dir -- n )   men SWAP men + ;
: line ( -- )
	['] n ['] e both  ['] n ['] e all = verify
	n verify empty? verify from here move add-move
;
: try ( i -- )
	way EXECUTE IF empty? IF from here move add-move ENDIF ENDIF   \ expect: FG570
;
: tries ( -- )   0 BEGIN DUP try 1+ DUP 2 = UNTIL DROP ;
{moves more
	{move} tries
	{move} line
	{move} every
	{move} slides
	{move} around
	{move} straight
moves}
{pieces
	{piece} man {moves} more
	{piece} other {moves} list
pieces}
{board-setup
	{setup} White man a1
	{setup} White other b1
	{setup} Black man d4
	{setup} Black other c4
board-setup}
