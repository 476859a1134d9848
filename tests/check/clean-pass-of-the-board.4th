\ Stones in hand pass, and so do those on the board: a pass is there also with an empty hand.
{board 3 3 {grid} {hand} board}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
: place ( -- )   empty? verify drop add-move ;
: rest ( -- )   Pass ;
{moves placing {move} place {move} rest moves}
{moves waiting {move} rest moves}
{pieces {piece} stone {moves} waiting {drops} placing pieces}
: OnNewGame ( -- )   4 stone White in-hand!  4 stone Black in-hand! ;
