"""Draw positions, with one geometry for SVG, the browser and the terminal.

The steps are plain data until the last one: rows and columns of positions (`placement.py`), pixels
(`cell_geometry.py`, `board_layout.py`), a `Scene` that JSON can hold, and SVG or text. Positions
are placed by the grid, half a place further in each row if links make six neighbours; by names such
as `c4`; by directions named after the compass; or by directions that undo each other. Boards with
links only are laid out by `placement.py`, with sums and roots alone, so every machine draws them
alike; contradictory links have no drawing, and positions are listed.

Data that depends on the game alone is a cached fact, with the part of the document that every
position shares. Style rules are scoped by a class that is a hash of them, so pictures of several
games on a page keep their colours.
"""
