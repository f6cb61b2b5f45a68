" Vim's side of the connection: a job or a socket, on a channel in mode `lsp`.

let s:cpoptions = &cpoptions
set cpoptions&vim

let s:job = v:null
let s:channel = v:null
let s:generation = 0
" Vim assigns its own ids to requests: the plugin's ids by Vim's, and Vim's by the plugin's.
let s:theirs = {}

function! gitxplorer#channel#open(generation) abort
  let s:generation = a:generation
  let s:theirs = {}
  let settings = gitxplorer#server#settings()
  if has_key(settings, 'error')
    call s:fail_later(a:generation, settings.error, {'setting': settings.setting})
  elseif has_key(settings, 'socket')
    call s:check(a:generation, settings.socket)
  else
    call s:start(a:generation, settings.command)
  endif
endfunction

" Reports the failure after the caller has returned.
function! s:fail_later(generation, message, data) abort
  call timer_start(0, {_ -> gitxplorer#server#closed(a:generation, a:message, a:data)})
endfunction

function! s:start(generation, command) abort
  let end = {'status': v:null, 'closed': 0, 'said': ''}
  let s:job = job_start(a:command, {
        \ 'in_mode': 'lsp', 'out_mode': 'lsp', 'err_mode': 'raw', 'noblock': 1,
        \ 'out_cb': {_, message -> s:heard(a:generation, message)},
        \ 'err_cb': {_, text -> s:said(end, text)},
        \ 'close_cb': {_ -> s:over(a:generation, end, {'closed': 1})},
        \ 'exit_cb': {job, status -> s:over(a:generation, end,
        \   {'status': status, 'signal': get(job_info(job), 'termsig', '')})}})
  if job_status(s:job) ==# 'fail'
    call s:fail_later(a:generation, a:command[0] . ' cannot be started.',
          \ {'setting': 'g:gitxplorer_command'})
    return
  endif
  let s:channel = job_getchannel(s:job)
  call gitxplorer#server#opened(a:generation)
endfunction

" Keeps the last lines of the server's standard error.
function! s:said(end, text) abort
  let a:end.said = strpart(a:end.said . a:text, max([strlen(a:end.said . a:text) - 4096, 0]))
endfunction

" Waits for the exit status and the last line; a child of the server may keep the channel open.
function! s:over(generation, end, news) abort
  call extend(a:end, a:news)
  if a:end.status isnot v:null && a:end.closed
    let signal = a:end.signal ==# '' ? '' : 'SIG' . toupper(a:end.signal)
    call call('gitxplorer#server#closed',
          \ [a:generation] + gitxplorer#server#ended(a:end.status, signal, a:end.said))
  elseif a:end.status isnot v:null
    call timer_start(500, {_ -> s:over(a:generation, a:end, {'closed': 1})})
  endif
endfunction

" Runs `ls` for the owners before anything is sent: Vim can check neither them nor the peer.
function! s:check(generation, path) abort
  let listing = []
  let script = 'id -u; exec ls -Ldn -- "$1" "$2"'
  let command = ['sh', '-c', script, 'sh', fnamemodify(a:path, ':h'), a:path]
  call job_start(command, {'env': {'LC_ALL': 'C'}, 'in_io': 'null', 'err_io': 'null',
        \ 'out_cb': {_, line -> add(listing, line)},
        \ 'close_cb': {_ -> s:connect(a:generation, a:path, listing)}})
endfunction

function! s:connect(generation, path, listing) abort
  let data = {'setting': 'g:gitxplorer_socket'}
  if len(a:listing) == 3 && !gitxplorer#server#trusts(a:listing)
    call gitxplorer#server#closed(a:generation, gitxplorer#server#distrust(a:path), data)
    return
  endif
  try
    let s:channel = ch_open('unix:' . a:path, {'mode': 'lsp', 'noblock': 1,
          \ 'callback': {_, message -> s:heard(a:generation, message)},
          \ 'close_cb': {_ -> gitxplorer#server#closed(a:generation,
          \   'The server at ' . a:path . ' closed the connection.', data)}})
    let open = ch_status(s:channel) ==# 'open'
  catch
    let open = 0
  endtry
  if open
    call gitxplorer#server#opened(a:generation)
  else
    call gitxplorer#server#closed(a:generation,
          \ 'No server listens at ' . a:path . '; start one there, or unset g:gitxplorer_socket.',
          \ data)
  endif
endfunction

function! s:heard(generation, message) abort
  if type(a:message) == v:t_dict && has_key(a:message, 'method')
    call gitxplorer#server#notified(a:generation, a:message.method,
          \ get(a:message, 'params', v:null))
  endif
endfunction

function! gitxplorer#channel#send(id, method, params) abort
  try
    let sent = ch_sendexpr(s:channel, {'method': a:method, 'params': a:params},
          \ {'callback': function('s:answered', [s:generation, a:id])})
    let s:theirs[a:id] = sent.id
  catch
    " The channel has just closed; its callback reports it.
  endtry
endfunction

function! s:answered(generation, id, channel, message) abort
  if a:generation == s:generation && has_key(s:theirs, a:id)
    call remove(s:theirs, a:id)
  endif
  call gitxplorer#server#answered(a:generation, a:id,
        \ get(a:message, 'error', v:null), get(a:message, 'result', v:null))
endfunction

function! gitxplorer#channel#cancel(id) abort
  if !has_key(s:theirs, a:id)
    return
  endif
  let params = {'id': remove(s:theirs, a:id)}
  try
    call ch_sendexpr(s:channel, {'method': '$/cancelRequest', 'params': params})
  catch
    " As in gitxplorer#channel#send().
  endtry
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
