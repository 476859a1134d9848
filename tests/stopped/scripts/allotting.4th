\ Data is laid down in the dictionary while the game is played.
LOAD pawns.4th
CREATE log 0 ,
: OnMakeAMove turn-number , 7 C, log ++ ;
: OnEvaluate HERE 1 AND 4 ALLOT log @ + ;
: tried log @ 100 < verify step 5 C, ;
{moves ways {move} tried {move} right {move} left moves}
{pieces {piece} man {moves} ways pieces}
