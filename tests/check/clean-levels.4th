\ Pieces that levels put on the board come onto it, and can move.
{board 1 4 {grid} board}
{directions 0 1 {direction} east directions}
{players {player} P players}
{turn-order {turn} P turn-order}

: go ( -- ) east verify empty? verify from here move add-move ;
{moves moves {move} go moves}
{pieces {piece} man {moves} moves pieces}

{levels
	{level} | P:man@a1
	{level} | P:man@b1
levels}

: solved ( -- ) d1 not-empty-at? IF P goal ENDIF ;
{endings solved {ending} solved endings}
