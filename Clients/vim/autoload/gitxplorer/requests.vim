" The requests of a buffer: one for its page, and one for each further part of it.
"
" The state of a request is a dictionary with `result` or null, `error` or null, `asking` (the
" request's id, or 0) and `progress`. The state of a buffer is that of its first request, and has
" those of the other ones in `parts`, by name.

let s:cpoptions = &cpoptions
set cpoptions&vim

" The state of a buffer with this address before it is asked for.
function! gitxplorer#requests#new(parsed) abort
  let state = extend(s:new(), {'parsed': a:parsed, 'parts': {}})
  for [name, _, _] in get(a:parsed, 'parts', [])
    let state.parts[name] = s:new()
  endfor
  return state
endfunction

function! s:new() abort
  return {'result': v:null, 'error': v:null, 'asking': 0, 'progress': ''}
endfunction

" Sends the requests for the buffer's address.
function! gitxplorer#requests#send(buffer, refresh) abort
  call s:send(a:buffer, a:refresh, {_ -> 1})
endfunction

" Repeats those requests that were cancelled when the buffer was hidden, or that failed; what
" GitHub does not have, it still does not have. Returns how many.
function! gitxplorer#requests#complete(buffer) abort
  return s:send(a:buffer, 0, {part -> !part.asking && (part.error is v:null
        \ ? part.result is v:null : gitxplorer#requests#kind(part.error) !=# 'notFound')})
endfunction

" The kind of an error, as the server's table names it.
function! gitxplorer#requests#kind(error) abort
  let data = type(a:error) == v:t_dict ? get(a:error, 'data', {}) : {}
  return type(data) == v:t_dict ? get(data, 'kind', '') : ''
endfunction

function! s:send(buffer, refresh, Wanted) abort
  let state = gitxplorer#buffer#state(a:buffer)
  let parsed = state.parsed
  let sent = 0
  for [name, method, params] in [['', parsed.method, parsed.params]] + parsed.parts
    let part = s:part(state, name)
    if !a:Wanted(part)
      continue
    endif
    let sent += 1
    if method ==# ''
      let part.result = {}
      continue
    endif
    let all = copy(params)
    if parsed.kind !=# 'login'
      call extend(all, {'workDoneToken': a:buffer . '/' . name})
      call extend(all, a:refresh ? {'refresh': v:true} : {})
    endif
    call s:ask(a:buffer, name, method, all)
  endfor
  if sent
    call gitxplorer#buffer#show(a:buffer)
  endif
  return sent
endfunction

" Sends another request for the buffer, and cancels its earlier one.
function! gitxplorer#requests#ask(buffer, method, params) abort
  call s:ask(a:buffer, '', a:method, a:params)
  call gitxplorer#buffer#show(a:buffer)
endfunction

function! s:ask(buffer, name, method, params) abort
  let part = s:part(gitxplorer#buffer#state(a:buffer), a:name)
  call s:cancel(part)
  let part.progress = ''
  let part.asking = gitxplorer#server#ask(a:method, a:params,
        \ function('s:answered', [a:buffer, a:name]))
endfunction

function! s:part(state, name) abort
  return a:name ==# '' ? a:state : get(a:state.parts, a:name, {})
endfunction

" Cancels the requests of a buffer that are not answered yet.
function! gitxplorer#requests#cancel(state) abort
  for part in [a:state] + values(a:state.parts)
    call s:cancel(part)
  endfor
endfunction

function! s:cancel(part) abort
  if a:part.asking
    call gitxplorer#server#cancel(a:part.asking)
    let a:part.asking = 0
  endif
endfunction

function! s:answered(buffer, name, error, result) abort
  let state = gitxplorer#buffer#state(a:buffer)
  if empty(state)
    return
  endif
  let part = s:part(state, a:name)
  let part.asking = 0
  let part.error = type(a:error is v:null ? a:result : a:error) == v:t_dict ? a:error
        \ : gitxplorer#requests#strange('it is no object')
  if part.error is v:null
    let part.result = a:result
  endif
  if state.parsed.kind ==# 'login'
    call gitxplorer#signin#answered(state)
  endif
  call gitxplorer#buffer#show(a:buffer)
  if state.parsed.kind ==# 'login'
    " An error above the offer to paste a token would be above the window.
    call gitxplorer#window#show_all(a:buffer)
  endif
  if a:name ==# '' && state.error isnot v:null
        \ && gitxplorer#window#hides(a:buffer, state.items, 'error')
    call gitxplorer#tell(get(state.error, 'message', ''))
  endif
  call gitxplorer#buffer#announce(a:buffer)
endfunction

" The error for an invalid response, which another program than the server may send.
function! gitxplorer#requests#strange(why) abort
  return {'message': 'This plugin does not understand the server''s response: ' . a:why,
        \ 'data': {'setting': 'g:gitxplorer_command'}}
endfunction

" Handles a notification of progress, whose token names the buffer and the part.
function! gitxplorer#requests#progress(params) abort
  let token = get(a:params, 'token', 0)
  let parts = type(token) == v:t_string ? matchlist(token, '^\(\d\+\)/\(\w*\)$') : []
  let value = get(a:params, 'value', {})
  if empty(parts) || type(value) != v:t_dict || get(value, 'kind', '') is# 'end'
    return
  endif
  let state = gitxplorer#buffer#state(str2nr(parts[1]))
  let part = empty(state) ? {} : s:part(state, parts[2])
  " The title says only what the page says, and three parts have it.
  if !empty(part) && part.asking && part.result is v:null && has_key(value, 'message')
    let part.progress = gitxplorer#text#plain(value.message)
    call gitxplorer#buffer#show(str2nr(parts[1]))
  endif
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
