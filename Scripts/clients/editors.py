"""The kinds of errors that the editors' clients treat in a way of their own."""

from __future__ import annotations

from .schema import Schema

VIM = """" The kinds of errors for which a sign-in may help.
" Generated from the server's table of errors by `make schemas`; do not edit.

scriptencoding utf-8

let g:gitxplorer#kinds#sign_in = [{}]
"""

EMACS = """;;; gitxplorer-kinds.el --- Kinds of errors -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Generated from the server's table of errors by `make schemas'; do not edit.

;;; Code:

(defconst gitxplorer-kinds-sign-in '({})
  "The kinds of errors for which a sign-in may help.")

(provide 'gitxplorer-kinds)
;;; gitxplorer-kinds.el ends here
"""


def vim_text(errors: Schema) -> str:
    return VIM.format(", ".join(f"'{kind}'" for kind in sign_in_kinds(errors)))


def emacs_text(errors: Schema) -> str:
    return EMACS.format(" ".join(f'"{kind}"' for kind in sign_in_kinds(errors)))


def sign_in_kinds(errors: Schema) -> list[str]:
    kinds = [error for error in errors["anyOf"] if error.get("x-signInHelps")]
    return [error["properties"]["data"]["$ref"].rpartition("/")[2] for error in kinds]
