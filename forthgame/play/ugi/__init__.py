"""UGI, the words of UCI for any game: `server` speaks it for our games, `program` to others."""
