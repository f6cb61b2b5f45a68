;;; gitxplorer-seen.el --- Names that were seen, to choose from -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Logins and repositories that were on a page are offered when a command asks for one, with a
;; remark about each; and by `consult-buffer', where consult is loaded.

;;; Code:

(require 'gitxplorer)
(require 'gitxplorer-text)

(declare-function gitxplorer-page-item "gitxplorer-page" ())
(defvar consult-buffer-sources)

(defvar gitxplorer-seen--logins (make-hash-table :test #'equal)
  "By login: a remark.")

(defvar gitxplorer-seen--repositories (make-hash-table :test #'equal)
  "By OWNER/NAME: a remark.")

(defun gitxplorer-seen-login (login remark)
  "Note that there is a user LOGIN.
REMARK is safe to show."
  (when (string-match-p "\\`[A-Za-z0-9_-]+\\(\\[bot\\]\\)?\\'" login)
    (unless (and (string-empty-p remark) (gethash login gitxplorer-seen--logins))
      (puthash login remark gitxplorer-seen--logins))))

(defun gitxplorer-seen-repository (name remark)
  "Note that there is a repository NAME, as OWNER/NAME.
REMARK is safe to show."
  (when (string-match-p "\\`[A-Za-z0-9_-]+/[A-Za-z0-9._-]+\\'" name)
    (puthash name remark gitxplorer-seen--repositories)))

(defun gitxplorer-seen--table (names category)
  "A completion table of NAMES, a hash table of remarks, of things of CATEGORY."
  (lambda (string predicate action)
    (if (eq action 'metadata)
        `(metadata (category . ,category)
                   (annotation-function
                    . ,(lambda (name) (gitxplorer-seen--remark (gethash name names)))))
      (complete-with-action action names string predicate))))

(defun gitxplorer-seen--remark (remark)
  "REMARK as it stands behind its name."
  (and remark (not (string-empty-p remark))
       (concat (propertize " " 'display '(space :align-to (+ left 34)))
               (propertize (gitxplorer-text-fit remark 60) 'face 'completions-annotations))))

(defvar gitxplorer-seen--login-history nil
  "Logins that were asked for.")

(defvar gitxplorer-seen--repository-history nil
  "Repositories that were asked for.")

(defvar gitxplorer-seen--map
  (let ((map (make-sparse-keymap)))
    ;; Otherwise they complete, and the address of a page may have a question mark.
    (define-key map "?" #'self-insert-command)
    (define-key map " " #'self-insert-command)
    map)
  "Keys of the prompts for a name.")

(defun gitxplorer-seen--read (prompt names category member history)
  "Ask with PROMPT for one of NAMES, of things of CATEGORY, or another name.
MEMBER of the item at point is the default.  HISTORY is a variable."
  (let* ((item (and (derived-mode-p 'gitxplorer-mode 'gitxplorer-list-mode)
                    (gitxplorer-page-item)))
         (name (minibuffer-with-setup-hook
                   (:append (lambda ()
                              (use-local-map (make-composed-keymap gitxplorer-seen--map
                                                                   (current-local-map)))))
                 (completing-read
                  (if-let ((default (plist-get item member)))
                      (format-prompt (string-trim-right prompt ": ") default)
                    prompt)
                  (gitxplorer-seen--table names category)
                  nil nil nil history (plist-get item member)))))
    (when (string-blank-p name)
      (user-error "There is nothing to show without a name"))
    (string-trim name)))

(defun gitxplorer-seen-read-login (prompt)
  "Ask for a login with PROMPT."
  (gitxplorer-seen--read prompt gitxplorer-seen--logins 'gitxplorer-user
                         :login 'gitxplorer-seen--login-history))

(defun gitxplorer-seen-read-repository (prompt)
  "Ask for OWNER/NAME with PROMPT."
  (gitxplorer-seen--read prompt gitxplorer-seen--repositories 'gitxplorer-repository
                         :repository 'gitxplorer-seen--repository-history))

(defun gitxplorer-seen--names ()
  "All names that were seen."
  (append (hash-table-keys gitxplorer-seen--logins)
          (hash-table-keys gitxplorer-seen--repositories)))

(defun gitxplorer-seen--annotate (name)
  "The remark about NAME."
  (gitxplorer-seen--remark (or (gethash name gitxplorer-seen--logins)
                               (gethash name gitxplorer-seen--repositories))))

(defun gitxplorer-seen--open (name)
  "Show NAME, a user or a repository."
  (if (string-search "/" name) (gitxplorer-repo name) (gitxplorer-user name)))

(defvar gitxplorer-consult-source
  (list :name "GitHub" :narrow '(?g . "GitHub") :category 'gitxplorer-user
        :items #'gitxplorer-seen--names :annotate #'gitxplorer-seen--annotate
        :action #'gitxplorer-seen--open)
  "A source of users and repositories for `consult-buffer'.")

(defun gitxplorer-seen-join-consult ()
  "Offer what was seen in `consult-buffer', if consult is loaded."
  (when (boundp 'consult-buffer-sources)
    (add-to-list 'consult-buffer-sources 'gitxplorer-consult-source t)))

(provide 'gitxplorer-seen)
;;; gitxplorer-seen.el ends here
