;;; gitxplorer-view.el --- From results to lines -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; The kinds of pages: what each asks, and which function makes its view.
;;
;; A view is a plist: `:format' and `:rows', as `tabulated-list-mode' takes them, with items for
;; ids; the lines `:before' and `:after' the rows; `:turn', the numbers or settings of the `:next'
;; and the `:previous' page; and `:status' for the mode line.

;;; Code:

(require 'seq)
(require 'subr-x)
(require 'gitxplorer)
(require 'gitxplorer-kinds)
(require 'gitxplorer-lines)
(require 'gitxplorer-lists)
(require 'gitxplorer-text)
(require 'gitxplorer-user)

(declare-function gitxplorer-page-kind "gitxplorer-page" (page))
(declare-function gitxplorer-page-subject "gitxplorer-page" (page))
(declare-function gitxplorer-page-number "gitxplorer-page" (page))
(declare-function gitxplorer-page-settings "gitxplorer-page" (page))
(declare-function gitxplorer-page-result "gitxplorer-page" (page))
(declare-function gitxplorer-page-error "gitxplorer-page" (page))
(declare-function gitxplorer-page-question "gitxplorer-page" (page))
(declare-function gitxplorer-page-progress "gitxplorer-page" (page))
(declare-function gitxplorer-signin-render "gitxplorer-signin" (page result columns))

(defconst gitxplorer-view--kinds
  '((random gitxplorer-lists-random "RET open · n draw others · b browse · w copy URL")
    (user gitxplorer-user-render
          "RET open · b browse · w copy URL · s stargazers · g ask again")
    (repositories gitxplorer-lists-repositories
                  "RET stargazers · b browse · w copy URL · ^ the user · g ask again")
    (stargazers gitxplorer-lists-stargazers
                "RET open · b browse · w copy URL · ^ the owner · g ask again")
    (search gitxplorer-lists-search "RET open · b browse · w copy URL · g ask again")
    (rate gitxplorer-lists-rate "g ask again")
    (sign-in gitxplorer-signin-render "RET open · b browse · w copy URL"))
  "By the kind of a page: the function that makes its view, and its keys.")

(defun gitxplorer-view-request (page)
  "The method and the params of PAGE's question."
  (let ((subject (gitxplorer-page-subject page))
        (number (gitxplorer-page-number page))
        (size (gitxplorer-lines-page-size)))
    (pcase-exhaustive (gitxplorer-page-kind page)
      ('random (cons 'users.random (gitxplorer-page-settings page)))
      ('user (list 'user.summary :login subject))
      ('repositories
       (list 'repos.list :login subject
             :limit (min (* number size) gitxplorer-lists-repositories-at-most)))
      ('stargazers
       (list 'repo.stargazers :owner (car (split-string subject "/"))
             :name (cadr (split-string subject "/")) :page number :perPage size))
      ('search (list 'search.users :query subject :page number :perPage size))
      ('rate (list 'rate.status))
      ('sign-in (list 'auth.status)))))

(defun gitxplorer-view-url (page)
  "The web page of what PAGE is about, or nil."
  (let ((result (gitxplorer-page-result page)))
    (or (plist-get (plist-get result :user) :profileUrl)
        (plist-get (plist-get result :owner) :profileUrl)
        (plist-get result :verificationUri)
        (plist-get (plist-get (gitxplorer-page-error page) :data) :profileUrl)
        (when-let ((repository (plist-get result :repository)))
          (concat (gitxplorer-lines-host result) "/" repository)))))

(defun gitxplorer-view-render (page columns)
  "The view of PAGE in COLUMNS columns."
  (let* ((result (gitxplorer-page-result page))
         (known (alist-get (gitxplorer-page-kind page) gitxplorer-view--kinds))
         (view (cond (result (funcall (car known) page result columns))
                     ((gitxplorer-page-question page)
                      (list :before
                            (list (concat " " (or (gitxplorer-page-progress page)
                                                  "Asking GitHub …"))))))))
    (when (and (> (gitxplorer-page-number page) 1) (not (plist-get view :turn)))
      (setq view (plist-put view :turn (list :previous (1- (gitxplorer-page-number page))))))
    (when result
      (setq view (plist-put view :after (append (plist-get view :after)
                                                (gitxplorer-view--remarks page result columns)
                                                (gitxplorer-view--keys (cadr known) columns)))))
    (when (gitxplorer-page-error page)
      (setq view (plist-put view :before
                            (append (gitxplorer-view--error page columns)
                                    (and result (list ""))
                                    (plist-get view :before)))))
    view))

(defun gitxplorer-view--keys (keys columns)
  "The line in COLUMNS columns with those of KEYS that fit."
  ;; The one that tells of the others stays.
  (let ((some (split-string keys " · ")) (last " · ? all keys"))
    (while (and (cdr some)
                (> (+ 1 (string-width (string-join some " · ")) (length last)) columns))
      (setq some (butlast some)))
    (list "" (propertize (concat " " (string-join some " · ") last) 'face 'shadow))))

(defun gitxplorer-view--remarks (page result columns)
  "Lines in COLUMNS columns about the quality of RESULT, which PAGE has."
  (let* ((skipped (plist-get result :skipped))
         (freshness (plist-get result :freshness))
         (fetched (gitxplorer-text-seconds (plist-get freshness :fetchedAt)))
         (age (and fetched (- (time-convert nil 'integer) fetched))))
    (append
     (and (natnump skipped) (> skipped 0)
          (gitxplorer-lines-paragraph
           (concat (gitxplorer-text-count skipped "item" "items")
                   " from GitHub were malformed and were left out.")
           columns))
     (cond ((gitxplorer-page-question page) nil)
           ((equal (plist-get freshness :source) "stale")
            (gitxplorer-lines-paragraph
             (format "GitHub could not be asked; this is what was known %s ago."
                     (gitxplorer-text-span (or age 0)))
             columns))
           ((and age (>= age 60) (not (eq (gitxplorer-page-kind page) 'rate)))
            (gitxplorer-lines-paragraph (concat (gitxplorer-text-span age) " old; g asks again.")
                                        columns))))))

(defun gitxplorer-view--error (page columns)
  "The error of PAGE in full, in COLUMNS columns, with what to do."
  (let* ((error (gitxplorer-page-error page))
         (data (plist-get error :data))
         (data (and (consp data) data))
         (url (gitxplorer-text-page (plist-get data :profileUrl)))
         (item (list :key "error" :url url))
         (faults (append (plist-get data :errors) nil)))
    (append
     (mapcar (lambda (line) (list (concat " ▌ " (propertize line 'face 'error)) item))
             (gitxplorer-text-wrap (gitxplorer-text-plain (plist-get error :message))
                                   (- columns 4)))
     (list "")
     (and url (gitxplorer-lines-fact "Page" url columns (list :key "page" :url url) 'link))
     (cond ((plist-get data :resetAt)
            (gitxplorer-lines-fact "Opens again" (gitxplorer-text-until (plist-get data :resetAt))
                                   columns))
           ((numberp (plist-get data :retryAfterSeconds))
            (gitxplorer-lines-fact
             "Opens again"
             (concat "in " (gitxplorer-text-span (truncate (plist-get data :retryAfterSeconds))))
             columns)))
     (mapcan (lambda (member)
               (let ((text (gitxplorer-text-plain (plist-get data (cdr member)))))
                 (unless (string-empty-p text)
                   (gitxplorer-lines-fact (car member) text columns))))
             '(("GitHub says" . :message) ("Server says" . :stderr) ("Setting" . :setting)
               ("Incident" . :incident)))
     ;; The sentence has one fault already.
     (and (cdr faults)
          (mapcan (lambda (fault)
                    (gitxplorer-lines-fact (gitxplorer-text-plain (plist-get fault :path))
                                           (gitxplorer-text-plain (plist-get fault :message))
                                           columns))
                  faults))
     (and (member (plist-get data :kind) gitxplorer-kinds-sign-in)
          (not (eq (gitxplorer-page-kind page) 'sign-in))
          (gitxplorer-lines-fact "Sign in" "M-x gitxplorer-login" columns
                                 '(:key "login" :run gitxplorer-login) 'gitxplorer-name))
     (gitxplorer-lines-fact "Ask again" "g" columns)
     (and (not (gitxplorer-page-result page))
          (list "" (propertize (concat (if url " b show the page ·" "") " q close · ? all keys")
                               'face 'shadow))))))

(provide 'gitxplorer-view)
;;; gitxplorer-view.el ends here
