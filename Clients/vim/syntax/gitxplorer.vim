" Colors for the buffers of GitXplorer, whose lines come from autoload/gitxplorer/view.

scriptencoding utf-8

if exists('b:current_syntax')
  finish
endif

syntax match gitxplorerTitle /\%1l.*/ contains=gitxplorerLogin,gitxplorerAge
syntax match gitxplorerAge /\%1l  \zs\S\+\%( \S\+\)*$/ contained
syntax match gitxplorerLogin /  \zs@\S\+/ contained
syntax match gitxplorerSection /^── .*/
syntax match gitxplorerColumns /^ *\%(Stars  Name\|Login  \|Resource  \).*/
syntax match gitxplorerStars /^ *\zs[0-9,]\+\ze  /
syntax match gitxplorerStars /★ [0-9,]\+\|[0-9,]\+ ★/
syntax match gitxplorerBar /[▁▂▃▄▅▆▇█]\+/
syntax match gitxplorerMark /\[\%(archived\|fork\)\]/
syntax match gitxplorerUrl +https\?://\S\++
syntax match gitxplorerError /^ ▌ .*/
syntax match gitxplorerFact /^   \%(Page\|Code\|Good until\|You\|Token\|Sign in\|Sign out\)\>/
syntax match gitxplorerFact /^   \%(Make one\|Paste it\|Or with gh\)\>/
syntax match gitxplorerFact /^   \%(Opens again\|Ask again\|Setting\|Incident\)\>/
syntax match gitxplorerFact /^   \%(GitHub\|Server\) says\>/
syntax match gitxplorerFact /^   \%(<C-.>\|<CR>\|\]\]  \[\[\|f  F\|g?\|[suaSq]\)\ze   /
syntax match gitxplorerKeys /^ .* · g? all keys$/
syntax match gitxplorerTurns /^ Page [0-9,]\+ .*/

highlight default link gitxplorerTitle Title
highlight default link gitxplorerAge Comment
highlight default link gitxplorerLogin Identifier
highlight default link gitxplorerSection Statement
highlight default link gitxplorerColumns Comment
highlight default link gitxplorerStars Number
highlight default link gitxplorerBar String
highlight default link gitxplorerMark PreProc
highlight default link gitxplorerUrl Underlined
highlight default link gitxplorerError WarningMsg
highlight default link gitxplorerFact Identifier
highlight default link gitxplorerKeys Comment
highlight default link gitxplorerTurns Special

let b:current_syntax = 'gitxplorer'
