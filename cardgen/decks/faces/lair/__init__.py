"""The face of Liar’s Lair: how a claim speaks, and where everything stands on its card."""
