"""Features that only Neovim has, and the message of an old Neovim."""

from __future__ import annotations

import base64
import re
import shutil
import subprocess
from pathlib import Path
from typing import Callable, Optional

import pytest
from editor import PLUGIN, PROGRAMS, Editor
from fake_results import RESULTS
from hostile import poisoned
from peer import Peer, Server


@pytest.fixture
def kind() -> str:
    return "nvim"


def test_health_reports_the_servers_version(editor: Editor, peer: Peer) -> None:
    editor.command("checkhealth gitxplorer")
    peer.serve("auth.status")
    editor.see(
        "GitXplorer: extras", "fake 0 answers, and asks GitHub", "not signed in: 60 requests per hour"
    )


def test_health_shows_a_servers_text_as_text(editor: Editor, peer: Server) -> None:
    text = "x\x1b[31m vim: set ts=3 ft=sh:\n vim: set ts=3:"
    editor.command("set modeline modelines=999")
    editor.command("autocmd User Theirs let g:raised = 1")
    editor.command("checkhealth gitxplorer")
    peer.about = poisoned(peer.about, text)
    peer.serve("auth.status", {"state": "authenticated", "login": text})
    editor.see("GitXplorer: extras", r"signed in as x\x1b[31m")
    editor.command("doautocmd User Theirs")
    assert editor.value("[&tabstop, &filetype]") == [8, "checkhealth"]


def test_health_reports_missing_programs(start: Callable[..., Editor]) -> None:
    editor = start("let g:gitxplorer_command = ['/none', 'serve']")
    editor.command("checkhealth gitxplorer")
    editor.see("There is no program /none")


def test_a_bang_offers_a_list_to_choose_from(editor: Editor, peer: Peer) -> None:
    editor.command("GitXplorer! repos octocat")
    peer.serve("repos.list")
    editor.see("2:        42  日本語テスト")
    editor.type("2")
    editor.keys("Enter")
    for method in ("repo.summary", "repo.starHistory", "repo.readme"):
        peer.serve(method, owner="octocat", name="日本語テスト")
    editor.see("Hello World!")


@pytest.mark.parametrize("command", ["repo a/b", "readme a/b", "history a/b", "rate"])
def test_a_page_without_a_list_is_refused_before_it_is_asked_for(
    editor: Editor, peer: Peer, command: str
) -> None:
    editor.command(f"GitXplorer! {command}")
    editor.see("this page has no list to choose from; leave out the !")
    editor.command("GitXplorer user octocat")
    peer.serve("user.summary", login="octocat")  # It is the first request.


def test_a_list_does_not_interrupt_typing(editor: Editor, peer: Peer) -> None:
    editor.command("GitXplorer! repos octocat")
    question = peer.expect("repos.list")
    editor.type("ione")
    editor.cursor_at(3, 0)
    peer.answer(question)
    editor.type(" two")
    editor.keys("Escape")
    editor.see("3 repositories is there; ask again")
    assert editor.value("getline(1, '$')") == ["one two"]


def test_the_log_of_rpc_has_no_token(editor: Editor, peer: Peer) -> None:
    editor.command("lua vim.lsp.log.set_level('debug')")
    editor.command("e gitxplorer://login")
    peer.serve("auth.status")
    editor.see("Not signed in")
    editor.command("call gitxplorer#server#ask('auth.login', {'token': 'ghp_x'}, {-> 0})")
    peer.serve("auth.login", token="ghp_x")
    editor.command("GitXplorer rate")
    peer.serve("rate.status")
    editor.shown("rate")
    log = Path(editor.value("luaeval('vim.lsp.log.get_filename()')")).read_text()
    assert "rate.status" in log and "ghp_x" not in log


TELESCOPE = """
lua << trim LUA
  local function module(name, value) package.loaded[name] = value end
  module("telescope", { register_extension = function(it) return it end })
  module("telescope.actions", { close = function() end, select_default = {
    replace = function(_, action) _G.choose = action end } })
  module("telescope.actions.state", { get_selected_entry = function() return _G.entries[1] end })
  module("telescope.config", { values = { generic_sorter = function() end } })
  module("telescope.finders", { new_table = function(it)
    _G.entries = vim.tbl_map(it.entry_maker, it.results) end })
  module("telescope.pickers", { new = function(_, it) return { find = function()
    it.attach_mappings(0); vim.notify("offered " .. _G.entries[1].display); _G.choose()
  end } end })
LUA
"""

SNACKS = """
lua << trim LUA
  _G.Snacks = { config = { picker = {} }, picker = { pick = function(it)
    vim.notify("offered " .. it.format(it.items[1])[1][1])
    it.confirm({ close = function() end }, it.items[1])
  end } }
  package.loaded.snacks = _G.Snacks
LUA
"""


