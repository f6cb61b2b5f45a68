"""Untrusted text that a terminal or a library might interpret."""

from __future__ import annotations

import unicodedata
from typing import Any

#: By what could interpret it.
TEXTS = {
    "markup": "[b]x[/b] [red]y[/] [link=https://evil.example]z[/link] [/] [$error]",
    "an action": "[@click=app.quit]x[/] [@click='app.bell']y[/]",
    "an open bracket": "[ [[ \\[b] [/no-such-tag] [#zzz]",
    "an emoji's name": ":smile: :warning:",
    "an address": "https://evil.example/x file:///etc/passwd javascript:alert(1)",
    "a title": "x\x1b]0;title\x07y\x1b]2;title\x1b\\z\x9d0;title\x9c",
    "a link": "\x1b]8;;https://evil.example\x1b\\x\x1b]8;;\x1b\\",
    "codes": "\x1b[2J\x1b[31mx\x9b31my\x1bc\x07\x08\x0e\x7f\x1bP1$r\x1b\\",
    "lines": "x\ny\r\nz\x0b\x0c\x85\u2028\u2029end\ttab",
    "directions": "\u202ex\u2066y\u200fz\u061c",
    "nothing to see": "\u200b\u200d\ufeff\u00ad\ufe0f\u3164\u115f\u2800\U000e0041",
    "heaps": "Z" + "\u0301\u20dd\u0e49\u0483\ufe20\U0001d165" * 90,
    "wide": "日本語テスト" * 60 + "﷽𒐫" * 20,
    "half a pair": "\ud83d x \udc00",
    "templates": "{x} %s ${x} $(x) `x` {{x}} %(x)s",
    "nothing": "",
}

#: Each sets something, runs something or names a file type if it is interpreted.
#: What runs, makes `pwned` true in its host.
EDITOR_TEXTS = [
    # Vim: modelines, alone and within a text, options with expressions, statuslines.
    "vim: set ts=3 ft=sh fdm=marker ro:",
    "a plugin for vim: set ts=3 sw=3 noma ft=sh:",
    "vi:ts=3:ft=sh",
    "any text ex:ts=3:ft=sh:fdm=marker",
    "Vim: set ts=3 ft=sh:",
    "/* vim700:ts=3 */ vim>600:sw=3: vim<999: set sw=3: vim=900:ts=3:",
    "x\tvim: set ts=3:",
    "vim: set fde=execute('let\\ g:pwned=1') fdm=expr:",
    "%{execute('let g:pwned=1')} %{%execute('let g:pwned=1')%} %!execute('let g:pwned=1')",
    "`touch pwned` $(touch pwned) =execute('let g:pwned=1')",
    "\x12=execute('let g:pwned=1')\r\x1b:let g:pwned=1\r",
    "x' | let g:pwned = 1 | '\" | let g:pwned = 1 | \"",
    "| let g:pwned = 1",
    "+let\\ g:pwned=1",
    # Names that plugins of Vim take for archives and file types.
    "pwned.zip",
    "pwned.tar.gz",
    "pwned.sh",
    "#!/bin/sh -*- erlang -*-",
    "<?xml?> -*- C++ -*-",
    # Emacs: local variables, keys and markup in messages, mode lines, formats.
    "-*- mode: sh; eval: (setq pwned t) -*-",
    "Local Variables:\neval: (setq pwned t)\nmode: sh\nEnd:",
    "\f\nLocal Variables:\nmode: sh\nEnd:\n",
    "\\[save-buffer] \\{gitxplorer-mode-map} \\<help-map> \\=x `quoted' ‘x’",
    "%s %d %S %n %b %[ %- %(eval) %",
    "(:eval (setq pwned t))",
    "#(\"x\" 0 1 (display \"pwned\" keymap (keymap)))",
    "[[elisp:(setq pwned t)]] <elisp:(setq pwned t)>",
    "~/pwned /ssh:pwned@host:/x",
    # Shells and terminals.
    "-n --eval=x ; touch pwned & touch pwned && $PWD ${HOME} !! *",
    "\x1b]0;pwned\x07\x1b]52;c;cHduZWQ=\x07\x1b[31m\x9b31m\x90pwned\x9c\x08\x7f",
    "\u202eevil\u202c\u2066\u200b\ufeff\U000e0041",
    "one\r\ntwo\x0bthree\x0cfour\x85five\u2028six",
]

#: By value of $BROWSER: the command that opens https://github.com/x, or None if the page would
#: be interpreted, which is refused.
BROWSERS = {
    "echo": ["echo", "https://github.com/x"],
    "echo --new %s -y": ["echo", "--new", "https://github.com/x", "-y"],
    'sh -c "echo %s"': None,
    "sh -c 'echo %s'": None,
    "sh -c": None,
    "sh -c %s": None,
    "bash -lc %s": None,
    "env -S": None,
    "perl -e %s": None,
    "echo --eval %s": None,
    "echo --url=%s": None,
    "echo %s,new-window": None,
}

#: Messages of a server that are unsolicited or invalid.
ODD_MESSAGES = [
    "null", "[null]", "[]", "{}", "7", '"x"', "true", "[7]", '[{"method":7}]', '{"method":null}',
    '{"jsonrpc":"2.0","method":"$/progress"}',
    '{"jsonrpc":"2.0","method":"$/progress","params":null}',
    '{"jsonrpc":"2.0","method":"$/progress","params":[1]}',
    '{"jsonrpc":"2.0","method":"$/progress","params":{"token":[],"value":7}}',
    '{"jsonrpc":"2.0","method":"$/progress","params":{"token":1,"value":null}}',
    '{"jsonrpc":"2.0","method":"auth.changed","params":{"state":7,"login":{}}}',
    '{"jsonrpc":"2.0","method":"auth.changed","params":{}}',
    '{"jsonrpc":"2.0","method":"auth.changed"}',
    '{"jsonrpc":"2.0","id":99,"result":1}', '{"jsonrpc":"2.0","id":{},"result":1}',
    '{"jsonrpc":"2.0","id":null,"result":1}', '{"jsonrpc":"2.0","id":"__proto__","result":1}',
    '{"jsonrpc":"2.0","id":99,"error":7}', '{"jsonrpc":"2.0","id":7,"method":"x"}',
]

#: Members that influence the client; all others are text.
_KEPT = {"data", "state"}


def poisoned(value: Any, text: str) -> Any:
    """A result with every text replaced by this one."""
    if isinstance(value, dict):
        return {k: v if k in _KEPT else poisoned(v, text) for k, v in value.items()}
    if isinstance(value, list):
        return [poisoned(item, text) for item in value] or []
    return text if isinstance(value, str) or value is None else value


def unseen(text: str) -> list[str]:
    """The characters that a terminal must not get: controls, formats, a fifth mark on a letter."""
    categories = [unicodedata.category(character) for character in text]
    bad = [c for c, kind in zip(text, categories) if kind[0] == "C" or kind in ("Zl", "Zp")]
    marks = 0
    for kind in categories:
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks > 4:
            return [*bad, "a heap"]
    return bad
