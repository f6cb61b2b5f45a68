;;; gitxplorer-tests.el --- Tests without a terminal -*- lexical-binding: t; -*-

;;; Commentary:

;; The server is Clients/python/tests/fake_server.py: GITXPLORER_TEST_COMMAND starts it.

;;; Code:

(require 'ert)
(require 'gitxplorer)
(require 'gitxplorer-keys)
(require 'gitxplorer-names)
(require 'gitxplorer-signin)

(setq gitxplorer-command (split-string (getenv "GITXPLORER_TEST_COMMAND") "\n"))

(defun gitxplorer-tests-until (done)
  "Process the server's output until DONE is true."
  (while (not (funcall done))
    (accept-process-output nil 0.05)))

(defun gitxplorer-tests-ask (method params)
  "The response to METHOD with PARAMS: an error or nil, and the result."
  (let (answer)
    (gitxplorer-server-ask method params (lambda (error result)
                                           (setq answer (list error result))))
    (gitxplorer-tests-until (lambda () answer))
    answer))

;;; Text

(ert-deftest gitxplorer-tests-untrusted-text-becomes-one-safe-line ()
  (pcase-dolist (`(,given . ,shown)
                 '(("one\r\ntwo\t three " . "one two three")
                   ("x\e[31m\u202eevil\u0007\u2066" . "x\\x1b[31m\\u202eevil\\x07\\u2066")
                   ("\u0000\u007f\u009b\ufeff\U000e0041" . "\\x00\\x7f\\x9b\\ufeff\\ue0041")
                   ("👩\u200d💻️" . "👩💻")
                   ("%b %s \\[find-file] `x'" . "%b %s \\[find-file] `x'")
                   (nil . "") (:json-false . "") (7 . "7")))
    (should (equal (gitxplorer-text-plain
                    (if (stringp given) (string-replace "\0" "\ufdd0" given) given))
                   shown))))

(ert-deftest gitxplorer-tests-only-http-urls-are-opened ()
  (dolist (page '("https://github.com/octocat" "http://127.0.0.1:1/x?a=1&b=%41#!%" "HTTPS://A/"))
    (should (gitxplorer-text-page page)))
  (dolist (page '("file:///etc/passwd" "javascript:alert(1)" "https://a b" "https://" "-x" nil 7
                  "https://a/\e[2J" "https://a/\u202e" "https://a/\nb" "https://a/\"b"))
    (should-not (gitxplorer-text-page page))))

(ert-deftest gitxplorer-tests-columns-count-screen-columns ()
  (should (equal (gitxplorer-text-fit "日本語テスト" 12) "日本語テスト"))
  (should (equal (gitxplorer-text-fit "日本語テスト" 8) "日本語…"))
  (should (equal (gitxplorer-text-fit "one two" 5) "one…"))
  (should (equal (gitxplorer-text-fit "one" 0) ""))
  (should (equal (gitxplorer-text-right "日本" 6) "  日本"))
  (dolist (columns '(8 9 10 33))
    (dolist (line (gitxplorer-text-wrap "日本語の説明 a-word-that-is-longer-than-all-of-it 🐙 end"
                                        columns))
      (should (<= (string-width line) columns)))))

(ert-deftest gitxplorer-tests-a-long-line-is-folded-and-keeps-its-indentation ()
  (should (equal (gitxplorer-text-fold "one two three" 20) '("one two three")))
  (should (equal (gitxplorer-text-fold "" 20) '("")))
  (should (equal (gitxplorer-text-fold "  one two three" 9) '("  one two" "  three")))
  (should (equal (gitxplorer-text-fold "abcdefghij klm" 4) '("abcd" "efgh" "ij" "klm")))
  (should (equal (gitxplorer-text-fold "日本語テスト" 5) '("日本" "語テ" "スト")))
  ;; A word that is longer than a line is cut where it is: its bullet is not left alone.
  (should (equal (gitxplorer-text-fold "- [Issues](https://github.com/a/b) end" 12)
                 '("- [Issues](h" "ttps://githu" "b.com/a/b)" "end")))
  (should (equal (gitxplorer-text-fold "  - abcdefghij k" 9) '("  - abcde" "  fghij k")))
  (should (equal (gitxplorer-text-fold "abcd efghij" 4) '("abcd" "efgh" "ij")))
  (dolist (line (list (make-string 500 ?x) (concat (make-string 60 ?\s) "one two three")
                      (concat "e" (make-string 5000 #x301))))
    (dolist (piece (gitxplorer-text-fold line 20))
      (should (<= (string-width piece) 20))
      (should (<= (length piece) 100)))))

(ert-deftest gitxplorer-tests-lines-of-a-text-are-safe-and-keep-their-blanks ()
  (should (equal (gitxplorer-text-lines "\n\n  a\r\n\tb  c\r\n\n\e[31md\r \n\n" 99)
                 '("  a" "    b  c" "" "\\x1b[31md")))
  (should (equal (gitxplorer-text-lines "a\nb\nc" 2) '("a" "b")))
  (should (equal (gitxplorer-text-lines "\ufeff# a\n\ufeffb" 9) '("# a" "\\ufeffb")))
  (should-not (gitxplorer-text-lines " \n\t\n" 99))
  (should (equal (gitxplorer-text-lines "-*- x -*-\nLocal Variables:" 99)
                 '("-\\x2a- x -\\x2a-" "Local\u00a0Variables:"))))

;;; Names, and whom the server asks

(defconst gitxplorer-tests-names
  (expand-file-name "../../../Tests/names.json" (file-name-directory load-file-name))
  "The table of forms that a name may have.")

(ert-deftest gitxplorer-tests-a-name-may-have-any-of-its-forms ()
  (let ((names (with-temp-buffer
                 (insert-file-contents gitxplorer-tests-names)
                 (json-parse-buffer :object-type 'plist :array-type 'list))))
    (should names)
    (dolist (name names)
      (let ((text (plist-get name :text)))
        (should (equal (list text (gitxplorer-names-login text) (gitxplorer-names-repository text))
                       (list text (or (plist-get name :login) (string-trim text))
                             (plist-get name :repository))))))))

(ert-deftest gitxplorer-tests-pages-of-the-upstream-are-names ()
  (let ((gitxplorer-upstream '(:name "the sandbox" :url "http://127.0.0.1:4711/")))
    (should (equal (gitxplorer-names-login "http://127.0.0.1:4711/octocat?tab=stars") "octocat"))
    (should (equal (gitxplorer-names-repository "127.0.0.1:4711/octocat/Hello-World/pulls")
                   "octocat/Hello-World")))
  (let ((gitxplorer-upstream nil))
    (should-not (gitxplorer-names-repository "http://127.0.0.1:4711/octocat/Hello-World"))))

(ert-deftest gitxplorer-tests-a-result-says-where-it-comes-from ()
  (pcase-dolist (`(,upstream ,source ,words)
                 '((nil "network" "From GitHub")
                   ((:name "the sandbox") "network" "From the sandbox")
                   ((:name "the sandbox") "revalidated" "Confirmed by the sandbox")
                   (nil "cache" "From the cache")))
    (let ((gitxplorer-upstream upstream))
      (should (equal (gitxplorer-upstream-freshness (list :source source)) words)))))

(ert-deftest gitxplorer-tests-a-fault-is-named-in-words ()
  (pcase-dolist (`(,faults ,sentence)
                 '(([(:path "/login" :message "expected x, found y")] "User: expected x, found y.")
                   ([(:path "/perPage" :message "too large.") (:path "/page" :message "no")]
                    "Page size: too large.")
                   ([(:path "/scopes/0" :message "no")] "Request: no.")
                   ([] "Correct the params.") (nil "Correct the params.")))
    (should (equal (gitxplorer-view-message (list :message "Correct the params."
                                                  :data (list :errors faults)))
                   sentence))))

(ert-deftest gitxplorer-tests-the-limits-of-common-use-are-first ()
  (let ((limit '(:limit 5000 :remaining 5000)))
    (should (equal (mapcar (lambda (row) (substring-no-properties (aref (nth 1 row) 0)))
                           (plist-get (gitxplorer-lists-rate
                                       nil `(:resources (:graphql ,limit :search ,limit
                                                         :core ,limit :code_search ,limit))
                                       80)
                                      :rows))
                   '("core" "search" "code_search" "graphql")))))

(ert-deftest gitxplorer-tests-no-limit-is-cut ()
  (let ((rows (plist-get (gitxplorer-lists-rate
                          nil '(:resources (:core (:limit 1000000 :remaining 1000000)
                                            :graphql (:limit 0 :remaining 0)))
                          80)
                         :format)))
    (should (equal (mapcar (lambda (column) (seq-take column 2)) (append rows nil))
                   '(("Resource" 8) ("Left" 9) ("" 23) ("of" 9) ("Opens again" 20)))))
  (let ((narrow (plist-get (gitxplorer-lists-rate
                            nil '(:resources (:actions_runner_registration
                                              (:limit 10000 :remaining 10000)))
                            39)
                           :format)))
    (should (equal (mapcar #'cadr narrow) '(26 9 20)))))

(ert-deftest gitxplorer-tests-a-limit-of-none-needs-a-sign-in ()
  (let ((view (gitxplorer-lists-rate nil '(:resources (:graphql (:limit 0 :remaining 0))) 40)))
    (should (equal (substring-no-properties (aref (nth 1 (car (plist-get view :rows))) 2))
                   "only when signed in"))))

(ert-deftest gitxplorer-tests-a-sign-in-is-offered-where-it-can-help ()
  (pcase-dolist (`(,status ,offered) '((403 t) (451 nil)))
    (let* ((page (make-gitxplorer-page
                  :kind 'repo :subject "octocat/x"
                  :error (list :message "no" :data (list :kind "forbidden" :status status))))
           (lines (format "%S" (gitxplorer-view-render page 80))))
      (should (eq (and (string-search "M-x gitxplorer-login" lines) t) offered)))))

;;; The plot

(ert-deftest gitxplorer-tests-a-plot-rises-as-its-points-do ()
  (should (equal (mapcar #'substring-no-properties
                         (gitxplorer-plot-lines '((0 . 0) (100 . 16)) 9 2))
                 '("     ▂▄▆█" " ▂▄▆█████")))
  ;; What is not nothing is seen, and one point is a level line.
  (should (equal (car (last (gitxplorer-plot-lines '((0 . 1) (50 . 1) (100 . 100000)) 3 2)))
                 "▁▁█"))
  (should (equal (mapcar #'substring-no-properties (gitxplorer-plot-lines '((7 . 3)) 3 1))
                 '("███")))
  (should (equal (gitxplorer-plot-lines '((0 . 0) (9 . 0)) 3 1) '("")))
  ;; Whatever a server sends: falling counts, equal times, huge numbers.
  (dolist (points '(((0 . 9) (5 . 1)) ((5 . 1) (5 . 9)) ((9 . 1) (0 . 2) (5 . 3))
                    ((0 . -3) (1 . 1.0e300)) ((0 . 0) (1 . 99999999999999999999999))))
    (let ((lines (gitxplorer-plot-lines points 20 4)))
      (should (= (length lines) 4))
      (should (seq-every-p (lambda (line) (<= (length line) 20)) lines)))))

(ert-deftest gitxplorer-tests-a-plot-is-ascii-where-blocks-cannot-be-shown ()
  (let ((ascii '("   .#" " .###")) (char-width-table (copy-sequence char-width-table)))
    (cl-letf (((symbol-function 'char-displayable-p) #'ignore))
      (should (equal (gitxplorer-plot-lines '((0 . 0) (100 . 4)) 5 2) ascii)))
    (set-char-table-range char-width-table '(#x2580 . #x259f) 2)
    (should (equal (gitxplorer-plot-lines '((0 . 0) (100 . 4)) 5 2) ascii))))

(ert-deftest gitxplorer-tests-numbers-and-times-are-short ()
  (should (equal (mapcar #'gitxplorer-text-number '(0 999 1000 1234567 "x" nil))
                 '("0" "999" "1,000" "1,234,567" "-" "-")))
  (should (equal (gitxplorer-text-seconds "2011-01-25T18:44:36Z") 1295981076))
  (should-not (gitxplorer-text-seconds "yesterday"))
  (should (equal (mapcar #'gitxplorer-text-span '(-1 89 90 5400 259200))
                 '("0 s" "89 s" "2 min" "2 h" "3 days")))
  (should (equal (gitxplorer-text-until "2011-01-25T18:44:36Z") "now"))
  (should (equal (mapcar #'gitxplorer-text-signal '(9 15 99)) '("SIGKILL" "SIGTERM" "signal 99"))))

(ert-deftest gitxplorer-tests-a-bar-is-empty-only-for-zero ()
  (should (equal (mapcar (lambda (value) (length (gitxplorer-text-bar value 1000 10)))
                         '(0 1 500 1000 2000))
                 '(0 1 5 10 10))))

(ert-deftest gitxplorer-tests-a-tooltip-expands-no-commands ()
  (should (equal (substitute-command-keys (gitxplorer-lines--tip "\\[save-buffer] \\{x}"))
                 "\\[save-buffer] \\{x}")))

;;; Drawing

(defmacro gitxplorer-tests-with-readme (text &rest body)
  "Evaluate BODY in the buffer of a repository whose README is TEXT."
  (declare (indent 1))
  `(with-temp-buffer
     (gitxplorer-mode)
     (setq gitxplorer-page
           (make-gitxplorer-page
            :kind 'repo :subject "octocat/x"
            :sections (list (make-gitxplorer-page
                             :kind 'readme :subject "octocat/x"
                             :result (list :text ,text :path "README")))))
     ,@body))

(defun gitxplorer-tests-calls (function body)
  "How often calling BODY calls FUNCTION."
  (let* ((count 0) (counter (lambda (&rest _) (setq count (1+ count)))))
    (advice-add function :before counter)
    (unwind-protect (funcall body)
      (advice-remove function counter))
    count))

(ert-deftest gitxplorer-tests-a-readme-is-folded-once-for-its-width ()
  (gitxplorer-tests-with-readme "one\ntwo\nthree"
    (let ((folds (lambda () (gitxplorer-tests-calls 'gitxplorer-text-fold #'gitxplorer-page-draw)))
          (readme (car (gitxplorer-page-sections gitxplorer-page)))
          (columns 80))
      (cl-letf (((symbol-function 'gitxplorer-page--columns) (lambda () columns)))
        (should (= (funcall folds) 3))
        (let ((text (buffer-string)))
          (should (= (funcall folds) 0))
          (should (equal (buffer-string) text)))
        (setq columns 60)
        (should (= (funcall folds) 3))
        (setf (gitxplorer-page-result readme) (list :text "other" :path "README"))
        (should (= (funcall folds) 1))
        (should (string-search "other" (buffer-string)))))))

(ert-deftest gitxplorer-tests-progress-is-drawn-once-for-many-notifications ()
  (gitxplorer-tests-with-readme "one"
    (setf (gitxplorer-page-token gitxplorer-page) -7
          (gitxplorer-page-question gitxplorer-page) 'asked)
    (unwind-protect
        (should (= (gitxplorer-tests-calls
                    'gitxplorer-page-draw
                    (lambda ()
                      (dolist (n '("1" "2" "3"))
                        (gitxplorer-page--notified
                         '$/progress (list :token -7 :value (list :kind "report" :message n))))
                      (should gitxplorer-page--timer)
                      (gitxplorer-tests-until (lambda () (not gitxplorer-page--timer)))))
                   1))
      (setf (gitxplorer-page-question gitxplorer-page) nil))
    (should (string-search " 3\n" (buffer-string)))))

;;; The server

(ert-deftest gitxplorer-tests-long-responses-in-all-scripts-are-complete ()
  (let ((text (concat (make-string 300000 ?日) "🐙é\\" (make-string 100000 ?x))))
    (should (equal (gitxplorer-tests-ask 'test.echo (list :text text))
                   (list nil (list :text text))))))

(ert-deftest gitxplorer-tests-an-escaped-nul-is-accepted ()
  (let ((answer (nth 1 (gitxplorer-tests-ask 'test.echo (list :text "a\0b\\u0000c\\\0")))))
    (should (equal (gitxplorer-text-plain (plist-get answer :text)) "a\\x00b\\u0000c\\\\x00"))))

(ert-deftest gitxplorer-tests-an-escape-may-arrive-in-pieces ()
  (let ((whole "{\"a\":\"x\\u0000\\\\u0000\\\\\\u0000\"}"))
    (dotimes (at (length whole))
      (let ((filter (gitxplorer-server--without-nul)))
        (should (equal (concat (cadr (funcall filter (list nil (substring whole 0 at))))
                               (cadr (funcall filter (list nil (substring whole at)))))
                       "{\"a\":\"x\\ufdd0\\\\u0000\\\\\\ufdd0\"}"))))))

(ert-deftest gitxplorer-tests-responses-may-arrive-in-any-order ()
  (let (held answers)
    (setq held (gitxplorer-server-ask 'test.hold '(:name "a") (lambda (_ it) (push it answers))))
    (should (equal (gitxplorer-tests-ask 'test.echo '(:n 1)) '(nil (:n 1))))
    (should-not answers)
    (gitxplorer-tests-ask 'test.release '(:name "a"))
    (gitxplorer-tests-until (lambda () answers))
    (should (equal answers '("a")))
    (should-not (memq held gitxplorer-server--open))))

(ert-deftest gitxplorer-tests-a-cancelled-request-gets-no-result ()
  (let* ((answered nil)
         (question (gitxplorer-server-ask 'test.hold '(:name "b")
                                          (lambda (&rest it) (setq answered it))))
         (id (gitxplorer-server-question-id question)))
    (gitxplorer-server-cancel question)
    (gitxplorer-server-cancel question)
    (let ((said (append (nth 1 (gitxplorer-tests-ask 'test.received nil)) nil)))
      (should (equal (seq-filter (lambda (it) (equal (plist-get it :method) "$/cancelRequest"))
                                 (last said 2))
                     `((:jsonrpc "2.0" :method "$/cancelRequest" :params (:id ,id))))))
    (should-not answered)))

(ert-deftest gitxplorer-tests-errors-have-their-data ()
  (pcase-let ((`(,error ,result)
               (gitxplorer-tests-ask 'test.fail '(:code 1404 :message "no" :data (:kind "x")))))
    (should-not result)
    (should (equal error '(:code 1404 :message "no" :data (:kind "x"))))))

(ert-deftest gitxplorer-tests-there-is-one-server-and-no-query-on-exit ()
  (gitxplorer-tests-ask 'test.echo '(:n 1))
  (let ((first gitxplorer-server--connection))
    (gitxplorer-tests-ask 'test.echo '(:n 2))
    (should (eq first gitxplorer-server--connection)))
  (should (process-list))
  (should-not (seq-filter #'process-query-on-exit-flag (process-list))))

(ert-deftest gitxplorer-tests-changed-settings-start-another-server ()
  (gitxplorer-tests-ask 'test.echo '(:n 1))
  (let* ((first gitxplorer-server--connection)
         (gitxplorer-command (append gitxplorer-command '("--stdio"))))
    (should (equal (gitxplorer-tests-ask 'test.echo '(:n 2)) '(nil (:n 2))))
    (should-not (eq first gitxplorer-server--connection))
    (should-not (jsonrpc-running-p first))))

(ert-deftest gitxplorer-tests-every-open-request-fails-at-the-end ()
  (let (answers)
    (dotimes (_ 3)
      (gitxplorer-server-ask 'test.hold '(:name "c") (lambda (error _) (push error answers))))
    (gitxplorer-server-ask 'test.hangup nil (lambda (error _) (push error answers)))
    (gitxplorer-tests-until (lambda () (= (length answers) 4)))
    (should (equal (delete-dups (mapcar (lambda (it) (plist-get it :message)) answers))
                   '("The server ended with status 0; the next request restarts it.")))
    (should (equal (gitxplorer-tests-ask 'test.echo '(:n 3)) '(nil (:n 3))))))

(ert-deftest gitxplorer-tests-a-server-that-cannot-be-started-is-an-error ()
  (let ((gitxplorer-command '("/" "serve")))
    (should (string-match-p "There is no program /"
                            (plist-get (car (gitxplorer-tests-ask 'test.echo nil)) :message))))
  (let ((gitxplorer-command '("sh" "-c" "echo first >&2; echo last >&2; exit 3")))
    (let ((error (car (gitxplorer-tests-ask 'test.echo nil))))
      (should (string-match-p "The server ended" (plist-get error :message)))
      (should (equal (plist-get (plist-get error :data) :stderr) "last"))))
  (let ((gitxplorer-command '("sh" "-c" "kill -9 $$")))
    (should (string-match-p "The server was ended by SIGKILL"
                            (plist-get (car (gitxplorer-tests-ask 'test.echo nil)) :message)))))

(ert-deftest gitxplorer-tests-a-program-may-be-in-the-home-directory ()
  (let ((program (expand-file-name "server" "~/")))
    (unwind-protect
        (progn
          (make-symbolic-link (car gitxplorer-command) program)
          (let ((gitxplorer-command (cons "~/server" (cdr gitxplorer-command))))
            (should (equal (gitxplorer-tests-ask 'test.echo '(:n 4)) '(nil (:n 4))))))
      (delete-file program))))

(ert-deftest gitxplorer-tests-an-old-emacs-is-reported ()
  (let ((emacs-version "27.2"))
    (dolist (command '(gitxplorer-random gitxplorer-user gitxplorer-repos gitxplorer-repositories
                       gitxplorer-repo gitxplorer-readme gitxplorer-history gitxplorer-stargazers
                       gitxplorer-starred gitxplorer-followers gitxplorer-following
                       gitxplorer-search gitxplorer-rate gitxplorer-login gitxplorer-logout))
      (should (equal (cadr (should-error (call-interactively command) :type 'user-error))
                     "GitXplorer needs Emacs 28.1 or newer; this is Emacs 27.2")))))

;;; Avatars

(ert-deftest gitxplorer-tests-only-images-become-images ()
  (let ((answer (nth 1 (gitxplorer-tests-ask 'user.avatar '(:login "octocat")))))
    (cl-letf (((symbol-function 'image-type-available-p) #'always))
      (should (eq (plist-get (cdr (gitxplorer-avatar--image answer 20)) :type) 'png))
      (dolist (data (list nil "?" "" (base64-encode-string "<svg xmlns='x'></svg>")))
        (should-not (gitxplorer-avatar--image (list :mimeType "image/png" :data data) 20))))))

(provide 'gitxplorer-tests)
;;; gitxplorer-tests.el ends here
