"""How long tests wait for what must come."""

#: In seconds. A slow and busy machine needs many of them, and a test that passes waits for none.
PATIENCE = 90.0
