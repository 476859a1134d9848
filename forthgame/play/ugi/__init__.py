"""UGI, the protocol UCI for any game, as an engine (`server`) and as a client (`program`)."""
