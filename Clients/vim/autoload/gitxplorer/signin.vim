" Sign-in in the buffer gitxplorer://login: by a code to enter on GitHub's page, or, if the server
" has no OAuth client id, by a token that is pasted into a hidden prompt.

let s:cpoptions = &cpoptions
set cpoptions&vim

" Does what `:GitXplorer login` does, for a line that offers it.
function! gitxplorer#signin#open(_) abort
  call gitxplorer#command(0, '', 'login')
endfunction

" Asks for a token, or, if there is none, for a code. The first prompt takes what is pasted right
" after the command.
function! gitxplorer#signin#begin(buffer) abort
  let token = s:prompt('inputsecret', 'Token (empty: sign in by a code): ')
  call s:ask(a:buffer, token ==# '' ? {'device': v:true} : {'token': token}, s:store())
endfunction

" Asks for a token, which is nowhere but in the request.
function! gitxplorer#signin#paste(buffer) abort
  let token = s:prompt('inputsecret', 'Token: ')
  if token !=# ''
    call s:ask(a:buffer, {'token': token}, gitxplorer#buffer#state(a:buffer).store)
  endif
endfunction

" Whether the token may be stored: 1 or 0, or -1 without an answer. The answer is a word, for a key
" could be the beginning of a paste.
function! s:store() abort
  let answer = s:prompt('input',
        \ 'Store the token in ' . gitxplorer#signin#folder() . ' for later sessions? (y/n) ')
  if answer =~? '^\%(y\|yes\|n\|no\)$'
    return answer =~? '^y'
  endif
  if answer !=# ''
    call histdel('input', '\V\^\s\*' . escape(answer, '\') . '\s\*\$')
    call gitxplorer#tell('neither y nor n; nothing was sent.')
  endif
  return -1
endfunction

" Calls a function that prompts for a line; leaves no trace of it on the screen, and drops what
" was pasted beyond its end.
function! s:prompt(function, text) abort
  redraw
  try
    let answer = trim(call(a:function, [a:text]))
  catch /^Vim:Interrupt$/
    let answer = ''
  endtry
  while getchar(0) isnot 0
  endwhile
  redraw
  echo ''
  return answer
endfunction

function! s:ask(buffer, params, store) abort
  if a:store >= 0
    call extend(gitxplorer#buffer#state(a:buffer), {'remark': '', 'copied': 0, 'shown': '',
          \ 'store': a:store, 'by_code': has_key(a:params, 'device')})
    call gitxplorer#requests#ask(a:buffer, 'auth.login',
          \ extend({'store': a:store ? v:true : v:false}, a:params))
  endif
endfunction

" The folder of stored tokens, as the server chooses it.
function! gitxplorer#signin#folder() abort
  let base = $XDG_CONFIG_HOME =~# '^/' ? $XDG_CONFIG_HOME : '~/.config'
  return fnamemodify(base . '/gitxplorer', ':~')
endfunction

function! gitxplorer#signin#end(buffer) abort
  let state = gitxplorer#buffer#state(a:buffer)
  call extend(state, {'remark': 'Signed out.', 'store': 0, 'offer': {'state': 'anonymous'}})
  call gitxplorer#requests#ask(a:buffer, 'auth.logout', {})
endfunction

" Copies a new code and opens its page, once; without a code, offers to paste a token.
function! gitxplorer#signin#answered(state) abort
  let refused = gitxplorer#requests#kind(a:state.error) ==# 'unauthorized'
  if refused && get(a:state, 'by_code', 0)
    let a:state.offer = {'state': 'token', 'tokenUrl': get(a:state.error.data, 'tokenUrl', '')}
    call extend(a:state, {'error': v:null, 'result': a:state.offer})
  elseif refused && a:state.result is v:null
    let a:state.result = {'state': 'anonymous'}
  elseif get(a:state.result is v:null ? {} : a:state.result, 'state', '') ==# 'anonymous'
    " The offer stands until the sign-in.
    let a:state.result = get(a:state, 'offer', a:state.result)
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
