\ random.4th -- the duel of duel.4th between two players who move at random.

LOAD duel.4th

{players
	{player}  South {random}
	{neutral} West
	{player}  North {random}
	{neutral} East
	{player}  ?Cleaner {random}
players}
