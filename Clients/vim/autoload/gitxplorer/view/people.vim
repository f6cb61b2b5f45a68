" Lists of users: a login, and one fact about each.

scriptencoding utf-8

let s:cpoptions = &cpoptions
set cpoptions&vim

" Rows with headings. `Fact` returns the second column of a user.
function! gitxplorer#view#people#rows(page, users, heading, Fact) abort
  if empty(a:users)
    call a:page.add(' Nobody.')
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
    call gitxplorer#address#note('logins', user.login)
    call a:page.add(s:row(row, widths, a:page.columns), {'key': 'user ' . user.login, 'pick': 1,
          \ 'open': gitxplorer#address#user(user.login), 'url': user.profileUrl})
    let index += 1
  endfor
endfunction

function! s:row(cells, widths, wide) abort
  let line = '   ' . gitxplorer#text#left(gitxplorer#text#fit(a:cells[0], a:widths[0]), a:widths[0])
        \ . '  ' . gitxplorer#text#left(a:cells[1], a:widths[1])
  let room = a:wide - strdisplaywidth(line) - 2
  return room < strdisplaywidth(a:cells[2]) ? line : line . '  ' . a:cells[2]
endfunction

" The number of the page and of all pages, and its neighbors.
function! gitxplorer#view#people#turns(page, state, next, last, size) abort
  let at = a:state.parsed.page
  let turn = {}
  if a:next isnot v:null
    let turn.next = gitxplorer#address#turned(a:state.parsed, a:next)
  endif
  if at > 1
    let turn.previous = gitxplorer#address#turned(a:state.parsed, at - 1)
  endif
  let a:page.turn = turn
  if empty(turn)
    return
  endif
  let facts = [a:last is v:null ? 'Page ' . at
        \ : printf('Page %d of %s', at, gitxplorer#text#number(a:last))]
  call add(facts, gitxplorer#text#number(a:size) . ' a page')
  call extend(facts, has_key(turn, 'next') ? [']] next page'] : [])
  call extend(facts, has_key(turn, 'previous') ? ['[[ previous page'] : [])
  call a:page.add('').add(gitxplorer#text#fit(' ' . join(facts, ' · '), a:page.columns),
        \ has_key(turn, 'next') ? {'key': 'turn', 'open': turn.next} : {'key': 'turn'})
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
