" The repositories that a user starred, and the times.

scriptencoding utf-8

let s:cpoptions = &cpoptions
set cpoptions&vim

function! gitxplorer#view#starred#render(page, state) abort
  let login = a:state.result.login
  call gitxplorer#seen#note('logins', login)
  call a:page.title(gitxplorer#view#title(a:state.parsed, login), gitxplorer#view#state(a:state),
        \ {'key': 'user', 'open': gitxplorer#address#of_person('user', login),
        \ 'url': gitxplorer#browse#page(map(copy(a:state.result.repositories),
        \   'get(v:val, "url", "")'), login . '?tab=stars')})
  call gitxplorer#rows#repositories#add(a:page, a:state.result.repositories, 'fullName', 'Starred',
        \ {one -> gitxplorer#text#time#day(get(one, 'starredAt', v:null))})
  call gitxplorer#rows#turns#add(a:page, a:state)
  call gitxplorer#rows#repositories#keys(a:page)
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
