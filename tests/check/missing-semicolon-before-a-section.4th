\ A section that begins inside a definition.
: step-n ( -- )   \ expect: FG107
	1 .
{board
	3 3 {grid}
board}
LOAD parts/drops.4th
{players {player} X {player} O players}
{turn-order {turn} X {turn} O turn-order}
