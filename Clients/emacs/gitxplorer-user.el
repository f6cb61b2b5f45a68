;;; gitxplorer-user.el --- The page of a user -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; A user's own words, totals, languages as bars, and the repositories with the most stars.

;;; Code:

(require 'cl-lib)
(require 'seq)
(require 'subr-x)
(require 'gitxplorer-avatar)
(require 'gitxplorer-lines)
(require 'gitxplorer-lists)
(require 'gitxplorer-seen)
(require 'gitxplorer-text)

(defun gitxplorer-user-render (_page result columns)
  "The view of RESULT of `user.summary' in COLUMNS columns."
  (let* ((user (plist-get result :user))
         (login (gitxplorer-text-member user :login))
         (name (gitxplorer-text-plain (plist-get user :name)))
         (url (plist-get user :profileUrl))
         (own (list :key "user" :url url :login login))
         (all (list :key "all" :open (list 'repos login) :url url :login login)))
    (gitxplorer-seen-login
     login (string-join (seq-remove #'string-empty-p (list name (gitxplorer-lines-type user)))
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
      (gitxplorer-user--about user columns)
      (list "")
      (gitxplorer-lines-paragraph
       (string-join
        (list (concat "★ " (gitxplorer-text-count (plist-get result :totalStars) "star" "stars"))
              (gitxplorer-text-count (plist-get result :totalRepositories)
                                     "repository" "repositories")
              (gitxplorer-text-count (plist-get user :followers) "follower" "followers")
              (concat (gitxplorer-text-number (plist-get user :following)) " following"))
        " · ")
       columns all)
      (gitxplorer-user--languages result columns)
      (gitxplorer-user--best result all columns)))))

(defun gitxplorer-user--about (user columns)
  "Lines in COLUMNS columns with USER's own words."
  (let* ((bio (gitxplorer-text-plain (plist-get user :bio)))
         (created (gitxplorer-text-plain (plist-get user :createdAt)))
         (blog (gitxplorer-text-plain (plist-get user :blog)))
         (facts (seq-remove
                 #'string-empty-p
                 (list (gitxplorer-lines-type user)
                       (gitxplorer-text-plain (plist-get user :company))
                       (gitxplorer-text-plain (plist-get user :location))
                       (if (< (length created) 4) ""
                         (concat "since " (substring created 0 4)))))))
    (append
     (gitxplorer-lines-paragraph bio columns)
     (gitxplorer-lines-paragraph (string-join facts " · ") columns)
     (unless (string-empty-p blog)
       (list (list (gitxplorer-text-fit (concat " " blog) columns)
                   (list :key "blog" :url (if (string-match-p "://" blog) blog
                                            (concat "https://" blog)))))))))

(defun gitxplorer-user--languages (result columns)
  "Lines in COLUMNS columns with a bar for each language in RESULT."
  (when-let ((languages (append (plist-get result :languages) nil)))
    (let ((favorite (gitxplorer-text-plain (plist-get result :favoriteLanguage))))
      (append
       (gitxplorer-lines-section
        "Languages" (if (string-empty-p favorite) "" (concat "favorite " favorite)) columns)
       (gitxplorer-lines-bars
        (mapcar (lambda (it)
                  (list (gitxplorer-text-member it :language)
                        (plist-get it :repositories)
                        (gitxplorer-text-number (plist-get it :repositories))
                        (concat (gitxplorer-text-number (plist-get it :stars)) " ★")))
                languages)
        columns 10)))))

(defun gitxplorer-user--best (result all columns)
  "Lines in COLUMNS columns with the best repositories in RESULT.
ALL is the item that leads to all repositories."
  (let* ((best (append (plist-get result :topRepositories) nil))
         (cells (mapcar #'gitxplorer-lists-repository-cells best))
         (widths (gitxplorer-lists-repository-widths cells columns))
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
       (gitxplorer-lines-section "Most stars" "" columns)
       (list (funcall row (gitxplorer-lists-repository-headings) 'shadow))
       (cl-mapcar (lambda (repository cells)
                    (list (funcall row cells nil) (gitxplorer-lists-repository-item repository)))
                  best cells)
       (let ((total (plist-get result :totalRepositories)))
         (and (numberp total)
              (> total (length best))
              (list (list (concat "   All " (gitxplorer-text-number total) " repositories …")
                          all))))))))

(provide 'gitxplorer-user)
;;; gitxplorer-user.el ends here
