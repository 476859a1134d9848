\ A script without set-up gets one finding.
LOAD parts/head.4th
{pieces   \ expect: FG566
	{piece} man {moves} list
	{piece} king {moves} list
pieces}
