\ An event that must give a result.
LOAD parts/head.4th
: OnIsGameOver   \ expect: FG209
	stalemate? IF #LossScore DROP ENDIF
;
LOAD parts/tail.4th
