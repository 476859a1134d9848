\ A store is named where a word stands that chooses it by the player.
{board
	1 4 {grid}
	{position} south-store
	{position} north-store
board}
{directions 0 1 {direction} east directions}
{players {player} South {player} North players}
{turn-order {turn} South {turn} North turn-order}

: my-store ( -- pos ) current-player South = IF south-store ELSE north-store ENDIF ;
: leave ( -- )
	east verify
	from my-store move
	add-move
;
: stay-out ( -- )
	south-store empty-at? verify \ expect: FG544
	from my-store move
	add-move
;
: wait ( -- ) here south-store = verify Pass ;

{moves man-moves {move} leave {move} stay-out {move} wait moves}
{pieces {piece} man {moves} man-moves pieces}
{board-setup
	{setup} South man a1
	{setup} North man d1
board-setup}
