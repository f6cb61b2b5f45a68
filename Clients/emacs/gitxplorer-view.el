;;; gitxplorer-view.el --- From results to lines -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; A view is a plist: `:format' and `:rows', as `tabulated-list-mode' takes them, with items for
;; ids; the lines `:before' and `:after' the rows; `:turn', the numbers or settings of the `:next'
;; and the `:previous' page; and `:status' for the mode line.

;;; Code:

(require 'cl-lib)
(require 'seq)
(require 'subr-x)
(require 'gitxplorer)
(require 'gitxplorer-avatar)
(require 'gitxplorer-kinds)
(require 'gitxplorer-seen)
(require 'gitxplorer-text)

(declare-function gitxplorer-page-kind "gitxplorer-page" (page))
(declare-function gitxplorer-page-subject "gitxplorer-page" (page))
(declare-function gitxplorer-page-number "gitxplorer-page" (page))
(declare-function gitxplorer-page-settings "gitxplorer-page" (page))
(declare-function gitxplorer-page-result "gitxplorer-page" (page))
(declare-function gitxplorer-page-error "gitxplorer-page" (page))
(declare-function gitxplorer-page-question "gitxplorer-page" (page))
(declare-function gitxplorer-page-progress "gitxplorer-page" (page))
(declare-function gitxplorer-page-memo "gitxplorer-page" (page))

(defface gitxplorer-title '((t :inherit bold :height 1.2))
  "Face of the name of a user."
  :group 'gitxplorer)

(defface gitxplorer-heading '((t :inherit font-lock-keyword-face :weight bold))
  "Face of headings within a page."
  :group 'gitxplorer)

(defface gitxplorer-name '((t :inherit link :underline nil))
  "Face of what can be opened."
  :group 'gitxplorer)

(defface gitxplorer-bar
  '((((class color) (min-colors 88) (background light)) :foreground "SteelBlue")
    (((class color) (min-colors 88) (background dark)) :foreground "LightSteelBlue")
    (t :inherit default))
  "Face of bars."
  :group 'gitxplorer)

(defface gitxplorer-code '((t :inherit bold :height 1.5))
  "Face of the code to sign in by."
  :group 'gitxplorer)

(defconst gitxplorer-view--repositories-at-most 10000
  "How many repositories the server gives at most.")

(defun gitxplorer-view--page-size ()
  "How many items a page has."
  (min 100 (max 1 gitxplorer-page-size)))

(defun gitxplorer-view-request (page)
  "The method and the params of PAGE's question."
  (let ((subject (gitxplorer-page-subject page))
        (number (gitxplorer-page-number page))
        (size (gitxplorer-view--page-size)))
    (pcase-exhaustive (gitxplorer-page-kind page)
      ('random (cons 'users.random (gitxplorer-page-settings page)))
      ('user (list 'user.summary :login subject))
      ('repositories
       (list 'repos.list :login subject
             :limit (min (* number size) gitxplorer-view--repositories-at-most)))
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
          (concat (gitxplorer-view--host result) "/" repository)))))

(defun gitxplorer-view--host (result)
  "The host of the pages of the stargazers in RESULT."
  (let* ((gazers (plist-get result :stargazers))
         (page (and (> (length gazers) 0)
                    (gitxplorer-text-page (plist-get (aref gazers 0) :profileUrl)))))
    (if (and page (string-match "\\`https?://[^/]+" page))
        (match-string 0 page)
      "https://github.com")))

(defun gitxplorer-view-render (page columns)
  "The view of PAGE in COLUMNS columns."
  (let* ((result (gitxplorer-page-result page))
         (kind (gitxplorer-page-kind page))
         (view (cond (result
                      (funcall (intern (format "gitxplorer-view--%s" kind)) page result columns))
                     ((gitxplorer-page-question page)
                      (list :before
                            (list (concat " " (or (gitxplorer-page-progress page)
                                                  "Asking GitHub …"))))))))
    (when (and (> (gitxplorer-page-number page) 1) (not (plist-get view :turn)))
      (setq view (plist-put view :turn (list :previous (1- (gitxplorer-page-number page))))))
    (when result
      (setq view (plist-put view :after (append (plist-get view :after)
                                                (gitxplorer-view--remarks page result columns)
                                                (gitxplorer-view--keys kind columns)))))
    (when (gitxplorer-page-error page)
      (setq view (plist-put view :before
                            (append (gitxplorer-view--error page columns)
                                    (and result (list ""))
                                    (plist-get view :before)))))
    view))

;;; What all views have

(defun gitxplorer-view--paragraph (text columns &optional item)
  "Lines of TEXT within COLUMNS columns, each for ITEM."
  (mapcar (lambda (line) (list (concat " " line) item))
          (gitxplorer-text-wrap text (- columns 2))))

(defun gitxplorer-view--fact (name text columns &optional item face)
  "Lines that say that NAME is TEXT, whole, within COLUMNS columns.
They are for ITEM; the text is in FACE."
  (let ((name (gitxplorer-text-left name 12)))
    (mapcar (lambda (line)
              (prog1 (list (concat "   " name " " (propertize line 'face face)) item)
                (setq name (make-string 12 ?\s))))
            (gitxplorer-text-wrap text (- columns 16)))))

(defun gitxplorer-view--keys (kind columns)
  "The last line of a page of KIND in COLUMNS columns: what there is to press."
  (let ((keys (pcase kind
                ('repositories "RET stargazers · b browse · w copy URL · ^ the user · g ask again")
                ('user "RET open · b browse · w copy URL · s stargazers · g ask again")
                ('random "RET open · n draw others · b browse · w copy URL")
                ('stargazers "RET open · b browse · w copy URL · ^ the owner · g ask again")
                ('search "RET open · b browse · w copy URL · g ask again")
                ('rate "g ask again")
                ('sign-in "RET open · b browse · w copy URL"))))
    ;; The one that tells of the others stays.
    (let ((some (split-string keys " · ")) (last " · ? all keys"))
      (while (and (cdr some)
                  (> (+ 1 (string-width (string-join some " · ")) (length last)) columns))
        (setq some (butlast some)))
      (list "" (propertize (concat " " (string-join some " · ") last) 'face 'shadow)))))

(defun gitxplorer-view--remarks (page result columns)
  "Lines in COLUMNS columns about the quality of RESULT, which PAGE has."
  (let* ((skipped (plist-get result :skipped))
         (freshness (plist-get result :freshness))
         (fetched (gitxplorer-text-seconds (plist-get freshness :fetchedAt)))
         (age (and fetched (- (time-convert nil 'integer) fetched))))
    (append
     (and (natnump skipped) (> skipped 0)
          (gitxplorer-view--paragraph
           (concat (gitxplorer-text-count skipped "item" "items")
                   " from GitHub were malformed and were left out.")
           columns))
     (cond ((gitxplorer-page-question page) nil)
           ((equal (plist-get freshness :source) "stale")
            (gitxplorer-view--paragraph
             (format "GitHub could not be asked; this is what was known %s ago."
                     (gitxplorer-text-span (or age 0)))
             columns))
           ((and age (>= age 60) (not (eq (gitxplorer-page-kind page) 'rate)))
            (gitxplorer-view--paragraph (concat (gitxplorer-text-span age) " old; g asks again.")
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
     (and url (gitxplorer-view--fact "Page" url columns (list :key "page" :url url) 'link))
     (cond ((plist-get data :resetAt)
            (gitxplorer-view--fact "Opens again" (gitxplorer-text-until (plist-get data :resetAt))
                                   columns))
           ((numberp (plist-get data :retryAfterSeconds))
            (gitxplorer-view--fact
             "Opens again"
             (concat "in " (gitxplorer-text-span (truncate (plist-get data :retryAfterSeconds))))
             columns)))
     (mapcan (lambda (member)
               (let ((text (gitxplorer-text-plain (plist-get data (cdr member)))))
                 (unless (string-empty-p text)
                   (gitxplorer-view--fact (car member) text columns))))
             '(("GitHub says" . :message) ("Server says" . :stderr) ("Setting" . :setting)
               ("Incident" . :incident)))
     ;; The sentence has one fault already.
     (and (cdr faults)
          (mapcan (lambda (fault)
                    (gitxplorer-view--fact (gitxplorer-text-plain (plist-get fault :path))
                                           (gitxplorer-text-plain (plist-get fault :message))
                                           columns))
                  faults))
     (and (member (plist-get data :kind) gitxplorer-kinds-sign-in)
          (not (eq (gitxplorer-page-kind page) 'sign-in))
          (gitxplorer-view--fact "Sign in" "M-x gitxplorer-login" columns
                                 '(:key "login" :run gitxplorer-login) 'gitxplorer-name))
     (gitxplorer-view--fact "Ask again" "g" columns)
     (and (not (gitxplorer-page-result page))
          (list "" (propertize (concat (if url " b show the page ·" "") " q close · ? all keys")
                               'face 'shadow))))))

(defun gitxplorer-view--tip (text)
  "TEXT as a help echo, in which nothing is a command."
  (replace-regexp-in-string "\\\\" "\\=\\" text t t))

(defun gitxplorer-view--cell (text &optional face)
  "TEXT as a cell of a table, in FACE; its whole text is its tip."
  ;; The list would make a tip by itself, in which a stranger's text is read for keys.
  (propertize text 'help-echo (gitxplorer-view--tip text) 'face face))

(defun gitxplorer-view--number-before (member)
  "A predicate to sort rows by MEMBER of their items, a number."
  (lambda (a b) (< (or (plist-get (car a) member) 0) (or (plist-get (car b) member) 0))))

(defun gitxplorer-view--turns (page next last size)
  "The turn of PAGE and the line about it, as a plist.
NEXT and LAST are numbers of pages or nil; a page has SIZE items."
  (let* ((at (gitxplorer-page-number page))
         (turn (append (and next (list :next next)) (and (> at 1) (list :previous (1- at))))))
    (list :turn turn
          :line (and turn
                     (string-join
                      (delq nil (list (if last (format "Page %d of %s" at
                                                       (gitxplorer-text-number last))
                                        (format "Page %d" at))
                                      (format "%s a page" (gitxplorer-text-number size))
                                      (and next "n next page")
                                      (and (> at 1) "p previous page")))
                      " · ")))))

(defun gitxplorer-view--status (what line)
  "The mode line's text: WHAT, and the page that begins LINE, if any."
  (concat what (if (and line (string-match "\\`[^·]*[^ ·]" line))
                   (concat " · " (match-string 0 line))
                 "")))

;;; Repositories

(defun gitxplorer-view--repository-cells (repository)
  "The texts of REPOSITORY: stars, name, language, license, description."
  (list (gitxplorer-text-number (plist-get repository :stars))
        (gitxplorer-text-member repository :name)
        (gitxplorer-text-plain (plist-get repository :language))
        (gitxplorer-text-plain (plist-get repository :license))
        (concat (if (eq (plist-get repository :archived) t) "[archived] " "")
                (if (eq (plist-get repository :fork) t) "[fork] " "")
                (gitxplorer-text-plain (plist-get repository :description)))))

(defun gitxplorer-view--repository-item (repository)
  "The item of REPOSITORY, which is noted as seen."
  (let ((name (gitxplorer-text-member repository :fullName)))
    (gitxplorer-seen-repository
     name (string-trim (concat (gitxplorer-text-number (plist-get repository :stars)) " ★ "
                               (gitxplorer-text-plain (plist-get repository :description)))))
    (list :key (format "repository %s" (plist-get repository :id))
          :open (list 'stargazers name) :repository name :url (plist-get repository :url)
          :stars (plist-get repository :stars)
          :login (car (split-string name "/")))))

(defun gitxplorer-view--repository-widths (rows columns)
  "The widths of five columns for ROWS of cells in COLUMNS columns.
A column that is left out has the width 0."
  (let* ((longest (lambda (n) (apply #'max 0 (mapcar (lambda (row) (string-width (nth n row)))
                                                     rows))))
         (widths (list (max 5 (funcall longest 0))
                       (min (max 4 (funcall longest 1)) (max 20 (/ columns 3)) 40)
                       (if (< columns 50) 0 (min 14 (max 8 (funcall longest 2))))
                       (if (< columns 64) 0 (min 12 (max 7 (funcall longest 3))))))
         (used (apply #'+ 2 (mapcar (lambda (width) (if (> width 0) (+ width 2) 0)) widths)))
         (room (- columns used)))
    (append widths (list (if (< room 8) 0 room)))))

(defconst gitxplorer-view--repository-headings
  '("Stars" "Name" "Language" "License" "Description")
  "The headings of lists of repositories.")

(defun gitxplorer-view--table (cells items widths headings &optional first)
  "The format and the rows of CELLS with their ITEMS.
The columns have WIDTHS, 0 if they are left out, and HEADINGS.
FIRST is the one that names what is opened."
  (let ((shown (seq-filter (lambda (n) (> (nth n widths) 0))
                           (number-sequence 0 (1- (length widths))))))
    (list
     :format
     (vconcat (mapcar (lambda (n)
                        (let ((heading (nth n headings)))
                          (if (equal heading "Stars")
                              (list heading (nth n widths)
                                    (gitxplorer-view--number-before :stars)
                                    :right-align t :pad-right 2)
                            (list heading (nth n widths)
                                  (and (not (string-blank-p heading)) t) :pad-right 2))))
                      shown))
     :rows
     (cl-mapcar
      (lambda (row item)
        (list item
              (vconcat (mapcar (lambda (n)
                                 (let ((cell (nth n row)))
                                   (if (get-text-property 0 'gitxplorer-avatar cell) cell
                                     (gitxplorer-view--cell
                                      (gitxplorer-text-fit cell (nth n widths))
                                      (and (eql n first) 'gitxplorer-name)))))
                               shown))))
      cells items))))

(defun gitxplorer-view--repositories (page result columns)
  "The view of PAGE with RESULT of `repos.list' in COLUMNS columns."
  (let* ((login (gitxplorer-text-member (plist-get result :owner) :login))
         (total (plist-get result :total))
         (known (min total gitxplorer-view--repositories-at-most))
         (size (gitxplorer-view--page-size))
         (at (gitxplorer-page-number page))
         (last (max 1 (ceiling known size)))
         (repositories (seq-take (seq-drop (plist-get result :repositories) (* (1- at) size))
                                 size))
         (repositories (append repositories nil))
         (cells (mapcar #'gitxplorer-view--repository-cells repositories))
         (turns (gitxplorer-view--turns page (and (< at last) (1+ at)) last size))
         (count (gitxplorer-text-count total "repository" "repositories")))
    (gitxplorer-seen-login login "")
    (append
     (and repositories
          (gitxplorer-view--table
           cells (mapcar #'gitxplorer-view--repository-item repositories)
           (gitxplorer-view--repository-widths cells columns)
           gitxplorer-view--repository-headings 1))
     (list
      :turn (plist-get turns :turn)
      :status (gitxplorer-view--status count (plist-get turns :line))
      :before (unless repositories
                (list (if (> at 1) " This page is past the last one." " No repositories.")))
      :after
      (append
       (list "" (list (gitxplorer-text-fit (concat " " login " · " count) columns)
                      (list :key "owner" :open (list 'user login) :login login
                            :url (plist-get (plist-get result :owner) :profileUrl))))
       (and (plist-get turns :line)
            (gitxplorer-view--paragraph (plist-get turns :line) columns))
       (cond ((eq (plist-get result :truncated) t)
              (gitxplorer-view--paragraph
               "There are more: the server asks for no more pages of one user." columns))
             ((and (>= at last) (> total known))
              (gitxplorer-view--paragraph
               (format "The list ends here with the first %s." (gitxplorer-text-number known))
               columns))))))))

;;; Users

(defun gitxplorer-view--people (users heading fact columns)
  "The format and the rows of USERS in COLUMNS columns.
The function FACT gives what is under HEADING."
  (let* ((users (append users nil))
         (cells (mapcar (lambda (user)
                          (list (gitxplorer-text-member user :login) (funcall fact user)
                                (gitxplorer-text-plain (plist-get user :profileUrl))))
                        users))
         (longest (lambda (n) (apply #'max (mapcar (lambda (row) (string-width (nth n row)))
                                                   cells))))
         (avatars (gitxplorer-avatar-shown-p))
         (room (if avatars 4 0))
         (login (if cells (max 5 (min (funcall longest 0) (- columns 20 room))) 5))
         (second (if cells (max (string-width heading) (funcall longest 1)) 0))
         (page (- columns 2 room login 2 second 2)))
    (and cells
         (gitxplorer-view--table
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
                  (list login second (if (< page (min 20 (funcall longest 2))) 0 page)))
          (append (and avatars '("")) (list "Login" heading "Page"))
          (if avatars 1 0)))))

(defun gitxplorer-view--type (user)
  "The type of USER."
  (gitxplorer-text-plain (plist-get user :type)))

(defun gitxplorer-view--array (result member)
  "The array that RESULT has as its MEMBER."
  (let ((value (plist-get result member)))
    (unless (vectorp value)
      (error "It has no list of %s" (substring (symbol-name member) 1)))
    value))

(defun gitxplorer-view--random (page result columns)
  "The view of PAGE with RESULT of `users.random' in COLUMNS columns."
  (let* ((users (gitxplorer-view--array result :users))
         (settings (gitxplorer-page-settings page))
         (seed (plist-get settings :seed))
         (count (gitxplorer-text-count (length users) "random user" "random users")))
    (append
     (gitxplorer-view--people users "Type" #'gitxplorer-view--type columns)
     (list :turn (append (list :next (plist-put (copy-sequence settings) :seed (1+ seed)))
                         (and (> seed 0)
                              (list :previous
                                    (plist-put (copy-sequence settings) :seed (1- seed)))))
           :status count
           :after (list "" (concat " " count))))))

(defun gitxplorer-view--search (page result columns)
  "The view of PAGE with RESULT of `search.users' in COLUMNS columns."
  (let* ((users (gitxplorer-view--array result :users))
         (total (plist-get result :totalCount))
         (size (or (plist-get result :perPage) (gitxplorer-view--page-size)))
         ;; GitHub gives the first thousand only.
         (last (max 1 (ceiling (min total 1000) (max size 1))))
         (turns (gitxplorer-view--turns page (plist-get result :nextPage) last size))
         (count (gitxplorer-text-count total "user" "users")))
    (append
     (gitxplorer-view--people users "Type" #'gitxplorer-view--type columns)
     (list
      :turn (plist-get turns :turn)
      :status (gitxplorer-view--status count (plist-get turns :line))
      :before (and (seq-empty-p users) (list " Nothing was found."))
      :after
      (append
       (list "")
       (gitxplorer-view--paragraph
        (concat (gitxplorer-text-plain (gitxplorer-page-subject page)) " · " count) columns)
       (and (plist-get turns :line)
            (gitxplorer-view--paragraph (plist-get turns :line) columns))
       (and (> total 1000)
            (gitxplorer-view--paragraph
             "GitHub returns only the first 1,000 of them; refine the query." columns))
       (and (eq (plist-get result :incompleteResults) t)
            (gitxplorer-view--paragraph "GitHub ran out of time; there may be more." columns)))))))

(defun gitxplorer-view--stargazers (page result columns)
  "The view of PAGE with RESULT of `repo.stargazers' in COLUMNS columns."
  (let* ((users (gitxplorer-view--array result :stargazers))
         (name (gitxplorer-text-member result :repository))
         (owner (car (split-string name "/")))
         (turns (gitxplorer-view--turns page (plist-get result :nextPage)
                                        (plist-get result :lastPage)
                                        (or (plist-get result :perPage) 100))))
    (append
     (gitxplorer-view--people
      users "Starred"
      (lambda (user)
        (let ((time (gitxplorer-text-plain (plist-get user :starredAt))))
          (substring time 0 (min 10 (length time)))))
      columns)
     (list
      :turn (plist-get turns :turn)
      :status (gitxplorer-view--status "stargazers" (plist-get turns :line))
      :before (and (seq-empty-p users) (list " No stargazers."))
      :after
      (append
       (list "" (list (gitxplorer-text-fit (concat " " name " · stargazers") columns)
                      (list :key "repository" :open (list 'user owner) :login owner
                            :repository name
                            :url (concat (gitxplorer-view--host result) "/" name))))
       (and (plist-get turns :line)
            (gitxplorer-view--paragraph (plist-get turns :line) columns)))))))

;;; One user

(defun gitxplorer-view--user (_page result columns)
  "The view of RESULT of `user.summary' in COLUMNS columns."
  (let* ((user (plist-get result :user))
         (login (gitxplorer-text-member user :login))
         (name (gitxplorer-text-plain (plist-get user :name)))
         (url (plist-get user :profileUrl))
         (own (list :key "user" :url url :login login))
         (all (list :key "all" :open (list 'repositories login) :url url :login login)))
    (gitxplorer-seen-login
     login (string-join (seq-remove #'string-empty-p (list name (gitxplorer-view--type user)))
                        " · "))
    (list
     :status (concat "★ " (gitxplorer-text-number (plist-get result :totalStars)))
     :after
     (append
      (list (list (concat
                   " "
                   (and (gitxplorer-avatar-shown-p)
                        (concat (gitxplorer-avatar-room login 3) "  "))
                   (propertize (gitxplorer-text-fit (if (string-empty-p name) login name)
                                                    (max 10 (- columns (length login) 6)))
                               'face 'gitxplorer-title)
                   (if (string-empty-p name) "" (propertize (concat "  @" login) 'face 'shadow)))
                  own)
            "")
      (gitxplorer-view--about user columns)
      (list "" (list (gitxplorer-text-fit
                      (concat " " (string-join
                                   (list (concat "★ " (gitxplorer-text-count
                                                       (plist-get result :totalStars)
                                                       "star" "stars"))
                                         (gitxplorer-text-count
                                          (plist-get result :totalRepositories)
                                          "repository" "repositories")
                                         (gitxplorer-text-count (plist-get user :followers)
                                                                "follower" "followers")
                                         (concat (gitxplorer-text-number
                                                  (plist-get user :following))
                                                 " following"))
                                   " · "))
                      columns)
                     all))
      (gitxplorer-view--languages result columns)
      (gitxplorer-view--best result all columns)))))

(defun gitxplorer-view--about (user columns)
  "Lines in COLUMNS columns with USER's own words."
  (let* ((bio (gitxplorer-text-plain (plist-get user :bio)))
         (created (gitxplorer-text-plain (plist-get user :createdAt)))
         (blog (gitxplorer-text-plain (plist-get user :blog)))
         (facts (seq-remove
                 #'string-empty-p
                 (list (gitxplorer-view--type user)
                       (gitxplorer-text-plain (plist-get user :company))
                       (gitxplorer-text-plain (plist-get user :location))
                       (if (< (length created) 4) ""
                         (concat "since " (substring created 0 4)))))))
    (append
     (gitxplorer-view--paragraph bio columns)
     (gitxplorer-view--paragraph (string-join facts " · ") columns)
     (unless (string-empty-p blog)
       (list (list (gitxplorer-text-fit (concat " " blog) columns)
                   (list :key "blog" :url (if (string-match-p "://" blog) blog
                                            (concat "https://" blog)))))))))

(defun gitxplorer-view--section (name right columns)
  "A rule of COLUMNS columns with a NAME, and RIGHT at its end."
  (let* ((left (concat "── " (propertize name 'face 'gitxplorer-heading) " "))
         (right (if (string-empty-p right) "" (concat " " right " ──")))
         (room (- columns (string-width left) (string-width right))))
    (list "" (gitxplorer-text-fit (concat left (make-string (max 2 room) ?─) right) columns))))

(defun gitxplorer-view--languages (result columns)
  "Lines in COLUMNS columns with a bar for each language in RESULT."
  (let* ((all (append (plist-get result :languages) nil))
         (languages (seq-take all 10))
         (cells (mapcar (lambda (it)
                          (list (gitxplorer-text-member it :language)
                                (gitxplorer-text-number (plist-get it :repositories))
                                (concat (gitxplorer-text-number (plist-get it :stars)) " ★")))
                        languages))
         (longest (lambda (n) (apply #'max (mapcar (lambda (row) (string-width (nth n row)))
                                                   cells)))))
    (when cells
      (let* ((name (min 18 (funcall longest 0)))
             (repositories (funcall longest 1))
             (stars (funcall longest 2))
             (room (max 1 (min 48 (- columns name repositories stars 9))))
             (favorite (gitxplorer-text-plain (plist-get result :favoriteLanguage))))
        (append
         (gitxplorer-view--section
          "Languages" (if (string-empty-p favorite) "" (concat "favorite " favorite)) columns)
         (cl-mapcar
          (lambda (row language)
            (list (gitxplorer-text-row
                   (list (list (car row) name)
                         (list (gitxplorer-text-bar (plist-get language :repositories)
                                                    (plist-get (car languages) :repositories)
                                                    room)
                               room)
                         (list (nth 1 row) repositories t)
                         (list (nth 2 row) stars t))
                   3)
                  (list :key (concat "language " (car row)))))
          cells languages)
         (and (nthcdr 10 all)
              (list (format "   and %d more" (- (length all) 10)))))))))

(defun gitxplorer-view--best (result all columns)
  "Lines in COLUMNS columns with the best repositories in RESULT.
ALL is the item that leads to all repositories."
  (let* ((best (append (plist-get result :topRepositories) nil))
         (cells (mapcar #'gitxplorer-view--repository-cells best))
         (widths (gitxplorer-view--repository-widths cells columns))
         (row (lambda (cells face)
                (gitxplorer-text-row
                 (delq nil (cl-mapcar (lambda (cell width n)
                                        (and (> width 0)
                                             (list (propertize cell 'face
                                                               (or face (and (= n 1)
                                                                             'gitxplorer-name)))
                                                   width (= n 0))))
                                      cells widths '(0 1 2 3 4)))
                 2))))
    (when best
      (append
       (gitxplorer-view--section "Most stars" "" columns)
       (list (funcall row gitxplorer-view--repository-headings 'shadow))
       (cl-mapcar (lambda (repository cells)
                    (list (funcall row cells nil) (gitxplorer-view--repository-item repository)))
                  best cells)
       (let ((total (plist-get result :totalRepositories)))
         (and (numberp total)
              (> total (length best))
              (list (list (concat "   All " (gitxplorer-text-number total) " repositories …")
                          all))))))))

;;; Limits

(defun gitxplorer-view--rate (_page result columns)
  "The view of RESULT of `rate.status' in COLUMNS columns."
  (let* ((signed-in (eq (plist-get result :authenticated) t))
         (resources (cl-loop for (name limit) on (plist-get result :resources) by #'cddr
                             collect (cons (gitxplorer-text-plain
                                            (substring (symbol-name name) 1))
                                           limit)))
         (resources (sort resources (lambda (a b) (string< (car a) (car b)))))
         (width (apply #'max 8 (mapcar (lambda (it) (string-width (car it))) resources)))
         (room (min 24 (- columns width 48)))
         (bars (>= room 6)))
    (unless (plist-member result :resources)
      (error "It has no resources"))
    (list
     :format (vconcat (list (list "Resource" width t :pad-right 2)
                            (list "Left" 9 (gitxplorer-view--number-before :left)
                                  :right-align t :pad-right 2))
                      (and bars (list (list "" room nil :pad-right 2)
                                      (list "of" 8 (gitxplorer-view--number-before :limit)
                                            :right-align t :pad-right 2)))
                      (list (list "Opens again" 20 nil)))
     :rows (mapcar
            (lambda (it)
              (let* ((limit (plist-get (cdr it) :limit))
                     (left (plist-get (cdr it) :remaining)))
                (list (list :key (concat "limit " (car it)) :left left :limit limit)
                      (vconcat
                       (list (gitxplorer-view--cell (car it))
                             (gitxplorer-view--cell (gitxplorer-text-number left)))
                       (and bars (list (gitxplorer-text-bar left limit room)
                                       (gitxplorer-view--cell (gitxplorer-text-number limit))))
                       (list (gitxplorer-view--cell
                              (if (>= left limit) "all is left"
                                (gitxplorer-text-until (plist-get (cdr it) :resetAt)))))))))
            resources)
     :status (if signed-in "signed in" "not signed in")
     :after (append
             (list "" (concat " GitHub's rate limits · "
                              (if signed-in "signed in" "not signed in")))
             (unless signed-in
               (gitxplorer-view--paragraph
                "Signed in, GitHub allows 5,000 requests per hour: M-x gitxplorer-login"
                columns '(:key "login" :run gitxplorer-login)))))))

;;; Sign-in

(defun gitxplorer-view--sign-in (page result columns)
  "The view of PAGE with RESULT of `auth.status' or `auth.login'.
It has COLUMNS columns."
  (let ((state (gitxplorer-text-member result :state))
        (memo (gitxplorer-page-memo page))
        (title (list (concat " " (propertize "Sign in to GitHub" 'face 'gitxplorer-title)) "")))
    (list
     :after
     (append
      title
      (cond
       ((equal state "authenticated")
        (let ((login (gitxplorer-text-plain (plist-get result :login))))
          (append (gitxplorer-view--paragraph (concat "Signed in as " login ".") columns)
                  (list "")
                  (gitxplorer-view--fact "You" login columns
                                         (list :key "you" :open (list 'user login))
                                         'gitxplorer-name)
                  (gitxplorer-view--fact "Sign out" "M-x gitxplorer-logout" columns
                                         '(:key "out" :run gitxplorer-logout)))))
       ((and (equal state "pending") (plist-get result :userCode))
        (let ((page (list :key "page" :url (plist-get result :verificationUri))))
          (append (gitxplorer-view--paragraph
                   (concat "Enter the code on the page; this buffer then confirms the sign-in."
                           "  The code is in the kill ring.")
                   columns)
                  (list "")
                  (gitxplorer-view--fact "Code" (gitxplorer-text-member result :userCode)
                                         columns page 'gitxplorer-code)
                  (gitxplorer-view--fact "Page" (gitxplorer-text-member result :verificationUri)
                                         columns page 'link)
                  (gitxplorer-view--fact "Good until"
                                         (gitxplorer-text-until (plist-get result :expiresAt))
                                         columns))))
       (t
        (append (gitxplorer-view--paragraph
                 (or (plist-get memo :remark)
                     (pcase state
                       ("pending" "A sign-in is in progress elsewhere.")
                       ("invalid" "GitHub no longer accepts the token in use.")
                       (_ (concat "Not signed in: GitHub allows 60 requests per hour, "
                                  "5,000 with a sign-in."))))
                 columns)
                (list "" (list "   Press RET here to sign in by code."
                               '(:key "begin" :run gitxplorer-login))))))))))

(provide 'gitxplorer-view)
;;; gitxplorer-view.el ends here
