" Users as rows: a login, and one fact about each.

scriptencoding utf-8

let s:cpoptions = &cpoptions
set cpoptions&vim

" Rows with headings. `Fact` returns the second column of a user.
function! gitxplorer#rows#people#add(page, users, heading, Fact) abort
  if empty(a:users)
    call a:page.empty('Nobody.')
    return
  endif
  let rows = map(copy(a:users), {_, user -> [gitxplorer#text#plain(user.login), a:Fact(user),
        \ gitxplorer#text#plain(user.profileUrl)]})
  let widths = map(range(2), {column -> max(map(copy(rows), 'strdisplaywidth(v:val[column])'))})
  let widths[0] = max([min([widths[0], a:page.columns - 20]), 5])
  let widths[1] = max([widths[1], strlen(a:heading)])
  call a:page.add(s:row(['Login', a:heading, 'Page'], widths, a:page.columns))
  let index = 0
  for row in rows
    let user = a:users[index]
    call gitxplorer#seen#note('logins', user.login)
    call a:page.add(s:row(row, widths, a:page.columns), {'key': 'user ' . user.login, 'pick': 1,
          \ 'open': gitxplorer#address#of_person('user', user.login), 'login': user.login,
          \ 'url': user.profileUrl})
    let index += 1
  endfor
endfunction

" Rows with the kind of each account.
function! gitxplorer#rows#people#typed(page, users) abort
  call gitxplorer#rows#people#add(a:page, a:users, 'Type',
        \ {user -> gitxplorer#text#plain(get(user, 'type', ''))})
endfunction

" The keys below rows of users, after those that only this page has.
function! gitxplorer#rows#people#keys(page, ...) abort
  call call(a:page.keys,
        \ ['<CR> open'] + a:000 + ['S starred', 'f followers', 'F following'], a:page)
endfunction

function! s:row(cells, widths, wide) abort
  let line = '   ' . gitxplorer#text#left(gitxplorer#text#fit(a:cells[0], a:widths[0]), a:widths[0])
        \ . '  ' . gitxplorer#text#left(a:cells[1], a:widths[1])
  let room = a:wide - strdisplaywidth(line) - 2
  return room < strdisplaywidth(a:cells[2]) ? line : line . '  ' . a:cells[2]
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
