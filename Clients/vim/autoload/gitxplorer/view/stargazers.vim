" The users who starred a repository, and the times.

scriptencoding utf-8

let s:cpoptions = &cpoptions
set cpoptions&vim

function! gitxplorer#view#stargazers#render(page, state) abort
  let result = a:state.result
  let name = result.repository
  let owner = matchstr(name, '^[^/]*')
  call gitxplorer#address#note('repositories', name)
  call a:page.title(gitxplorer#text#plain(name) . ' · stargazers', gitxplorer#view#age(a:state),
        \ {'key': 'repository', 'url': s:page_of(a:state), 'repository': name,
        \ 'open': gitxplorer#address#user(owner)})
  call gitxplorer#view#people#rows(a:page, result.stargazers, 'Starred',
        \ {user -> strpart(gitxplorer#text#plain(get(user, 'starredAt', v:null)), 0, 10)})
  call gitxplorer#view#people#turns(a:page, a:state, get(result, 'nextPage', v:null),
        \ get(result, 'lastPage', v:null), get(result, 'perPage', 100))
  call a:page.keys('<CR> open', '<C-b> in the browser', '<C-r> ask again')
endfunction

" The repository's page, on the host of its stargazers' pages.
function! s:page_of(state) abort
  let gazers = a:state.result.stargazers
  let host = empty(gazers) ? '' : matchstr(get(gazers[0], 'profileUrl', ''), '^https\?://[^/]\+')
  return (host ==# '' ? 'https://github.com' : host) . '/' . a:state.result.repository
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
