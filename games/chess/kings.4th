\ kings.4th -- where kings stand in a position that was set from outside. Loaded behind the types.

: find-king ( player -- )   \ Note where a player's king stands, -1 if nowhere.
	-1 OVER player-index kings !
	$positions @ 0 DO
		DUP king OR I piece-at = IF I OVER player-index kings ! ENDIF
	LOOP DROP
;

: find-kings ( -- )   White find-king  Black find-king ;

: rival-king ( -- pos )   next-player player-index kings @ ;

: refuse-check ( -- )   \ Nobody leaves their king in check.
	rival-king current-player attacked-by? ABORT" the king of the player not to move is in check"
;
