\ A score that is kept up by making and taking back.
LOAD pawns.4th
VARIABLE balance  64 [] stack  VARIABLE depth
: OnMakeAMove balance @ depth @ 63 AND stack ! depth ++ current-player White = IF 1 ELSE -1 ENDIF balance +! ;
: OnRetractMove depth @ 1- DUP depth ! 63 AND stack @ balance ! OnRetractMove ;
: OnEvaluate balance @ depth @ + ;
