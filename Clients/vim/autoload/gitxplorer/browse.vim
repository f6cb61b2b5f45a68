" Opens pages in the browser: only http and https, and never through a shell.

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

function! s:start(url) abort
  let browser = split(get(split($BROWSER, ':'), 0, ''))
  let found = filter([browser, ['xdg-open'], ['wslview'], ['open']],
        \ {_, command -> !empty(command) && executable(command[0])})
  if empty(found)
    call gitxplorer#tell('no program opens ' . a:url . '; set $BROWSER.')
    return
  endif
  " Vim stops its jobs when it exits; the browser must keep running.
  call job_start(found[0] + [a:url],
        \ {'in_io': 'null', 'out_io': 'null', 'err_io': 'null', 'stoponexit': ''})
endfunction
