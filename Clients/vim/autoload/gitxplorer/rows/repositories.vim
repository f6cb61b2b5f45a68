" Repositories as rows: stars, name, language, a fact, description.

scriptencoding utf-8

let s:cpoptions = &cpoptions
set cpoptions&vim

" Rows with headings; in a narrow window, columns are dropped from the right. `name` is the member
" to show, `name` or `fullName`; `Fact` returns the column before the description.
function! gitxplorer#rows#repositories#add(page, repositories, name, heading, Fact) abort
  if empty(a:repositories)
    call a:page.empty('No repositories.')
    return
  endif
  let rows = map(copy(a:repositories), {_, repository -> s:cells(repository, a:name, a:Fact)})
  let widths = map(range(4), {column -> max(map(copy(rows), 'strdisplaywidth(v:val[column])'))})
  let wide = a:page.columns
  let widths[0] = max([widths[0], 5])
  let widths[1] = max([widths[1], 4])
  let widths[2] = wide < 50 ? 0 : min([max([widths[2], 8]), 14])
  let widths[3] = wide < 64 ? 0 : min([max([widths[3], 7]), 12])
  let [widths[1], described] = s:shared(a:name, widths, wide)
  let headings = ['Stars', 'Name', 'Language', a:heading, 'Description']
  call a:page.add(s:row(headings, widths, described))
  let index = 0
  for row in rows
    let repository = a:repositories[index]
    call gitxplorer#seen#note('repositories', repository.fullName)
    call a:page.add(s:row(row, widths, described), {'key': 'repository ' . repository.id, 'pick': 1,
          \ 'open': gitxplorer#address#of_repository('repo', repository.fullName),
          \ 'repository': repository.fullName, 'url': repository.url})
    let index += 1
  endfor
endfunction

" Rows with the license of each repository.
function! gitxplorer#rows#repositories#licensed(page, repositories, name) abort
  call gitxplorer#rows#repositories#add(a:page, a:repositories, a:name, 'License',
        \ {repository -> gitxplorer#text#plain(get(repository, 'license', v:null))})
endfunction

" The keys below rows of repositories.
function! gitxplorer#rows#repositories#keys(page) abort
  call a:page.keys('<CR> open', 's stargazers', 'u owner', '<C-b> in the browser')
endfunction

function! s:cells(repository, name, Fact) abort
  let marks = (get(a:repository, 'archived', v:false) is v:true ? '[archived] ' : '')
        \ . (get(a:repository, 'fork', v:false) is v:true ? '[fork] ' : '')
  return [gitxplorer#text#number(a:repository.stars), gitxplorer#text#plain(a:repository[a:name]),
        \ gitxplorer#text#plain(get(a:repository, 'language', v:null)), a:Fact(a:repository),
        \ marks . gitxplorer#text#plain(get(a:repository, 'description', v:null))]
endfunction

" The widths of the name and of the description. A description that would get less than 16 columns
" is left out, and the name gets them.
function! s:shared(name, widths, wide) abort
  let room = a:wide - 4 - a:widths[0]
  for width in a:widths[2 : 3]
    let room -= width > 0 ? width + 2 : 0
  endfor
  let limit = min([max([a:name ==# 'fullName' ? a:wide * 2 / 5 : a:wide / 3, 20]), 40])
  let short = min([a:widths[1], limit])
  return room - short - 2 >= 16 ? [short, room - short - 2]
        \ : [min([a:widths[1], max([room, 4])]), 0]
endfunction

function! s:row(cells, widths, described) abort
  let line = '  ' . gitxplorer#text#right(a:cells[0], a:widths[0])
  for column in [1, 2, 3]
    if a:widths[column] > 0
      let cell = gitxplorer#text#fit(a:cells[column], a:widths[column])
      let line .= '  ' . gitxplorer#text#left(cell, a:widths[column])
    endif
  endfor
  return a:described ? line . '  ' . gitxplorer#text#fit(a:cells[4], a:described) : line
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
