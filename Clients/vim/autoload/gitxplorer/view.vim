" Renders a buffer: from the state of its address to lines and their items.
"
" The state has `parsed` (see gitxplorer#address#parse), `result` or null, `error` or null, `asking`
" and `progress`. Both editors and the pickers use the same lines.

scriptencoding utf-8

let s:cpoptions = &cpoptions
set cpoptions&vim

function! gitxplorer#view#render(state, columns) abort
  let page = gitxplorer#page#new(a:columns)
  if a:state.result is v:null
    call page.title(s:name(a:state.parsed), a:state.asking ? 'asking …' : '', {})
    if a:state.asking
      call page.add(' ' . (a:state.progress ==# '' ? 'Asking GitHub …' : a:state.progress))
    endif
  else
    call gitxplorer#view#{a:state.parsed.kind}#render(page, a:state)
    call s:remarks(page, a:state)
  endif
  if a:state.error isnot v:null
    let trouble = gitxplorer#page#new(a:columns)
    call gitxplorer#view#error#render(trouble, a:state)
    " Below the title, and above the earlier result.
    call extend(page.lines, trouble.lines + (len(page.lines) > 2 ? [''] : []), 2)
    call extend(page.items, trouble.items + (len(page.items) > 2 ? [{}] : []), 2)
  endif
  return page
endfunction

" The right end of the first line: progress, or the age of the result.
function! gitxplorer#view#age(state) abort
  if a:state.asking
    return 'asking …'
  endif
  let freshness = get(a:state.result, 'freshness', {})
  let fetched = gitxplorer#text#seconds(get(freshness, 'fetchedAt', ''))
  let age = fetched < 0 ? 0 : localtime() - fetched
  if get(freshness, 'source', '') ==# 'stale'
    return 'known ' . gitxplorer#text#span(age) . ' ago'
  endif
  return age < 60 ? '' : gitxplorer#text#span(age) . ' old'
endfunction

function! s:name(parsed) abort
  let subject = gitxplorer#text#plain(a:parsed.subject)
  return a:parsed.kind ==# 'search' ? 'Search: ' . subject
        \ : a:parsed.kind ==# 'random' ? 'Random users'
        \ : a:parsed.kind ==# 'rate' ? 'Rate limits'
        \ : a:parsed.kind ==# 'login' ? 'Sign in to GitHub' : subject
endfunction

function! s:remarks(page, state) abort
  let skipped = get(a:state.result, 'skipped', 0)
  if skipped > 0
    call a:page.paragraph(gitxplorer#text#count(skipped, 'item', 'items')
          \ . ' from GitHub were malformed and were left out.')
  endif
  if get(get(a:state.result, 'freshness', {}), 'source', '') ==# 'stale' && !a:state.asking
    call a:page.paragraph('GitHub could not be asked; this is what was known before.')
  endif
endfunction

" The items of a list, for a picker: {title, entries: [{text, open, url}]}.
function! gitxplorer#view#entries(parsed, result) abort
  let state = {'parsed': a:parsed, 'result': a:result, 'error': v:null, 'asking': 0,
        \ 'progress': ''}
  let page = gitxplorer#view#render(state, &columns - 10)
  let rows = filter(range(len(page.lines)), {_, row -> has_key(page.items[row], 'pick')})
  let title = matchstr(trim(page.lines[0]), '^.\{-}\ze\%(  \|$\)')
  let indent = min(map(copy(rows), 'match(page.lines[v:val], "\\S")'))
  return {'title': title, 'entries': map(rows, {_, row -> {'text': page.lines[row][indent :],
        \ 'open': page.items[row].open, 'url': page.items[row].url}})}
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
