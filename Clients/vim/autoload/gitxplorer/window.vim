" The windows on a buffer: their width, and their cursors while its lines change.

let s:cpoptions = &cpoptions
set cpoptions&vim

" The columns that every window on the buffer has for text.
function! gitxplorer#window#columns(buffer) abort
  let windows = map(win_findbuf(a:buffer), 'getwininfo(v:val)[0]')
  return empty(windows) ? &columns : min(map(windows, 'v:val.width - v:val.textoff'))
endfunction

" By window: the cursor, its item, and its line below the window's top.
function! gitxplorer#window#places(buffer, items) abort
  let places = {}
  for window in win_findbuf(a:buffer)
    let [_, lnum, column, _, want] = getcurpos(window)
    let places[window] = {'key': get(get(a:items, lnum - 1, {}), 'key', ''), 'lnum': lnum,
          \ 'col': column - 1, 'curswant': want - 1, 'below': lnum - getwininfo(window)[0].topline}
  endfor
  return places
endfunction

" Moves the cursors back to their items, at the same height.
function! gitxplorer#window#restore(places, items) abort
  let keys = map(copy(a:items), "get(v:val, 'key', '')")
  for [window, place] in items(a:places)
    let found = place.key ==# '' ? -1 : index(keys, place.key)
    let lnum = found >= 0 ? found + 1 : min([place.lnum, len(keys)])
    let view = {'lnum': lnum, 'col': place.col, 'curswant': place.curswant,
          \ 'topline': max([lnum - place.below, 1])}
    call win_execute(window, 'call winrestview(' . string(view) . ')')
  endfor
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