@pytest.mark.parametrize("stub", [TELESCOPE, SNACKS], ids=["telescope", "snacks"])
def test_telescope_and_snacks_are_used_if_installed(
    start: Callable[..., Editor], relayed: str, peer: Peer, stub: str
) -> None:
    editor = start(relayed + stub)
    editor.command("GitXplorer! search octo")
    peer.serve("search.users", query="octo")
    peer.serve("user.summary", login="octocat")
    editor.see("The Octocat")
    assert "offered octocat  User" in editor.value("execute('messages')")


def test_the_telescope_extension_takes_params_as_options(
    start: Callable[..., Editor], relayed: str, peer: Peer
) -> None:
    editor = start(relayed + TELESCOPE)
    call = "lua require('telescope._extensions.gitxplorer').exports."
    editor.command(f"{call}search{{query='a b?'}}")
    peer.serve("search.users", query="a b?")
    peer.serve("user.summary", login="octocat")
    editor.see("The Octocat")
    for kind in ("starred", "followers", "following"):
        editor.command(f"{call}{kind}{{login='octocat'}}")
        empty = {"repositories": [], "users": []}
        peer.serve(f"user.{kind}", RESULTS[f"user.{kind}"] | empty, login="octocat", page=1)
        editor.see(f"octocat · {kind}: nothing to choose from")
    editor.command(f"{call}search{{query='tom', type='repositories'}}")
    peer.serve("search.repositories", query="tom")
    editor.see("offered", "octocat/Hello-World")
    editor.keys("Enter")  # The stub's message is a long one.
    peer.serve("repo.summary", owner="octocat", name="Hello-World")


def test_an_avatar_is_placed_if_the_terminal_shows_pictures(
    start: Callable[..., Editor], relayed: str, peer: Peer
) -> None:
    snacks = """
lua << trim LUA
  package.loaded.snacks = { image = {
    supports_terminal = function() return true end,
    placement = { clean = function() end, new = function(buffer, path)
      local file = io.open(path, "rb")
      vim.g.placed = { buffer, #file:read("*a") }
      vim.notify("placed")
    end } } }
LUA
"""
    editor = start(relayed + snacks)
    editor.command("GitXplorer user octocat")
    peer.serve("user.summary")
    peer.serve("user.avatar", login="octocat")
    editor.see("placed")
    assert editor.value("g:placed") == [editor.value("bufnr()"), RESULTS["user.avatar"]["bytes"]]


@pytest.fixture
def demanding(tmp_path: Path) -> Path:
    """The plugin, changed to need a newer Neovim if apt's is not too old for it."""
    said = subprocess.run([PROGRAMS["old nvim"], "--version"], capture_output=True, text=True)
    minor = int(re.findall(r"NVIM v0\.(\d+)", said.stdout)[0])
    if minor < 10:
        return PLUGIN
    tests = shutil.ignore_patterns("tests")
    copy = Path(shutil.copytree(PLUGIN, tmp_path / "demanding", ignore=tests))
    start = copy / "plugin/gitxplorer.vim"
    start.write_text(start.read_text().replace("has('nvim-0.10')", f"has('nvim-0.{minor + 1}')"))
    return copy


def test_an_old_neovim_is_reported_in_one_line(
    place: Path, environment: dict[str, str], demanding: Path
) -> None:
    editor = Editor("old nvim", place, environment, size=(80, 24), plugin=demanding)
    try:
        # The ruler then takes room from the line of messages.
        editor.command("set laststatus=0 ruler showcmd")
        assert "too old" not in "\n".join(editor.screen())
        for command in ("GitXplorer user octocat", "GitXplorerRate", "edit gitxplorer://rate"):
            editor.command(command)
            editor.until(lambda screen: "this editor is too old." in screen[-1], "why")
            editor.command("echo 'gone on'")
            editor.until(lambda screen: screen[-1].startswith("gone on"), "the next command")
    finally:
        editor.close()


@pytest.mark.parametrize("data", [b"<svg xmlns='x'></svg>", b"push graphic-context", None])
def test_an_invalid_picture_is_not_placed(
    start: Callable[..., Editor], relayed: str, peer: Peer, data: Optional[bytes]
) -> None:
    snacks = """
let g:placed = 0
lua << trim LUA
  package.loaded.snacks = { image = {
    supports_terminal = function() return true end,
    placement = { clean = function() end, new = function(buffer, path)
      vim.g.placed = vim.g.placed + 1
      vim.notify("placed " .. io.open(path, "rb"):read(4):sub(2))
    end } } }
LUA
"""
    editor = start(relayed + snacks)
    editor.command("GitXplorer user octocat")
    peer.serve("user.summary")
    text = "no base64?" if data is None else base64.b64encode(data).decode()
    peer.serve("user.avatar", {**RESULTS["user.avatar"], "data": text})
    editor.see("The Octocat")
    editor.keys("C-r")
    peer.serve("user.summary")
    peer.serve("user.avatar")
    editor.see("placed PNG")
    assert editor.value("g:placed") == 1
    assert "rror" not in editor.value("execute('messages')")
