-- `cmcm lsp` in Neovim 0.7 or later: nvim --headless -u NONE -n -S FILE, with $CMCM,
-- $CMCM_SOURCE and $WORK. Prints "good", or what is wrong.
local program, source, work = vim.env.CMCM, vim.env.CMCM_SOURCE, vim.env.WORK

local function finish(text)
  io.stdout:write(text .. "\n")
  vim.cmd("qall!")
end

local function expect(what, condition)
  if not condition then
    finish("FAILED in Neovim: " .. what)
    error(what)
  end
end

local function attach(path, language)
  vim.cmd("edit " .. path)
  vim.bo.filetype = language
  local buffer = vim.api.nvim_get_current_buf()
  local client = vim.lsp.start_client({ name = "cmcm", cmd = { program, "lsp" }, root_dir = work })
  vim.lsp.buf_attach_client(buffer, client)
  expect("it starts", vim.wait(10000, function()
    return vim.lsp.buf_get_clients(buffer)[client] ~= nil
  end))
  return buffer
end

local function ask(buffer, method, line, character, more)
  local params = vim.tbl_extend("force", {
    textDocument = { uri = vim.uri_from_bufnr(buffer) },
    position = { line = line, character = character },
  }, more or {})
  for _, answer in pairs(vim.lsp.buf_request_sync(buffer, method, params, 20000) or {}) do
    return answer.result
  end
end

local test = work .. "/nvim.litmus"
vim.fn.writefile(vim.fn.readfile(source .. "/tests/litmus/arm/MP.litmus"), test)
local buffer = attach(test, "litmus")
local lens = ask(buffer, "textDocument/codeLens", 0, 0)
expect("a verdict", lens and lens[1].command.title:find("Sometimes"))
vim.api.nvim_buf_set_lines(buffer, 9, 10, true, { " MOW W0,#1   | LDR W0,[X3] ;" })
expect("a message at its place", vim.wait(10000, function()
  local found = vim.diagnostic.get(buffer)[1]
  return found and found.lnum == 9 and found.col == 1 and found.message:find("MOV")
end))
vim.cmd("undo")
expect("and gone", vim.wait(10000, function()
  return #vim.diagnostic.get(buffer) == 0
end))
local hover = ask(buffer, "textDocument/hover", 9, 16)
expect("hover", hover and hover.contents.value:find("a read of 4 bytes"))

local model = work .. "/nvim.cat"
vim.fn.writefile({ '"m"', "let a = po", "let b = a | rf", "acyclic b as ax" }, model)
buffer = attach(model, "cat")
vim.api.nvim_win_set_cursor(0, { 2, 4 })
local edit = ask(buffer, "textDocument/rename", 1, 4, { newName = "order" })
vim.lsp.util.apply_workspace_edit(edit, "utf-16")
expect("rename", vim.api.nvim_buf_get_lines(buffer, 1, 3, true)[2] == "let b = order | rf")
local places = ask(buffer, "textDocument/definition", 2, 9)
expect("definition", places[1].range.start.line == 1)
finish("good")
