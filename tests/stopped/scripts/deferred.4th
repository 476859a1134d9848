\ Words are chosen while the game is played.
LOAD pawns.4th
DEFER worth  VARIABLE calls
: by-place 0 16 0 DO I friend-at? IF I + ENDIF LOOP ;
: by-number calls ++ current-player material-balance calls @ 3 MOD + ;
' by-place IS worth
: OnEvaluate worth turn-number 3 MOD IF ['] by-number IS worth ELSE ['] by-place IS worth ENDIF ;
: OnMakeAMove turn-number 4 MOD 0= IF ['] by-place IS worth ENDIF ;
