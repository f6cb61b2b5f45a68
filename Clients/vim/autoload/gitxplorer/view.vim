" Renders a buffer: from the state of its address to lines and their items.
"
" The state is that of gitxplorer#requests#new. Both editors and the pickers use the same lines.

scriptencoding utf-8

let s:cpoptions = &cpoptions
set cpoptions&vim

" The views of those kinds of pages that have none of their own.
let s:views = {'followers': 'follows', 'following': 'follows'}
" What is in the lists about a user or a repository, and the titles of pages about neither.
let s:lists = {'repos': 'repositories', 'starred': 'starred', 'stargazers': 'stargazers',
      \ 'followers': 'followers', 'following': 'following'}
let s:titles = {'random': 'Random users', 'rate': '%s''s rate limits', 'login': 'Sign in to %s'}

function! gitxplorer#view#render(state, columns) abort
  let page = gitxplorer#page#new(a:columns)
  let page.at = a:state.parsed.page
  if a:state.result is v:null
    call page.title(gitxplorer#view#title(a:state.parsed, a:state.parsed.subject),
          \ a:state.asking ? ['asking …'] : [], {})
    " On the line with the key `first` the cursor waits for the first item.
    call s:progress(page, a:state, {'key': 'first'})
  else
    let view = get(s:views, a:state.parsed.kind, a:state.parsed.kind)
    call gitxplorer#view#{view}#render(page, a:state)
    call s:remarks(page, a:state)
  endif
  if !empty(a:state.parts)
    call gitxplorer#view#{a:state.parsed.kind}#parts(page, a:state)
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

function! s:progress(page, part, item) abort
  if a:part.asking
    let whom = empty(gitxplorer#server#about()) ? '' : gitxplorer#server#upstream() . ' '
    call a:page.add(' ' . (a:part.progress ==# '' ? 'Asking ' . whom . '…' : a:part.progress),
          \ a:item)
  endif
endfunction

" One of the further parts of a page, below its heading: what is known of it, and, if it failed, a
" sentence. What the page's own error says is not repeated.
function! gitxplorer#view#part(page, state, name) abort
  let part = a:state.parts[a:name]
  let shown = gitxplorer#page#new(a:page.columns + 1)
  try
    if part.result isnot v:null
      call gitxplorer#view#{a:name}#render(shown, part)
      call s:skipped(shown, part)
    endif
  catch
    call extend(part, {'result': v:null, 'error': gitxplorer#requests#strange(v:exception)})
  endtry
  let said = part.error is v:null ? '' : s:sentence(a:name, part.error)
  if part.result is v:null && a:state.error isnot v:null && !part.asking
        \ && (said ==# ''
        \ || gitxplorer#requests#kind(part.error) ==# gitxplorer#requests#kind(a:state.error))
    return
  elseif part.result is v:null
    let shown = gitxplorer#page#new(a:page.columns + 1)
    call shown.section(gitxplorer#view#{a:name}#heading(), '', {'key': a:name})
    call s:progress(shown, part, {})
  endif
  let sentence = gitxplorer#page#new(a:page.columns + 1).paragraph(said)
  call extend(shown.lines, sentence.lines, 1)
  call extend(shown.items, sentence.items, 1)
  call a:page.add('').append(shown.lines, shown.items)
endfunction

function! s:sentence(name, error) abort
  return a:name ==# 'readme' && gitxplorer#requests#kind(a:error) ==# 'notFound'
        \ ? 'There is no README.' : gitxplorer#text#plain(get(a:error, 'message', ''))
endfunction

" The right end of a page's first line, what matters most first: progress, or the number of the
" page, whom the result is from, unless it is GitHub, and its age.
function! gitxplorer#view#state(state) abort
  let upstream = gitxplorer#server#upstream()
  return a:state.asking ? ['asking …'] : filter([gitxplorer#rows#turns#place(a:state),
        \ upstream ==# 'GitHub' ? '' : 'from ' . upstream, gitxplorer#view#age(a:state)],
        \ 'v:val !=# ""')
endfunction

" Progress, or the age of the result.
function! gitxplorer#view#age(state) abort
  if a:state.asking
    return 'asking …'
  endif
  let freshness = get(a:state.result, 'freshness', {})
  let fetched = gitxplorer#text#time#seconds(get(freshness, 'fetchedAt', ''))
  let age = fetched < 0 ? 0 : localtime() - fetched
  if get(freshness, 'source', '') ==# 'stale'
    return 'known ' . gitxplorer#text#time#span(age) . ' ago'
  endif
  return age < 60 ? '' : gitxplorer#text#time#span(age) . ' old'
endfunction

" The title of a page about `name`. `what` says what is on the page, such as a count.
function! gitxplorer#view#title(parsed, name, ...) abort
  let kind = a:parsed.kind
  let what = a:0 ? a:1 : kind ==# 'search' ? get(a:parsed.settings, 'type', 'users')
        \ : get(s:lists, kind, '')
  let name = !has_key(s:titles, kind) ? gitxplorer#text#plain(a:name)
        \ : gitxplorer#text#sentence(
        \   substitute(s:titles[kind], '%s', '\=gitxplorer#server#upstream()', ''))
  return (kind ==# 'search' ? 'Search: ' : '') . name . (what ==# '' ? '' : ' · ' . what)
endfunction

function! s:skipped(page, part) abort
  let skipped = get(a:part.result, 'skipped', 0)
  if skipped > 0
    let from = ' from ' . gitxplorer#server#upstream()
    call a:page.paragraph(gitxplorer#text#count(skipped, 'item' . from . ' was malformed and was',
          \ 'items' . from . ' were malformed and were') . ' left out.')
  endif
endfunction

function! s:remarks(page, state) abort
  call s:skipped(a:page, a:state)
  if get(get(a:state.result, 'freshness', {}), 'source', '') ==# 'stale' && !a:state.asking
    call a:page.paragraph(gitxplorer#text#sentence(gitxplorer#server#upstream())
          \ . ' could not be asked; this is what was known before.')
  endif
endfunction

" Whether a page of this kind has a list to choose from.
function! gitxplorer#view#has_list(parsed) abort
  return index(['repo', 'rate', 'login', 'help'], a:parsed.kind) < 0
endfunction

" The items of a list, for a picker: {title, entries: [{text, open, url}]}.
function! gitxplorer#view#entries(parsed, result) abort
  let state = extend(gitxplorer#requests#new({}), {'parsed': a:parsed, 'result': a:result})
  let page = gitxplorer#view#render(state, &columns - 10)
  let rows = filter(range(len(page.lines)), {_, row -> has_key(page.items[row], 'pick')})
  let title = matchstr(trim(page.lines[0]), '^.\{-}\ze\%(  \|$\)')
  let indent = min(map(copy(rows), 'match(page.lines[v:val], "\\S")'))
  return {'title': title, 'entries': map(rows, {_, row -> {'text': page.lines[row][indent :],
        \ 'open': page.items[row].open, 'url': page.items[row].url}})}
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
