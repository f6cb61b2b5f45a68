;;; gitxplorer-signin.el --- Signing in by a code or by a token -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; The server asks GitHub for a code.  It is shown, copied, and the page to type it into is opened,
;; once.  When the user has typed it, the server says so: `auth.changed'.
;;
;; A server without an OAuth client id gets no code.  Then the user makes a token on a page of
;; GitHub's, and pastes it.  It is in no buffer, no history and no list of keys, and Emacs
;; overwrites it as soon as it is sent.

;;; Code:

(require 'browse-url)
(require 'gitxplorer-lines)
(require 'gitxplorer-page)
(require 'gitxplorer-upstream)

(defun gitxplorer-signin--folder ()
  "The folder of stored tokens, abbreviated."
  (let ((base (getenv "XDG_CONFIG_HOME")))
    (abbreviate-file-name
     (expand-file-name "gitxplorer" (if (and base (file-name-absolute-p base)) base "~/.config")))))

(defun gitxplorer-signin-begin ()
  "Ask whether to store the token, then show the sign-in and ask for a code."
  (let ((store (y-or-n-p (format "Store the token in %s for later sessions? "
                                 (gitxplorer-signin--folder)))))
    (gitxplorer-page-visit 'login "")
    (setf (gitxplorer-page-memo gitxplorer-page) (list :store (if store t :json-false) :asked t))
    (gitxplorer-signin--ask (list :device t))))

(defun gitxplorer-signin--ask (params)
  "Ask for a sign-in with PARAMS, and with what the user wants to be stored."
  (gitxplorer-page-ask-this
   'auth.login
   (append params
           (list :store (plist-get (gitxplorer-page-memo gitxplorer-page) :store)))))

(defun gitxplorer-signin-end ()
  "Show the sign-in and sign out."
  (gitxplorer-page-visit 'login "")
  (setf (gitxplorer-page-memo gitxplorer-page) '(:remark "Signed out."))
  (gitxplorer-page-ask-this 'auth.logout nil))

(defun gitxplorer-signin-paste ()
  "Read a token, which is not shown, and sign in with it."
  (interactive nil gitxplorer-mode)
  (let* ((typed (unwind-protect (read-passwd "Paste the token (it is not shown): ")
                  ;; Emacs keeps the last keys, and what a terminal pastes is one of them.
                  (clear-this-command-keys)))
         (token (string-trim typed)))
    (unwind-protect
        (cond ((string-empty-p token)
               (user-error "No token was given; nothing has changed"))
              ;; What is not text cannot be sent, and would be named by the error.
              ((not (string-match-p "\\`[!-~]+\\'" token))
               (user-error "A token is one word of letters, digits and signs; nothing has changed"))
              (t (gitxplorer-signin--ask (list :token token))))
      (clear-string token)
      (clear-string typed))))

