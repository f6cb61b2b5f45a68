" A repository's README: the text as it is, never rendered.

scriptencoding utf-8

let s:cpoptions = &cpoptions
set cpoptions&vim

function! gitxplorer#view#readme#heading() abort
  return 'README'
endfunction

function! gitxplorer#view#readme#render(page, part) abort
  let result = a:part.result
  let truncated = get(result, 'truncated', v:false) is v:true
  call a:page.section(gitxplorer#text#plain(result.path),
        \ truncated ? 'truncated' : gitxplorer#view#age(a:part),
        \ {'key': 'readme', 'url': result.url})
  if get(a:part, 'of', v:null) isnot result
    call extend(a:part, {'of': result, 'lines': s:lines(result.text)})
  endif
  let items = map(range(len(a:part.lines)), {index, _ -> {'key': 'readme ' . index}})
  call a:page.append(a:part.lines, items)
  if truncated
    call a:page.add('').paragraph('The README is longer; this is its beginning. <C-b> opens all of'
          \ . ' it.', {'key': 'truncated', 'url': result.url})
  endif
endfunction

function! s:lines(text) abort
  " A mark of the byte order is no text.
  let text = substitute(type(a:text) == v:t_string ? a:text : string(a:text), '^\%ufeff', '', '')
  let lines = gitxplorer#text#lines(trim(text, "\r\n", 2))
  return lines == [''] ? [' It is empty.'] : lines
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
