\ The board is given a second time, larger, behind words that name positions of the first.
{board 3 3 {grid} {variable} steps board}
{directions -1 0 {direction} n 1 0 {direction} s directions}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
: home? ( -- ? )   here b1 = ;   \ expect: FG524
: step ( -- )   n verify empty? verify home? NOT verify steps @ 9 < verify   \ expect: FG524
	from here move add-move ;
: back ( -- )   s verify empty? verify from here move 1 steps later! add-move ;   \ expect: FG524
{moves ways {move} step {move} back moves}
{pieces {piece} man {moves} ways pieces}
{board-setup {setup} White man a1 {setup} Black man c3 board-setup}
{board 4 4 {grid} {variable} steps board}   \ expect: FG524 FG403
: OnTerminate ( -- )   White man b1 OnEditAdd  Black man b3 OnEditAdd ;
