\ Whoever chooses together with others makes whole moves.
{board 2 3 {grid} board}
{players {player} One {player} Two players}
{turn-order {turn} One {together} Two turn-order}
: put   empty? verify drop partial add-move ;   \ expect: FG523
{moves drops {move} put moves}
{pieces {piece} stone {drops} drops pieces}
