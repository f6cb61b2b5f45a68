"""Pictures on the screens of real terminals."""

import os
import shlex
import sys
from pathlib import Path

import pytest
from PIL import Image
from pseudo_terminal import PATIENT_COMMAND
from screen import PICTURES, Screen, avatar, fault

#: Debian's xterm supports Sixel as a VT340. Kitty 0.26 lacks placeholders, so it shows half-blocks.
TERMINALS = {
    "sixel": ["xterm", "-ti", "vt340", "-fa", "DejaVu Sans Mono", "-fs", "10", "-geometry", "110x32",
              "-bg", "black", "-fg", "white", "-e"],
    "kitty": ["kitty", "--config", "NONE", "-o", "font_size=10", "-o", "remember_window_size=no",
              "-o", "initial_window_width=110c", "-o", "initial_window_height=32c"],
}  # fmt: skip


def keep(name: str, seen: Image.Image) -> None:
    """Updates a picture of the documentation, if that was requested."""
    if os.environ.get("GITXPLORER_WRITE_SCREENS"):
        box = seen.convert("RGB").getbbox()
        seen.crop(box).save(PICTURES / f"browse-{name}.png", optimize=True)


def browse(real_binary: str, *words: str) -> list[str]:
    """The explorer on the sandbox."""
    server = shlex.join([real_binary, "serve", "--sandbox"])
    return [sys.executable, "-c", PATIENT_COMMAND, "browse", "--server", server, *words]


@pytest.mark.parametrize("name", TERMINALS)
def test_a_terminal_shows_a_picture_in_its_own_colors(
    name: str, real_binary: str, environment: dict[str, str], tmp_path: Path
) -> None:
    expected = avatar(real_binary, "github", environment)
    environment.update(HOME=str(tmp_path), LC_ALL="C.UTF-8")
    command = [*TERMINALS[name], *browse(real_binary, "user", "github")]
    with Screen() as screen:
        screen.run(command, environment, tmp_path / "log")
        keep(name, screen.wait_for(lambda seen: fault(seen, expected)))
