" The command :GitXplorer: its subcommands, their arguments and their completion.

let s:cpoptions = &cpoptions
set cpoptions&vim

" The subcommands in the order in which they are listed, and their arguments.
let s:subcommands = [
      \ ['random', '[COUNT]'],
      \ ['user', 'LOGIN'],
      \ ['repos', 'LOGIN'],
      \ ['repo', 'OWNER/NAME'],
      \ ['readme', 'OWNER/NAME'],
      \ ['history', 'OWNER/NAME'],
      \ ['stargazers', 'OWNER/NAME'],
      \ ['starred', 'LOGIN'],
      \ ['followers', 'LOGIN'],
      \ ['following', 'LOGIN'],
      \ ['search', '[--repositories] QUERY'],
      \ ['rate', ''],
      \ ['login', ''],
      \ ['logout', ''],
      \ ]
let s:arguments = {}
for [s:name, s:argument] in s:subcommands
  let s:arguments[s:name] = s:argument
endfor
unlet s:name s:argument

" All subcommands with their arguments.
function! gitxplorer#usage() abort
  return join(map(copy(s:subcommands), 'trim(join(v:val))'), ' | ')
endfunction

" Runs `:GitXplorer TEXT`; with a bang the result is shown in a picker.
function! gitxplorer#command(bang, mods, text) abort
  let text = trim(a:text)
  let name = matchstr(text, '^\S*')
  let argument = trim(text[strlen(name) :])
  if name ==# ''
    call gitxplorer#buffer#open('gitxplorer://help', a:mods)
  elseif !has_key(s:arguments, name)
    let meant = gitxplorer#names#nearest(name, keys(s:arguments))
    call gitxplorer#complain(meant ==# '' ? 'no subcommand ' . name . '; :GitXplorer lists them.'
          \ : 'try :GitXplorer ' . meant . '; there is no ' . name . '.')
  elseif (name ==# 'login' || name ==# 'logout') && argument ==# ''
    call gitxplorer#buffer#open('gitxplorer://login', a:mods)
    call gitxplorer#signin#{name ==# 'login' ? 'begin' : 'end'}(bufnr(''))
  else
    let address = s:address(name, argument)
    if address ==# '' && argument !=# '' && s:arguments[name] ==# 'OWNER/NAME'
      call gitxplorer#complain('a repository is OWNER/NAME, such as octocat/Hello-World, found '''
            \ . argument . '''.')
    elseif address ==# ''
      call gitxplorer#complain(trim('usage: :GitXplorer ' . name . ' ' . s:arguments[name]))
    elseif a:bang
      call s:pick(address)
    else
      call gitxplorer#buffer#open(address, a:mods)
      call gitxplorer#buffer#go_to_part(name)
    endif
  endif
endfunction

" The address of a subcommand, or '' if its argument is invalid.
function! s:address(name, argument) abort
  let takes = s:arguments[a:name]
  if a:name ==# 'random' && a:argument =~# '^\d*$'
    " A draw has a seed, so that going back to it shows the same users.
    return gitxplorer#address#random(a:argument ==# '' ? 15 : str2nr(a:argument),
          \ gitxplorer#address#seed())
  elseif a:name ==# 'rate' && a:argument ==# ''
    return 'gitxplorer://rate'
  elseif takes ==# 'OWNER/NAME'
    " The README and the history are parts of the repository's page.
    let kind = a:name ==# 'stargazers' ? 'stargazers' : 'repo'
    let full_name = gitxplorer#names#repository(a:argument)
    return full_name ==# '' ? '' : gitxplorer#address#of_repository(kind, full_name)
  elseif takes ==# 'LOGIN' && a:argument !=# ''
    " What no login can be, the server refuses with the reason.
    return gitxplorer#address#of_person(a:name, gitxplorer#names#login(a:argument))
  elseif a:name ==# 'search'
    let query = matchstr(a:argument, '^--repositories\s\+\zs.*')
    return query !=# '' ? gitxplorer#address#search(query, 'repositories')
          \ : a:argument =~# '^\%(--repositories\)\=$' ? ''
          \ : gitxplorer#address#search(a:argument, 'users')
  endif
  return ''
endfunction

function! s:pick(address) abort
  if !has('nvim')
    call gitxplorer#complain('pickers need Neovim; leave out the !')
    return
  endif
  call luaeval("require('gitxplorer').pick(_A)", a:address)
endfunction

" Completes subcommands, then logins and repositories that this session has shown.
function! gitxplorer#complete(lead, line, position) abort
  let words = split(a:line[: a:position - 1], '\s\+', 1)
  let start = match(words, '^GitX\|GitXplorer')
  let words = words[max([start, 0]) + 1 :]
  let takes = get(s:arguments, get(words, 0, ''), '')
  if len(words) <= 1
    let candidates = map(copy(s:subcommands), 'v:val[0]')
  elseif takes ==# 'OWNER/NAME'
    let candidates = gitxplorer#seen#names('repositories')
  elseif words[0] ==# 'search'
    let candidates = (len(words) == 2 ? ['--repositories'] : [])
          \ + gitxplorer#seen#names('logins')
  else
    let candidates = takes ==# 'LOGIN' ? gitxplorer#seen#names('logins') : []
  endif
  return filter(candidates, 'stridx(tolower(v:val), tolower(a:lead)) == 0')
endfunction

" Reports a command that cannot be executed.
function! gitxplorer#complain(sentence) abort
  call s:say(a:sentence, 'ErrorMsg')
endfunction

" Shows a message that no command waits for: in Normal mode, so that it does not cover typed text.
function! gitxplorer#tell(text) abort
  if mode(1) !=# 'n'
    call timer_start(300, {_ -> gitxplorer#tell(a:text)})
    return
  endif
  call s:say(a:text, 'None')
endfunction

" Shows a message on one line, so that it asks for no key.
function! s:say(text, highlight) abort
  let text = gitxplorer#text#plain(a:text)
  let named = 'GitXplorer: ' . text
  redraw
  execute 'echohl' a:highlight
  echomsg gitxplorer#text#fit(strdisplaywidth(named) > v:echospace ? text : named, v:echospace)
  echohl None
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
