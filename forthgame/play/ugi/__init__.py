"""Speak UGI, the protocol UCI for any game, as an engine and as a client.

`startup.py` answers lines that need no game, from the script's text, while it loads. A client's
program is guarded by a shell that ends it when the process that uses it is gone.
"""
