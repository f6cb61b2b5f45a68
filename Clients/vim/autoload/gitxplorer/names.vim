" Logins and repositories as people type or paste them: `@octocat`, or the address of a page.

let s:cpoptions = &cpoptions
set cpoptions&vim

let s:login = '^[A-Za-z0-9_-]\{1,39}\%(\[bot\]\)\?$'

" The login that a text names; a text that names none is returned without the blanks around it.
function! gitxplorer#names#login(text) abort
  let text = trim(a:text)
  let parts = s:path(text)
  let name = empty(parts) ? substitute(text, '^@', '', '')
        \ : parts[0] ==# 'orgs' ? get(parts, 1, '') : parts[0]
  return name =~# s:login ? name : text
endfunction

" The OWNER/NAME that a text names, or ''.
function! gitxplorer#names#repository(text) abort
  let text = trim(a:text)
  let parts = s:path(text)
  if empty(parts)
    let parts = split(substitute(text, '^@', '', ''), '/', 1)
    let parts = len(parts) == 2 ? parts : []
  endif
  let owner = get(parts, 0, '')
  let name = substitute(get(parts, 1, ''), '\.git$', '', '')
  return owner ==# '' || owner ==# 'orgs' || name ==# '' || owner . name =~# '\s' ? ''
        \ : owner . '/' . name
endfunction

" The parts of the path, if the text is a page's address at GitHub or at the server's upstream.
function! s:path(text) abort
  let [site, host; _] = matchlist(a:text, '\c^\%(https\?://\)\?\%(www\.\)\?\([^/]\+\)/') + ['', '']
  let known = host !=# ''
        \ && index(['github.com', gitxplorer#server#pages_host()], host, 0, 1) >= 0
  return !known ? [] : split(matchstr(a:text[strlen(site) :], '^[^?#]*'), '/')
endfunction

" The word that differs from `typed` in the fewest letters, at most two or, of a short one, one; ''
" if there is none.
function! gitxplorer#names#nearest(typed, words) abort
  let ranked = map(copy(a:words), {_, word -> [s:distance(a:typed, word), word]})
  let [distance, word] = sort(ranked, {a, b -> a[0] - b[0]})[0]
  return distance <= (strchars(a:typed) > 3 ? 2 : 1) ? word : ''
endfunction

" The number of letters to insert, remove or replace.
function! s:distance(one, other) abort
  let row = range(strchars(a:other) + 1)
  for letter in split(a:one[: 30], '\zs')
    let next = [row[0] + 1]
    for column in range(1, len(row) - 1)
      call add(next, min([row[column] + 1, next[-1] + 1,
            \ row[column - 1] + (a:other[column - 1] !=# letter)]))
    endfor
    let row = next
  endfor
  return row[-1]
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
