\ OnGenerateMoves makes the list with the older word, and notes how many moves there are.
LOAD pawns.4th
VARIABLE mobility  VARIABLE lists
: OnGenerateMoves lists ++ OnGenerateMoves move-count DUP mobility ! last-to ! ;
: OnIsGameOver last-to @ 0= turn-number 40 > OR IF #LossScore ELSE #UnknownScore ENDIF ;
: OnEvaluate mobility @ last-to @ + ;
