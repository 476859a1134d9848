"""Serve the board to a browser, `forthgame serve`.

The server loads no script. Each table (`forthgame/ui/tables/`) has confined processes
(`forthgame/ui/worker/`) that answer in JSON, and every ply is saved to the table's file before it
is reported. A page receives a short event when a table has changed, and requests the position it
shows.

Access is checked before anything else (`access_guard.py`): token, host, origin. Stores of
tournaments are read in threads, for a quarter of a second at a time, so a table of a million games
does not delay others; a plan may name any script, but only offered ones are loaded.
`http_server.py` limits open connections, and warnings about malformed requests are not logged.

`web/` contains the page: `room.js` decides which view is shown, `picture.js` admits only elements
of drawings, `chooser.js` turns clicks into moves, and `dom.js` alone creates other elements, never
from markup.
"""
