" Times as the server writes them, and their distance from now.

scriptencoding utf-8

let s:cpoptions = &cpoptions
set cpoptions&vim

" The day and the year of an RFC 3339 time. Any other text is cut between characters, for half of
" one is no valid text.
function! gitxplorer#text#time#day(time) abort
  return strcharpart(gitxplorer#text#plain(a:time), 0, 10)
endfunction

function! gitxplorer#text#time#year(time) abort
  return strcharpart(gitxplorer#text#plain(a:time), 0, 4)
endfunction

" Seconds since 1970 of an RFC 3339 time in UTC, or -1.
function! gitxplorer#text#time#seconds(time) abort
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
function! gitxplorer#text#time#span(seconds) abort
  let seconds = max([a:seconds, 0])
  return seconds < 90 ? seconds . ' s'
        \ : seconds < 5400 ? (seconds + 30) / 60 . ' min'
        \ : seconds < 129600 ? (seconds + 1800) / 3600 . ' h'
        \ : (seconds + 43200) / 86400 . ' days'
endfunction

" `14:05 (in 12 min)` of a time to come, in the local zone; `now` of one that has passed.
function! gitxplorer#text#time#until(time) abort
  let seconds = gitxplorer#text#time#seconds(a:time)
  let left = seconds - localtime()
  return seconds < 0 ? '' : left <= 0 ? 'now'
        \ : strftime('%H:%M', seconds) . ' (in ' . gitxplorer#text#time#span(left) . ')'
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
