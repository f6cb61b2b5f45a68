;;; gitxplorer.el --- Explore users and repositories of GitHub -*- lexical-binding: t; -*-

;; Copyright (C) 2026 The authors of GitXplorer

;; Author: The authors of GitXplorer
;; Maintainer: The authors of GitXplorer
;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: tools, vc, hypermedia
;; URL: https://gitxplorer.example/
;; SPDX-License-Identifier: MIT

;; The URL stands in until the project has a page: `.example' is a name that nobody can own.

;;; Commentary:

;; Users, repositories, who starred them, who follows whom, and searches of GitHub in buffers,
;; through a GitXplorer server.
;;
;;   M-x gitxplorer-user RET octocat RET
;;   M-x gitxplorer-repo RET octocat/Hello-World RET
;;   M-x gitxplorer-search RET tom repos:>42 RET
;;
;; The program `gitxplorer' must be on the PATH, or `gitxplorer-command' must name it.
;; Emacs never waits for the server, and a response never moves point or the focus.
;;
;; This file declares the commands and the options.  The rest is loaded when a command is used.

;;; Code:

(declare-function gitxplorer-names-login "gitxplorer-names" (text))
(declare-function gitxplorer-names-repository "gitxplorer-names" (text))
(declare-function gitxplorer-page-show "gitxplorer-page" (kind subject &optional settings))
(declare-function gitxplorer-page-show-section "gitxplorer-page" (kind subject))
(declare-function gitxplorer-signin-begin "gitxplorer-signin" ())
(declare-function gitxplorer-signin-end "gitxplorer-signin" ())
(declare-function gitxplorer-seen-read-login "gitxplorer-seen" (prompt))
(declare-function gitxplorer-seen-read-repository "gitxplorer-seen" (prompt))

(defgroup gitxplorer nil
  "Explore users and repositories of GitHub."
  :group 'tools
  :prefix "gitxplorer-")

(defcustom gitxplorer-command '("gitxplorer" "serve")
  "The program that is the server, and its arguments.
It speaks JSON-RPC on its standard input and output.  Emacs starts
it with the first command and ends it when Emacs ends."
  :type '(repeat string))

(defcustom gitxplorer-socket nil
  "Path of the Unix socket of a running server, or nil.
With a path, `gitxplorer-command' is not used.  Nothing is sent to
a socket that belongs to another user than you or root, or whose
directory does."
  :type '(choice (const :tag "Start a server" nil) file))

(defcustom gitxplorer-page-size 100
  "How many repositories, users or stargazers one page has, 1 to 100."
  :type '(integer :match (lambda (_ value) (and (integerp value) (<= 1 value 100)))))

(defcustom gitxplorer-random-count 15
  "How many random users to draw, 1 to 100."
  :type '(integer :match (lambda (_ value) (and (integerp value) (<= 1 value 100)))))

(defcustom gitxplorer-avatars t
  "Whether to show avatars where the display can show images."
  :type 'boolean)

(defun gitxplorer--load ()
  "Load what the commands need, or say that this Emacs is too old."
  (when (version< emacs-version "28.1")
    (user-error "GitXplorer needs Emacs 28.1 or newer; this is Emacs %s" emacs-version))
  (require 'gitxplorer-keys)
  (require 'gitxplorer-names)
  (require 'gitxplorer-signin))

(defun gitxplorer--show-user (kind text)
  "Show the page of KIND of the user that TEXT names."
  (gitxplorer-page-show kind (gitxplorer-names-login text)))

(defun gitxplorer--show-repository (kind text)
  "Show the page of KIND of the repository that TEXT names."
  (let ((repository (or (gitxplorer-names-repository text)
                        (user-error
                         "A repository is OWNER/NAME, for instance octocat/Hello-World"))))
    (if (memq kind '(readme history))
        (gitxplorer-page-show-section kind repository)
      (gitxplorer-page-show kind repository))))

(defun gitxplorer--show-search (kind query example)
  "Show the page of KIND of QUERY, which must have a word, as EXAMPLE has."
  (when (string-match-p "\\`[ \t\n]*\\'" query)
    (user-error "A search needs a word, for instance: %s" example))
  (gitxplorer-page-show kind query))

