\ Nobody can join a turn that is not there.
{board 2 3 {grid} board}
{players {player} One {player} Two players}
{turn-order
	{together} Two   \ expect: FG103
	{turn} One
turn-order}
: put   empty? verify drop add-move ;
{moves drops {move} put moves}
{pieces {piece} stone {drops} drops pieces}
