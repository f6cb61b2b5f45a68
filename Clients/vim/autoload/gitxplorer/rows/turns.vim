" The number of a page and of all pages, and its neighbors.

scriptencoding utf-8

let s:cpoptions = &cpoptions
set cpoptions&vim

" `next` is the number of the next page, and `last` that of the last one; either may be null.
function! gitxplorer#rows#turns#add(page, state, next, last, size) abort
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
  let facts = ['Page ' . gitxplorer#text#number(at)
        \ . (a:last is v:null || at > a:last ? '' : ' of ' . gitxplorer#text#number(a:last))]
  call add(facts, gitxplorer#text#number(a:size) . ' a page')
  call extend(facts, has_key(turn, 'next') ? [']] next page'] : [])
  call extend(facts, has_key(turn, 'previous') ? ['[[ previous page'] : [])
  call a:page.add('').add(gitxplorer#text#fit(' ' . join(facts, ' · '), a:page.columns),
        \ has_key(turn, 'next') ? {'key': 'turn', 'open': turn.next} : {'key': 'turn'})
endfunction

" The same for a result that says where it ends.
function! gitxplorer#rows#turns#of(page, state) abort
  let result = a:state.result
  call gitxplorer#rows#turns#add(a:page, a:state, get(result, 'nextPage', v:null),
        \ get(result, 'lastPage', v:null), get(result, 'perPage', gitxplorer#questions#per_page()))
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
