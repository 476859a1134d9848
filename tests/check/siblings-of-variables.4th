\ Variables that are reset and never counted, or set with others and not reset.
{board
	4 4 {grid}
	{variable} runner
	{variable} origin
	{variable} leaps
	{variable} last
	{variable} moved
	{variable} again
board}
{directions -1 0 {direction} n 0 1 {direction} e directions}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
VARIABLE mine
VARIABLE theirs
VARIABLE limit
VARIABLE left
: set-limit ( -- )   4 limit ! ;
: look ( -- )
	0 mine !  0 theirs !
	16 0 DO
		I friend-at? IF mine ++ ENDIF
		I enemy-at? IF mine ++ ENDIF   \ expect: FG563
	LOOP
;
: note-moved ( -- )   moved ++ ;   \ expect: FG402 FG403
: note-again ( -- )   again ON ;   \ expect: FG403
: go ( -- )
	n verify empty? verify
	look mine @ theirs @ + limit @ > verify
	last @ here <> verify
	leaps @ 3 < verify
	moved @ 9 < verify
	runner @ 0= origin @ here <> OR verify
	from here move
	here 1+ runner later!  from origin later!  leaps @ 1+ leaps later!
	add-move
;
: step ( -- )
	left @ 0< verify  left --
	empty? NOT IF 0 left ! ENDIF   \ expect: FG563
	e verify empty? verify
	from here move  here last later!
	add-move
;
: OnNewGame ( -- )   set-limit ;
: OnNextTurn ( -- )
	0 runner !
	0 origin !   \ expect: FG563
	again @ IF again OFF ELSE OnNextTurn ENDIF   \ expect: FG563
;
{moves men {move} go {move} step moves}
{pieces {piece} man {moves} men pieces}
{board-setup {setup} White man a1 {setup} Black man d4 board-setup}
