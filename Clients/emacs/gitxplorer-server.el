;;; gitxplorer-server.el --- The one server of this Emacs -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Questions and their answers, over jsonrpc.el.  Nothing here waits.  What was asked is answered
;; once, later, outside the process filter; or it is cancelled and not answered.
;;
;; A server that has ended is started by the next question.

;;; Code:

(require 'cl-lib)
(require 'jsonrpc)
(require 'subr-x)
(require 'gitxplorer)
(require 'gitxplorer-text)
(require 'gitxplorer-upstream)

(defvar gitxplorer-server-notified-functions nil
  "Functions to call with the method and the params of each notification.")

(defvar gitxplorer-server-met-functions nil
  "Functions to call when the server has said whom it asks.")

(defvar gitxplorer-server--connection nil
  "The connection, or nil before the first question.")

(defvar gitxplorer-server--settings nil
  "The settings that the connection was made with.")

(defvar gitxplorer-server--generation 0
  "How many connections there have been: their buffers have names of their own.")

(defvar gitxplorer-server--open nil
  "The questions that are neither answered nor cancelled.")

(defvar gitxplorer-server--why-ended nil
  "Why the server ended while nothing was asked: a sentence for the next question.")

(defconst gitxplorer-server--longest-message (* 16 1024 1024)
  "How many characters a message of the server may have.")

(cl-defstruct (gitxplorer-server-question (:constructor gitxplorer-server--question (answer)))
  "A question: its connection, its id, and the function that gets the response."
  answer connection id)

(defclass gitxplorer-server-connection (jsonrpc-process-connection)
  ((last-id :initform nil :documentation "The id of the last request that was sent.")
   (link :initform nil :documentation "The process that moves the bytes."))
  "A connection that knows the ids of its requests, which it takes to cancel them.")

(cl-defmethod jsonrpc-connection-send :before
  ((connection gitxplorer-server-connection) &rest message)
  "Note the id of MESSAGE, which is sent over CONNECTION."
  (when (and (plist-get message :id) (plist-get message :method))
    (setf (slot-value connection 'last-id) (plist-get message :id))))

(defun gitxplorer-server-ask (method params answer)
  "Ask METHOD, a symbol, with PARAMS, a plist; return the question.
ANSWER is called once, later, with an error or nil and the result."
  (let ((question (gitxplorer-server--question answer)))
    (push question gitxplorer-server--open)
    (condition-case trouble
        (let ((connection (gitxplorer-server--connect)))
          (setf (gitxplorer-server-question-connection question) connection)
          (jsonrpc-async-request
           connection method params :timeout nil
           :success-fn (lambda (result) (gitxplorer-server--answer question nil result))
           :error-fn (lambda (error)
                       ;; The end of the connection is told by what tells why.
                       (unless (eql (plist-get error :code) -1)
                         (gitxplorer-server--answer question error nil))))
          (setf (gitxplorer-server-question-id question) (slot-value connection 'last-id)))
      (gitxplorer-server-trouble
       (gitxplorer-server--answer question (cdr trouble) nil))
      (error
       ;; A server that has just died takes nothing: its end is told soon, with its last words.
       (let ((connection (gitxplorer-server-question-connection question)))
         (when (or (not connection) (jsonrpc-running-p connection))
           (gitxplorer-server--answer
            question (list :message (error-message-string trouble)) nil)))))
    question))

(defun gitxplorer-server-cancel (question)
  "Take QUESTION back: it is not answered, and the server stops working on it."
  (when (memq question gitxplorer-server--open)
    (setq gitxplorer-server--open (delq question gitxplorer-server--open))
    (let ((connection (gitxplorer-server-question-connection question))
          (id (gitxplorer-server-question-id question)))
      (when (and connection id (jsonrpc-running-p connection))
        (ignore-errors
          (jsonrpc-notify connection '$/cancelRequest (list :id id)))))))

(defun gitxplorer-server--answer (question error result)
  "Give QUESTION its ERROR or RESULT, outside what is going on now."
  (run-at-time
   0 nil
   (lambda ()
     (when (memq question gitxplorer-server--open)
       (setq gitxplorer-server--open (delq question gitxplorer-server--open))
       (with-demoted-errors "GitXplorer: %S"
         (funcall (gitxplorer-server-question-answer question) error result))))))

(define-error 'gitxplorer-server-trouble "The server cannot be reached")

(defun gitxplorer-server--trouble (setting &rest message)
  "Signal that SETTING leads to no server.
MESSAGE is as the arguments of `format'."
  (signal 'gitxplorer-server-trouble
          (list :message (apply #'format message) :data (list :setting setting))))

(defun gitxplorer-server--connect ()
  "The connection.
It is made where none is alive, or the settings have changed."
  (let ((settings (list gitxplorer-socket gitxplorer-command)))
    (unless (and gitxplorer-server--connection
                 (equal settings gitxplorer-server--settings)
                 (jsonrpc-running-p gitxplorer-server--connection))
      (let ((former gitxplorer-server--connection))
        (setq gitxplorer-server--connection nil)
        (when (and former (jsonrpc-running-p former))
          (delete-process (slot-value former 'link))))
      (when gitxplorer-server--why-ended
        (message "GitXplorer: %s" gitxplorer-server--why-ended)
        (setq gitxplorer-server--why-ended nil))
      (unless (equal settings gitxplorer-server--settings)
        (setq gitxplorer-upstream nil))
      (setq gitxplorer-server--settings settings
            gitxplorer-server--connection
            (if gitxplorer-socket (gitxplorer-server--attach) (gitxplorer-server--start)))
      ;; If it has just died, what is asked next tells.
      (ignore-errors (gitxplorer-server--meet gitxplorer-server--connection)))
    gitxplorer-server--connection))

(defun gitxplorer-server--meet (connection)
  "Ask the server on CONNECTION whom it asks."
  (jsonrpc-async-request
   connection 'initialize (list :clientInfo (list :name "gitxplorer.el")) :timeout nil
   :success-fn
   (lambda (result)
     (run-at-time 0 nil
                  (lambda ()
                    (when (eq connection gitxplorer-server--connection)
                      ;; A server that does not say it asks GitHub.
                      (let ((upstream (ignore-errors (plist-get result :upstream))))
                        (setq gitxplorer-upstream
                              (if (consp upstream) upstream '(:name "GitHub"))))
                      (with-demoted-errors "GitXplorer: %S"
                        (run-hooks 'gitxplorer-server-met-functions))))))
   :error-fn #'ignore))

(defun gitxplorer-server--name ()
  "A name for the next connection; its buffers are named after it."
  (format "gitxplorer-%d" (cl-incf gitxplorer-server--generation)))

(defun gitxplorer-server--make (name process ended)
  "Make a connection NAME over PROCESS.
ENDED is called with it when it has ended."
  (let* ((modern (cl-find '-events-buffer-config (eieio-class-slots 'jsonrpc-connection)
                          :key #'cl--slot-descriptor-name))
         (connection
          (apply #'make-instance 'gitxplorer-server-connection
                 :name name
                 :process process
                 :notification-dispatcher #'gitxplorer-server--notified
                 :on-shutdown ended
                 ;; No log of what goes over the connection.
                 (if modern '(:events-buffer-config (:size 0 :format short))
                   '(:events-buffer-scrollback-size 0)))))
    (setf (slot-value connection 'link) process)
    (add-function :around (process-filter process) #'gitxplorer-server--guard)
    (add-function :filter-args (process-filter process) (gitxplorer-server--without-nul))
    ;; What jsonrpc.el says of an end covers no line in which the user types.
    (add-function :around (process-sentinel process)
                  (lambda (sentinel &rest arguments)
                    (let ((inhibit-message t)) (apply sentinel arguments))))
    connection))

(defun gitxplorer-server--guard (filter process text)
  "Give FILTER what PROCESS wrote, TEXT.
A message that is too long, or that jsonrpc.el cannot take, ends the
connection."
  (let ((buffer (process-buffer process)))
    (condition-case nil
        (if (and (buffer-live-p buffer)
                 (> (+ (buffer-size buffer) (length text)) gitxplorer-server--longest-message))
            (gitxplorer-server--break process "The server sent a message longer than 16 MiB")
          (funcall filter process text))
      (error
       (gitxplorer-server--break process "The server sent a message that is not JSON-RPC")))))

(defun gitxplorer-server--break (process sentence)
  "End PROCESS, the connection, because of SENTENCE."
  (process-put process 'gitxplorer-why sentence)
  (delete-process process))

(defun gitxplorer-server--without-nul ()
  "A filter of the arguments of a process filter: NUL becomes another character.
The JSON of Emacs before 30 refuses a text with an escaped NUL, and
its question would stay open."
  (let ((held ""))
    (lambda (arguments)
      (let ((text (concat held (cadr arguments))))
        ;; An escape may come in two pieces, and after a backslash there is none.
        (setq held (if (string-match "\\\\+\\(?:u0\\{0,3\\}\\)?\\'" text)
                       (match-string 0 text)
                     "")
              text (substring text 0 (- (length text) (length held))))
        (when (string-search "\\u0000" text)
          (setq text (replace-regexp-in-string
                      "\\(\\`\\|[^\\]\\)\\(\\(?:\\\\\\\\\\)*\\)\\\\u0000"
                      (lambda (escape)
                        (concat (substring escape 0 -6) gitxplorer-text-nul))
                      text t t)))
        (list (car arguments) text)))))

(defun gitxplorer-server--notified (connection method params)
  "Tell those who listen to METHOD with PARAMS, said on CONNECTION."
  (run-at-time 0 nil
               (lambda ()
                 (when (eq connection gitxplorer-server--connection)
                   (with-demoted-errors "GitXplorer: %S"
                     (run-hook-with-args 'gitxplorer-server-notified-functions method params))))))

(defun gitxplorer-server--start ()
  "Start the server that `gitxplorer-command' names."
  (unless (and (consp gitxplorer-command) (seq-every-p #'stringp gitxplorer-command))
    (gitxplorer-server--trouble
     "(setq gitxplorer-command '(\"gitxplorer\" \"serve\"))"
     "`gitxplorer-command' must be a list: the program and its arguments."))
  (let* ((default-directory "/") ; The current one may be on another host, or gone.
         ;; A name with `~' is found, but not started.
         (found (executable-find (car gitxplorer-command)))
         (program (and found (expand-file-name found)))
         (name (gitxplorer-server--name))
         (said "") errors process)
    (unless program
      (gitxplorer-server--trouble
       "(setq gitxplorer-command '(\"/path/to/gitxplorer\" \"serve\"))"
       "There is no program %s; install it, or set `gitxplorer-command' to where it is."
       (gitxplorer-text-plain (car gitxplorer-command))))
    (setq errors (make-pipe-process
                  :name (concat name "-errors") :buffer (format " *%s errors*" name)
                  :noquery t :coding 'utf-8-unix
                  ;; The end of what the server writes is enough.
                  :filter (lambda (_ text)
                            (setq said (concat said text)
                                  said (substring said (- (min 4096 (length said))))))
                  :sentinel #'ignore)
          process (condition-case trouble
                      (make-process :name name :command (cons program (cdr gitxplorer-command))
                                    :connection-type 'pipe :coding 'utf-8-emacs-unix :noquery t
                                    :stderr errors)
                    (error (kill-buffer (process-buffer errors))
                           (gitxplorer-server--trouble
                            "gitxplorer-command" "%s cannot be started: %s"
                            program (error-message-string trouble)))))
    (gitxplorer-server--make
     name process
     (lambda (connection)
       (let* ((status (process-exit-status process))
              (killed (eq (process-status process) 'signal))
              (finish (lambda (&rest _)
                        (when connection
                          (gitxplorer-server--ended
                           (prog1 connection (setq connection nil)) errors
                           (cond ((process-get process 'gitxplorer-why))
                                 (killed (concat "The server was ended by "
                                                 (gitxplorer-text-signal status)))
                                 ;; 256 is how Emacs notes that it could not write.
                                 ((> status 255) "The server ended")
                                 (t (format "The server ended with status %d" status)))
                           (car (last (split-string said "[\r\n]+" t))))))))
         ;; The status may be known before the last words; a child may hold their pipe open.
         (if (not (process-live-p errors))
             (funcall finish)
           (set-process-sentinel errors finish)
           (run-at-time 0.5 nil finish)))))))

(defun gitxplorer-server--attach ()
  "Connect to the server that listens at `gitxplorer-socket'."
  (unless (stringp gitxplorer-socket)
    (gitxplorer-server--trouble "gitxplorer-socket" "`gitxplorer-socket' must be a path."))
  (let ((path (file-truename (string-remove-prefix "unix:" gitxplorer-socket)))
        (name (gitxplorer-server--name)))
    (dolist (file (list (file-name-directory path) path))
      (when-let ((owner (file-attribute-user-id (file-attributes file))))
        (unless (memql owner (list (user-uid) 0))
          (gitxplorer-server--trouble
           "gitxplorer-socket"
           "The socket %s or its directory belongs to another user; nothing was sent." path))))
    (gitxplorer-server--make
     name
     (condition-case nil
         (make-network-process :name name :family 'local :service path
                               :coding 'utf-8-emacs-unix :noquery t)
       (file-error
        (gitxplorer-server--trouble
         "gitxplorer-socket"
         "No server listens at %s; start one there, or unset `gitxplorer-socket'." path)))
     (lambda (connection)
       (gitxplorer-server--ended
        connection nil
        (or (process-get (slot-value connection 'link) 'gitxplorer-why)
            (format "The server at %s closed the connection" path))
        nil)))))

(defun gitxplorer-server--ended (connection errors sentence last-words)
  "Tell those who asked on CONNECTION that it has ended.
SENTENCE says how, LAST-WORDS is what the server wrote last.
ERRORS is the process of its standard error, or nil."
  (let* ((asked (seq-filter (lambda (question)
                              (eq (gitxplorer-server-question-connection question) connection))
                            gitxplorer-server--open))
         (words (gitxplorer-text-plain last-words))
         ;; Started again, it would refuse the same again.
         (refused (string-suffix-p " with status 64" sentence))
         (error (list :code 0
                      :message (concat sentence (if refused ": its settings have to be corrected."
                                                  "; the next request restarts it."))
                      :data (list :kind "server" :stderr words
                                  :setting (and refused "gitxplorer-command")))))
    (dolist (question (reverse asked))
      (gitxplorer-server--answer question error nil))
    (when (eq connection gitxplorer-server--connection)
      (setq gitxplorer-server--connection nil)
      (unless asked
        (setq gitxplorer-server--why-ended
              (concat sentence (if (string-empty-p words) "" (concat ": " words))))))
    (dolist (buffer (list (jsonrpc-events-buffer connection) (jsonrpc-stderr-buffer connection)
                          (process-buffer (slot-value connection 'link))
                          (and errors (process-buffer errors))))
      (when (buffer-live-p buffer)
        (kill-buffer buffer)))))

(provide 'gitxplorer-server)
;;; gitxplorer-server.el ends here
