vim9script
# GitHub users and repositories in Vim 9, through a GitXplorer server.
#
#   :GitXplorerUser LOGIN       a user's stars, languages and best repositories
#   :GitXplorerRepos LOGIN      a user's or an organisation's repositories, most stars first
#   :GitXplorerStargazers OWNER/NAME
#                               who starred a repository, and when
#   :GitXplorerRandom [COUNT]   users drawn by chance
#   :GitXplorerSearch QUERY     users by GitHub's search
#   :GitXplorerRate             what is left of GitHub's limits
#
# <CR> on a line opens its page in the browser, or a user's summary in a list of users, or the next
# page of a list that goes on.
#
# To install, copy this file into ~/.vim/plugin. The server is started when it is first asked and
# spoken to in its Content-Length framing, which is Vim's channel mode "lsp". Settings:
#
#   g:gitxplorer_command   what starts it (['gitxplorer', 'serve'])
#   g:gitxplorer_address   a running one instead, such as 'unix:/run/user/1000/gitxplorer.sock'
#
# When an answer is shown, the event "User GitXplorerShown" is triggered.

if exists('g:loaded_gitxplorer') || !has('patch-8.2.4758')
    finish
endif
g:loaded_gitxplorer = true

var connection: channel = null_channel
var server: job = null_job
const no_server = 'set g:gitxplorer_command or g:gitxplorer_address to a server'

# The open channel to the server, which is started or connected to if need be.
def Connect(): channel
    if connection != null_channel && ch_status(connection) == 'open'
        return connection
    endif
    const address: string = get(g:, 'gitxplorer_address', '')
    if address != ''
        try
            connection = ch_open(address, {mode: 'lsp'})
        catch
            # E898, E902: Ask says it, with what to do.
        endtry
    else
        const command: list<string> = get(g:, 'gitxplorer_command', ['gitxplorer', 'serve'])
        server = job_start(command, {
            in_mode: 'lsp', out_mode: 'lsp', err_io: 'null', noblock: 1,
            exit_cb: (_, status) => Ended(status),
        })
        connection = job_getchannel(server)
    endif
    return connection
enddef

# Sends a request; `View` makes lines and pages of its result when that has come.
def Ask(method: string, params: dict<any>, View: func(dict<any>): list<list<string>>)
    const channel: channel = Connect()
    if channel == null_channel || ch_status(channel) != 'open'
        Complain(no_server)
        Shown()
        return
    endif
    ch_sendexpr(channel, {method: method, params: params}, {
        callback: (_, answer) => Answered(method, answer, View),
    })
    echo 'GitXplorer: ' .. method .. ' ...'
enddef

def Answered(method: string, answer: dict<any>, View: func(dict<any>): list<list<string>>)
    if has_key(answer, 'error')
        const page: string = get(get(answer.error, 'data', {}), 'profileUrl', '')
        Complain(answer.error.message .. (page == '' ? '' : ' See ' .. page))
    else
        Show('GitXplorer: ' .. method, View(answer.result))
    endif
    Shown()
enddef

def Ended(status: number)
    if status != 0
        Complain('the server ended with status ' .. status .. '; ' .. no_server)
        Shown()
    endif
enddef

def Shown()
    if exists('#User#GitXplorerShown')
        doautocmd <nomodeline> User GitXplorerShown
    endif
enddef

def Complain(sentence: string)
    echohl ErrorMsg
    echomsg 'GitXplorer: ' .. Plain(sentence)
    echohl None
enddef

# Shows rows of [text, page] in the scratch window, which is made once.
def Show(title: string, rows: list<list<string>>)
    const buffer: number = bufadd('[GitXplorer]')
    if bufwinid(buffer) > 0
        win_gotoid(bufwinid(buffer))
    else
        execute 'sbuffer ' .. buffer
    endif
    setlocal buftype=nofile bufhidden=hide noswapfile nowrap nobuflisted nonumber modifiable
    silent :%delete _
    setline(1, [title, ''] + mapnew(rows, (_, row) => row[0]))
    setlocal nomodifiable nomodified
    b:gitxplorer_pages = ['', ''] + mapnew(rows, (_, row) => row[1])
    nnoremap <buffer> <silent> <CR> <ScriptCmd>Follow()<CR>
    echo ''
enddef

# Goes where the line under the cursor points.
def Follow()
    const page: string = get(b:gitxplorer_pages, line('.') - 1, '')
    const next: list<string> = matchlist(page, '^\(search\|stargazers\):\(\d\+\):\(.*\)$')
    if !empty(next)
        const Turn: func(string, number) = next[1] == 'search' ? Search : Stargazers
        Turn(next[3], str2nr(next[2]))
    elseif page =~ '^user:'
        execute 'GitXplorerUser ' .. page[5 :]
    elseif page =~ '^https\?://\S\+$'
        const browser: string = $BROWSER == '' ? 'xdg-open' : split($BROWSER, ':')[0]
        # Vim ends its jobs when it exits; the browser is to stay.
        job_start([browser, page], {in_io: 'null', out_io: 'null', err_io: 'null', stoponexit: ''})
    endif
