" Shows each page of the file $GITXPLORER_PAGES, one per line, and writes the outcome to the
" file $GITXPLORER_FOUND: the lines, the options that differ from those of the first page of its
" address, and the errors.

set nocompatible encoding=utf-8 noswapfile viminfo= hidden nomore
filetype plugin on
syntax on
runtime! plugin/gitxplorer.vim
" Every line is checked for a modeline, and modelines may do everything that they can.
set modeline modelines=9999 foldenable title
if exists('+modelineexpr')
  set modelineexpr
endif
set statusline=%f%m%r%y titlestring=%f%m
autocmd User Theirs let g:raised = 1
" No server answers; the results are put where its answers would be.
let g:gitxplorer_command = ['sh', '-c', 'cat >/dev/null']

function! s:options() abort
  let options = extend(copy(getbufvar('', '&')), copy(getwinvar(0, '&')))
  return filter(options, {name, _ -> index(['scroll', 'winhighlight'], name) < 0})
endfunction

function! s:differences(options, others) abort
  return filter(copy(a:options), {name, value -> get(a:others, name, v:null) isnot# value})
endfunction

let s:first = {}

function! s:show(page) abort
  let v:errmsg = ''
  execute 'edit' fnameescape(a:page.address)
  let state = gitxplorer#buffer#state(bufnr(''))
  call gitxplorer#requests#cancel(state)
  let part = a:page.part ==# '' ? state : state.parts[a:page.part]
  call extend(part, {'error': v:null, 'result': a:page.result})
  call gitxplorer#buffer#show(bufnr(''))
  doautocmd User Theirs
  doautocmd BufRead
  filetype detect
  set modeline
  doautocmd User Theirs
  redraw
  " The scripts of other file types take back keys that they never mapped (E31).
  let options = s:options()
  for line in getline(1, '$')
    " Neovim encodes no such text, and Vim hides the fault.
    if list2str(str2list(line, 1), 1) !=# line
      return {'error': 'invalid UTF-8 in ' . strtrans(line)}
    endif
  endfor
  let s:first[a:page.address] = get(s:first, a:page.address, options)
  return {'lines': getline(1, '$'), 'differences': s:differences(options, s:first[a:page.address]),
        \ 'pwned': exists('g:pwned'), 'strange': part.error is v:null ? '' : part.error.message,
        \ 'error': substitute(v:errmsg, '^E31: .*', '', '')}
endfunction

let s:found = []
for s:line in readfile($GITXPLORER_PAGES)
  if has('nvim')
    " As the connection does it; the file has no backslash before these.
    let s:line = substitute(s:line, '\\u0000', '\\\\x00', 'g')
  endif
  try
    let s:outcome = json_encode(s:show(json_decode(s:line)))
  catch
    let s:outcome = json_encode({'error': v:exception . ' in ' . v:throwpoint})
  endtry
  call add(s:found, s:outcome)
endfor
call writefile(s:found, $GITXPLORER_FOUND)
qall!
