;;; lint.el --- Reports problems of the files, one per line -*- lexical-binding: t; -*-

;;; Commentary:

;; emacs --batch -L DIRECTORY -l lint.el FILE...: checkdoc, and package-lint where it is installed.

;;; Code:

(require 'checkdoc)

(dolist (folder (file-expand-wildcards "/usr/share/emacs/site-lisp/elpa/*"))
  (add-to-list 'load-path folder))
(require 'package-lint nil t)
(defvar package-lint-main-file)
(declare-function package-lint-buffer "package-lint" ())

(dolist (file command-line-args-left)
  (with-current-buffer (find-file-noselect file)
    (let* ((wrong (lambda (text start &rest _)
                    (princ (format "%s:%d: %s\n" file (line-number-at-pos (or start 1)) text))
                    nil))
           (checkdoc-create-error-function wrong)
           (checkdoc-spellcheck-documentation-flag nil))
      (checkdoc-current-buffer t))
    (when (featurep 'package-lint)
      (setq package-lint-main-file (expand-file-name "gitxplorer.el" (file-name-directory file)))
      (pcase-dolist (`(,line ,_ ,_ ,text) (package-lint-buffer))
        ;; Debian's is of 2021, and takes Emacs 28.1 for one that is not out.
        (unless (equal text "This makes the package uninstallable in all released Emacs versions.")
          (princ (format "%s:%d: %s\n" file line text)))))))
(setq command-line-args-left nil)

(provide 'lint)
;;; lint.el ends here
