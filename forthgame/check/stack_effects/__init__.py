"""stack effects by abstract interpretation, and findings about them."""
