;;; gitxplorer-upstream.el --- Whom the server asks -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; The server says with `initialize' whom it asks: GitHub, its sandbox, or another host.  Sentences
;; name it, and the addresses of its pages are names of users and repositories.

;;; Code:

(require 'subr-x)
(require 'gitxplorer-text)

(defvar gitxplorer-upstream nil
  "Whom the server asks: a plist of `:name' and `:url', or nil if it has not said.")

(defun gitxplorer-upstream-name ()
  "The name of whom the server asks, for a sentence."
  (let ((name (gitxplorer-text-plain (plist-get gitxplorer-upstream :name))))
    (if (string-empty-p name) "GitHub" name)))

(defun gitxplorer-upstream-github-p ()
  "Whether the server asks GitHub."
  (equal (gitxplorer-upstream-name) "GitHub"))

(defun gitxplorer-upstream-url ()
  "The base of the pages of whom the server asks, without a slash at its end."
  (string-remove-suffix
   "/" (or (gitxplorer-text-page (plist-get gitxplorer-upstream :url)) "https://github.com")))

(defun gitxplorer-upstream-freshness (freshness)
  "Where the result that has FRESHNESS comes from, in words."
  (pcase (plist-get freshness :source)
    ("revalidated" (concat "Confirmed by " (gitxplorer-upstream-name)))
    ("cache" "From the cache")
    (_ (concat "From " (gitxplorer-upstream-name)))))

(provide 'gitxplorer-upstream)
;;; gitxplorer-upstream.el ends here
