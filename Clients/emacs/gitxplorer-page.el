;;; gitxplorer-page.el --- Buffers that ask, are filled, and let go -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; A page is a buffer that shows the result of one question.  It is shown at once and filled when
;; the response arrives.  A response changes its own buffer only: focus stays where it is, and the
;; point of each window stays on the item that it was on.
;;
;; `gitxplorer-view' makes the lines.  An item, which a line may have, is a plist of `:key', by
;; which point finds it again, and `:near', the key of an item to go to where it is gone; `:open',
;; the kind and the subject of another page; `:url', its page on the web; `:login' and
;; `:repository'; `:run', a command.
;;
;; `gitxplorer-keys' has the modes, the keys and their commands.

;;; Code:

(require 'cl-lib)
(require 'tabulated-list)
(require 'gitxplorer)
(require 'gitxplorer-avatar)
(require 'gitxplorer-seen)
(require 'gitxplorer-server)
(require 'gitxplorer-text)
(require 'gitxplorer-view)

(declare-function gitxplorer-mode "gitxplorer-keys" ())
(declare-function gitxplorer-list-mode "gitxplorer-keys" ())
(declare-function gitxplorer-reload "gitxplorer-keys" ())

(cl-defstruct gitxplorer-page
  "The content of a buffer, and what it is about: KIND and SUBJECT.
SECTIONS are pages, too: parts of it that have their own questions.
NUMBER counts its pages from 1.  SETTINGS has what else is asked
for.  RESULT and ERROR are the last response, QUESTION the one that
is under way and PROGRESS how far that is.  TURN is where the
neighbors are, PLACE and STATUS stand in the mode line, COLUMNS is
the width that the lines were made for, TICK tells whether they still
are.  VIEW is a section's view, after the result and the columns
that it was made of.  TOKEN names the question to the server.  MEMO
belongs to the sign-in."
  kind subject sections (number 1) settings result error question progress turn
  place status columns tick view token memo)

(defvar-local gitxplorer-page nil
  "The page that the buffer shows.")

(put 'gitxplorer-page 'permanent-local t)

(defun gitxplorer-page-set-up ()
  "Set up what all our buffers have."
  (buffer-disable-undo)
  (setq-local truncate-lines t
              bidi-paragraph-direction 'left-to-right
              revert-buffer-function (lambda (&rest _) (gitxplorer-reload))
              ;; After the modes it would be cut off in a narrow window.
              mode-line-buffer-identification
              (append (propertized-buffer-identification "%b")
                      '((:eval (gitxplorer-page--status)))))
  (add-hook 'kill-buffer-hook #'gitxplorer-page--let-go nil t)
  (add-hook 'change-major-mode-hook #'gitxplorer-page--let-go nil t)
  (add-hook 'post-command-hook #'gitxplorer-page--mend nil t)
  (add-hook 'window-size-change-functions #'gitxplorer-page--resized nil t)
  (add-hook 'window-buffer-change-functions #'gitxplorer-page--resized nil t)
  (add-hook 'window-buffer-change-functions #'gitxplorer-page--shown-again nil t))

(defun gitxplorer-page--status ()
  "The page's part of the mode line."
  (when gitxplorer-page
    (string-replace
     "%" "%%"
     (mapconcat (lambda (text) (concat "  " text))
                (delq nil (if (seq-some #'gitxplorer-page-question (gitxplorer-page--all))
                              '("asking…")
                            (list (gitxplorer-page-place gitxplorer-page)
                                  (gitxplorer-page-status gitxplorer-page))))
                ""))))

;;; Showing and asking

(defun gitxplorer-page--all ()
  "The page of the current buffer and its sections."
  (and gitxplorer-page
       (cons gitxplorer-page (gitxplorer-page-sections gitxplorer-page))))

(defun gitxplorer-page-find (kind subject)
  "The buffer of the page of KIND about SUBJECT, or nil."
  (seq-find (lambda (buffer)
              (when-let ((page (buffer-local-value 'gitxplorer-page buffer)))
                (and (eq (gitxplorer-page-kind page) kind)
                     (equal (gitxplorer-page-subject page) subject))))
            (buffer-list)))

(defun gitxplorer-page-visit (kind subject)
  "Show the buffer of the page of KIND about SUBJECT, and make it current."
  (gitxplorer-seen-join-consult)
  (pop-to-buffer-same-window
   (or (gitxplorer-page-find kind subject)
       (with-current-buffer
           (generate-new-buffer
            (format "*GitXplorer %s*"
                    (gitxplorer-text-fit
                     (string-trim (format "%s %s" (string-replace "-" " " (symbol-name kind))
                                          (gitxplorer-text-plain subject)))
                     60)))
         (if (gitxplorer-view-list-p kind) (gitxplorer-list-mode) (gitxplorer-mode))
         (setq gitxplorer-page
               (make-gitxplorer-page
                :kind kind :subject subject
                :sections (mapcar (lambda (section)
                                    (make-gitxplorer-page :kind section :subject subject))
                                  (gitxplorer-view-sections kind))))
         (current-buffer)))))

(defun gitxplorer-page-show (kind subject &optional settings)
  "Show the page of KIND about SUBJECT with SETTINGS, and ask for its content."
  (gitxplorer-page-visit kind subject)
  (if (or settings (> (gitxplorer-page-number gitxplorer-page) 1))
      (gitxplorer-page-turn-to 1 settings)
    (gitxplorer-page-ask)))

(defun gitxplorer-page-show-section (kind subject)
  "Show the page of the repository SUBJECT from its section of KIND on."
  (gitxplorer-page-show 'repo subject)
  (when (gitxplorer-page--find-key (gitxplorer-view-section-key kind))
    (set-window-start (selected-window) (point))))

(defun gitxplorer-page-turn-to (number settings)
  "Ask for page NUMBER with SETTINGS, from its first line on."
  (setf (gitxplorer-page-number gitxplorer-page) number
        (gitxplorer-page-settings gitxplorer-page) settings
        (gitxplorer-page-error gitxplorer-page) nil
        (gitxplorer-page-result gitxplorer-page) nil)
  (gitxplorer-page--to-beginning)
  (gitxplorer-page-ask))

(defun gitxplorer-page--to-beginning ()
  "Move all points in the current buffer to its first line."
  (dolist (window (get-buffer-window-list nil nil t))
    (set-window-point window (point-min)))
  (goto-char (point-min)))

(defun gitxplorer-page--to-first ()
  "Move all points on the first line of the current buffer to its first item."
  (save-restriction
    (widen)
    (let ((first (save-excursion
                   (goto-char (point-min))
                   (while (not (or (eobp) (gitxplorer-page--can-be-opened-p)))
                     (forward-line))
                   (and (not (eobp)) (point))))
          (end (save-excursion (goto-char (point-min)) (line-end-position))))
      (when first
        (dolist (window (get-buffer-window-list nil nil t))
          (when (<= (window-point window) end)
            (set-window-point window first)))
        (when (<= (point) end)
          (goto-char first))))))

(defun gitxplorer-page--can-be-opened-p ()
  "Whether the line of point is a row of a list, or leads to another page."
  (or (tabulated-list-get-id)
      (plist-get (gitxplorer-page-item) :open)
      (plist-get (gitxplorer-page-item) :run)))

(defvar gitxplorer-page--tokens 0
  "How many questions have had a token.")

(defun gitxplorer-page-ask (&optional refresh)
  "Ask for the content of the current buffer; with REFRESH past what is kept."
  (gitxplorer-page--cancel)
  (dolist (page (gitxplorer-page--all))
    (gitxplorer-page--ask-of page refresh))
  (gitxplorer-page-draw))

(defun gitxplorer-page--ask-of (page &optional refresh)
  "Ask for the content of PAGE alone; with REFRESH past what is kept."
  (let ((request (gitxplorer-view-request page)))
    (gitxplorer-page--ask-for
     page (car request)
     (append (cdr request)
             ;; The sign-in's method takes neither.
             (unless (eq (gitxplorer-page-kind page) 'login)
               (append
                (list :workDoneToken
                      (setf (gitxplorer-page-token page) (cl-incf gitxplorer-page--tokens)))
                (and refresh '(:refresh t))))))))

(defun gitxplorer-page-ask-this (method params)
  "Ask METHOD with PARAMS, for the current buffer to show the result."
  (gitxplorer-page--cancel)
  (gitxplorer-page--ask-for gitxplorer-page method params)
  (gitxplorer-page-draw))

(defun gitxplorer-page--ask-for (page method params)
  "Ask METHOD with PARAMS for PAGE, the current buffer's or a section of it."
  (let ((buffer (current-buffer)))
    (setf (gitxplorer-page-progress page) nil
          (gitxplorer-page-question page)
          (gitxplorer-server-ask
           method params
           (lambda (error result)
             (when (buffer-live-p buffer)
               (with-current-buffer buffer
                 (when (memq page (gitxplorer-page--all))
                   (gitxplorer-page--answered page error result)))))))))

(defvar-local gitxplorer-page--paused nil
  "If the buffer was closed, t before the pages whose questions were taken back.")

(defun gitxplorer-page--cancel ()
  "Take back what the current buffer has asked."
  (setq gitxplorer-page--paused nil)
  (dolist (page (gitxplorer-page--all))
    (when-let ((question (gitxplorer-page-question page)))
      (setf (gitxplorer-page-question page) nil)
      (gitxplorer-server-cancel question))))

(defun gitxplorer-page-close ()
  "Take back what the current buffer has asked until it is shown again.
A sign-in goes on: closing its buffer is no answer to it."
  (unless (eq (gitxplorer-page-kind gitxplorer-page) 'login)
    (let ((pages (seq-filter #'gitxplorer-page-question (gitxplorer-page--all))))
      (gitxplorer-page--let-go)
      (setq gitxplorer-page--paused (cons t pages)))))

(defun gitxplorer-page--shown-again (window)
  "Ask again for what the closed buffer in WINDOW has taken back."
  (let ((buffer (window-buffer window)))
    ;; Not within redisplay, which calls this.
    (run-at-time 0 nil
                 (lambda ()
                   (when (and (buffer-live-p buffer) (get-buffer-window buffer t))
                     (with-current-buffer buffer
                       (when gitxplorer-page--paused
                         (gitxplorer-page--resume))))))))

(defun gitxplorer-page--resume ()
  "Ask again for what the current buffer has taken back."
  (let ((pages (cdr gitxplorer-page--paused)))
    (setq gitxplorer-page--paused nil)
    (when pages
      (mapc #'gitxplorer-page--ask-of pages)
      (gitxplorer-page-draw))
    (gitxplorer-avatar-ask)))

(defun gitxplorer-page--let-go ()
  "Take back all that the buffer has asked: it ends."
  (when gitxplorer-page
    (gitxplorer-page--cancel)
    (gitxplorer-page--forget-timer)
    (gitxplorer-avatar-cancel)))

(defvar gitxplorer-page-answered-functions nil
  "Functions to call in a buffer that was answered, before it is drawn.")

(defun gitxplorer-page--strange (why)
  "The error of a result that cannot be shown, and WHY it cannot."
  (list :message (gitxplorer-view-strange why) :data (list :setting "gitxplorer-command")))

(defun gitxplorer-page--answered (page error result)
  "Show ERROR or RESULT in the current buffer, as the content of PAGE."
  (let ((begins (not (or error (gitxplorer-page-result page)
                         (not (eq page gitxplorer-page))))))
    (setf (gitxplorer-page-question page) nil)
    (when (and begins (derived-mode-p 'gitxplorer-list-mode))
      ;; Point begins on the first item, wherever it was in the lines before there were any.
      (gitxplorer-page--to-beginning))
    (cond (error (setf (gitxplorer-page-error page) error))
          ((not (and (consp result) (keywordp (car result))))
           (setf (gitxplorer-page-error page) (gitxplorer-page--strange "it is no object")))
          (t (setf (gitxplorer-page-error page) nil
                   (gitxplorer-page-result page) result)))
    (run-hooks 'gitxplorer-page-answered-functions)
    (gitxplorer-page-draw)
    (when begins
      (gitxplorer-page--to-first))
    (when (gitxplorer-page-error page)
      (gitxplorer-page--tell-failure page))
    (gitxplorer-avatar-ask)))

(defun gitxplorer-page--tell-failure (page)
  "Say the error of PAGE where its line is above the windows on the buffer."
  (let ((windows (get-buffer-window-list nil nil t))
        (line (save-excursion
                (and (gitxplorer-page--find-key (gitxplorer-view-error-key page)) (point)))))
    (when (and line windows
               (seq-every-p (lambda (window) (< line (window-start window))) windows))
      (message "%s" (gitxplorer-view-message (gitxplorer-page-error page))))))

(defun gitxplorer-page--with-token (token)
  "The page or section of the current buffer whose question has TOKEN, or nil."
  (seq-find (lambda (page) (eql (gitxplorer-page-token page) token)) (gitxplorer-page--all)))

(defun gitxplorer-page--notified (method params)
  "Show progress if METHOD is about it: PARAMS have it."
  (when (eq method '$/progress)
    (dolist (buffer (buffer-list))
      (with-current-buffer buffer
        (when-let ((page (gitxplorer-page--with-token (plist-get params :token))))
          ;; A title is no progress: it reads like content.
          (let* ((value (plist-get params :value))
                 (message (gitxplorer-text-plain (plist-get value :message))))
            (when (and (gitxplorer-page-question page)
                       (not (gitxplorer-page-result page))
                       (not (equal (plist-get value :kind) "end"))
                       (not (string-empty-p message)))
              (setf (gitxplorer-page-progress page) message)
              (gitxplorer-page--draw-soon))))))))

(add-hook 'gitxplorer-server-notified-functions #'gitxplorer-page--notified)

(defun gitxplorer-page--met ()
  "Draw what is being asked again: the server has said whom it asks."
  (dolist (buffer (buffer-list))
    (with-current-buffer buffer
      (when (seq-some #'gitxplorer-page-question (gitxplorer-page--all))
        (gitxplorer-page-draw)))))

(add-hook 'gitxplorer-server-met-functions #'gitxplorer-page--met)

;;; Drawing

(defvar-local gitxplorer-page--timer nil
  "The timer that is about to draw the buffer, or nil.")

(defun gitxplorer-page--draw-soon ()
  "Draw the current buffer in a moment, however often that is asked until then."
  (unless gitxplorer-page--timer
    (setq gitxplorer-page--timer
          (run-at-time 0.2 nil
                       (lambda (buffer)
                         (when (buffer-live-p buffer)
                           (with-current-buffer buffer
                             (gitxplorer-page-draw))))
                       (current-buffer)))))

(defun gitxplorer-page--forget-timer ()
  "Do not draw the current buffer by its timer."
  (when gitxplorer-page--timer
    (cancel-timer gitxplorer-page--timer)
    (setq gitxplorer-page--timer nil)))

(defun gitxplorer-page-view-once (page columns make)
  "The view of PAGE's result in COLUMNS columns, from MAKE.
MAKE is called once for both, because folding a README takes long."
  (let ((result (gitxplorer-page-result page)) (made (gitxplorer-page-view page)))
    (unless (and made (eq (nth 0 made) result) (eql (nth 1 made) columns))
      (setq made (list result columns (funcall make page result columns)))
      (setf (gitxplorer-page-view page) made))
    (nth 2 made)))

(defun gitxplorer-page--columns ()
  "The columns that every window on the current buffer has for text."
  (let ((windows (get-buffer-window-list nil nil t)))
    (max 30 (if windows (apply #'min (mapcar #'gitxplorer-page--window-columns windows))
              (1- (frame-width))))))

(defun gitxplorer-page--window-columns (window)
  "The columns that WINDOW has for text."
  (- (window-max-chars-per-line window)
     (if display-line-numbers
         (with-selected-window window (+ 2 (line-number-display-width)))
       0)))

(defun gitxplorer-page-draw ()
  "Make the lines of the current buffer."
  (gitxplorer-page--forget-timer)
  (let ((columns (gitxplorer-page--columns)) (page gitxplorer-page) view)
    (setf (gitxplorer-page-columns page) columns)
    (condition-case trouble
        (setq view (gitxplorer-view-render page columns))
      (error
       (setf (gitxplorer-page-error page)
             (gitxplorer-page--strange (error-message-string trouble))
             (gitxplorer-page-result page) nil)
       (setq view (gitxplorer-view-render page columns))))
    (setf (gitxplorer-page-turn page) (plist-get view :turn)
          (gitxplorer-page-place page) (plist-get view :place)
          (gitxplorer-page-status page) (plist-get view :status))
    (gitxplorer-page--keeping-places
     (lambda ()
       (let ((inhibit-read-only t) (deactivate-mark nil))
         (if (derived-mode-p 'gitxplorer-list-mode)
             (gitxplorer-page--print view)
           (erase-buffer))
         (goto-char (point-min))
         (gitxplorer-page--insert (plist-get view :before))
         (goto-char (point-max))
         (gitxplorer-page--insert (plist-get view :after))
         (set-buffer-modified-p nil))))
    (setf (gitxplorer-page-tick page) (buffer-chars-modified-tick))
    (force-mode-line-update)))

(defun gitxplorer-page--print (view)
  "Print the rows of VIEW under their headings."
  (let ((format (plist-get view :format)))
    (setq tabulated-list-format (or format [])
          tabulated-list-entries (copy-sequence (plist-get view :rows)))
    ;; A narrow window has not all columns.
    (unless (seq-some (lambda (column) (and (equal (car column) (car tabulated-list-sort-key))
                                            (nth 2 column)))
                      tabulated-list-format)
      (setq tabulated-list-sort-key nil))
    (if format (tabulated-list-init-header) (setq header-line-format nil))
    (tabulated-list-print)))

(defun gitxplorer-page--insert (lines)
  "Insert LINES: strings, or lists of a string and the item that it stands for."
  (dolist (line lines)
    (let ((start (point)) (text (car (ensure-list line))) (item (cadr (ensure-list line))))
      (insert text "\n")
      (when item
        (add-text-properties start (point) (list 'gitxplorer-item item))
        (when (or (plist-get item :open) (plist-get item :run))
          (add-text-properties (+ start (or (string-match "[^ ]" text) 0)) (1- (point))
                               '(mouse-face highlight)))))))

(defun gitxplorer-page-item ()
  "The item on the line of point, or nil."
  (let ((start (line-beginning-position)))
    (or (get-text-property start 'tabulated-list-id)
        (get-text-property start 'gitxplorer-item))))

(defun gitxplorer-page--place (position top)
  "The place of POSITION in a window that begins at TOP, to be found again."
  (save-excursion
    (goto-char position)
    (list :key (plist-get (gitxplorer-page-item) :key)
          :near (plist-get (gitxplorer-page-item) :near)
          :line (count-lines (point-min) (line-beginning-position))
          :column (- (point) (line-beginning-position))
          :top (eql top (point-min))
          :below (if top (count-lines (min top (line-beginning-position))
                                      (line-beginning-position))
                   0))))

(defun gitxplorer-page--find-key (key)
  "Move point to the item that has KEY; tell whether there is one."
  (goto-char (point-min))
  (while (not (or (eobp) (equal key (plist-get (gitxplorer-page-item) :key))))
    (forward-line))
  (not (eobp)))

(defun gitxplorer-page--go-to (place)
  "Move point to PLACE: to its item, otherwise to its line."
  (let ((key (plist-get place :key)) (near (plist-get place :near)))
    (unless (or (and key (gitxplorer-page--find-key key))
                (and near (gitxplorer-page--find-key near)))
      (goto-char (point-min))
      (forward-line (plist-get place :line))
      (when (and (eobp) (> (point) (point-min)))
        (forward-line -1)))
    (goto-char (min (+ (point) (plist-get place :column)) (line-end-position)))))

(defun gitxplorer-page--keeping-places (draw)
  "Call DRAW to make the lines anew, and take all points back to their items."
  (save-restriction
    (widen)
    (let ((places (mapcar (lambda (window)
                            (cons window (gitxplorer-page--place (window-point window)
                                                                 (window-start window))))
                          (get-buffer-window-list nil nil t)))
          (own (gitxplorer-page--place (point) nil)))
      (funcall draw)
      (pcase-dolist (`(,window . ,place) places)
        (gitxplorer-page--go-to place)
        (set-window-point window (point))
        ;; What begins at the top stays there: something may have come above the items.
        (if (and (plist-get place :top)
                 (< (count-lines (point-min) (point)) (window-body-height window)))
            (goto-char (point-min))
          (forward-line (- (plist-get place :below))))
        (set-window-start window (line-beginning-position) t))
      (gitxplorer-page--go-to own))))

(defun gitxplorer-page--mend ()
  "Draw the page again if a command has printed its list without us: a sort does."
  (when (and gitxplorer-page
             (gitxplorer-page-tick gitxplorer-page)
             (/= (gitxplorer-page-tick gitxplorer-page) (buffer-chars-modified-tick)))
    (gitxplorer-page-draw)))

(defun gitxplorer-page--resized (window)
  "Draw the page in WINDOW again if its lines were made for another width."
  (let ((buffer (window-buffer window)))
    ;; Not within redisplay, which calls this.
    (run-at-time 0 nil
                 (lambda ()
                   (when (buffer-live-p buffer)
                     (with-current-buffer buffer
                       (when (and gitxplorer-page
                                  (gitxplorer-page-columns gitxplorer-page)
                                  (get-buffer-window buffer t)
                                  (/= (gitxplorer-page-columns gitxplorer-page)
                                      (gitxplorer-page--columns)))
                         (gitxplorer-page-draw))))))))

(provide 'gitxplorer-page)
;;; gitxplorer-page.el ends here
