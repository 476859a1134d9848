\ gravity
{board
    5 6 {grid}
board}
{directions
    1 0 {direction} fall
    -1 0 {direction} rise
    0 1 {direction} right
    0 -1 {direction} left
directions}
{players
    {player} Red
    {player} Yellow
players}
{turn-order
    {turn} Red
    {turn} Yellow
turn-order}
: supported? ( -- ? )
    here fall IF
        not-empty?
    ELSE
        TRUE
    ENDIF
    SWAP to
;
: drop-disc ( -- )
    empty? IF
        supported? IF
            drop
            add-move
        ENDIF
    ENDIF
;
: count ( pos dir -- n )
    0 BEGIN
        OVER EXECUTE IF friend? NOT not-empty? AND ELSE FALSE ENDIF
    WHILE
        1+
    REPEAT
    SWAP DROP SWAP to
;
: line? ( pos -- ? )
    DUP to DUP ['] right count OVER to OVER ['] left count + 2 > SWAP
    DUP to DUP ['] rise count OVER to OVER ['] fall count + 2 > SWAP to OR
;
: won? ( -- ? )
    FALSE
    30 0 DO
        I not-empty-at? IF
            I player-at next-player = IF
                I line? OR
            ENDIF
        ENDIF
    LOOP
;
: OnIsGameOver ( -- result )
    won? IF
        #LossScore
    ELSE
        move-count 0= IF #DrawScore ELSE #UnknownScore ENDIF
    ENDIF
;
{moves disc-drops
    {move} drop-disc
moves}
{pieces
    {piece} disc {drops} disc-drops
pieces}
