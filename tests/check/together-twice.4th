\ A player cannot choose twice in one turn.
{board 2 3 {grid} board}
{players {player} One {player} Two players}
{turn-order
	{turn} One
	{together} Two
	{together} One   \ expect: FG103
turn-order}
: put   empty? verify drop add-move ;
{moves drops {move} put moves}
{pieces {piece} stone {drops} drops pieces}
