" Sign-in by a code to enter on GitHub's page, in the buffer gitxplorer://login.

let s:cpoptions = &cpoptions
set cpoptions&vim

function! gitxplorer#signin#begin(buffer) abort
  let state = gitxplorer#buffer#state(a:buffer)
  call extend(state, {'remark': '', 'copied': 0, 'shown': ''})
  call gitxplorer#requests#ask(a:buffer, 'auth.login', {'device': v:true, 'store': v:true})
endfunction

function! gitxplorer#signin#end(buffer) abort
  let state = gitxplorer#buffer#state(a:buffer)
  let state.remark = 'Signed out.'
  call gitxplorer#requests#ask(a:buffer, 'auth.logout', {})
endfunction

" Copies a new code and opens its page, once.
function! gitxplorer#signin#answered(state) abort
  " It goes to the clipboard, and from there perhaps into a shell.
  let code = gitxplorer#text#plain(get(a:state.result is v:null ? {} : a:state.result,
        \ 'userCode', v:null))
  if a:state.error isnot v:null || code ==# '' || get(a:state, 'shown', '') ==# code
    return
  endif
  let a:state.shown = code
  let a:state.copied = s:copy(code)
  call gitxplorer#browse#open(get(a:state.result, 'verificationUri', ''))
endfunction

" Copies the code to the clipboard.
function! s:copy(code) abort
  if !has('clipboard')
    return 0
  endif
  try
    call setreg('+', a:code)
    return 1
  catch
    return 0
  endtry
endfunction

" Handles the server's notification of a sign-in's end.
function! gitxplorer#signin#changed(params) abort
  let now = gitxplorer#text#plain(get(a:params, 'state', v:null))
  if now ==# 'pending'
    return
  endif
  for buffer in gitxplorer#buffer#of_kind('login')
    let state = gitxplorer#buffer#state(buffer)
    let waiting = state.result isnot v:null && has_key(state.result, 'userCode')
    if now !=# 'authenticated' && waiting
      let state.remark = 'The sign-in was denied or timed out.'
    endif
    call gitxplorer#requests#ask(buffer, 'auth.status', {})
  endfor
  if now ==# 'authenticated'
    call gitxplorer#tell('signed in as ' . gitxplorer#text#plain(get(a:params, 'login', '')) . '.')
  endif
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
