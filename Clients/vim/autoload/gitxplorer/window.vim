" The windows on a buffer: their width, and their cursors while its lines change.

let s:cpoptions = &cpoptions
set cpoptions&vim

" The keys of what a page has only until its result is there, or until a sign-in.
let s:passing = ['error', 'page', 'login', 'begin']

" The columns that every window on the buffer has for text.
function! gitxplorer#window#columns(buffer) abort
  let windows = map(win_findbuf(a:buffer), 'getwininfo(v:val)[0]')
  return empty(windows) ? &columns : min(map(windows, 'v:val.width - v:val.textoff'))
endfunction

" By window: the cursor, its item, and its line below the window's top. The item of a line without
" a key is the nearest one above.
function! gitxplorer#window#places(buffer, items) abort
  let keys = s:keys(a:items)
  let places = {}
  for window in win_findbuf(a:buffer)
    let [_, lnum, column, _, want] = getcurpos(window)
    let row = min([lnum, len(keys)]) - 1
    while row > 0 && keys[row] ==# ''
      let row -= 1
    endwhile
    let key = row < 0 ? '' : keys[row]
    let places[window] = {'key': key, 'after': lnum - 1 - index(keys, key), 'lnum': lnum,
          \ 'col': column - 1, 'curswant': want - 1, 'below': lnum - getwininfo(window)[0].topline}
  endfor
  return places
endfunction

" Moves the cursors back to their items, at the same height. Where an item is gone, no line stays
" above the window that has room in it. A cursor that waited for the first item, or was on an error
" that has passed, moves to the first item.
function! gitxplorer#window#restore(places, items) abort
  let keys = s:keys(a:items)
  for [window, place] in items(a:places)
    let found = place.key ==# '' ? -1 : index(keys, place.key)
    let lnum = min([found >= 0 ? found + 1 + place.after : place.lnum, len(keys)])
    let top = lnum - place.below
    let top = found >= 0 ? top : min([top, len(keys) - winheight(window) + 1])
    if found < 0 && (place.key ==# 'first' && place.after == 0
          \ || index(s:passing, place.key) >= 0)
      let first = s:first(a:items)
      let lnum = first < 0 ? lnum : first + 1
    endif
    let view = {'lnum': lnum, 'col': place.col, 'curswant': place.curswant,
          \ 'topline': max([top, 1])}
    call win_execute(window, 'call winrestview(' . string(view) . ')')
  endfor
endfunction

" Shows the whole buffer in each window that has room for it.
function! gitxplorer#window#show_all(buffer) abort
  for window in win_findbuf(a:buffer)
    if len(getbufline(a:buffer, 1, '$')) <= winheight(window)
      call win_execute(window, "call winrestview({'topline': 1})")
    endif
  endfor
endfunction

" The index of the first item below the title that <CR> opens here, otherwise of one with a page on
" the web, or -1.
function! s:first(items) abort
  let rows = filter(range(1, len(a:items) - 1),
        \ {_, row -> has_key(a:items[row], 'open') || has_key(a:items[row], 'run')})
  return get(rows, 0, index(s:keys(a:items), 'page'))
endfunction

" Whether every window on the buffer begins below the line of this item.
function! gitxplorer#window#hides(buffer, items, key) abort
  let tops = map(win_findbuf(a:buffer), 'getwininfo(v:val)[0].topline')
  return !empty(tops) && min(tops) > index(s:keys(a:items), a:key) + 1
endfunction

function! s:keys(items) abort
  return map(copy(a:items), "get(v:val, 'key', '')")
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
