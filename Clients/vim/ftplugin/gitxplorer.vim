" Buffers of GitXplorer: keys, and window options.

if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

let s:cpoptions = &cpoptions
set cpoptions&vim

setlocal nowrap nonumber norelativenumber nolist nospell cursorline colorcolumn=
setlocal foldcolumn=0 signcolumn=no
if expand('%') =~# '^gitxplorer://repo/'
  " A README may have a paragraph per line; all other lines fit.
  setlocal wrap linebreak
endif

nnoremap <buffer> <silent> <nowait> <CR> <Cmd>call gitxplorer#keys#open()<CR>
nnoremap <buffer> <silent> <nowait> <C-b> <Cmd>call gitxplorer#keys#browse()<CR>
nnoremap <buffer> <silent> <nowait> <C-y> <Cmd>call gitxplorer#keys#yank()<CR>
nnoremap <buffer> <silent> <nowait> <C-r> <Cmd>call gitxplorer#keys#reload()<CR>
nnoremap <buffer> <silent> <nowait> s <Cmd>call gitxplorer#keys#of_repository('stargazers')<CR>
nnoremap <buffer> <silent> <nowait> u <Cmd>call gitxplorer#keys#of_person('user')<CR>
nnoremap <buffer> <silent> <nowait> a <Cmd>call gitxplorer#keys#of_person('repos')<CR>
nnoremap <buffer> <silent> <nowait> S <Cmd>call gitxplorer#keys#of_person('starred')<CR>
nnoremap <buffer> <silent> <nowait> f <Cmd>call gitxplorer#keys#of_person('followers')<CR>
nnoremap <buffer> <silent> <nowait> F <Cmd>call gitxplorer#keys#of_person('following')<CR>
nnoremap <buffer> <silent> <nowait> ]] <Cmd>call gitxplorer#keys#turn('next')<CR>
nnoremap <buffer> <silent> <nowait> [[ <Cmd>call gitxplorer#keys#turn('previous')<CR>
nnoremap <buffer> <silent> <nowait> q <Cmd>call gitxplorer#keys#quit()<CR>
nnoremap <buffer> <silent> <nowait> g? <Cmd>call gitxplorer#keys#help()<CR>

let b:undo_ftplugin = 'setlocal wrap< linebreak< number< relativenumber< list< spell< cursorline< '
      \ . 'colorcolumn< foldcolumn< signcolumn<'
      \ . join(map(split('<CR> <C-b> <C-y> <C-r> s u a S f F ]] [[ q g?'),
      \   '" | silent! nunmap <buffer> " . v:val'), '')

let &cpoptions = s:cpoptions
unlet s:cpoptions
