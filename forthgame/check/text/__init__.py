"""Report findings from comparing the texts of definitions."""
