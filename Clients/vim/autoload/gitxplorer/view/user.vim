" A user: profile, totals, a bar per language, the repositories with most stars.

scriptencoding utf-8

let s:cpoptions = &cpoptions
set cpoptions&vim

function! gitxplorer#view#user#render(page, state) abort
  let result = a:state.result
  let user = result.user
  let login = gitxplorer#text#plain(user.login)
  let name = gitxplorer#text#plain(get(user, 'name', v:null))
  let own = {'key': 'user', 'url': user.profileUrl}
  call gitxplorer#address#note('logins', user.login)
  call a:page.title(name ==# '' ? login : name . '  @' . login,
        \ gitxplorer#view#age(a:state), own)
  call s:about(a:page, user)
  let all = {'key': 'all', 'open': gitxplorer#address#repos(user.login), 'url': user.profileUrl}
  call a:page.add(gitxplorer#text#fit(' ' . join([
        \ '★ ' . gitxplorer#text#count(result.totalStars, 'star', 'stars'),
        \ gitxplorer#text#count(result.totalRepositories, 'repository', 'repositories'),
        \ gitxplorer#text#count(user.followers, 'follower', 'followers'),
        \ gitxplorer#text#number(user.following) . ' following'], ' · '), a:page.columns), all)
  call s:languages(a:page, result)
  call s:best(a:page, result, all)
  call a:page.keys('<CR> open', '<C-b> in the browser', 's stargazers')
endfunction

function! s:about(page, user) abort
  let bio = gitxplorer#text#plain(get(a:user, 'bio', v:null))
  if bio !=# ''
    call a:page.paragraph(bio)
  endif
  let facts = [gitxplorer#text#plain(get(a:user, 'type', ''))]
  for name in ['company', 'location']
    call add(facts, gitxplorer#text#plain(get(a:user, name, v:null)))
  endfor
  call add(facts, 'since ' . strpart(gitxplorer#text#plain(get(a:user, 'createdAt', '')), 0, 4))
  call a:page.paragraph(join(filter(facts, 'v:val !=# "" && v:val !=# "since "'), ' · '))
  let blog = gitxplorer#text#plain(get(a:user, 'blog', v:null))
  if blog !=# ''
    call a:page.add(gitxplorer#text#fit(' ' . blog, a:page.columns),
          \ {'key': 'blog', 'url': blog =~# '://' ? blog : 'https://' . blog})
  endif
  call a:page.add('')
endfunction

function! s:languages(page, result) abort
  let languages = a:result.languages[: 9]
  if empty(languages)
    return
  endif
  call a:page.add('').section('Languages', get(a:result, 'favoriteLanguage', v:null) is v:null
        \ ? '' : 'favorite ' . gitxplorer#text#plain(a:result.favoriteLanguage))
  let rows = map(copy(languages), {_, item -> [gitxplorer#text#plain(item.language),
        \ gitxplorer#text#number(item.repositories), gitxplorer#text#number(item.stars) . ' ★']})
  let widths = map(range(3), {column -> max(map(copy(rows), 'strdisplaywidth(v:val[column])'))})
  let widths[0] = min([widths[0], 18])
  let room = min([a:page.columns - widths[0] - widths[1] - widths[2] - 9, 48])
  let index = 0
  for row in rows
    let bar = gitxplorer#text#bar(languages[index].repositories, languages[0].repositories, room)
    call a:page.add('   ' . gitxplorer#text#left(gitxplorer#text#fit(row[0], widths[0]), widths[0])
          \ . '  ' . gitxplorer#text#left(bar, room) . ' '
          \ . gitxplorer#text#right(row[1], widths[1]) . '  '
          \ . gitxplorer#text#right(row[2], widths[2]), {'key': 'language ' . row[0]})
    let index += 1
  endfor
  let more = len(a:result.languages) - len(languages)
  if more > 0
    call a:page.add('   and ' . more . ' more')
  endif
endfunction

function! s:best(page, result, all) abort
  if empty(a:result.topRepositories)
    return
  endif
  call a:page.add('').section('Most stars', '')
  call gitxplorer#view#repos#rows(a:page, a:result.topRepositories)
  if a:result.totalRepositories > len(a:result.topRepositories)
    call a:page.add('   All ' . gitxplorer#text#number(a:result.totalRepositories)
          \ . ' repositories …', a:all)
  endif
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
