" Text in columns. Untrusted text becomes one line without control characters.

scriptencoding utf-8

let s:cpoptions = &cpoptions
set cpoptions&vim

" Controls, and characters that reorder or hide others: each shown as its escape. With
" `\Z` they are found before a combining character too.
let s:obeyed = '\Z[\x01-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202f'
      \ . '\u2060-\u206f\ufeff\ufff9-\ufffb\U00013430-\U0001343f\U0001bca0-\U0001bca3'
      \ . '\U0001d173-\U0001d17a\U000e0000-\U000e007f]'
" Joiners and variation selectors, on whose width terminals disagree.
let s:widthless = '\Z[\u200c\u200d\ufe00-\ufe0f]'

" Any JSON value as one line of safe text.
function! gitxplorer#text#plain(value) abort
  if type(a:value) != v:t_string
    return a:value is v:null ? '' : string(a:value)
  endif
  return trim(s:visible(substitute(a:value, '[\r\n\t ]\+', ' ', 'g')))
endfunction

" A text of several lines as a list of safe lines, with blanks for tabs.
function! gitxplorer#text#lines(text) abort
  let lines = split(substitute(a:text, '\r\n\=', '\n', 'g'), '\n', 1)
  return map(lines, {_, line -> line ==# '' ? '' : gitxplorer#text#inert(s:expanded(line))})
endfunction

function! s:expanded(line) abort
  let parts = map(split(a:line, '\t', 1), 'v:val ==# "" ? "" : s:visible(v:val)')
  if len(parts) > 100
    " This is no table, and to align it would take long.
    return join(parts, repeat(' ', 8))
  endif
  let column = strdisplaywidth(parts[0])
  for index in range(1, len(parts) - 1)
    let blanks = 8 - column % 8
    let column += blanks + strdisplaywidth(parts[index])
    let parts[index] = repeat(' ', blanks) . parts[index]
  endfor
  return join(parts, '')
endfunction

" The text with an escape for each character that would be obeyed.
function! s:visible(text) abort
  " A pattern sees each character only if none joins the one before it.
  if a:text !~# s:obeyed && (strlen(a:text) == strchars(a:text)
        \ || strchars(a:text) == strchars(a:text, 1) && a:text !~# s:widthless)
    return a:text
  endif
  return join(map(str2list(a:text, 1), {_, number -> has_key(s:shown, number)
        \ ? s:shown[number] : s:show(number)}), '')
endfunction

" How each character is shown that has been asked for, by its number: a text may have many.
let s:shown = {}

function! s:show(number) abort
  let character = nr2char(a:number, 1)
  let s:shown[a:number] = a:number >= 32 && a:number < 127 ? character
        \ : character =~# s:widthless ? ''
        \ : character =~# s:obeyed ? s:escape(a:number) : character
  return s:shown[a:number]
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

" The address of a web site as people write it, perhaps without a scheme.
function! gitxplorer#text#link(site) abort
  return a:site =~# '://' ? a:site : 'https://' . a:site
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

" The text as the beginning of a sentence: `the sandbox` is in the middle of one.
function! gitxplorer#text#sentence(text) abort
  return substitute(a:text, '^the ', 'The ', '')
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

let &cpoptions = s:cpoptions
unlet s:cpoptions
