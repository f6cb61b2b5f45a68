" Sign-in in the buffer gitxplorer://login: by a code to enter on GitHub's page, or, if the server
" has no OAuth client id, by a token that is pasted into a hidden prompt.

let s:cpoptions = &cpoptions
set cpoptions&vim

" Does what `:GitXplorer login` does, for a line that offers it.
function! gitxplorer#signin#open(_) abort
  call gitxplorer#command(0, '', 'login')
endfunction

" Asks where the token may be kept, and then the server for a code.
function! gitxplorer#signin#begin(buffer) abort
  redraw
  let answer = confirm('GitXplorer: store the token in ' . gitxplorer#signin#folder()
        \ . ', for later sessions?', "&Store\n&This session only\n&Cancel", 2)
  if answer != 1 && answer != 2
    return
  endif
  let state = gitxplorer#buffer#state(a:buffer)
  call extend(state, {'remark': '', 'copied': 0, 'shown': '', 'store': answer == 1})
  call s:ask(a:buffer, {'device': v:true})
endfunction

" Asks for a token, which is nowhere but in the request.
function! gitxplorer#signin#paste(buffer) abort
  redraw
  try
    let token = trim(inputsecret('Token: '))
  catch /^Vim:Interrupt$/
    let token = ''
  endtry
  redraw
  if token !=# ''
    call s:ask(a:buffer, {'token': token})
  endif
endfunction

function! s:ask(buffer, params) abort
  let store = gitxplorer#buffer#state(a:buffer).store ? v:true : v:false
  call gitxplorer#requests#ask(a:buffer, 'auth.login', extend({'store': store}, a:params))
endfunction

" The folder of stored tokens, as the server chooses it.
function! gitxplorer#signin#folder() abort
  let base = $XDG_CONFIG_HOME =~# '^/' ? $XDG_CONFIG_HOME : '~/.config'
  return fnamemodify(base . '/gitxplorer', ':~')
endfunction

function! gitxplorer#signin#end(buffer) abort
  let state = gitxplorer#buffer#state(a:buffer)
  call extend(state, {'remark': 'Signed out.', 'store': 0})
  call gitxplorer#requests#ask(a:buffer, 'auth.logout', {})
endfunction

" Copies a new code and opens its page, once; without a code, offers to paste a token.
function! gitxplorer#signin#answered(state) abort
  if gitxplorer#requests#kind(a:state.error) ==# 'unauthorized' && has_key(a:state, 'store')
    call s:offer(a:state)
    return
  endif
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

" The first refusal is that of a code. One of a pasted token is an error above the same offer.
function! s:offer(state) abort
  if get(a:state.result is v:null ? {} : a:state.result, 'state', '') ==# 'token'
    return
  endif
  let a:state.result = {'state': 'token', 'tokenUrl': get(a:state.error.data, 'tokenUrl', '')}
  let a:state.error = v:null
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