enddef

def Pad(text: string, columns: number): string
    return text .. repeat(' ', columns - strdisplaywidth(text))
enddef

def Plain(value: any): string
    return value == null ? '' : substitute(value, '[[:cntrl:]]\+', ' ', 'g')
enddef

def Users(result: dict<any>): list<list<string>>
    const rows: list<list<string>> = mapnew(result.users, (_, user) =>
        [Pad(user.login, 40) .. Pad(user.type, 14) .. user.profileUrl, 'user:' .. user.login])
    return empty(rows) ? [['nobody', '']] : rows
enddef

# The line that leads to the next page, if there is one.
def Next(result: dict<any>, link: string): list<list<string>>
    if result.nextPage == null
        return []
    endif
    const last: any = get(result, 'lastPage', null)
    const of: string = last == null ? '' : ' of ' .. last
    return [['', ''], [printf('page %d%s ...', result.nextPage, of),
        printf('%s:%d:%s', split(link, ':')[0], result.nextPage, link[stridx(link, ':') + 1 :])]]
enddef

def Search(query: string, page: number)
    Ask('search.users', {query: query, page: page}, (result: dict<any>): list<list<string>> =>
        Users(result) + Next(result, 'search:' .. query))
enddef

def Stargazers(repository: string, page: number)
    const slash: number = stridx(repository, '/')
    const [owner: string, name: string] =
        slash < 1 ? [repository, ''] : [repository[: slash - 1], repository[slash + 1 :]]
    const params: dict<any> = {owner: owner, name: name, page: page}
    Ask('repo.stargazers', params, (result: dict<any>): list<list<string>> =>
        Gazers(result) + Next(result, 'stargazers:' .. repository))
enddef

def Gazers(result: dict<any>): list<list<string>>
    return mapnew(result.stargazers, (_, gazer) => [
        Pad(gazer.login, 40) .. (gazer.starredAt == null ? '' : gazer.starredAt[: 9]),
        'user:' .. gazer.login])
enddef

def Repositories(result: dict<any>): list<list<string>>
    const head: string = printf('%s: %d repositories', result.owner.login, result.total)
    return [[head, result.owner.profileUrl], ['', '']] + mapnew(result.repositories, Repository)
enddef

def Repository(_: number, repository: dict<any>): list<string>
    const stars: string = printf('%9d ★  ', repository.stars)
    const text: string = Pad(repository.name, 32) .. Plain(repository.description)
    return [substitute(stars .. text, '\s\+$', '', ''), repository.url]
enddef

def Rate(result: dict<any>): list<list<string>>
    const names: list<string> = sort(keys(result.resources))
    return mapnew(names, (_, name) => [printf('%s %9d of %d until %s', Pad(name, 12),
        result.resources[name].remaining, result.resources[name].limit,
        result.resources[name].resetAt), ''])
enddef

def Summary(result: dict<any>): list<list<string>>
    const user: dict<any> = result.user
    const name: string = user.name == null ? user.login : Plain(user.name)
    var rows: list<list<string>> = [[name .. '  ' .. user.profileUrl, user.profileUrl]]
    if user.bio != null
        add(rows, [Plain(user.bio), ''])
    endif
    const totals: list<any> = [result.totalStars, result.totalRepositories, user.followers]
    add(rows, [call('printf', ['★ %d · %d repositories · %d followers'] + totals), ''])
    for item in result.languages[: 7]
        const most: number = result.languages[0].repositories
        const bar: string = repeat('█', max([1, item.repositories * 20 / most]))
        add(rows, [Pad('  ' .. Plain(item.language), 20) .. bar .. ' ' .. item.repositories, ''])
    endfor
    add(rows, ['', ''])
    return rows + mapnew(result.topRepositories, Repository)
enddef

command -nargs=1 GitXplorerUser Ask('user.summary', {login: <q-args>}, Summary)
command -nargs=1 GitXplorerRepos Ask('repos.list', {login: <q-args>}, Repositories)
command -nargs=1 GitXplorerStargazers Stargazers(<q-args>, 1)
command -nargs=1 GitXplorerSearch Search(<q-args>, 1)
command -nargs=0 GitXplorerRate Ask('rate.status', {}, Rate)
command -nargs=? GitXplorerRandom Ask('users.random', {count: str2nr(<q-args> ?? '15')}, Users)
