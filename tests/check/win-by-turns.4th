\ Who is to move when there have been too many turns wins.
LOAD parts/head.4th
: OnIsGameOver ( -- result )
	turn-number 50 > IF #WinScore ELSE #UnknownScore ENDIF   \ expect: FG565
;
LOAD parts/tail.4th
