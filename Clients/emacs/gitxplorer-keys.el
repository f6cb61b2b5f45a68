;;; gitxplorer-keys.el --- Modes, keys and their commands -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; What is pressed in a buffer of GitXplorer.  A key acts on what point is on, or, where that is
;; neither a user nor a repository, on what the page is about.

;;; Code:

(require 'browse-url)
(require 'easymenu)
(require 'tabulated-list)
(require 'gitxplorer)
(require 'gitxplorer-page)
(require 'gitxplorer-text)
(require 'gitxplorer-view)

(defvar gitxplorer-page-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "RET") #'gitxplorer-open)
    (define-key map [mouse-2] #'gitxplorer-open-clicked)
    (define-key map [follow-link] 'mouse-face)
    (define-key map "g" #'gitxplorer-reload)
    (define-key map "b" #'gitxplorer-browse)
    (define-key map "w" #'gitxplorer-copy-url)
    (define-key map "s" #'gitxplorer-stargazers-here)
    (define-key map "u" #'gitxplorer-user-here)
    (define-key map "a" #'gitxplorer-repositories-here)
    (define-key map "*" #'gitxplorer-starred-here)
    (define-key map "f" #'gitxplorer-followers-here)
    (define-key map "F" #'gitxplorer-following-here)
    (define-key map "n" #'gitxplorer-next-page)
    (define-key map "p" #'gitxplorer-previous-page)
    (define-key map "^" #'gitxplorer-up)
    (define-key map "q" #'gitxplorer-close)
    (define-key map "?" #'gitxplorer-help)
    map)
  "Keys of all buffers of GitXplorer.")

(defvar gitxplorer-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map (make-composed-keymap gitxplorer-page-map special-mode-map))
    ;; In a list, this key sorts it.
    (define-key map "S" #'gitxplorer-starred-here)
    map)
  "Keys of a user, of a repository, and of the sign-in.")

(defvar gitxplorer-list-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map (make-composed-keymap gitxplorer-page-map tabulated-list-mode-map))
    map)
  "Keys of the lists.")

(dolist (map (list gitxplorer-mode-map gitxplorer-list-mode-map))
  (easy-menu-define nil map "Menu of GitXplorer."
    '("GitXplorer"
      ["Open" gitxplorer-open :help "Open what point is on"]
      ["Stargazers" gitxplorer-stargazers-here]
      ["User or owner" gitxplorer-user-here]
      ["All repositories" gitxplorer-repositories-here]
      ["Starred" gitxplorer-starred-here]
      ["Followers" gitxplorer-followers-here]
      ["Following" gitxplorer-following-here]
      ["Up" gitxplorer-up :help "To the owner, or the user"]
      ["Next page" gitxplorer-next-page]
      ["Previous page" gitxplorer-previous-page]
      ["Ask again" gitxplorer-reload]
      "--"
      ["Show in the browser" gitxplorer-browse]
      ["Copy the URL" gitxplorer-copy-url]
      "--"
      ["Search users..." gitxplorer-search]
      ["Search repositories..."
       (let ((current-prefix-arg '(4))) (call-interactively #'gitxplorer-search))]
      ["User..." gitxplorer-user]
      ["Repositories of..." gitxplorer-repos]
      ["Repository..." gitxplorer-repo]
      ["README of..." gitxplorer-readme]
      ["Star history of..." gitxplorer-history]
      ["Stargazers of..." gitxplorer-stargazers]
      ["Starred by..." gitxplorer-starred]
      ["Followers of..." gitxplorer-followers]
      ["Followed by..." gitxplorer-following]
      ["Random users" gitxplorer-random]
      ["Rate limits" gitxplorer-rate]
      "--"
      ["Sign in" gitxplorer-login]
      ["Sign out" gitxplorer-logout]
      ["Customize" (customize-group 'gitxplorer)])))

(define-derived-mode gitxplorer-mode special-mode "GitXplorer"
  "A user or a repository of GitHub, or the sign-in.

\\{gitxplorer-mode-map}"
  :interactive nil
  (gitxplorer-page-set-up))

(define-derived-mode gitxplorer-list-mode tabulated-list-mode "GitXplorer"
  "A list of users, repositories or limits of GitHub.

\\{gitxplorer-list-mode-map}"
  :interactive nil
  (setq tabulated-list-padding 2)
  (gitxplorer-page-set-up))

(defun gitxplorer-open ()
  "Open what point is on: a user, a repository, or what else its line names."
  (interactive nil gitxplorer-mode gitxplorer-list-mode)
  (let ((item (gitxplorer-page-item)))
    (cond ((plist-get item :run) (call-interactively (plist-get item :run)))
          ((plist-get item :open) (apply #'gitxplorer-page-show (plist-get item :open)))
          ((gitxplorer-text-page (plist-get item :url)) (gitxplorer-browse))
          (t (user-error "There is nothing to open on this line")))))

(defun gitxplorer-open-clicked (event)
  "Open what the mouse is on in EVENT."
  (interactive "e" gitxplorer-mode gitxplorer-list-mode)
  (mouse-set-point event)
  (gitxplorer-open))

(defun gitxplorer-reload ()
  "Ask GitHub again, past what is kept; point stays on its item."
  (interactive nil gitxplorer-mode gitxplorer-list-mode)
  (gitxplorer-page-ask t))

(defun gitxplorer-close ()
  "Close the buffer, and cancel its requests until it is shown again."
  (interactive nil gitxplorer-mode gitxplorer-list-mode)
  (let ((buffer (current-buffer)))
    (call-interactively #'quit-window)
    ;; Another window may still show it.
    (when (and (buffer-live-p buffer) (not (get-buffer-window buffer t)))
      (with-current-buffer buffer
        (gitxplorer-page-close)))))

(defun gitxplorer-keys--url ()
  "The web page of what point is on, otherwise of what the buffer is about."
  (or (gitxplorer-text-page (plist-get (gitxplorer-page-item) :url))
      (gitxplorer-text-page (gitxplorer-view-url gitxplorer-page))
      (user-error "There is no page for this line")))

(defun gitxplorer-browse ()
  "Show the page of what point is on in the browser: http and https only."
  (interactive nil gitxplorer-mode gitxplorer-list-mode)
  (browse-url (gitxplorer-keys--url)))

(defun gitxplorer-copy-url ()
  "Copy the URL of what point is on."
  (interactive nil gitxplorer-mode gitxplorer-list-mode)
  (let ((url (gitxplorer-keys--url)))
    (kill-new url)
    (message "%s" (concat "Copied " url))))

(defun gitxplorer-keys--here (member)
  "MEMBER of what point is on, otherwise of what the page is about, or nil."
  (or (plist-get (gitxplorer-page-item) member)
      (plist-get (gitxplorer-view-about gitxplorer-page) member)))

(defun gitxplorer-stargazers-here ()
  "List the stargazers of the repository that point or the page is on."
  (interactive nil gitxplorer-mode gitxplorer-list-mode)
  (gitxplorer-page-show 'stargazers
                        (or (gitxplorer-keys--here :repository)
                            (user-error "There is no repository on this line"))))

(defun gitxplorer-keys--show-of-user (kind)
  "Show the page of KIND of the user that point or the page is on."
  (gitxplorer-page-show kind (or (gitxplorer-keys--here :login)
                                 (user-error "There is no user on this line"))))

(defun gitxplorer-user-here ()
  "Show the user on this line, or the owner of the repository."
  (interactive nil gitxplorer-mode gitxplorer-list-mode)
  (gitxplorer-keys--show-of-user 'user))

(defun gitxplorer-repositories-here ()
  "List all repositories of the user, or of the repository's owner."
  (interactive nil gitxplorer-mode gitxplorer-list-mode)
  (gitxplorer-keys--show-of-user 'repos))

(defun gitxplorer-starred-here ()
  "List what the user, or the repository's owner, has starred."
  (interactive nil gitxplorer-mode gitxplorer-list-mode)
  (gitxplorer-keys--show-of-user 'starred))

(defun gitxplorer-followers-here ()
  "List who follows the user, or the repository's owner."
  (interactive nil gitxplorer-mode gitxplorer-list-mode)
  (gitxplorer-keys--show-of-user 'followers))

(defun gitxplorer-following-here ()
  "List whom the user, or the repository's owner, follows."
  (interactive nil gitxplorer-mode gitxplorer-list-mode)
  (gitxplorer-keys--show-of-user 'following))

(defun gitxplorer-up ()
  "Go from what a user or a repository has to the user or the owner."
  (interactive nil gitxplorer-mode gitxplorer-list-mode)
  (let ((login (plist-get (gitxplorer-view-about gitxplorer-page) :login)))
    (if (or (null login) (eq (gitxplorer-page-kind gitxplorer-page) 'user))
        (user-error "There is nothing above this page")
      (gitxplorer-page-show 'user login))))

(defun gitxplorer-keys--turn (where)
  "Turn to the page that is WHERE, :next or :previous."
  (let ((turn (plist-get (gitxplorer-page-turn gitxplorer-page) where)))
    (unless turn
      (user-error "There is no %s page" (substring (symbol-name where) 1)))
    (if (listp turn)
        (gitxplorer-page-turn-to 1 turn)
      (gitxplorer-page-turn-to turn (gitxplorer-page-settings gitxplorer-page)))))

(defun gitxplorer-next-page ()
  "Turn to the next page, or draw other random users."
  (interactive nil gitxplorer-mode gitxplorer-list-mode)
  (gitxplorer-keys--turn :next))

(defun gitxplorer-previous-page ()
  "Turn to the previous page."
  (interactive nil gitxplorer-mode gitxplorer-list-mode)
  (gitxplorer-keys--turn :previous))

(defun gitxplorer-help ()
  "Tell what the keys do."
  (interactive nil gitxplorer-mode gitxplorer-list-mode)
  (with-help-window (help-buffer)
    (dolist (key '("RET" "s" "u" "a" "*" "f" "F" "^" "n" "p" "g" "b" "w" "q" "?"))
      (princ (format "%-5s %s\n" key
                     (car (split-string (documentation (lookup-key gitxplorer-page-map (kbd key)))
                                        "\n")))))
    (princ (format "%-5s %s\n" "S" "Sort a list by the column of point; elsewhere the same as *."))
    (princ (format "%-5s %s\n" "h" "Describe the mode and all its keys."))))

(provide 'gitxplorer-keys)
;;; gitxplorer-keys.el ends here
