" The number of a page and of all pages, and its neighbors.

scriptencoding utf-8

let s:cpoptions = &cpoptions
set cpoptions&vim

" The numbers of the next page and of the last one; either may be null.
function! gitxplorer#rows#turns#numbers(state) abort
  let result = a:state.result
  let size = s:size(result)
  if a:state.parsed.kind ==# 'repos'
    let last = s:pages(gitxplorer#questions#repositories(result.total), size)
    return [a:state.parsed.page < last ? a:state.parsed.page + 1 : v:null, last]
  endif
  " GitHub's searches return only the first thousand.
  let next = get(result, 'nextPage', v:null)
  let last = has_key(result, 'totalCount') ? s:pages(min([result.totalCount, 1000]), size)
        \ : get(result, 'lastPage', v:null)
  " On the last page GitHub does not say that it is the last.
  return [next, last is v:null && next is v:null && s:has_items(result)
        \ ? a:state.parsed.page : last]
endfunction

function! s:has_items(result) abort
  return !empty(get(a:result, 'users', [])) || !empty(get(a:result, 'repositories', []))
        \ || !empty(get(a:result, 'stargazers', []))
endfunction

function! s:size(result) abort
  return get(a:result, 'perPage', gitxplorer#questions#per_page())
endfunction

function! s:pages(items, size) abort
  return max([(a:items + a:size - 1) / max([a:size, 1]), 1])
endfunction

" `page 2 of 13` of a list of several pages, otherwise ''.
function! gitxplorer#rows#turns#place(state) abort
  let at = a:state.parsed.page
  let [next, last] = gitxplorer#rows#turns#numbers(a:state)
  return next is v:null && at == 1 ? '' : 'page ' . gitxplorer#text#number(at)
        \ . (last is v:null || at > last ? '' : ' of ' . gitxplorer#text#number(last))
endfunction

function! gitxplorer#rows#turns#add(page, state) abort
  let at = a:state.parsed.page
  let next = gitxplorer#rows#turns#numbers(a:state)[0]
  let turn = {}
  if next isnot v:null
    let turn.next = gitxplorer#address#turned(a:state.parsed, next)
  endif
  if at > 1
    let turn.previous = gitxplorer#address#turned(a:state.parsed, at - 1)
  endif
  let a:page.turn = turn
  if empty(turn)
    return
  endif
  let facts = [substitute(gitxplorer#rows#turns#place(a:state), '^p', 'P', ''),
        \ gitxplorer#text#number(s:size(a:state.result)) . ' per page']
  call extend(facts, has_key(turn, 'next') ? [']] next page'] : [])
  call extend(facts, has_key(turn, 'previous') ? ['[[ previous page'] : [])
  call a:page.add('').add(gitxplorer#text#fit(' ' . join(facts, ' · '), a:page.columns),
        \ has_key(turn, 'next') ? {'key': 'turn', 'open': turn.next} : {'key': 'turn'})
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
