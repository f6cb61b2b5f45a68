" Addresses of buffers, and the requests for them.
"
"   gitxplorer://random?count=15&seed=7
"   gitxplorer://user/LOGIN              gitxplorer://repos/LOGIN?page=2
"   gitxplorer://stargazers/OWNER/NAME?page=2
"   gitxplorer://search/QUERY?page=2     gitxplorer://rate    gitxplorer://login
"
" Generated addresses are percent-encoded. A typed address is taken literally wherever that is
" unambiguous: a `?` belongs to the query unless settings follow, a `%` unless two digits do.

let s:cpoptions = &cpoptions
set cpoptions&vim

" Items on one page; drawing more takes noticeably long. The second is the server's maximum
" number of repositories.
let s:per_page = 100
let s:repositories_at_most = 10000

let s:seen = {'logins': {}, 'repositories': {}}

" Parses an address: {kind, subject, page, method, params}, or {} if it is invalid.
function! gitxplorer#address#parse(address) abort
  let parts = matchlist(a:address, '^gitxplorer://\(\w\+\)/\?\(.\{-}\)'
        \ . '\%(?\(\%(\%(page\|count\|seed\)=\d\+&\?\)\+\)\)\?$')
  if empty(parts)
    return {}
  endif
  let settings = {}
  for setting in split(parts[3], '&')
    let settings[matchstr(setting, '^\w\+')] = str2nr(matchstr(setting, '\d\+$'))
  endfor
  let page = max([1, get(settings, 'page', 1)])
  let kind = parts[1]
  let subject = gitxplorer#address#decode(parts[2])
  let parsed = {'kind': kind, 'subject': subject, 'page': page, 'settings': settings}
  let request = s:request(kind, subject, page, settings)
  return empty(request) ? {} : extend(parsed, {'method': request[0], 'params': request[1]})
endfunction

function! s:request(kind, subject, page, settings) abort
  if a:kind ==# 'random'
    let params = {'count': get(a:settings, 'count', 15)}
    return ['users.random', has_key(a:settings, 'seed')
          \ ? extend(params, {'seed': a:settings.seed}) : params]
  elseif a:kind ==# 'user' && a:subject !=# ''
    return ['user.summary', {'login': a:subject}]
  elseif a:kind ==# 'repos' && a:subject !=# ''
    let limit = min([a:page * s:per_page, s:repositories_at_most])
    return ['repos.list', {'login': a:subject, 'limit': limit}]
  elseif a:kind ==# 'stargazers' && a:subject =~# '/'
    let slash = stridx(a:subject, '/')
    return ['repo.stargazers', {'owner': strpart(a:subject, 0, slash),
          \ 'name': a:subject[slash + 1 :], 'page': a:page, 'perPage': s:per_page}]
  elseif a:kind ==# 'search' && a:subject !=# ''
    return ['search.users',
          \ {'query': a:subject, 'page': a:page, 'perPage': s:per_page}]
  elseif a:kind ==# 'rate'
    return ['rate.status', {}]
  elseif a:kind ==# 'login'
    return ['auth.status', {}]
  endif
  return []
endfunction

function! gitxplorer#address#per_page() abort
  return s:per_page
endfunction

" The number of repositories that paging can reach.
function! gitxplorer#address#repositories(total) abort
  return min([a:total, s:repositories_at_most])
endfunction

function! gitxplorer#address#user(login) abort
  return gitxplorer#address#about('user', a:login)
endfunction

function! gitxplorer#address#repos(login) abort
  return gitxplorer#address#about('repos', a:login)
endfunction

" The stargazers of OWNER/NAME.
function! gitxplorer#address#repository(full_name) abort
  let parts = map(split(a:full_name, '/', 1), 'gitxplorer#address#encode(v:val)')
  return s:named('gitxplorer://stargazers/' . join(parts, '/'))
endfunction

function! gitxplorer#address#about(kind, subject) abort
  return s:named('gitxplorer://' . a:kind . '/' . gitxplorer#address#encode(a:subject))
endfunction

" The address as a buffer's name: plugins take one that ends with `.zip` for an archive to open.
function! s:named(address) abort
  return a:address . (a:address =~# '\.' ? '?page=1' : '')
endfunction

function! gitxplorer#address#random(count, seed) abort
  return printf('gitxplorer://random?count=%d&seed=%d', a:count, a:seed)
endfunction

" The same list at another page.
function! gitxplorer#address#turned(parsed, page) abort
  let subject = join(map(split(a:parsed.subject, '/', 1), 'gitxplorer#address#encode(v:val)'),
        \ a:parsed.kind ==# 'stargazers' ? '/' : '%2F')
  return 'gitxplorer://' . a:parsed.kind . '/' . subject . '?page=' . a:page
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

" Records a login or an OWNER/NAME for completion, if it can be one: what is completed is typed.
function! gitxplorer#address#note(what, name) abort
  if a:name =~# '^[A-Za-z0-9_-]\+\%(\[bot\]\|/[A-Za-z0-9._-]\+\)\?$'
    let s:seen[a:what][a:name] = 1
  endif
endfunction

function! gitxplorer#address#seen(what) abort
  return sort(keys(s:seen[a:what]))
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
