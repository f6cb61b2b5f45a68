" The state of the sign-in, and the code for it.

scriptencoding utf-8

let s:cpoptions = &cpoptions
set cpoptions&vim

" Where a token is from that is not stored.
let s:sources = {'session': 'for this session only', 'environment': 'from an environment variable',
      \ 'flag': 'from --token-file'}

function! gitxplorer#view#login#render(page, state) abort
  let result = a:state.result
  let state = get(result, 'state', '')
  call a:page.title(gitxplorer#view#title(a:state.parsed, ''),
        \ a:state.asking ? ['asking …'] : [], {})
  if state ==# 'authenticated'
    let login = gitxplorer#text#plain(get(result, 'login', v:null))
    call a:page.paragraph('Signed in as ' . login . '.')
    call a:page.add('')
    call a:page.fact('You', login,
          \ {'key': 'you', 'open': gitxplorer#address#of_person('user', login)})
    let source = gitxplorer#text#plain(get(result, 'tokenSource', v:null))
    " The server reads what it has just stored only at its next start.
    let stored = source ==# 'stored' || source ==# 'session' && get(a:state, 'store', 0)
    call a:page.fact('Token', stored ? 'stored in ' . gitxplorer#signin#folder()
          \ : get(s:sources, source, 'in use'))
    call a:page.fact('Sign out', ':GitXplorer logout')
    call a:page.keys('<CR> open')
  elseif state ==# 'pending' && has_key(result, 'userCode')
    let page = {'key': 'page', 'url': result.verificationUri}
    call a:page.paragraph('Enter the code on the page; this buffer then confirms the sign-in.'
          \ . (get(a:state, 'copied', 0) ? ' It is on the clipboard.' : ''))
    call a:page.add('')
    call a:page.fact('Code', gitxplorer#text#plain(result.userCode), page)
    call a:page.fact('Page', gitxplorer#text#plain(result.verificationUri), page)
    call a:page.fact('Good until', gitxplorer#text#time#until(result.expiresAt))
    call a:page.keys('<C-b> open the page')
  elseif state ==# 'token'
    call s:offer(a:page, gitxplorer#text#page(result.tokenUrl))
  else
    let hourly = gitxplorer#server#upstream() ==# 'GitHub'
          \ ? ': GitHub allows 60 requests per hour, 5,000 with a sign-in' : ''
    let says = {
          \ 'anonymous': 'Not signed in' . hourly . '.',
          \ 'pending': 'A sign-in is in progress elsewhere.',
          \ 'invalid': gitxplorer#text#sentence(gitxplorer#server#upstream())
          \   . ' no longer accepts the token in use.'}
    call a:page.paragraph(get(a:state, 'remark', '') !=# '' ? a:state.remark
          \ : get(says, state, says.anonymous))
    call a:page.add('')
    call a:page.facts(['Press <CR> here to sign in', ':GitXplorer login'],
          \ {'key': 'begin', 'run': 'gitxplorer#signin#begin'})
    call a:page.keys('<CR> sign in')
  endif
endfunction

" What works without an OAuth client id; `url` is the page that makes tokens, or ''.
function! s:offer(page, url) abort
  call a:page.paragraph('The server has no OAuth client id for a sign-in by code. A token works:')
  call a:page.add('')
  if a:url !=# ''
    call a:page.fact('Make one', a:url, {'key': 'page', 'url': a:url})
  endif
  call a:page.fact('Paste it', 'Press <CR> here. What you paste is not shown.',
        \ {'key': 'begin', 'run': 'gitxplorer#signin#paste'})
  if gitxplorer#server#upstream() ==# 'GitHub'
    call a:page.fact('Or with gh', 'gh auth token | gitxplorer login --with-token')
    call a:page.fact('', 'in a shell, then start Vim again')
  endif
  call call(a:page.keys, ['<CR> paste'] + (a:url ==# '' ? [] : ['<C-b> open the page']), a:page)
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
