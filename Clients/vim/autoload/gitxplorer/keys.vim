" The actions of a buffer's keys, which ftplugin/gitxplorer.vim maps.

let s:cpoptions = &cpoptions
set cpoptions&vim

let s:help = [
      \ ['<CR>', 'open what the cursor is on: a user, or a repository''s stargazers'],
      \ ['<C-b>', 'open its page in the browser'],
      \ ['<C-y>', 'yank the URL of its page'],
      \ ['<C-r>', 'reload: ask GitHub again (so does :e!)'],
      \ ['s', 'stargazers of the repository'],
      \ [']]  [[', 'next and previous page'],
      \ ['q', 'close'],
      \ ['g?', 'show these keys; more in :help gitxplorer'],
      \ ]

function! s:state() abort
  return gitxplorer#buffer#state(bufnr(''))
endfunction

function! s:item() abort
  return get(get(s:state(), 'items', []), line('.') - 1, {})
endfunction

function! gitxplorer#keys#open() abort
  let item = s:item()
  if has_key(item, 'run')
    call call(item.run, [bufnr('')])
  elseif has_key(item, 'open')
    call gitxplorer#buffer#open(item.open, '')
  elseif gitxplorer#text#page(get(item, 'url', '')) !=# ''
    call gitxplorer#keys#browse()
  else
    call gitxplorer#tell('there is nothing to open on this line.')
  endif
endfunction

function! gitxplorer#keys#browse() abort
  let url = s:url()
  if url !=# ''
    call gitxplorer#browse#open(url)
  endif
endfunction

function! gitxplorer#keys#yank() abort
  let url = s:url()
  if url !=# ''
    call setreg(v:register, url)
    call gitxplorer#tell('yanked ' . url)
  endif
endfunction

" The web page of the item under the cursor, or otherwise of the buffer's subject.
function! s:url() abort
  let items = get(s:state(), 'items', [])
  for item in [s:item()] + items[: 2]
    let url = gitxplorer#text#page(get(item, 'url', ''))
    if url !=# ''
      return url
    endif
  endfor
  call gitxplorer#tell('there is no page for this line.')
  return ''
endfunction

function! gitxplorer#keys#stargazers() abort
  let repository = get(s:item(), 'repository', '')
  if repository ==# ''
    call gitxplorer#tell('there is no repository on this line.')
  else
    call gitxplorer#buffer#open(gitxplorer#address#repository(repository), '')
  endif
endfunction

" Turns the page: `next` or `previous`.
function! gitxplorer#keys#turn(where) abort
  let address = get(get(s:state(), 'turn', {}), a:where, '')
  if address ==# ''
    call gitxplorer#tell('there is no ' . a:where . ' page.')
  else
    call gitxplorer#buffer#open(address, '')
  endif
endfunction

function! gitxplorer#keys#reload() abort
  call gitxplorer#buffer#reload(bufnr(''))
endfunction

" Closes the window, or shows another buffer in it if it is the last one.
function! gitxplorer#keys#quit() abort
  let buffer = bufnr('')
  try
    close
  catch /^Vim\%((\a\+)\)\=:E/
    let other = bufnr('#')
    if other > 0 && other != buffer && buflisted(other)
      execute 'buffer' other
    else
      enew
    endif
  endtry
  if bufexists(buffer) && empty(win_findbuf(buffer))
    execute 'bdelete' buffer
  endif
endfunction

function! gitxplorer#keys#help() abort
  echo join(map(copy(s:help), {_, key -> printf('%-8s %s', key[0], key[1])}), "\n")
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
