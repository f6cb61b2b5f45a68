std = "luajit"
globals = { "vim" }
read_globals = { "Snacks" }
max_line_length = 100
