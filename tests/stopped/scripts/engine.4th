\ A search engine of the script's own, with a counter of nodes and a book.
LOAD stones.4th
VARIABLE nodes  VARIABLE best  VARIABLE searches  32 [] book
: try $CloneBoard DUP .moveCFA EXECUTE nodes ++ nodes @ Nodes! current-player material-balance $DeallocateBoard ;
: think searches ++ -100000 best !
$FirstMove BEGIN DUP WHILE
try DUP best @ > IF best ! DUP $MoveString BestMove! best @ Score! ELSE DROP ENDIF $Yield
$NextMove REPEAT DROP searches @ 31 AND book ++ ;
{players {player} Black {search-engine} think {player} White {search-engine} think players}
{turn-order {turn} Black {turn} White turn-order}
