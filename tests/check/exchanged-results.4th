\ Whoever has nothing left wins, and the opponent who has nothing left too.
LOAD parts/head.4th
: count-men ( player -- n )   0 SWAP 16 0 DO DUP I player-at = IF SWAP 1+ SWAP ENDIF LOOP DROP ;
: has-men? ( player -- ? )   count-men 0> ;
: OnIsGameOver ( -- result )
	current-player has-men? NOT turn-number 9 > AND IF #DrawScore EXIT ENDIF
	current-player has-men? IF #WinScore EXIT ENDIF
	next-player has-men? IF #WinScore EXIT ENDIF   \ expect: FG565
	current-player count-men 0= IF #WinScore ELSE   \ expect: FG565
		next-player count-men 0= IF #LossScore ELSE #UnknownScore ENDIF   \ expect: FG565
	ENDIF
;
LOAD parts/tail.4th
