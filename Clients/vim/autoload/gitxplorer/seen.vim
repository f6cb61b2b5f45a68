" The logins and repositories that this session has shown, for completion.

let s:cpoptions = &cpoptions
set cpoptions&vim

let s:seen = {'logins': {}, 'repositories': {}}
" What GitHub allows. What is completed is typed, so nothing else gets onto the command line.
let s:valid = {
      \ 'logins': '^[A-Za-z0-9_-]\{1,39}\%(\[bot\]\)\?$',
      \ 'repositories': '^[A-Za-z0-9_-]\{1,39}/[A-Za-z0-9._-]\{1,100}$',
      \ }

" Records one of the `logins` or `repositories`, if it can be one.
function! gitxplorer#seen#note(what, name) abort
  if a:name =~# s:valid[a:what]
    let s:seen[a:what][a:name] = 1
  endif
endfunction

function! gitxplorer#seen#names(what) abort
  return sort(keys(s:seen[a:what]))
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
