"""Everyone's phone as a private screen: a small server over one table, its wire and its pages (docs/host.md)."""
