;;; gitxplorer-repository.el --- The page of a repository -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; What a repository is, its languages as bars, its star history as a plot, and its README.  The
;; latter two are sections, each of which has a question of its own.

;;; Code:

(require 'seq)
(require 'subr-x)
(require 'gitxplorer-lines)
(require 'gitxplorer-lists)
(require 'gitxplorer-plot)
(require 'gitxplorer-text)

(defun gitxplorer-repository-title (name columns &optional url)
  "The first line of the page of the repository NAME, in COLUMNS columns.
URL is its page on the web."
  (list (concat " " (propertize (gitxplorer-text-fit (gitxplorer-text-plain name) (- columns 2))
                                'face 'gitxplorer-title))
        (list :key "repository" :repository name :login (car (split-string name "/")) :url url)))

(defun gitxplorer-repository-render (_page result columns)
  "The view of RESULT of `repo.summary' in COLUMNS columns."
  (let* ((repository (plist-get result :repository))
         (item (gitxplorer-lists-repository-item repository))
         (name (plist-get item :repository))
         (stars (gitxplorer-text-number (plist-get repository :stars))))
    (list
     :status (concat "★ " stars)
     :after
     (append
      (list (gitxplorer-repository-title name columns (plist-get item :url)) "")
      (gitxplorer-repository--about repository result columns)
      (list "")
      (gitxplorer-lines-paragraph
       (string-join
        (list (concat "★ " (gitxplorer-text-count (plist-get repository :stars) "star" "stars"))
              (gitxplorer-text-count (plist-get repository :forks) "fork" "forks")
              (gitxplorer-text-count (plist-get result :watchers) "watcher" "watchers")
              (gitxplorer-text-count (plist-get result :openIssues) "open issue" "open issues"))
        " · ")
       columns (append '(:key "stars") (list :open (list 'stargazers name)) (cddr item)))
      (list "")
      (gitxplorer-repository--facts repository result columns))
     :below (gitxplorer-repository--languages result columns))))

(defun gitxplorer-repository--about (repository result columns)
  "Lines in COLUMNS columns that describe REPOSITORY, which RESULT has."
  (let ((homepage (gitxplorer-text-plain (plist-get repository :homepage))))
    (append
     (gitxplorer-lines-paragraph (gitxplorer-text-plain (plist-get repository :description))
                                 columns)
     (gitxplorer-lines-paragraph
      (string-join
       (seq-remove
        #'string-empty-p
        (list (if (eq (plist-get repository :archived) t) "archived" "")
              (if (eq (plist-get repository :fork) t) "fork" "")
              (gitxplorer-text-plain (plist-get repository :license))
              (gitxplorer-repository--named "branch" (plist-get result :defaultBranch))
              (gitxplorer-repository--named
               "created" (gitxplorer-text-day (plist-get repository :createdAt)))
              (gitxplorer-repository--named
               "pushed" (gitxplorer-text-day (plist-get repository :pushedAt)))))
       " · ")
      columns)
     (unless (string-empty-p homepage)
       (list (list (gitxplorer-text-fit (concat " " homepage) columns)
                   (list :key "homepage" :url (if (string-match-p "://" homepage) homepage
                                                (concat "https://" homepage)))))))))

(defun gitxplorer-repository--named (name value)
  "NAME before VALUE; empty if VALUE is."
  (let ((text (gitxplorer-text-plain value)))
    (if (string-empty-p text) "" (concat name " " text))))

(defun gitxplorer-repository--facts (repository result columns)
  "Lines in COLUMNS columns with facts about REPOSITORY, which RESULT has."
  (let* ((owner (gitxplorer-text-member repository :owner))
         (topics (mapconcat #'gitxplorer-text-plain (plist-get repository :topics) ", ")))
    (append
     (gitxplorer-lines-fact "Owner" owner columns
                            (list :key "owner" :open (list 'user owner) :login owner)
                            'gitxplorer-name)
     (gitxplorer-repository--release (plist-get result :latestRelease) columns)
     (unless (string-empty-p topics)
       (gitxplorer-lines-fact "Topics" topics columns)))))

(defun gitxplorer-repository--release (release columns)
  "Lines in COLUMNS columns about RELEASE, if there is one."
  (if (not release)
      (gitxplorer-lines-fact "Release" "none" columns)
    (let ((tag (gitxplorer-text-member release :tag))
          (name (gitxplorer-text-plain (plist-get release :name))))
      (gitxplorer-lines-fact
       "Release"
       (string-join (seq-remove #'string-empty-p
                                (list tag (if (equal name tag) "" name)
                                      (gitxplorer-text-day (plist-get release :publishedAt))))
                    " · ")
       columns (list :key "release" :url (plist-get release :url))))))

(defun gitxplorer-repository--languages (result columns)
  "Lines in COLUMNS columns with a bar for each language in RESULT."
  (when-let ((languages (append (plist-get result :languages) nil)))
    (let ((all (apply #'+ (mapcar (lambda (it) (plist-get it :bytes)) languages))))
      (append
       (gitxplorer-lines-section "Languages" "" columns)
       (gitxplorer-lines-bars
        (mapcar (lambda (it)
                  (let ((bytes (plist-get it :bytes)))
                    (list (gitxplorer-text-member it :language) bytes
                          (gitxplorer-repository--share bytes all))))
                languages)
        columns 6)))))

(defun gitxplorer-repository--share (bytes all)
  "BYTES out of ALL in percent."
  (let ((percent (/ (* 100.0 bytes) (max 1 all))))
    (if (< 0 percent 0.1) "<0.1 %" (format "%.1f %%" percent))))

;;; Sections

(defun gitxplorer-repository-history (_section result columns)
  "The section of RESULT of `repo.starHistory' in COLUMNS columns."
  (let* ((points (append (gitxplorer-lines-array result :points) nil))
         (times (mapcar (lambda (point)
                          (cons (or (gitxplorer-text-seconds (plist-get point :at))
                                    (error "It has a point without a time"))
                                (plist-get point :stars)))
                        points))
         (width (max 16 (min 72 (- columns 6))))
         (stars (gitxplorer-text-count (plist-get result :stars) "star" "stars")))
    (list
     :right stars
     :lines
     (cond
      ((eql (plist-get result :stars) 0) (list "   No stars yet."))
      ((null points) (list "   Nobody is known to have starred it when."))
      (t (append
          (mapcar (lambda (line) (concat "   " line)) (gitxplorer-plot-lines times width 4))
          (gitxplorer-repository--ends (car points) (car (last points)) width)
          (unless (eq (plist-get result :complete) t)
            (gitxplorer-lines-paragraph
             (concat "Only the first 40,000 stargazers can be listed: the line from there to "
                     "today is straight.")
             columns))))))))

(defun gitxplorer-repository--ends (first last width)
  "Lines of WIDTH columns with the days and the counts of FIRST and LAST."
  (let* ((texts (lambda (point)
                  (list (gitxplorer-text-day (plist-get point :at))
                        (gitxplorer-text-count (plist-get point :stars) "star" "stars"))))
         (left (funcall texts first))
         (right (funcall texts last))
         (one (list (string-join left " · ") (string-join (reverse right) " · ")))
         (both (lambda (left right)
                 (concat "   " left
                         (make-string (max 2 (- width (string-width left) (string-width right)))
                                      ?\s)
                         right))))
    (mapcar (lambda (line) (propertize line 'face 'shadow))
            (if (<= (+ 2 (apply #'+ (mapcar #'string-width one))) width)
                (list (apply both one))
              ;; A narrow window has the counts below the days.
              (seq-mapn both left right)))))

(defconst gitxplorer-repository--lines-at-most 5000
  "How many lines of a README are shown at most: Emacs is slow with many.")

(defun gitxplorer-repository-readme (_section result columns)
  "The section of RESULT of `repo.readme' in COLUMNS columns."
  (let* ((text (or (plist-get result :text) (error "It has no text")))
         (lines (gitxplorer-repository--readme-lines text columns))
         (shown (seq-take lines gitxplorer-repository--lines-at-most)))
    (list
     :right (gitxplorer-text-plain (plist-get result :path))
     :lines
     (append (or shown (list " The README is empty."))
             (and (or (eq (plist-get result :truncated) t) (nthcdr (length shown) lines))
                  (cons ""
                        (gitxplorer-lines-paragraph
                         "The README is longer than what is shown here; b on this line shows it."
                         columns (list :key "more" :url (plist-get result :url)))))))))

(defun gitxplorer-repository--readme-lines (text columns)
  "Lines within COLUMNS columns of a README's TEXT.
There is at least one more than are shown if the README is longer."
  (let ((number 0) lines)
    (dolist (line (gitxplorer-text-lines text (1+ gitxplorer-repository--lines-at-most)))
      (let ((piece 0))
        (dolist (text (gitxplorer-text-fold line (- columns 2)))
          (push (list (concat " " text)
                      (list :key (list "readme" number piece) :near (list "readme" number 0)))
                lines)
          (setq piece (1+ piece))))
      (setq number (1+ number)))
    (nreverse lines)))

(provide 'gitxplorer-repository)
;;; gitxplorer-repository.el ends here
