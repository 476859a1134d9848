\ The base of numbers is another for a moment.
LOAD pawns.4th
VARIABLE base-seen
: OnEvaluate BASE @ HEX current-player material-balance BASE @ + SWAP BASE ! ;
: OnMakeAMove BINARY BASE @ base-seen ! DECIMAL ;
: tried OCTAL BASE @ 8 = DECIMAL verify step ;
{moves ways {move} tried {move} right {move} left moves}
{pieces {piece} man {moves} ways pieces}
