" Builds a page: lines, and the item of each line.
"
" An item has any of: `key`, by which the cursor finds it again after a reload; `open`, an address;
" `words`, texts of the line that open other addresses; `url`, a page on the web; `login` or
" `repository`, OWNER/NAME; `pick`, whether it is one of the page's list; `run`, a function to call.

scriptencoding utf-8

let s:cpoptions = &cpoptions
set cpoptions&vim

let s:page = {}

" An empty page with a width in columns. `at` is its number in a list, and `turn` has its neighbors:
" {next, previous}.
function! gitxplorer#page#new(columns) abort
  let page = {'columns': max([a:columns - 1, 30]), 'lines': [], 'items': [], 'at': 1, 'turn': {},
        \ 'bare': 0}
  return extend(page, s:page)
endfunction

function! s:page.add(text, ...) abort
  call add(self.lines, gitxplorer#text#inert(substitute(a:text, ' \+$', '', '')))
  call add(self.items, a:0 ? a:1 : {})
  return self
endfunction

" The first line: what the page is about, and facts at its right end, as many as fit.
function! s:page.title(left, facts, item) abort
  let facts = copy(a:facts)
  while len(facts) > 1
        \ && strdisplaywidth(' ' . a:left . '  ' . join(facts, ' · ')) > self.columns
    call remove(facts, -1)
  endwhile
  let right = join(facts, ' · ')
  return self.add(gitxplorer#text#ends(' ' . a:left, right, self.columns), a:item).add('')
endfunction

" Lines that need no further care, and their items.
function! s:page.append(lines, items) abort
  call extend(self.lines, a:lines)
  call extend(self.items, a:items)
  return self
endfunction

" The line of a list without items, below which no keys for them are named; the sentence is about
" the whole list.
function! s:page.empty(sentence) abort
  let self.bare = 1
  return self.add(' ' . (self.at > 1 ? 'This page is past the last one.' : a:sentence))
endfunction

" A rule with a title, and a text at its end.
function! s:page.section(name, right, ...) abort
  let right = a:right ==# '' ? '' : ' ' . a:right . ' ──'
  let left = '── ' . a:name . ' '
  let room = self.columns - strdisplaywidth(left . right)
  let rule = repeat('─', max([room / strdisplaywidth('─'), 2]))
  return self.add(gitxplorer#text#fit(left . rule . right, self.columns), a:0 ? a:1 : {})
endfunction

" A paragraph, indented by one column.
function! s:page.paragraph(text, ...) abort
  for line in gitxplorer#text#wrap(a:text, self.columns - 2)
    call self.add(' ' . line, a:0 ? a:1 : {})
  endfor
  return self
endfunction

" Short facts, as many on a line as fit.
function! s:page.facts(facts, item) abort
  let line = ''
  for fact in a:facts
    if line !=# '' && strdisplaywidth(' ' . line . ' · ' . fact) > self.columns
      call self.add(' ' . line, a:item)
      let line = ''
    endif
    let line .= (line ==# '' ? '' : ' · ') . fact
  endfor
  return self.add(gitxplorer#text#fit(' ' . line, self.columns), a:item)
endfunction

" A labeled fact, wrapped to as many lines as necessary.
function! s:page.fact(name, text, ...) abort
  let item = a:0 ? a:1 : {}
  let name = a:name
  for line in gitxplorer#text#wrap(a:text, self.columns - 16)
    call self.add('   ' . gitxplorer#text#left(name, 12) . ' ' . line, item)
    let name = ''
  endfor
  return self
endfunction

" A line with keys; in a narrow window only the first of them.
function! s:page.keys(...) abort
  let shown = self.bare ? [] : copy(a:000)
  while len(shown) > 1 && strdisplaywidth(s:keys(shown)) > self.columns
    call remove(shown, -1)
  endwhile
  return self.add('').add(gitxplorer#text#fit(s:keys(shown), self.columns))
endfunction

function! s:keys(shown) abort
  return ' ' . join(a:shown + ['g? all keys'], ' · ')
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
