"""Emacs on the built server. Needs GITXPLORER, the binary's path."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Callable
from urllib.parse import urlsplit

import pytest
from emacs_terminal import BROWSER, EARLY, EMACS, PACKAGE, Emacs, lisp
from harness.patience import PATIENCE
from harness.sandbox import Sandbox
from harness.x_server import XServer

#: The command, its answers to prompts, the kind of its page, and texts that the page has.
PAGES = [
    ("gitxplorer-user", ["octocat"], "user", "8 repositories"),
    ("gitxplorer-repos", ["octocat"], "repos", "octocat · 8 repositories"),
    ("gitxplorer-repo", ["octocat/Hello-World"], "repo", "Hello World!"),
    ("gitxplorer-starred", ["octocat"], "starred", "octocat · starred"),
    ("gitxplorer-followers", ["octocat"], "followers", "Page 1 of 169"),
    ("gitxplorer-following", ["octocat"], "following", "octocat · following"),
    ("C-u gitxplorer-search", ["user:octocat hello"], "search repositories",
     "octocat/Hello-World"),
    ("gitxplorer-stargazers", ["octocat/Hello-World"], "stargazers", "2011-01-28"),
    ("gitxplorer-search", ["octo in:login"], "search", "octocat  User"),
    ("gitxplorer-random", [], "random", "15 random users"),
    ("gitxplorer-rate", [], "rate", "not signed in"),
    ("gitxplorer-user", ["no-such-user-0"], "user", "GitHub has no user no-such-user-0"),
]


@pytest.mark.parametrize("transport", ["stdio", "unix"])
def test_each_page_is_shown(
    start: Callable[..., Emacs], real_binary: str, real_listening: dict[str, str], transport: str
) -> None:
    setting = f"(setq gitxplorer-command '{lisp([real_binary, 'serve', '--sandbox'])})"
    if transport == "unix":
        setting = f"(setq gitxplorer-socket {lisp(real_listening['unix'].removeprefix('unix:'))})"
    count = "(lambda () (setq answers (1+ answers)))"
    setting += f"(setq answers 0)(add-hook 'gitxplorer-page-answered-functions {count})"
    emacs = start(setting, size=(90, 120))
    for command, answers, kind, says in PAGES:
        emacs.command(command, *answers)
        emacs.see(says)
        emacs.shown(kind)
        emacs.value("(setq answers 0)")
        emacs.type("g")
        emacs.becomes("answers", 3 if kind == "repo" else 1)
        emacs.shown(kind)
    emacs.keys("C-x", "C-c")
    emacs.see("ended with 0")


def test_sign_in_by_code_works(start: Callable[..., Emacs], real_binary: str) -> None:
    emacs = start(
        f"(setq gitxplorer-command '{lisp([real_binary, 'serve', '--sandbox'])}){BROWSER}"
    )
    emacs.command("gitxplorer-login")
    emacs.see("for later sessions?")
    emacs.type("n")
    emacs.see("   Code ", "Good until")
    emacs.becomes("(length opened)", 1)
    code = emacs.value("(current-kill 0)")
    page = urlsplit(emacs.value("(car opened)"))
    Sandbox(f"{page.scheme}://{page.netloc}").authorize(code)
    emacs.see("Signed in as octocat.", "kept until the server ends")


def test_without_a_client_id_the_page_for_tokens_is_offered(
    start: Callable[..., Emacs], real_binary: str
) -> None:
    emacs = start(f"(setq gitxplorer-command '{lisp([real_binary, 'serve', '--offline'])})")
    emacs.command("gitxplorer-login")
    emacs.see("for later sessions?")
    emacs.type("n")
    emacs.see("https://github.com/settings/tokens", "gh auth token | gitxplorer login --with-token")


#: Shows a user beside random users, waits for all avatars, and takes a picture of the frame.
PICTURE = """
(setq inhibit-startup-screen t mouse-highlight nil
      default-frame-alist '((width . 148) (height . 34)))
(add-to-list 'load-path "{package}")
(require 'gitxplorer)
(setq gitxplorer-command '{command})
(defun picture-images (buffer)
  (with-current-buffer buffer
    (let ((images 0) (at (point-min)))
      (while (setq at (text-property-not-all at (point-max) 'gitxplorer-avatar nil))
        (when (eq (car-safe (get-text-property at 'display)) 'image)
          (setq images (1+ images)))
        (setq at (1+ at)))
      images)))
(defun picture-take ()
  (tool-bar-mode -1) (menu-bar-mode -1) (scroll-bar-mode -1) (blink-cursor-mode -1)
  (set-frame-size nil 148 34)
  (gitxplorer-random 15)
  (let ((random (current-buffer)) user)
    (select-window (split-window-right 56))
    (gitxplorer-user "github")
    (setq user (current-buffer))
    (other-window 1)
    ;; A window that gets its size late draws its page anew, and asks for what is missing again.
    (let ((end (+ (float-time) {patience})) found)
      (while (and (not (equal found '(15 1))) (< (float-time) end))
        (sit-for 0.1)
        (setq found (mapcar #'picture-images (list random user))))
      (with-temp-file "{place}/told" (prin1 found (current-buffer))))
    (message nil)
    (redisplay t)
    (let ((picture (x-export-frames nil 'png)) (coding-system-for-write 'binary))
      (with-temp-file "{place}/picture.png"
        (set-buffer-multibyte nil)
        (insert picture))))
  (kill-emacs 0))
(run-at-time 0.5 nil
             (lambda ()
               (condition-case wrong (picture-take)
                 (error (with-temp-file "{place}/told" (prin1 wrong (current-buffer)))
                        (kill-emacs 1)))))
"""


def test_avatars_are_shown_if_images_are_supported(
    real_binary: str, environment: dict[str, str]
) -> None:
    with tempfile.TemporaryDirectory(prefix="gx", ignore_cleanup_errors=True) as folder:
        place = Path(folder)
        command = lisp([real_binary, "serve", "--sandbox"])
        (place / "init.el").write_text(
            EARLY
            + PICTURE.format(
                package=PACKAGE, command=command, place=place, patience=PATIENCE / 2
            )
        )
        (place / "home").mkdir()
        with XServer("1600x1000x24") as server:
            done = subprocess.run(
                [EMACS, "-Q", "-l", str(place / "init.el")],
                env={**environment, "DISPLAY": server.display, "HOME": str(place / "home"),
                     "LC_ALL": "C.UTF-8", "NO_AT_BRIDGE": "1"},
                capture_output=True, text=True,
            )
        assert (place / "told").exists(), done
        told = (place / "told").read_text()
        assert (done.returncode, told) == (0, "(15 1)"), (told, done.stderr)
        picture = (place / "picture.png").read_bytes()
        assert picture.startswith(b"\x89PNG") and len(picture) > 20_000
        if os.environ.get("GITXPLORER_WRITE_SCREENS"):
            shutil.copy(place / "picture.png", PACKAGE.parents[1] / "Documentation/pictures/emacs.png")
