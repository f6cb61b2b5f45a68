" The users or repositories that GitHub's search found.

scriptencoding utf-8

let s:cpoptions = &cpoptions
set cpoptions&vim

function! gitxplorer#view#search#render(page, state) abort
  let result = a:state.result
  let repositories = get(a:state.parsed.settings, 'type', '') ==# 'repositories'
  let words = repositories ? ['repository', 'repositories'] : ['user', 'users']
  call a:page.title(gitxplorer#view#title(a:state.parsed, a:state.parsed.subject,
        \ call('gitxplorer#text#count', [result.totalCount] + words)),
        \ gitxplorer#view#state(a:state), {})
  if repositories
    call gitxplorer#rows#repositories#licensed(a:page, result.repositories, 'fullName')
  else
    call gitxplorer#rows#people#typed(a:page, result.users)
  endif
  call gitxplorer#rows#turns#add(a:page, a:state)
  let whom = gitxplorer#text#sentence(gitxplorer#server#upstream())
  if result.totalCount > 1000
    call a:page.paragraph(whom . ' returns only the first 1,000 of them; refine the query.')
  endif
  if get(result, 'incompleteResults', v:false) is v:true
    call a:page.paragraph(whom . ' ran out of time; there may be more.')
  endif
  call gitxplorer#rows#{repositories ? 'repositories' : 'people'}#keys(a:page)
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