;;;###autoload
(defun gitxplorer-random (&optional count)
  "Show COUNT random users of GitHub.
COUNT is the prefix argument, by default `gitxplorer-random-count'."
  (interactive "P")
  (gitxplorer--load)
  (gitxplorer-page-show 'random ""
                        (list :count (if count (prefix-numeric-value count)
                                       gitxplorer-random-count)
                              :seed (random 1000000000))))

;;;###autoload
(defun gitxplorer-user (login)
  "Show the user LOGIN: totals, languages and best repositories."
  (interactive (progn (gitxplorer--load)
                      (list (gitxplorer-seen-read-login "User: "))))
  (gitxplorer--load)
  (gitxplorer--show-user 'user login))

;;;###autoload
(defun gitxplorer-repos (login)
  "List the repositories of the user or organization LOGIN."
  (interactive (progn (gitxplorer--load)
                      (list (gitxplorer-seen-read-login "Repositories of: "))))
  (gitxplorer--load)
  (gitxplorer--show-user 'repos login))

;;;###autoload
(defalias 'gitxplorer-repositories #'gitxplorer-repos)

;;;###autoload
(defun gitxplorer-repo (repository)
  "Show REPOSITORY, given as OWNER/NAME: languages, star history and README."
  (interactive (progn (gitxplorer--load)
                      (list (gitxplorer-seen-read-repository "Repository OWNER/NAME: "))))
  (gitxplorer--load)
  (gitxplorer--show-repository 'repo repository))

;;;###autoload
(defun gitxplorer-readme (repository)
  "Show the README of REPOSITORY, given as OWNER/NAME, on the repository's page."
  (interactive (progn (gitxplorer--load)
                      (list (gitxplorer-seen-read-repository "README of OWNER/NAME: "))))
  (gitxplorer--load)
  (gitxplorer--show-repository 'readme repository))

;;;###autoload
(defun gitxplorer-history (repository)
  "Show the star history of REPOSITORY, given as OWNER/NAME, on its page."
  (interactive (progn (gitxplorer--load)
                      (list (gitxplorer-seen-read-repository "Star history of OWNER/NAME: "))))
  (gitxplorer--load)
  (gitxplorer--show-repository 'history repository))

;;;###autoload
(defun gitxplorer-stargazers (repository)
  "List who starred REPOSITORY, given as OWNER/NAME."
  (interactive (progn (gitxplorer--load)
                      (list (gitxplorer-seen-read-repository "Stargazers of OWNER/NAME: "))))
  (gitxplorer--load)
  (gitxplorer--show-repository 'stargazers repository))

;;;###autoload
(defun gitxplorer-starred (login)
  "List the repositories that the user LOGIN has starred."
  (interactive (progn (gitxplorer--load)
                      (list (gitxplorer-seen-read-login "Starred by: "))))
  (gitxplorer--load)
  (gitxplorer--show-user 'starred login))

;;;###autoload
(defun gitxplorer-followers (login)
  "List who follows the user or organization LOGIN."
  (interactive (progn (gitxplorer--load)
                      (list (gitxplorer-seen-read-login "Followers of: "))))
  (gitxplorer--load)
  (gitxplorer--show-user 'followers login))

;;;###autoload
(defun gitxplorer-following (login)
  "List whom the user LOGIN follows."
  (interactive (progn (gitxplorer--load)
                      (list (gitxplorer-seen-read-login "Followed by: "))))
  (gitxplorer--load)
  (gitxplorer--show-user 'following login))

(defvar gitxplorer-search-history nil
  "Queries by which users were searched for.")

(defvar gitxplorer-search-repositories-history nil
  "Queries by which repositories were searched for.")

;;;###autoload
(defun gitxplorer-search (query &optional repositories)
  "Search GitHub's users for QUERY; with REPOSITORIES search those.
REPOSITORIES is the prefix argument.  QUERY takes GitHub's
qualifiers: for users for instance \"tom repos:>42\", for
repositories \"chess language:swift\"."
  (interactive (progn
                 (gitxplorer--load)
                 (list (if current-prefix-arg
                           (read-string "Search repositories: " nil
                                        'gitxplorer-search-repositories-history)
                         (read-string "Search users (with C-u before, repositories): " nil
                                      'gitxplorer-search-history))
                       current-prefix-arg)))
  (gitxplorer--load)
  (if repositories
      (gitxplorer--show-search 'search-repositories query "chess language:swift")
    (gitxplorer--show-search 'search query "tom repos:>42")))

;;;###autoload
(defun gitxplorer-rate ()
  "Show what is left of GitHub's rate limits, and when each opens again."
  (interactive)
  (gitxplorer--load)
  (gitxplorer-page-show 'rate ""))

;;;###autoload
(defun gitxplorer-login ()
  "Sign in to GitHub, by a code or by a token.
A code is typed into GitHub's page; a token is pasted, and not shown."
  (interactive)
  (gitxplorer--load)
  (gitxplorer-signin-begin))

;;;###autoload
(defun gitxplorer-logout ()
  "Sign out of GitHub: the server forgets its token."
  (interactive)
  (gitxplorer--load)
  (gitxplorer-signin-end))

(provide 'gitxplorer)
;;; gitxplorer.el ends here
