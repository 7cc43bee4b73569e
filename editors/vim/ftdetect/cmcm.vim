autocmd BufRead,BufNewFile *.litmus setfiletype litmus
autocmd BufRead,BufNewFile *.cat setfiletype cat
