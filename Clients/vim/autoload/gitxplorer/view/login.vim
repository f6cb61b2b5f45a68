" The state of the sign-in, and the code for it.

scriptencoding utf-8

let s:cpoptions = &cpoptions
set cpoptions&vim

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
  else
    let says = {
          \ 'anonymous': 'Not signed in: GitHub allows 60 requests an hour, 5,000 with a sign-in.',
          \ 'pending': 'A sign-in is in progress elsewhere.',
          \ 'invalid': 'GitHub no longer accepts the token in use.'}
    call a:page.paragraph(get(a:state, 'remark', '') !=# '' ? a:state.remark
          \ : get(says, state, says.anonymous))
    call a:page.add('')
    call a:page.add('   Press <CR> here to sign in by code.',
          \ {'key': 'begin', 'run': 'gitxplorer#signin#begin'})
    call a:page.keys('<CR> sign in')
  endif
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
