;;; gitxplorer-text.el --- Text of strangers, numbers, times, columns -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; What strangers wrote becomes one line without anything that a screen or a reader would obey.

;;; Code:

(require 'iso8601)
(require 'seq)
(require 'subr-x)

(defconst gitxplorer-text--obeyed
  (rx (any (0 . 31) (127 . 159) #xad #x61c #x180e #x200b #x200e #x200f (#x2028 . #x202f)
           (#x2060 . #x206f) #xfeff (#xfff9 . #xfffb) (#x13430 . #x1343f) (#x1bca0 . #x1bca3)
           (#x1d173 . #x1d17a) (#xe0000 . #xe007f)
           #xfdd0 (#xd800 . #xdfff) (#x3fff80 . #x3fffff)))
  "Controls, and characters that reorder or hide others: shown as escapes.")

(defconst gitxplorer-text-nul "\\ufdd0"
  "The escape that stands for NUL in JSON: of a character that no text has.")

(defconst gitxplorer-text--widthless (rx (any #x200c #x200d (#xfe00 . #xfe0f)))
  "Joiners and variation selectors, on whose width displays disagree.")

(defun gitxplorer-text--escape (character)
  "The escape of the string CHARACTER."
  (let ((number (aref character 0)))
    (cond ((= number #xfdd0) "\\x00")
          ((< number 256) (format "\\x%02x" number))
          (t (format "\\u%04x" number)))))

(defun gitxplorer-text-plain (value)
  "VALUE, any value of JSON, as one line of text that is safe to show."
  (let ((text (cond ((memq value '(nil :json-false :null)) "")
                    ((stringp value) value)
                    (t (format "%S" value)))))
    (string-trim (gitxplorer-text--safe (replace-regexp-in-string "[\r\n\t ]+" " " text t t))
                 " +" " +")))

(defun gitxplorer-text-lines (text most)
  "The first MOST lines of TEXT, each safe to show.
Blank ones at the ends and a byte order mark are left out."
  (let ((lines (mapcar (lambda (line)
                         (gitxplorer-text-trim
                          (gitxplorer-text--safe (string-replace "\t" "    " line))))
                       (seq-take (split-string (string-remove-prefix "\ufeff" text)
                                               "\r\n\\|[\r\n]")
                                 most))))
    (while (equal (car lines) "")
      (setq lines (cdr lines)))
    (setq lines (nreverse lines))
    (while (equal (car lines) "")
      (setq lines (cdr lines)))
    (nreverse lines)))

(defun gitxplorer-text--safe (text)
  "TEXT, in which nothing is left that a screen or Emacs would obey."
  (gitxplorer-text--inert
   (replace-regexp-in-string
    gitxplorer-text--obeyed #'gitxplorer-text--escape
    (replace-regexp-in-string gitxplorer-text--widthless "" text t t) t t)))

(defun gitxplorer-text--inert (text)
  "Break up in TEXT what Emacs would take for a mode or local variables."
  (let ((case-fold-search t))
    (replace-regexp-in-string
     "-\\*-" "-\\x2a-"
     ;; A no-break space looks the same.
     (replace-regexp-in-string "\\(local\\) \\(variables:\\)" "\\1\u00a0\\2" text t)
     t t)))

(defun gitxplorer-text-member (object member)
  "The text that OBJECT has as its MEMBER, as one safe line.
It is an error if it has none."
  (let ((value (plist-get object member)))
    (unless (stringp value)
      (error "It has no %s" (substring (symbol-name member) 1)))
    (gitxplorer-text-plain value)))

(defun gitxplorer-text-page (value)
  "VALUE if it is a page that a browser may open, otherwise nil."
  (let ((case-fold-search t))
    (and (stringp value)
         (string-match-p "\\`https?://[^][:space:]\"<>\\^`{|}[]+\\'" value)
         (not (string-match-p gitxplorer-text--obeyed value))
         value)))

(defun gitxplorer-text-fit (text columns)
  "TEXT in at most COLUMNS columns, ended with an ellipsis where it is cut."
  (cond ((<= (string-width text) columns) text)
        ((< columns 1) "")
        (t (concat (string-trim-right (truncate-string-to-width text (1- columns)) " +") "…"))))

(defun gitxplorer-text-left (text columns)
  "TEXT in COLUMNS columns, or more where it is longer."
  (concat text (make-string (max 0 (- columns (string-width text))) ?\s)))

(defun gitxplorer-text-right (text columns)
  "TEXT at the right end of COLUMNS columns."
  (concat (make-string (max 0 (- columns (string-width text))) ?\s) text))

(defun gitxplorer-text-row (cells indent)
  "A line of CELLS after INDENT columns: a list of (TEXT WIDTH [RIGHT]).
A cell that is too long is cut.  Each cell but a RIGHT one begins
exactly at its column, whatever the width of the glyphs before it."
  (let ((line (make-string indent ?\s))
        (column indent))
    (dolist (cell cells)
      (let* ((width (nth 1 cell))
             (text (bidi-string-mark-left-to-right (gitxplorer-text-fit (nth 0 cell) width)))
             (gap (make-string (max 0 (- width (string-width text))) ?\s)))
        (setq column (+ column width))
        (setq line (if (nth 2 cell) (concat line gap text) (concat line text gap))
              line (concat line (propertize "  " 'display `(space :align-to ,(+ column 2))))
              column (+ column 2))))
    (gitxplorer-text-trim line)))

(defun gitxplorer-text-trim (line)
  "LINE without what is blank at its end."
  ;; A regular expression looks at each of many blanks again and again.
  (let ((end (length line)))
    (while (and (> end 0) (eq (aref line (1- end)) ?\s))
      (setq end (1- end)))
    (substring line 0 end)))

(defun gitxplorer-text-wrap (text columns)
  "TEXT in lines of at most COLUMNS columns, broken between words."
  (let ((columns (max columns 8)) (line "") lines)
    (dolist (word (split-string text " " t))
      (if (and (not (string-empty-p line))
               (<= (+ (string-width line) 1 (string-width word)) columns))
          (setq line (concat line " " word))
        (unless (string-empty-p line)
          (push line lines))
        (while (> (string-width word) columns)
          (let ((part (truncate-string-to-width word columns)))
            (push part lines)
            (setq word (substring word (length part)))))
        (setq line word)))
    (unless (string-empty-p line)
      (push line lines))
    (nreverse lines)))

(defun gitxplorer-text--word-fits-p (line start columns)
  "Whether the word of LINE that begins at START has at most COLUMNS columns."
  (let ((at start) (used 0))
    (while (and (< at (length line)) (<= used columns) (not (eq (aref line at) ?\s)))
      (setq used (+ used (char-width (aref line at)))
            at (1+ at)))
    (and (<= used columns)
         ;; Characters without a width must end, too.
         (<= (- at start) (* 4 columns)))))

(defun gitxplorer-text-fold (line columns)
  "LINE in pieces of at most COLUMNS columns, broken between words if possible.
A word that fits no piece is cut where it is.  Each piece is
indented as LINE is."
  (let* ((indent (min (string-match "[^ ]\\|\\'" line) (/ columns 2)))
         (start 0) (at indent) (used indent) space pieces)
    (while (< at (length line))
      (let* ((character (aref line at)) (width (char-width character)))
        (when (and (eq character ?\s) (> at (max start indent)))
          (setq space at))
        (if (and (> at start)
                 (or (> (+ used width) columns)
                     ;; Characters without a width must end, too.
                     (> (- at start) (* 4 columns))))
            (let ((end (if (and space
                                (gitxplorer-text--word-fits-p line (1+ space) (- columns indent)))
                           space
                         (setq space (and (eq space at) at))
                         at)))
              (push (gitxplorer-text-trim (substring line start end)) pieces)
              (setq start (if space (1+ end) end)
                    at (max at start)
                    used (+ indent (string-width (substring line start at)))
                    space nil))
          (setq used (+ used width)
                at (1+ at)))))
    (push (substring line start) pieces)
    (setq pieces (nreverse pieces))
    (cons (car pieces)
          (mapcar (lambda (piece) (concat (make-string indent ?\s) piece)) (cdr pieces)))))

(defun gitxplorer-text-number (value)
  "VALUE with commas: 1234567 as 1,234,567."
  (if (not (numberp value)) "-"
    (let ((text (format "%d" value)))
      (while (string-match "\\`\\(-?[0-9]+\\)\\([0-9]\\{3\\}\\)" text)
        (setq text (replace-match "\\1,\\2" t nil text)))
      text)))

(defun gitxplorer-text-count (value one more)
  "VALUE with its noun: ONE of one thing, MORE of several."
  (concat (gitxplorer-text-number value) " " (if (eql value 1) one more)))

(defun gitxplorer-text-bar (value most columns)
  "A bar of at most COLUMNS columns for VALUE out of MOST.
What is not nothing is seen."
  (let ((blocks (/ (* value columns) (max most 1))))
    (propertize (make-string (if (> value 0) (min (max blocks 1) columns) 0)
                             (if (char-displayable-p ?█) ?█ ?#))
                'face 'gitxplorer-bar)))

(defun gitxplorer-text-signal (number)
  "The name of the signal NUMBER, of those that a kernel or a person sends."
  (if-let ((name (alist-get number '((1 . "HUP") (2 . "INT") (3 . "QUIT") (4 . "ILL") (5 . "TRAP")
                                     (6 . "ABRT") (7 . "BUS") (8 . "FPE") (9 . "KILL")
                                     (11 . "SEGV") (13 . "PIPE") (14 . "ALRM") (15 . "TERM")
                                     (24 . "XCPU") (25 . "XFSZ")))))
      (concat "SIG" name)
    (format "signal %d" number)))

(defun gitxplorer-text-day (time)
  "The day of TIME, an RFC 3339 time; empty if there is none."
  (let ((text (gitxplorer-text-plain time)))
    (substring text 0 (min 10 (length text)))))

(defun gitxplorer-text-seconds (time)
  "Seconds since 1970 of TIME, an RFC 3339 time, or nil."
  (and (stringp time)
       (ignore-errors (time-convert (encode-time (iso8601-parse time)) 'integer))))

(defun gitxplorer-text-span (seconds)
  "SECONDS as `3 min', `2 h' or `5 days'."
  (let ((seconds (max seconds 0)))
    (cond ((< seconds 90) (format "%d s" seconds))
          ((< seconds 5400) (format "%d min" (/ (+ seconds 30) 60)))
          ((< seconds 129600) (format "%d h" (/ (+ seconds 1800) 3600)))
          (t (format "%d days" (/ (+ seconds 43200) 86400))))))

(defun gitxplorer-text-until (time)
  "TIME to come as `14:05 (in 12 min)' in the local zone; `now' if it has passed."
  (let* ((seconds (gitxplorer-text-seconds time))
         (left (and seconds (- seconds (time-convert nil 'integer)))))
    (cond ((not seconds) "")
          ((<= left 0) "now")
          (t (format "%s (in %s)" (format-time-string "%H:%M" seconds)
                     (gitxplorer-text-span left))))))

(provide 'gitxplorer-text)
;;; gitxplorer-text.el ends here
