\ three players, an island map by links
{board
  {position} isle1 {position} isle2 {position} isle3 {position} isle4 {position} isle5 {position} isle6
board}
{directions
  {link} sail isle1 isle2 {link} sail isle2 isle3 {link} sail isle3 isle4
  {link} sail isle4 isle5 {link} sail isle5 isle6 {link} sail isle6 isle1
  {link} back-sail isle2 isle1 {link} back-sail isle3 isle2 {link} back-sail isle4 isle3
  {link} back-sail isle5 isle4 {link} back-sail isle6 isle5 {link} back-sail isle1 isle6
  {link} ferry isle1 isle4 {link} ferry isle4 isle1
directions}
{players {player} Rome {player} Tyre {player} Troy players}
{turn-order {turn} Rome {turn} Tyre {turn} Troy turn-order}
VARIABLE wind
: blow ( -- ) wind ++ wind @ 2 > IF 0 wind ! ENDIF ;
: OnNextTurn ( -- ) blow OnNextTurn ;
: ally? ( -- ? ) player Rome = current-player Tyre = AND player Tyre = current-player Rome = AND OR ;
: trip ( 'd -- )
  EXECUTE verify
  friend? NOT verify
  ally? NOT verify
  from here move add-move
;
: with-wind ( -- ) ['] sail trip ;
: against ( -- ) wind @ 2 <> verify ['] back-sail trip ;
: ferry-over ( -- ) wind @ 0= verify ['] ferry trip ;
: far ( -- )
  sail verify empty? verify
  sail verify empty? verify
  from here move add-move
;
{moves ship-m {move} with-wind {move} against {move} ferry-over {move} far moves}
{pieces {piece} ship {moves} ship-m pieces}
{board-setup {setup} Rome ship isle1 {setup} Tyre ship isle2 {setup} Troy ship isle5 board-setup}
