" GitHub users and repositories, through a GitXplorer server.
"
" This file only declares the commands and the addresses; the rest is loaded at their first use.
" Old editors read it too, so that its commands can report what they lack.
" Maintainer: the authors of GitXplorer
" License: MIT

if exists('g:loaded_gitxplorer')
  finish
endif
let g:loaded_gitxplorer = 1

let s:cpoptions = &cpoptions
set cpoptions&vim

" Reports in one line if this editor is too old. The line must fit beside a ruler in 80 columns, or
" it would ask for a key.
function! s:too_old() abort
  let needed = has('nvim') ? (has('nvim-0.10') ? '' : 'nvim 0.10')
        \ : v:version < 900 ? 'Vim 9.0' : has('channel') && has('job') ? '' : '+channel'
  if needed ==# ''
    return 0
  endif
  redraw
  echohl ErrorMsg
  echomsg 'GitXplorer needs ' . needed . '; this editor is too old.'
  echohl None
  return 1
endfunction

function! s:run(bang, mods, text) abort
  if !s:too_old()
    call gitxplorer#command(a:bang, a:mods, a:text)
  endif
endfunction

function! s:read() abort
  if !s:too_old()
    call gitxplorer#buffer#read(expand('<amatch>'), v:cmdbang)
  endif
endfunction

function! s:complete(lead, line, position) abort
  return s:too_old() ? [] : gitxplorer#complete(a:lead, a:line, a:position)
endfunction

command! -nargs=* -bang -complete=customlist,s:complete GitXplorer
      \ call s:run(<bang>0, <q-mods>, <q-args>)

" The commands of the former plugin.
for s:name in ['Random', 'User', 'Repos', 'Stargazers', 'Search', 'Rate']
  execute 'command! -nargs=* GitXplorer' . s:name
        \ 'call s:run(0, <q-mods>,' string(tolower(s:name) . ' ') '.. <q-args>)'
endfor
unlet s:name

augroup gitxplorer
  autocmd!
  autocmd BufReadCmd gitxplorer://* call s:read()
augroup END

let &cpoptions = s:cpoptions
unlet s:cpoptions
