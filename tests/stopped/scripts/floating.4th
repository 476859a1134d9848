\ Floats: a mean of evaluations.
LOAD pawns.4th
FVARIABLE mean  FVARIABLE weight
: OnMakeAMove weight F@ 1.5 F+ weight F! ;
: OnEvaluate mean F@ 0.5 F* current-player material-balance N>F F+ FDUP mean F! weight F@ F+ F>N ;
: OnNewGame 0.25 weight F! ;
