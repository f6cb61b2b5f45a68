" Text in columns. Untrusted text becomes one line without control characters.

scriptencoding utf-8

let s:cpoptions = &cpoptions
set cpoptions&vim

" Controls, and characters that reorder or hide others: each shown as its escape.
let s:obeyed = '[\x01-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202f'
      \ . '\u2060-\u206f\ufeff\ufff9-\ufffb\U00013430-\U0001343f\U0001bca0-\U0001bca3'
      \ . '\U0001d173-\U0001d17a\U000e0000-\U000e007f]'
" Joiners and variation selectors, on whose width terminals disagree.
let s:widthless = '[\u200c\u200d\ufe00-\ufe0f]'

" Any JSON value as one line of safe text.
function! gitxplorer#text#plain(value) abort
  if type(a:value) != v:t_string
    return a:value is v:null ? '' : string(a:value)
  endif
  let text = substitute(a:value, '[\r\n\t ]\+', ' ', 'g')
  if strlen(text) == strchars(text) && text !~# s:obeyed
    return trim(text)
  endif
  " One by one: Neovim's patterns do not see a character that joins the one before it.
  return trim(join(map(str2list(text, 1), {_, number -> s:shown(number)}), ''))
endfunction

function! s:shown(number) abort
  let character = nr2char(a:number, 1)
  return a:number >= 32 && a:number < 127 ? character
        \ : character =~# s:widthless ? ''
        \ : character =~# s:obeyed ? s:escape(a:number) : character
endfunction

function! s:escape(number) abort
  return printf(a:number < 256 ? '\x%02x' : '\u%04x', a:number)
endfunction

" The line without a modeline: a no-break space, which looks the same, replaces the blank before it.
" 'nomodeline' is not enough, for the user or another plugin may set 'modeline' at any time.
function! gitxplorer#text#inert(line) abort
  return substitute(a:line, '\%(^\|\s\)\ze\c\%(vi\|ex\|vim[<=>]\=\d*\):', nr2char(160), 'g')
endfunction

" A page that a browser may open, or ''.
function! gitxplorer#text#page(value) abort
  let fine = type(a:value) == v:t_string && a:value =~? '^https\?://[^[:space:]]\+$'
        \ && gitxplorer#text#plain(a:value) ==# a:value
  return fine ? a:value : ''
endfunction

" The text in at most `columns` columns, ended with an ellipsis where it is cut.
function! gitxplorer#text#fit(text, columns) abort
  if strdisplaywidth(a:text) <= a:columns
    return a:text
  endif
  let room = a:columns - strdisplaywidth('…')
  return room < 0 ? '' : trim(printf('%.*S', room, a:text), ' ', 2) . '…'
endfunction

" The text in exactly `columns` columns, or more where it is longer.
function! gitxplorer#text#left(text, columns) abort
  return a:text . repeat(' ', a:columns - strdisplaywidth(a:text))
endfunction

function! gitxplorer#text#right(text, columns) abort
  return repeat(' ', a:columns - strdisplaywidth(a:text)) . a:text
endfunction

" `left` and `right` at the two ends of a line; `left` gives way.
function! gitxplorer#text#ends(left, right, columns) abort
  let room = a:columns - strdisplaywidth(a:right) - 2
  return a:right ==# '' || room < 8 ? gitxplorer#text#fit(a:left, a:columns)
        \ : gitxplorer#text#left(gitxplorer#text#fit(a:left, room), room + 2) . a:right
endfunction

" The text in lines of at most `columns` columns, broken between words where there are any.
function! gitxplorer#text#wrap(text, columns) abort
  let columns = max([a:columns, 8])
  let lines = []
  let line = ''
  for word in split(a:text, ' ')
    if line !=# '' && strdisplaywidth(line . ' ' . word) <= columns
      let line .= ' ' . word
      continue
    endif
    if line !=# ''
      call add(lines, line)
    endif
    while strdisplaywidth(word) > columns
      let part = printf('%.*S', columns, word)
      call add(lines, part)
      let word = strpart(word, strlen(part))
    endwhile
    let line = word
  endfor
  return line ==# '' ? lines : add(lines, line)
endfunction

" 1234567 as 1,234,567.
function! gitxplorer#text#number(value) abort
  if type(a:value) != v:t_number && type(a:value) != v:t_float
    return '-'
  endif
  return substitute(printf('%.0f', a:value * 1.0), '\d\zs\ze\%(\d\{3}\)\+$', ',', 'g')
endfunction

" `1 star`, `2 stars`, `1 repository`, `2 repositories`.
function! gitxplorer#text#count(value, one, more) abort
  return gitxplorer#text#number(a:value) . ' ' . (a:value is 1 ? a:one : a:more)
endfunction

" A bar of blocks for `value` out of `most`; a value above 0 is always visible.
function! gitxplorer#text#bar(value, most, columns) abort
  let block = &encoding ==# 'utf-8' ? '█' : '#'
  let room = a:columns / strdisplaywidth(block)
  let blocks = float2nr(a:value * 1.0 * room / max([a:most, 1]))
  return repeat(block, a:value > 0 ? min([max([blocks, 1]), room]) : 0)
endfunction

" Seconds since 1970 of an RFC 3339 time in UTC, or -1.
function! gitxplorer#text#seconds(time) abort
  let pattern = '^\(\d\{4}\)-\(\d\d\)-\(\d\d\)T\(\d\d\):\(\d\d\):\(\d\d\)'
  let parts = type(a:time) == v:t_string ? matchlist(a:time, pattern) : []
  if empty(parts)
    return -1
  endif
  let [year, month, day, hour, minute, second] = map(parts[1 : 6], 'str2nr(v:val)')
  " Days of the proleptic Gregorian calendar, with years that begin in March.
  let years = year - (month <= 2)
  let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
  let days = years * 365 + years / 4 - years / 100 + years / 400 + of_year - 719468
  return ((days * 24 + hour) * 60 + minute) * 60 + second
endfunction

" The distance of a time from now: `3 min`, `2 h`, `5 days`.
function! gitxplorer#text#span(seconds) abort
  let seconds = max([a:seconds, 0])
  return seconds < 90 ? seconds . ' s'
        \ : seconds < 5400 ? (seconds + 30) / 60 . ' min'
        \ : seconds < 129600 ? (seconds + 1800) / 3600 . ' h'
        \ : (seconds + 43200) / 86400 . ' days'
endfunction

" `14:05 (in 12 min)` of a time to come, in the local zone; `now` of one that has passed.
function! gitxplorer#text#until(time) abort
  let seconds = gitxplorer#text#seconds(a:time)
  let left = seconds - localtime()
  return seconds < 0 ? '' : left <= 0 ? 'now'
        \ : strftime('%H:%M', seconds) . ' (in ' . gitxplorer#text#span(left) . ')'
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
