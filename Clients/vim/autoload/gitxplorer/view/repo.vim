" A repository: what it is, languages, latest release, star history, README.

scriptencoding utf-8

let s:cpoptions = &cpoptions
set cpoptions&vim

function! gitxplorer#view#repo#render(page, state) abort
  let result = a:state.result
  let repository = result.repository
  call gitxplorer#seen#note('repositories', repository.fullName)
  call gitxplorer#seen#note('logins', repository.owner)
  let owner = gitxplorer#address#of_person('user', repository.owner)
  call a:page.title(gitxplorer#text#plain(repository.fullName), gitxplorer#view#state(a:state),
        \ {'key': 'repository', 'url': repository.url, 'open': owner})
  let description = gitxplorer#text#plain(get(repository, 'description', v:null))
  if description !=# ''
    call a:page.paragraph(description)
  endif
  call a:page.facts(s:about(result), {'key': 'owner', 'open': owner, 'url': repository.url})
  call s:topics(a:page, repository)
  call a:page.add('')
  call s:counts(a:page, result)
  call s:release(a:page, get(result, 'latestRelease', v:null))
  let bytes = 0.0
  for item in result.languages
    let bytes += item.bytes
  endfor
  call gitxplorer#rows#languages#add(a:page, map(copy(result.languages), {_, item ->
        \ [item.language, item.bytes, printf('%.1f%%', item.bytes * 100 / bytes)]}), '', 6)
endfunction

function! s:about(result) abort
  let repository = a:result.repository
  let facts = ['by ' . gitxplorer#text#plain(repository.owner)]
  for mark in ['fork', 'archived']
    call extend(facts, get(repository, mark, v:false) is v:true ? ['[' . mark . ']'] : [])
  endfor
  call add(facts, gitxplorer#text#plain(get(repository, 'license', v:null)))
  let dates = {'since': gitxplorer#text#time#year(get(repository, 'createdAt', v:null)),
        \ 'pushed': gitxplorer#text#time#day(get(repository, 'pushedAt', v:null))}
  for label in ['since', 'pushed']
    call add(facts, dates[label] ==# '' ? '' : label . ' ' . dates[label])
  endfor
  call add(facts, 'branch ' . gitxplorer#text#plain(a:result.defaultBranch))
  return filter(facts, 'v:val !=# ""')
endfunction

function! s:topics(page, repository) abort
  let topics = map(copy(get(a:repository, 'topics', [])), 'gitxplorer#text#plain(v:val)')
  if !empty(topics)
    call a:page.paragraph('Topics: ' . join(topics, ', '))
  endif
  let homepage = gitxplorer#text#plain(get(a:repository, 'homepage', v:null))
  if homepage !=# ''
    call a:page.add(gitxplorer#text#fit(' ' . homepage, a:page.columns),
          \ {'key': 'homepage', 'url': gitxplorer#text#link(homepage)})
  endif
endfunction

function! s:counts(page, result) abort
  let repository = a:result.repository
  call a:page.facts(['★ ' . gitxplorer#text#count(repository.stars, 'star', 'stars'),
        \ gitxplorer#text#count(repository.forks, 'fork', 'forks'),
        \ gitxplorer#text#count(a:result.watchers, 'watcher', 'watchers'),
        \ gitxplorer#text#count(a:result.openIssues, 'open issue', 'open issues')],
        \ {'key': 'counts', 'url': repository.url,
        \ 'open': gitxplorer#address#of_repository('stargazers', repository.fullName)})
endfunction

function! s:release(page, release) abort
  if a:release is v:null
    call a:page.add(' No release.')
    return
  endif
  let facts = [gitxplorer#text#plain(a:release.tag)]
  let name = gitxplorer#text#plain(get(a:release, 'name', v:null))
  call extend(facts, name ==# '' || name ==# facts[0] ? [] : [name])
  call add(facts, gitxplorer#text#time#day(get(a:release, 'publishedAt', v:null)))
  call a:page.add(gitxplorer#text#fit(' Latest release: ' . join(facts, ' · '), a:page.columns),
        \ {'key': 'release', 'url': a:release.url})
endfunction

function! gitxplorer#view#repo#parts(page, state) abort
  call gitxplorer#view#part(a:page, a:state, 'history')
  if a:state.result isnot v:null
    " Not below the README, where nobody would see them.
    call a:page.keys('s stargazers', 'u owner', '<C-b> in the browser', '<C-r> ask again')
  endif
  call gitxplorer#view#part(a:page, a:state, 'readme')
endfunction

let &cpoptions = s:cpoptions
unlet s:cpoptions
