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

-- The first bytes of the image formats of GitHub's avatars. What an image is said to be does not
-- count: the program that converts it would obey an SVG or a script in its own language.
local formats = {
  png = '^\137PNG\r\n\26\n',
  jpg = '^\255\216\255',
  gif = '^GIF8[79]a',
  webp = '^RIFF....WEBP',
}

local function ending_of(data)
  for ending, start in pairs(formats) do
    if data:find(start) then
      return ending
    end
  end
end

local function place(buffer, avatar)
  local fine, data = pcall(vim.base64.decode, avatar.data)
  local ending = fine and ending_of(data)
  if not ending or not vim.api.nvim_buf_is_valid(buffer) then
    return
  end
  local path = write('avatar.' .. ending, data)
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
