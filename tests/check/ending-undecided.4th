\ An ending that holds for nobody.
{board 2 3 {grid} board}
{players {player} One {player} Two players}
{turn-order {turn} One {turn} Two turn-order}
: put   empty? verify drop add-move ;
{moves drops {move} put moves}
{pieces {piece} stone {drops} drops pieces}
: full ( -- )   stalemate? IF draw ENDIF ;
: crowded ( -- )   \ expect: FG552
	a1 not-empty-at? a2 not-empty-at? AND verify
;
{endings
	full    {ending} full
	crowded {ending} crowded
endings}
