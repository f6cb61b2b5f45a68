;;; gitxplorer-avatar.el --- Avatars, where the display can show them -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; A page leaves room for an avatar.  Once the page is shown, each is asked for, and put where its
;; room is: no line moves.  Where images cannot be shown there is no room either.

;;; Code:

(require 'image)
(require 'seq)
(require 'gitxplorer)
(require 'gitxplorer-server)

(defvar gitxplorer-avatar--images (make-hash-table :test #'equal)
  "By login and height: an image, or `none'.")

(defvar-local gitxplorer-avatar--questions nil
  "The avatars that the buffer has asked for.")

(defun gitxplorer-avatar-shown-p ()
  "Whether avatars can be seen in the current buffer."
  (and gitxplorer-avatars
       (display-images-p (let ((window (get-buffer-window nil t)))
                           (if window (window-frame window) (selected-frame))))))

(defun gitxplorer-avatar-room (login lines)
  "Room for the avatar of LOGIN, LINES lines high."
  (let ((key (cons login (* lines (default-line-height)))))
    (propertize " " 'gitxplorer-avatar key
                'display (gitxplorer-avatar--display key))))

(defun gitxplorer-avatar--display (key)
  "What is displayed for KEY: its image, or nothing as wide."
  (let ((image (gethash key gitxplorer-avatar--images)))
    (if (consp image) image `(space :width (,(cdr key))))))

(defun gitxplorer-avatar-ask ()
  "Ask for the avatars that the current buffer has room for and that are not known."
  (gitxplorer-avatar-cancel)
  (let ((position (point-min)) (buffer (current-buffer)) asked)
    (while (setq position (text-property-not-all position (point-max) 'gitxplorer-avatar nil))
      (let ((key (get-text-property position 'gitxplorer-avatar)))
        (unless (or (member key asked) (gethash key gitxplorer-avatar--images))
          (push key asked))
        (setq position (next-single-property-change position 'gitxplorer-avatar
                                                    nil (point-max)))))
    (dolist (key (nreverse asked))
      (push (gitxplorer-server-ask
             'user.avatar
             (list :login (car key)
                   :size (if (image-transforms-p) (min 460 (* 2 (cdr key))) (min 460 (cdr key))))
             (lambda (_error result)
               (puthash key (or (gitxplorer-avatar--image result (cdr key)) 'none)
                        gitxplorer-avatar--images)
               (when (buffer-live-p buffer)
                 (with-current-buffer buffer
                   (gitxplorer-avatar--place key)))))
            gitxplorer-avatar--questions))))

(defun gitxplorer-avatar-cancel ()
  "Take back the questions for avatars."
  (mapc #'gitxplorer-server-cancel gitxplorer-avatar--questions)
  (setq gitxplorer-avatar--questions nil))

(defun gitxplorer-avatar--image (result height)
  "The image in RESULT, HEIGHT pixels high, or nil."
  (let* ((data (ignore-errors (base64-decode-string (plist-get result :data))))
         ;; By what it is, not by what it is said to be; no image that refers to others.
         (type (and data (car (memq (ignore-errors (image-type-from-data data))
                                    '(png jpeg gif webp))))))
    (and type
         (image-type-available-p type)
         (create-image data type t :height height :max-width height :ascent 'center))))

(defun gitxplorer-avatar--place (key)
  "Show the avatar of KEY in all its rooms in the current buffer."
  (let ((display (gitxplorer-avatar--display key)) (position (point-min)))
    (with-silent-modifications
      (while (setq position (text-property-any position (point-max) 'gitxplorer-avatar key))
        (put-text-property position (1+ position) 'display display)
        (setq position (1+ position))))))

(provide 'gitxplorer-avatar)
;;; gitxplorer-avatar.el ends here
