"""The keys of the explorer, which help lists."""

from __future__ import annotations

from textual.binding import Binding

#: In the order of the last line, which begins with them as far as there is room.
KEYS = [
    Binding("o", "open", "GitHub", tooltip="open its page on GitHub in the browser"),
    Binding("question_mark", "help", "Help", key_display="?", tooltip="this list of keys"),
    Binding("q", "quit", "Quit", tooltip="quit; Ctrl+Q too"),
    Binding(
        "slash",
        "search",
        "Search",
        key_display="/",
        tooltip="search for users or repositories",
    ),
    Binding(
        "escape",
        "back",
        "Back",
        key_display="Esc",
        tooltip="back, to the same line; Backspace and [ too",
    ),
    Binding("backspace,left_square_bracket,alt+left", "back", show=False),
    Binding("s", "visit('stargazers')", "Stars", tooltip="who starred the repository"),
    Binding("u", "visit('user')", "Owner", tooltip="the owner of the repository or the list"),
    Binding("a", "visit('repos')", "Repos", tooltip="all repositories of the user"),
    Binding(
        "S",
        "visit('starred')",
        "Starred",
        key_display="S",
        tooltip="what the user has starred",
    ),
    Binding("f", "visit('followers')", "Followers", tooltip="who follows the user"),
    Binding(
        "F",
        "visit('following')",
        "Following",
        key_display="F",
        tooltip="whom the user follows",
    ),
    Binding("i", "filter", "Filter", tooltip="filter a user's repositories as you type"),
    Binding("t", "sort", "Sort", tooltip="another order"),
    Binding(
        "ctrl+t",
        "switch",
        show=False,
        key_display="Ctrl+T",
        tooltip="in a search: repositories instead of users, and back",
    ),
    Binding(
        "circumflex_accent",
        "up",
        "Up",
        show=False,
        key_display="^",
        tooltip="from a list to its user or repository",
    ),
    Binding(
        "r",
        "reload",
        "Reload",
        tooltip="ask again, draw other users, restart a dead server",
    ),
    Binding(
        "right_square_bracket,alt+right",
        "forward",
        "Forward",
        key_display="]",
        show=False,
        tooltip="forward again",
    ),
    Binding("y", "copy", "Copy", show=False, tooltip="copy the page's address"),
    Binding("l", "rate", "Limits", show=False, tooltip="what is left of the limits"),
    Binding("L", "sign_in", "Sign in", show=False, key_display="L", tooltip="sign in or out"),
    Binding("h", "home", "Home", show=False, tooltip="random users"),
    Binding("D", "theme", "Theme", show=False, key_display="D", tooltip="dark or light"),
    Binding("ctrl+z", "suspend_process", show=False),
]
