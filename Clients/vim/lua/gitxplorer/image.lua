-- The avatar on a user's page, if snacks.image can show pictures in this terminal.
local M = {}

local function terminal_shows_pictures()
  local ok, snacks = pcall(require, 'snacks')
  if not ok then
    return false
  end
  local fine, shows = pcall(function()
    return snacks.image.supports_terminal()
  end)
  return fine and shows
end

local function write(name, data)
  local path = vim.fn.tempname() .. '-' .. name
  local file = assert(io.open(path, 'wb'))
  file:write(data)
  file:close()
  return path
end

-- The image formats of GitHub's avatars.
local endings = {
  ['image/png'] = 'png',
  ['image/jpeg'] = 'jpg',
  ['image/gif'] = 'gif',
  ['image/webp'] = 'webp',
}

local function place(buffer, avatar)
  local ending = endings[avatar.mimeType]
  if not ending or not vim.api.nvim_buf_is_valid(buffer) then
    return
  end
  local path = write('avatar.' .. ending, vim.base64.decode(avatar.data))
  pcall(function()
    if vim.b[buffer].gitxplorer_avatar then
      require('snacks').image.placement.clean(buffer)
    end
    vim.b[buffer].gitxplorer_avatar = true
    require('snacks').image.placement.new(buffer, path, {
      inline = true,
      pos = { 2, 1 },
      range = { 2, 1, 2, 1 },
      max_width = 16,
      max_height = 8,
    })
  end)
end

-- Shows the avatar below the title of a user's page; other pages are unchanged.
function M.show(buffer, result)
  if type(result) ~= 'table' or type(result.user) ~= 'table' or not terminal_shows_pictures() then
    return
  end
  vim.fn['gitxplorer#server#ask'](
    'user.avatar',
    { login = result.user.login, size = 160 },
    function(failure, avatar)
      if failure == vim.NIL and type(avatar) == 'table' then
        place(buffer, avatar)
      end
    end
  )
end

return M
