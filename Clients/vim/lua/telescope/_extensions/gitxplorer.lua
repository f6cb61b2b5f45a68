-- :Telescope gitxplorer random|repos|stargazers|search, after
-- require('telescope').load_extension('gitxplorer').
local function source(kind, option)
  return function(options)
    options = options or {}
    local function pick(subject)
      if not subject or subject == '' then
        return
      end
      local address = kind == 'stargazers' and vim.fn['gitxplorer#address#repository'](subject)
        or vim.fn['gitxplorer#address#about'](kind, subject)
      options.with = 'telescope'
      require('gitxplorer').pick(address, options)
    end
    if options[option] then
      pick(tostring(options[option]))
    else
      vim.ui.input({ prompt = option .. ': ' }, pick)
    end
  end
end

local function random(options)
  options = vim.tbl_extend('force', options or {}, { with = 'telescope' })
  local address = 'gitxplorer://random?count=' .. (tonumber(options.count) or 15)
  require('gitxplorer').pick(address, options)
end

return require('telescope').register_extension({
  exports = {
    gitxplorer = random,
    random = random,
    repos = source('repos', 'login'),
    stargazers = source('stargazers', 'repository'),
    search = source('search', 'query'),
  },
})
