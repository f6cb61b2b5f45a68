"""What the black-box tests share: processes, connections, the sandbox's control, transcripts."""
