" The connection to the server, one per editor: requests, responses and notifications.
"
" The transport is autoload/gitxplorer/channel.vim in Vim and lua/gitxplorer/rpc.lua in Neovim.
" Either has `open(generation)`, `send(id, method, params)`, `notify(method, params)` and
" `close()`, and calls gitxplorer#server#opened, #answered, #notified and #closed. A generation is
" one connection; messages of earlier ones are ignored.

let s:cpoptions = &cpoptions
set cpoptions&vim

let s:generation = 0
let s:state = 'closed'
let s:last_id = 0
" Requests by id, until they are answered or cancelled.
let s:pending = {}
" What the server says of itself, the result of `initialize`; {} until it has said it.
let s:about = {}
" The params of requests, as a person writes them.
let s:words = {'/login': 'LOGIN', '/owner': 'OWNER', '/name': 'NAME', '/query': 'QUERY',
      \ '/count': 'COUNT', '/perPage': 'items per page'}

" Sends a request. `Answer` is called once, later, with an error or null, and the result.
function! gitxplorer#server#ask(method, params, Answer) abort
  let s:last_id += 1
  let id = s:last_id
  let s:pending[id] = {'method': a:method, 'params': a:params, 'Answer': a:Answer, 'sent': 0}
  if s:state ==# 'closed'
    call s:open()
  elseif s:state ==# 'open'
    call s:send(id)
  endif
  return id
endfunction

" Cancels a request; its `Answer` is not called.
function! gitxplorer#server#cancel(id) abort
  if !has_key(s:pending, a:id)
    return
  endif
  let asked = remove(s:pending, a:id)
  if asked.sent && s:state ==# 'open'
    call s:transport('cancel', [a:id])
  endif
endfunction

function! s:open() abort
  let s:generation += 1
  let s:state = 'opening'
  call s:transport('open', [s:generation])
endfunction

function! s:send(id) abort
  let asked = s:pending[a:id]
  let asked.sent = 1
  call s:transport('send', [a:id, asked.method, asked.params])
endfunction

function! s:transport(name, arguments) abort
  if has('nvim')
    return luaeval('require("gitxplorer.rpc")[_A[1]](unpack(_A[2]))', [a:name, a:arguments])
  endif
  return call('gitxplorer#channel#' . a:name, a:arguments)
endfunction

function! gitxplorer#server#opened(generation) abort
  if a:generation != s:generation
    return
  endif
  let s:state = 'open'
  call gitxplorer#server#ask('initialize', {'clientInfo': {'name': 'gitxplorer.vim'}},
        \ function('s:told'))
  for id in map(sort(keys(s:pending), 'N'), 'str2nr(v:val)')
    if has_key(s:pending, id) && !s:pending[id].sent
      call s:send(id)
    endif
  endfor
endfunction

" Pages that wait name whom the server asks.
function! s:told(error, result) abort
  if type(a:result) == v:t_dict
    let s:about = a:result
    call gitxplorer#buffer#show_all()
  endif
endfunction

" The result of `initialize`, or {}.
function! gitxplorer#server#about() abort
  return s:about
endfunction

" Whom the server asks: `GitHub`, `the sandbox` or a host.
function! gitxplorer#server#upstream() abort
  return gitxplorer#text#plain(get(s:upstream(), 'name', 'GitHub'))
endfunction

