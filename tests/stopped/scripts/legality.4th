\ OnIsLegal? counts how often it is asked.
LOAD pawns.4th
VARIABLE asked  VARIABLE forbidden
: OnIsLegal? asked ++ a4 empty-at? a1 empty-at? AND asked @ 9 MOD 0= OR NOT DUP NOT IF forbidden ++ ENDIF ;
: OnEvaluate asked @ forbidden @ - ;
