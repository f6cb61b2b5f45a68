-- Neovim's side of the connection, over vim.lsp.rpc: a process or a socket.
-- autoload/gitxplorer/server.vim documents its interface.
local M = {}

local client, generation
-- The ids of vim.lsp.rpc, by the plugin's ids.
local theirs = {}

-- A failure may occur inside the call that caused it; it is reported afterwards.
local function closed(of, message, data)
  vim.schedule(function()
    vim.fn['gitxplorer#server#closed'](of, message, data or vim.empty_dict())
  end)
end

-- Vim script's strings cannot hold NUL.
local function without_nul(value)
  if type(value) == 'string' then
    return (value:gsub('%z', '\\x00'))
  elseif type(value) == 'table' then
    for key, member in pairs(value) do
      value[key] = without_nul(member)
    end
  end
  return value
end

local function dispatchers(of, on_exit)
  return {
    notification = vim.schedule_wrap(function(method, params)
      vim.fn['gitxplorer#server#notified'](of, method, without_nul(params))
    end),
    server_request = function()
      return nil, vim.lsp.rpc.rpc_response_error(vim.lsp.protocol.ErrorCodes.MethodNotFound)
    end,
    on_exit = on_exit,
    on_error = function() end,
  }
end

-- The last line of a file, which is then removed.
local function last_of(path)
  local file = io.open(path, 'rb')
  if not file then
    return ''
  end
  local size = file:seek('end')
  file:seek('set', math.max(size - 4096, 0))
  local text = file:read('*a')
  file:close()
  os.remove(path)
  return text
end

-- The name of a signal, or '' for 0.
local function signal_name(number)
  local names = {}
  for name, value in pairs(vim.uv.constants) do
    if value == number and vim.startswith(name, 'SIG') then
      table.insert(names, name)
    end
  end
  table.sort(names)
  return names[1] or ''
end

local function start(of, command)
  -- vim.lsp.rpc writes a server's standard error to its log. Its last line is needed for an
  -- error message, so it goes to a separate file.
  local said = vim.fn.tempname()
  local line = vim.list_extend({ 'sh', '-c', 'exec "$@" 2>"$0"', said }, command)
  local ok, started = pcall(
    vim.lsp.rpc.start,
    line,
    dispatchers(of, function(status, signal)
      vim.schedule(function()
        local why = vim.fn['gitxplorer#server#ended'](
          status,
          signal_name(signal),
          without_nul(last_of(said))
        )
        closed(of, why[1], why[2])
      end)
    end)
  )
  if not ok then
    closed(of, command[1] .. ' cannot be started.', { setting = 'g:gitxplorer_command' })
    return
  end
  client = started
  vim.fn['gitxplorer#server#opened'](of)
end

-- Whether the file and its directory belong to this user or to root.
local function is_ours(path)
  for _, place in ipairs({ path, vim.fs.dirname(path) }) do
    local entry = vim.uv.fs_stat(place)
    if entry and entry.uid ~= 0 and entry.uid ~= vim.uv.getuid() then
      return false
    end
  end
  return true
end

local function connect(of, path)
  local data = { setting = 'g:gitxplorer_socket' }
  if not is_ours(path) then
    closed(of, vim.fn['gitxplorer#server#distrust'](path), data)
    return
  end
  -- vim.lsp.rpc.connect reports a failure only on the screen, so test the socket first.
  local probe = assert(vim.uv.new_pipe(false))
  probe:connect(path, function(failure)
    probe:close()
    vim.schedule(function()
      if failure then
        local advice = '; start one there, or unset g:gitxplorer_socket.'
        closed(of, 'No server listens at ' .. path .. advice, data)
      elseif of == generation then
        client = vim.lsp.rpc.connect(path)(dispatchers(of, function()
          closed(of, 'The server at ' .. path .. ' closed the connection.', data)
        end))
        vim.fn['gitxplorer#server#opened'](of)
      end
    end)
  end)
end

function M.open(of)
  generation, theirs = of, {}
  local settings = vim.fn['gitxplorer#server#settings']()
  if settings.error then
    closed(of, settings.error, { setting = settings.setting })
  elseif settings.socket then
    connect(of, settings.socket)
  else
    start(of, settings.command)
  end
end

function M.send(id, method, params)
  local of = generation
  -- luaeval() passes an empty dictionary as a special table.
  params = params[vim.type_idx] and vim.empty_dict() or params
  local log = vim.lsp.log
  local level = log.get_level()
  if params.token then
    -- At the level DEBUG vim.lsp.rpc would write the token to its log.
    log.set_level(vim.log.levels.OFF)
  end
  local sent, their_id = client.request(method, params, function(failure, result)
    theirs[id] = nil
    if failure then
      -- vim.lsp.rpc adds a __tostring to errors, which Vim script values cannot have.
      failure = without_nul(vim.deepcopy(setmetatable(failure, nil)))
    end
    if result ~= nil then
      result = without_nul(result)
    end
    vim.fn['gitxplorer#server#answered'](
      of,
      id,
      failure or vim.NIL,
      result == nil and vim.NIL or result
    )
  end)
  log.set_level(level)
  theirs[id] = sent and their_id or nil
end

function M.cancel(id)
  if theirs[id] then
    client.notify('$/cancelRequest', { id = theirs[id] })
    theirs[id] = nil
  end
end

return M
