" The users who starred a repository, and the times.

scriptencoding utf-8

let s:cpoptions = &cpoptions
set cpoptions&vim

function! gitxplorer#view#stargazers#render(page, state) abort
  let name = a:state.result.repository
  call gitxplorer#seen#note('repositories', name)
  call a:page.title(gitxplorer#text#plain(name) . ' · stargazers', gitxplorer#view#age(a:state),
        \ {'key': 'repository', 'url': s:page_of(a:state),
        \ 'open': gitxplorer#address#of_repository('repo', name)})
  call gitxplorer#rows#people#add(a:page, a:state.result.stargazers, 'Starred',
        \ {user -> gitxplorer#text#time#day(get(user, 'starredAt', v:null))})
  call gitxplorer#rows#turns#of(a:page, a:state)
  call a:page.keys('<CR> open', 'S starred', 'f followers', 'F following')
endfunction

" The repository's page, on the host of its stargazers' pages.
function! s:page_of(state) abort
  let gazers = a:state.result.stargazers
  let host = empty(gazers) ? '' : matchstr(get(gazers[0], 'profileUrl', ''), '^https\?://[^/]\+')
  return (host ==# '' ? 'https://github.com' : host) . '/' . a:state.result.repository
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
