;;; gitxplorer-view.el --- From results to lines -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; The kinds of pages: what each asks, and which function makes its view.
;;
;; A view is a plist: `:format' and `:rows', as `tabulated-list-mode' takes them, with items for
;; ids; the lines `:before' and `:after' the rows, and `:below' the keys; `:turn', the numbers or
;; settings of the `:next' and the `:previous' page; `:place', the page that this is of several, and
;; `:status', both for the mode line; and `:keys' if they are not those of its kind.
;;
;; A page may have sections, each of which is a page of its own with its own question.  Their views
;; are plists of `:lines' and `:right', a text for the end of their heading.

;;; Code:

(require 'seq)
(require 'subr-x)
(require 'gitxplorer)
(require 'gitxplorer-kinds)
(require 'gitxplorer-lines)
(require 'gitxplorer-lists)
(require 'gitxplorer-repository)
(require 'gitxplorer-text)
(require 'gitxplorer-upstream)
(require 'gitxplorer-user)

(declare-function gitxplorer-page-kind "gitxplorer-page" (page))
(declare-function gitxplorer-page-subject "gitxplorer-page" (page))
(declare-function gitxplorer-page-number "gitxplorer-page" (page))
(declare-function gitxplorer-page-settings "gitxplorer-page" (page))
(declare-function gitxplorer-page-sections "gitxplorer-page" (page))
(declare-function gitxplorer-page-result "gitxplorer-page" (page))
(declare-function gitxplorer-page-error "gitxplorer-page" (page))
(declare-function gitxplorer-page-question "gitxplorer-page" (page))
(declare-function gitxplorer-page-progress "gitxplorer-page" (page))
(declare-function gitxplorer-page-view-once "gitxplorer-page" (page columns make))
(declare-function gitxplorer-signin-render "gitxplorer-signin" (page result columns))

(defconst gitxplorer-view--kinds
  '((random gitxplorer-lists-random
            "RET open · n draw others · * starred · f followers · F following · b browse")
    (user gitxplorer-user-render
          "RET open · a repositories · * starred · f followers · F following · b browse")
    (repos gitxplorer-lists-repositories
           "RET open · s stargazers · ^ the user · b browse · w copy URL · g ask again")
    (starred gitxplorer-lists-starred
             "RET open · s stargazers · u the owner · ^ the user · b browse · g ask again")
    (followers gitxplorer-lists-followers
               "RET open · * starred · f followers · F following · ^ the user · b browse")
    (following gitxplorer-lists-following
               "RET open · * starred · f followers · F following · ^ the user · b browse")
    (repo gitxplorer-repository-render
          "RET open · s stargazers · u the owner · b browse · w copy URL · g ask again")
    (history gitxplorer-repository-history)
    (readme gitxplorer-repository-readme)
    (stargazers gitxplorer-lists-stargazers
                "RET open · * starred · f followers · F following · ^ the owner · b browse")
    (search gitxplorer-lists-search
            "RET open · * starred · f followers · F following · b browse · g ask again")
    (search-repositories gitxplorer-lists-search-repositories
                         "RET open · s stargazers · u the owner · b browse · g ask again")
    (rate gitxplorer-lists-rate "g ask again")
    (login gitxplorer-signin-render))
  "By the kind of a page or section: the function of its view, and its keys.")

(defun gitxplorer-view-sections (kind)
  "The kinds of the sections that a page of KIND has."
  (and (eq kind 'repo) '(history readme)))

(defun gitxplorer-view-section-key (kind)
  "The key of the heading of the section of KIND."
  (list "section" kind))

(defun gitxplorer-view-list-p (kind)
  "Whether a page of KIND is a list."
  (not (memq kind '(user repo login))))

(defun gitxplorer-view-request (page)
  "The method and the params of PAGE's question."
  (let* ((subject (gitxplorer-page-subject page))
         (size (gitxplorer-lines-page-size))
         (number (gitxplorer-page-number page))
         (paged (list :page number :perPage size))
         (name (split-string subject "/"))
         (repository (list :owner (car name) :name (cadr name))))
    (pcase-exhaustive (gitxplorer-page-kind page)
      ('random (cons 'users.random (gitxplorer-page-settings page)))
      ('user (list 'user.summary :login subject))
      ('repos
       (list 'repos.list :login subject
             :limit (min (* number size) gitxplorer-lists-repositories-at-most)))
      ('starred `(user.starred :login ,subject ,@paged))
      ('followers `(user.followers :login ,subject ,@paged))
      ('following `(user.following :login ,subject ,@paged))
      ('repo `(repo.summary ,@repository))
      ('history
       ;; Each point but the last may cost a request, of 60 per hour without a sign-in.
       `(repo.starHistory ,@repository :points 8))
      ('readme `(repo.readme ,@repository))
      ('stargazers `(repo.stargazers ,@repository ,@paged))
      ('search `(search.users :query ,subject ,@paged))
      ('search-repositories `(search.repositories :query ,subject ,@paged))
      ('rate (list 'rate.status))
      ('login (list 'auth.status)))))

(defun gitxplorer-view-about (page)
  "The user or the repository that PAGE is about: its `:login' and `:repository'."
  (let ((subject (gitxplorer-page-subject page)))
    (pcase (gitxplorer-page-kind page)
      ((or 'user 'repos 'starred 'followers 'following) (list :login subject))
      ((or 'repo 'stargazers)
       (list :repository subject :login (car (split-string subject "/")))))))

(defun gitxplorer-view-url (page)
  "The web page of what PAGE is about, or nil."
  (let* ((result (gitxplorer-page-result page))
         (host (gitxplorer-lines-host result)))
    (or (plist-get (plist-get result :user) :profileUrl)
        (plist-get (plist-get result :owner) :profileUrl)
        (plist-get result :verificationUri)
        (plist-get result :tokenUrl)
        (plist-get (plist-get (gitxplorer-page-error page) :data) :profileUrl)
        (and result
             (pcase (gitxplorer-page-kind page)
               ('repo (plist-get (plist-get result :repository) :url))
               ('stargazers (concat host "/" (plist-get result :repository)))
               ('starred (concat host "/" (plist-get result :login) "?tab=stars"))
               ((and kind (or 'followers 'following))
                (format "%s/%s?tab=%s" host (plist-get result :login) kind)))))))

(defun gitxplorer-view-render (page columns)
  "The view of PAGE in COLUMNS columns."
  (let* ((result (gitxplorer-page-result page))
         (known (alist-get (gitxplorer-page-kind page) gitxplorer-view--kinds))
         (view (cond (result (funcall (car known) page result columns))
                     ((gitxplorer-page-question page)
                      (list :before (gitxplorer-view--asking page))))))
    (when (and (> (gitxplorer-page-number page) 1) (not (plist-get view :turn)))
      (setq view (plist-put view :turn (list :previous (1- (gitxplorer-page-number page))))))
    (when result
      (setq view (plist-put view :after (append (plist-get view :after)
                                                (gitxplorer-view--remarks page result columns)
                                                (gitxplorer-view--keys
                                                 (or (plist-get view :keys) (cadr known)) columns)
                                                (plist-get view :below)))))
    (when (gitxplorer-page-error page)
      (setq view (plist-put view :before
                            (append (gitxplorer-view--error page columns)
                                    (and result (list ""))
                                    (plist-get view :before)))))
    (unless result
      (setq view (plist-put view :before (append (gitxplorer-view--title page columns)
                                                 (plist-get view :before)))))
    (plist-put view :after (append (plist-get view :after)
                                   (mapcan (lambda (section)
                                             (gitxplorer-view--section section page columns))
                                           (gitxplorer-page-sections page))))))

(defun gitxplorer-view--title (page columns)
  "Lines in COLUMNS columns that tell what PAGE is while it has no result."
  (let* ((subject (gitxplorer-text-plain (gitxplorer-page-subject page)))
         (kind (pcase (gitxplorer-page-kind page)
                 ('random "Random users")
                 ('rate "Rate limits")
                 ('login (concat "Sign in to " (gitxplorer-upstream-name)))
                 ('search "users")
                 ('search-repositories "repositories")
                 ((or 'user 'repo) "")
                 (kind (symbol-name kind))))
         (text (string-join (seq-remove #'string-empty-p (list subject kind)) " · ")))
    (list (if (eq (gitxplorer-page-kind page) 'repo)
              (gitxplorer-repository-title subject columns)
            (concat " " (propertize (gitxplorer-text-fit text (- columns 2))
                                    'face 'gitxplorer-title)))
          "")))

(defun gitxplorer-view--asking (page)
  "Lines with the progress of PAGE's question."
  (list (concat " " (or (gitxplorer-page-progress page)
                        (if gitxplorer-upstream
                            (format "Asking %s …" (gitxplorer-upstream-name))
                          "Asking …")))))

;;; Sections

(defun gitxplorer-view--section (section page columns)
  "Lines in COLUMNS columns of SECTION, which belongs to PAGE."
  (let ((result (gitxplorer-page-result section))
        (error (gitxplorer-page-error section))
        view)
    ;; What cannot be said of a repository that cannot be shown is said above, once.
    (when (or result (not (gitxplorer-page-error page)) (gitxplorer-page-result page))
      (condition-case trouble
          (setq view (and result
                          (gitxplorer-page-view-once
                           section columns (car (alist-get (gitxplorer-page-kind section)
                                                           gitxplorer-view--kinds)))))
        (error
         (setq error (list :message (gitxplorer-view-strange (error-message-string trouble))))))
      (append
       (gitxplorer-view--heading section (or (plist-get view :right) "") columns)
       (and error (gitxplorer-view--failure section error columns))
       (plist-get view :lines)
       (and view (gitxplorer-view--remarks section result columns))
       (unless (or error view)
         (gitxplorer-view--asking section))))))

(defun gitxplorer-view--heading (section right columns)
  "The heading of SECTION, with RIGHT at its end, in COLUMNS columns."
  (let* ((kind (gitxplorer-page-kind section))
         (name (pcase-exhaustive kind
                 ('history "Star history")
                 ('readme "README")))
         (lines (gitxplorer-lines-section name right columns)))
    (append (butlast lines)
            (list (list (car (last lines)) (list :key (gitxplorer-view-section-key kind)))))))

(defun gitxplorer-view-error-key (page)
  "The key of the line with the error of PAGE, a page or a section."
  (list "error" (gitxplorer-page-kind page)))

(defun gitxplorer-view--failure (section error columns)
  "Lines in COLUMNS columns that tell that SECTION failed with ERROR."
  (if (and (eq (gitxplorer-page-kind section) 'readme)
           (equal (plist-get error :code) 1404))
      (list " This repository has no README.")
    (gitxplorer-view--sentence
     error columns (list :key (gitxplorer-view-error-key section)
                         :url (plist-get (gitxplorer-view--data error) :profileUrl)))))

(defun gitxplorer-view-strange (why)
  "The sentence about a result that cannot be shown, and WHY it cannot."
  (concat "GitXplorer does not understand the server's response: " why))

(defun gitxplorer-view--data (error)
  "The data of ERROR, a plist."
  (let ((data (plist-get error :data)))
    (and (consp data) data)))

;;; What all views have

(defun gitxplorer-view--keys (keys columns)
  "The line in COLUMNS columns with those of KEYS that fit."
  ;; The one that tells of the others stays.
  (let ((some (split-string keys " · ")) (last " · ? all keys"))
    (while (and (cdr some)
                (> (+ 1 (string-width (string-join some " · ")) (length last)) columns))
      (setq some (butlast some)))
    (list "" (propertize (concat " " (string-join some " · ") last) 'face 'shadow))))

(defun gitxplorer-view--remarks (page result columns)
  "Lines in COLUMNS columns about the quality of RESULT.
PAGE, a page or a section, has it."
  (let* ((skipped (plist-get result :skipped))
         (freshness (plist-get result :freshness))
         (fetched (gitxplorer-text-seconds (plist-get freshness :fetchedAt)))
         (age (and fetched (- (time-convert nil 'integer) fetched))))
    (append
     (and (natnump skipped) (> skipped 0)
          (gitxplorer-lines-paragraph
           (let ((name (gitxplorer-upstream-name)))
             (gitxplorer-text-count
              skipped (format "item from %s was malformed and was left out." name)
              (format "items from %s were malformed and were left out." name)))
           columns))
     (cond ((gitxplorer-page-question page) nil)
           ((equal (plist-get freshness :source) "stale")
            (gitxplorer-lines-paragraph
             (format "Old: %s could not be asked; this is what was known %s ago."
                     (gitxplorer-upstream-name) (gitxplorer-text-span (or age 0)))
             columns))
           ((and freshness (not (memq (gitxplorer-page-kind page) '(history readme))))
            (gitxplorer-lines-paragraph
             (concat (gitxplorer-upstream-freshness freshness)
                     ;; The limits cost nothing, and are asked for each time.
                     (if (and age (>= age 60) (not (eq (gitxplorer-page-kind page) 'rate)))
                         (format ", %s old; g asks again." (gitxplorer-text-span age))
                       "."))
             columns))))))

(defun gitxplorer-view--sentence (error columns item)
  "Lines in COLUMNS columns with the sentence of ERROR, for ITEM."
  (mapcar (lambda (line) (list (concat " ▌ " (propertize line 'face 'error)) item))
          (gitxplorer-text-wrap (gitxplorer-view-message error) (- columns 4))))

(defconst gitxplorer-view--params
  '(("login" . "User") ("owner" . "Owner") ("name" . "Repository") ("query" . "Search")
    ("count" . "Number of users") ("perPage" . "Page size") ("page" . "Page") ("token" . "Token")
    ("limit" . "Number of repositories"))
  "By the name of a param: what a person has given for it.")

(defun gitxplorer-view--fault (fault)
  "What FAULT, of the params of a question, is about, and what is wrong, or nil."
  (let* ((path (gitxplorer-text-plain (plist-get fault :path)))
         (name (car (split-string path "/" t)))
         (message (gitxplorer-text-plain (plist-get fault :message))))
    (unless (string-empty-p message)
      (cons (or (cdr (assoc name gitxplorer-view--params)) "Request") message))))

(defun gitxplorer-view--faults (error)
  "The faults of the params that ERROR has, as `gitxplorer-view--fault' gives them."
  (delq nil (mapcar #'gitxplorer-view--fault
                    (append (plist-get (gitxplorer-view--data error) :errors) nil))))

(defun gitxplorer-view-message (error)
  "The sentence of ERROR, in the words of this client."
  (if-let ((fault (car (gitxplorer-view--faults error))))
      (format "%s: %s." (car fault) (string-remove-suffix "." (cdr fault)))
    (gitxplorer-text-plain (plist-get error :message))))

(defun gitxplorer-view--error (page columns)
  "The error of PAGE in full, in COLUMNS columns, with what to do."
  (let* ((error (gitxplorer-page-error page))
         (data (gitxplorer-view--data error))
         (url (gitxplorer-text-page (plist-get data :profileUrl)))
         (item (list :key (gitxplorer-view-error-key page) :url url))
         (faults (cdr (gitxplorer-view--faults error))))
    (append
     (gitxplorer-view--sentence error columns item)
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
             `((,(if (gitxplorer-upstream-github-p) "GitHub says" "It says") . :message)
               ("Server says" . :stderr) ("Setting" . :setting) ("Incident" . :incident)))
     ;; The sentence has one fault already.
     (mapcan (lambda (fault) (gitxplorer-lines-fact (car fault) (cdr fault) columns)) faults)
     (and (member (plist-get data :kind) gitxplorer-kinds-sign-in)
          ;; What is withheld by law is withheld from all.
          (not (eql (plist-get data :status) 451))
          (not (eq (gitxplorer-page-kind page) 'login))
          (gitxplorer-lines-fact "Sign in" "M-x gitxplorer-login" columns
                                 '(:key "login" :run gitxplorer-login) 'gitxplorer-name))
     ;; A pasted token is not kept, so it cannot be sent again.
     (unless (and (eq (gitxplorer-page-kind page) 'login) (gitxplorer-page-result page))
       (gitxplorer-lines-fact "Ask again" "g" columns))
     (and (not (gitxplorer-page-result page))
          (list "" (propertize (concat (if url " b show the page ·" "") " q close · ? all keys")
                               'face 'shadow))))))

(provide 'gitxplorer-view)
;;; gitxplorer-view.el ends here
