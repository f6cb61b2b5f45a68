-- :checkhealth gitxplorer
local M = {}

-- Waits for a server's response; the editor may block during a health check.
local function ask(method)
  local failure, result
  vim.fn['gitxplorer#server#ask'](method, vim.empty_dict(), function(...)
    failure, result = ...
  end)
  if not vim.wait(5000, function()
    return failure ~= nil
  end, 10) then
    return { message = 'it does not answer ' .. method .. ' within 5 seconds' }, nil
  end
  return failure ~= vim.NIL and failure or nil, result
end

-- A server's text, as it may stand in a buffer.
local function plain(value)
  return vim.fn['gitxplorer#text#inert'](vim.fn['gitxplorer#text#plain'](value or ''))
end

local function check_server()
  vim.health.start('GitXplorer: server')
  local settings = vim.fn['gitxplorer#server#settings']()
  if settings.error then
    vim.health.error(settings.error, { settings.setting })
    return
  end
  if settings.socket then
    vim.health.ok('connects to ' .. settings.socket .. ' (g:gitxplorer_socket)')
  else
    vim.health.ok('starts ' .. vim.fn.exepath(settings.command[1]))
  end
  local failure, result = ask('auth.status')
  if failure then
    local said = plain(vim.tbl_get(failure, 'data', 'stderr'))
    vim.health.error(plain(failure.message), { said == '' and ':messages' or said })
    return
  end
  local about
  vim.wait(5000, function()
    about = vim.fn['gitxplorer#server#about']()
    return next(about) ~= nil
  end, 10)
  local name = plain(vim.tbl_get(about, 'serverInfo', 'name'))
  local version = plain(vim.tbl_get(about, 'serverInfo', 'version'))
  local upstream = vim.fn['gitxplorer#server#upstream']()
  vim.health.ok(name .. ' ' .. version .. ' answers, and asks ' .. upstream)
  if result.state == 'authenticated' then
    vim.health.ok('signed in as ' .. plain(result.login))
  elseif upstream == 'GitHub' then
    vim.health.info('not signed in: 60 requests per hour; :GitXplorer login raises that to 5,000')
  else
    vim.health.info('not signed in; :GitXplorer login signs in')
  end
end

local function check_extras()
  vim.health.start('GitXplorer: extras')
  for _, name in ipairs({ 'telescope', 'snacks' }) do
    local found = pcall(require, name)
    vim.health.info(name .. (found and ' is installed' or ' is missing: vim.ui.select is used'))
  end
  local ok, shows = pcall(function()
    return require('snacks').image.supports_terminal()
  end)
  vim.health.info(
    ok and shows and 'avatars are shown' or 'avatars need snacks.image and a terminal for it'
  )
end

function M.check()
  vim.health.start('GitXplorer: editor')
  vim.health.ok('Neovim ' .. tostring(vim.version()))
  check_server()
  check_extras()
end

return M
