\ A losing game: evaluation and ending agree.
LOAD parts/head.4th
: OnEvaluate ( -- score )   current-player material-balance NEGATE ;
: OnIsGameOver ( -- result )   stalemate? IF #WinScore ELSE #UnknownScore ENDIF ;
LOAD parts/tail.4th
