" How many stars a repository had when: a plot, with the dates and counts at its ends.

scriptencoding utf-8

let s:cpoptions = &cpoptions
set cpoptions&vim

function! gitxplorer#view#history#heading() abort
  return 'Stars'
endfunction

function! gitxplorer#view#history#render(page, part) abort
  let result = a:part.result
  call a:page.section('Stars', gitxplorer#view#age(a:part), {'key': 'history'})
  let points = filter(map(copy(result.points), {_, point ->
        \ [gitxplorer#text#time#seconds(point.at), point.stars, point.at]}), 'v:val[0] >= 0')
  call sort(points, {a, b -> a[0] - b[0]})
  let columns = min([a:page.columns - 6, 72])
  if len(points) > 1 && result.stars > 0
    for line in gitxplorer#rows#plot#lines(points, columns, 4)
      call a:page.add('   ' . line)
    endfor
    call s:ends(a:page, points[0], points[-1], columns)
  else
    call a:page.add(' ' . (result.stars > 0
          \ ? gitxplorer#text#count(result.stars, 'star', 'stars') . ' now.' : 'No stars yet.'))
  endif
  if get(result, 'complete', v:true) is v:false
    call a:page.paragraph('GitHub lists only the first 40,000 stargazers; what came later is known'
          \ . ' only as the last count.')
  endif
endfunction

" The dates and counts below the two ends of the plot, on two lines if one is too narrow.
function! s:ends(page, first, last, columns) abort
  let [from, to] = map([a:first, a:last], 'gitxplorer#text#time#day(v:val[2])')
  let [before, now] = map([a:first, a:last],
        \ {_, point -> gitxplorer#text#count(point[1], 'star', 'stars')})
  let ends = [[from . ' · ' . before, to . ' · ' . now]]
  if strdisplaywidth(join(ends[0])) + 2 > a:columns
    let ends = [[from, to], [before, now]]
  endif
  for [left, right] in ends
    call a:page.add('   ' . gitxplorer#text#ends(left, right, a:columns))
  endfor
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
