" An error in full: its sentence, its subject, and what to do.

scriptencoding utf-8

let s:cpoptions = &cpoptions
set cpoptions&vim

function! gitxplorer#view#error#render(page, state) abort
  let error = a:state.error
  let data = type(get(error, 'data', {})) == v:t_dict ? get(error, 'data', {}) : {}
  for line in gitxplorer#text#wrap(gitxplorer#text#plain(error.message), a:page.columns - 4)
    call a:page.add(' ▌ ' . line, {'key': 'error', 'url': get(data, 'profileUrl', '')})
  endfor
  call a:page.add('')
  call s:facts(a:page, data)
  let kind = get(data, 'kind', '')
  " A status of 451 is a legal block, for everybody.
  if index(g:gitxplorer#kinds#sign_in, kind) >= 0 && get(data, 'status', 0) isnot 451
        \ && a:state.parsed.kind !=# 'login'
    call a:page.fact('Sign in', ':GitXplorer login',
          \ {'key': 'login', 'run': 'gitxplorer#signin#open'})
  endif
  if a:state.result is v:null
    call a:page.fact('Ask again', '<C-r>')
    call call(a:page.keys, (get(data, 'profileUrl', '') ==# '' ? [] : ['<C-b> open the page'])
          \ + ['q close'], a:page)
  elseif a:state.parsed.kind !=# 'login'
    call a:page.fact('Ask again', '<C-r>')
  elseif a:page.lines[-1] ==# ''
    call remove(a:page.lines, -1)
    call remove(a:page.items, -1)
  endif
endfunction

function! s:facts(page, data) abort
  let url = gitxplorer#text#page(get(a:data, 'profileUrl', ''))
  if url !=# ''
    call a:page.fact('Page', url, {'key': 'page', 'url': url})
  endif
  if has_key(a:data, 'resetAt')
    call a:page.fact('Opens again', gitxplorer#text#time#until(a:data.resetAt))
  elseif has_key(a:data, 'retryAfterSeconds')
    call a:page.fact('Opens again',
          \ 'in ' . gitxplorer#text#time#span(float2nr(a:data.retryAfterSeconds * 1.0)))
  endif
  for [name, member] in [['GitHub says', 'message'], ['Server says', 'stderr'],
        \ ['Setting', 'setting'], ['Incident', 'incident']]
    if gitxplorer#text#plain(get(a:data, member, v:null)) !=# ''
      call a:page.fact(name, gitxplorer#text#plain(a:data[member]))
    endif
  endfor
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
