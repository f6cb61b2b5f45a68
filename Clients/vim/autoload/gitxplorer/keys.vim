" The actions of a buffer's keys, which ftplugin/gitxplorer.vim maps.

let s:cpoptions = &cpoptions
set cpoptions&vim

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
    call gitxplorer#buffer#open(s:address(item), '')
  elseif gitxplorer#text#page(get(item, 'url', '')) !=# '' && line('.') > 1
    call gitxplorer#keys#browse()
  else
    call gitxplorer#tell('nothing to open on this line.')
  endif
endfunction

" The address that the word under the cursor opens, or otherwise the line.
function! s:address(item) abort
  for [word, address] in items(get(a:item, 'words', {}))
    let start = stridx(getline('.'), word)
    if start >= 0 && col('.') > start && col('.') <= start + strlen(word)
      return address
    endif
  endfor
  return a:item.open
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

" The user or the repository on the line, or otherwise the subject of the page.
function! s:about() abort
  for about in [s:item(), get(s:state(), 'parsed', {})]
    if has_key(about, 'login') || has_key(about, 'repository')
      return about
    endif
  endfor
  return {}
endfunction

" Opens a page or a list of the repository: `repo` or `stargazers`.
function! gitxplorer#keys#of_repository(kind) abort
  let repository = get(s:about(), 'repository', '')
  if repository ==# ''
    call gitxplorer#tell('there is no repository on this line.')
  else
    call gitxplorer#buffer#open(gitxplorer#address#of_repository(a:kind, repository), '')
  endif
endfunction

" Opens a page or a list of the user, or of the repository's owner: `user`, `repos`, `starred`,
" `followers` or `following`.
function! gitxplorer#keys#of_person(kind) abort
  let about = s:about()
  let login = get(about, 'login', gitxplorer#address#owner(get(about, 'repository', '')))
  if login ==# ''
    call gitxplorer#tell('there is no user on this line.')
  else
    call gitxplorer#buffer#open(gitxplorer#address#of_person(a:kind, login), '')
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
    let other = s:latest(buffer)
    execute other ? 'silent buffer ' . other : 'enew'
  endtry
  if bufexists(buffer) && empty(win_findbuf(buffer))
    execute 'bdelete' buffer
  endif
endfunction

" The listed buffer that was shown before this one, or 0: the alternate file, which is gone after
" another `q`, or the latest of the window's jumps, or of all.
function! s:latest(buffer) abort
  let [jumps, at] = getjumplist()
  let used = sort(getbufinfo({'buflisted': 1}), {a, b -> b.lastused - a.lastused})
  let earlier = [bufnr('#')] + map(reverse(jumps[: at]), 'v:val.bufnr')
        \ + map(used, 'v:val.bufnr')
  return get(filter(earlier, 'v:val != a:buffer && buflisted(v:val)'), 0)
endfunction

" Lists the keys below the page; a list in the message area would end with a prompt.
function! gitxplorer#keys#help() abort
  if get(get(s:state(), 'parsed', {}), 'kind', '') !=# 'help'
    call gitxplorer#buffer#open('gitxplorer://help', 'belowright')
    execute 'resize' min([line('$'), &lines * 3 / 4])
  endif
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
