\ Timers and the system's time in variables.
LOAD pawns.4th
TIMER clock  VARIABLE ticks
: OnMakeAMove ticks ++ ;
: OnEvaluate clock START-TIMER clock READ-TIMER DROP ticks ++ current-player material-balance ;
