\ An engine of the script's own that goes on for a long time, and stores as it goes.
LOAD pawns.4th
VARIABLE nodes  64 [] table  VARIABLE level
: deeper level ++ current-player FALSE 0 $GenerateMoves
$FirstMove BEGIN DUP WHILE
$CloneBoard DUP .moveCFA EXECUTE OnNextTurn nodes ++ nodes @ DUP 63 AND table ! level @ 6 < IF RECURSE ENDIF $DeallocateBoard
$NextMove REPEAT DROP $DeallocateMoves level @ 1- level ! ;
: think 0 level ! $FirstMove $MoveString BestMove! deeper ;
{players {player} White {search-engine} think {player} Black {search-engine} think players}
{turn-order {turn} White {turn} Black turn-order}
