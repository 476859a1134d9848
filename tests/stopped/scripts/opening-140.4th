\ OnGenerateMoves sets a flag for the move words, and leaves the list to the engine.
LOAD pawns.4th
VARIABLE lonely  VARIABLE lists
: OnGenerateMoves lists ++ 0 16 0 DO I friend-at? IF 1+ ENDIF LOOP 3 < lonely ! ;
: leap lonely @ verify n verify n verify friend? NOT verify from here move add-move ;
{moves ways {move} step {move} leap {move} right {move} left moves}
{pieces {piece} man {moves} ways pieces}
: OnMakeAMove lonely @ IF 1 last-to +! ENDIF ;
