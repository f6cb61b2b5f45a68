;;; gitxplorer-signin.el --- Signing in by a code -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; The server asks GitHub for a code.  It is shown, copied, and the page to type it into is opened,
;; once.  When the user has typed it, the server says so: `auth.changed'.

;;; Code:

(require 'browse-url)
(require 'gitxplorer-page)

(defun gitxplorer-signin-begin ()
  "Show the sign-in and ask for a code."
  (gitxplorer-page-visit 'sign-in "")
  (setf (gitxplorer-page-memo gitxplorer-page) nil)
  (gitxplorer-page-ask-this 'auth.login '(:device t :store t)))

(defun gitxplorer-signin-end ()
  "Show the sign-in and sign out."
  (gitxplorer-page-visit 'sign-in "")
  (setf (gitxplorer-page-memo gitxplorer-page) '(:remark "Signed out."))
  (gitxplorer-page-ask-this 'auth.logout nil))

(defun gitxplorer-signin--answered ()
  "Copy a new code and open its page, once."
  (let* ((page gitxplorer-page)
         (result (gitxplorer-page-result page))
         (code (plist-get result :userCode)))
    (when (and (eq (gitxplorer-page-kind page) 'sign-in)
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
      (when-let ((buffer (gitxplorer-page-find 'sign-in "")))
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

(provide 'gitxplorer-signin)
;;; gitxplorer-signin.el ends here
