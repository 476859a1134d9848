\ OnGenerateMoves that stores for the move words after the older word, and before it.
{board 1 4 {grid} {variable} tired {variable} full board}
{directions 0 1 {direction} east 0 -1 {direction} west directions}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
VARIABLE lonely
VARIABLE seen
: OnGenerateMoves ( -- )
	0 seen !
	OnGenerateMoves
	move-count 1 = lonely !   \ expect: FG558
	turn-number 9 > tired !   \ expect: FG558
	seen @ 0= full !
;
: step ( -- )   \ A step ahead, two for a man who is alone.
	east verify empty? verify
	lonely @ IF tired @ NOT IF east verify empty? verify ENDIF ENDIF
	from here move add-move  seen ++
;
{moves steps {move} step moves}
{pieces {piece} man {moves} steps pieces}
{board-setup {setup} White man a1 {setup} Black man b1 board-setup}
: OnIsGameOver ( -- result )   full @ west DROP IF #DrawScore ELSE #UnknownScore ENDIF ;
