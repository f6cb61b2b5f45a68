;;; gitxplorer-lines.el --- What the lines of all pages are made of -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Paragraphs, facts, sections, bars, tables, and the line that says where a page is in its list.
;; A line is a string, or a list of a string and the item that it stands for (`gitxplorer-page').

;;; Code:

(require 'cl-lib)
(require 'seq)
(require 'subr-x)
(require 'gitxplorer)
(require 'gitxplorer-text)
(require 'gitxplorer-upstream)

(declare-function gitxplorer-page-number "gitxplorer-page" (page))

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

(defun gitxplorer-lines-page-size ()
  "How many items a page has."
  (min 100 (max 1 gitxplorer-page-size)))

(defun gitxplorer-lines-paragraph (text columns &optional item)
  "Lines of TEXT within COLUMNS columns, each for ITEM."
  (mapcar (lambda (line) (list (concat " " line) item))
          (gitxplorer-text-wrap text (- columns 2))))

(defun gitxplorer-lines-fact (name text columns &optional item face)
  "Lines that say that NAME is TEXT, whole, within COLUMNS columns.
They are for ITEM; the text is in FACE."
  (let ((name (gitxplorer-text-left name 12)))
    (mapcar (lambda (line)
              (prog1 (list (concat "   " name " " (propertize line 'face face)) item)
                (setq name (make-string 12 ?\s))))
            (gitxplorer-text-wrap text (- columns 16)))))

(defun gitxplorer-lines-section (name right columns)
  "A rule of COLUMNS columns with a NAME, and RIGHT at its end."
  (let* ((left (concat "── " (propertize name 'face 'gitxplorer-heading) " "))
         (right (if (string-empty-p right) "" (concat " " right " ──")))
         (room (- columns (string-width left) (string-width right))))
    (list "" (gitxplorer-text-fit (concat left (make-string (max 2 room) ?─) right) columns))))

(defun gitxplorer-lines-bars (rows columns most)
  "Lines in COLUMNS columns for ROWS: (NAME VALUE CELL ...), largest first.
Each has its name, a bar for its value, and its cells.  There are
bars for MOST of the rows, then a line counts the others."
  (when rows
    (let* ((shown (seq-take rows most))
           (longest (lambda (n) (apply #'max (mapcar (lambda (row) (string-width (nth n row)))
                                                     shown))))
           (name (min 18 (funcall longest 0)))
           (cells (mapcar longest (number-sequence 2 (1- (length (car shown))))))
           (room (max 1 (min 48 (- columns name (apply #'+ cells) 5 (* 2 (length cells)))))))
      (append
       (mapcar (lambda (row)
                 (list (gitxplorer-text-row
                        (append (list (list (car row) name)
                                      (list (gitxplorer-text-bar (nth 1 row) (nth 1 (car shown))
                                                                 room)
                                            room))
                                (cl-mapcar (lambda (cell width) (list cell width t))
                                           (nthcdr 2 row) cells))
                        3)
                       (list :key (concat "language " (car row)))))
               shown)
       (and (nthcdr most rows)
            (list (format "   and %d more" (- (length rows) most))))))))

(defun gitxplorer-lines--tip (text)
  "TEXT as a help echo, in which nothing is a command."
  (replace-regexp-in-string "\\\\" "\\=\\" text t t))

(defun gitxplorer-lines-cell (text &optional face)
  "TEXT as a cell of a table, in FACE; its whole text is its tip."
  ;; The list would make a tip by itself, in which a stranger's text is read for keys.
  (propertize text 'help-echo (gitxplorer-lines--tip text) 'face face))

(defun gitxplorer-lines-number-before (member)
  "A predicate to sort rows by MEMBER of their items, a number."
  (lambda (a b) (< (or (plist-get (car a) member) 0) (or (plist-get (car b) member) 0))))

(defun gitxplorer-lines-table (cells items widths headings &optional first)
  "The format and the rows of CELLS with their ITEMS.
The columns have WIDTHS, 0 if they are left out, and HEADINGS.
FIRST is the one that names what is opened."
  (let ((shown (seq-filter (lambda (n) (> (nth n widths) 0))
                           (number-sequence 0 (1- (length widths))))))
    (list
     :format
     (vconcat (mapcar (lambda (n)
                        (let* ((heading (nth n headings))
                               (number (equal heading "Stars")))
                          (if number
                              (list heading (nth n widths)
                                    (gitxplorer-lines-number-before :stars)
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
                                     (gitxplorer-lines-cell
                                      (gitxplorer-text-fit cell (nth n widths))
                                      (and (eql n first) 'gitxplorer-name)))))
                               shown))))
      cells items))))

(defun gitxplorer-lines-array (result member)
  "The array that RESULT has as its MEMBER."
  (let ((value (plist-get result member)))
    (unless (vectorp value)
      (error "It has no list of %s" (substring (symbol-name member) 1)))
    value))

(defun gitxplorer-lines-type (user)
  "The type of USER."
  (gitxplorer-text-plain (plist-get user :type)))

(defun gitxplorer-lines-turns (page next last size)
  "The turn of PAGE, its place and the line about it, as a plist.
NEXT and LAST are numbers of pages or nil; a page has SIZE items."
  (let* ((at (gitxplorer-page-number page))
         (turn (append (and next (list :next next)) (and (> at 1) (list :previous (1- at)))))
         (place (if last (format "page %d of %s" at (gitxplorer-text-number last))
                  (format "page %d" at))))
    (list :turn turn
          :place (and turn place)
          :line (and turn
                     (string-join
                      (delq nil (list (concat "P" (substring place 1))
                                      (format "%s a page" (gitxplorer-text-number size))
                                      (and next "n next page")
                                      (and (> at 1) "p previous page")))
                      " · ")))))

(defun gitxplorer-lines-host (result)
  "The host of the pages of what is listed in RESULT."
  (let* ((list (seq-find (lambda (value) (and (vectorp value) (> (length value) 0)))
                         (mapcar (lambda (member) (plist-get result member))
                                 '(:stargazers :users :repositories))))
         (page (and list (gitxplorer-text-page (or (plist-get (aref list 0) :url)
                                                   (plist-get (aref list 0) :profileUrl))))))
    (if (and page (string-match "\\`https?://[^/]+" page))
        (match-string 0 page)
      (gitxplorer-upstream-url))))

(provide 'gitxplorer-lines)
;;; gitxplorer-lines.el ends here
