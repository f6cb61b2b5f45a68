" Buffers of GitXplorer: keys, and window options.

if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

let s:cpoptions = &cpoptions
set cpoptions&vim

setlocal nowrap nonumber norelativenumber nolist nospell cursorline colorcolumn=
setlocal foldcolumn=0 signcolumn=no

nnoremap <buffer> <silent> <nowait> <CR> <Cmd>call gitxplorer#keys#open()<CR>
nnoremap <buffer> <silent> <nowait> <C-b> <Cmd>call gitxplorer#keys#browse()<CR>
nnoremap <buffer> <silent> <nowait> <C-y> <Cmd>call gitxplorer#keys#yank()<CR>
nnoremap <buffer> <silent> <nowait> <C-r> <Cmd>call gitxplorer#keys#reload()<CR>
nnoremap <buffer> <silent> <nowait> s <Cmd>call gitxplorer#keys#stargazers()<CR>
nnoremap <buffer> <silent> <nowait> ]] <Cmd>call gitxplorer#keys#turn('next')<CR>
nnoremap <buffer> <silent> <nowait> [[ <Cmd>call gitxplorer#keys#turn('previous')<CR>
nnoremap <buffer> <silent> <nowait> q <Cmd>call gitxplorer#keys#quit()<CR>
nnoremap <buffer> <silent> <nowait> g? <Cmd>call gitxplorer#keys#help()<CR>

let b:undo_ftplugin = 'setlocal wrap< number< relativenumber< list< spell< cursorline< '
      \ . 'colorcolumn< foldcolumn< signcolumn<'
      \ . join(map(['<CR>', '<C-b>', '<C-y>', '<C-r>', 's', ']]', '[[', 'q', 'g?'],
      \   '" | silent! nunmap <buffer> " . v:val'), '')

let &cpoptions = s:cpoptions
unlet s:cpoptions
