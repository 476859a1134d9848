\ general.4th -- the duel of duel.4th, played by the alpha-beta that the language brings along.
\
\ The judgement is the one of engine.4th; the search is `AlphaBeta` instead of `Score`.

LOAD duel.4th

: worth-to-him ( -- score )   \ What the board is worth to the player a search works for.
	player-to-move me !
	evaluation
;

: General-Engine ( -- )   \ The engine in a line: a judgement, and how deep to look.
	['] worth-to-him MaxDepth @ AlphaBeta
;

{players
	{player}  South {search-engine} General-Engine
	{neutral} West
	{player}  North {search-engine} General-Engine
	{neutral} East
	{player}  ?Cleaner {random}
players}
