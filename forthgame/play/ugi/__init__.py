"""Speak UGI, the protocol UCI for any game, and its relatives, as an engine and as a client.

`startup.py` answers lines that need no game, from the script's text, while it loads; then
`engine_server.py` does. `protocols.py` describes UGI, UCI, USI and UCCI by their words. A client's
program is guarded by a shell that ends it when the process that uses it is gone.
"""
