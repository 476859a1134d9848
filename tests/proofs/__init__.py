"""Proofs: solved games, and small games with every value worked out here."""
