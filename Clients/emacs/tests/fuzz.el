;;; fuzz.el --- Shows generated pages -*- lexical-binding: t; -*-

;;; Commentary:

;; Shows each page of the file $GITXPLORER_PAGES, one per line, and writes the outcome to the
;; file $GITXPLORER_FOUND: the lines, and every violation.

;;; Code:

(require 'gitxplorer)
(require 'gitxplorer-keys)
(require 'json)

;; The settings of a user who trusts all files.
(setq enable-local-variables :all
      enable-local-eval t)

(defun gitxplorer-fuzz--show (page)
  "Show PAGE, or the page that has it as a section; return the outcome."
  (let* ((kind (intern (plist-get page :kind)))
         (section (memq kind (gitxplorer-view-sections 'repo))))
    (gitxplorer-page-visit (if section 'repo kind) "x/y")
    (setf (gitxplorer-page-settings gitxplorer-page) '(:count 2 :seed 1)
          (gitxplorer-page-error gitxplorer-page) nil)
    (dolist (shown (gitxplorer-page--all))
      (when (eq (gitxplorer-page-kind shown) kind)
        (setf (gitxplorer-page-result shown) (plist-get page :result)))))
  (gitxplorer-page-draw)
  (let ((mode major-mode)
        (lines (vconcat (split-string (buffer-substring-no-properties (point-min) (point-max))
                                      "\n"))))
    (hack-local-variables)
    (list :lines lines
          :strange (or (plist-get (gitxplorer-page-error gitxplorer-page) :message)
                       (seq-find (lambda (line) (string-search "does not understand" line)) lines)
                       "")
          :obeyed (format "%S" (list (set-auto-mode-1) (hack-local-variables t)
                                     (eq mode major-mode) (boundp 'pwned)))
          :error "")))

(let (found)
  (with-temp-buffer
    (insert-file-contents (getenv "GITXPLORER_PAGES"))
    ;; As the connection does it; the file has no backslash before these.
    (while (search-forward "\\u0000" nil t)
      (replace-match gitxplorer-text-nul t t))
    (goto-char (point-min))
    (while (not (eobp))
      (let ((page (json-parse-buffer :object-type 'plist :null-object nil
                                     :false-object :json-false)))
        (push (condition-case trouble
                  (save-current-buffer (gitxplorer-fuzz--show page))
                (error (list :error (format "%S" trouble))))
              found))
      (forward-line)))
  (with-temp-file (getenv "GITXPLORER_FOUND")
    (let ((coding-system-for-write 'utf-8-unix))
      (dolist (outcome (nreverse found))
        (insert (decode-coding-string (json-serialize outcome) 'utf-8) "\n")))))

;;; fuzz.el ends here
