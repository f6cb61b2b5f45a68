" The kinds of errors for which a sign-in may help.
" Generated from the server's table of errors by `make schemas`; do not edit.

scriptencoding utf-8

let g:gitxplorer#kinds#sign_in = ['unauthorized', 'forbidden', 'rateLimited']
