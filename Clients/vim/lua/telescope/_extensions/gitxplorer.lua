-- :Telescope gitxplorer random|repos|stargazers|starred|followers|following|search, after
-- require('telescope').load_extension('gitxplorer').

-- A picker for what a person names: `address` makes the address of it.
local function source(option, address)
  return function(options)
    options = options or {}
    local function pick(subject)
      if not subject or subject == '' then
        return
      end
      options.with = 'telescope'
      require('gitxplorer').pick(address(subject, options), options)
    end
    if options[option] then
      pick(tostring(options[option]))
    else
      vim.ui.input({ prompt = option .. ': ' }, pick)
    end
  end
end

local function of_person(kind)
  return source('login', function(login)
    return vim.fn['gitxplorer#address#of_person'](kind, login)
  end)
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
    repos = of_person('repos'),
    starred = of_person('starred'),
    followers = of_person('followers'),
    following = of_person('following'),
    stargazers = source('repository', function(full_name)
      return vim.fn['gitxplorer#address#of_repository']('stargazers', full_name)
    end),
    search = source('query', function(query, options)
      return vim.fn['gitxplorer#address#search'](query, options.type or 'users')
    end),
  },
})
