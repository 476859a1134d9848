\ Texts and numbers are put into PAD.
LOAD pawns.4th
VARIABLE length
: write PAD length @ 31 AND + C! length ++ ;
: OnMakeAMove turn-number 65 + write ;
: OnGenerateMoves turn-number 33 + PAD 40 + C! ;
: OnEvaluate PAD C@ 10 MOD 77 PAD 20 + ! PAD 20 + @ + turn-number write ;
: OnRetractMove 33 write OnRetractMove ;
