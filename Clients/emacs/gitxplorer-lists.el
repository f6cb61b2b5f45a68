;;; gitxplorer-lists.el --- Lists of users, repositories and limits -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; The views of the pages that are lists.  `gitxplorer-view' tells what a view is.

;;; Code:

(require 'cl-lib)
(require 'seq)
(require 'subr-x)
(require 'gitxplorer)
(require 'gitxplorer-avatar)
(require 'gitxplorer-lines)
(require 'gitxplorer-seen)
(require 'gitxplorer-text)
(require 'gitxplorer-upstream)

(declare-function gitxplorer-page-subject "gitxplorer-page" (page))
(declare-function gitxplorer-page-number "gitxplorer-page" (page))
(declare-function gitxplorer-page-settings "gitxplorer-page" (page))

(defconst gitxplorer-lists-repositories-at-most 10000
  "How many repositories of a user the server gives at most.")

;;; Repositories

(defun gitxplorer-lists-repository-cells (repository &optional member fact)
  "The texts of REPOSITORY: stars, name, language, a fact, description.
MEMBER has its name, by default :name.  The function FACT gives
the fact, by default the license."
  (list (gitxplorer-text-number (plist-get repository :stars))
        (gitxplorer-text-member repository (or member :name))
        (gitxplorer-text-plain (plist-get repository :language))
        (if fact (funcall fact repository)
          (gitxplorer-text-plain (plist-get repository :license)))
        (concat (if (eq (plist-get repository :archived) t) "[archived] " "")
                (if (eq (plist-get repository :fork) t) "[fork] " "")
                (gitxplorer-text-plain (plist-get repository :description)))))

(defun gitxplorer-lists-repository-item (repository)
  "The item of REPOSITORY, which is noted as seen."
  (let ((name (gitxplorer-text-member repository :fullName)))
    (gitxplorer-seen-repository
     name (string-trim (concat (gitxplorer-text-number (plist-get repository :stars)) " ★ "
                               (gitxplorer-text-plain (plist-get repository :description)))))
    (list :key (format "repository %s" (plist-get repository :id))
          :open (list 'repo name) :repository name :url (plist-get repository :url)
          :stars (plist-get repository :stars)
          :login (car (split-string name "/")))))

(defun gitxplorer-lists-repository-widths (rows columns &optional name least)
  "The widths of five columns for ROWS of cells in COLUMNS columns.
A name has at most NAME columns, by default a third.  There is room
for the fact from LEAST columns on, by default 64.  A column that is
left out has the width 0."
  (let* ((longest (lambda (n) (apply #'max 0 (mapcar (lambda (row) (string-width (nth n row)))
                                                     rows))))
         (widths (list (max 5 (funcall longest 0))
                       (min (max 4 (funcall longest 1)) (or name (max 20 (/ columns 3))) 40)
                       (if (< columns 50) 0 (min 14 (max 8 (funcall longest 2))))
                       (if (< columns (or least 64)) 0 (min 12 (max 7 (funcall longest 3))))))
         (used (apply #'+ 2 (mapcar (lambda (width) (if (> width 0) (+ width 2) 0)) widths)))
         (room (- columns used)))
    (append widths (list (if (< room 8) 0 room)))))

(defun gitxplorer-lists-repository-headings (&optional fact)
  "The headings of a list of repositories, whose fact has the heading FACT."
  (list "Stars" "Name" "Language" (or fact "License") "Description"))

(defun gitxplorer-lists--of-repositories (repositories columns &optional member heading fact)
  "The format and the rows of REPOSITORIES in COLUMNS columns.
MEMBER has their names, by default :name.  The function FACT gives
what is under HEADING, by default the license."
  (let* ((repositories (append repositories nil))
         (cells (mapcar (lambda (repository)
                          (gitxplorer-lists-repository-cells repository member fact))
                        repositories)))
    (and cells
         (gitxplorer-lines-table
          cells (mapcar #'gitxplorer-lists-repository-item repositories)
          (gitxplorer-lists-repository-widths
           cells columns
           ;; After an owner, a name must not be cut short, and a license must wait.
           (and (eq member :fullName) (if (< columns 60) (- columns 14) (/ columns 2)))
           (and (eq member :fullName) (not fact) 100))
          (gitxplorer-lists-repository-headings heading) 1))))

(defun gitxplorer-lists-repositories (page result columns)
  "The view of PAGE with RESULT of `repos.list' in COLUMNS columns."
  (let* ((login (gitxplorer-text-member (plist-get result :owner) :login))
         (total (plist-get result :total))
         (known (min total gitxplorer-lists-repositories-at-most))
         (size (gitxplorer-lines-page-size))
         (at (gitxplorer-page-number page))
         (last (max 1 (ceiling known size)))
         (repositories (seq-take (seq-drop (plist-get result :repositories) (* (1- at) size))
                                 size))
         (turns (gitxplorer-lines-turns page (and (< at last) (1+ at)) last size))
         (count (gitxplorer-text-count total "repository" "repositories")))
    (gitxplorer-seen-login login "")
    (append
     (gitxplorer-lists--of-repositories repositories columns)
     (list
      :turn (plist-get turns :turn)
      :place (plist-get turns :place)
      :status count
      :before (and (seq-empty-p repositories) (gitxplorer-lists--empty page "No repositories."))
      :after
      (append
       (gitxplorer-lists--title (concat login " · " count) columns
                                (list :key "owner" :open (list 'user login) :login login
                                      :url (plist-get (plist-get result :owner) :profileUrl)))
       (and (plist-get turns :line)
            (gitxplorer-lines-paragraph (plist-get turns :line) columns))
       (cond ((eq (plist-get result :truncated) t)
              (gitxplorer-lines-paragraph
               "There are more: the server asks for no more pages of one user." columns))
             ((and (>= at last) (> total known))
              (gitxplorer-lines-paragraph
               (format "The list ends here with the first %s." (gitxplorer-text-number known))
               columns))))))))

