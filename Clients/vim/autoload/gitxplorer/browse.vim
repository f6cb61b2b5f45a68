" Opens pages in the browser: only http and https, and never through a shell.

let s:cpoptions = &cpoptions
set cpoptions&vim

function! gitxplorer#browse#open(url) abort
  let url = gitxplorer#text#page(a:url)
  if url ==# ''
    call gitxplorer#tell('only http and https pages are opened.')
  elseif has('nvim')
    let failure = luaeval('select(2, vim.ui.open(_A)) or ""', url)
    if failure !=# ''
      call gitxplorer#tell('no program opens ' . url)
    endif
  else
    call s:start(url)
  endif
endfunction

" The page at `path` of the site that the first of these pages is on, otherwise of GitHub.
function! gitxplorer#browse#page(pages, path) abort
  let site = matchstr(get(a:pages, 0, ''), '^https\?://[^/]\+')
  return (site ==# '' ? 'https://github.com' : site) . '/' . a:path
endfunction

function! s:start(url) abort
  let browser = split(get(split($BROWSER, ':'), 0, ''))
  let command = gitxplorer#browse#command(browser, a:url)
  if empty(command)
    call gitxplorer#tell('$BROWSER would run the page as code; name a program.')
    return
  endif
  let found = filter((empty(browser) ? [] : [command])
        \ + [['xdg-open', a:url], ['wslview', a:url], ['open', a:url]],
        \ {_, words -> executable(words[0])})
  if empty(found)
    call gitxplorer#tell('no program opens ' . a:url . '; set $BROWSER.')
    return
  endif
  " Vim stops its jobs when it exits; the browser must keep running.
  call job_start(found[0],
        \ {'in_io': 'null', 'out_io': 'null', 'err_io': 'null', 'stoponexit': ''})
endfunction

" The words of $BROWSER with the page as an argument of its own, for `%s` or at the end; [] if they
" have quotes, or `%s` within a word, or run what follows, as in `sh -c`.
function! gitxplorer#browse#command(words, url) abort
  let at = index(a:words, '%s')
  let before = at < 0 ? a:words : at > 0 ? a:words[: at - 1] : []
  let after = at < 0 ? [] : a:words[at + 1 :]
  if join(before + after) =~# '%s\|["''\\]' || !empty(before)
        \ && before[-1] =~# '^\%(-\w*[ceS]\|--\%(eval\|command\|execute\|split-string\)\)$'
    return []
  endif
  return before + [a:url] + after
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
