\ duel.4th -- Splut! for two: South and North think, and of West and East only the stones are there.

LOAD splut.4th

{players   \ in the order of splut.4th: stones are told apart by it
	{player}  South {search-engine} Custom-Engine
	{neutral} West
	{player}  North {search-engine} Custom-Engine
	{neutral} East
	{player}  ?Cleaner {random}
players}

{turn-order
	{turn} South
	{turn} North  {turn} North
	{repeat}
	{turn} ?Cleaner {of-type} cleaning
	{turn} South  {turn} South  {turn} South
	{turn} North  {turn} North  {turn} North
turn-order}

{board-setup
	{setup} South stone e1  {setup} South wizard d2  {setup} South dwarf e2  {setup} South troll f2
	{setup} North stone e9  {setup} North wizard f8  {setup} North dwarf e8  {setup} North troll d8
	{setup} West  stone a5
	{setup} East  stone i5
	{setup} ?Cleaner broom cupboard
board-setup}
