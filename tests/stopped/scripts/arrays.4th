\ Arrays of the dictionary and of the board, written by move words and by events.
LOAD pawns.4th
16 [] heat  CREATE bytes 16 ALLOT
: hot here heat ++ here heat @ 5 < verify step 0 here heat ! ;
: OnMakeAMove turn-number 15 AND DUP stamps[] C@ 1+ 127 AND OVER stamps[] C! bytes + DUP C@ 1+ 255 AND SWAP C! ;
: OnNextTurn OnNextTurn turn-number 15 AND visits[] ++ ;
{moves ways {move} hot {move} right {move} left {move} aside moves}
{pieces {piece} man {moves} ways pieces}
: OnEvaluate 0 16 0 DO I heat @ + bytes I + C@ + I visits[] @ + LOOP ;
