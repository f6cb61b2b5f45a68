" Random users.

scriptencoding utf-8

let s:cpoptions = &cpoptions
set cpoptions&vim

function! gitxplorer#view#random#render(page, state) abort
  let users = a:state.result.users
  call a:page.title(gitxplorer#view#title(a:state.parsed, '', gitxplorer#text#number(len(users))),
        \ gitxplorer#view#state(a:state), {})
  call gitxplorer#rows#people#typed(a:page, users)
  let parsed = a:state.parsed
  let drawn = get(parsed.settings, 'count', 15)
  let seed = get(parsed.settings, 'seed', gitxplorer#address#seed())
  let a:page.turn = {'next': gitxplorer#address#random(drawn, seed + 1)}
  if seed > 0
    let a:page.turn.previous = gitxplorer#address#random(drawn, seed - 1)
  endif
  call gitxplorer#rows#people#keys(a:page, ']] draw others')
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
