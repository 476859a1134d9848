\ Preferred moves, and each text once.
LOAD pawns.4th
VARIABLE takes
: right n verify e verify enemy? verify takes ++ 1 prefer from here move add-move ;
: again n verify empty? verify from here move unique add-move ;
{moves ways {move} step {move} again {move} right {move} left moves}
{pieces {piece} man {moves} ways pieces}
: OnMoves takes @ 5 MOD 0= IF $FirstMove DROP ENDIF takes ++ ;
