" GitHub's rate limits, and when each is full again.

scriptencoding utf-8

let s:cpoptions = &cpoptions
set cpoptions&vim

function! gitxplorer#view#rate#render(page, state) abort
  let result = a:state.result
  let signed_in = get(result, 'authenticated', v:false) is v:true
  call a:page.title(gitxplorer#view#title(a:state.parsed, '',
        \ signed_in ? 'signed in' : 'not signed in'),
        \ a:state.asking ? ['asking …'] : [], {})
  let names = s:sorted(keys(result.resources))
  let width = max(map(copy(names), 'strdisplaywidth(gitxplorer#text#plain(v:val))') + [8])
  " A narrow window has no room for the bars and the limits.
  let room = min([a:page.columns - width - 50, 24])
  let room = room < 6 ? 0 : room
  call a:page.add('   ' . gitxplorer#text#left('Resource', width) . '      Left  '
        \ . (room ? repeat(' ', room) . '        of  ' : '') . 'Opens again')
  for name in names
    call a:page.add(s:row(name, result.resources[name], width, room, signed_in),
          \ {'key': 'limit ' . name})
  endfor
  if !signed_in
    call a:page.add('')
    call a:page.paragraph((gitxplorer#server#upstream() ==# 'GitHub'
          \ ? 'Signed in, GitHub allows 5,000 requests per hour' : 'Sign in')
          \ . ': :GitXplorer login', {'key': 'login', 'run': 'gitxplorer#signin#open'})
  endif
  call a:page.keys('<C-r> ask again')
endfunction

" The limits that the pages count against come first.
function! s:sorted(names) abort
  let first = filter(['core', 'search'], 'index(a:names, v:val) >= 0')
  return first + filter(sort(a:names), 'index(first, v:val) < 0')
endfunction

function! s:row(name, limit, width, room, signed_in) abort
  let opens = a:limit.limit <= 0 ? (a:signed_in ? '' : 'only when signed in')
        \ : a:limit.remaining >= a:limit.limit ? 'all is left'
        \ : gitxplorer#text#time#until(a:limit.resetAt)
  let bar = gitxplorer#text#bar(a:limit.remaining, a:limit.limit, a:room)
  return '   ' . gitxplorer#text#left(gitxplorer#text#plain(a:name), a:width) . ' '
        \ . gitxplorer#text#right(gitxplorer#text#number(a:limit.remaining), 9) . '  '
        \ . (a:room ? gitxplorer#text#left(bar, a:room)
        \   . gitxplorer#text#right(gitxplorer#text#number(a:limit.limit), 10) . '  ' : '')
        \ . opens
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
