# What the reader of assembly skips, behind the first two lines; headings of records (`# unit`) stay.
3,$ {
    /^# unit /b
    s/[[:space:]]+(# |\/\/ ).*$//
    /^[[:space:]]*((#|\/\/).*)?$/d
    /^\t\.(text|file|ident|section\t[".]+note|addrsig|cfi_|(p2)?align|globa?l)/d
    /^\.L(FB|FE|func_)[a-z_]*[0-9]+:$/d
}
