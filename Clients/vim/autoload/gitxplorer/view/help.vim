" The keys and the subcommands.

scriptencoding utf-8

let s:cpoptions = &cpoptions
set cpoptions&vim

let s:keys = [
      \ ['<CR>', 'open what the cursor is on: a user, a repository, a count'],
      \ ['s', 'stargazers of the repository'],
      \ ['u', 'the user, or the repository''s owner'],
      \ ['a', 'all repositories of the user, or of the repository''s owner'],
      \ ['S', 'repositories that the user starred'],
      \ ['f  F', 'followers of the user; whom the user is following'],
      \ [']]  [[', 'next and previous page'],
      \ ['<C-b>', 'open the page on GitHub in the browser'],
      \ ['<C-y>', 'yank the URL of that page'],
      \ ['<C-r>', 'reload: ask GitHub again (so does :e!)'],
      \ ['<C-o>', 'back'],
      \ ['q', 'close'],
      \ ['g?', 'show these keys'],
      \ ]

function! gitxplorer#view#help#render(page, state) abort
  call a:page.title('Keys · q closes', [], {})
  for [key, does] in s:keys
    call a:page.fact(key, does)
  endfor
  call a:page.add('').section('Subcommands of :GitXplorer', '')
  call a:page.paragraph(gitxplorer#usage())
  call a:page.add('').paragraph('More in :help gitxplorer')
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
