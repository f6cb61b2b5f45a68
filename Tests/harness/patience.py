"""How long tests wait for an event that must happen."""

#: In seconds. A slow and busy machine needs many of them, and a test that passes waits for none.
PATIENCE = 300

#: The latency, in milliseconds, of an upstream that does not answer before a test's patience ends.
ENDLESS = 4000 * PATIENCE

#: Options of a server that does not lose patience before the test does.
PATIENT = [f"--request-timeout={4 * PATIENCE}", f"--upstream-timeout={4 * PATIENCE}"]

#: Options of a server whose upstream does not answer, and which does not stop waiting for it.
STUCK = ["--sandbox-option", f"latency={ENDLESS}", *PATIENT]
