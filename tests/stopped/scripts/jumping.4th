\ Partial moves, with the last square in a VARIABLE that compiled words store.
LOAD pawns.4th
VARIABLE jumper  VARIABLE jumps
: land jumper ! jumps ++ ;
: jump n verify not-empty? verify n verify empty? verify turn-number 9 < verify
partial from here move here COMPILE-LITERAL COMPILE land add-move ;
: again jumps @ 0> verify from jumper @ = verify e verify empty? verify from here move 0 COMPILE-LITERAL COMPILE land add-move ;
{moves ways {move} jump {move} step {move} again {move} right {move} left moves}
{pieces {piece} man {moves} ways pieces}
: OnNextTurn OnNextTurn -1 jumper ! 0 jumps ! ;
