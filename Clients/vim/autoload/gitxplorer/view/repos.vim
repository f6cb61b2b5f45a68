" Repositories in columns: stars, name, language, license, description.

scriptencoding utf-8

let s:cpoptions = &cpoptions
set cpoptions&vim

function! gitxplorer#view#repos#render(page, state) abort
  let result = a:state.result
  let size = gitxplorer#address#per_page()
  let at = a:state.parsed.page
  let last = (gitxplorer#address#repositories(result.total) + size - 1) / size
  call gitxplorer#address#note('logins', result.owner.login)
  call a:page.title(gitxplorer#text#plain(result.owner.login) . ' · '
        \ . gitxplorer#text#count(result.total, 'repository', 'repositories'),
        \ gitxplorer#view#age(a:state), {'key': 'owner', 'url': result.owner.profileUrl,
        \ 'open': gitxplorer#address#user(result.owner.login)})
  let rows = result.repositories[(at - 1) * size : at * size - 1]
  if empty(rows)
    call a:page.add(at > 1 ? ' This page is past the last one.' : ' No repositories.')
  else
    call gitxplorer#view#repos#rows(a:page, rows)
  endif
  call gitxplorer#view#people#turns(a:page, a:state,
        \ at < last ? at + 1 : v:null, max([last, 1]), size)
  if get(result, 'truncated', v:false) is v:true
    call a:page.paragraph('There are more: the server asks for no more pages of one user.')
  elseif at >= last && result.total > gitxplorer#address#repositories(result.total)
    call a:page.paragraph('The list ends here with the first '
          \ . gitxplorer#text#number(gitxplorer#address#repositories(result.total)) . '.')
  endif
  call a:page.keys('<CR> stargazers', '<C-b> in the browser', '<C-y> copy the URL')
endfunction

" Rows with headings; in a narrow window, columns are dropped from the right.
function! gitxplorer#view#repos#rows(page, repositories) abort
  let rows = map(copy(a:repositories), 's:cells(v:val)')
  let widths = map(range(4), {column -> max(map(copy(rows), 'strdisplaywidth(v:val[column])'))})
  let wide = a:page.columns
  let widths[0] = max([widths[0], 5])
  let widths[1] = min([max([widths[1], 4]), max([wide / 3, 20]), 40])
  let widths[2] = wide < 50 ? 0 : min([max([widths[2], 8]), 14])
  let widths[3] = wide < 64 ? 0 : min([max([widths[3], 7]), 12])
  call a:page.add(s:row(['Stars', 'Name', 'Language', 'License', 'Description'], widths, wide))
  let index = 0
  for row in rows
    let repository = a:repositories[index]
    call gitxplorer#address#note('repositories', repository.fullName)
    call a:page.add(s:row(row, widths, wide), {'key': 'repository ' . repository.id, 'pick': 1,
          \ 'open': gitxplorer#address#repository(repository.fullName),
          \ 'repository': repository.fullName, 'url': repository.url})
    let index += 1
  endfor
endfunction

function! s:cells(repository) abort
  let marks = (get(a:repository, 'archived', v:false) is v:true ? '[archived] ' : '')
        \ . (get(a:repository, 'fork', v:false) is v:true ? '[fork] ' : '')
  return [gitxplorer#text#number(a:repository.stars), gitxplorer#text#plain(a:repository.name),
        \ gitxplorer#text#plain(get(a:repository, 'language', v:null)),
        \ gitxplorer#text#plain(get(a:repository, 'license', v:null)),
        \ marks . gitxplorer#text#plain(get(a:repository, 'description', v:null))]
endfunction

function! s:row(cells, widths, wide) abort
  let line = '  ' . gitxplorer#text#right(a:cells[0], a:widths[0])
  for column in [1, 2, 3]
    if a:widths[column] > 0
      let cell = gitxplorer#text#fit(a:cells[column], a:widths[column])
      let line .= '  ' . gitxplorer#text#left(cell, a:widths[column])
    endif
  endfor
  let room = a:wide - strdisplaywidth(line) - 2
  return room < 8 ? line : line . '  ' . gitxplorer#text#fit(a:cells[4], room)
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
