\ Damas. Manera: tipos de movimiento y prioridades.
{board
    8 8 {grid}
board}
{directions
    -1  1 {direction} ad-der
    -1 -1 {direction} ad-izq
     1  1 {direction} at-der
     1 -1 {direction} at-izq
directions}
{players
    {player} Blancas
    {player} Negras
players}
{symmetries
    Negras {symmetry} ad-der at-der
    Negras {symmetry} ad-izq at-izq
symmetries}
{turn-order
    {turn} Blancas
    {turn} Negras
turn-order}
DEFER DAMA
2 CONSTANT CAP
: ultima-fila? ( -- ? )
    current-player Blancas = IF here 8 < ELSE here 55 > ENDIF
;
: coronar ( -- )
    current-piece-type DAMA <> ultima-fila? AND IF
        DAMA change-type
    ENDIF
;
: paso ( 'dir -- )
    EXECUTE verify
    empty? verify
    from here move
    coronar
    add-move
;
: salto ( 'dir tipo -- )
    SWAP
    DUP EXECUTE verify
    enemy? verify
    here SWAP
    EXECUTE verify
    empty? verify
    from here move
    capture-at
    coronar
    partial-move-type
    add-move
;
: p1 ['] ad-der paso ;
: p2 ['] ad-izq paso ;
: p3 ['] at-der paso ;
: p4 ['] at-izq paso ;
: s1 ['] ad-der CAP salto ;
: s2 ['] ad-izq CAP salto ;
: s3 ['] at-der CAP salto ;
: s4 ['] at-izq CAP salto ;
{moves peon
    {move} p1 {move-type} simple
    {move} p2 {move-type} simple
    {move} s1 {move-type} captura
    {move} s2 {move-type} captura
moves}
{moves reina
    {move} p1 {move-type} simple
    {move} p2 {move-type} simple
    {move} p3 {move-type} simple
    {move} p4 {move-type} simple
    {move} s1 {move-type} captura
    {move} s2 {move-type} captura
    {move} s3 {move-type} captura
    {move} s4 {move-type} captura
moves}
{move-priorities
    {move-priority} captura
    {move-priority} simple
move-priorities}
{pieces
    {piece} Peon {moves} peon
    {piece} Dama {moves} reina 3 {value}
pieces}
' Dama IS DAMA
{board-setup
    {setup} Blancas Peon a1 {setup} Blancas Peon c1 {setup} Blancas Peon e1 {setup} Blancas Peon g1
    {setup} Blancas Peon b2 {setup} Blancas Peon d2 {setup} Blancas Peon f2 {setup} Blancas Peon h2
    {setup} Blancas Peon c3 {setup} Blancas Dama g5 {setup} Blancas Peon b6
    {setup} Negras Peon h8 {setup} Negras Peon f8 {setup} Negras Peon d8
    {setup} Negras Peon g7 {setup} Negras Peon e7
    {setup} Negras Peon f6 {setup} Negras Peon d6
board-setup}
: OnIsGameOver ( -- r )
    stalemate? IF #LossScore ELSE #UnknownScore ENDIF
;
: OnEvaluate ( -- n ) current-player material-balance ;
