"""recording, generating, storing and applying moves."""
