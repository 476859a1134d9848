\ Forced passes come and go.
LOAD pawns.4th
VARIABLE passes
: OnGenerateMoves turn-number 2 MOD IF $passTurnForced ON ELSE $passTurnForced OFF ENDIF ;
: OnMakeAMove $passTurnForced @ IF passes ++ ENDIF ;
: OnEvaluate passes @ $passTurnForced @ + ;
: OnIsGameOver turn-number 30 > IF #DrawScore ELSE OnIsGameOver ENDIF ;
