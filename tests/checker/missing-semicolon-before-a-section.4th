\ A section that begins inside a definition.
: step-n ( -- )
	1 .
{board   \ expect: FG107
	3 3 {grid}
board}
LOAD parts/drops.4th
{players {player} X {player} O players}
{turn-order {turn} X {turn} O turn-order}
