" Languages as bars.

scriptencoding utf-8

let s:cpoptions = &cpoptions
set cpoptions&vim

" A section with a bar for each of the first `most` rows: [language, amount, cell ...], where the
" first row has the largest amount.
function! gitxplorer#rows#languages#add(page, rows, right, most) abort
  if empty(a:rows)
    return
  endif
  call a:page.add('').section('Languages', a:right)
  let rows = map(a:rows[: a:most - 1], {_, row -> [gitxplorer#text#plain(row[0])] + row[1 :]})
  let widths = map(range(len(rows[0])), {column -> column == 1 ? 0
        \ : max(map(copy(rows), 'strdisplaywidth(v:val[column])'))})
  let widths[0] = min([widths[0], 18])
  let room = a:page.columns - 5 - widths[0]
  for width in widths[2 :]
    let room -= width + 2
  endfor
  let room = min([room, 48])
  for row in rows
    let bar = gitxplorer#text#bar(row[1], rows[0][1], room)
    let line = '   ' . gitxplorer#text#left(gitxplorer#text#fit(row[0], widths[0]), widths[0])
          \ . '  ' . gitxplorer#text#left(bar, room) . ' '
    let cells = map(range(2, len(row) - 1),
          \ {_, column -> gitxplorer#text#right(row[column], widths[column])})
    call a:page.add(line . join(cells, '  '), {'key': 'language ' . row[0]})
  endfor
  if len(a:rows) > a:most
    call a:page.add('   and ' . (len(a:rows) - a:most) . ' more')
  endif
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
