"""Tables in memory: one keeper for each, who stores, reads on and tells."""
