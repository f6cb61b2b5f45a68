" A plot of a value over time, in characters: time to the right, the value upward.

scriptencoding utf-8

let s:cpoptions = &cpoptions
set cpoptions&vim

" Lines of at most `columns` columns for `points`, each [seconds, value], oldest first. Values
" between two points lie on a line, and a value above 0 is always visible.
function! gitxplorer#rows#plot#lines(points, columns, height) abort
  let blocks = &encoding ==# 'utf-8' ? split('▁▂▃▄▅▆▇█', '\zs') : ['#']
  let width = strdisplaywidth(blocks[-1])
  let most = 0.0
  for point in a:points
    let most = point[1] > most ? point[1] * 1.0 : most
  endfor
  let levels = map(s:values(a:points, a:columns / width), {_, value -> value <= 0 ? 0
        \ : max([float2nr(value * a:height * len(blocks) / most + 0.5), 1])})
  let lines = []
  for row in range(a:height - 1, 0, -1)
    let cells = map(copy(levels), {_, level -> level <= row * len(blocks) ? repeat(' ', width)
          \ : blocks[min([level - row * len(blocks), len(blocks)]) - 1]})
    call add(lines, join(cells, ''))
  endfor
  return lines
endfunction

" The values at `count` times, from the first point's time to the last one's.
function! s:values(points, count) abort
  let first = a:points[0][0]
  let span = a:points[-1][0] - first
  let next = 1
  let values = []
  for index in range(a:count)
    let time = first + span * index * 1.0 / max([a:count - 1, 1])
    while next < len(a:points) - 1 && a:points[next][0] < time
      let next += 1
    endwhile
    let [before, after] = a:points[next - 1 : next]
    let part = after[0] == before[0] ? 1.0 : (time - before[0]) / (after[0] - before[0])
    call add(values, before[1] + (after[1] - before[1]) * (part > 1 ? 1.0 : part))
  endfor
  return values
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