(defun gitxplorer-signin--answered ()
  "Copy a new code and open its page, once; offer a token if there is no code."
  (let* ((page gitxplorer-page)
         (memo (gitxplorer-page-memo page))
         (result (gitxplorer-page-result page))
         (error (gitxplorer-page-error page))
         (code (plist-get result :userCode)))
    (when (eq (gitxplorer-page-kind page) 'login)
      (cond
       ((and error (plist-get memo :asked) (eql (plist-get error :code) 1401))
        ;; What can be done is shown instead of why the code cannot be had.
        (setf (gitxplorer-page-error page) nil
              (gitxplorer-page-memo page) (list :store (plist-get memo :store))
              (gitxplorer-page-result page)
              (list :state "token" :tokenUrl (plist-get (plist-get error :data) :tokenUrl))))
       ((and (stringp code) (not error) (not (equal code (plist-get memo :code))))
        (setf (gitxplorer-page-memo page) (list :code code :store (plist-get memo :store)))
        (kill-new (gitxplorer-text-plain code))
        (when-let ((url (gitxplorer-text-page (plist-get result :verificationUri))))
          (with-demoted-errors "GitXplorer: %S"
            (browse-url url))))))))

(add-hook 'gitxplorer-page-answered-functions #'gitxplorer-signin--answered)

(defun gitxplorer-signin--changed (method params)
  "Follow METHOD if it is `auth.changed': PARAMS have the new state."
  (let ((state (plist-get params :state)))
    (when (and (eq method 'auth.changed) (not (equal state "pending")))
      (when-let ((buffer (gitxplorer-page-find 'login "")))
        (with-current-buffer buffer
          (when (and (not (equal state "authenticated"))
                     (plist-get (gitxplorer-page-memo gitxplorer-page) :code))
            (setf (gitxplorer-page-memo gitxplorer-page)
                  '(:remark "The sign-in was denied or timed out.")))
          (gitxplorer-page-ask)))
      (when (equal state "authenticated")
        (gitxplorer-signin--tell
         (concat "GitXplorer: signed in as " (gitxplorer-text-plain (plist-get params :login))
                 "."))))))

(defun gitxplorer-signin--tell (text)
  "Say TEXT, once it covers nothing that the user types."
  (if (or (active-minibuffer-window) (bound-and-true-p isearch-mode) cursor-in-echo-area)
      (run-at-time 0.3 nil #'gitxplorer-signin--tell text)
    (message "%s" text)))

(add-hook 'gitxplorer-server-notified-functions #'gitxplorer-signin--changed)

(defun gitxplorer-signin-render (page result columns)
  "The view of PAGE with RESULT of `auth.status' or `auth.login'.
It has COLUMNS columns."
  (let* ((state (gitxplorer-text-member result :state))
         (lines (cond
                 ((equal state "authenticated") (gitxplorer-signin--done page result columns))
                 ((and (equal state "pending") (plist-get result :userCode))
                  (gitxplorer-signin--code result columns))
                 ((equal state "token") (gitxplorer-signin--token page result columns))
                 (t (gitxplorer-signin--none page state columns)))))
    (list
     :keys (pcase state
             ("pending" "b browse · w copy URL")
             ("token" (if (plist-get result :tokenUrl) "RET paste · b browse · w copy URL"
                        "RET paste"))
             ("authenticated" "RET open")
             (_ "RET sign in"))
     :after
     (append
      ;; Point begins here, and RET must do what the lines below offer.
      (list (list (concat " " (propertize (concat "Sign in to " (gitxplorer-upstream-name))
                                          'face 'gitxplorer-title))
                  (append '(:key "title") (nth 1 (ensure-list (car lines)))))
            "")
      lines))))

(defun gitxplorer-signin--done (page result columns)
  "Lines in COLUMNS columns about who is signed in on PAGE, which RESULT has."
  (let* ((login (gitxplorer-text-plain (plist-get result :login)))
         (you (list :key "you" :open (list 'user login)))
         (stored (concat "stored in " (gitxplorer-signin--folder))))
    (append
     (gitxplorer-lines-paragraph (concat "Signed in as " login ".") columns
                                 (append '(:key "who") you))
     (list "")
     (gitxplorer-lines-fact "You" login columns you 'gitxplorer-name)
     (when-let ((source (pcase (plist-get result :tokenSource)
                          ("stored" stored)
                          ;; What was stored just now is the server's session's, too.
                          ("session" (if (eq (plist-get (gitxplorer-page-memo page) :store) t)
                                         stored
                                       "kept until the server ends"))
                          ("environment" "from the server's environment")
                          ("flag" "from the server's --token-file"))))
       (gitxplorer-lines-fact "Token" source columns))
     (gitxplorer-lines-fact "Sign out" "M-x gitxplorer-logout" columns
                            '(:key "out" :run gitxplorer-logout)))))

(defun gitxplorer-signin--code (result columns)
  "Lines in COLUMNS columns about the code that RESULT has."
  (let ((page (list :key "page" :url (plist-get result :verificationUri))))
    (append
     (gitxplorer-lines-paragraph
      (concat "Enter the code on the page; this buffer then confirms the sign-in."
              "  The code is in the kill ring.")
      columns)
     (list "")
     (gitxplorer-lines-fact "Code" (gitxplorer-text-member result :userCode)
                            columns page 'gitxplorer-code)
     (gitxplorer-lines-fact "Page" (gitxplorer-text-member result :verificationUri)
                            columns page 'link)
     (gitxplorer-lines-fact "Good until" (gitxplorer-text-until (plist-get result :expiresAt))
                            columns))))

(defun gitxplorer-signin--token (page result columns)
  "Lines in COLUMNS columns that offer to sign in with a token.
RESULT of PAGE has the address where one is made, if it is known."
  (let* ((url (gitxplorer-text-page (plist-get result :tokenUrl)))
         (store (eq (plist-get (gitxplorer-page-memo page) :store) t))
         (item (list :key "paste" :run #'gitxplorer-signin-paste :url url)))
    (append
     (gitxplorer-lines-paragraph
      (concat "The server has no OAuth client id, so it cannot sign in by code.  It can with a"
              " token: " (if url "make one on the page below, without any scope, " "make one, ")
              "then press RET here and paste it.")
      columns item)
     (list "")
     (and url (gitxplorer-lines-fact "Page" url columns item 'link))
     (gitxplorer-lines-fact "Store" (if store (concat "in " (gitxplorer-signin--folder))
                                      "no: it is kept until the server ends")
                            columns item)
     (and (gitxplorer-upstream-github-p)
          (append
           (gitxplorer-lines-fact "With gh" "gh auth token | gitxplorer login --with-token"
                                  columns item)
           (gitxplorer-lines-fact "" (concat "in a shell; then restart "
                                             (if gitxplorer-socket "the server"
                                               "Emacs, and with it the server"))
                                  columns item))))))

(defun gitxplorer-signin--none (page state columns)
  "Lines in COLUMNS columns about STATE, in which nobody is signed in on PAGE."
  (append
   (gitxplorer-lines-paragraph
    (or (plist-get (gitxplorer-page-memo page) :remark)
        (pcase state
          ("pending" "A sign-in is in progress elsewhere.")
          ("invalid" (concat "The token in use is no longer accepted by "
                             (gitxplorer-upstream-name) "."))
          (_ (if (gitxplorer-upstream-github-p)
                 "Not signed in: GitHub allows 60 requests per hour, 5,000 with a sign-in."
               "Not signed in."))))
    columns '(:key "state" :run gitxplorer-login))
   (list "")
   (gitxplorer-lines-fact "Sign in" "M-x gitxplorer-login" columns
                          '(:key "begin" :run gitxplorer-login) 'gitxplorer-name)))

(provide 'gitxplorer-signin)
;;; gitxplorer-signin.el ends here
