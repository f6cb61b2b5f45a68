" The requests for each kind of page, from the subject and the settings of its address.

let s:cpoptions = &cpoptions
set cpoptions&vim

" Items on one page; drawing more takes noticeably long. The second is the server's maximum
" number of repositories.
let s:per_page = 100
let s:repositories_at_most = 10000
" Points of a star history. Each but the last may cost a request, and without a sign-in there are
" 60 per hour.
let s:points = 8

" By kind: a function of the parsed address that returns {method, params}. A page that consists of
" several results also has `parts`, the name, the method and the params of each further one.
let s:questions = {
      \ 'user': {at -> {'method': 'user.summary', 'params': {'login': at.subject}}},
      \ 'repos': {at -> {'method': 'repos.list', 'params': {'login': at.subject,
      \   'limit': gitxplorer#questions#repositories(at.page * s:per_page)}}},
      \ 'starred': {at -> s:paged(at, 'user.starred', {'login': at.subject})},
      \ 'followers': {at -> s:paged(at, 'user.followers', {'login': at.subject})},
      \ 'following': {at -> s:paged(at, 'user.following', {'login': at.subject})},
      \ 'stargazers': {at -> s:paged(at, 'repo.stargazers', s:named(at.subject))},
      \ 'repo': {at -> {'method': 'repo.summary', 'params': s:named(at.subject), 'parts': [
      \   ['history', 'repo.starHistory', extend({'points': s:points}, s:named(at.subject))],
      \   ['readme', 'repo.readme', s:named(at.subject)]]}},
      \ 'search': {at -> s:paged(at, 'search.' . get(at.settings, 'type', 'users'),
      \   {'query': at.subject})},
      \ }
" Those of pages without a subject, and the settings that each of them has.
let s:questions_about_nothing = {
      \ 'random': {at -> {'method': 'users.random', 'params': extend(
      \   {'count': get(at.settings, 'count', 15)}, s:only(at.settings, 'seed'))}},
      \ 'rate': {_ -> {'method': 'rate.status', 'params': {}}},
      \ 'login': {_ -> {'method': 'auth.status', 'params': {}}},
      \ 'help': {_ -> {'method': '', 'params': {}}},
      \ }
let s:settings_about_nothing = {'random': ['count', 'seed']}

" The requests of an address, or {} if there is no such page. `method` is empty for a page that
" needs none.
function! gitxplorer#questions#of(parsed) abort
  if has_key(s:questions_about_nothing, a:parsed.kind)
    let Question = s:questions_about_nothing[a:parsed.kind]
    let known = get(s:settings_about_nothing, a:parsed.kind, [])
    let valid = a:parsed.subject ==# ''
          \ && empty(filter(keys(a:parsed.settings), 'index(known, v:val) < 0'))
  else
    let Question = get(s:questions, a:parsed.kind, 0)
    let valid = Question isnot 0 && a:parsed.subject =~# '.'
  endif
  return valid ? extend({'parts': []}, Question(a:parsed)) : {}
endfunction

function! s:paged(at, method, params) abort
  return {'method': a:method,
        \ 'params': extend(a:params, {'page': a:at.page, 'perPage': s:per_page})}
endfunction

function! s:named(full_name) abort
  let slash = stridx(a:full_name, '/')
  return {'owner': strpart(a:full_name, 0, slash), 'name': a:full_name[slash + 1 :]}
endfunction

function! s:only(settings, name) abort
  return has_key(a:settings, a:name) ? {a:name : a:settings[a:name]} : {}
endfunction

function! gitxplorer#questions#per_page() abort
  return s:per_page
endfunction

" The number of repositories that paging can reach, of `total`.
function! gitxplorer#questions#repositories(total) abort
  return min([a:total, s:repositories_at_most])
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
