" The users that GitHub's search found.

scriptencoding utf-8

let s:cpoptions = &cpoptions
set cpoptions&vim

function! gitxplorer#view#search#render(page, state) abort
  let result = a:state.result
  call a:page.title('Search: ' . gitxplorer#text#plain(a:state.parsed.subject) . ' · '
        \ . gitxplorer#text#count(result.totalCount, 'user', 'users'),
        \ gitxplorer#view#age(a:state), {})
  call gitxplorer#view#people#rows(a:page, result.users, 'Type',
        \ {user -> gitxplorer#text#plain(get(user, 'type', ''))})
  let size = get(result, 'perPage', gitxplorer#address#per_page())
  " GitHub returns only the first thousand.
  let last = (min([result.totalCount, 1000]) + size - 1) / max([size, 1])
  call gitxplorer#view#people#turns(a:page, a:state, get(result, 'nextPage', v:null),
        \ max([last, 1]), size)
  if result.totalCount > 1000
    call a:page.paragraph('GitHub returns only the first 1,000 of them; refine the query.')
  endif
  if get(result, 'incompleteResults', v:false) is v:true
    call a:page.paragraph('GitHub ran out of time; there may be more.')
  endif
  call a:page.keys('<CR> open', '<C-b> in the browser', '<C-r> ask again')
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
