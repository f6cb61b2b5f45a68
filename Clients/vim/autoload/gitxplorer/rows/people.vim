" Users as rows: a login and a fact.

scriptencoding utf-8

let s:cpoptions = &cpoptions
set cpoptions&vim

" Rows with headings. `Fact` returns the last column of a user.
function! gitxplorer#rows#people#add(page, users, heading, Fact) abort
  if empty(a:users)
    call a:page.empty('Nobody.')
    return
  endif
  let columns = [['Login', {user -> gitxplorer#text#plain(user.login)}], [a:heading, a:Fact]]
  let limit = max([min([a:page.columns - 20, 48]), 5])
  let lines = map(columns, {_, column -> s:column(column, a:users, limit)})
  let lines = map(range(len(a:users) + 1), {row, _ -> join(map(copy(lines), 'v:val[row]'), '  ')})
  call a:page.add(gitxplorer#text#fit('   ' . lines[0], a:page.columns))
  let index = 0
  for user in a:users
    let index += 1
    call gitxplorer#seen#note('logins', user.login)
    call a:page.add(gitxplorer#text#fit('   ' . lines[index], a:page.columns),
          \ {'key': 'user ' . user.login, 'pick': 1, 'login': user.login, 'url': user.profileUrl,
          \ 'open': gitxplorer#address#of_person('user', user.login)})
  endfor
endfunction

" The cells of a column below its heading, equally wide and at most `limit` columns.
function! s:column(column, users, limit) abort
  let cells = [a:column[0]] + map(copy(a:users), {_, user -> a:column[1](user)})
  let cells = map(cells, {_, cell -> gitxplorer#text#fit(cell, a:limit)})
  let width = max(map(copy(cells), 'strdisplaywidth(v:val)'))
  return map(cells, {_, cell -> gitxplorer#text#left(cell, width)})
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

let &cpoptions = s:cpoptions
unlet s:cpoptions
