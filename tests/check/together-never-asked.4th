\ The players move in turn, so nobody asks OnTogether.
{board 2 3 {grid} board}
{players {player} One {player} Two players}
{turn-order {turn} One {turn} Two turn-order}
: put   empty? verify drop add-move ;
{moves drops {move} put moves}
{pieces {piece} stone {drops} drops pieces}
: OnTogether   One chosen .moveCFA EXECUTE ;   \ expect: FG521
