;;; gitxplorer-signin.el --- Signing in by a code -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; The server asks GitHub for a code.  It is shown, copied, and the page to type it into is opened,
;; once.  When the user has typed it, the server says so: `auth.changed'.

;;; Code:

(require 'browse-url)
(require 'gitxplorer-lines)
(require 'gitxplorer-page)
(require 'gitxplorer-upstream)

(defun gitxplorer-signin-begin ()
  "Show the sign-in and ask for a code."
  (gitxplorer-page-visit 'login "")
  (setf (gitxplorer-page-memo gitxplorer-page) nil)
  (gitxplorer-page-ask-this 'auth.login '(:device t :store t)))

(defun gitxplorer-signin-end ()
  "Show the sign-in and sign out."
  (gitxplorer-page-visit 'login "")
  (setf (gitxplorer-page-memo gitxplorer-page) '(:remark "Signed out."))
  (gitxplorer-page-ask-this 'auth.logout nil))

(defun gitxplorer-signin--answered ()
  "Copy a new code and open its page, once."
  (let* ((page gitxplorer-page)
         (result (gitxplorer-page-result page))
         (code (plist-get result :userCode)))
    (when (and (eq (gitxplorer-page-kind page) 'login)
               (stringp code)
               (not (gitxplorer-page-error page))
               (not (equal code (plist-get (gitxplorer-page-memo page) :code))))
      (setf (gitxplorer-page-memo page) (list :code code))
      (kill-new (gitxplorer-text-plain code))
      (when-let ((url (gitxplorer-text-page (plist-get result :verificationUri))))
        (with-demoted-errors "GitXplorer: %S"
          (browse-url url))))))

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
  (let ((state (gitxplorer-text-member result :state))
        (memo (gitxplorer-page-memo page))
        (title (list (concat " " (propertize (concat "Sign in to " (gitxplorer-upstream-name))
                                             'face 'gitxplorer-title))
                     "")))
    (list
     :after
     (append
      title
      (cond
       ((equal state "authenticated")
        (let ((login (gitxplorer-text-plain (plist-get result :login))))
          (append (gitxplorer-lines-paragraph (concat "Signed in as " login ".") columns)
                  (list "")
                  (gitxplorer-lines-fact "You" login columns
                                         (list :key "you" :open (list 'user login))
                                         'gitxplorer-name)
                  (gitxplorer-lines-fact "Sign out" "M-x gitxplorer-logout" columns
                                         '(:key "out" :run gitxplorer-logout)))))
       ((and (equal state "pending") (plist-get result :userCode))
        (let ((page (list :key "page" :url (plist-get result :verificationUri))))
          (append (gitxplorer-lines-paragraph
                   (concat "Enter the code on the page; this buffer then confirms the sign-in."
                           "  The code is in the kill ring.")
                   columns)
                  (list "")
                  (gitxplorer-lines-fact "Code" (gitxplorer-text-member result :userCode)
                                         columns page 'gitxplorer-code)
                  (gitxplorer-lines-fact "Page" (gitxplorer-text-member result :verificationUri)
                                         columns page 'link)
                  (gitxplorer-lines-fact "Good until"
                                         (gitxplorer-text-until (plist-get result :expiresAt))
                                         columns))))
       (t
        (append (gitxplorer-lines-paragraph
                 (or (plist-get memo :remark)
                     (pcase state
                       ("pending" "A sign-in is in progress elsewhere.")
                       ("invalid" "GitHub no longer accepts the token in use.")
                       (_ (concat "Not signed in: GitHub allows 60 requests per hour, "
                                  "5,000 with a sign-in."))))
                 columns)
                (list "" (list "   Press RET here to sign in by code."
                               '(:key "begin" :run gitxplorer-login))))))))))

(provide 'gitxplorer-signin)
;;; gitxplorer-signin.el ends here
