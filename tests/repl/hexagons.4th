\ hexagons.4th -- a board of seven hexagons whose places are known by their links only.

{board
	{position} top-left {position} top-right
	{position} left {position} middle {position} right
	{position} low-left {position} low-right
	{variable} count
	3 {array} kept[]
board}

{directions
	{link} across top-left top-right  {link} across left middle  {link} across middle right
	{link} across low-left low-right
	{link} back top-right top-left  {link} back middle left  {link} back right middle
	{link} back low-right low-left
	{link} rise low-left middle  {link} rise middle top-right  {link} rise left top-left
	{link} rise low-right right
	{link} fall middle low-left  {link} fall top-right middle  {link} fall top-left left
	{link} fall right low-right
	{link} climb low-right middle  {link} climb middle top-left  {link} climb right top-right
	{link} climb low-left left
	{link} drop-down middle low-right  {link} drop-down top-left middle
	{link} drop-down top-right right  {link} drop-down left low-left
directions}

{players {player} One {player} Two {player} Three players}
{turn-order {turn} One {repeat} {turn} Two {of-type} plain {turn} Three {for-player} One turn-order}

: walk ( -- )   \ Across, to an empty place.
	across verify empty? verify from here move add-move
;

{moves walks {move} walk {move-type} plain moves}
{pieces {piece} stone {moves} walks {piece} star 3 {value} {piece} tower pieces}
{board-setup {setup} One stone left {setup} Two star top-left {setup} Three tower right board-setup}
