" The command :GitXplorer: its subcommands, their arguments and their completion.

let s:cpoptions = &cpoptions
set cpoptions&vim

let s:usage = {
      \ 'random': 'random [COUNT]',
      \ 'user': 'user LOGIN',
      \ 'repos': 'repos LOGIN',
      \ 'stargazers': 'stargazers OWNER/NAME',
      \ 'search': 'search QUERY',
      \ 'rate': 'rate',
      \ 'login': 'login',
      \ 'logout': 'logout',
      \ }
let s:order = ['random', 'user', 'repos', 'stargazers', 'search', 'rate', 'login', 'logout']

" Runs `:GitXplorer TEXT`; with a bang the result is shown in a picker.
function! gitxplorer#command(bang, mods, text) abort
  let text = trim(a:text)
  let name = matchstr(text, '^\S*')
  let argument = trim(text[strlen(name) :])
  if name ==# ''
    redraw
    echo ':GitXplorer ' . join(map(copy(s:order), 's:usage[v:val]'), ' | ')
  elseif !has_key(s:usage, name)
    call gitxplorer#complain('there is no subcommand ' . name . '; there are '
          \ . join(s:order, ', ') . '.')
  elseif name ==# 'login' || name ==# 'logout'
    call gitxplorer#buffer#open('gitxplorer://login', a:mods)
    call gitxplorer#signin#{name ==# 'login' ? 'begin' : 'end'}(bufnr(''))
  else
    let address = s:address(name, argument)
    if address ==# ''
      call gitxplorer#complain('usage: :GitXplorer ' . s:usage[name])
    elseif a:bang
      call s:pick(address)
    else
      call gitxplorer#buffer#open(address, a:mods)
    endif
  endif
endfunction

" The address of a subcommand, or '' if its argument is invalid.
function! s:address(name, argument) abort
  if a:name ==# 'random' && a:argument =~# '^\d*$'
    " A draw has a seed, so that going back to it shows the same users.
    return gitxplorer#address#random(a:argument ==# '' ? 15 : str2nr(a:argument),
          \ gitxplorer#address#seed())
  elseif a:name ==# 'rate' && a:argument ==# ''
    return 'gitxplorer://rate'
  elseif a:name ==# 'stargazers' && a:argument =~# '^[^/[:space:]]\+/[^/[:space:]]\+$'
    return gitxplorer#address#repository(a:argument)
  elseif (a:name ==# 'user' || a:name ==# 'repos') && a:argument =~# '^[^/[:space:]]\+$'
    return gitxplorer#address#about(a:name, a:argument)
  elseif a:name ==# 'search' && a:argument !=# ''
    return gitxplorer#address#about('search', a:argument)
  endif
  return ''
endfunction

function! s:pick(address) abort
  if !has('nvim')
    call gitxplorer#complain('lists to choose from need Neovim; leave the ! out.')
    return
  endif
  call luaeval("require('gitxplorer').pick(_A)", a:address)
endfunction

" Completes subcommands, then logins and repositories that this session has shown.
function! gitxplorer#complete(lead, line, position) abort
  let words = split(a:line[: a:position - 1], '\s\+', 1)
  let start = match(words, '^GitX\|GitXplorer')
  let words = words[max([start, 0]) + 1 :]
  if len(words) <= 1
    let candidates = copy(s:order)
  elseif words[0] ==# 'stargazers'
    let candidates = gitxplorer#address#seen('repositories')
  elseif index(['user', 'repos', 'search'], words[0]) >= 0
    let candidates = gitxplorer#address#seen('logins')
  else
    let candidates = []
  endif
  return filter(candidates, 'stridx(tolower(v:val), tolower(a:lead)) == 0')
endfunction

" Reports a command that cannot be executed.
function! gitxplorer#complain(sentence) abort
  redraw
  echohl ErrorMsg
  echomsg 'GitXplorer: ' . gitxplorer#text#plain(a:sentence)
  echohl None
endfunction

" Shows a message that no command waits for: in Normal mode and on one line, so that it neither
" covers typed text nor asks for a key.
function! gitxplorer#tell(text) abort
  if mode(1) !=# 'n'
    call timer_start(300, {_ -> gitxplorer#tell(a:text)})
    return
  endif
  redraw
  echomsg gitxplorer#text#fit('GitXplorer: ' . gitxplorer#text#plain(a:text), &columns - 20)
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
