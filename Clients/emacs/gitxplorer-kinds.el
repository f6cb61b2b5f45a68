;;; gitxplorer-kinds.el --- Kinds of errors -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Generated from the server's table of errors by `make schemas'; do not edit.

;;; Code:

(defconst gitxplorer-kinds-sign-in '("unauthorized" "forbidden" "rateLimited")
  "The kinds of errors for which a sign-in may help.")

(provide 'gitxplorer-kinds)
;;; gitxplorer-kinds.el ends here
