\ Endings that read what the move list has stored.
LOAD pawns.4th
VARIABLE steps  VARIABLE asked
: counted step steps ++ ;
: OnGenerateMoves 0 steps ! ;
{moves ways {move} counted {move} right {move} left moves}
{pieces {piece} man {moves} ways pieces}
: stuck asked ++ stalemate? IF current-player loses ENDIF ;
: long turn-number 20 > IF draw ENDIF ;
: few steps @ 0= turn-number 5 > AND IF current-player loses ENDIF ;
{endings few {ending} no-steps stuck {ending} blocked long {ending} too-long endings}
