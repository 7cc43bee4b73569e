setlocal commentstring=(*%s*)
let b:undo_ftplugin = "setlocal commentstring<"
