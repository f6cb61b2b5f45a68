" Addresses of buffers.
"
"   gitxplorer://random?count=15&seed=7
"   gitxplorer://user/LOGIN              gitxplorer://repos/LOGIN?page=2
"   gitxplorer://followers/LOGIN?page=2  and so following, starred
"   gitxplorer://repo/OWNER/NAME         gitxplorer://stargazers/OWNER/NAME?page=2
"   gitxplorer://search/QUERY?page=2     gitxplorer://search/QUERY?type=repositories&page=2
"   gitxplorer://rate    gitxplorer://login    gitxplorer://help
"
" Generated addresses are percent-encoded. A typed address is taken literally wherever that is
" unambiguous: a `?` belongs to the query unless settings follow, a `%` unless two digits do. A
" login or OWNER/NAME may be the address of a page (gitxplorer#names#login).

let s:cpoptions = &cpoptions
set cpoptions&vim

let s:of_people = ['user', 'repos', 'starred', 'followers', 'following']
let s:of_repositories = ['repo', 'stargazers']

" Parses an address, or returns {} if it is invalid: its kind, subject, page and settings, the
" `login` or the `repository` that it is about, and its requests (see gitxplorer#questions#of).
function! gitxplorer#address#parse(address) abort
  let parts = matchlist(a:address, '^gitxplorer://\(\w\+\)/\?\(.\{-}\)\%(?\(\%('
        \ . '\%(\%(page\|count\|seed\)=\d\+\|type=\%(users\|repositories\)\)&\?\)\+\)\)\?$')
  if empty(parts)
    return {}
  endif
  let settings = {}
  for setting in split(parts[3], '&')
    let [name, value] = split(setting, '=')
    let settings[name] = name ==# 'type' ? value : str2nr(value)
  endfor
  let kind = parts[1]
  let subject = gitxplorer#address#decode(parts[2])
  let about = {}
  if index(s:of_people, kind) >= 0
    let subject = gitxplorer#names#login(subject)
    let about.login = subject
  elseif index(s:of_repositories, kind) >= 0
    let subject = gitxplorer#names#repository(subject)
    let about.repository = subject
  endif
  let parsed = extend(about, {'kind': kind, 'subject': subject, 'settings': settings,
        \ 'page': max([1, get(settings, 'page', 1)])})
  let questions = gitxplorer#questions#of(parsed)
  return empty(questions) ? {} : extend(parsed, questions)
endfunction

" The address of a user's page or list: `kind` is user, repos, starred, followers or following.
function! gitxplorer#address#of_person(kind, login) abort
  return s:named(s:about(a:kind, a:login))
endfunction

" The address of OWNER/NAME's page or list: `kind` is repo or stargazers.
function! gitxplorer#address#of_repository(kind, full_name) abort
  return s:named(s:about(a:kind, a:full_name))
endfunction

" The address of a search; `type` is users or repositories.
function! gitxplorer#address#search(query, type) abort
  return s:named(s:about('search', a:query)
        \ . (a:type ==# 'repositories' ? '?type=repositories' : ''))
endfunction

function! gitxplorer#address#random(count, seed) abort
  return printf('gitxplorer://random?count=%d&seed=%d', a:count, a:seed)
endfunction

" The same list at another page.
function! gitxplorer#address#turned(parsed, page) abort
  let type = get(a:parsed.settings, 'type', '')
  return s:about(a:parsed.kind, a:parsed.subject)
        \ . '?' . (type ==# '' ? '' : 'type=' . type . '&') . 'page=' . a:page
endfunction

function! s:about(kind, subject) abort
  let parts = index(s:of_repositories, a:kind) >= 0 ? split(a:subject, '/', 1) : [a:subject]
  return 'gitxplorer://' . a:kind . '/'
        \ . join(map(parts, 'gitxplorer#address#encode(v:val)'), '/')
endfunction

" The address as a buffer's name: plugins take one that ends with `.zip` for an archive to open.
function! s:named(address) abort
  return a:address . (a:address =~# '^[^?]*\.[^?]*$' ? '?page=1' : '')
endfunction

" The login of OWNER/NAME's owner.
function! gitxplorer#address#owner(full_name) abort
  return matchstr(a:full_name, '^[^/]*')
endfunction

" A random seed.
function! gitxplorer#address#seed() abort
  return str2nr(reltimestr(reltime())[-6 :]) + localtime() % 1000 * 1000000
endfunction

function! gitxplorer#address#encode(text) abort
  let bytes = map(range(strlen(a:text)), 'strpart(a:text, v:val, 1)')
  return join(map(bytes, {_, byte -> byte =~# '[A-Za-z0-9._~:@-]'
        \ ? byte : printf('%%%02X', char2nr(byte))}), '')
endfunction

function! gitxplorer#address#decode(text) abort
  return substitute(a:text, '\%(%\x\x\)\+', '\=s:bytes(submatch(0))', 'g')
endfunction

function! s:bytes(encoded) abort
  " Percent-encoded bytes become text; NUL cannot be in a name.
  let hex = substitute(a:encoded, '%', '', 'g')
  let escaped = substitute(hex, '\x\x', '\\x&', 'g')
  return escaped =~# '\\x00' ? '?' : eval('"' . escaped . '"')
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
