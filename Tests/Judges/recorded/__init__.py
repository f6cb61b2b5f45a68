"""GitHub's recorded answers as judges of the simulator: what was sent, what is asked, the rules."""
