"""analysis of games and its presentation: tallies, stopping, text, HTML, plots, export."""
