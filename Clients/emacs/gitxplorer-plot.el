;;; gitxplorer-plot.el --- A plot of counts over time, as text -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; The area below a line through points.  A character has eight levels where the display can show
;; parts of blocks, otherwise two.

;;; Code:

(require 'cl-lib)
(require 'gitxplorer)
(require 'gitxplorer-text)

(defun gitxplorer-plot--at (points time)
  "The value at TIME of the line through POINTS: (TIME . VALUE), oldest first."
  (let ((before (car points)))
    (while (and (cdr points) (< (caadr points) time))
      (setq points (cdr points)
            before (car points)))
    (pcase-let ((`(,start . ,value) before)
                (`(,end . ,next) (or (cadr points) before)))
      (cond ((<= time start) value)
            ((>= time end) next)
            (t (+ value (* (- next value) (/ (float (- time start)) (- end start)))))))))

(defun gitxplorer-plot--levels (points columns most)
  "For each of COLUMNS columns the height of the line through POINTS, 0 to MOST.
What is not nothing is seen."
  (let* ((start (caar points))
         (span (- (caar (last points)) start))
         (top (apply #'max 1 (mapcar #'cdr points))))
    (mapcar (lambda (column)
              (let ((value (gitxplorer-plot--at
                            points (+ start (* span (/ (float column) (max 1 (1- columns))))))))
                (if (<= value 0) 0
                  (max 1 (min most (round (* most (/ value (float top)))))))))
            (number-sequence 0 (1- columns)))))

(defun gitxplorer-plot-lines (points columns rows)
  "ROWS lines of COLUMNS columns that plot POINTS: (TIME . VALUE), oldest first."
  (let* ((blocks " ▁▂▃▄▅▆▇█")
         ;; In some languages of Asia they have two columns.
         (glyphs (if (and (cl-every #'char-displayable-p blocks)
                          (= (string-width blocks) (length blocks)))
                     blocks
                   " .#"))
         (full (1- (length glyphs)))
         (levels (gitxplorer-plot--levels points columns (* rows full))))
    (mapcar (lambda (row)
              (propertize
               (gitxplorer-text-trim
                (apply #'string
                       (mapcar (lambda (level)
                                 (aref glyphs (max 0 (min full (- level (* full row))))))
                               levels)))
               'face 'gitxplorer-bar))
            (number-sequence (1- rows) 0 -1))))

(provide 'gitxplorer-plot)
;;; gitxplorer-plot.el ends here
