"""Compute stack effects by abstract interpretation, and report findings about them."""