;;; Users

(defun gitxplorer-lists--people (users heading fact columns)
  "The format and the rows of USERS in COLUMNS columns.
The function FACT gives what is under HEADING."
  (let* ((users (append users nil))
         (cells (mapcar (lambda (user)
                          (list (gitxplorer-text-member user :login) (funcall fact user)))
                        users))
         (width (lambda (n heading)
                  (apply #'max (string-width heading)
                         (mapcar (lambda (row) (string-width (nth n row))) cells))))
         (avatars (gitxplorer-avatar-shown-p)))
    (and cells
         (gitxplorer-lines-table
          (mapcar (lambda (row)
                    (append (and avatars (list (gitxplorer-avatar-room (car row) 1))) row))
                  cells)
          (mapcar (lambda (user)
                    (let ((login (gitxplorer-text-member user :login)))
                      (gitxplorer-seen-login login (gitxplorer-text-plain (plist-get user :type)))
                      (list :key (concat "user " login) :open (list 'user login) :login login
                            :url (plist-get user :profileUrl))))
                  users)
          (append (and avatars '(2))
                  (list (min (funcall width 0 "Login") (- columns 20 (if avatars 4 0)))
                        (funcall width 1 heading)))
          (append (and avatars '("")) (list "Login" heading))
          (if avatars 1 0)))))

(defun gitxplorer-lists--users (users columns)
  "The format and the rows of USERS with their types in COLUMNS columns."
  (gitxplorer-lists--people users "Type" #'gitxplorer-lines-type columns))

(defun gitxplorer-lists-random (page result columns)
  "The view of PAGE with RESULT of `users.random' in COLUMNS columns."
  (let* ((users (gitxplorer-lines-array result :users))
         (settings (gitxplorer-page-settings page))
         (seed (plist-get settings :seed))
         (count (gitxplorer-text-count (length users) "random user" "random users")))
    (append
     (gitxplorer-lists--users users columns)
     (list :turn (append (list :next (plist-put (copy-sequence settings) :seed (1+ seed)))
                         (and (> seed 0)
                              (list :previous
                                    (plist-put (copy-sequence settings) :seed (1- seed)))))
           :status count
           :after (list "" (concat " " count))))))

;;; What a user or a repository has

(defun gitxplorer-lists--title (text columns item)
  "Lines in COLUMNS columns that tell with TEXT what a list is; they are for ITEM."
  (list "" (list (gitxplorer-text-fit (concat " " text) columns) item)))

(defun gitxplorer-lists--empty (page none)
  "Lines that tell that PAGE has no rows: NONE if it is the first."
  (list (concat " " (if (> (gitxplorer-page-number page) 1) "This page is past the last one."
                      none))))

(defun gitxplorer-lists--belonging (page result table what none columns item)
  "The view of PAGE, a list of what ITEM has, in COLUMNS columns.
TABLE has the rows of RESULT.  WHAT names them, and NONE says that
there are none."
  (let ((turns (gitxplorer-lines-turns page (plist-get result :nextPage)
                                       (plist-get result :lastPage)
                                       (or (plist-get result :perPage)
                                           (gitxplorer-lines-page-size)))))
    (append
     table
     (list
      :turn (plist-get turns :turn)
      :place (plist-get turns :place)
      :status what
      :before (unless table (gitxplorer-lists--empty page none))
      :after
      (append
       (gitxplorer-lists--title
        (concat (or (plist-get item :repository) (plist-get item :login)) " · " what)
        columns item)
       (and (plist-get turns :line)
            (gitxplorer-lines-paragraph (plist-get turns :line) columns)))))))

(defun gitxplorer-lists-stargazers (page result columns)
  "The view of PAGE with RESULT of `repo.stargazers' in COLUMNS columns."
  (let ((name (gitxplorer-text-member result :repository)))
    (gitxplorer-lists--belonging
     page result
     (gitxplorer-lists--people
      (gitxplorer-lines-array result :stargazers) "Starred" #'gitxplorer-lists--starred-at columns)
     "stargazers" "No stargazers." columns
     (list :key "repository" :open (list 'repo name) :repository name
           :login (car (split-string name "/"))
           :url (concat (gitxplorer-lines-host result) "/" name)))))

(defun gitxplorer-lists--starred-at (starred)
  "The day of STARRED: when a user starred a repository."
  (gitxplorer-text-day (plist-get starred :starredAt)))

(defun gitxplorer-lists--user (result)
  "The item of the user to whom the list in RESULT belongs."
  (let ((login (gitxplorer-text-member result :login)))
    (list :key "user" :open (list 'user login) :login login
          :url (concat (gitxplorer-lines-host result) "/" login))))

(defun gitxplorer-lists-starred (page result columns)
  "The view of PAGE with RESULT of `user.starred' in COLUMNS columns."
  (gitxplorer-lists--belonging
   page result
   (gitxplorer-lists--of-repositories
    (gitxplorer-lines-array result :repositories) columns
    :fullName "Starred" #'gitxplorer-lists--starred-at)
   "starred" "Nothing starred." columns (gitxplorer-lists--user result)))

(defun gitxplorer-lists-followers (page result columns)
  "The view of PAGE with RESULT of `user.followers' in COLUMNS columns."
  (gitxplorer-lists--belonging
   page result (gitxplorer-lists--users (gitxplorer-lines-array result :users) columns)
   "followers" "No followers." columns (gitxplorer-lists--user result)))

(defun gitxplorer-lists-following (page result columns)
  "The view of PAGE with RESULT of `user.following' in COLUMNS columns."
  (gitxplorer-lists--belonging
   page result (gitxplorer-lists--users (gitxplorer-lines-array result :users) columns)
   "following" "Following nobody." columns (gitxplorer-lists--user result)))

;;; What a search finds

(defun gitxplorer-lists--found (page result table one more columns)
  "The view of PAGE, a search, in COLUMNS columns.
TABLE has the rows of RESULT; ONE and MORE are the nouns of what
was found."
  (let* ((total (plist-get result :totalCount))
         (size (or (plist-get result :perPage) (gitxplorer-lines-page-size)))
         ;; GitHub gives the first thousand only.
         (last (max 1 (ceiling (min total 1000) (max size 1))))
         (turns (gitxplorer-lines-turns page (plist-get result :nextPage) last size))
         (count (gitxplorer-text-count total one more)))
    (append
     table
     (list
      :turn (plist-get turns :turn)
      :place (plist-get turns :place)
      :status count
      :before (unless table (list " Nothing was found."))
      :after
      (append
       (list "")
       (gitxplorer-lines-paragraph
        (concat (gitxplorer-text-plain (gitxplorer-page-subject page)) " · " count) columns)
       (and (plist-get turns :line)
            (gitxplorer-lines-paragraph (plist-get turns :line) columns))
       (and (> total 1000)
            (gitxplorer-lines-paragraph
             "Only the first 1,000 of them can be listed; refine the query." columns))
       (and (eq (plist-get result :incompleteResults) t)
            (gitxplorer-lines-paragraph "The search ran out of time; there may be more."
                                        columns)))))))

(defun gitxplorer-lists-search (page result columns)
  "The view of PAGE with RESULT of `search.users' in COLUMNS columns."
  (gitxplorer-lists--found
   page result (gitxplorer-lists--users (gitxplorer-lines-array result :users) columns)
   "user" "users" columns))

(defun gitxplorer-lists-search-repositories (page result columns)
  "The view of PAGE with RESULT of `search.repositories' in COLUMNS columns."
  (gitxplorer-lists--found
   page result
   (gitxplorer-lists--of-repositories
    (gitxplorer-lines-array result :repositories) columns :fullName)
   "repository" "repositories" columns))

;;; Limits

(defun gitxplorer-lists--limit-before (a b)
  "Whether the limit A is shown before B: of common use first, then by name."
  (let ((place (lambda (limit)
                 (pcase (car limit)
                   ("core" "1")
                   ("search" "2")
                   (name (concat "3" name))))))
    (string< (funcall place a) (funcall place b))))

(defun gitxplorer-lists-rate (_page result columns)
  "The view of RESULT of `rate.status' in COLUMNS columns."
  (let* ((signed-in (eq (plist-get result :authenticated) t))
         (resources (cl-loop for (name limit) on (plist-get result :resources) by #'cddr
                             collect (cons (gitxplorer-text-plain
                                            (substring (symbol-name name) 1))
                                           limit)))
         (resources (sort resources #'gitxplorer-lists--limit-before))
         (width (apply #'max 8 (mapcar (lambda (it) (string-width (car it))) resources)))
         (widest (lambda (member least)
                   (apply #'max least
                          (mapcar (lambda (it) (string-width
                                                (gitxplorer-text-number
                                                 (plist-get (cdr it) member))))
                                  resources))))
         (left-width (funcall widest :remaining 9))
         (limit-width (funcall widest :limit 8))
         ;; A long name gives way to a whole number.
         (width (min width (- columns left-width 4)))
         (room (min 24 (- columns width left-width limit-width 31)))
         (bars (>= room 6)))
    (unless (plist-member result :resources)
      (error "It has no resources"))
    (list
     :format (vconcat (list (list "Resource" width t :pad-right 2)
                            (list "Left" left-width (gitxplorer-lines-number-before :left)
                                  :right-align t :pad-right 2))
                      (and bars (list (list "" room nil :pad-right 2)
                                      (list "of" limit-width (gitxplorer-lines-number-before :limit)
                                            :right-align t :pad-right 2)))
                      (list (list "Opens again" 20 nil)))
     :rows (mapcar
            (lambda (it)
              (let* ((limit (plist-get (cdr it) :limit))
                     (left (plist-get (cdr it) :remaining)))
                (list (list :key (concat "limit " (car it)) :left left :limit limit)
                      (vconcat
                       (list (gitxplorer-lines-cell (car it))
                             (gitxplorer-lines-cell (gitxplorer-text-number left)))
                       (and bars (list (gitxplorer-text-bar left limit room)
                                       (gitxplorer-lines-cell (gitxplorer-text-number limit))))
                       (list (gitxplorer-lines-cell
                              (cond ((and (eql limit 0) (not signed-in)) "only when signed in")
                                    ((>= left limit) "all is left")
                                    (t (gitxplorer-text-until
                                        (plist-get (cdr it) :resetAt))))))))))
            resources)
     :status (if signed-in "signed in" "not signed in")
     :after (append
             (list "" (concat " Rate limits · " (if signed-in "signed in" "not signed in")))
             (unless signed-in
               (gitxplorer-lines-paragraph
                (concat (if (gitxplorer-upstream-github-p)
                            "Signed in, GitHub allows 5,000 requests per hour: "
                          "To sign in: ")
                        "M-x gitxplorer-login")
                columns '(:key "login" :run gitxplorer-login)))))))

(provide 'gitxplorer-lists)
;;; gitxplorer-lists.el ends here
