" The followers of a user, or those whom the user follows.

scriptencoding utf-8

let s:cpoptions = &cpoptions
set cpoptions&vim

function! gitxplorer#view#follows#render(page, state) abort
  let login = a:state.result.login
  call gitxplorer#seen#note('logins', login)
  call a:page.title(gitxplorer#view#title(a:state.parsed, login), gitxplorer#view#state(a:state),
        \ {'key': 'user', 'open': gitxplorer#address#of_person('user', login),
        \ 'url': gitxplorer#browse#page(map(copy(a:state.result.users),
        \   'get(v:val, "profileUrl", "")'), login . '?tab=' . a:state.parsed.kind)})
  call gitxplorer#rows#people#typed(a:page, a:state.result.users)
  call gitxplorer#rows#turns#add(a:page, a:state)
  call gitxplorer#rows#people#keys(a:page)
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
