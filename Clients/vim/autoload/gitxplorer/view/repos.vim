" The repositories of a user or an organization.

scriptencoding utf-8

let s:cpoptions = &cpoptions
set cpoptions&vim

function! gitxplorer#view#repos#render(page, state) abort
  let result = a:state.result
  let size = gitxplorer#questions#per_page()
  let at = a:state.parsed.page
  let reachable = gitxplorer#questions#repositories(result.total)
  call gitxplorer#seen#note('logins', result.owner.login)
  call a:page.title(gitxplorer#view#title(a:state.parsed, result.owner.login,
        \ gitxplorer#text#count(result.total, 'repository', 'repositories')),
        \ gitxplorer#view#state(a:state), {'key': 'owner', 'url': result.owner.profileUrl,
        \ 'open': gitxplorer#address#of_person('user', result.owner.login)})
  let rows = result.repositories[(at - 1) * size : at * size - 1]
  call gitxplorer#rows#repositories#licensed(a:page, rows, 'name')
  call gitxplorer#rows#turns#add(a:page, a:state)
  if get(result, 'truncated', v:false) is v:true
    call a:page.paragraph('There are more: the server asks for no more pages of one user.')
  elseif !has_key(a:page.turn, 'next') && result.total > reachable
    call a:page.paragraph('The list ends here with the first '
          \ . gitxplorer#text#number(reachable) . '.')
  endif
  call a:page.keys('<CR> open', 's stargazers', '<C-b> in the browser', '<C-y> yank the URL')
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
