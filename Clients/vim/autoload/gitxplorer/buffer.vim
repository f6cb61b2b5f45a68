" Buffers whose names are addresses: they send requests, show results, and cancel requests.
"
" A response changes only its own buffer. Focus and mode never change, and each window's cursor
" stays on its item.

let s:cpoptions = &cpoptions
set cpoptions&vim

" By buffer: the state of its requests (gitxplorer#requests#new), `items` and `turn` of its page,
" `columns`, the width of its lines, and `at`, the cursors to restore; while a session's page loads,
" also `session`, the cursors to restore when its result is shown.
let s:states = {}
let s:nothing = {'items': [], 'turn': {}, 'columns': 0, 'at': {}}

" Shows an address in this window if it has one of our buffers or an empty one, otherwise in a new
" window.
function! gitxplorer#buffer#open(address, mods) abort
  let ours = &filetype ==# 'gitxplorer' || bufname('') ==# '' && !&modified && line('$') == 1
        \ && getline(1) ==# ''
  let here = a:mods ==# '' && ours && !(exists('+winfixbuf') && &winfixbuf)
  " Vim tells the name of a buffer that it knows, and a long one would ask for a key.
  execute 'silent' a:mods here ? 'edit' : 'split' fnameescape(a:address)
endfunction

" Moves the cursor to the part of the current page with this name, if there is one.
function! gitxplorer#buffer#go_to_part(name) abort
  if has_key(get(gitxplorer#buffer#state(bufnr('')), 'parts', {}), a:name)
    normal! m'
    call s:go_to(a:name)
    normal! zt
  endif
endfunction

" Moves the cursor to the first line with this key, if there is one.
function! s:go_to(key) abort
  let row = index(map(copy(s:states[bufnr('')].items), "get(v:val, 'key', '')"), a:key)
  if row >= 0
    call cursor(row + 1, 1)
  endif
endfunction

" Reads an address into the current buffer: BufReadCmd.
function! gitxplorer#buffer#read(address, refresh) abort
  let buffer = bufnr('')
  let parsed = gitxplorer#address#parse(a:address)
  let old = get(s:states, buffer, {})
  call s:prepare(buffer)
  let known = !empty(parsed) && get(old, 'parsed', {}) == parsed
  let s:states[buffer] = known ? old
        \ : extend(gitxplorer#requests#new(parsed), deepcopy(s:nothing))
  if empty(parsed)
    call setline(1, 'This is not an address of GitXplorer; see :help gitxplorer-addresses.')
    setlocal nomodifiable nomodified
  else
    call gitxplorer#requests#send(buffer, a:refresh)
    if !known
      call s:go_to('first')
    endif
  endif
endfunction

function! s:prepare(buffer) abort
  setlocal buftype=nowrite bufhidden=hide noswapfile undolevels=-1 modifiable
  augroup gitxplorer_buffer
    autocmd! * <buffer>
    autocmd BufUnload <buffer> call s:left(str2nr(expand('<abuf>')))
    autocmd BufHidden <buffer> call s:cancel(str2nr(expand('<abuf>')))
    autocmd BufWinEnter <buffer> call s:seen(str2nr(expand('<abuf>')))
    autocmd BufWipeout <buffer> call s:forget(str2nr(expand('<abuf>')))
    " `:filetype detect` and other plugins guess a file type from a stranger's text. Vim itself
    " resets the options of a buffer that is entered if 'cpoptions' has `S`, as in 'compatible'.
    autocmd FileType,BufEnter <buffer> ++nested call s:keep_filetype()
    autocmd! VimResized,WinEnter * call s:refit()
    autocmd! SessionLoadPost * call s:loaded()
  augroup END
  setlocal filetype=gitxplorer
  if !exists('b:did_ftplugin')
    " Maps the keys even without `:filetype plugin on`.
    runtime! ftplugin/gitxplorer.vim
  endif
  setlocal nomodeline
  let b:gitxplorer_options = extend(copy(getbufvar(a:buffer, '&')), getwinvar(0, '&'))
endfunction

" The other type has set options, and not every one of them takes its options back.
function! s:keep_filetype() abort
  if &filetype ==# 'gitxplorer'
    return
  endif
  setlocal filetype=gitxplorer
  for [name, value] in items(b:gitxplorer_options)
    if name !=# 'modifiable' && name !=# 'modified' && eval('&l:' . name) isnot# value
      execute 'let &l:' . name '= value'
    endif
  endfor
endfunction

" Records the cursors, so that `:e!` can restore them; then hides the buffer.
function! s:left(buffer) abort
  if has_key(s:states, a:buffer)
    let s:states[a:buffer].at = gitxplorer#window#places(a:buffer, s:states[a:buffer].items)
    call s:cancel(a:buffer)
  endif
endfunction

function! s:forget(buffer) abort
  call s:cancel(a:buffer)
  if has_key(s:states, a:buffer)
    call remove(s:states, a:buffer)
  endif
endfunction

function! s:cancel(buffer) abort
  if has_key(s:states, a:buffer)
    call gitxplorer#requests#cancel(s:states[a:buffer])
  endif
endfunction

" Completes a page that is shown again. The window may also have another width than before.
function! s:seen(buffer) abort
  if empty(get(get(s:states, a:buffer, {}), 'parsed', {}))
    return
  elseif !gitxplorer#requests#complete(a:buffer)
    call s:refit()
  endif
endfunction

" Reloads the buffer with `refresh`.
function! gitxplorer#buffer#reload(buffer) abort
  if !empty(get(get(s:states, a:buffer, {}), 'parsed', {}))
    call gitxplorer#requests#send(a:buffer, 1)
  endif
endfunction

" Triggers the event `User GitXplorerShown` for a buffer.
function! gitxplorer#buffer#announce(buffer) abort
  if has('nvim')
    call luaeval('require("gitxplorer.image").show(_A[1], _A[2])',
          \ [a:buffer, s:states[a:buffer].result])
  endif
  if exists('#User#GitXplorerShown')
    doautocmd <nomodeline> User GitXplorerShown
  endif
endfunction

" The state of a buffer, or {}.
function! gitxplorer#buffer#state(buffer) abort
  return get(s:states, a:buffer, {})
endfunction

" All buffers of one kind.
function! gitxplorer#buffer#of_kind(kind) abort
  return filter(map(keys(s:states), 'str2nr(v:val)'),
        \ {_, buffer -> get(get(s:states[buffer], 'parsed', {}), 'kind', '') ==# a:kind})
endfunction

" Renders all pages that are loaded.
function! gitxplorer#buffer#show_all() abort
  for buffer in keys(filter(copy(s:states), '!empty(v:val.parsed)'))
    call gitxplorer#buffer#show(str2nr(buffer))
  endfor
endfunction

" Renders the lines again if a window has another width than before.
function! s:refit() abort
  for window in range(1, winnr('$'))
    let buffer = winbufnr(window)
    if !empty(get(get(s:states, buffer, {}), 'parsed', {}))
          \ && s:states[buffer].columns != gitxplorer#window#columns(buffer)
      call gitxplorer#buffer#show(buffer)
    endif
  endfor
endfunction

" Records the cursors that a session has set in pages whose results are not there yet, which have
" empty lines for them. This event is triggered once for each buffer.
function! s:loaded() abort
  for [buffer, state] in items(s:states)
    if !empty(state.parsed) && state.result is v:null && !has_key(state, 'session')
      let state.session = gitxplorer#window#places(str2nr(buffer), state.items)
      call gitxplorer#buffer#show(str2nr(buffer))
    endif
  endfor
endfunction

" Renders the current state of a buffer.
function! gitxplorer#buffer#show(buffer) abort
  if !bufloaded(a:buffer)
    return
  endif
  let state = s:states[a:buffer]
  let state.columns = gitxplorer#window#columns(a:buffer)
  try
    let page = gitxplorer#view#render(state, state.columns)
  catch
    let state.error = gitxplorer#requests#strange(v:exception)
    let state.result = v:null
    let page = gitxplorer#view#render(state, state.columns)
  endtry
  let places = extend(gitxplorer#window#places(a:buffer, state.items), state.at)
  let state.at = {}
  if state.result isnot v:null
    call extend(places, has_key(state, 'session') ? remove(state, 'session') : {})
  elseif exists('g:SessionLoad') && !has_key(state, 'session')
    call page.append(repeat([''], 1000), repeat([{}], 1000))
  endif
  let state.items = page.items
  let state.turn = page.turn
  call s:fill(a:buffer, page.lines)
  call gitxplorer#window#restore(places, page.items)
endfunction

function! s:fill(buffer, lines) abort
  " Again, before each text of strangers: a user's autocommand may have set it.
  call setbufvar(a:buffer, '&modeline', 0)
  call setbufvar(a:buffer, '&modifiable', 1)
  silent call setbufline(a:buffer, 1, a:lines)
  silent! call deletebufline(a:buffer, len(a:lines) + 1, '$')
  call setbufvar(a:buffer, '&modifiable', 0)
  call setbufvar(a:buffer, '&modified', 0)
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
