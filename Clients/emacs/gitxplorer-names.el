;;; gitxplorer-names.el --- The forms that a name may have -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; A login may be given as `octocat', as `@octocat', or as the address of its page or of a page
;; below it; a repository likewise.  Tests/names.json has an example of each form.

;;; Code:

(require 'seq)
(require 'subr-x)
(require 'gitxplorer-upstream)

(defun gitxplorer-names--parts (text)
  "The parts of the path if TEXT is the address of a page of GitHub, or nil."
  (let* ((case-fold-search t)
         (pages (replace-regexp-in-string "\\`https?://" "" (gitxplorer-upstream-url)))
         (host (mapconcat #'regexp-quote (list "github.com" pages) "\\|")))
    (when (string-match (concat "\\`\\(?:https?://\\)?\\(?:www\\.\\)?\\(?:" host "\\)/\\([^?#]*\\)")
                        text)
      (let ((parts (split-string (match-string 1 text) "/" t)))
        ;; Below an organization's own pages there are no repositories.
        (if (equal (car parts) "orgs") (seq-take (cdr parts) 1) parts)))))

(defun gitxplorer-names-login (text)
  "The login that TEXT names; TEXT without blanks around it if it names none."
  (let* ((text (string-trim text))
         (name (or (car (gitxplorer-names--parts text)) (string-remove-prefix "@" text))))
    (if (string-match-p "\\`[A-Za-z0-9_-]+\\(\\[bot\\]\\)?\\'" name) name text)))

(defun gitxplorer-names-repository (text)
  "The repository that TEXT names, as OWNER/NAME, or nil."
  (let* ((text (string-trim text))
         (parts (gitxplorer-names--parts text)))
    (cond ((cadr parts)
           (concat (car parts) "/" (string-remove-suffix ".git" (cadr parts))))
          (parts nil)
          ((string-match "\\`@?\\([^/[:space:]]+/[^/[:space:]]+\\)\\'" text)
           (match-string 1 text)))))

(provide 'gitxplorer-names)
;;; gitxplorer-names.el ends here
