-- Pickers for Neovim: snacks.picker or telescope if one is loaded, otherwise vim.ui.select. The
-- lines are those of the buffers.
local M = {}

-- The current window and buffer: a picker opens only if they have not changed meanwhile.
local function place()
  return table.concat({
    vim.api.nvim_get_current_win(),
    vim.api.nvim_get_current_buf(),
    vim.api.nvim_get_mode().mode,
    vim.b.changedtick,
  }, ' ')
end

local function open(entry)
  if entry then
    vim.fn['gitxplorer#buffer#open'](entry.open, '')
  end
end

local with = {}

function with.select(title, entries)
  vim.ui.select(entries, {
    prompt = title,
    kind = 'gitxplorer',
    format_item = function(entry)
      return entry.text
    end,
  }, open)
end

function with.snacks(title, entries)
  require('snacks').picker.pick({
    source = 'gitxplorer',
    title = title,
    items = entries,
    format = function(entry)
      return { { entry.text } }
    end,
    layout = { preset = 'select' },
    confirm = function(picker, entry)
      picker:close()
      vim.schedule(function()
        open(entry)
      end)
    end,
  })
end

function with.telescope(title, entries, options)
  local state, actions = require('telescope.actions.state'), require('telescope.actions')
  require('telescope.pickers')
    .new(options or {}, {
      prompt_title = title,
      finder = require('telescope.finders').new_table({
        results = entries,
        entry_maker = function(entry)
          return { value = entry, display = entry.text, ordinal = entry.text }
        end,
      }),
      sorter = require('telescope.config').values.generic_sorter(options or {}),
      attach_mappings = function(prompt)
        actions.select_default:replace(function()
          local selected = state.get_selected_entry()
          actions.close(prompt)
          open(selected and selected.value)
        end)
        return true
      end,
    })
    :find()
end

local function loaded()
  local snacks = package.loaded.snacks
  if snacks and pcall(function()
    return snacks.picker.pick
  end) and rawget(_G, 'Snacks') and Snacks.config and Snacks.config.picker then
    return 'snacks'
  end
  return package.loaded.telescope and 'telescope' or 'select'
end

-- Requests an address and shows its items in a picker.
-- `options.with` is `select`, `snacks` or `telescope`; the rest is for telescope.
function M.pick(address, options)
  options = options or {}
  local parsed = vim.fn['gitxplorer#address#parse'](address)
  if vim.tbl_isempty(parsed) then
    vim.fn['gitxplorer#complain']('there is no address ' .. address)
    return
  elseif vim.fn['gitxplorer#view#has_list'](parsed) == 0 then
    vim.fn['gitxplorer#complain']('this page has no list to choose from; leave out the !')
    return
  end
  local before = place()
  vim.fn['gitxplorer#server#ask'](parsed.method, parsed.params, function(failure, result)
    if failure ~= vim.NIL then
      vim.fn['gitxplorer#tell'](failure.message)
      return
    end
    local page = vim.fn['gitxplorer#view#entries'](parsed, result)
    if place() ~= before then
      vim.fn['gitxplorer#tell']('the list of ' .. page.title .. ' is there; ask again to see it.')
    elseif #page.entries == 0 then
      vim.fn['gitxplorer#tell'](page.title .. ': nothing to choose from.')
    else
      with[options.with or loaded()](page.title, page.entries, options)
    end
  end)
end

return M
