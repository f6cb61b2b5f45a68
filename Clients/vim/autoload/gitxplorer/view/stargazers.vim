" The users who starred a repository, and the times.

scriptencoding utf-8

let s:cpoptions = &cpoptions
set cpoptions&vim

function! gitxplorer#view#stargazers#render(page, state) abort
  let name = a:state.result.repository
  call gitxplorer#seen#note('repositories', name)
  call a:page.title(gitxplorer#view#title(a:state.parsed, name), gitxplorer#view#state(a:state),
        \ {'key': 'repository', 'url': gitxplorer#browse#page(
        \   map(copy(a:state.result.stargazers), 'get(v:val, "profileUrl", "")'), name),
        \ 'open': gitxplorer#address#of_repository('repo', name)})
  call gitxplorer#rows#people#add(a:page, a:state.result.stargazers, 'Starred',
        \ {user -> gitxplorer#text#time#day(get(user, 'starredAt', v:null))})
  call gitxplorer#rows#turns#add(a:page, a:state)
  call gitxplorer#rows#people#keys(a:page)
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