" The host, perhaps with a port, of the upstream's pages, or ''.
function! gitxplorer#server#pages_host() abort
  return matchstr(gitxplorer#text#page(get(s:upstream(), 'url', '')), '://\zs[^/?#]*')
endfunction

function! s:upstream() abort
  let upstream = get(s:about, 'upstream', {})
  return type(upstream) == v:t_dict ? upstream : {}
endfunction

function! gitxplorer#server#answered(generation, id, error, result) abort
  if a:generation == s:generation && has_key(s:pending, a:id)
    call call(remove(s:pending, a:id).Answer, [s:worded(a:error), a:result])
  endif
endfunction

" An error about params with a sentence that calls them what a person does.
function! s:worded(error) abort
  let data = type(a:error) == v:t_dict ? get(a:error, 'data', {}) : {}
  let faults = type(data) == v:t_dict ? get(data, 'errors', []) : []
  if type(faults) != v:t_list || empty(faults) || type(faults[0]) != v:t_dict
    return a:error
  endif
  let said = map(copy(faults), {_, fault -> type(fault) == v:t_dict ? fault : {}})
  call map(said, {_, fault -> s:word(gitxplorer#text#plain(get(fault, 'path', ''))) . ': '
        \ . gitxplorer#text#plain(get(fault, 'message', ''))})
  return extend({'message': join(said, '; ') . '.'}, a:error, 'keep')
endfunction

function! s:word(path) abort
  return get(s:words, a:path, substitute(a:path, '^/', '', ''))
endfunction

function! gitxplorer#server#notified(generation, method, params) abort
  if a:generation != s:generation || type(a:params) != v:t_dict
    return
  elseif a:method ==# '$/progress'
    call gitxplorer#requests#progress(a:params)
  elseif a:method ==# 'auth.changed'
    call gitxplorer#signin#changed(a:params)
  endif
endfunction

" Handles the end or the failure of a connection. All requests fail with `message`; the next
" request opens a new connection.
function! gitxplorer#server#closed(generation, message, data) abort
  if a:generation != s:generation || s:state ==# 'closed'
    return
  endif
  let s:state = 'closed'
  let failed = s:pending
  let s:pending = {}
  let error = {'code': 0, 'message': a:message, 'data': extend({'kind': 'server'}, a:data)}
  for id in sort(keys(failed), 'N')
    call call(failed[id].Answer, [error, v:null])
  endfor
endfunction

" closed, opening or open
function! gitxplorer#server#state() abort
  return s:state
endfunction

" The command that starts the server, or '' with the error in the settings.
function! gitxplorer#server#settings() abort
  let socket = get(g:, 'gitxplorer_socket', '')
  let command = get(g:, 'gitxplorer_command', ['gitxplorer', 'serve'])
  if type(socket) != v:t_string
    return {'error': 'g:gitxplorer_socket must be a path.', 'setting': 'g:gitxplorer_socket'}
  elseif socket !=# ''
    return {'socket': resolve(fnamemodify(substitute(socket, '^unix:', '', ''), ':p'))}
  elseif type(command) != v:t_list || empty(command)
    return {'error': 'g:gitxplorer_command must be a list: the program and its arguments.',
          \ 'setting': "let g:gitxplorer_command = ['gitxplorer', 'serve']"}
  elseif !executable(command[0])
    return {'error': 'There is no program ' . command[0] . '; install it, or set '
          \ . 'g:gitxplorer_command to where it is.',
          \ 'setting': "let g:gitxplorer_command = ['/path/to/gitxplorer', 'serve']"}
  endif
  return {'command': command}
endfunction

" The sentence for a server that has ended, by itself or by a signal with this name.
function! gitxplorer#server#ended(status, signal, said) abort
  let last = substitute(a:said, '[\r\n]\+$', '', '')
  let last = matchstr(last, '[^\r\n]*$')
  let how = a:signal ==# '' ? 'ended with status ' . a:status : 'was ended by ' . a:signal
  " 64 is a refused flag, which another start does not accept either.
  let refused = a:status == 64 && a:signal ==# ''
  return ['The server ' . how . '; '
        \ . (refused ? 'correct the setting below.' : 'the next request restarts it.'),
        \ extend(last ==# '' ? {} : {'stderr': last},
        \   refused ? {'setting': 'g:gitxplorer_command'} : {})]
endfunction

" Whether a socket's file and directory belong to this user or to root. `listing` is what `id -u`
" and then `ls -Ldn DIRECTORY SOCKET` print.
function! gitxplorer#server#trusts(listing) abort
  let [user; entries] = a:listing
  let owners = map(copy(entries), 'matchstr(v:val, ''^\S\+\s\+\d\+\s\+\zs\d\+'')')
  return len(owners) == 2 && empty(filter(owners, 'v:val !=# user && v:val !=# "0"'))
endfunction

function! gitxplorer#server#distrust(path) abort
  return 'The socket ' . a:path . ' or its directory belongs to another user; nothing was sent.'
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
