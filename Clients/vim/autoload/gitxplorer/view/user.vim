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
  call gitxplorer#seen#note('logins', user.login)
  call a:page.title(name ==# '' ? login : name . '  @' . login,
        \ gitxplorer#view#state(a:state), own)
  call s:about(a:page, user)
  let all = {'key': 'all', 'open': gitxplorer#address#of_person('repos', user.login),
        \ 'url': user.profileUrl}
  call s:counts(a:page, result, all)
  call gitxplorer#rows#languages#add(a:page, map(copy(result.languages), {_, item ->
        \ [item.language, item.repositories, gitxplorer#text#number(item.repositories),
        \ gitxplorer#text#number(item.stars) . ' ★']}),
        \ get(result, 'favoriteLanguage', v:null) is v:null ? ''
        \ : 'favorite ' . gitxplorer#text#plain(result.favoriteLanguage), 10)
  call s:best(a:page, result, all)
  call a:page.keys('<CR> open', 'a all', 'S starred', 'f followers', 'F following',
        \ '<C-b> in the browser')
endfunction

" The counts; the cursor on one of those of people opens their list.
function! s:counts(page, result, all) abort
  let user = a:result.user
  let followers = gitxplorer#text#count(user.followers, 'follower', 'followers')
  let following = gitxplorer#text#number(user.following) . ' following'
  let words = {}
  let words[followers] = gitxplorer#address#of_person('followers', user.login)
  let words[following] = gitxplorer#address#of_person('following', user.login)
  call a:page.facts(['★ ' . gitxplorer#text#count(a:result.totalStars, 'star', 'stars'),
        \ gitxplorer#text#count(a:result.totalRepositories, 'repository', 'repositories'),
        \ followers, following], extend({'words': words}, a:all))
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
  call add(facts, 'since ' . gitxplorer#text#time#year(get(a:user, 'createdAt', v:null)))
  call a:page.paragraph(join(filter(facts, 'v:val !=# "" && v:val !=# "since "'), ' · '))
  let blog = gitxplorer#text#plain(get(a:user, 'blog', v:null))
  if blog !=# ''
    call a:page.add(gitxplorer#text#fit(' ' . blog, a:page.columns),
          \ {'key': 'blog', 'url': gitxplorer#text#link(blog)})
  endif
  call a:page.add('')
endfunction

function! s:best(page, result, all) abort
  if empty(a:result.topRepositories)
    return
  endif
  call a:page.add('').section('Most stars', '')
  call gitxplorer#rows#repositories#licensed(a:page, a:result.topRepositories, 'name')
  if a:result.totalRepositories > len(a:result.topRepositories)
    call a:page.add('   All ' . gitxplorer#text#number(a:result.totalRepositories)
          \ . ' repositories …', a:all)
  endif
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
